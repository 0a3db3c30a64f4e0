// draft.c: names, numbers and formulas of a machine while it is drawn.
#include "draft.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void names_add(draft *d, names *list, const char *name) { *DV_PUSH(d->arena, list) = name; }
const char *names_pick(draft *d, const names *list) { return list->n ? list->item[whole(&d->rnd, list->n)] : NULL; }
const char *fresh(draft *d, const char *stem) { return dv_arena_text(d->arena, "%s%d", stem, ++d->count); }

int draft_try(draft *d, const char *section, const char *name, dv_node *entry)
{
  dv_node *map = node_section(d->arena, d->root, section);
  node_put(d->arena, map, name, entry);
  machine *m = machine_read(d->units, d->root, NULL, 0);
  int fine = m->model != NULL;
  if (!fine && d->tell) printf("refused: %s\n", machine_refusal(m));
  machine_free(m);
  if (!fine) node_drop(map, map->n - 1);
  return fine;
}

// Shorter than all digits, so that files read well; still as good as any number.
static double rounded(double x)
{
  char text[32];
  snprintf(text, sizeof text, "%.5g", x);
  double y = x;
  dv_number_read(text[0] == '+' ? text + 1 : text, &y);
  return y;
}

dv_node *quantity(draft *d, double si, const char *unit)
{
  char text[DV_NUMBER_TEXT];
  dv_number_write(text, rounded(si));
  if (!unit || !*unit || strchr(unit, '*') || strchr(unit, '{') || !strcmp(unit, "1") || chance(&d->rnd, 0.4))
    return node_text(d->arena, "%s", text);
  return node_text(d->arena, "%s %s", text, unit);
}

dv_node *place(draft *d, double reach)
{
  dv_node *at = node_map(d->arena);
  double xyz[3], rpy[3];
  for (int i = 0; i < 3; i++) xyz[i] = rounded(reach * between(&d->rnd, -1, 1)), rpy[i] = rounded(between(&d->rnd, -3, 3));
  node_put(d->arena, at, "xyz", node_numbers(d->arena, xyz, 3));
  if (chance(&d->rnd, 0.6)) node_put(d->arena, at, "rpy", node_numbers(d->arena, rpy, 3));
  return at;
}

// Rows of a turn by two angles, and a shift.
static dv_node *matrix(draft *d, double reach)
{
  double a = between(&d->rnd, -3, 3), b = between(&d->rnd, -3, 3);
  const double R[9] = {cos(a), -sin(a) * cos(b), sin(a) * sin(b), sin(a), cos(a) * cos(b), -cos(a) * sin(b), 0, sin(b), cos(b)};
  dv_node *rows = node_list(d->arena);
  for (int i = 0; i < 3; i++) {
    double row[4] = {R[3 * i], R[3 * i + 1], R[3 * i + 2], rounded(reach * between(&d->rnd, -1, 1))};
    node_put(d->arena, rows, NULL, node_numbers(d->arena, row, 4));
  }
  return rows;
}

static dv_node *denavit(draft *d, double reach)
{
  dv_node *e = node_map(d->arena);
  node_put(d->arena, e, "a", quantity(d, reach * between(&d->rnd, -1, 1), "m"));
  node_put(d->arena, e, "alpha", quantity(d, between(&d->rnd, -3, 3), "rad"));
  node_put(d->arena, e, "d", quantity(d, reach * between(&d->rnd, -1, 1), "m"));
  if (chance(&d->rnd, 0.6)) node_put(d->arena, e, "theta", quantity(d, between(&d->rnd, -3, 3), "rad"));
  if (chance(&d->rnd, 0.6))
    node_put(d->arena, e, "convention", node_text(d->arena, chance(&d->rnd, 0.5) ? "classic" : "modified"));
  return e;
}

// One of the points of a body; NULL: it has none.
static const char *point_of(draft *d, const char *body)
{
  const char *found = NULL;
  size_t n = body ? strlen(body) : 0;
  for (int i = 0, seen = 0; body && i < d->points.n; i++)
    if (!strncmp(d->points.item[i], body, n) && d->points.item[i][n] == '.' && !whole(&d->rnd, ++seen)) found = d->points.item[i];
  return found ? found + n + 1 : NULL;
}

dv_node *place_otherwise(draft *d, double reach, const char *parent)
{
  dv_node *at = node_map(d->arena);
  const char *point = chance(&d->rnd, 0.4) ? point_of(d, parent) : NULL;
  if (point) node_put(d->arena, at, "point", node_text(d->arena, "%s", point));
  else if (chance(&d->rnd, 0.5)) node_put(d->arena, at, "dh", denavit(d, reach));
  else node_put(d->arena, at, "matrix", matrix(d, reach));
  return at;
}

const char *frame(draft *d, int world)
{
  if (world && chance(&d->rnd, 0.25)) return "world";
  const char *f = names_pick(d, chance(&d->rnd, 0.7) ? &d->points : &d->bodies);
  return f ? f : names_pick(d, &d->bodies);
}

// Formulas are bounded, so that a machine keeps its size whatever they read.
const char *formula(draft *d, double size)
{
  const char *a = names_pick(d, &d->readable), *b = names_pick(d, &d->readable);
  double k = about(&d->rnd, 1, 3), c = between(&d->rnd, -1, 1);
  size = rounded(size * between(&d->rnd, 0.2, 1));
  if (!a || chance(&d->rnd, 0.3)) return dv_arena_text(d->arena, "%.6g", size);
  switch (whole(&d->rnd, chance(&d->rnd, 0.2) ? 9 : 5)) {
  case 0: return dv_arena_text(d->arena, "%.6g*tanh(%.3g*%s)", size, k, a);
  case 1: return dv_arena_text(d->arena, "%.6g*sin(%.3g*%s + %.3g)", size, k, a, c);
  case 2: return dv_arena_text(d->arena, "%.6g*(0.3 + 0.4*tanh(%s)*cos(%.3g*%s))", size, a, k, b);
  case 3: return dv_arena_text(d->arena, "%.6g*tanh(%s - %.3g*%s)", size, a, k, b);
  case 4: return dv_arena_text(d->arena, "%.6g*%s/sqrt(1 + %s^2)", size, a, a);
  case 5: return dv_arena_text(d->arena, "%.6g*select(less(%s, %.3g), 1, -0.3)", size, a, c);
  case 6: return dv_arena_text(d->arena, "%.6g*min(1, max(-0.5, %s))", size, a);
  case 7: return dv_arena_text(d->arena, "%.6g*min(1, abs(%s - %.3g))", size, a, c);
  default: return dv_arena_text(d->arena, "%.6g*exp(-abs(%s))*atan2(%s, 1 + %s^2)", size, a, b, a);
  }
}
