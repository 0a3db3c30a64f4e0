// expand.c: a kind with lists becomes, for one part, a kind without: `kp[]` over coordinates a, b -> `kp.a`, `kp.b`.
//
// Bond-graph elements are spread over the components of their bonds; a scalar's only component has an empty name.
// Parameters: the plain ones keep their places in front, since the laws know them by place.
#include "spec/check.h"

#include <string.h>

int dv_is_list(const char *name)
{
  size_t n = strlen(name);
  return n > 2 && strcmp(name + n - 2, "[]") == 0;
}

const char *dv_list_name(dv_arena *a, const char *name)
{
  return dv_is_list(name) ? dv_arena_copy(a, name, strlen(name) - 2) : name;
}

static const char *spread_name(dv_arena *a, const char *name, const dv_ref *of)
{
  const char *plain = dv_list_name(a, name);
  return *of->text ? dv_arena_text(a, "%s.%s", plain, of->text) : plain;
}

static const dv_quantity *spread(dv_arena *a, const dv_quantity *q, int *n, const dv_ref *each, int neach)
{
  struct {
    dv_quantity *item;
    int n, cap;
  } all = {0};
  for (int i = 0; i < *n; i++) {
    int list = dv_is_list(q[i].name);
    for (int k = 0; k < (list ? neach : 1); k++) {
      dv_quantity *to = DV_PUSH(a, &all);
      *to = q[i];
      if (list) to->name = spread_name(a, q[i].name, &each[k]);
    }
  }
  *n = all.n;
  return all.item;
}

static const dv_param *spread_params(dv_arena *a, const dv_kind *k, int *n, const dv_ref *each, int neach)
{
  struct {
    dv_param *item;
    int n, cap;
  } all = {0};
  for (int lists = 0; lists < 2; lists++)
    for (int i = 0; i < k->nparam; i++) {
      if (dv_is_list(k->param[i].name) != lists) continue;
      for (int m = 0; m < (lists ? neach : 1); m++) {
        dv_param *to = DV_PUSH(a, &all);
        *to = k->param[i];
        if (lists) to->name = spread_name(a, k->param[i].name, &each[m]);
      }
    }
  *n = all.n;
  return all.item;
}

const dv_kind *dv_kind_expand(dv_arena *a, const dv_kind *k, const dv_ref *each, int neach)
{
  if (!k->each && !k->bond) return k;
  dv_kind *e = DV_TAKE(a, dv_kind, 1);
  *e = *k;
  e->param = spread_params(a, k, &e->nparam, each, neach);
  e->state = spread(a, k->state, &e->nstate, each, neach);
  e->discrete = spread(a, k->discrete, &e->ndiscrete, each, neach);
  e->in = spread(a, k->in, &e->nin, each, neach);
  e->out = spread(a, k->out, &e->nout, each, neach);
  return e;
}
