// workspace_write.c: a workspace as figure (section, singularities, plan) and as rows of poses.
#include "draft.h"
#include "plot.h"
#include "workspace.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAP = 90 };  // cells of the map of singularities, each way
static const double degree = 0.0174532925199432958;

typedef struct {
  double *x, *y;
  int n;
} track;

static void track_add(track *t, double x, double y)
{
  t->x[t->n] = x;
  t->y[t->n++] = y;
}

// The edge of the grid, once around: its k-th corner.
static int edge_length(const dv_workspace *s) { return 2 * (s->na + s->nb) + 1; }
static void edge_corner(const dv_workspace *s, int k, int *i, int *j)
{
  int na = s->na, nb = s->nb;
  *i = k < na ? k : k < na + nb ? na : k < 2 * na + nb ? 2 * na + nb - k : 0;
  *j = k < na ? 0 : k < na + nb ? k - na : k < 2 * na + nb ? nb : 2 * (na + nb) - k;
}

static dv_curve outline(args *a, const dv_workspace *s, const char *label)
{
  int n = edge_length(s), i, j;
  track t = {DV_TAKE(a->arena, double, n), DV_TAKE(a->arena, double, n), 0};
  for (int k = 0; k < n; k++) {
    edge_corner(s, k, &i, &j);
    track_add(&t, s->u[j * (s->na + 1) + i], s->w[j * (s->na + 1) + i]);
  }
  return (dv_curve){label, t.x, t.y, t.n};
}

static dv_panel section_panel(args *a, const compared *all)
{
  const dv_workspace *s = all->own;
  dv_heat *h = DV_TAKE(a->arena, dv_heat, 1);
  dv_panel p = {.title = "Section",
                .x_label = section_label(s, 0),
                .x_unit = "m",
                .y_label = section_label(s, 1),
                .y_unit = "m",
                .equal = 1,
                .bound = 1,
                .heat = h};
  *h = (dv_heat){s->na, s->nb, s->u, s->w, s->whole, "manipulability", s->arm->n == 3 ? "m3" : "m2"};
  p.curve = DV_TAKE(a->arena, dv_curve, all->n + 1);
  for (int i = 0; i < all->n; i++) p.curve[p.ncurve++] = outline(a, all->other[i], all->setting[i]);
  p.curve[p.ncurve++] = outline(a, s, "edge of the limits");
  return p;
}

// ---- map of singularities over the two coordinates, the whole turn where they turn

typedef struct {
  const dv_workspace *s;
  double lo[2], hi[2];
  double *moved;
} plane;

static double plane_at(const plane *p, int k, double f)
{
  double scale = p->s->arm->mover[p->s->rest[k]]->rotary ? degree : 1;
  return (p->lo[k] + f * (p->hi[k] - p->lo[k])) / scale;
}

static void plane_pose(plane *p, double fa, double fb)
{
  const double f[2] = {fa, fb};
  memcpy(p->moved, p->s->middle, (size_t)p->s->arm->n * sizeof(double));
  for (int k = 0; k < 2; k++) p->moved[p->s->rest[k]] = p->lo[k] + f[k] * (p->hi[k] - p->lo[k]);
}

static plane plane_new(args *a, const dv_workspace *s)
{
  plane p = {.s = s, .moved = DV_TAKE(a->arena, double, s->arm->n)};
  for (int k = 0; k < 2; k++) {
    int i = s->rest[k], turns = s->arm->mover[i]->rotary;
    p.lo[k] = turns ? -M_PI : s->lower[i];
    p.hi[k] = turns ? M_PI : s->upper[i];
  }
  return p;
}

