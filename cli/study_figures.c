// study_figures.c: the figures of a study, and its files: a CSV per load case, an SVG per figure, the report.
#include "study.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// A column in the units that people use; t is its x.
static dv_curve curve_of(const lift *l, const dv_duty *t, int x, int y, const char *label)
{
  dv_arena *a = l->a->arena;
  int n = t->log->nrow;
  double *data = DV_TAKE(a, double, 2 * n), ux = shown_as(l, t->log->column[x].unit).factor,
         uy = shown_as(l, t->log->column[y].unit).factor;
  dv_history_column(t->log, x, data);
  dv_history_column(t->log, y, data + n);
  for (int i = 0; i < n; i++) data[i] *= ux, data[n + i] *= uy;
  return (dv_curve){label, data, data + n, n};
}

static int same_curve(const dv_curve *a, const dv_curve *b)
{
  double size = 0, off = 0;
  for (int i = 0; i < a->n; i++) size = fmax(size, fabs(a->y[i])), off = fmax(off, fabs(a->y[i] - b->y[i]));
  return off <= 1e-9 * size;
}

// Load cases that give one and the same curve share it.
static void add_curve(const lift *l, dv_panel *p, dv_curve c)
{
  for (int i = 0; i < p->ncurve; i++)
    if (same_curve(&p->curve[i], &c)) {
      p->curve[i].label = dv_arena_text(l->a->arena, "%s, %s", p->curve[i].label, c.label);
      return;
    }
  p->curve[p->ncurve++] = c;
}

// One panel: the same column of every load case over time; load cases may be of different variants.
static dv_panel panel_of(const lift *l, const char *title, const char *y_label, int column)
{
  const dv_duty *first = l->duty[0];
  dv_panel p = {.title = title, .x_label = "time", .x_unit = "s", .y_label = y_label};
  p.y_unit = shown_as(l, first->log->column[column].unit).unit;
  p.curve = DV_TAKE(l->a->arena, dv_curve, l->n);
  for (int i = 0; i < l->n; i++) {
    int c = dv_history_find(l->duty[i]->log, first->log->column[column].name);
    if (c >= 0) add_curve(l, &p, curve_of(l, l->duty[i], 0, c, load_name(l->duty[i])));
  }
  return p;
}

static study_figure figure_new(const lift *l, const char *name, const char *caption, int npanel)
{
  return (study_figure){
      name, caption, {.npanel = 0, .panel = DV_TAKE(l->a->arena, dv_panel, npanel), .width = 860, .panel_height = 150}
  };
}

static study_figure of_actuators(const lift *l, const char *name, const char *caption, const char *y_label, dv_duty_column c)
{
  const dv_duty *t = l->duty[0];
  study_figure f = figure_new(l, name, caption, t->study->nactuator);
  for (int i = 0; i < t->study->nactuator; i++)
    if (t->column[i][c] >= 0)
      f.figure.panel[f.figure.npanel++] = panel_of(l, t->study->actuator[i].name, y_label, t->column[i][c]);
  return f;
}

static study_figure of_coordinates(const lift *l, const char *name, const char *caption, const char *y_label, int which)
{
  const dv_duty *t = l->duty[0];
  study_figure f = figure_new(l, name, caption, t->nmoved);
  for (int i = 0; i < t->nmoved && (which < 2 || t->efforts); i++) {
    const char *path = t->log->column[t->moved[i]].name;
    const char *title = dv_arena_copy(l->a->arena, path, strlen(path) - strlen(".position"));
    f.figure.panel[f.figure.npanel++] = panel_of(l, title, y_label, t->moved[i] + which);
  }
  return f;
}

static study_figure of_whole(const lift *l)
{
  const dv_duty *t = l->duty[0];
  study_figure f = figure_new(l, "power", "Power of all actuators, flow and power of the pump, speed of the point.", 4);
  f.figure.panel[f.figure.npanel++] = panel_of(l, "all actuators", "power", t->power);
  if (t->flow >= 0) f.figure.panel[f.figure.npanel++] = panel_of(l, "pump", "flow", t->flow);
  if (t->pump >= 0) f.figure.panel[f.figure.npanel++] = panel_of(l, "pump", "power", t->pump);
  if (t->speed >= 0) f.figure.panel[f.figure.npanel++] = panel_of(l, l->study->point.text, "speed", t->speed);
  return f;
}

