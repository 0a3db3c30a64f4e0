// blocks.c: `davit blocks FILE`: the machine's signals as a block diagram: references, filters, controllers, what they read of
// the machine and where they act on it. Drawn by Graphviz.
#include "cli.h"

#include "base/text.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

const option options_blocks[] = {
    OUTPUT("o", "FILE", "picture: .svg, .png, .pdf by Graphviz, or its input as .dot"),
    OPTION("only", "LIST", "in the picture: blocks of these names (patterns with *), and what they are joined to"),
    OPTION("json", NULL, "blocks and their arrows as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

enum { MACHINE = -1 };  // the block of bodies, joints and parts without signals

typedef struct {
  int from, to;  // parts, or MACHINE
  const char *label;
} arrow;

typedef struct {
  const dv_spec *spec;
  dv_arena *arena;
  int *shown;  // [npart]
  struct {
    arrow *item;
    int n, cap;
  } arrow;
} diagram;

static int starts_with(const char *path, const char *name)
{
  size_t n = strlen(name);
  return !strncmp(path, name, n) && (!path[n] || path[n] == '.');
}

// The part whose output a name is: the one with the longest name that it begins with; MACHINE: a coordinate, a point, a pressure.
static int owner_of(const dv_spec *s, const char *path)
{
  int best = MACHINE;
  for (int i = 0; i < s->npart; i++)
    if (starts_with(path, s->part[i].name) && (best < 0 || strlen(s->part[i].name) > strlen(s->part[best].name))) best = i;
  return best;
}

static void add(diagram *d, int from, int to, const char *label)
{
  for (int i = 0; i < d->arrow.n; i++) {
    const arrow *a = &d->arrow.item[i];
    if (a->from == from && a->to == to && !strcmp(a->label, label)) return;
  }
  *DV_PUSH(d->arena, &d->arrow) = (arrow){from, to, label};
  if (from >= 0) d->shown[from] = 1;
  if (to >= 0) d->shown[to] = 1;
}

static void add_formula(diagram *d, int to, const dv_formula *f)
{
  for (int i = 0; i < f->ninput; i++) {
    const char *path = f->input[i];
    if (!strcmp(path, "t")) continue;
    int from = owner_of(d->spec, path);
    size_t skip = from >= 0 ? strlen(d->spec->part[from].name) : 0;
    add(d, from, to, from >= 0 ? path + skip + (path[skip] == '.') : path);
  }
}

// A controller of coordinates reads them.
static void add_part(diagram *d, int i)
{
  const dv_part_spec *p = &d->spec->part[i];
  for (int k = 0; k < p->as->nin; k++)
    if (p->in[k].given) add_formula(d, i, &p->in[k].formula);
  add_formula(d, i, &p->formula);
  for (int k = 0; k < p->neach; k++) add(d, MACHINE, i, p->each[k].text);
}

// A part acts on the machine where it has a port, unless it only watches there: then it reads it.
static void add_ports(diagram *d, int i)
{
  const dv_part_spec *p = &d->spec->part[i];
  int acts = 0, watches = 0;
  for (int k = 0; k < p->as->nport; k++) *(p->as->port[k].role == DV_WATCHES ? &watches : &acts) = 1;
  if (watches) add(d, MACHINE, i, "");
  if (acts && !p->is_signal) add(d, i, MACHINE, "");
}

static diagram diagram_of(dv_arena *a, const dv_spec *s)
{
  diagram d = {.spec = s, .arena = a, .shown = DV_TAKE(a, int, s->npart + 1)};
  for (int i = 0; i < s->npart; i++) add_part(&d, i);
  for (int i = 0; i < s->npart; i++)
    if (d.shown[i]) add_ports(&d, i);
  for (int i = 0; i < s->njoint; i++)
    for (int k = 0; k < s->joint[i].ncoordinate; k++) {
      const dv_coordinate_spec *c = &s->joint[i].coordinate[k];
      int from = c->motion == DV_MOVES_PRESCRIBED ? owner_of(s, c->signal.text) : MACHINE;
      if (from >= 0) add(&d, from, MACHINE, c->name);
    }
  return d;
}

static void put_text(dv_text *o, const char *text)
{
  for (; *text; text++) {
    if (strchr("\"\\", *text)) dv_text_put(o, "\\", 1);
    dv_text_put(o, text, 1);
  }
}

static void put_end(dv_text *o, int part)
{
  if (part == MACHINE) dv_text_add(o, "machine");
  else dv_text_add(o, "p%d", part);
}

// Parts that stand in the picture: [part] 1: it was asked for, 2: a neighbour of that.
static char *kept(const args *a, const diagram *d)
{
  const char **only;
  int n = items_of(a, "only", &only);
  char *keep = DV_TAKE(d->arena, char, d->spec->npart + 1);
  for (int i = 0; i < d->spec->npart; i++) {
    keep[i] = n == 0 && d->shown[i];
    for (int k = 0; k < n && d->shown[i]; k++)
      if (!fnmatch(only[k], d->spec->part[i].name, 0)) keep[i] = 1;
  }
  for (int i = 0; i < d->arrow.n; i++) {
    int end[2] = {d->arrow.item[i].from, d->arrow.item[i].to};
    for (int k = 0; k < 2; k++)
      if (end[k] >= 0 && end[1 - k] >= 0 && keep[end[k]] == 1 && !keep[end[1 - k]]) keep[end[1 - k]] = 2;
  }
  return keep;
}

static int is_drawn(const char *keep, const arrow *a)
{
  int from = a->from == MACHINE ? 2 : keep[a->from], to = a->to == MACHINE ? 2 : keep[a->to];
  return from == 1 || to == 1;
}

enum { MOST_LABELS = 4 };

// One arrow for all signals that go from a block to another: their names, or some of them and how many there are.
static void put_arrow(dv_text *o, const diagram *d, int first)
{
  const arrow *a = d->arrow.item, *is = &a[first];
  int n = 0;
  for (int i = 0; i < first; i++)
    if (a[i].from == is->from && a[i].to == is->to) return;
  dv_text_add(o, "  ");
  put_end(o, is->from);
  dv_text_add(o, " -> ");
  put_end(o, is->to);
  dv_text_add(o, " [label=\"");
  for (int i = first; i < d->arrow.n; i++) {
    if (a[i].from != is->from || a[i].to != is->to) continue;
    if (n++ >= MOST_LABELS) continue;
    if (n > 1) dv_text_add(o, "\\n");
    put_text(o, a[i].label);
  }
  if (n > MOST_LABELS) dv_text_add(o, "\\nand %d more", n - MOST_LABELS);
  dv_text_add(o, "\"];\n");
}

static const char *dot_text(const args *options, const diagram *d)
{
  dv_text o = {.arena = d->arena};
  const char *keep = kept(options, d);
  dv_text_add(&o,
              "digraph blocks {\n  graph [rankdir=LR, bgcolor=white, nodesep=0.25, ranksep=0.6];\n"
              "  node [shape=box, style=filled, fillcolor=\"#f4f7fa\", color=\"#3b4a5a\", fontname=\"Helvetica\", fontsize=12];\n"
              "  edge [arrowsize=0.7, color=\"#3b4a5a\", fontname=\"Helvetica\", fontsize=9, fontcolor=\"#5b6875\"];\n"
              "  machine [label=\"");
  put_text(&o, d->spec->name);
  dv_text_add(&o, "\", peripheries=2, fillcolor=\"#fff3df\"];\n");
  for (int i = 0; i < d->spec->npart; i++) {
    if (!keep[i]) continue;
    dv_text_add(&o, "  p%d [label=\"", i);
    put_text(&o, d->spec->part[i].name);
    dv_text_add(&o, "\\n");
    put_text(&o, d->spec->part[i].as->name);
    dv_text_add(&o, "\"%s];\n", d->spec->part[i].as->nin || d->spec->part[i].formula.ninput ? "" : ", style=\"filled,rounded\"");
  }
  for (int i = 0; i < d->arrow.n; i++)
    if (is_drawn(keep, &d->arrow.item[i])) put_arrow(&o, d, i);
  dv_text_add(&o, "}\n");
  return dv_text_all(&o);
}

static const char *name_of(const diagram *d, int part) { return part == MACHINE ? "machine" : d->spec->part[part].name; }

static int count_shown(const diagram *d)
{
  int n = 0;
  for (int i = 0; i < d->spec->npart; i++) n += d->shown[i];
  return n;
}

static void put_blocks(const args *a, const dv_machine *m, const diagram *d)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], 1);
  dv_json_open(&o, "blocks", '[');
  for (int i = 0; i < d->spec->npart; i++) {
    if (!d->shown[i]) continue;
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "name", d->spec->part[i].name);
    dv_json_text(&o, "kind", d->spec->part[i].as->name);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_open(&o, "arrows", '[');
  for (int i = 0; i < d->arrow.n; i++) {
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "from", name_of(d, d->arrow.item[i].from));
    dv_json_text(&o, "to", name_of(d, d->arrow.item[i].to));
    dv_json_text(&o, "label", d->arrow.item[i].label);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}

int run_blocks(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  diagram d = diagram_of(m->arena, m->spec);
  int code = write_dot(a, value_of(a, "o"), dot_text(a, &d));
  if (code == FINE && has(a, "json")) put_blocks(a, m, &d);
  else if (code == FINE) printf("%s: %d blocks beside the machine, %d arrows\n", m->spec->name, count_shown(&d), d.arrow.n);
  return finish(m, code);
}
