// reference.c: what `davit kinds NAME` shows of one kind, as text or as markdown; all from its struct.
#include "base/text.h"
#include "spec/keys.h"
#include "spec/spec.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 5, ROWS = 64 };

typedef struct {
  dv_text *text;
  int markdown;
  const char *title;
  int ncolumn, nrow;
  const char *cell[ROWS][COLUMNS];
} table;

static void add(table *t, const char *a, const char *b, const char *c, const char *d, const char *e)
{
  const char *row[COLUMNS] = {a, b, c, d, e};
  if (t->nrow == ROWS) return;
  for (int i = 0; i < t->ncolumn; i++) t->cell[t->nrow][i] = row[i] ? row[i] : "";
  t->nrow++;
}

static void put_markdown(const table *t, int row)
{
  for (int i = 0; i < t->ncolumn; i++) dv_text_add(t->text, "| %s ", t->cell[row][i]);
  dv_text_add(t->text, "|\n");
  for (int i = 0; row == 0 && i < t->ncolumn; i++) dv_text_add(t->text, "|---");
  if (row == 0) dv_text_add(t->text, "|\n");
}

// The first row is the head, shown in markdown only; columns as wide as their longest cell.
static void put(const table *t)
{
  int width[COLUMNS] = {0};
  if (t->nrow < 2) return;
  dv_text_add(t->text, t->markdown ? "\n**%s**\n\n" : "\n%s\n", t->title);
  for (int r = t->markdown ? 0 : 1; r < t->nrow; r++)
    for (int i = 0; i < t->ncolumn; i++)
      if ((int)strlen(t->cell[r][i]) > width[i]) width[i] = (int)strlen(t->cell[r][i]);
  for (int r = 0; r < t->nrow; r++) {
    if (t->markdown) {
      put_markdown(t, r);
      continue;
    }
    if (r == 0) continue;
    for (int i = 0; i < t->ncolumn; i++) {
      if (i == t->ncolumn - 1) dv_text_add(t->text, "  %s\n", t->cell[r][i]);
      else dv_text_add(t->text, "  %-*s", width[i], t->cell[r][i]);
    }
  }
}

static table *start(dv_text *text, int markdown, const char *title, int ncolumn)
{
  table *t = DV_TAKE(text->arena, table, 1);
  *t = (table){.text = text, .markdown = markdown, .title = title, .ncolumn = ncolumn};
  return t;
}

static const char *unit_text(dv_arena *a, const char *unit)
{
  if (!unit || !*unit) return "";
  if (*unit == '*') return dv_arena_text(a, "any%s", unit + 1);
  if (!strchr(unit, '{')) return unit;
  return dv_arena_text(a, "%s or %s", dv_spec_axis_unit(a, unit, 0), dv_spec_axis_unit(a, unit, 1));
}

static const char *range_text(dv_arena *a, const dv_param *p)
{
  int low = fabs(p->lo) < 1e30, high = fabs(p->hi) < 1e30;
  if (low && high) return dv_arena_text(a, "%g to %g", p->lo, p->hi);
  if (low) return dv_arena_text(a, "%g or more", p->lo);
  return high ? dv_arena_text(a, "%g or less", p->hi) : "";
}

static const char *default_text(dv_arena *a, double def)
{
  return isnan(def) ? "required" : fabs(def) >= 1e30 ? "none" : dv_arena_text(a, "%g", def);
}

static void put_ports(dv_text *o, const dv_kind *k, int markdown)
{
  table *t = start(o, markdown, "Ports", 3);
  add(t, "name", "connects to", "meaning", NULL, NULL);
  for (int i = 0; i < k->nport; i++) {
    const char *open = k->port[i].role == DV_MAY_ANSWER ? " (may stay open)" : "";
    add(t, k->port[i].name, dv_arena_text(o->arena, "%s%s", dv_domain_of((int)k->port[i].domain)->place, open), k->port[i].doc,
        NULL, NULL);
  }
  put(t);
}

static void put_terminals(dv_text *o, const dv_kind *k, int markdown)
{
  static const char *const form[] = {"number, list or matrix", "number, list or matrix", "law"};
  table *t = start(o, markdown, "Terminals (a bond junction, an axis, a node, a body or point; a list of them is a mux)", 3),
        *u = start(o, markdown, k->ncoefficient > 1 ? "Described by one of" : "Described by", 3);
  add(t, "name", "power", "meaning", NULL, NULL);
  add(u, "name", "form", "meaning", NULL, NULL);
  for (int i = 0; i < k->nterminal; i++)
    add(t, k->terminal[i].name, k->terminal[i].out ? "out" : "in", k->terminal[i].doc, NULL, NULL);
  for (int i = 0; i < k->ncoefficient; i++)
    add(u, k->coefficient[i].name, form[k->coefficient[i].gives], k->coefficient[i].doc, NULL, NULL);
  put(t);
  put(u);
}

static void put_params(dv_text *o, const dv_kind *k, int markdown)
{
  dv_arena *a = o->arena;
  table *t = start(o, markdown, "Parameters", 5);
  add(t, "name", "unit", "default", "range", "meaning");
  for (int i = 0; i < k->nparam; i++) {
    const dv_param *p = &k->param[i];
    add(t, p->name, unit_text(a, p->unit), default_text(a, p->def), range_text(a, p), p->doc);
  }
  put(t);
}

