// ik.c: `davit ik FILE --point body.point --target x,y,z`: coordinates that bring a point to a place, turned as wanted; all
// branches.
#include "cli.h"

#include "spec/place.h"
#include "spec/quantity.h"
#include "study/reach.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const option options_ik[] = {
    OPTION("point", "body.point", "the point that shall go there"),
    OPTION("target", "x,y,z", "where, in world axes; m unless a unit is given"),
    OPTION("rpy", "r,p,y", "attitude of the point's body there: roll, pitch, yaw; rad unless a unit is given"),
    OPTION("heading", "axis=x,y,z", "only where one axis of the body heads: z=0,0,-1 or -x=1,0,0"),
    OPTION("joints", "a,b", "coordinates to move (default: all free ones that move the point)"),
    OPTION("seed", "a=1,b=30deg", "branches near this pose come first (default: the initial pose)"),
    OPTION("json", NULL, "as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static const double degree = 0.0174532925199432958;

static int read_target(args *a, double target[3])
{
  const char **item;
  int n = items_of(a, "target", &item);
  if (n != 3) return bad_usage(a, "e.g. --target 4,0,1.5", "--target takes three numbers, not %d", n);
  for (int i = 0; i < 3; i++)
    if (dv_quantity_read(a->arena, a->diags, "--target", item[i], "m", &target[i])) return BAD_USAGE;
  return 0;
}

// The first two columns of the body's attitude say all of it.
static int read_rpy(args *a, const char **item, int n, dv_heading *h)
{
  double rpy[3];
  if (n != 3) return bad_usage(a, "e.g. --rpy 0,90deg,0", "--rpy takes three angles, not %d", n);
  for (int i = 0; i < 3; i++)
    if (dv_quantity_read(a->arena, a->diags, "--rpy", item[i], "rad", &rpy[i])) return BAD_USAGE;
  dv_placement at = dv_place_rpy(rpy);
  *h = (dv_heading){
      .n = 2, .axis = {{1, 0, 0}, {0, 1, 0}}
  };
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < 3; i++) h->along[k][i] = at.R[3 * i + k];
  return 0;
}

static int read_axis(args *a, const char **item, int n, dv_heading *h)
{
  int minus = n && item[0][0] == '-';
  const char *axis = n ? item[0] + minus : "", *place = *axis ? strchr("xyz", *axis) : NULL;
  double *along = h->along[0], size = 0;
  if (n != 3 || !place || axis[1] != '=')
    return bad_usage(a, "e.g. --heading z=0,0,-1", "--heading takes an axis and a direction");
  h->n = 1;
  h->axis[0][place - "xyz"] = minus ? -1 : 1;
  for (int i = 0; i < 3; i++) {
    if (dv_quantity_read(a->arena, a->diags, "--heading", i ? item[i] : axis + 2, "1", &along[i])) return BAD_USAGE;
    size += along[i] * along[i];
  }
  if (!(size > 0)) return bad_usage(a, "e.g. --heading z=0,0,-1", "--heading: a direction cannot be zero");
  for (int i = 0; i < 3; i++) along[i] /= sqrt(size);
  return 0;
}

static int read_heading(args *a, dv_heading *h)
{
  const char **rpy, **axis;
  int nrpy = items_of(a, "rpy", &rpy), naxis = items_of(a, "heading", &axis);
  *h = (dv_heading){0};
  if (nrpy && naxis) return bad_usage(a, "leave one of them out", "--rpy and --heading say the same thing twice");
  return nrpy ? read_rpy(a, rpy, nrpy, h) : naxis ? read_axis(a, axis, naxis, h) : 0;
}

