// progress.c: a progress bar on a terminal, and an orderly end at Ctrl-C.
#include "cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { CELLS = 40 };

static volatile sig_atomic_t stopped;

static void on_signal(int number) { stopped = number; }

// The second signal ends the process at once; one that the caller had switched off stays off.
static void watch(int number)
{
  struct sigaction s, before;
  memset(&s, 0, sizeof s);
  s.sa_handler = on_signal;
  s.sa_flags = (int)SA_RESETHAND;
  if (!sigaction(number, NULL, &before) && before.sa_handler != SIG_IGN) sigaction(number, &s, NULL);
}

void watch_signals(void)
{
  watch(SIGINT);
  watch(SIGTERM);
}

const volatile sig_atomic_t *interruption(void) { return &stopped; }
int interrupted(void) { return stopped != 0; }

int watch_row(void *context, double t, const double *x, const double *dx, const double *work)
{
  watcher *w = context;
  if (w->filming) dv_filming_row(w->filming, t, x, dx, work);
  return stopped || dv_record_row(w->record, t, x, dx, work);
}

void watch_progress(void *context, double t, double until)
{
  watcher *w = context;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  double wall = (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
  // nothing for runs that end within half a second
  if (!w->next) w->next = wall + 0.5;
  if (wall < w->next || !isatty(STDERR_FILENO)) return;
  w->next = wall + 0.1;
  w->shown = 1;
  int full = until > 0 ? (int)(CELLS * t / until) : CELLS;
  fprintf(stderr, "\r  [%-*.*s] %5.1f %%  t = %.4g s ", CELLS,
          full < 0       ? 0
          : full > CELLS ? CELLS
                         : full,
          "########################################", until > 0 ? 100 * t / until : 100, t);
}

void watch_end(watcher *w)
{
  if (w->shown) fprintf(stderr, "\r%*s\r", CELLS + 40, "");
}
