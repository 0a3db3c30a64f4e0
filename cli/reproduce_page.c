// reproduce_page.c: an experiment as a part of the page, of the table and of the JSON output.
#include "reproduce.h"

#include "base/shown.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// A number of an experiment; spec NULL: it is only told, and nothing is wanted of it.
typedef struct {
  outcome o;
  const dv_metric_spec *measured;  // NULL: a mode
  const char *unit;                // of SI
} number;

static const char *unit_of(const experiment *e, const dv_metric_spec *s)
{
  const char *unit = e->l ? curve_unit(e->l, s) : "";
  return strcmp(unit, "1") != 0 ? unit : "";
}

static int is_drift(const outcome *o) { return o->spec && !o->spec->mode && o->spec->metric.what == DV_MEASURE_DRIFT; }

// As the figures beside it. A share of a scale that begins elsewhere (degC) is no temperature: a drift stays in K.
static dv_shown unit_of_page(const reproduction *r, const number *x)
{
  const dv_metric_spec *s = x->measured;
  double size = fmax(fabs(x->o.got), x->o.spec ? fabs(x->o.wanted) : 0);
  dv_shown u = dv_shown_as(x->unit, size), si = {x->unit, 1, 0};
  int place = s && (s->what == DV_MEASURE_AT || s->what == DV_MEASURE_FINAL || s->what == DV_MEASURE_MAX ||
                    s->what == DV_MEASURE_MIN || s->what == DV_MEASURE_MEAN);
  return has(r->a, "si") || (u.offset != 0 && !place) ? si : u;
}

static void put_value(dv_text *t, double x, const char *open)
{
  if (isnan(x)) dv_text_add(t, "%s\u2013</td>", open);
  else dv_text_add(t, "%s%.9g</td>", open, x);
}

static void put_place(dv_text *t, const outcome *o)
{
  const dv_mark *m = &o->spec->metric.mark;
  html_element(t, "<td class=\"text\">", o->spec->source ? o->spec->source : "", " ");
  html_element(t, "<small>line ", dv_arena_text(t->arena, "%d", m->line), "</small></td></tr>\n");
}

static void put_row(reproduction *r, const number *x)
{
  dv_text *t = &r->body;
  const outcome *o = &x->o;
  dv_shown u = unit_of_page(r, x);
  html_element(t, "<tr><td>", o->label, "</td>");
  put_value(t, u.factor * o->got + u.offset, "<td>");
  html_element(t, "<td class=\"text\">", u.unit, "</td>");
  if (!o->spec) {
    dv_text_add(t, "<td></td><td></td><td></td><td></td></tr>\n");
    return;
  }
  put_value(t, is_drift(o) ? NAN : u.factor * o->wanted + u.offset, "<td>");
  put_value(t, u.factor * o->tolerance, "<td>");
  dv_text_add(t, "<td class=\"%s\">", o->passed ? "good" : "bad");
  if (isnan(o->got)) dv_text_add(t, "\u2013</td>");
  else dv_text_add(t, "%.3g</td>", u.factor * (o->got - o->wanted));
  put_place(t, o);
}

static void put_quoted(dv_text *t, const char *text)
{
  dv_text_add(t, "\"");
  for (const char *s = text; *s; s++) dv_text_add(t, *s == '"' ? "\"\"" : "%c", *s);
  dv_text_add(t, "\",");
}

static void put_csv_number(dv_text *t, double x)
{
  if (isfinite(x)) dv_text_number(t, x);
  dv_text_add(t, ",");
}

static void put_line(reproduction *r, const experiment *e, const number *x)
{
  dv_text *t = &r->table;
  const outcome *o = &x->o;
  put_quoted(t, e->file);
  put_quoted(t, e->name ? e->name : "");
  put_quoted(t, o->label);
  put_csv_number(t, o->got);
  dv_text_add(t, "%s,", x->unit);
  put_csv_number(t, o->spec ? o->wanted : NAN);
  put_csv_number(t, o->spec ? o->tolerance : NAN);
  put_csv_number(t, o->spec ? o->got - o->wanted : NAN);
  dv_text_add(t, "%s,", !o->spec ? "" : o->passed ? "yes" : "no");
  put_quoted(t, o->spec && o->spec->source ? o->spec->source : "");
  t->at[t->n - 1] = '\n';
}

static void put_json(reproduction *r, const number *x)
{
  const outcome *o = &x->o;
  dv_json_open(&r->json, NULL, '{');
  dv_json_text(&r->json, "what", o->label);
  dv_json_number(&r->json, "value", o->got);
  dv_json_text(&r->json, "unit", x->unit);
  if (o->spec) {
    dv_json_number(&r->json, "wanted", o->wanted);
    dv_json_number(&r->json, "within", o->tolerance);
    dv_json_bool(&r->json, "passed", o->passed);
    dv_json_text(&r->json, "source", o->spec->source);
    dv_json_int(&r->json, "line", o->spec->metric.mark.line);
  }
  dv_json_close(&r->json);
}

static void put_number(reproduction *r, const experiment *e, const number *x)
{
  if (x->o.spec) x->o.passed ? r->passed++ : r->failed++;
  put_row(r, x);
  put_line(r, e, x);
  put_json(r, x);
}