static int read_seed(args *a, const dv_arm *c, double *seed)
{
  const char **item;
  int n = items_of(a, "seed", &item);
  for (int j = 0; j < c->n; j++) seed[j] = c->k->q[c->mover[j]->iq];
  for (int i = 0; i < n; i++) {
    const char *equals = strchr(item[i], '=');
    size_t length = equals ? (size_t)(equals - item[i]) : 0;
    int at = -1;
    for (int j = 0; j < c->n; j++)
      if (equals && strlen(c->mover[j]->name) == length && !strncmp(c->mover[j]->name, item[i], length)) at = j;
    if (at < 0) return bad_usage(a, "write coordinate=value", "--seed: '%s' names no coordinate of the chain", item[i]);
    if (dv_quantity_read(a->arena, a->diags, "--seed", equals + 1, c->mover[at]->rotary ? "rad" : "m", &seed[at]))
      return BAD_USAGE;
  }
  return 0;
}

static double shown(int rotary, double x) { return rotary ? x / degree : x; }
static const char *unit(int rotary) { return rotary ? "deg" : "m"; }

// "boom-cylinder 2.31 m > 2.21 m", all of them
static const char *broken(const args *a, dv_arm *c, const dv_branch *b)
{
  dv_text t = {.arena = a->arena};
  for (int i = 0; i < c->n + c->nway; i++) {
    const dv_mover *m = i < c->n ? c->mover[i] : NULL;
    const dv_way *w = m ? NULL : &c->way[i - c->n];
    dv_arm_pose(c, b->moved);
    double x = m ? b->moved[i] : dv_way_at(c->k, w, c->q, c->k->v, NULL, NULL);
    double lower = m ? m->lower : w->lower, upper = m ? m->upper : w->upper;
    int r = m ? m->rotary : w->rotary;
    if (x >= lower - 1e-9 && x <= upper + 1e-9) continue;
    dv_text_add(&t, "%s%s %.5g %s %s %.5g %s", t.n ? ", " : "", m ? m->name : w->name, shown(r, x), unit(r),
                x < lower ? "<" : ">", shown(r, x < lower ? lower : upper), unit(r));
  }
  if (dv_arm_crossed(c)) dv_text_add(&t, "%sthe linkage is put together the other way", t.n ? ", " : "");
  if (dv_arm_beyond_dead_point(c)) dv_text_add(&t, "%sa cylinder is beyond its dead point", t.n ? ", " : "");
  else if (!t.n && b->excess > 1e-9) dv_text_add(&t, "a cylinder is beyond its dead point");
  return dv_text_all(&t);
}

static void print_head(const args *a, const dv_arm *c)
{
  printf("%6s", "branch");
  for (int j = 0; j < c->n; j++)
    printf(" %18s", dv_arena_text(a->arena, "%s [%s]", c->mover[j]->name, unit(c->mover[j]->rotary)));
  for (int i = 0; i < c->nway; i++) printf(" %20s", dv_arena_text(a->arena, "%s [%s]", c->way[i].name, unit(c->way[i].rotary)));
  printf("  limits\n");
}

static void print_branch(const args *a, dv_arm *c, const dv_branch *b, const char *name)
{
  printf("%6s", name);
  for (int j = 0; j < c->n; j++) printf(" %18.10g", shown(c->mover[j]->rotary, b->moved[j]));
  for (int i = 0; i < c->nway; i++) {
    dv_arm_pose(c, b->moved);
    printf(" %20.8g", shown(c->way[i].rotary, dv_way_at(c->k, &c->way[i], c->q, c->k->v, NULL, NULL)));
  }
  const char *over = broken(a, c, b);
  printf("  %s\n", *over ? over : "kept");
}

static void print_reach(const args *a, dv_arm *c, const dv_reach *r)
{
  printf("%s by %s: %d %s%s, %d within limits\n", c->point.name, r->method, r->nbranch, r->nbranch == 1 ? "branch" : "branches",
         r->complete ? "" : " found", r->within);
  print_head(a, c);
  for (int i = 0; i < r->nbranch; i++) print_branch(a, c, &r->branch[i], dv_arena_text(a->arena, "%d", i + 1));
  if (!r->within && r->nearest.moved) print_branch(a, c, &r->nearest, "near");
}