// The open valve's curve over the drops that the panel shows.
static dv_curve valve_curve(const lift *l, const dv_valve_spec *v, double most)
{
  enum { POINTS = 200 };
  double *data = DV_TAKE(l->a->arena, double, 2 * POINTS);
  for (int i = 0; i < POINTS; i++) {
    data[i] = most * i / (POINTS - 1);
    data[POINTS + i] = dv_valve_flow(v, data[i] / shown_as(l, "Pa").factor) * shown_as(l, "m^3/s").factor;
  }
  return (dv_curve){dv_arena_text(l->a->arena, "valve '%s', open", v->name), data, data + POINTS, POINTS};
}

// Flow over the valve's drop: the task must lie under the valve.
static dv_curve locus_curve(const lift *l, const dv_duty *t, int actuator, const char *label, double *most)
{
  const int *c = t->column[actuator];
  dv_curve out = curve_of(l, t, c[DV_DUTY_VALVE_DROP], c[DV_DUTY_FLOW], label);
  for (int k = 0; k < out.n; k++) {
    *most = fmax(*most, out.x[k]);
    ((double *)(size_t)out.y)[k] = fabs(out.y[k]);
  }
  return out;
}

static dv_panel locus(const lift *l, int actuator)
{
  const dv_duty *first = l->duty[0];
  dv_panel p = {.title = first->study->actuator[actuator].name,
                .x_label = "valve drop",
                .x_unit = shown_as(l, "Pa").unit,
                .y_label = "flow",
                .y_unit = shown_as(l, "m^3/s").unit,
                .ncurve = l->n + 1,
                .bound = 1};
  double most = 0;
  p.curve = DV_TAKE(l->a->arena, dv_curve, l->n + 1);
  for (int i = 0; i < l->n; i++) p.curve[i] = locus_curve(l, l->duty[i], actuator, load_name(l->duty[i]), &most);
  p.curve[l->n] = valve_curve(l, &first->study->valve[first->study->actuator[actuator].valve], most);
  return p;
}

// Share of the open valve's flow that is needed; the line is what the margin leaves.
static study_figure of_use(const lift *l)
{
  const dv_duty *t = l->duty[0];
  study_figure f = figure_new(
      l, "use", "Use of the valves: flow needed over flow of the open valve; the black line is what the margin leaves.",
      t->study->nactuator);
  for (int k = 0; k < t->study->nactuator; k++) {
    if (t->study->actuator[k].valve < 0) continue;
    dv_panel *p = &f.figure.panel[f.figure.npanel++];
    *p = panel_of(l, t->study->actuator[k].name, "use", t->column[k][DV_DUTY_VALVE_FLOW]);
    p->y_unit = "%";
    p->ncurve = 0;
    p->bound = 1;
    p->curve = DV_TAKE(l->a->arena, dv_curve, l->n + 1);
    for (int i = 0; i < l->n; i++) {
      const int *c = l->duty[i]->column[k];
      dv_curve need = curve_of(l, l->duty[i], 0, c[DV_DUTY_FLOW], load_name(l->duty[i]));
      dv_curve most = curve_of(l, l->duty[i], 0, c[DV_DUTY_VALVE_FLOW], NULL);
      for (int n = 0; n < need.n; n++) ((double *)(size_t)need.y)[n] = 100 * fabs(need.y[n]) / most.y[n];
      add_curve(l, p, need);
    }
    double *line = DV_TAKE(l->a->arena, double, 4);
    line[1] = t->study->duration;
    line[2] = line[3] = 100 / t->study->margin;
    p->curve[p->ncurve++] = (dv_curve){"most", line, line + 2, 2};
  }
  return f;
}

