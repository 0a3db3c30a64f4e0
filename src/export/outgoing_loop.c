// outgoing_loop.c: relations between coordinates. Two of them: the first mimics the second; more: a sum.
//
//   gear, rack, equal:  first = ratio second + offset;   sum:  sum of factor x term + offset = 0
// In coordinates that count from the file's zero, q = zero + q', the offset changes by what the zeros give.
#include "export/outgoing.h"
#include "spec/joint_type.h"

#include <string.h>

// 1: following mimics from `from` leads to `to`.
static int leads_to(const dv_robot *u, int from, int to)
{
  for (int steps = 0; from >= 0 && steps <= u->joints.n; steps++) {
    if (from == to) return 1;
    from = u->joints.item[from].mimic ? dv_robot_joint_find(u, u->joints.item[from].mimic) : -1;
  }
  return 0;
}

static void put_sum(dv_outgoing *o, const char *name, int n, const int *at, const double *factor, double offset)
{
  dv_robot *u = o->u;
  for (int i = 0; i < n; i++) offset += factor[i] * o->coordinates.item[at[i]].zero;
  for (int first = 0; n == 2 && first < 2; first++) {
    int a = o->coordinates.item[at[first]].joint, b = o->coordinates.item[at[1 - first]].joint;
    if (u->joints.item[a].mimic || factor[first] == 0 || leads_to(u, b, a)) continue;
    u->joints.item[a].mimic = u->joints.item[b].name;
    u->joints.item[a].ratio = -factor[1 - first] / factor[first];
    u->joints.item[a].offset = -offset / factor[first];
    return;
  }
  if (!o->row->sums) {
    dv_robot_ignore(u, "loops", name);
    return;
  }
  dv_out_sum *s = DV_PUSH(u->r->arena, &o->sums);
  *s = (dv_out_sum){name, n, DV_TAKE(u->r->arena, int, n), DV_TAKE(u->r->arena, double, n), offset};
  for (int i = 0; i < n; i++) s->joint[i] = o->coordinates.item[at[i]].joint;
  memcpy(s->factor, factor, (size_t)n * sizeof *factor);
}

// Terms that are held are numbers.
static void put_terms(dv_outgoing *o, const char *name, int n, const char *const *term, const double *factor, double offset)
{
  dv_arena *a = o->u->r->arena;
  int *at = DV_TAKE(a, int, n + 1), have = 0;
  double *f = DV_TAKE(a, double, n + 1);
  for (int i = 0; i < n; i++) {
    int k = dv_out_coordinate_find(o, term[i]);
    if (k < 0) {
      dv_robot_ignore(o->u, "loops", name);
      return;
    }
    at[have] = k;
    f[have++] = factor[i];
  }
  put_sum(o, name, have, at, f, offset);
}

static void put_relation(dv_outgoing *o, const dv_loop_spec *l)
{
  if (dv_loop_takes(l->type, "zero")) {
    dv_robot_ignore(o->u, "loops", l->name);
    return;
  }
  if (dv_loop_takes(l->type, "sum")) {
    put_terms(o, l->name, l->nterm, l->term, l->factor, l->offset);
    return;
  }
  put_terms(o, l->name, 2, l->term, (double[]){1, -l->ratio}, -l->offset);
}

void dv_out_relations(dv_outgoing *o)
{
  dv_arena *a = o->u->r->arena;
  for (int i = 0; i < o->spec->njoint; i++) {
    const dv_joint_spec *j = &o->spec->joint[i];
    if (j->type != DV_J_HOMOKINETIC) continue;
    const char *term[2] = {dv_arena_text(a, "%s.a", j->name), dv_arena_text(a, "%s.c", j->name)};
    put_terms(o, j->name, 2, term, (double[]){1, -1}, 0);
  }
  for (int i = 0; i < o->spec->nloop; i++)
    if (dv_loop_is_relation(o->spec->loop[i].type)) put_relation(o, &o->spec->loop[i]);
}
