// study_report.c: a study as one self-contained HTML page for a design review: verdict, margins, peaks, figures, machine.
#include "study_page.h"

#include "base/markup.h"
#include "html.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void page_put(page *p, const char *text) { dv_text_markup(&p->t, text); }

void page_element(page *p, const char *open, const char *text, const char *close) { html_element(&p->t, open, text, close); }

// ---- verdict and margins

static dv_peak margin_of(const dv_duty *t, int actuator)
{
  int c = t->column[actuator][DV_DUTY_MARGIN];
  return c < 0 ? (dv_peak){NAN, 0} : dv_duty_least(t, c);
}

// Tight: within a tenth of what is asked for.
static const char *grade(const dv_duty *t, double margin)
{
  return margin < t->study->margin ? "bad" : margin < 1.1 * t->study->margin ? "tight" : "good";
}

static void put_verdict(page *p)
{
  double worst = HUGE_VAL;
  const dv_duty *where = NULL;
  int which = 0;
  for (int i = 0; i < p->l->n; i++)
    for (int k = 0; k < p->l->duty[i]->study->nactuator; k++) {
      double m = margin_of(p->l->duty[i], k).value;
      if (m < worst) worst = m, where = p->l->duty[i], which = k;
    }
  if (!where) return;
  const char *g = grade(where, worst);
  dv_text_add(&p->t, "<div class=\"verdict %s\"><b>%s</b> ", g,
              *g == 'b'   ? "A valve is too small."
              : *g == 't' ? "All valves suffice, but narrowly."
                          : "All valves suffice.");
  page_put(p, dv_arena_text(p->t.arena, "The smallest margin is %.3f (%s asked for): actuator %s, load case %s, t = %.2f s.",
                            worst, dv_arena_text(p->t.arena, "%.3g", where->study->margin), where->study->actuator[which].name,
                            load_name(where), margin_of(where, which).at));
  dv_text_add(&p->t, "</div>\n");
}

static void put_margins(page *p)
{
  const dv_study_spec *s = p->l->study;
  int any = 0;
  for (int k = 0; k < s->nactuator; k++) any |= s->actuator[k].valve >= 0;
  if (!any) return;
  dv_text_add(&p->t,
              "<h2>Valve margins</h2>\n<p class=\"sub\">Least ratio of the flow that the fully open valve passes to the flow "
              "that the duty needs, and when.</p>\n<table><tr><th>load case</th>");
  for (int k = 0; k < s->nactuator; k++) page_element(p, "<th>", s->actuator[k].name, "</th>");
  dv_text_add(&p->t, "</tr>\n");
  for (int i = 0; i < p->l->n; i++) {
    page_element(p, "<tr><td>", load_name(p->l->duty[i]), "</td>");
    for (int k = 0; k < s->nactuator; k++) {
      dv_peak m = margin_of(p->l->duty[i], k);
      if (isnan(m.value)) dv_text_add(&p->t, "<td>\u2013</td>");
      else
        dv_text_add(&p->t, "<td class=\"%s\">%.3f <small>at %.2f s</small></td>", grade(p->l->duty[i], m.value), m.value, m.at);
    }
    dv_text_add(&p->t, "</tr>\n");
  }
  dv_text_add(&p->t, "</table>\n");
}

// ---- peaks

static void put_peak_cell(page *p, const dv_duty *t, int column)
{
  dv_peak k = column < 0 ? (dv_peak){0, 0} : dv_duty_most(t, column);
  if (column < 0) dv_text_add(&p->t, "<td>\u2013</td>");
  else
    dv_text_add(&p->t, "<td>%s%.4g <small>%.2f s</small></td>", k.value < 0 ? "\u2212" : "",
                fabs(k.value) * shown_as(p->l, t->log->column[column].unit).factor, k.at);
}

static void put_peak_row(page *p, const char *what, int column)
{
  const dv_duty *first = p->l->duty[0];
  if (column < 0) return;
  const char *unit = shown_as(p->l, first->log->column[column].unit).unit;
  page_element(p, "<tr><td>", what, "</td>");
  page_element(p, "<td class=\"text\">", unit, "</td>");
  for (int i = 0; i < p->l->n; i++)
    put_peak_cell(p, p->l->duty[i], dv_history_find(p->l->duty[i]->log, first->log->column[column].name));
  dv_text_add(&p->t, "</tr>\n");
}

