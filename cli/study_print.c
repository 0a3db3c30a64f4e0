// study_print.c: peaks and margins of a study as a table and as JSON.
#include "study.h"

#include <math.h>
#include <stdio.h>

// "256 kN at 12 s"
static const char *peak_text(const lift *l, const dv_duty *t, int column)
{
  if (column < 0) return "-";
  dv_peak p = dv_duty_most(t, column);
  dv_shown u = shown_as(l, t->log->column[column].unit);
  return dv_arena_text(l->a->arena, "%.4g %s at %.2f s", p.value * u.factor, u.unit, p.at);
}

static const char *margin_text(const lift *l, const dv_duty *t, int actuator)
{
  int c = t->column[actuator][DV_DUTY_MARGIN];
  dv_peak p = c < 0 ? (dv_peak){NAN, 0} : dv_duty_least(t, c);
  if (isnan(p.value)) return "-";
  return dv_arena_text(l->a->arena, "%.3f at %.2f s%s", p.value, p.at, dv_duty_meets(t, actuator) ? "" : "  TOO SMALL");
}

static void print_load(const lift *l, const dv_duty *t)
{
  const dv_study_spec *s = t->study;
  printf("\n%s%s%s\n", load_name(t), t->load && t->load->doc ? ": " : "", t->load && t->load->doc ? t->load->doc : "");
  printf("  %-14s %-24s %-22s %-24s %-22s %s\n", "actuator", "force", "pressure", "flow", "power", "margin");
  for (int i = 0; i < s->nactuator; i++) {
    const int *c = t->column[i];
    printf("  %-14s %-24s %-22s %-24s %-22s %s\n", s->actuator[i].name, peak_text(l, t, c[DV_DUTY_FORCE]),
           peak_text(l, t, c[DV_DUTY_PRESSURE]), peak_text(l, t, c[DV_DUTY_FLOW]), peak_text(l, t, c[DV_DUTY_POWER]),
           margin_text(l, t, i));
  }
  printf("  all: power %s", peak_text(l, t, t->power));
  if (t->flow >= 0) printf(", flow %s", peak_text(l, t, t->flow));
  if (t->pump >= 0) printf(", pump %s", peak_text(l, t, t->pump));
  if (t->speed >= 0) printf(", speed of %s %s", s->point.text, peak_text(l, t, t->speed));
  printf("\n");
}

void print_study(const lift *l)
{
  const dv_study_spec *s = l->study;
  printf("%s, study %s: %g s, %d instants%s%s\n", l->machine->spec->name, s->name, s->duration, s->samples, s->doc ? "\n" : "",
         s->doc ? s->doc : "");
  for (int i = 0; i < l->n; i++) print_load(l, l->duty[i]);
}

static void put_peak(dv_json_out *o, const char *key, dv_peak p)
{
  dv_json_open(o, key, '{');
  dv_json_number(o, "value", p.value);
  dv_json_number(o, "at", p.at);
  dv_json_close(o);
}

static void put_load(dv_json_out *o, const dv_duty *t)
{
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "case", load_name(t));
  dv_json_open(o, "peaks", '{');
  for (int c = 1; c < t->log->ncolumn; c++) put_peak(o, t->log->column[c].name, dv_duty_most(t, c));
  dv_json_close(o);
  dv_json_open(o, "margins", '{');
  for (int i = 0; i < t->study->nactuator; i++)
    if (t->column[i][DV_DUTY_MARGIN] >= 0)
      put_peak(o, t->study->actuator[i].name, dv_duty_least(t, t->column[i][DV_DUTY_MARGIN]));
  dv_json_close(o);
  dv_json_close(o);
}

void put_study(const lift *l, int ok)
{
  dv_json_out o = {.text = {.arena = l->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, l->file, ok);
  dv_json_text(&o, "study", l->study->name);
  dv_json_number(&o, "margin", l->study->margin);
  dv_json_open(&o, "cases", '[');
  for (int i = 0; i < l->n; i++) put_load(&o, l->duty[i]);
  dv_json_close(&o);
  put_diags(&o, l->machine->diags);
  dv_json_close(&o);
  print_json(&o);
}
