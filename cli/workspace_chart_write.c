// workspace_chart_write.c: a load chart as text, JSON, figure and table.
#include "plot.h"
#include "workspace_chart.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { BINS = 12 };

static const char *by_name(const chart *c, int by) { return by < 0 ? "none: the largest load" : c->limit[by].name; }

typedef struct {
  double r[2], least, most;
  int n, by;  // what limits the least
} bin;

static int fill_bins(const chart *c, bin *b)
{
  double lo = HUGE_VAL, hi = -HUGE_VAL;
  for (int i = 0; i < c->na * c->nb; i++)
    if (isfinite(c->at[i].permitted)) lo = fmin(lo, c->at[i].at[0]), hi = fmax(hi, c->at[i].at[0]);
  if (!(hi > lo)) return 0;
  for (int k = 0; k < BINS; k++)
    b[k] = (bin){
        {lo + (hi - lo) * k / BINS, lo + (hi - lo) * (k + 1) / BINS},
        HUGE_VAL, -HUGE_VAL, 0, -1
    };
  for (int i = 0; i < c->na * c->nb; i++) {
    const place *p = &c->at[i];
    if (!isfinite(p->permitted)) continue;
    bin *x = &b[(int)fmin(BINS - 1, floor(BINS * (p->at[0] - lo) / (hi - lo)))];
    x->n++;
    if (p->permitted < x->least) x->least = p->permitted, x->by = p->by;
    x->most = fmax(x->most, p->permitted);
  }
  return 1;
}

void print_chart(const chart *c)
{
  const dv_workspace *s = c->with[0].s;
  bin b[BINS];
  if (!fill_bins(c, b)) {
    printf("no pose within the limits of the joints can be held still\n");
    return;
  }
  printf("%s: permitted %s [%s] over the %s of the point\n%16s %12s %12s   first limit where it is least\n", s->arm->point.name,
         c->path, *c->unit ? c->unit : "SI", s->about < 0 ? section_label(s, 0) : "distance",
         s->about < 0 ? dv_arena_text(c->a->arena, "%s [m]", section_label(s, 0)) : "r [m]", "least", "most");
  for (int k = 0; k < BINS; k++)
    if (b[k].n) printf("%6.3f .. %6.3f %12.5g %12.5g   %s\n", b[k].r[0], b[k].r[1], b[k].least, b[k].most, by_name(c, b[k].by));
}

