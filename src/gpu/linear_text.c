// linear_text.c: see linear_text.h. The operations are those of step/lu.h, in its order.
#include "gpu/linear_text.h"

#include "graph/source.h"

long dv_linear_operations(const dv_pattern *p)
{
  long n = 0;
  for (int k = 0; k < p->n; k++)
    for (int e = p->first[k]; e < p->diagonal[k]; e++) n += p->first[p->at[e] + 1] - p->diagonal[p->at[e]];
  return n;
}

static void put_table(dv_text *out, const char *name, const int *value, int n)
{
  dv_text_add(out, "TABLE int davit_%s[] = {", name);
  for (int i = 0; i < n; i++) dv_text_add(out, "%s%d", i ? ", " : "", value[i]);
  dv_text_add(out, n ? "};\n" : "0};\n");
}

static void put_scales(dv_text *out, const dv_chart *c)
{
  dv_text_add(out, "TABLE double davit_scale[] = {");
  for (int i = 0; i < c->n; i++) {
    if (i) dv_text_add(out, ", ");
    dv_trace_constant_text(out, c->scale[i]);
  }
  dv_text_add(out, "};\n\n");
}

// Row k of W = 1 + w J: its numbers, what earlier rows take from them, and 1 / pivot.
static void put_row(dv_text *out, const dv_pattern *p, const int *from, int k)
{
  int first = p->first[k], last = p->first[k + 1], middle = p->diagonal[k];
  dv_text_add(out, "  {\n");
  for (int e = first; e < last; e++) {
    dv_text_add(out, "    double l%d = ", p->at[e]);
    if (from[e] < 0) dv_text_add(out, "0.0;\n");
    else dv_text_add(out, e == middle ? "w * J(%d) + 1;\n" : "w * J(%d);\n", from[e]);
  }
  for (int e = first; e < middle; e++) {
    int i = p->at[e];
    dv_text_add(out, "    l%d = l%d * W(%d);\n", i, i, p->diagonal[i]);
    for (int u = p->diagonal[i] + 1; u < p->first[i + 1]; u++) dv_text_add(out, "    l%d -= l%d * W(%d);\n", p->at[u], i, u);
  }
  for (int e = first; e < last; e++)
    dv_text_add(out, e == middle ? "    W(%d) = davit_inverse(l%d);\n" : "    W(%d) = l%d;\n", e, p->at[e]);
  dv_text_add(out, "  }\n");
}

static void put_factor(dv_text *out, const dv_pattern *p)
{
  dv_arena *a = dv_arena_under(out->arena);
  int *from = DV_TAKE(a, int, p->filled + 1);
  for (int e = 0; e < p->filled; e++) from[e] = -1;
  for (int e = 0; e < p->count; e++) from[p->place[e]] = e;
  dv_text_add(out, "// 1 + w J = L U by rows; the diagonal has 1 / u.\nAPART void davit_factor(double w, double *memory)\n{\n");
  for (int k = 0; k < p->n; k++) put_row(out, p, from, k);
  dv_text_add(out, "}\n\n");
  dv_arena_free(a);
}

static void put_solve(dv_text *out, const dv_pattern *p)
{
  dv_text_add(out, "// b := (L U)^-1 b\nAPART void davit_solve(const double *memory, double *b)\n{\n");
  for (int k = 0; k < p->n; k++) {
    dv_text_add(out, "  double l%d = B(%d);\n", k, p->order[k]);
    for (int e = p->first[k]; e < p->diagonal[k]; e++) dv_text_add(out, "  l%d -= W(%d) * l%d;\n", k, e, p->at[e]);
  }
  for (int k = p->n - 1; k >= 0; k--) {
    for (int e = p->diagonal[k] + 1; e < p->first[k + 1]; e++) dv_text_add(out, "  l%d -= W(%d) * l%d;\n", k, e, p->at[e]);
    dv_text_add(out, "  l%d = l%d * W(%d);\n  B(%d) = l%d;\n", k, k, p->diagonal[k], p->order[k], k);
  }
  dv_text_add(out, "}\n\n");
}

int dv_linear_text(dv_text *out, const dv_model *m, const dv_chart *c, const dv_pattern *p)
{
  int slope = dv_state_kept(m), memory = p->count + p->filled + 10 * m->nx + slope;
  dv_text_add(out, "// The Jacobian of the machine: %d entries, %d with what fills in.\n", p->count, p->filled);
  dv_text_add(out, "#define COUNT %d\n#define FILLED %d\n#define GROUPS %d\n#define TIMED %d\n", p->count, p->filled, p->ngroup,
              p->timed);
  dv_text_add(out, "#define NSLOPE %d\n#define MEMORY %d\n", slope, memory);
  put_table(out, "group", p->group, p->ngroup + 1);
  put_table(out, "member", p->member, p->group[p->ngroup]);
  put_table(out, "down", p->down, p->n + 1), put_table(out, "in", p->in, p->count);
  put_table(out, "entry", p->entry, p->count);
  put_table(out, "row_of", p->row, p->n + 1), put_table(out, "column", p->column, p->count);
  put_scales(out, c);
  dv_text_add(out,
              "#define J(i) memory[(i) * THREADS]\n#define W(i) memory[(COUNT + (i)) * THREADS]\n#define B(i) b[(i) * THREADS]\n"
              "// A pivot that all but vanishes is held at 2^-20.\nDEVICE double davit_inverse(double pivot)\n{\n"
              "  return OVER(1.0, dv_select(dv_abs(pivot) < 0x1p-20, dv_copysign(dv_real(0x1p-20), pivot), pivot));\n}\n\n");
  put_factor(out, p);
  put_solve(out, p);
  dv_text_add(out, "#undef J\n#undef W\n#undef B\n\n");
  return memory;
}
