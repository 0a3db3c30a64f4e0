// optimise_report.c: `davit optimise --report x.html`: what was found, and the machine before and after side by side in 3D: two
// viewers in one page, each with the film of its run.
#include "optimise.h"

#include "base/markup.h"
#include "base/number.h"
#include "record/record.h"
#include "scene/film.h"
#include "scene/pack.h"
#include "scene/page.h"
#include "scene/scene.h"
#include "solve/solve.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char head[] =
    "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">"
    "<style>*{box-sizing:border-box}body{font:15px/1.5 system-ui,'Segoe UI','DejaVu Sans',sans-serif;color:#1d2430;margin:0;"
    "padding:24px 28px}h1{font-size:24px;margin:0 0 2px}.sub{color:#5b6675;margin:0 0 14px}"
    ".pair{display:flex;gap:14px;flex-wrap:wrap}.pair>div{flex:1 1 460px}h2{font-size:16px;margin:0 0 4px}"
    "iframe{width:100%;height:520px;border:1px solid #c9d0db;border-radius:4px}"
    "table{border-collapse:collapse;margin:18px 0;font-variant-numeric:tabular-nums}th,td{padding:4px 12px;text-align:right;"
    "border-bottom:1px solid #e3e7ee}th{color:#39424f;border-bottom:2px solid #c9d0db}"
    "th:first-child,td:first-child{text-align:left}td.holds{color:#8a5a00;text-align:left}</style>";

static const char tail[] =
    "<script>for (const id of ['before', 'after']) {\n"
    "  const bytes = Uint8Array.from(atob(document.getElementById(id).textContent), c => c.charCodeAt(0));\n"
    "  document.getElementById(id + '-view').src = URL.createObjectURL(new Blob([bytes], {type: 'text/html'}));\n"
    "}</script></body></html>\n";

// ---- the machine before or after, with the film of its run

typedef struct {
  dv_record *record;
  dv_filming *filming;
} taking;

static int take(void *self, double t, const double *x, const double *dx, const double *work)
{
  taking *k = self;
  dv_filming_row(k->filming, t, x, dx, work);
  return dv_record_row(k->record, t, x, dx, work);
}

// p: NULL: as in the file.
static dv_machine *open_at(const optimising *w, const dv_optimum *p)
{
  dv_arena *a = w->a->arena;
  dv_machine_options o = w->o.g.options;
  const char **settings = DV_TAKE(a, const char *, o.nsetting + w->o.g.nby + w->o.nlisted + 1);
  char number[DV_NUMBER_TEXT];
  memcpy(settings, o.settings, (size_t)o.nsetting * sizeof *settings);
  for (int i = 0; p && i < w->o.g.nby; i++) {
    const dv_gradient_by *b = &w->o.g.by[i];
    settings[o.nsetting++] = dv_arena_text(a, "%s=%s %s", b->path, dv_number_write(number, p->x[i] / b->factor), b->unit);
  }
  for (int k = 0; p && k < w->o.nlisted; k++) settings[o.nsetting++] = dv_optimise_choice(&w->o, a, p->choice, k);
  o.settings = settings, o.case_name = w->o.case_name[0], o.draw = 1;
  return dv_reading_machine(w->reading, &o);
}

// A viewer's page with its run. NULL after a diagnostic.
static const dv_text *page_of(const optimising *w, const dv_optimum *p)
{
  dv_arena *a = w->a->arena;
  dv_machine *m = open_at(w, p);
  dv_run_result r;
  if (!m->model) return NULL;
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_options o = dv_run_options_of(&m->spec->solver);
  taking k = {.record = dv_record_new(m->arena, m->diags, m->model, NULL, 0)};
  k.filming = dv_filming_new(m->arena, m->model, k.record->log, m->spec->solver.until);
  k.record->log->film.scene = dv_scene(m->arena, m);
  int bad = dv_start(m, s) || dv_run(m->model, s, &o, take, NULL, &k, &r, m->diags, m->arena);
  const dv_text *page = bad ? NULL : dv_report(a, k.record->log, w->a->operand[0], w->a->diags);
  if (bad) move_diags(w->a->diags, m->diags);
  dv_machine_close(m);
  return page;
}

