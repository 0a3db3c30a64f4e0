// expand.c: a kind with lists becomes, for one part, a kind without: `kp[]` over coordinates a, b -> `kp.a`, `kp.b`.
//
// `kp[row]` is spread over the rows of the part's task. States that belong to a parameter exist if that is given.
// Bond-graph elements are spread over the components of their bonds; a scalar's only component has an empty name.
// Parameters: the plain ones keep their places in front, since the laws know them by place.
#include "spec/check.h"

#include <string.h>

dv_list_kind dv_is_list(const char *name)
{
  const char *open = strchr(name, '[');
  return !open || open == name ? DV_NO_LIST : strcmp(open, "[]") == 0 ? DV_OVER_EACH : DV_OVER_ROWS;
}

const char *dv_list_name(dv_arena *a, const char *name) { return dv_arena_copy(a, name, strcspn(name, "[")); }

static const char *spread_name(dv_arena *a, const char *name, const dv_ref *of)
{
  const char *plain = dv_list_name(a, name);
  return *of->text ? dv_arena_text(a, "%s.%s", plain, of->text) : plain;
}

static int spread_count(const dv_part_spec *p, dv_list_kind list)
{
  return list == DV_NO_LIST ? 1 : list == DV_OVER_EACH ? p->neach : p->nrow;
}

static const dv_ref *spread_over(const dv_part_spec *p, dv_list_kind list) { return list == DV_OVER_EACH ? p->each : p->row; }

static const dv_quantity *spread(dv_arena *a, const dv_quantity *q, int *n, const dv_part_spec *p)
{
  struct {
    dv_quantity *item;
    int n, cap;
  } all = {0};
  for (int i = 0; i < *n; i++) {
    dv_list_kind list = dv_is_list(q[i].name);
    for (int k = 0; k < spread_count(p, list); k++) {
      dv_quantity *to = DV_PUSH(a, &all);
      *to = q[i];
      if (list) to->name = spread_name(a, q[i].name, &spread_over(p, list)[k]);
    }
  }
  *n = all.n;
  return all.item;
}

// Without those whose parameter is not given.
static const dv_quantity *spread_states(dv_arena *a, const dv_kind *k, int *n, const dv_part_spec *p)
{
  dv_quantity *kept = DV_TAKE(a, dv_quantity, k->nstate);
  *n = 0;
  for (int i = 0; i < k->nstate; i++)
    if (!k->state[i].reads || (p->given && p->given[k->state[i].reads - 1])) kept[(*n)++] = k->state[i];
  return spread(a, kept, n, p);
}

static const dv_param *spread_params(dv_arena *a, const dv_kind *k, int *n, const dv_part_spec *p)
{
  struct {
    dv_param *item;
    int n, cap;
  } all = {0};
  for (int lists = 0; lists < 2; lists++)
    for (int i = 0; i < k->nparam; i++) {
      dv_list_kind list = dv_is_list(k->param[i].name);
      if ((list != DV_NO_LIST) != lists) continue;
      for (int m = 0; m < spread_count(p, list); m++) {
        dv_param *to = DV_PUSH(a, &all);
        *to = k->param[i];
        if (lists) to->name = spread_name(a, k->param[i].name, &spread_over(p, list)[m]);
      }
    }
  *n = all.n;
  return all.item;
}

const dv_kind *dv_kind_expand(dv_arena *a, const dv_kind *k, const dv_part_spec *p)
{
  if (!k->each && !k->bond) return k;
  dv_kind *e = DV_TAKE(a, dv_kind, 1);
  *e = *k;
  e->param = spread_params(a, k, &e->nparam, p);
  e->state = spread_states(a, k, &e->nstate, p);
  e->discrete = spread(a, k->discrete, &e->ndiscrete, p);
  e->in = spread(a, k->in, &e->nin, p);
  e->out = spread(a, k->out, &e->nout, p);
  return e;
}
