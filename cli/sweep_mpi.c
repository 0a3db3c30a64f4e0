// sweep_mpi.c: a sweep under mpirun: rank r makes every size-th group; rank 0 gathers the results over MPI and writes the table.
#include "sweep.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WHY = DV_JOURNAL_WHY / (int)sizeof(double) };  // numbers that hold a sentence

// Beside the program, or where it was installed.
static const dv_mpi *load(args *a)
{
  char path[4096];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 64);
  while (n > 0 && path[n - 1] != '/') n--;
  const char *const place[] = {"davit-mpi.so", "../lib/davit/davit-mpi.so", "../" DAVIT_LIBDIR "/davit/davit-mpi.so"};
  for (int i = 0; i < 3 && n > 0; i++) {
    memcpy(path + n, place[i], strlen(place[i]) + 1);
    void *so = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    const dv_mpi *m = so ? dlsym(so, "dv_mpi_module") : NULL;
    if (m) return m;
  }
  bad_usage(a, "build with OpenMPI installed, or use --shard", "davit-mpi.so cannot be loaded: %s", dlerror());
  return NULL;
}

int sweep_under_mpi(void) { return getenv("OMPI_COMM_WORLD_SIZE") || getenv("PMI_SIZE"); }

int sweep_mpi_start(sweep *w)
{
  w->mpi = load(w->a);
  if (!w->mpi || w->mpi->start(&w->shard, &w->shards)) return RUN_FAILED;
  if (!has(w->a, "jobs")) w->jobs = 1;
  return FINE;
}

static void put_row(const sweep *w, int run, double *row)
{
  char why[DV_JOURNAL_WHY] = "";
  row[0] = run;
  row[1] = dv_journal_read(w->s.journal, run, row + 2 + WHY);
  if (row[1] != DV_RUN_OPEN) dv_journal_why(w->s.journal, run, why);
  memcpy(row + 2, why, sizeof why);
}

// Rows: run, status, why it failed or what it warns of, values. Only what this rank has made goes out.
int sweep_mpi_gather(sweep *w)
{
  int width = 2 + WHY + w->s.nmetric, n = 0, total = 0, most = w->s.plan->nrun / w->shards + w->s.lanes + 1;
  double *mine = DV_TAKE(w->a->arena, double, (size_t)most *(size_t)width), *all = NULL;
  for (int run = 0; run < w->s.plan->nrun; run++) {
    if (run / w->s.lanes % w->shards != w->shard) continue;
    double *row = mine + (size_t)n * (size_t)width;
    put_row(w, run, row);
    n += row[1] != DV_RUN_OPEN;
  }
  if (w->mpi->gather(mine, n * width, &all, &total)) return RUN_FAILED;
  for (int i = 0; i < total; i += width) {
    const double *row = all + i;
    const char *why = (const char *)(row + 2);
    dv_journal_write(w->s.journal, (int)row[0], (dv_run_status)row[1], row + 2 + WHY, *why ? why : NULL);
  }
  free(all);
  return FINE;
}
