// sweep_mpi.c: a sweep under mpirun: rank r makes every size-th group; rank 0 gathers the results over MPI and writes the table.
#include "sweep.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

// Rows: run, status, values.
int sweep_mpi_gather(sweep *w)
{
  int width = 2 + w->s.nmetric, n = 0, total = 0;
  double *mine = DV_TAKE(w->a->arena, double, (size_t)w->s.plan->nrun *(size_t)width), *all = NULL;
  for (int run = 0; run < w->s.plan->nrun; run++) {
    double *row = mine + (size_t)n * (size_t)width;
    row[0] = run;
    row[1] = dv_journal_read(w->s.journal, run, row + 2);
    n += row[1] != DV_RUN_OPEN;
  }
  if (w->mpi->gather(mine, n * width, &all, &total)) return RUN_FAILED;
  for (int i = 0; i < total; i += width) dv_journal_write(w->s.journal, (int)all[i], (dv_run_status)all[i + 1], all + i + 2);
  free(all);
  return FINE;
}
