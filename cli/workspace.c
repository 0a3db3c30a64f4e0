// workspace.c: `davit workspace FILE --point body.point`: what a point reaches, how well it moves there, and where it is stuck.
#include "workspace.h"

#include <math.h>
#include <stdio.h>

const option options_workspace[] = {
    OPTION("point", "body.point", "the point"),
    OPTION("joints", "a,b", "coordinates to move (default: all free ones that move the point)"),
    OPTION("about", "NAME|none",
           "coordinate that sweeps the section (default: the first, if it turns and there are three or more)"),
    OUTPUT("svg", "x.svg", "section, singularities and plan as a figure (.svg or .png)"),
    OUTPUT("dxf", "x.dxf", "side view and plan of the machine with its section and sweep, for CAD"),
    OUTPUT("csv", "x.csv",
           "poses with section, position, singular value, manipulability, determinant; in any format of run --out"),
    OPTION("compare", "path=value", "also the workspace with another number of the file; may be repeated"),
    OPTION("load", "path=A..B", "a load chart: this number of the file is the load; needs --limit"),
    OPTION("limit", "[NAME:]EXPR=A..B",
           "with --load: a column of the machine held still, or an expression of columns; may be repeated"),
    OPTION("sweep", "N", "in the CSV: positions of the sweeping coordinate (1)"),
    OPTION("json", NULL, "extremes, corners, area, volume, singularity as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

void corner(const dv_workspace *s, int which, double *moved, double rz[2])
{
  for (int i = 0; i < s->arm->n; i++) moved[i] = s->middle[i];
  for (int k = 0; k < 2; k++) {
    int i = s->rest[k];
    moved[i] = (k ? which & 1 : which & 2) ? s->upper[i] : s->lower[i];
  }
  dv_workspace_section(s, moved, rz);
}

static void print_coordinate(const dv_workspace *s, int i)
{
  const dv_mover *m = s->arm->mover[i];
  double f = m->rotary ? 0.0174532925199432958 : 1;
  printf("  %-20s %10.4f .. %.4f %s%s\n", m->name, s->lower[i] / f, s->upper[i] / f, m->rotary ? "deg" : "m",
         i == s->about ? "  sweeps the section" : "");
}

const char *section_label(const dv_workspace *s, int up)
{
  if (s->about < 0) return dv_workspace_way(s, up);
  return up ? "height" : "distance from the axis";
}

static const char *short_label(const dv_workspace *s, int up)
{
  if (s->about < 0) return dv_workspace_way(s, up);
  return up ? "z" : "r";
}

static void print_section(const dv_workspace *s, const char *name)
{
  printf("%s: %s %.4f .. %.4f m, %s %.4f .. %.4f m, area %.4g m2%s\n", name, short_label(s, 0), s->r[0], s->r[1],
         short_label(s, 1), s->z[0], s->z[1], s->area, s->sampled ? " (from samples)" : "");
}

static void print_workspace(const args *a, const compared *all)
{
  const dv_workspace *s = all->own;
  double *moved = DV_TAKE(a->arena, double, s->arm->n), rz[2];
  printf("%s: ranges within all limits%s\n", s->arm->point.name, s->arm->tied ? " that concern one coordinate" : "");
  for (int i = 0; i < s->arm->n; i++) print_coordinate(s, i);
  print_section(s, "section");
  for (int i = 0; i < all->n; i++) print_section(all->other[i], all->setting[i]);
  if (s->about >= 0) printf("swept by %.4g deg: volume %.4g m3\n", s->sweep / 0.0174532925199432958, s->volume);
  for (int k = 0; k < 4 && s->nrest == 2; k++) {
    corner(s, k, moved, rz);
    printf("  corner (%s %s, %s %s): ", s->arm->mover[s->rest[0]]->name, k & 2 ? "max" : "min", s->arm->mover[s->rest[1]]->name,
           k & 1 ? "max" : "min");
    if (isnan(rz[0])) printf("the loops do not close\n");
    else printf("%s %.4f m, %s %.4f m\n", short_label(s, 0), rz[0], short_label(s, 1), rz[1]);
  }
  printf("smallest singular value of the Jacobian: %.4g m/rad", s->least_singular);
  if (s->arm->n == 3) printf(", determinant %.5g .. %.5g m3", s->least_det, s->most_det);
  printf("\n%s\n", s->folds || (s->arm->n == 3 && s->least_det < 0 && s->most_det > 0)
                       ? "singular poses lie within the limits"
                       : "no singular pose within the limits was met");
}

static void put_coordinates(dv_json_out *o, const dv_workspace *s)
{
  dv_json_open(o, "ranges", '{');
  for (int i = 0; i < s->arm->n; i++) {
    double range[2] = {s->lower[i], s->upper[i]};
    dv_json_numbers(o, s->arm->mover[i]->name, range, 2);
  }
  dv_json_close(o);
}

static void put_extent(dv_json_out *o, const dv_workspace *s)
{
  dv_json_numbers(o, "r", s->r, 2);
  dv_json_numbers(o, "z", s->z, 2);
  dv_json_number(o, "area", s->area);
  dv_json_number(o, "volume", s->volume);
}

static void put_workspace(const args *a, const compared *all, const dv_diags *d)
{
  const dv_workspace *s = all->own;
  dv_json_out o = {.text = {.arena = a->arena}};
  double *moved = DV_TAKE(a->arena, double, s->arm->n), rz[2];
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], 1);
  put_coordinates(&o, s);
  put_extent(&o, s);
  dv_json_number(&o, "sweep", s->sweep);
  dv_json_open(&o, "compared", '[');
  for (int i = 0; i < all->n; i++) {
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "set", all->setting[i]);
    put_extent(&o, all->other[i]);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_open(&o, "corners", '[');
  for (int k = 0; k < 4 && s->nrest == 2; k++) {
    corner(s, k, moved, rz);
    dv_json_numbers(&o, NULL, rz, 2);
  }
  dv_json_close(&o);
  dv_json_number(&o, "least_singular", s->least_singular);
  dv_json_number(&o, "least_det", s->least_det);
  dv_json_number(&o, "most_det", s->most_det);
  dv_json_bool(&o, "folds", s->folds);
  dv_json_bool(&o, "sampled", s->sampled);
  put_diags(&o, d);
  dv_json_close(&o);
  print_json(&o);
}

