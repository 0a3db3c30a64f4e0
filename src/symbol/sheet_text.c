// sheet_text.c: formulas as lines `name[row, column] = formula`, which other programs read easily.
#include "symbol/sheet.h"

#include "base/visible.h"

#include <string.h>

static void constant(dv_text *t, const dv_atom *x)
{
  dv_text_add(t, "%s = ", x->name);
  if (x->derived) dv_text_add(t, "%s", x->definition);
  else dv_text_number(t, x->value);
  dv_text_add(t, "%s%s", *x->unit ? "  # " : "", x->unit);
  if (x->definition && !x->derived) dv_text_add(t, "%s%s", *x->unit ? ": " : "  # ", x->definition);
  dv_text_add(t, "\n");
}

// A parameter may be an angle, a factor, or both.
static int is_written(const dv_sheet *s, const dv_atom *angle)
{
  const dv_ring *r = s->m->ring;
  for (int i = 0; i < r->natom; i++)
    if (s->used[i] && r->atom[i].sort == angle->sort && !strcmp(r->atom[i].name, angle->name)) return 1;
  return 0;
}

// Those that derived ones need stand before them; they may stand in no other formula.
static void constants(dv_text *t, const dv_sheet *s)
{
  const dv_ring *r = s->m->ring;
  int derived = 0;
  for (int i = 0; i < r->natom; i++) derived |= s->used[i] && r->atom[i].derived;
  dv_text_add(t, "# parameters, in SI\n");
  for (int i = 0; i < r->natom; i++)
    if (r->atom[i].sort == DV_CONSTANT && (s->used[i] || derived)) constant(t, &r->atom[i]);
  for (int i = 0; i < r->nangle; i++)
    if (r->angle[i].sort == DV_CONSTANT && s->turns[i] && !derived && !is_written(s, &r->angle[i])) constant(t, &r->angle[i]);
}

static void shared(dv_text *t, const dv_tongue *g, const dv_sheet *s)
{
  if (s->shared) dv_text_add(t, "\n# shared\n");
  for (int i = 0; i < s->collect.kernel.n; i++) {
    const dv_kernel *k = &s->collect.kernel.item[i];
    if (!k->name) continue;
    dv_text_add(t, "%s = ", k->name);
    dv_write_kernel(t, g, s->m->ring, k, 0);
    dv_text_add(t, "\n");
  }
}

static void label(dv_text *t, const dv_sheet_block *b, int i)
{
  if (b->sort == DV_SHEET_LENGTH) {
    dv_text_add(t, "%s = ", b->of);
    return;
  }
  if (b->sort == DV_SHEET_SCALAR) {
    dv_text_add(t, "%s = ", b->name);
    return;
  }
  dv_text_add(t, "%s%s%s[%s", b->name, b->of ? "." : "", b->of ? b->of : "", b->row[i / dv_sheet_columns(b)]);
  if (b->columns) dv_text_add(t, ", %s", b->column[i % dv_sheet_columns(b)]);
  dv_text_add(t, "] = ");
}

static void entry(dv_text *t, const dv_tongue *g, const dv_sheet *s, const dv_sheet_block *b, int i)
{
  label(t, b, i);
  if (b->sort == DV_SHEET_LENGTH) dv_text_add(t, "sqrt(");
  if (b->over) dv_text_add(t, "(");
  dv_write_sum(t, g, &s->collect, &b->x[i]);
  if (b->over) dv_text_add(t, ")/%s", b->over[i % dv_sheet_columns(b)]);
  dv_text_add(t, "%s\n", b->sort == DV_SHEET_LENGTH ? ")" : "");
}

static void block(dv_text *t, const dv_tongue *g, const dv_sheet *s, const dv_sheet_block *b)
{
  int n = b->rows * dv_sheet_columns(b), written = 0;
  dv_text_add(t, "\n# %s%s%s: %s\n", b->name, b->of ? " of " : "", b->of ? b->of : "", b->doc);
  for (int i = 0; i < n; i++) {
    if (!b->x[i].n || (b->symmetric && i / dv_sheet_columns(b) > i % dv_sheet_columns(b))) continue;
    entry(t, g, s, b, i);
    written++;
  }
  if (!written) dv_text_add(t, "# zero\n");
}

char *dv_sheet_text(dv_arena *a, const dv_sheet *s)
{
  dv_text t = {.arena = a};
  dv_tongue g = dv_tongue_with(dv_tongue_text, a, NULL);
  const dv_symbol_machine *m = s->m;
  dv_text_add(&t, "# %s: M(q) v' + C(q, v) v + g(q) = tau, of the bodies alone, all coordinates free\n",
              m->spec->name ? dv_text_visible(a, m->spec->name, 0) : "machine");
  dv_text_add(&t, "# %d terms, %d shared factors; entries that are not here are zero\n", s->terms, s->shared);
  if (m->prune > 0)
    dv_text_add(&t,
                "# pruned: %.0f terms of less than %g of sqrt(M_ii M_jj), of the largest term of the potential, of the reach of "
                "a point; in one entry at most %.2g of that together\n",
                m->pruned, m->prune, m->left_out);
  constants(&t, s);
  shared(&t, &g, s);
  for (int i = 0; i < s->block.n; i++) block(&t, &g, s, &s->block.item[i]);
  return t.at;
}
