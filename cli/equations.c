// equations.c: `davit equations FILE`: the matrices of the equations of motion at one state, by the method that is asked for.
//
//   lagrange-hamilton:  p = B v,  p' = slope - g + tau,  slope = 1/2 v^T dB/dq v       newton-euler:  B a + c + g = tau
//   moving-frame:  X' = B v,  M* a + N* v = F* + tau      screw-projection:  p = M u,  p' = E + G + tau
#include "equations.h"

#include "engine/closed_loops.h"
#include "engine/evaluation.h"
#include "engine/skeleton_at.h"
#include "formulation/lagrange.h"
#include "formulation/moving_frame.h"

#include <limits.h>
#include <string.h>

static const char all_methods[] =
#define EQUATIONS(name, ...) ", " name
#include "equations.def"
    " (the first by default)";

const option options_equations[] = {
    OPTION("method", "NAME", all_methods + 2),
    OPTION("rotations", NULL, "moving-frame: rotations only, velocities of mass centres count no more (the document's collapse)"),
    INPUT("at", "state.json", "the state ('-': standard input), as for 'davit eval'; default: the initial state of the file"),
    OPTION("json", NULL, "as JSON"),
    OPTION("latex", NULL, "as LaTeX"),
    OPTION("symbolic", NULL, "formulas in the parameters of the file, instead of numbers at a state; machines of rigid bodies"),
    OPTION("code", NULL, "with --symbolic: as C functions"),
    OPTION("page", NULL, "with --symbolic: as a page for a browser"),
    OPTION("only", "LIST",
           "with --symbolic: some of M, C, c (C v), g, h, J (points), B (axes), Phi (loops), F (moving frames), S (screws)"),
    OPTION("quasi", "NAME=FORMULA",
           "with --symbolic: the equations in this velocity, linear in rates, in the place of one; may be repeated"),
    OPTION("prune", "SHARE",
           "with --symbolic: leave out terms that are smaller than this share of their entry's scale, e.g. 1e-3"),
    OPTION("names", NULL, "with --symbolic: masses, centres, inertias and lengths that are numbers in the file get names, too"),
    OUTPUT("out", "FILE", "with --symbolic: write to a file"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static double *room(const equations *e, int columns) { return DV_TAKE(e->a->arena, double, (size_t)e->n *(size_t)columns); }

static double *add(equations *e, const char *name, const char *latex, const char *doc, int columns)
{
  double *x = room(e, columns);
  *DV_PUSH(e->a->arena, &e->block) = (block){.name = name, .latex = latex, .doc = doc, .columns = columns, .x = x};
  return x;
}

static void add_slopes(equations *e, const double *dB)
{
  for (int j = 0; j < e->n; j++) {
    block b = {.name = "dB/dq",
               .latex = "\\frac{\\partial\\mathbf B}{\\partial q}",
               .doc = "its derivative along",
               .of = e->name[j],
               .columns = e->n,
               .x = dB + (size_t)j * (size_t)(e->n * e->n)};
    *DV_PUSH(e->a->arena, &e->block) = b;
  }
}

void equations_efforts(const eval *s, double *tau)
{
  double *a = DV_TAKE(s->a->arena, double, s->m->nv);
  memcpy(a, s->work + s->m->work_a, (size_t)s->m->nv * sizeof *a);
  dv_engine_inverse_dynamics(s->m, s->q, s->v, a, tau, s->work);
}

static void lagrange_hamilton(equations *e, const eval *s)
{
  int n = e->n;
  dv_tree tree = dv_tree_of(s->m);
  dv_chain *c = dv_chain_new(e->a->arena, &tree, dv_model_NUMBER(s->m));
  double *v = add(e, "v", "v", "rates", 1), *B = add(e, "B", "\\mathbf B", "mass matrix", n);
  double *dB = room(e, n * n), *g, *p, *slope, *rate, *tau;
  memcpy(v, s->v, (size_t)n * sizeof *v);
  dv_chain_place(c, s->q);
  dv_lagrange_mass(c, B);
  dv_lagrange_slopes(c, dB);
  add_slopes(e, dB);
  dv_lagrange_christoffel(c, B, dB, v, add(e, "C", "\\mathbf C", "Coriolis matrix, Christoffel's", n));
  dv_lagrange_document(n, dB, v,
                       add(e, "C_document", "\\mathbf C_{\\mathrm{doc}}", "Coriolis matrix as printed by Rokseth 2014", n));
  dv_lagrange_gravity(c, g = add(e, "g", "g", "weight", 1));
  p = add(e, "p", "p", "momentum B v", 1);
  slope = add(e, "slope", "\\tfrac12 v^T\\frac{\\partial\\mathbf B}{\\partial q}v", "what motion alone adds to the momentum", 1);
  dv_lagrange_momentum(c, B, dB, v, p, slope);
  equations_efforts(s, tau = add(e, "tau", "\\tau", "efforts of parts and drives", 1));
  rate = add(e, "p_rate", "\\dot p", "slope - g + tau", 1);
  for (int i = 0; i < n; i++) rate[i] = slope[i] - g[i] + tau[i];
}

static void newton_euler(equations *e, const eval *s)
{
  int n = e->n;
  double *zero = room(e, 1), *v = add(e, "v", "v", "rates", 1);
  double *a = add(e, "a", "a", "accelerations", 1), *B = add(e, "B", "\\mathbf B", "mass matrix", n);
  double *c = add(e, "c", "c", "Coriolis and centrifugal efforts", 1), *g = add(e, "g", "g", "weight", 1);
  memcpy(v, s->v, (size_t)n * sizeof *v);
  memcpy(a, s->work + s->m->work_a, (size_t)n * sizeof *a);
  equations_efforts(s, add(e, "tau", "\\tau", "efforts of parts and drives", 1));
  dv_engine_mass_matrix(s->m, s->q, B, s->work);
  dv_engine_inverse_dynamics(s->m, s->q, zero, zero, g, s->work);
  dv_engine_inverse_dynamics(s->m, s->q, s->v, zero, c, s->work);
  for (int i = 0; i < n; i++) c[i] -= g[i];
}

static const struct {
  const char *name;
  void (*make)(equations *e, const eval *s);
  int most;                                    // rates
  int elastic;                                 // 1: knows elastic bodies
  void (*loops)(equations *e, const eval *s);  // the same with loops; NULL: not known
  int rolls;                                   // 1: those may be of rates alone
} methods[] = {
#define EQUATIONS(...) {__VA_ARGS__},
#include "equations.def"
};
enum { METHODS = sizeof methods / sizeof *methods };

static int find_method(args *a)
{
  const char *typed = has(a, "method") ? value_of(a, "method") : methods[0].name, *names[METHODS];
  for (int i = 0; i < METHODS; i++) {
    names[i] = methods[i].name;
    if (!strcmp(typed, names[i])) return i;
  }
  const char *near = did_you_mean(a->arena, typed, names, METHODS);
  bad_usage(a, near ? near : dv_arena_text(a->arena, "there are %s", all_methods + 2), "there is no method '%s'", typed);
  return -1;
}

// Efforts and accelerations come from the machine; a file that gives some means 'davit eval'.
static int state_alone(eval *s)
{
  for (int i = 0; i < s->m->nv; i++)
    if (s->effort[i] != 0) return bad_usage(s->a, "leave them out, or use 'davit eval'", "'davit equations' takes no efforts");
  return 0;
}

static int too_large(const dv_machine *m, int method)
{
  dv_tree tree = dv_tree_of(m->model);
  if (tree.elastic && !methods[method].elastic) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){m->doc->file, 0, 0},
                "use --method newton-euler or screw-projection, or give the beams no modes",
                "%s is for rigid bodies, and the machine has elastic ones", methods[method].name);
    return 1;
  }
  if (m->model->nv <= methods[method].most) return 0;
  dv_diag_add(m->diags, DV_ERROR, (dv_mark){m->doc->file, 0, 0}, "use --method newton-euler",
              "the machine has %d rates; %s takes %d at most", m->model->nv, methods[method].name, methods[method].most);
  return 1;
}

