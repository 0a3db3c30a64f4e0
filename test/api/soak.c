// soak.c: a program opens, checks, runs, saves and closes again and again: neither memory nor descriptors grow.
//
// usage: test_soak [rounds]   (1000; by hand 100000)
#include "davit/davit.h"

#include <dirent.h>
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

static int descriptors(void)
{
  DIR *d = opendir("/proc/self/fd");
  int n = 0;
  while (d && readdir(d)) n++;
  if (d) closedir(d);
  return n;
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

int main(int argc, char **argv)
{
  int rounds = argc > 1 ? atoi(argv[1]) : 1000, open = 0;
  char out[64];
  snprintf(out, sizeof out, "/tmp/davit-soak-%ld.h5", (long)getpid());
  long most[3] = {0};  // of each third: memory comes and goes by a megabyte
  for (int i = 0; i < rounds; i++) {
    int third = (int)(3L * i / rounds);
    if (third == 1 && !open) open = descriptors();
    if (once(i, out)) return fprintf(stderr, "round %d failed\n", i), 1;
    long now = i % 10 ? 0 : resident();
    if (now > most[third]) most[third] = now;
  }
  remove(out);
  printf("%d rounds: at most %ld, %ld, %ld kB resident in each third; %d descriptors, %d at the end\n", rounds, most[0], most[1],
         most[2], open, descriptors());
  return most[2] > most[1] + 1024 || descriptors() > open;
}