static dv_heat *singular_heat(args *a, plane *p)
{
  dv_heat *h = DV_TAKE(a->arena, dv_heat, 1);
  double *x = DV_TAKE(a->arena, double, 2 * (MAP + 1) * (MAP + 1)), *y = x + (MAP + 1) * (MAP + 1),
         *v = DV_TAKE(a->arena, double, MAP *MAP);
  for (int j = 0; j <= MAP; j++)
    for (int i = 0; i <= MAP; i++) {
      x[j * (MAP + 1) + i] = plane_at(p, 0, (double)i / MAP);
      y[j * (MAP + 1) + i] = plane_at(p, 1, (double)j / MAP);
    }
  for (int j = 0; j < MAP; j++)
    for (int i = 0; i < MAP; i++) {
      double whole, det;
      plane_pose(p, (i + 0.5) / MAP, (j + 0.5) / MAP);
      dv_workspace_dexterity(p->s, p->moved, &v[j * MAP + i], &whole, &det);
    }
  *h = (dv_heat){MAP, MAP, x, y, v, "smallest singular value", "m"};
  return h;
}

// Where a value on the corners of a square changes sign, along its edges: pieces of the zero line.
static void zero_in_square(track *t, const double f[4], const double x[4], const double y[4])
{
  int found = 0;
  for (int e = 0; e < 4; e++) {
    int b = (e + 1) % 4;
    if ((f[e] < 0) == (f[b] < 0)) continue;
    double s = f[e] / (f[e] - f[b]);
    track_add(t, x[e] + s * (x[b] - x[e]), y[e] + s * (y[b] - y[e]));
    if (++found % 2 == 0) track_add(t, NAN, NAN);
  }
}

static dv_curve zero_line(args *a, plane *p)
{
  int n = 2 * MAP;
  double *det = DV_TAKE(a->arena, double, (n + 1) * (n + 1)), least, whole;
  track t = {DV_TAKE(a->arena, double, 6 * n * n), DV_TAKE(a->arena, double, 6 * n * n), 0};
  for (int j = 0; j <= n; j++)
    for (int i = 0; i <= n; i++) {
      plane_pose(p, (double)i / n, (double)j / n);
      dv_workspace_dexterity(p->s, p->moved, &least, &whole, &det[j * (n + 1) + i]);
    }
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++) {
      int at[4] = {j * (n + 1) + i, j * (n + 1) + i + 1, (j + 1) * (n + 1) + i + 1, (j + 1) * (n + 1) + i};
      double f[4], x[4], y[4];
      for (int k = 0; k < 4; k++) {
        f[k] = det[at[k]];
        x[k] = plane_at(p, 0, (double)(k == 1 || k == 2 ? i + 1 : i) / n);
        y[k] = plane_at(p, 1, (double)(k > 1 ? j + 1 : j) / n);
      }
      zero_in_square(&t, f, x, y);
    }
  return (dv_curve){"singular: det J = 0", t.x, t.y, t.n};
}

static dv_curve limits_box(args *a, const dv_workspace *s)
{
  track t = {DV_TAKE(a->arena, double, 5), DV_TAKE(a->arena, double, 5), 0};
  double x[2], y[2];
  int i = s->rest[0], j = s->rest[1];
  double fx = s->arm->mover[i]->rotary ? degree : 1, fy = s->arm->mover[j]->rotary ? degree : 1;
  x[0] = s->lower[i] / fx, x[1] = s->upper[i] / fx, y[0] = s->lower[j] / fy, y[1] = s->upper[j] / fy;
  for (int k = 0; k < 5; k++) track_add(&t, x[k == 1 || k == 2], y[k == 2 || k == 3]);
  return (dv_curve){"limits", t.x, t.y, t.n};
}

static dv_panel map_panel(args *a, const dv_workspace *s)
{
  plane p = plane_new(a, s);
  const dv_mover *m[2] = {s->arm->mover[s->rest[0]], s->arm->mover[s->rest[1]]};
  dv_panel out = {.title = "Singularities",
                  .x_label = m[0]->name,
                  .x_unit = m[0]->rotary ? "deg" : "m",
                  .y_label = m[1]->name,
                  .y_unit = m[1]->rotary ? "deg" : "m",
                  .bound = 1};
  out.heat = singular_heat(a, &p);
  out.curve = DV_TAKE(a->arena, dv_curve, 2);
  dv_curve zero = zero_line(a, &p);
  if (s->arm->n == 3 && zero.n) out.curve[out.ncurve++] = zero;
  out.curve[out.ncurve++] = limits_box(a, s);
  return out;
}

