// live_page.c: the page of a machine that runs in it. What is large is deflated: engine, blocks, scenes.
#include "scene/live_page.h"

#include "scene/pack.h"
#include "scene/page.h"
#include "step/step.h"

#include <string.h>

static size_t engine_bytes(void)
{
  const char *start = dv_engine_wasm, *end = dv_engine_wasm_end;
  return (size_t)(end - start);
}

int dv_engine_missing(dv_diags *d)
{
  if (engine_bytes()) return 0;
  dv_diag_add(d, DV_ERROR, (dv_mark){0},
              "install clang, lld, wasi-libc and libclang-rt-14-dev-wasm32, configure with DV_WASM on and build again",
              "this davit was built without the engine of pages");
  return 1;
}

static const char *packed(dv_arena *a, const void *bytes, size_t n)
{
  dv_text t = {.arena = a};
  dv_packed p = dv_deflated(a, bytes, n);
  dv_base64(&t, p.bytes, p.n);
  return dv_text_all(&t);
}

void dv_page_solver(dv_solver_spec *s)
{
  static const double step_usual = 1e-3;
  if (dv_solver_find(s->method)->chooses == DV_STEP_OWN) {
    s->method = dv_solvers[DV_SOLVER_rosenbrock].name;
    s->step = 0;
  }
  if (!(s->step > 0)) s->step = step_usual;
  s->linear = NULL;
  if (dv_run_formulations[s->formulation].momenta) s->formulation = DV_RUN_BY_velocity;
}

void dv_page_case_json(dv_json_out *o, const char *key, const dv_page_case *c)
{
  dv_arena *a = o->text.arena;
  dv_json_open(o, key, '{');
  dv_json_text(o, "name", c->name ? c->name : "");
  dv_json_text(o, "doc", c->doc);
  dv_json_text(o, "method", c->method);
  dv_json_number(o, "step", c->step);
  dv_json_number(o, "every", c->every);
  dv_json_number(o, "until", c->until);
  dv_json_text(o, "command", c->command);
  dv_json_text(o, "scene", packed(a, c->scene, strlen(c->scene)));
  dv_json_text(o, "parameters", packed(a, c->parameters, strlen(c->parameters)));
  dv_json_text(o, "block", packed(a, c->block, c->bytes));
  if (c->code) dv_json_text(o, "code", packed(a, c->code, c->code_bytes));
  dv_json_close(o);
}

const dv_text *dv_live_page(dv_arena *a, const dv_page_case *c, int n)
{
  const char *page = (const char *)dv_page, *mark = strstr(page, DV_PAGE_MARK);
  dv_text *t = DV_TAKE(a, dv_text, 1);
  dv_json_out o = {.text = {.arena = a}};
  t->arena = a;
  dv_json_open(&o, NULL, '{');
  dv_json_open(&o, "cases", '[');
  for (int i = 0; i < n; i++) dv_page_case_json(&o, NULL, &c[i]);
  dv_json_close(&o);
  dv_json_close(&o);
  dv_text_put(t, page, (size_t)(mark - page));
  dv_page_script(t, "application/json", "davit-machine", dv_text_all(&o.text));
  dv_page_script(t, "text/plain", "davit-engine", packed(a, dv_engine_wasm, engine_bytes()));
  dv_text_add(t, "%s", mark + strlen(DV_PAGE_MARK));
  return t;
}
