// cuda.c: the machine's functions for a graphics card, where one thread advances one machine.
//
// A card has many threads and few registers for each: what does not fit goes to memory and back. So the rates are written in an
// order with few live values (live_order.c); states are read where they are used, and a rate is handed over as soon as the state
// that it replaces has been read for the last time. The bits are those of the C source: the same operations, in another order.
#include "graph/cuda.h"
#include "base/visible.h"
#include "engine/times.h"
#include "graph/live_order.h"
#include "graph/source.h"

#include <string.h>

enum { REGISTERS = 112 };  // doubles that a thread of 255 registers can hold beside addresses

// What the program around it (gpu/run.cuh) defines.
static const dv_trace_words words = {
    .time = "dv_real(t)",
    .state = "X(%d)",
    .discrete = "D(%d)",
    .open = "P(%d)",
    DV_TRACE_WORDS_OF_C,
    .divide = "OVER",
    .wraps = 1,
    .hands_over = 1,
    .loop = {"PRECISE", DV_TRACE_LOOP_OF_C},
    .pivot = "  if (D(%d) != %d) return 1;\n",
};

// A constant of more than 32 significant bits costs four instructions; from a table it is part of the one that uses it.
static const int *put_constants(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, dv_text *out)
{
  const dv_graph *g = t->graph;
  const char *live = dv_trace_live(a, g, f);
  int *place = DV_TAKE(a, int, g->node.n), n = 0;
  dv_text_add(out, "CONSTANTS double davit_constant[] = {");
  for (int i = 0; i < g->node.n; i++) {
    uint64_t bits;
    memcpy(&bits, &g->node.item[i].value, sizeof bits);
    place[i] = live[i] && g->node.item[i].op == DV_T_CONST && (uint32_t)bits ? n++ : -1;
    if (place[i] < 0) continue;
    dv_text_add(out, n > 1 ? ", " : "");
    dv_trace_constant_text(out, g->node.item[i].value);
  }
  dv_text_add(out, n ? "};\n\n" : "0};\n\n");
  return place;
}

static int is_at_hand(const dv_traced_machine *t, int i)
{
  const dv_trace_node *n = &t->graph->node.item[i];
  return n->op == DV_T_CONST || (n->op == DV_T_INPUT && n->a > 0 && n->a <= t->m->nx);
}

// One sum or product of states and constants: to compute it again can cost less than to keep it in memory.
static const char *find_cheap(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, int seed)
{
  const dv_graph *g = t->graph;
  char *cheap = DV_TAKE(a, char, g->node.n + 1);
  for (int i = 0; i < g->node.n && !f->loop.n && seed % 2; i++) {
    const dv_trace_node *n = &g->node.item[i];
    if (n->op == DV_T_NEG) cheap[i] = is_at_hand(t, n->a);
    if (n->op == DV_T_ADD || n->op == DV_T_SUB || n->op == DV_T_MUL) cheap[i] = is_at_hand(t, n->a) && is_at_hand(t, n->b);
  }
  for (int k = 0; k < f->narray; k++)
    for (int i = 0; i < f->array[k].n; i++) cheap[f->array[k].node[i]] = 0;
  for (int i = 0; i < f->troubles.n; i++) cheap[f->troubles.item[i]] = 0;
  return cheap;
}

static int put_stage(dv_arena *a, const dv_traced_machine *t, int seed, dv_text *out)
{
  dv_traced_function f = dv_trace_alone(t->rates, "RATE");
  dv_trace_style style = {
      .words = &words, .stage = 1, .constant = put_constants(a, t, &f, out), .again = find_cheap(a, t, &f, seed)};
  style.order = dv_trace_order(a, t->graph, &f, REGISTERS, seed, style.again, &style.n);
  int live = dv_trace_most_live(a, t->graph, style.again, style.order, style.n);
  dv_text_add(out, "// Rates of state: %d operations, at most %d values at once.\nDEVICE int davit_stage(STAGE)\n{\n", style.n,
              live);
  dv_trace_body(a, t, &f, &style, out);
  dv_text_add(out, "%s}\n\n", f.pivots ? "" : "  return 0;\n");
  return live;
}