static void corner_pose(const dv_workspace *s, int i, int j, double *moved)
{
  const int at[2] = {i, j}, of[2] = {s->na, s->nb};
  for (int r = 0; r < 2; r++) {
    int c = s->rest[r];
    moved[c] = s->lower[c] + (s->upper[c] - s->lower[c]) * at[r] / of[r];
  }
}

// Seen along the axis: the ring between the least and the largest distance, as far as the sweep goes.
static track plan_track(args *a, const dv_workspace *s)
{
  enum { POINTS = 181 };
  track t = {DV_TAKE(a->arena, double, 2 * POINTS + 1), DV_TAKE(a->arena, double, 2 * POINTS + 1), 0};
  double *moved = DV_TAKE(a->arena, double, s->arm->n), x[3];
  memcpy(moved, s->middle, (size_t)s->arm->n * sizeof(double));
  for (int k = 0; k < 2 * POINTS + 1; k++) {
    int i = k < POINTS ? k : k < 2 * POINTS ? 2 * POINTS - 1 - k : 0;
    moved[s->about] = s->lower[s->about] + s->sweep * i / (POINTS - 1);
    dv_arm_point(s->arm, moved, x);
    double angle = atan2(x[1] - s->at[1], x[0] - s->at[0]), r = k < POINTS || k == 2 * POINTS ? s->r[1] : s->r[0];
    track_add(&t, s->at[0] + r * cos(angle), s->at[1] + r * sin(angle));
  }
  return t;
}

static int has_plan(const dv_workspace *s) { return s->about >= 0 && s->axis[2] > 0.99; }

static dv_panel plan_panel(args *a, const dv_workspace *s)
{
  dv_panel p = {.title = "Plan", .x_label = "x", .x_unit = "m", .y_label = "y", .y_unit = "m", .equal = 1, .ncurve = 1};
  track t = plan_track(a, s);
  p.curve = DV_TAKE(a->arena, dv_curve, 1);
  p.curve[0] = (dv_curve){"swept", t.x, t.y, t.n};
  return p;
}

// Outlines of the section at several angles of the sweep, seen from above at a slant: sections of the swept body.
static dv_panel body_panel(args *a, const dv_workspace *s)
{
  enum { ANGLES = 9 };
  int n = edge_length(s), i, j;
  double *moved = DV_TAKE(a->arena, double, s->arm->n), x[3];
  dv_panel p = {
      .title = "Swept body", .x_label = "across the view", .x_unit = "m", .y_label = "up in the view", .y_unit = "m", .equal = 1};
  p.curve = DV_TAKE(a->arena, dv_curve, ANGLES);
  memcpy(moved, s->middle, (size_t)s->arm->n * sizeof(double));
  for (int k = 0; k < ANGLES; k++) {
    track t = {DV_TAKE(a->arena, double, n), DV_TAKE(a->arena, double, n), 0};
    double f = (double)k / (s->sweep > 2 * M_PI - 1e-6 ? ANGLES : ANGLES - 1);
    moved[s->about] = s->lower[s->about] + s->sweep * f;
    for (int c = 0; c < n; c++) {
      edge_corner(s, c, &i, &j);
      corner_pose(s, i, j, moved);
      dv_arm_point(s->arm, moved, x);
      // axonometric: x and y at 30 degrees below the horizon of the picture, z upright
      track_add(&t, 0.866 * (x[0] - x[1]), x[2] - 0.35 * (x[0] + x[1]));
    }
    p.curve[p.ncurve++] = (dv_curve){dv_arena_text(a->arena, "%.0f deg", moved[s->about] / degree), t.x, t.y, t.n};
  }
  return p;
}

