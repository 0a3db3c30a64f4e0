// optimise_print.c: an optimum as a table: before, after, limits that hold and their prices.
#include "optimise.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *unit_of(const char *unit) { return !unit || !strcmp(unit, "1") ? "" : unit; }

static double value_of_wanted(const optimising *w, const dv_wanted *x, const dv_optimum *p)
{
  double sum = 0;
  for (int c = 0; c < w->o.ncase; c++)
    if (x->in_case < 0 || x->in_case == c) sum += p->value[c * w->o.g.nmetric + x->metric];
  return x->in_case < 0 ? sum / w->o.ncase : sum;
}

static const char *per(dv_arena *a, const char *top, const char *bottom)
{
  if (!*bottom) return top;
  return dv_arena_text(a, strpbrk(bottom, "./ *") ? "%s/(%s)" : "%s/%s", *top ? top : "1", bottom);
}

static void print_numbers(const optimising *w, const dv_optimum *p)
{
  const char *of = unit_of(w->o.g.metric[w->o.objective[0].metric].unit);
  printf("%-28s %14s %14s %-8s  bounds\n", "number", "before", "after", "");
  for (int i = 0; i < w->o.g.nby; i++) {
    const dv_gradient_by *b = &w->o.g.by[i];
    const dv_range *r = &w->o.range[i];
    printf("  %-26s %14.7g %14.7g %-8s  %.5g..%.5g", b->name, b->value / b->factor, p->x[i] / b->factor, b->unit,
           r->lower / b->factor, r->upper / b->factor);
    if (p->bound_price[i] != 0) printf("  holds: %.4g %s", p->bound_price[i] * b->factor, per(w->a->arena, of, b->unit));
    printf("\n");
  }
  for (int k = 0; k < w->o.nlisted; k++)
    printf("  %-26s %29s  of %d listed\n", w->o.listed[k].path,
           strchr(dv_optimise_choice(&w->o, w->a->arena, p->choice, k), '=') + 1, w->o.listed[k].n);
}

static void print_objective(const optimising *w, const dv_optimum *p, int k)
{
  const dv_wanted *o = &w->o.objective[k];
  double before = value_of_wanted(w, o, w->first), after = p->objective[k];
  printf("%-28s %14.7g %14.7g %-8s", o->text, before, after, unit_of(w->o.g.metric[o->metric].unit));
  if (before != 0) printf("  %+.3g %%", 100 * (after - before) / fabs(before));
  printf("\n");
}

static void print_limits(const optimising *w, const dv_optimum *p)
{
  const char *of = unit_of(w->o.g.metric[w->o.objective[0].metric].unit);
  for (int k = 0; k < w->o.nlimit; k++) {
    const dv_wanted *l = &w->o.limit[k];
    const char *unit = unit_of(w->o.g.metric[l->metric].unit);
    printf("  %-26s %14.7g %14.7g %-8s", l->text, value_of_wanted(w, l, w->first), value_of_wanted(w, l, p), unit);
    if (p->price[k] != 0) printf("  holds: %.4g %s", p->price[k], per(w->a->arena, of, unit));
    printf("\n");
  }
}

static void print_front(const optimising *w)
{
  printf("%14s %14s", w->o.objective[0].text, w->o.objective[1].text);
  for (int i = 0; i < w->o.g.nby; i++) printf(" %14s", w->o.g.by[i].name);
  for (int k = 0; k < w->o.nlisted; k++) printf(" %14s", w->o.listed[k].path);
  printf("\n");
  for (int n = 0; n < w->nfront; n++) {
    const dv_optimum *p = w->front[n];
    printf("%14.7g %14.7g", p->objective[0], p->objective[1]);
    for (int i = 0; i < w->o.g.nby; i++) printf(" %14.7g", p->x[i] / w->o.g.by[i].factor);
    for (int k = 0; k < w->o.nlisted; k++) printf(" %14s", strchr(dv_optimise_choice(&w->o, w->a->arena, p->choice, k), '=') + 1);
    printf("\n");
  }
}

void optimise_print(const optimising *w)
{
  if (w->o.nobjective == 2) {
    print_front(w);
    return;
  }
  const dv_optimum *p = w->result[w->best];
  print_numbers(w, p);
  print_objective(w, p, 0);
  print_limits(w, p);
  int evaluations = 0, reached = 0;
  for (int i = 0; i < w->items; i++) {
    if (!w->result[i]) continue;
    evaluations += w->result[i]->evaluations;
    reached += w->result[i]->violation < 1e-6 &&
               fabs(w->result[i]->objective[0] - p->objective[0]) <= 1e-4 * fabs(p->objective[0]) + 1e-12;
  }
  printf("%d evaluations of %d case%s by %s", evaluations, w->o.ncase, w->o.ncase > 1 ? "s" : "", w->o.method);
  if (w->items > 1) printf("; %d of %d searches came to this optimum", reached, w->items);
  printf("; %.1g of the objective's slope is left\n", p->residual);
}

static void put_point(const optimising *w, dv_json_out *o, const dv_optimum *p)
{
  dv_json_open(o, "numbers", '[');
  for (int i = 0; i < w->o.g.nby; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "name", w->o.g.by[i].name);
    dv_json_number(o, "before", w->o.g.by[i].value);
    dv_json_number(o, "after", p->x[i]);
    dv_json_number(o, "price", p->bound_price[i]);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_open(o, "listed", '[');
  for (int k = 0; k < w->o.nlisted; k++) dv_json_text(o, NULL, dv_optimise_choice(&w->o, o->text.arena, p->choice, k));
  dv_json_close(o);
  dv_json_numbers(o, "objectives", p->objective, w->o.nobjective);
  dv_json_open(o, "limits", '[');
  for (int k = 0; k < w->o.nlimit; k++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "limit", w->o.limit[k].text);
    dv_json_number(o, "value", value_of_wanted(w, &w->o.limit[k], p));
    dv_json_number(o, "price", p->price[k]);
    dv_json_close(o);
  }
  dv_json_close(o);
  dv_json_number(o, "residual", p->residual);
  dv_json_int(o, "evaluations", p->evaluations);
}

void optimise_put(const optimising *w, int ok)
{
  dv_json_out o = {.text = {.arena = w->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, w->a->operand[0], ok);
  if (ok && w->o.nobjective == 1) put_point(w, &o, w->result[w->best]);
  if (ok && w->o.nobjective == 2) {
    dv_json_open(&o, "front", '[');
    for (int k = 0; k < w->nfront; k++) {
      dv_json_open(&o, NULL, '{');
      put_point(w, &o, w->front[k]);
      dv_json_close(&o);
    }
    dv_json_close(&o);
  }
  put_diags(&o, w->a->diags->n ? w->a->diags : w->m->diags);
  dv_json_close(&o);
  print_json(&o);
}
