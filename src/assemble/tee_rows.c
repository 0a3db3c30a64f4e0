// tee_rows.c: nodes without capacity, in groups that parts tie together.
#include "assemble/internal.h"

typedef struct {
  int *item;
  int n, cap;
} list;

static const dv_junction *junction(const dv_assembler *c, int i) { return DV_AT(c->b, dv_junction, JUNCTION, i); }

// Junction of a port where the part answers and the effort follows from the flows, -1: none.
static int solved_port(const dv_assembler *c, int part, int port)
{
  int j = DV_AT(c->b, int, INT, DV_AT(c->b, dv_part, PART, part)->port)[port];
  int role = c->part.item[part].as->port[port].role;
  return j >= 0 && junction(c, j)->solved && role != DV_WATCHES ? j : -1;
}

static int group_of(const int *group, int j)
{
  while (group[j] != j) j = group[j];
  return j;
}

// Ports of one part tie their nodes; those of another domain are not solved with them, and are shown as an algebraic loop.
static void tie(const dv_assembler *c, int part, int *group)
{
  int first[DV_DOMAIN_COUNT];
  for (int d = 0; d < DV_DOMAIN_COUNT; d++) first[d] = -1;
  for (int p = 0; p < c->part.item[part].as->nport; p++) {
    int j = solved_port(c, part, p);
    if (j < 0) continue;
    int *f = &first[junction(c, j)->domain];
    if (*f < 0) *f = j;
    else group[group_of(group, j)] = group_of(group, *f);
  }
}

static int answers_in(const dv_assembler *c, int part, const int *group, int which)
{
  for (int p = 0; p < c->part.item[part].as->nport; p++) {
    int j = solved_port(c, part, p);
    if (j >= 0 && group_of(group, j) == which) return 1;
  }
  return 0;
}

static int keep(dv_assembler *c, const list *l)
{
  int at = dv_builder_take(c->b, DV_S_INT, l->n);
  for (int i = 0; i < l->n; i++) *DV_AT(c->b, int, INT, at + i) = l->item[i];
  return at;
}

static void add(dv_assembler *c, const int *group, int which)
{
  list node = {0}, part = {0};
  int n = c->b->section[DV_S_JUNCTION].count;
  for (int j = 0; j < n; j++)
    if (junction(c, j)->solved && group_of(group, j) == which) *DV_PUSH(c->arena, &node) = j;
  for (int i = 0; i < c->part.n; i++)
    if (answers_in(c, i, group, which)) *DV_PUSH(c->arena, &part) = i;
  double *start = DV_TAKE(c->arena, double, node.n);
  for (int i = 0; i < node.n; i++) start[i] = dv_node_initial(c, junction(c, node.item[i]));
  dv_tee t = {.nunknown = node.n, .npart = part.n};
  t.unknown = keep(c, &node);
  t.part = keep(c, &part);
  t.start = dv_number_add(c, start, node.n);
  t.room = dv_work_take(c, dv_newton_reals(node.n));
  *DV_AT(c->b, dv_tee, TEE, dv_builder_take(c->b, DV_S_TEE, 1)) = t;
}

void dv_assemble_tees(dv_assembler *c)
{
  int n = c->b->section[DV_S_JUNCTION].count, *group = DV_TAKE(c->arena, int, n);
  if (c->diags->nerror) return;
  for (int j = 0; j < n; j++) group[j] = j;
  for (int i = 0; i < c->part.n; i++) tie(c, i, group);
  for (int j = 0; j < n; j++)
    if (junction(c, j)->solved && group[j] == j) add(c, group, j);
}