static void put_options(dv_text *o, const dv_kind *k, int markdown)
{
  dv_arena *a = o->arena;
  table *t = start(o, markdown, "Options", 3);
  add(t, "name", "choices", "meaning", NULL, NULL);
  for (int i = 0; i < k->noption; i++) {
    const char *choices = "";
    for (const char *p = k->option[i].choices; *p; p++) choices = dv_arena_text(a, *p == '|' ? "%s, " : "%s%c", choices, *p);
    add(t, k->option[i].name, choices, k->option[i].doc, NULL, NULL);
  }
  put(t);
}

static void put_tables(dv_text *o, const dv_kind *k, int markdown)
{
  dv_arena *a = o->arena;
  table *t = start(o, markdown, "Tables", 3);
  add(t, "name", "units of its columns", "meaning", NULL, NULL);
  for (int i = 0; i < k->ntable; i++) {
    const char *units = "";
    for (int c = 0; c < k->table[i].columns; c++)
      units = dv_arena_text(a, "%s%s%s", units, c ? ", " : "", unit_text(a, k->table[i].unit[c]));
    add(t, k->table[i].name, units, k->table[i].doc, NULL, NULL);
  }
  put(t);
}

static const char *input_default(int reads)
{
  if (reads & ~DV_OPTIONAL & (DV_OWN_POSITION | DV_OWN_RATE | DV_OWN_ACCELERATION)) return "its own";
  if ((reads & DV_RATE_OF_LAST) == DV_RATE_OF_LAST) return "the rate of the last";
  return (reads & DV_OPTIONAL_ONE) == DV_OPTIONAL_ONE ? "1" : reads & DV_OPTIONAL ? "0" : "required";
}

static void put_quantities(dv_text *o, const dv_quantity *q, int n, int markdown, const char *title, int inputs)
{
  table *t = start(o, markdown, title, inputs ? 4 : 3);
  if (inputs) add(t, "name", "unit", "default", "meaning", NULL);
  else add(t, "name", "unit", "meaning", NULL, NULL);
  for (int i = 0; i < n; i++) {
    const char *unit = unit_text(o->arena, q[i].unit);
    if (inputs) add(t, q[i].name, unit, input_default(q[i].reads), q[i].doc, NULL);
    else add(t, q[i].name, unit, q[i].doc, NULL, NULL);
  }
  put(t);
}

// Keys of a kind that works on lists.
static void put_lists(dv_text *o, const dv_kind *k, int markdown)
{
  const char *tick = markdown ? "`" : "'";
  if (!k->each || k->bond) return;
  dv_text_add(o, "\n%s%s%s lists the coordinates that it works on: name[] has one value for each, or one for all.\n", tick,
              k->each, tick);
  if (k->axes)
    dv_text_add(o, "%s%s%s lists the axis of the actuator of each; default: the coordinate itself.\n", tick, k->axes, tick);
  if (k->task)
    dv_text_add(
        o,
        "%s%s%s lists the rows of its task, such as arm.tip.z (x y z roll pitch yaw) or an axis: name[row] has one value for "
        "each;\nwithout it the coordinates themselves. %srelative_to%s names the body or point that the task is relative to.\n",
        tick, k->task, tick, tick, tick);
}

// The example, indented in text, fenced in markdown.
static void put_example(dv_text *o, const dv_kind *k, int markdown)
{
  if (!k->example) return;
  dv_text_add(o, markdown ? "\n**Example**\n\n```yaml\n" : "\nExample (a machine file that runs)\n");
  for (const char *p = k->example; *p;) {
    int n = (int)strcspn(p, "\n");
    dv_text_add(o, "%s%.*s\n", markdown ? "" : "  ", n, p);
    p += n + (p[n] == '\n');
  }
  if (markdown) dv_text_add(o, "```\n");
}

char *dv_kind_reference(dv_arena *a, const dv_kind *k, int markdown)
{
  dv_text o = {.arena = a};
  dv_text_add(&o, markdown ? "### %s\n\n%s\n" : "%s: %s\n", k->name, k->doc ? k->doc : "");
  put_ports(&o, k, markdown);
  put_lists(&o, k, markdown);
  put_terminals(&o, k, markdown);
  put_params(&o, k, markdown);
  put_options(&o, k, markdown);
  put_tables(&o, k, markdown);
  put_quantities(&o, k->in, k->nin, markdown, "Inputs", 1);
  if (k->formula) dv_text_add(&o, markdown ? "\nIts formula is the key `%s`.\n" : "\nIts formula is the key '%s'.\n", k->formula);
  put_quantities(&o, k->out, k->nout, markdown, "Outputs", 0);
  put_quantities(&o, k->state, k->nstate, markdown, "States", 0);
  put_quantities(&o, k->discrete, k->ndiscrete, markdown, "Sampled states", 0);
  put_example(&o, k, markdown);
  const char *all = dv_text_all(&o);
  return dv_arena_copy(a, all, strlen(all));
}