static void put_function(dv_arena *a, const dv_traced_machine *t, const dv_traced_function *f, const char *name, dv_text *out)
{
  dv_traced_function g = dv_trace_alone(f, name);
  dv_text_add(out, "// %s.\nDEVICE int davit_%s(POINT)\n{\n", f->doc, f->name);
  dv_trace_body(a, t, &g, &(dv_trace_style){.words = &words}, out);
  dv_text_add(out, "%s}\n\n", g.pivots ? "" : "  return 0;\n");
}

// Variables that are recorded, one after the other as they were asked for.
static void put_show(dv_arena *a, const dv_traced_machine *t, dv_text *out)
{
  dv_traced_function g = *t->show;
  dv_traced_array *all = &g.array[0];
  int n = 0, rates = 0, cells = 0;
  all->name = "SHOWN";
  all->at = DV_TAKE(a, int, t->nshown + 1);
  all->node = DV_TAKE(a, int, t->nshown + 1);
  for (int i = 0; i < t->nshown; i++, n++) {
    all->at[n] = i;
    all->node[n] = t->shown[i] < 0 ? t->show->array[0].node[rates++] : t->show->array[1].node[cells++];
  }
  all->n = n;
  g.narray = 1;
  dv_text_add(out, "// %s.\nDEVICE int davit_show(POINT)\n{\n", g.doc);
  dv_trace_body(a, t, &g, &(dv_trace_style){.words = &words}, out);
  dv_text_add(out, "%s}\n\n", g.pivots ? "" : "  return 0;\n");
}

// Sampled parts, in the order in which the engine names them: bit i of `due` is the i-th.
static void put_samples(dv_arena *a, const dv_traced_machine *t, dv_text *out)
{
  int n = 0;
  for (int i = 0; i < t->function.n; i++)
    if (t->function.item[i].part >= 0) put_function(a, t, &t->function.item[i], "SAMPLED", out);
  dv_text_add(out, "DEVICE int davit_sample(unsigned due, POINT)\n{\n  int trouble = 0;\n");
  for (int i = 0; i < t->function.n; i++)
    if (t->function.item[i].part >= 0)
      dv_text_add(out, "  if (due & %uu) trouble |= davit_%s(HERE);\n", 1u << n++, t->function.item[i].name);
  dv_text_add(out, "  return trouble;\n}\n\n");
}

static const char *fault(const dv_traced_machine *t, int *part)
{
  double period;
  int sampled = 0;
  *part = -1;
  while (dv_engine_sampled(t->m, dv_model_NUMBER(t->m), sampled, &period) >= 0) sampled++;
  if (t->unsampled) return *part = t->unsampled_part, t->unsampled;
  if (sampled > 32) return "more than 32 sampled parts";
  if (t->m->nroot && !t->roots) return "its events cannot be written down";
  if (!t->tidy) return "what puts its state in order after a step cannot be written down";
  return t->nshown && !t->show ? "its records cannot be written down" : NULL;
}

const char *dv_trace_cuda(dv_arena *a, const dv_traced_machine *t, const char *file, int seed, int *live, const char **why,
                          int *part)
{
  dv_text out = {.arena = a};
  if ((*why = fault(t, part))) return NULL;
  dv_text_add(&out, "// Equations of %s for a graphics card, written by davit.\n", dv_text_visible(a, file, 0));
  dv_text_add(
      &out,
      "#define NX %d\n#define NQ %d\n#define ND %d\n#define NP %d\n#define NROOT %d\n#define NSHOWN %d\n#define TIDY %d\n\n",
      t->m->nx, t->m->nq, t->m->nd, t->nopen, t->m->nroot, t->nshown, t->tidy->array[0].n);
  dv_trace_tables(a, t, "TABLE", "DEVICE", &out);
  *live = put_stage(a, t, seed, &out);
  put_function(a, t, t->tidy, "TIDIED", &out);
  if (t->roots) put_function(a, t, t->roots, "ROOT", &out);
  if (t->samples) dv_text_add(&out, "#define SAMPLES\n");
  if (t->samples) put_samples(a, t, &out);
  if (t->show) put_show(a, t, &out);
  return dv_text_all(&out);
}
