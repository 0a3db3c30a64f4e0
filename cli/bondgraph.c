// bondgraph.c: `davit bondgraph FILE`: the machine as a bond graph, drawn by Graphviz, and its equations in order.
//
// Half arrows point the way of positive power; the causal stroke stands at the end that takes the effort. Thick: a vector bond.
#include "cli.h"

#include "base/text.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

const option options_bondgraph[] = {
    OUTPUT("o", "FILE", "picture: .svg, .png, .pdf by Graphviz, or its input as .dot"),
    OPTION("only", "LIST", "in the picture: elements of these names (patterns with *), and what they are bonded to"),
    OPTION("numbers", NULL, "in the picture: bonds have numbers"),
    OPTION("along", NULL, "in the picture: from the left to the right, not as a star"),
    OPTION("json", NULL, "vertices, bonds and equations as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

// Text inside an HTML-like label.
static void put_text(dv_text *o, const char *text)
{
  for (; *text; text++) {
    if (*text == '<') dv_text_add(o, "&lt;");
    else if (*text == '>') dv_text_add(o, "&gt;");
    else if (*text == '&') dv_text_add(o, "&amp;");
    else if (*text == '\n') dv_text_add(o, "<br/>");
    else dv_text_put(o, text, 1);
  }
}

static void put_vertex(dv_text *o, const dv_drawn_node *n, int i)
{
  dv_text_add(o, "  n%d [label=<<font color=\"%s\"><b>", i, n->dependent ? "#c03020" : "#202020");
  put_text(o, n->label);
  dv_text_add(o, "</b></font>");
  if (*n->name) {
    dv_text_add(o, "<br/><font point-size=\"9\" color=\"#3a6ea5\">");
    put_text(o, n->name);
    dv_text_add(o, "</font>");
  }
  dv_text_add(o, ">%s];\n", !strcmp(n->label, "IC") ? ", shape=box, style=rounded, margin=0.1" : "");
}

static int is_field(const dv_drawing *d, int node) { return !strcmp(d->node.item[node].label, "IC"); }

// Of what stands in the picture: 1: it was asked for, 2: a neighbour of that.
static char *kept(args *a, const dv_drawing *d)
{
  const char **only;
  int n = items_of(a, "only", &only);
  char *keep = DV_TAKE(a->arena, char, d->node.n + 1);
  for (int i = 0; i < d->node.n; i++) {
    keep[i] = n == 0;
    for (int k = 0; k < n; k++)
      if (!fnmatch(only[k], d->node.item[i].name, 0)) keep[i] = 1;
  }
  for (int i = 0; i < d->bond.n; i++)
    for (int k = 0; k < 2; k++) {
      int own = d->bond.item[i].end[k], other = d->bond.item[i].end[1 - k];
      if (keep[own] == 1 && !keep[other]) keep[other] = 2;
    }
  return keep;
}

static void put_bond(dv_text *o, const dv_drawing *d, const dv_drawn_bond *b, int number)
{
  dv_text_add(o, "  n%d -> n%d [arrowhead=\"%slvee\", arrowtail=\"%s\"", b->end[0], b->end[1], b->stroke == 1 ? "tee" : "",
              b->stroke == 0 ? "tee" : "none");
  if (b->wide > 1) dv_text_add(o, ", penwidth=2.2, color=\"#3a6ea5\"");
  if (number) dv_text_add(o, ", label=\"%d\"", number);
  else if (b->wide > 1) dv_text_add(o, ", label=\"%d\"", b->wide);
  dv_text_add(o, ", len=%g];\n", 1.25 + 0.55 * (is_field(d, b->end[0]) || is_field(d, b->end[1])) + 0.45 * (b->wide > 1));
}

static const char *dot_text(args *a, const dv_drawing *d)
{
  dv_text o = {.arena = a->arena};
  const char *keep = kept(a, d);
  dv_text_add(&o, "digraph bonds {\n  graph [%s, splines=true, bgcolor=white, outputorder=edgesfirst];\n",
              has(a, "along") ? "layout=dot, rankdir=LR" : "layout=neato, overlap=false, sep=\"+6\"");
  dv_text_add(
      &o, "  node [shape=none, margin=\"0.05,0.02\", width=0, height=0, fontname=\"Helvetica\", fontsize=13];\n"
          "  edge [dir=both, arrowsize=0.8, fontname=\"Helvetica\", fontsize=8, fontcolor=\"#707070\", color=\"#404040\"];\n");
  for (int i = 0; i < d->node.n; i++)
    if (keep[i]) put_vertex(&o, &d->node.item[i], i);
  for (int i = 0; i < d->bond.n; i++) {
    const dv_drawn_bond *b = &d->bond.item[i];
    if (keep[b->end[0]] && keep[b->end[1]]) put_bond(&o, d, b, has(a, "numbers") ? i + 1 : 0);
  }
  dv_text_add(&o, "}\n");
  return dv_text_all(&o);
}

static void print_drawing(const dv_machine *m)
{
  const dv_drawing *d = m->drawing;
  printf("%s: %d elements and junctions, %d bonds, %d states\n", m->spec->name, d->node.n, d->bond.n, m->model->nx);
  for (int i = 0; i < d->dependent.n; i++)
    printf("differential causality: %s (its state follows from the others; solved)\n", d->dependent.item[i]);
  for (int i = 0; i < d->loop.n; i++) printf("algebraic loop: %s (solved)\n", d->loop.item[i]);
  puts("\nequations in order:");
  for (int i = 0; i < d->equation.n; i++) printf("  %s\n", d->equation.item[i]);
}

static void put_drawing(const args *a, const dv_machine *m)
{
  const dv_drawing *d = m->drawing;
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], 1);
  dv_json_open(&o, "nodes", '[');
  for (int i = 0; i < d->node.n; i++) {
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "label", d->node.item[i].label);
    dv_json_text(&o, "name", d->node.item[i].name);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_open(&o, "bonds", '[');
  for (int i = 0; i < d->bond.n; i++) {
    dv_json_open(&o, NULL, '{');
    dv_json_int(&o, "from", d->bond.item[i].end[0]);
    dv_json_int(&o, "to", d->bond.item[i].end[1]);
    dv_json_text(&o, "stroke", d->bond.item[i].stroke < 0 ? "" : d->bond.item[i].stroke ? "to" : "from");
    dv_json_int(&o, "width", d->bond.item[i].wide);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_texts(&o, "differential", d->dependent.item, d->dependent.n);
  dv_json_texts(&o, "loops", d->loop.item, d->loop.n);
  dv_json_texts(&o, "equations", d->equation.item, d->equation.n);
  put_diags(&o, m->diags);
  dv_json_close(&o);
  print_json(&o);
}

int run_bondgraph(args *a)
{
  dv_machine *m = machine_open_drawn(a, a->operand[0], value_of(a, "case"));
  if (!m->model) return fail_open(a, m, a->operand[0]);
  int code = write_dot(a, value_of(a, "o"), dot_text(a, m->drawing));
  if (code == FINE && has(a, "json")) put_drawing(a, m);
  else if (code == FINE) print_drawing(m);
  return finish(m, code);
}
