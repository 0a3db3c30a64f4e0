// edit_page.c: the page of `davit edit`, with the words of the language in it: schema, kinds with their ports and examples, and
// the engine that runs what is written.
#include "base/json.h"
#include "kinds/kinds.h"
#include "scene/live_page.h"
#include "scene/pack.h"
#include "scene/page.h"

#include <string.h>

static void put_port(dv_json_out *o, const dv_port *p)
{
  dv_json_open(o, p->name, '{');
  dv_json_text(o, "domain", dv_domain_of(p->domain)->name);
  dv_json_text(o, "doc", p->doc);
  dv_json_bool(o, "may", p->role == DV_MAY_ANSWER);
  dv_json_bool(o, "fixes", p->role == DV_FIXES);
  dv_json_close(o);
}

static void put_kind(dv_json_out *o, const dv_kind *k)
{
  dv_json_open(o, k->name, '{');
  dv_json_text(o, "doc", k->doc);
  dv_json_bool(o, "signal", dv_kind_is_signal(k));
  dv_json_text(o, "example", k->example);
  dv_json_open(o, "ports", '{');
  for (int i = 0; i < k->nport; i++) put_port(o, &k->port[i]);
  dv_json_close(o);
  dv_json_close(o);
}

static const char *words(dv_arena *a)
{
  dv_json_out o = {.text = {.arena = a}};
  dv_json_open(&o, NULL, '{');
  dv_json_raw(&o, "schema", dv_schema_json(a, dv_kinds_x1));
  dv_json_open(&o, "kinds", '{');
  for (int i = 0; dv_kinds_x1[i]; i++) put_kind(&o, dv_kinds_x1[i]);
  dv_json_close(&o);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}

const dv_text *dv_editors_page(dv_arena *a)
{
  const char *page = (const char *)dv_edit_page, *mark = strstr(page, DV_PAGE_MARK);
  dv_text *t = DV_TAKE(a, dv_text, 1), engine = {.arena = a};
  dv_packed p = dv_deflated(a, dv_engine_wasm, (size_t)((const char *)dv_engine_wasm_end - (const char *)dv_engine_wasm));
  t->arena = a;
  dv_base64(&engine, p.bytes, p.n);
  dv_text_put(t, page, (size_t)(mark - page));
  dv_page_script(t, "application/json", "davit-words", words(a));
  dv_page_script(t, "text/plain", "davit-engine", dv_text_all(&engine));
  dv_text_add(t, "%s", mark + strlen(DV_PAGE_MARK));
  return t;
}
