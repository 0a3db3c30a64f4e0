// page.c: `davit page FILE -o FILE.html`: a machine as one page that simulates it: engine, model and viewer, no server.
#include "cli.h"

#include "page.h"
#include "scene/live_page.h"
#include "scene/page.h"
#include "scene/scene.h"
#include "step/step.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

const option options_page[] = {
    OUTPUT("o", "FILE.html", "where to write it (default: beside the machine file)"),
    OPTION("solver", "NAME",
           "fixed-step method of the page: rk4, rk3, lie-rk4, rkn, rosenbrock... (rosenbrock in the place of cvode)"),
    OPTION("step", "H", "its step, e.g. 2ms (1 ms)"),
    OPTION("formulation", dv_run_formulation_of_rates + 1, dv_run_formulation_rate_docs + 2),
    OPTION("until", "T", "end of the run that the page's check makes, e.g. 2s"),
    OPTION("only", NULL, "the case of --case alone; otherwise the page has all cases to choose from"),
    OPTION("compiled", NULL, "with straight-line code of the machine, which is faster; takes clang and lld"),
    READING_OPTIONS,
    END_OPTIONS,
};

enum { PAGE_MOST = 3000000 };  // bytes

// A page steps by the core: methods of one step, fixed, of rates.
static int page_method(args *a, const dv_machine *m, dv_solver_spec *s)
{
  *s = m->spec->solver;
  const dv_solver *row = dv_solver_find(s->method);
  if (row->chooses == DV_STEP_OWN && value_of(a, "solver"))
    return bad_usage(a, "choose rk4, rk3, lie-rk4, rkn or rosenbrock", "--solver: a page cannot step by %s", row->name);
  if (value_of(a, "step") && !strcmp(value_of(a, "step"), "auto"))
    return bad_usage(a, "give a step, e.g. --step 1ms", "--step: a page goes by fixed steps");
  dv_page_solver(s);
  return FINE;
}

// What gives the same bits by hand.
static const char *command_of(args *a, const char *case_name, const dv_solver_spec *s)
{
  return dv_arena_text(a->arena, "%s --solver %s --step %.9gms --formulation %s --until %.9g --hash",
                       command_with(a, "run", a->operand[0], case_name), s->method, 1e3 * s->step,
                       dv_run_formulations[s->formulation].name, s->until);
}

// The warnings of the other cases are those of the first.
static int ended(dv_machine *m, int first, int code)
{
  if (first || code) return finish(m, code);
  dv_machine_close(m);
  return FINE;
}

// One case. 0, or what is wrong is said. The first has sliders of `parameters:`.
static int add_case(args *a, const dv_reading *r, const char *name, const char *doc, int first, dv_page_case *out)
{
  dv_machine_options o = machine_options(a, name);
  o.draw = 1;
  dv_machine *m = dv_reading_machine(r, &o);
  dv_solver_spec s;
  if (!m->model) return fail_open(a, m, a->operand[0]);
  int code = page_method(a, m, &s);
  if (code) return finish(m, code);
  dv_state *start = dv_state_new(m->arena, m->model);
  if (dv_start(m, start)) return finish(m, RUN_FAILED);
  if (m->model->outside.table) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){a->operand[0], 0, 0}, "build them into davit",
                "kinds from outside cannot go into a page: they are code");
    return finish(m, BAD_FILE);
  }
  const dv_model *block = dv_saved_block(a->arena, m->model, &s, start);
  *out = (dv_page_case){.name = name,
                        .doc = doc,
                        .scene = dv_scene(a->arena, m),
                        .parameters = first ? page_parameters(a, r, &o, m, start) : "[]",
                        .block = block,
                        .bytes = (size_t)block->bytes,
                        .method = dv_arena_copy(a->arena, s.method, strlen(s.method)),
                        .step = s.step,
                        .every = s.every > 0 ? s.every : 10 * s.step,
                        .until = s.until,
                        .command = command_of(a, name, &s)};
  return ended(m, first, has(a, "compiled") ? page_code(a, m, block, out) : FINE);
}

static const char *kept(args *a, const char *text) { return text ? dv_arena_copy(a->arena, text, strlen(text)) : NULL; }

// The names of the file's cases, the one to begin with in front; "" is the machine without a case.
static int list_cases(args *a, const dv_reading *r, const char ***name, const char ***doc)
{
  dv_machine_options o = machine_options(a, value_of(a, "case"));
  dv_machine *m = dv_reading_machine(r, &o);
  if (!m->model) return -fail_open(a, m, a->operand[0]);
  const dv_spec *s = m->spec;
  const char *first = value_of(a, "case") ? value_of(a, "case") : s->desk.case_name;
  int n = 0, all = !has(a, "only");
  *name = DV_TAKE(a->arena, const char *, s->ncase + 2);
  *doc = DV_TAKE(a->arena, const char *, s->ncase + 2);
  (*name)[n++] = kept(a, first);
  if (first && all) (*name)[n++] = NULL;
  for (int i = 0; i < s->ncase; i++) {
    int is_first = first && !strcmp(first, s->cases[i].name);
    if (is_first) (*doc)[0] = kept(a, s->cases[i].doc);
    if (is_first || !all) continue;
    (*doc)[n] = kept(a, s->cases[i].doc);
    (*name)[n++] = kept(a, s->cases[i].name);
  }
  dv_machine_close(m);
  return n;
}

// All cases; those that a page cannot hold are left out and told, but for the first.
static int collect(args *a, const dv_reading *r, dv_page_case **cases, int *n)
{
  const char **name = NULL, **doc = NULL;
  int count = list_cases(a, r, &name, &doc);
  if (count < 1 || !name || !doc) return count < 0 ? -count : BAD_FILE;
  *cases = DV_TAKE(a->arena, dv_page_case, count);
  *n = 0;
  for (int i = 0; i < count; i++) {
    int code = add_case(a, r, name[i], doc[i], !i, &(*cases)[*n]);
    if (code && !i) return code;
    if (code) fprintf(stderr, "davit: case %s is left out of the page\n", name[i] ? name[i] : "(none)");
    else ++*n;
  }
  return FINE;
}

static int write_page(args *a, const dv_page_case *cases, int n)
{
  const char *to = value_of(a, "o") ? value_of(a, "o") : beside(a->arena, a->operand[0], ".html");
  if (!ends_with(to, ".html")) return bad_usage(a, "give FILE.html", "-o: '%s' is no name of a page", to);
  assert(cases && n > 0);
  const dv_text *page = dv_live_page(a->arena, cases, n);
  int all = n;
  while (page->n > PAGE_MOST && n > 1) page = dv_live_page(a->arena, cases, --n);
  if (n < all) fprintf(stderr, "davit: %d of %d cases are left out: the page would be larger than 3 MB\n", all - n, all);
  if (page->n > PAGE_MOST) fprintf(stderr, "davit: the page is larger than 3 MB: its meshes are\n");
  int code = write_bytes(a, a->diags, to, page->at, page->n);
  if (code) return code;
  printf("%s: %.2f MB, %d case%s, steps of %g ms by %s\n", to, 1e-6 * (double)page->n, n, n == 1 ? "" : "s", 1e3 * cases->step,
         cases->method);
  return FINE;
}

int run_page(args *a)
{
  if (dv_page_missing(a->diags) || dv_engine_missing(a->diags)) return RUN_FAILED;
  dv_import_options import = import_options(a);
  dv_reading *r = dv_reading_open_with(a->operand[0], &import);
  dv_page_case *cases = NULL;
  int n = 0, code = collect(a, r, &cases, &n);
  dv_reading_close(r);
  return code ? code : write_page(a, cases, n);
}