static dv_workspace *workspace_of(args *a, dv_machine *m)
{
  const char **names;
  int n = items_of(a, "joints", &names);
  dv_arm *c = dv_arm_new(dv_kinematics_new(m->arena, m), value_of(a, "point"), NULL, n ? names : NULL, n, m->diags);
  return c && !dv_arm_follow(c, n > 0, m->diags) ? dv_workspace_new(c, value_of(a, "about"), m->diags) : NULL;
}

// The machine with one more setting.
dv_workspace *workspace_with(args *a, const char *setting, dv_machine **m)
{
  dv_machine_options o = machine_options(a, value_of(a, "case"));
  const char **list = DV_TAKE(a->arena, const char *, o.nsetting + 1);
  for (int i = 0; i < o.nsetting; i++) list[i] = o.settings[i];
  list[o.nsetting++] = setting;
  o.settings = list;
  *m = dv_machine_open(a->operand[0], &o);
  dv_workspace *s = (*m)->model ? workspace_of(a, *m) : NULL;
  if (!s) move_diags(a->diags, (*m)->diags);
  return s;
}

static int write_files(args *a, dv_machine *m, const compared *all)
{
  const char *svg = value_of(a, "svg"), *csv = value_of(a, "csv"), *dxf = value_of(a, "dxf");
  if (!svg && !csv && !dxf) return FINE;
  if (all->own->nrest != 2)
    return bad_usage(a, "choose them with --joints and --about", "a figure needs two coordinates in the section, not %d",
                     all->own->nrest);
  int code = csv ? workspace_csv(a, m, all->own, csv) : FINE;
  if (code == FINE && dxf) code = workspace_drawing(a, m, all->own, dxf);
  return code == FINE && svg ? workspace_figure(a, all, svg) : code;
}

static int survey(args *a, dv_machine *m)
{
  compared all = {0};
  const char *csv = value_of(a, "csv");
  if (!value_of(a, "point")) return bad_usage(a, "e.g. --point boom.tip", "'davit workspace' needs --point");
  if (csv && !dv_history_extension(csv, a->diags)) return BAD_USAGE;
  if (has(a, "limit") && !has(a, "load"))
    return bad_usage(a, "e.g. --load payload=0..5t", "--limit is of a load chart: it needs --load");
  if (has(a, "load")) return workspace_chart(a);
  all.own = workspace_of(a, m);
  int n = values_of(a, "compare", &all.setting), code = all.own ? FINE : BAD_USAGE;
  dv_machine **other = DV_TAKE(a->arena, dv_machine *, n);
  all.other = DV_TAKE(a->arena, dv_workspace *, n);
  for (; all.n < n && code == FINE; all.n++)
    if (!(all.other[all.n] = workspace_with(a, all.setting[all.n], &other[all.n]))) code = BAD_USAGE;
  if (code == FINE) code = write_files(a, m, &all);
  if (code == FINE && has(a, "json")) put_workspace(a, &all, m->diags);
  else if (code == FINE) print_workspace(a, &all);
  for (int i = 0; i < n; i++) dv_machine_close(other[i]);
  return code;
}

int run_workspace(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  int code = survey(a, m);
  if (code == BAD_USAGE) print_failure(a, a->operand[0], m->diags->nerror ? m->diags : a->diags);
  return finish(m, code);
}