// The machine, the section where the sweeping coordinate stands now, and the ring that it sweeps.
int workspace_drawing(args *a, dv_machine *m, const dv_workspace *s, const char *path)
{
  char *keep = DV_TAKE(a->arena, char, m->spec->nbody + 1);
  memset(keep, 1, (size_t)m->spec->nbody);
  dv_draft *d = draft_machine(s->arm->k, m->diags, keep);
  int n = edge_length(s), i, j;
  double *moved = DV_TAKE(a->arena, double, s->arm->n), *xyz = DV_TAKE(a->arena, double, 3 * n);
  memcpy(moved, s->middle, (size_t)s->arm->n * sizeof(double));
  if (s->about >= 0) moved[s->about] = s->arm->k->q[s->arm->mover[s->about]->iq];
  for (int k = 0; k < n; k++) {
    edge_corner(s, k, &i, &j);
    corner_pose(s, i, j, moved);
    dv_arm_point(s->arm, moved, xyz + 3 * k);
  }
  dv_draft_curve(d, "REACH", xyz, n);
  if (has_plan(s)) {
    track t = plan_track(a, s);
    double *ring = DV_TAKE(a->arena, double, 3 * t.n);
    for (int k = 0; k < t.n; k++) ring[3 * k] = t.x[k], ring[3 * k + 1] = t.y[k], ring[3 * k + 2] = s->at[2];
    dv_draft_plan(d, "SWEPT", ring, t.n);
  }
  return draft_write(a, m, d, path);
}

int workspace_figure(args *a, const compared *all, const char *path)
{
  const dv_workspace *s = all->own;
  dv_panel panel[4] = {section_panel(a, all), map_panel(a, s)};
  int n = 2;
  if (has_plan(s)) panel[n++] = plan_panel(a, s), panel[n++] = body_panel(a, s);
  dv_figure f = {.title = dv_arena_text(a->arena, "Workspace of %s", s->arm->point.name),
                 .npanel = n,
                 .panel = panel,
                 .width = 760,
                 .panel_height = 480};
  return write_figure(a, &f, path);
}

// ---- rows

static dv_history *table_new(args *a, const dv_workspace *s)
{
  static const dv_column more[] = {
      {"section.r",      "m" },
      {"section.z",      "m" },
      {"x",              "m" },
      {"y",              "m" },
      {"z",              "m" },
      {"singular",       "m" },
      {"manipulability", ""  },
      {"det",            "m3"},
      {"within",         "1" }
  };
  int n = s->arm->n, nmore = (int)(sizeof more / sizeof *more);
  dv_history *l = dv_history_new(a->arena, n + nmore);
  for (int i = 0; i < n; i++) l->column[i] = (dv_column){s->arm->mover[i]->name, s->arm->mover[i]->rotary ? "rad" : "m"};
  for (int i = 0; i < nmore; i++) l->column[n + i] = more[i];
  return l;
}

static void add_pose(dv_history *l, const dv_workspace *s, const double *moved)
{
  int n = s->arm->n;
  double *row = dv_history_append(l);
  memcpy(row, moved, (size_t)n * sizeof(double));
  dv_workspace_section(s, moved, row + n);
  dv_arm_point(s->arm, moved, row + n + 2);
  dv_workspace_dexterity(s, moved, row + n + 5, row + n + 6, row + n + 7);
  row[n + 8] = dv_arm_excess(s->arm, moved) <= 1e-9;
}

int workspace_csv(args *a, const dv_machine *m, const dv_workspace *s, const char *path)
{
  const char *text = value_of(a, "sweep");
  int sweeps = 1, end = 0;
  if (text && (sscanf(text, "%d%n", &sweeps, &end) != 1 || text[end] || sweeps < 1 || sweeps > 1000))
    return bad_usage(a, "give 1 to 1000", "--sweep: '%s' is no number of positions", text);
  dv_history *l = table_new(a, s);
  double *moved = DV_TAKE(a->arena, double, s->arm->n);
  memcpy(moved, s->middle, (size_t)s->arm->n * sizeof(double));
  for (int k = 0; k < sweeps; k++)
    for (int j = 0; j <= s->nb; j++)
      for (int i = 0; i <= s->na; i++) {
        corner_pose(s, i, j, moved);
        if (s->about >= 0 && sweeps > 1) moved[s->about] = s->lower[s->about] + s->sweep * k / (sweeps - 1);
        add_pose(l, s, moved);
      }
  log_facts(a, m, l);
  int code = write_history(a, a->diags, l, path);
  if (code) return code;
  if (!has(a, "json")) printf("%s: %d poses\n", path, l->nrow);
  return FINE;
}