static void put_peaks(page *p)
{
  static const struct {
    dv_duty_column column;
    const char *name;
  } row[] = {
      {DV_DUTY_FORCE,    "force"              },
      {DV_DUTY_PRESSURE, "pressure difference"},
      {DV_DUTY_SPEED,    "speed"              },
      {DV_DUTY_FLOW,     "flow"               },
      {DV_DUTY_POWER,    "power"              },
  };
  const dv_duty *t = p->l->duty[0];
  dv_arena *a = p->t.arena;
  dv_text_add(&p->t, "<h2>Peaks</h2>\n<p class=\"sub\">Largest magnitude with its sign, and "
                     "when.</p>\n<table><tr><th>quantity</th><th class=\"text\">unit</th>");
  for (int i = 0; i < p->l->n; i++) page_element(p, "<th>", load_name(p->l->duty[i]), "</th>");
  dv_text_add(&p->t, "</tr>\n");
  for (int k = 0; k < t->study->nactuator; k++)
    for (int r = 0; r < (int)(sizeof row / sizeof *row); r++)
      put_peak_row(p, dv_arena_text(a, "%s: %s", t->study->actuator[k].name, row[r].name), t->column[k][row[r].column]);
  for (int i = 0; i < t->nmoved && t->efforts; i++) {
    const char *path = t->log->column[t->moved[i]].name;
    put_peak_row(p, dv_arena_text(a, "joint %.*s: effort", (int)(strlen(path) - strlen(".position")), path), t->moved[i] + 2);
  }
  put_peak_row(p, "all actuators: power", t->power);
  put_peak_row(p, "pump: flow", t->flow);
  put_peak_row(p, "pump: power", t->pump);
  if (t->speed >= 0) put_peak_row(p, dv_arena_text(a, "%s: speed", t->study->point.text), t->speed);
  dv_text_add(&p->t, "</table>\n");
}

// ---- figures

static void put_figures(page *p)
{
  study_figure *f;
  int n = study_figures(p->l, &f);
  dv_text_add(&p->t, "<h2>Figures</h2>\n");
  for (int i = 0; i < n; i++) {
    dv_text_add(&p->t, "<figure>");
    html_image(&p->t, dv_figure_svg(p->t.arena, &f[i].figure));
    page_element(p, dv_arena_text(p->t.arena, "<figcaption><b>Figure %d.</b> ", i + 1), f[i].caption, "</figcaption></figure>\n");
  }
}

// ---- origin

static void put_facts(page *p)
{
  const lift *l = p->l;
  dv_text_add(&p->t, "<h2>Origin</h2>\n<table class=\"facts\">");
  page_element(p, "<tr><td>command</td><td class=\"text\"><code>", l->a->command, "</code></td></tr>\n");
  page_element(p, "<tr><td>file</td><td class=\"text\"><code>", l->machine->doc->file, "</code></td></tr>\n");
  page_element(p, "<tr><td>hash (FNV-1a 64 of all files read)</td><td class=\"text\"><code>", l->machine->doc->hash,
               "</code></td></tr>\n");
  page_element(p, "<tr><td>program</td><td class=\"text\">davit ", DAVIT_VERSION, "</td></tr>\n");
  dv_text_add(&p->t, "<tr><td>instants</td><td class=\"text\">%d over %g s</td></tr></table>\n", l->study->samples,
              l->study->duration);
}

int write_report(const lift *l, const char *path)
{
  page p = {l, {.arena = l->a->arena}};
  const char *name = l->machine->spec->name;
  html_begin(&p.t, dv_arena_text(p.t.arena, "%s: %s", name, l->study->name));
  page_element(&p, "<h1>", dv_arena_text(p.t.arena, "%s \u2013 study \u201c%s\u201d", name, l->study->name), "</h1>\n");
  if (l->study->doc) page_element(&p, "<p class=\"sub\">", l->study->doc, "</p>\n");
  put_verdict(&p);
  put_margins(&p);
  page_cases(&p);
  put_peaks(&p);
  put_figures(&p);
  page_machine(&p);
  put_facts(&p);
  dv_text_add(&p.t, "</body></html>\n");
  int code = write_bytes(l->a, l->a->diags, path, p.t.at, p.t.n);
  if (code) return code;
  if (!has(l->a, "json")) puts(path);
  return FINE;
}