static void write(const equations *e, int method, const dv_machine *m)
{
  if (has(e->a, "json")) equations_json(e, methods[method].name, m);
  else if (has(e->a, "latex")) equations_latex(e);
  else equations_print(e);
}

static int has_loops(const dv_machine *m) { return DV_MODEL_COUNT(m->model, LOOP) > 0; }

static int refuses_loops(const dv_machine *m, int method)
{
  int rolls = has_loops(m) && dv_engine_rolls(m->model) && !methods[method].rolls;
  if (!has_loops(m) || (methods[method].loops && !rolls)) return 0;
  const dv_loop *l = dv_model_LOOP(m->model);
  dv_mark mark = {dv_model_text(m->model, l->file), l->line, l->col};
  if (rolls) {
    dv_diag_add(m->diags, DV_ERROR, mark, "use --method newton-euler", "%s does not know what rolls", methods[method].name);
    return 1;
  }
  dv_diag_add(m->diags, DV_ERROR, mark, "use --method newton-euler or lagrange-hamilton", "%s is for machines without loops",
              methods[method].name);
  return 1;
}

int run_equations(args *a)
{
  int bad = equations_needs_symbolic(a);
  if (bad) return bad;
  if (has(a, "symbolic")) return equations_symbolic(a);
  int method = find_method(a);
  if (method < 0) return BAD_USAGE;
  dv_machine *machine = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!machine->model || too_large(machine, method) || refuses_loops(machine, method))
    return fail_open(a, machine, a->operand[0]);
  eval s = {.a = a, .machine = machine, .m = machine->model};
  bad = eval_open(&s);
  if (!bad) bad = state_alone(&s);
  if (bad) {
    print_failure(a, a->operand[0], a->diags);
    return finish(machine, bad);
  }
  // driven coordinates are where their signals say
  memcpy(s.q, s.work + s.m->work_q, (size_t)s.m->nq * sizeof *s.q);
  memcpy(s.v, s.work + s.m->work_v, (size_t)s.m->nv * sizeof *s.v);
  equations e = {.a = a, .m = machine->model, .n = machine->model->nv};
  e.name = DV_TAKE(a->arena, const char *, e.n);
  for (int i = 0; i < e.n; i++) e.name[i] = rate_name(a->arena, e.m, i);
  (has_loops(machine) ? methods[method].loops : methods[method].make)(&e, &s);
  write(&e, method, machine);
  return finish(machine, FINE);
}