static void put_branch(const args *a, dv_json_out *o, const char *key, dv_arm *c, const dv_branch *b)
{
  dv_json_open(o, key, '{');
  for (int j = 0; j < c->n; j++) dv_json_number(o, c->mover[j]->name, b->moved[j]);
  dv_json_open(o, "axes", '{');
  for (int i = 0; i < c->nway; i++) {
    dv_arm_pose(c, b->moved);
    dv_json_number(o, c->way[i].name, dv_way_at(c->k, &c->way[i], c->q, c->k->v, NULL, NULL));
  }
  dv_json_close(o);
  dv_json_numbers(o, "at", b->at, 3);
  dv_json_number(o, "distance", b->distance);
  if (c->heading.n) dv_json_number(o, "turned", b->turned);
  dv_json_bool(o, "within", b->excess <= 1e-9);
  dv_json_text(o, "beyond", broken(a, c, b));
  dv_json_close(o);
}

static void put_reach(const args *a, dv_arm *c, const dv_reach *r, const dv_diags *d)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], r->within > 0);
  dv_json_text(&o, "method", r->method);
  dv_json_bool(&o, "complete", r->complete);
  dv_json_int(&o, "within", r->within);
  dv_json_open(&o, "branches", '[');
  for (int i = 0; i < r->nbranch; i++) put_branch(a, &o, NULL, c, &r->branch[i]);
  dv_json_close(&o);
  if (!r->within && r->nearest.moved) put_branch(a, &o, "nearest", c, &r->nearest);
  put_diags(&o, d);
  dv_json_close(&o);
  print_json(&o);
}

static void say_why(const args *a, dv_arm *c, const dv_reach *r, dv_diags *d)
{
  const dv_branch *n = &r->nearest;
  const char *turned = c->heading.n ? dv_arena_text(a->arena, " and %.4g deg off", n->turned / degree) : "";
  const char *where = n->moved ? dv_arena_text(a->arena, "the nearest point within limits is (%.6g, %.6g, %.6g) m, %.4g m away%s",
                                               n->at[0], n->at[1], n->at[2], n->distance, turned)
                               : "no pose keeps all limits";
  const dv_branch *least = r->branch;
  for (int i = 1; i < r->nbranch; i++)
    if (r->branch[i].excess < least->excess) least = &r->branch[i];
  if (r->nbranch)
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "change the target or the limits", "'%s' gets there only beyond limits (%s); %s",
                c->point.name, broken(a, c, least), where);
  else
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "choose a target within reach: see 'davit workspace'",
                "the target is out of reach of '%s'; %s", c->point.name, where);
}

static int find(args *a, dv_machine *m)
{
  const char **names, *point = value_of(a, "point");
  int n = items_of(a, "joints", &names);
  double target[3];
  dv_heading heading;
  dv_reach r;
  if (!point) return bad_usage(a, "e.g. --point boom.tip", "'davit ik' needs --point");
  if (read_target(a, target) || read_heading(a, &heading)) return BAD_USAGE;
  dv_arm *c = dv_arm_new(dv_kinematics_new(m->arena, m), point, &heading, n ? names : NULL, n, m->diags);
  double *seed = c ? DV_TAKE(a->arena, double, c->n) : NULL;
  if (!c || read_seed(a, c, seed)) return BAD_USAGE;
  dv_reach_target(c, target, seed, &r);
  if (!r.within) say_why(a, c, &r, m->diags);
  if (has(a, "json")) put_reach(a, c, &r, m->diags);
  else print_reach(a, c, &r);
  return r.within ? FINE : RUN_FAILED;
}

int run_ik(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  int code = find(a, m);
  if (code == BAD_USAGE) print_failure(a, a->operand[0], m->diags->nerror ? m->diags : a->diags);
  return finish(m, code);
}
