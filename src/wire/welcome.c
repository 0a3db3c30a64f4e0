// welcome.c: what a machine tells a controller of itself: lines of words between tabs.
#include "wire/remote_inside.h"

#include "base/text.h"

#include <string.h>

static const char *unit_of(const dv_info *v) { return strcmp(v->unit, "*") ? v->unit : ""; }

// A number beside the input: its limits.
static void put_beside(const dv_remote *r, dv_text *t, const char *name, const char *which, double otherwise)
{
  dv_info v = {.start = otherwise};
  int handle = dv_model_find(r->m, dv_arena_text(t->arena, "%s.%s", name, which));
  if (handle >= 0) dv_model_info(r->m, handle, &v);
  dv_text_add(t, "\t");
  dv_text_number(t, v.start);
}

static void put_input(const dv_remote *r, dv_text *t, int i)
{
  dv_info v = dv_remote_info(r->m, r->in[i]);
  dv_text_add(t, "input\t%s\t%s\t", r->in_name[i], unit_of(&v));
  dv_text_number(t, r->rest[i]);
  put_beside(r, t, r->in_name[i], "lower", -HUGE_VAL);
  put_beside(r, t, r->in_name[i], "upper", HUGE_VAL);
  dv_text_add(t, "\n");
}

static void put_name(dv_text *t, const char *name)
{
  char *own = dv_arena_copy(t->arena, name, strlen(name));
  for (char *c = own; *c; c++)
    if ((unsigned char)*c < ' ') *c = '_';
  dv_text_add(t, "machine\t%s\n", own);
}

const char *dv_remote_welcome(const dv_remote *r, dv_arena *a)
{
  dv_text t = {.arena = a};
  put_name(&t, r->o.spec->name ? r->o.spec->name : "machine");
  dv_text_add(&t, "mode\t%s\nperiod\t", r->o.spec->io.realtime ? "realtime" : "lockstep");
  dv_text_number(&t, r->period);
  dv_text_add(&t, "\nuntil\t");
  dv_text_number(&t, r->o.until);
  dv_text_add(&t, "\n");
  for (int i = 0; i < r->nin; i++) put_input(r, &t, i);
  for (int i = 0; i < r->nout; i++) {
    dv_info v = dv_remote_info(r->m, r->out[i]);
    dv_text_add(&t, "output\t%s\t%s\n", v.name, unit_of(&v));
  }
  return dv_text_all(&t);
}
