// sample.c: the order in which parts sample that are due at one instant: a part comes after those whose outputs it reads.
//
// A controller then sees what its sensor samples in the same instant, wherever both stand in the file. Signals between them are
// looked through; what has states of its own, or goes through the machine, is as it was before the instant. In a circle of
// samples the order is that of the file.
#include "assemble/internal.h"

#include <string.h>

typedef struct {
  dv_assembler *c;
  char *seen, *reads;  // [part] looked through; samples that the one in question reads
  char *done;
} search;

int dv_part_sampled(const dv_part_spec *p) { return p->as->sample && p->param[p->as->period - 1] > 0; }

static void look(search *s, int part, int by);

static void follow(search *s, const char *name, dv_mark mark)
{
  dv_source from;
  dv_ref ref = {name, mark};
  if (s->c->diags->nerror || dv_find_source(s->c, ref, &from)) return;
  if (from.from != DV_FROM_PART && from.from != DV_FROM_STATE) return;
  if (dv_part_sampled(&s->c->part.item[from.part])) s->reads[from.part] = 1;
  else if (from.from == DV_FROM_PART) look(s, from.part, DV_BY_SIGNAL);
}

// All samples that the law `by` of a part reads.
static void look(search *s, int part, int by)
{
  const dv_part_spec *p = &s->c->part.item[part];
  const dv_kind *k = p->as;
  if (s->seen[part]) return;
  s->seen[part] = 1;
  for (int i = 0; i < k->nin; i++) {
    int readers = k->in[i].reads & DV_BY_ANY;
    if (!readers) readers = DV_BY_SIGNAL;
    if ((readers & by) && p->in[i].given && p->in[i].formula.code[0].op == DV_OP_INPUT)
      follow(s, p->in[i].formula.input[0], p->in[i].mark);
  }
  for (int i = 0; i < p->formula.ninput; i++) follow(s, p->formula.input[i], p->mark);
}

// 1: a part that is not done yet must sample before.
static int waits(search *s, int part)
{
  size_t n = (size_t)s->c->part.n;
  memset(s->seen, 0, n);
  memset(s->reads, 0, n);
  look(s, part, DV_BY_SAMPLE);
  for (int i = 0; i < s->c->part.n; i++)
    if (s->reads[i] && !s->done[i] && i != part) return 1;
  return 0;
}

void dv_assemble_samples(dv_assembler *c)
{
  dv_model *h = &c->b->header;
  search s = {c, DV_TAKE(c->arena, char, c->part.n), DV_TAKE(c->arena, char, c->part.n), DV_TAKE(c->arena, char, c->part.n)};
  h->sample = c->b->section[DV_S_INT].count;
  for (;;) {
    int next = -1, first = -1;
    for (int i = 0; i < c->part.n && next < 0; i++) {
      if (s.done[i] || !c->part.item[i].as->sample) continue;
      if (first < 0) first = i;
      if (!waits(&s, i)) next = i;
    }
    if (next < 0) next = first;
    if (next < 0) return;
    *DV_AT(c->b, int, INT, dv_builder_take(c->b, DV_S_INT, 1)) = next;
    s.done[next] = 1;
    h->nsample++;
  }
}
