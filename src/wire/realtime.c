// realtime.c: the machine goes by the clock, with what its controller said last. A watchdog lets the levers go when it is silent.
//
// The clock begins with the first controller. A computer that cannot keep pace is told: late steps are made up for a tenth of a
// second, then time is given up.
#include "wire/endpoint.h"
#include "wire/remote_inside.h"

static const double late_most = 0.1;  // s

typedef struct {
  dv_remote *r;
  double heard;  // wall time of the last inputs
  int held;      // 1: a controller's inputs are in force
  int code;      // not 0: the machine failed
  int left;      // 1: no other controller can come
} driving;

static void rest(driving *g)
{
  g->r->dialogue.silent = 1;
  if (g->held) g->code = dv_remote_set(g->r, g->r->rest);
  g->held = 0;
}

static void let_go(driving *g, const char *why)
{
  if (g->held || !g->r->dialogue.silent) dv_remote_tell(g->r, "t = %g s: %s; inputs are at rest", dv_sim_time(g->r->sim), why);
  rest(g);
}

static void take(driving *g)
{
  g->heard = dv_wall_time();
  if (g->r->dialogue.silent) dv_remote_tell(g->r, "t = %g s: a controller drives", dv_sim_time(g->r->sim));
  g->r->dialogue.silent = 0;
  g->held = 1;
  g->r->result->exchanges++;
  g->code = dv_remote_set(g->r, g->r->dialogue.in);
}

// Who started the machine is its only controller.
static void leave(driving *g) { g->left = !g->r->row->listens; }

static void wrong(driving *g)
{
  char why[DV_WHY];
  for (int i = 0; i < DV_WHY; i++) why[i] = g->r->dialogue.why[i];
  g->r->by->end(g->r->self, DV_FRAME_FAULT, dv_sim_time(g->r->sim), why);
  let_go(g, why);
  leave(g);
}

static void greet(driving *g)
{
  g->heard = dv_wall_time();
  g->r->by->say(g->r->self, dv_sim_time(g->r->sim), g->r->value);
}

static void reset(driving *g)
{
  g->heard = dv_wall_time();
  g->code = dv_sim_reset(g->r->sim);
  if (!g->code) g->code = dv_remote_set(g->r, g->held ? g->r->held : g->r->rest);
  if (!g->code) g->code = dv_remote_look(g->r);
}

static void act(driving *g, dv_heard heard)
{
  switch (heard) {
  case DV_HEARD_HELLO: greet(g); break;
  case DV_HEARD_INPUTS: take(g); break;
  case DV_HEARD_RESET: reset(g); break;
  case DV_HEARD_BYE:
    g->r->by->end(g->r->self, DV_FRAME_BYE, dv_sim_time(g->r->sim), "goodbye");
    let_go(g, "the controller said goodbye");
    leave(g);
    break;
  case DV_HEARD_GONE:
    let_go(g, "the controller has gone without a word");
    leave(g);
    break;
  case DV_HEARD_WRONG: wrong(g); break;
  case DV_HEARD_REFUSED: dv_remote_tell(g->r, "a client was refused: %s", g->r->dialogue.why); break;
  default: break;
  }
}

static int is_over(const driving *g) { return g->code || g->left || g->r->o.over(); }

// What controllers say until the next step is due.
static void listen(driving *g, double due)
{
  do act(g, g->r->by->hear(g->r->self, fmax(due - dv_wall_time(), 0)));
  while (!is_over(g) && dv_wall_time() < due);
  int silent = g->held && dv_wall_time() - g->heard > g->r->watchdog;
  if (!silent || g->code) return;
  g->r->result->silences++;
  let_go(g, "the controller is silent");
}

static int over(driving *g, const char *reason)
{
  double t = dv_sim_time(g->r->sim);
  if (g->code) {
    g->r->by->end(g->r->self, DV_FRAME_FAULT, t, dv_sim_message(g->r->sim));
    return dv_remote_fail(g->r, "%s", dv_sim_message(g->r->sim));
  }
  g->r->by->end(g->r->self, DV_FRAME_BYE, t, reason);
  return 0;
}

int dv_remote_realtime(dv_remote *r)
{
  driving g = {.r = r};
  while (!r->dialogue.greeted && !is_over(&g)) act(&g, r->by->hear(r->self, 0.5));
  double begin = dv_wall_time(), due = begin;
  while (!is_over(&g) && !dv_remote_ends(r)) {
    listen(&g, due += r->period);
    if (is_over(&g)) break;
    g.code = dv_remote_go(r);
    if (!g.code) r->by->say(r->self, dv_sim_time(r->sim), r->value);
    double late = dv_wall_time() - due;
    r->result->late += late > r->period;
    if (late > late_most) due += late;
  }
  r->result->wall = dv_wall_time() - begin;
  return over(&g, dv_remote_ends(r) ? "the end of the run" : "the machine was stopped");
}