static void put_numbers(reproduction *r, const experiment *e, const dv_linear *modes)
{
  dv_machine *m = e->m;
  dv_history none = {0};
  dv_json_open(&r->json, "numbers", '[');
  if (m->spec->nexpect + m->spec->nmetric)
    dv_text_add(&r->body, "<table><tr><th>number</th><th>value</th><th class=\"text\">unit</th><th>wanted</th><th>within</th>"
                          "<th>difference</th><th class=\"text\">source</th></tr>\n");
  for (int i = 0; i < m->spec->nexpect; i++) {
    number x = {.unit = ""};
    const dv_expect_spec *s = &m->spec->expect[i];
    if (s->mode) expect_mode(m, modes, i, &x.o);
    else expect_evaluate(m, e->l ? e->l : &none, i, &x.o), x.measured = &s->metric;
    x.unit = s->mode ? s->damping ? "" : "Hz" : unit_of(e, &s->metric);
    put_number(r, e, &x);
  }
  for (int i = 0; i < m->spec->nmetric; i++) {
    const dv_metric_spec *s = &m->spec->metric[i];
    number x = {
        .o = {.label = s->name, .got = e->l ? curve_measure(m, e->l, s) : NAN},
          .measured = s, .unit = unit_of(e, s)
    };
    put_number(r, e, &x);
  }
  if (m->spec->nexpect + m->spec->nmetric) dv_text_add(&r->body, "</table>\n");
  dv_json_close(&r->json);
}

// What `davit plot` draws of the run. The operand is the machine file, not its columns.
static void put_figures(reproduction *r, const experiment *e)
{
  args one = *r->a;
  sources s = {0};
  wishes w = {0};
  groups list = {0};
  one.operand = &(const char *){e->file};
  one.noperand = 1;
  one.diags = e->m->diags;
  *DV_PUSH(one.arena, &s) = (source){.l = e->l, .name = ""};
  if (groups_of(&one, e->l, &list) || wishes_of(&one, e->l, &w)) return;
  for (int i = 0, end; i < list.n; i = end) {
    end = end_of_figure(&list, i);
    dv_figure f = figure_of(&one, &s, &w, &list, i, end, (dv_figure){0});
    if (!f.npanel) continue;
    dv_text_add(&r->body, "<figure>");
    html_image(&r->body, dv_figure_svg(one.arena, &f));
    dv_text_add(&r->body, "</figure>\n");
    r->figures++;
  }
}

static const char *why_not(const experiment *e)
{
  for (int i = 0; i < e->m->diags->n; i++)
    if (e->m->diags->item[i].severity == DV_ERROR) return e->m->diags->item[i].what;
  return "no reason is known";
}

static void put_run(reproduction *r, const experiment *e)
{
  dv_text *t = &r->body;
  const dv_solver_spec *s = &e->m->spec->solver;
  if (!e->l) {
    html_element(t, "<div class=\"verdict bad\"><b>The run failed.</b> ", why_not(e), "</div>\n");
    return;
  }
  html_element(t, "<p class=\"sub\">",
               dv_arena_text(t->arena, "%g s with %s, %ld steps; energy not accounted for: %.2g of what flowed", s->until,
                             s->method ? s->method : "cvode", e->run.steps, e->run.ledger.relative),
               "</p>\n");
}

static void put_commands(reproduction *r, const experiment *e)
{
  args *a = r->a;
  const char *run = command_with(a, "run", e->file, e->name), *test = command_with(a, "test", e->file, e->name);
  html_element(&r->body, "<p><code>", run,
               " --out result.h5</code><br>\n<code>davit plot result.h5</code>, <code>davit report result.h5</code>");
  if (e->m->spec->nexpect) html_element(&r->body, "<br>\n<code>", test, "</code>");
  dv_text_add(&r->body, "</p>\n");
}

void reproduce_experiment(reproduction *r, const experiment *e, const dv_linear *modes)
{
  const char *title = e->name ? e->name : e->m->spec->name ? e->m->spec->name : e->file;
  int figures = r->figures, failed = r->failed, passed = r->passed;
  dv_json_open(&r->json, NULL, '{');
  dv_json_text(&r->json, "file", e->file);
  dv_json_text(&r->json, "case", e->name);
  dv_json_bool(&r->json, "ran", e->l != NULL);
  dv_text_add(&r->body, "<h3 id=\"case%d\">", r->cases);
  html_element(&r->body, e->name ? "case " : "", title, "</h3>\n");
  if (e->doc) html_element(&r->body, "<p>", e->doc, "</p>\n");
  put_run(r, e);
  put_numbers(r, e, modes);
  if (e->l) put_figures(r, e);
  put_commands(r, e);
  dv_json_close(&r->json);
  dv_text_add(&r->contents, "<tr><td><a href=\"#case%d\">", r->cases);
  html_element(&r->contents, "", title, "</a></td>");
  html_element(&r->contents, "<td class=\"text\">", e->file, "</td>");
  dv_text_add(&r->contents, "<td>%d</td><td>%d</td><td class=\"%s\">%d</td></tr>\n", r->figures - figures, r->passed - passed,
              r->failed > failed || !e->l ? "bad" : "", r->failed - failed);
}

int reproduce_write(reproduction *r, const char *path)
{
  args *a = r->a;
  dv_text t = {.arena = a->arena};
  int missed = r->failed || r->ran < r->cases;
  html_begin(&t, "Figures and numbers");
  dv_text_add(&t,
              "<h1>Figures and numbers</h1>\n<div class=\"verdict %s\"><b>%d of %d</b> numbers are as expected; %d of %d cases "
              "ran, %d figures.</div>\n",
              missed ? "bad" : "good", r->passed, r->passed + r->failed, r->ran, r->cases, r->figures);
  dv_text_add(
      &t,
      "<table><tr><th>case</th><th class=\"text\">file</th><th>figures</th><th>as expected</th><th>not</th></tr>\n%s</table>\n",
      dv_text_all(&r->contents));
  dv_text_put(&t, r->body.at, r->body.n);
  html_element(&t, "<h2>Origin</h2>\n<p>Made by <code>", a->command, "</code>, davit " DAVIT_VERSION ".</p>\n</body></html>\n");
  return write_bytes(a, a->diags, path, t.at, t.n);
}
