// lockstep.c: the machine waits for its controller, and the controller for the machine: results are the same every time.
#include "wire/endpoint.h"
#include "wire/remote_inside.h"

// The controller is told, and whoever started the machine.
static int fail(dv_remote *r, const char *why)
{
  double t = dv_sim_time(r->sim);
  dv_remote_fail(r, "%s (at t = %g s)", why, t);
  r->by->end(r->self, DV_FRAME_FAULT, t, why);
  return 2;
}

static int answer(dv_remote *r, int code)
{
  if (code) return fail(r, dv_sim_message(r->sim));
  r->result->exchanges++;
  if (r->by->say(r->self, dv_sim_time(r->sim), r->value)) return fail(r, "the controller does not read what the machine sends");
  return 0;
}

static int step(dv_remote *r)
{
  int code = dv_remote_set(r, r->dialogue.in);
  return answer(r, code ? code : dv_remote_go(r));
}

static int reset(dv_remote *r)
{
  int code = dv_sim_reset(r->sim);
  return answer(r, code ? code : dv_remote_look(r));
}

// 0: go on; else the code of the end, or -1 for a good one.
static int act(dv_remote *r, dv_heard heard)
{
  switch (heard) {
  case DV_HEARD_HELLO: return answer(r, 0);
  case DV_HEARD_INPUTS: return step(r);
  case DV_HEARD_RESET: return reset(r);
  case DV_HEARD_BYE: return -1;
  case DV_HEARD_GONE: return fail(r, "the controller has gone without a word");
  case DV_HEARD_WRONG: return fail(r, r->dialogue.why);
  case DV_HEARD_REFUSED: dv_remote_tell(r, "a client was refused: %s", r->dialogue.why); return 0;
  default: return 0;
  }
}

// Asked often enough that a signal between two looks is not missed.
static dv_heard hear(dv_remote *r)
{
  double wait = 0.5;
  if (r->dialogue.greeted && r->watchdog > 0 && r->watchdog < wait) wait = r->watchdog;
  return r->by->hear(r->self, wait);
}

int dv_remote_lockstep(dv_remote *r)
{
  double begin = 0, last = dv_wall_time();
  for (int end = 0; !end;) {
    dv_heard heard = hear(r);
    double now = dv_wall_time();
    if (heard == DV_HEARD_HELLO) begin = now;
    if (heard != DV_HEARD_NOTHING || !r->dialogue.greeted) last = now;
    if (r->o.over()) return fail(r, "the machine was stopped");
    if (r->watchdog > 0 && now - last >= r->watchdog) return fail(r, "the controller is silent");
    if ((end = act(r, heard)) > 0) return end;
    r->result->wall = begin > 0 ? dv_wall_time() - begin : 0;
    if (dv_remote_ends(r) && heard == DV_HEARD_INPUTS) {
      r->by->end(r->self, DV_FRAME_BYE, dv_sim_time(r->sim), "the end of the run");
      end = -1;
    }
  }
  return 0;
}