// ---- tables

static void put_row(dv_text *t, const char *name, double before, double after, const char *unit, const char *holds)
{
  dv_text_add(t, "<tr><td>");
  dv_text_markup(t, name);
  dv_text_add(t, "</td><td>%.6g</td><td>%.6g</td><td>", before, after);
  dv_text_markup(t, unit && strcmp(unit, "1") ? unit : "");
  dv_text_add(t, "</td><td class=\"holds\">%s</td></tr>\n", holds);
}

static double mean_of(const optimising *w, const dv_wanted *x, const dv_optimum *p)
{
  double sum = 0;
  for (int c = 0; c < w->o.ncase; c++)
    if (x->in_case < 0 || x->in_case == c) sum += p->value[c * w->o.g.nmetric + x->metric];
  return x->in_case < 0 ? sum / w->o.ncase : sum;
}

static void put_table(dv_text *t, const optimising *w, const dv_optimum *p)
{
  dv_text_add(t, "<table><tr><th>number</th><th>before</th><th>after</th><th></th><th></th></tr>\n");
  for (int i = 0; i < w->o.g.nby; i++) {
    const dv_gradient_by *b = &w->o.g.by[i];
    put_row(t, b->name, b->value / b->factor, p->x[i] / b->factor, b->unit, p->bound_price[i] != 0 ? "at its bound" : "");
  }
  dv_text_add(t, "<tr><th>objective and limits</th><th>before</th><th>after</th><th></th><th></th></tr>\n");
  for (int k = 0; k < w->o.nobjective + w->o.nlimit; k++) {
    const dv_wanted *x = k < w->o.nobjective ? &w->o.objective[k] : &w->o.limit[k - w->o.nobjective];
    int holds = k >= w->o.nobjective && p->price[k - w->o.nobjective] != 0;
    put_row(t, x->text, mean_of(w, x, w->first), mean_of(w, x, p), w->o.g.metric[x->metric].unit, holds ? "holds" : "");
  }
  dv_text_add(t, "</table>\n");
}

int optimise_report(const optimising *w, const char *path)
{
  static const char *const id[] = {"before", "after"}, *const title[] = {"Before", "After"};
  const dv_optimum *p = w->result[w->best];
  dv_text t = {.arena = w->a->arena};
  if (dv_page_missing(w->a->diags)) return RUN_FAILED;
  const dv_text *page[] = {page_of(w, NULL), page_of(w, p)};
  if (!page[0] || !page[1]) return RUN_FAILED;
  dv_text_add(&t, "%s<title>Optimised</title></head><body><h1>", head);
  dv_text_markup(&t, w->m->spec->name);
  dv_text_add(&t, "</h1><p class=\"sub\">");
  dv_text_markup(&t, dv_arena_text(w->a->arena, "%s %s of %s", w->o.objective[0].sense > 0 ? "least" : "largest",
                                   w->o.objective[0].text, w->a->operand[0]));
  dv_text_add(&t, "</p><div class=\"pair\">");
  for (int k = 0; k < 2; k++)
    dv_text_add(&t, "<div><h2>%s</h2><iframe id=\"%s-view\" title=\"%s\"></iframe></div>", title[k], id[k], title[k]);
  dv_text_add(&t, "</div>\n");
  put_table(&t, w, p);
  for (int k = 0; k < 2; k++) {
    dv_text_add(&t, "<script type=\"text/plain\" id=\"%s\">", id[k]);
    dv_base64(&t, page[k]->at, page[k]->n);
    dv_text_add(&t, "</script>\n");
  }
  dv_text_add(&t, "%s", tail);
  return write_bytes(w->a, w->a->diags, path, t.at, t.n);
}