static study_figure of_valves(const lift *l)
{
  const dv_duty *t = l->duty[0];
  study_figure f = figure_new(
      l, "valves",
      "Valve sizing: flow against the drop that is left for the valve; each task must lie under the curve of its open valve.",
      t->study->nactuator);
  for (int i = 0; i < t->study->nactuator; i++)
    if (t->study->actuator[i].valve >= 0) f.figure.panel[f.figure.npanel++] = locus(l, i);
  f.figure.panel_height = 220;
  return f;
}

// The same by load: all actuators in a panel, and the curves of their valves.
static dv_panel task(const lift *l, const dv_duty *t)
{
  const dv_study_spec *study = t->study;
  dv_panel p = {.title = load_name(t),
                .x_label = "valve drop",
                .x_unit = shown_as(l, "Pa").unit,
                .y_label = "flow",
                .y_unit = shown_as(l, "m^3/s").unit,
                .bound = 1};
  double most = 0;
  char *drawn = DV_TAKE(l->a->arena, char, study->nvalve + 1);
  p.curve = DV_TAKE(l->a->arena, dv_curve, 2 * study->nactuator);
  for (int i = 0; i < study->nactuator; i++)
    if (study->actuator[i].valve >= 0) p.curve[p.ncurve++] = locus_curve(l, t, i, study->actuator[i].name, &most);
  for (int i = 0; i < study->nactuator; i++) {
    int valve = study->actuator[i].valve;
    if (valve >= 0 && !drawn[valve]++) p.curve[p.ncurve++] = valve_curve(l, &study->valve[valve], most);
  }
  return p;
}

static study_figure of_tasks(const lift *l)
{
  study_figure f =
      figure_new(l, "tasks", "The same by load: flow of all actuators against the drop that is left for their valves.", l->n);
  for (int i = 0; i < l->n; i++) {
    dv_panel p = task(l, l->duty[i]);
    if (p.ncurve) f.figure.panel[f.figure.npanel++] = p;
  }
  f.figure.panel_height = 220;
  return f;
}

int study_figures(const lift *l, study_figure **out)
{
  study_figure all[] = {
      of_valves(l),
      of_tasks(l),
      of_use(l),
      of_whole(l),
      of_actuators(l, "forces", "Force of the actuators on their axes.", NULL, DV_DUTY_FORCE),
      of_actuators(l, "pressures", "Pressure difference that the load needs at the actuator.", NULL, DV_DUTY_PRESSURE),
      of_actuators(l, "flows", "Flow into the actuators.", "flow", DV_DUTY_FLOW),
      of_coordinates(l, "efforts", "Effort at the joints.", "effort", 2),
      of_coordinates(l, "motion", "Motion of the joints.", "position", 0),
  };
  int n = 0, most = (int)(sizeof all / sizeof *all);
  *out = DV_TAKE(l->a->arena, study_figure, most);
  for (int i = 0; i < most; i++)
    if (all[i].figure.npanel) (*out)[n++] = all[i];
  return n;
}

static int write_picture(const lift *l, const char *path, const char *text)
{
  int code = write_text(l->a, l->a->diags, path, text);
  if (code == FINE && !has(l->a, "json")) puts(path);
  return code;
}

int write_study(const lift *l, const char *folder)
{
  dv_arena *a = l->a->arena;
  study_figure *f;
  int n = study_figures(l, &f), code = FINE;
  if (mkdir(folder, 0777) && errno != EEXIST) {
    dv_diag_add(l->a->diags, DV_ERROR, (dv_mark){folder, 0, 0}, NULL, "cannot make the folder: %s", strerror(errno));
    return RUN_FAILED;
  }
  for (int i = 0; i < l->n && code == FINE; i++) {
    const char *path = dv_arena_text(a, "%s/%s.csv", folder, l->duty[i]->load ? load_name(l->duty[i]) : l->study->name);
    code = write_history(l->a, l->a->diags, l->duty[i]->log, path);
    if (code == FINE && !has(l->a, "json")) puts(path);
  }
  for (int i = 0; i < n && code == FINE; i++)
    code = write_picture(l, dv_arena_text(a, "%s/%s.svg", folder, f[i].name), dv_figure_svg(a, &f[i].figure));
  return code == FINE ? write_report(l, dv_arena_text(a, "%s/report.html", folder)) : code;
}
