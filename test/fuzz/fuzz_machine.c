// libFuzzer target: machines through the whole way: read, assembled, and run for a hundredth of a second, or as far as a second
// of work goes.
#include "assemble/assemble.h"
#include "fuzz.h"
#include "solve/solve.h"

#include <math.h>
#include <signal.h>
#include <sys/time.h>

enum { STATES_MOST = 60, ROWS_MOST = 200 };

static int look(void *context, double t, const double *x, const double *dx, const double *work)
{
  (void)t, (void)x, (void)dx, (void)work;
  return ++*(int *)context > ROWS_MOST;
}

static volatile sig_atomic_t late;

static void stop(int number) { late = number; }

static void give_a_second(void)
{
  late = 0;
  signal(SIGVTALRM, stop);
  setitimer(ITIMER_VIRTUAL, &(struct itimerval){.it_value = {.tv_sec = 1}}, NULL);
}

static void run(dv_arena *a, dv_diags *d, dv_machine *m, const char *method)
{
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  dv_run_result r;
  int rows = 0;
  o.method = method;
  o.step = 1e-3;
  o.until = 0.01;
  o.every = 1e-3;
  o.halt = &late;
  give_a_second();
  dv_state *s = dv_state_new(a, m->model);
  if (!dv_start(m, s) && !dv_run(m->model, s, &o, look, NULL, &rows, &r, d, a)) fuzz_accept(method[1] == 'o');
}

const char *const fuzz_ways[] = {"a run by rk4", "a run by rosenbrock", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_machine m = {.arena = a, .diags = dv_diags_new(a)};
  m.doc = dv_doc_read_memory(a, m.diags, "/nowhere/f", (const char *)bytes, n);
  if (m.doc->root && !m.diags->nerror) m.spec = dv_spec_read(m.doc, dv_kinds_x1, NULL, NULL, 0);
  if (m.spec) m.model = dv_assemble(m.spec, dv_kinds_x1);
  if (m.spec && !m.model && !m.diags->nerror) fuzz_stop("no model and no diagnostic", "");
  if (m.model && m.model->nx <= STATES_MOST) run(a, m.diags, &m, n % 2 ? "rosenbrock" : "rk4");
  dv_arena_free(a);
  return 0;
}
