// sim_step.c: a sim goes on by a stretch of time.
#include "run/sim.h"

#include <math.h>

double dv_sim_time(const dv_sim *s) { return dv_sim_lives(s) ? s->body->s->t : (double)NAN; }

// Where steps of one length end: on multiples of it, and on those of the method's own step, if they are as good as there.
double dv_sim_target(const body *b, double dt)
{
  double t = b->s->t, end = t + dt, h = b->r.step;
  if (dv_times_is_multiple(t, dt, 1e-9 * dt)) end = dv_times_multiple(round(t / dt) + 1, dt);
  if (h > 0 && dv_times_is_multiple(end, h, 1e-9 * h)) end = dv_times_multiple(round(end / h), h);
  return end;
}

static int go_to(body *b, void *end)
{
  int code = dv_sim_renew(b);
  if (code) return code;
  b->o.until = *(double *)end;
  b->fresh = 0;
  int bad = b->by->on(b->advance);
  b->looked = 0;
  return dv_sim_tell(b, bad ? DV_RUN_FAILED : DV_OK);
}

static int try_to(dv_sim *s, double end)
{
  body *b = s->body;
  if (b->failed) return DV_RUN_FAILED;
  return dv_sim_guarded(s, go_to, &end);
}

int dv_sim_step(dv_sim *s, double dt)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!(dt > 0) || !isfinite(dt)) return dv_sim_fault(s->body, "error: a step of %g s; time goes forward only", dt);
  double end = dv_sim_target(s->body, dt);
  if (!(end > s->body->s->t)) return dv_sim_fault(s->body, "error: a step of %g s is lost in the digits of t = %g s", dt, end);
  return try_to(s, end);
}

int dv_sim_step_to(dv_sim *s, double t)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!(t > s->body->s->t) || !isfinite(t))
    return dv_sim_fault(s->body, "error: a step from %g s to %g s; time goes forward only", s->body->s->t, t);
  return try_to(s, t);
}