void put_chart(const chart *c)
{
  dv_json_out o = {.text = {.arena = c->a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, c->a->operand[0], 1);
  dv_json_text(&o, "load", c->path);
  dv_json_text(&o, "unit", c->unit);
  dv_json_open(&o, "chart", '[');
  for (int i = 0; i < c->na * c->nb; i++) {
    const place *p = &c->at[i];
    dv_json_open(&o, NULL, '{');
    for (int k = 0; k < c->with[0].s->arm->n; k++) dv_json_number(&o, c->with[0].s->arm->mover[k]->name, p->moved[k]);
    dv_json_number(&o, "r", p->at[0]);
    dv_json_number(&o, "z", p->at[1]);
    dv_json_number(&o, "permitted", p->permitted);
    dv_json_text(&o, "by", by_name(c, p->by));
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_close(&o);
  print_json(&o);
}

static const char *load_label(const chart *c) { return dv_arena_text(c->a->arena, "permitted %s", c->path); }

// Corners of the cells, bent as the arm bends them, with the load on each.
static dv_heat *heat_of(const chart *c)
{
  const dv_workspace *s = c->with[0].s;
  int na = c->na, nb = c->nb;
  double *x = DV_TAKE(c->a->arena, double, 2 * (na + 1) * (nb + 1)), *y = x + (na + 1) * (nb + 1),
         *v = DV_TAKE(c->a->arena, double, na *nb), *moved = DV_TAKE(c->a->arena, double, s->arm->n), rz[2];
  dv_heat *h = DV_TAKE(c->a->arena, dv_heat, 1);
  for (int j = 0; j <= nb; j++)
    for (int i = 0; i <= na; i++) {
      chart_pose(s, (double)i / na, (double)j / nb, moved);
      dv_workspace_section(s, moved, rz);
      x[j * (na + 1) + i] = rz[0], y[j * (na + 1) + i] = rz[1];
    }
  for (int i = 0; i < na * nb; i++) v[i] = c->at[i].permitted;
  *h = (dv_heat){na, nb, x, y, v, load_label(c), c->unit};
  return h;
}

static dv_panel section(const chart *c)
{
  const dv_workspace *s = c->with[0].s;
  return (dv_panel){.title = "Load chart",
                    .x_label = section_label(s, 0),
                    .x_unit = "m",
                    .y_label = section_label(s, 1),
                    .y_unit = "m",
                    .equal = 1,
                    .contours = 1,
                    .heat = heat_of(c)};
}

// Where which limit is met first.
static dv_panel governing(const chart *c)
{
  args *a = c->a;
  int n = c->na * c->nb;
  const dv_workspace *s = c->with[0].s;
  dv_panel p = {.title = "What limits it",
                .x_label = section_label(s, 0),
                .x_unit = "m",
                .y_label = section_label(s, 1),
                .y_unit = "m",
                .equal = 1,
                .dots = 1};
  p.curve = DV_TAKE(a->arena, dv_curve, c->nlimit + 1);
  for (int k = -1; k < c->nlimit; k++) {
    double *x = DV_TAKE(a->arena, double, 2 * n), *y = x + n;
    int count = 0;
    for (int i = 0; i < n; i++)
      if (isfinite(c->at[i].permitted) && c->at[i].by == k) x[count] = c->at[i].at[0], y[count++] = c->at[i].at[1];
    if (count) p.curve[p.ncurve++] = (dv_curve){by_name(c, k), x, y, count};
  }
  return p;
}

// Over the radius: the least and the most over all heights.
static dv_panel over_radius(const chart *c)
{
  args *a = c->a;
  dv_panel p = {.title = "Over the radius",
                .x_label = section_label(c->with[0].s, 0),
                .x_unit = "m",
                .y_label = load_label(c),
                .y_unit = c->unit};
  p.curve = DV_TAKE(a->arena, dv_curve, 2);
  bin b[BINS];
  if (!fill_bins(c, b)) return p;
  double *x = DV_TAKE(a->arena, double, 3 * BINS), *least = x + BINS, *most = least + BINS;
  for (int k = 0; k < BINS; k++) {
    x[k] = (b[k].r[0] + b[k].r[1]) / 2;
    least[k] = b[k].n ? b[k].least : NAN, most[k] = b[k].n ? b[k].most : NAN;
  }
  p.curve[p.ncurve++] = (dv_curve){"at every height", x, least, BINS};
  p.curve[p.ncurve++] = (dv_curve){"at the best height", x, most, BINS};
  return p;
}

int draw_chart(const chart *c, const char *path)
{
  dv_panel panel[] = {section(c), governing(c), over_radius(c)};
  dv_figure f = {.title = dv_arena_text(c->a->arena, "Load chart of %s", c->with[0].s->arm->point.name),
                 .npanel = DV_COUNT(panel),
                 .panel = panel,
                 .width = 760,
                 .panel_height = 400};
  return write_figure(c->a, &f, path);
}

int table_of_chart(const chart *c, const char *path)
{
  const dv_arm *arm = c->with[0].s->arm;
  int n = arm->n;
  dv_history *l = dv_history_new(c->a->arena, n + 3 + c->nlimit);
  for (int i = 0; i < n; i++) l->column[i] = (dv_column){arm->mover[i]->name, arm->mover[i]->rotary ? "rad" : "m"};
  l->column[n] = (dv_column){"section.r", "m"}, l->column[n + 1] = (dv_column){"section.z", "m"};
  l->column[n + 2] = (dv_column){"permitted", c->unit};
  for (int k = 0; k < c->nlimit; k++) l->column[n + 3 + k] = (dv_column){dv_arena_text(c->a->arena, "limit%d", k + 1), c->unit};
  for (int i = 0; i < c->na * c->nb; i++) {
    double *row = dv_history_append(l);
    memcpy(row, c->at[i].moved, (size_t)n * sizeof *row);
    row[n] = c->at[i].at[0], row[n + 1] = c->at[i].at[1], row[n + 2] = c->at[i].permitted;
    memcpy(row + n + 3, c->at[i].own, (size_t)c->nlimit * sizeof *row);
  }
  log_facts(c->a, c->with[0].machine, l);
  return write_history(c->a, c->a->diags, l, path);
}
