// soak.c: a program opens, checks, runs, saves and closes again and again, or makes sims, steps and frees them: neither memory
// nor descriptors grow.
//
// usage: test_soak [rounds [sims]]   (1000 5000; by hand 100000, and 0 1000000 in `make test-long`)
#include "davit/davit.h"
#include "descriptors.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static long resident(void)
{
  long all = 0, kept = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%ld %ld", &all, &kept) != 2) kept = 0;
  if (f) fclose(f);
  return kept * (sysconf(_SC_PAGESIZE) / 1024);
}

static int once(int i, const char *out)
{
  static const char *const files[] = {"machines/planar-pendulum.yaml", "machines/pendulum-on-wagon.yaml",
                                      "machines/tumbling-body.yaml"},
                           *const methods[] = {"rk4", "cvode-bdf", "rosenbrock", "dopri5"};
  dv_session *s = dv_open(i % 50 == 49 ? "machines/none.yaml" : files[i % 3]);
  dv_set(s, "until", "0.002 s");
  dv_set(s, "solver.method", methods[i % 4]);
  if (i % 10 == 9) dv_set(s, "no.such", "1 bananas");
  int code = dv_simulate(s), bad = i % 50 == 49 || i % 10 == 9 ? code != DV_BAD_FILE : code != DV_OK;
  if (code == DV_OK && i % 100 == 0) bad |= dv_save(s, out) != DV_OK;
  for (int k = 0; k < dv_message_count(s); k++) dv_message(s, k);
  dv_close(s);
  return bad;
}

// A sim of one of the models: stepped, driven beyond its range, saved and loaded, now and then a wrong call; freed.
static int one_sim(dv_model *const *models, int i)
{
  static const char *const methods[] = {"rk4", "rosenbrock", "dopri5", "cvode-bdf"};
  char why[200], state[4096];
  dv_method by = {.method = methods[i % 4], .step = i % 4 < 3 ? 1e-3 : 0};
  dv_sim *s = dv_sim_new(models[i % 3], &by, why, sizeof why);
  if (!s) return fprintf(stderr, "%s\n", why), 1;
  int bad = dv_sim_step(s, 2e-3) != DV_OK;
  if (i % 7 == 0) bad |= dv_sim_step(s, -1) != DV_BAD_USE || dv_sim_set(s, 99999, 1) != DV_BAD_USE;
  if (i % 5 == 0 && dv_sim_state_bytes(s) <= sizeof state)
    bad |= dv_sim_state_save(s, state, sizeof state) != DV_OK || dv_sim_state_load(s, state, sizeof state) != DV_OK;
  if (i % 11 == 0) bad |= dv_sim_reset(s) != DV_OK;
  dv_sim_free(s);
  return bad | (dv_sim_step(s, 1e-3) != DV_BAD_USE);
}

typedef struct {
  long most[3];  // kB of each third: memory comes and goes by a megabyte
  int open;
} seen;

static void look(seen *w, int i, int rounds)
{
  int third = (int)(3L * i / rounds);
  long now = resident();
  if (third == 1 && !w->open) w->open = open_descriptors();
  if (now > w->most[third]) w->most[third] = now;
}

static int tell(const seen *w, int rounds, const char *what)
{
  printf("%d %s: at most %ld, %ld, %ld kB resident in each third; %d descriptors, %d at the end\n", rounds, what, w->most[0],
         w->most[1], w->most[2], w->open, open_descriptors());
  return w->most[2] > w->most[1] + 1024 || open_descriptors() > w->open;
}

static int sessions(int rounds)
{
  char out[64];
  seen w = {{0}, 0};
  snprintf(out, sizeof out, "/tmp/davit-soak-%ld.h5", (long)getpid());
  for (int i = 0; i < rounds; i++) {
    if (once(i, out)) return fprintf(stderr, "round %d failed\n", i), 1;
    if (i % 10 == 0) look(&w, i, rounds);
  }
  remove(out);
  return rounds ? tell(&w, rounds, "rounds") : 0;
}

static int sims(int rounds)
{
  static const char *const files[] = {"machines/planar-pendulum.yaml", "machines/benchmarks/bouncing-mass.yaml",
                                      "machines/tumbling-body.yaml"};
  dv_model *m[3];
  char why[500];
  seen w = {{0}, 0};
  for (int i = 0; i < 3; i++)
    if (!(m[i] = dv_model_open(files[i], NULL, NULL, 0, why, sizeof why))) return fprintf(stderr, "%s\n", why), 1;
  for (int i = 0; i < rounds; i++) {
    if (one_sim(m, i)) return fprintf(stderr, "sim %d failed\n", i), 1;
    if (i % 100 == 0) look(&w, i, rounds);
  }
  for (int i = 0; i < 3; i++) dv_model_free(m[i]);
  return rounds ? tell(&w, rounds, "sims") : 0;
}

int main(int argc, char **argv) { return sessions(argc > 1 ? atoi(argv[1]) : 1000) | sims(argc > 2 ? atoi(argv[2]) : 5000); }
