// identify_tests.c: the simple tests of a workshop: swing a body, load a spring, drop a mass.
#include "identify.h"

#include "study/identify.h"

#include <math.h>
#include <stdio.h>

static dv_json_out begin(args *a)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  dv_json_bool(&o, "ok", 1);
  return o;
}

static int end(args *a, dv_json_out *o)
{
  put_diags(o, a->diags);
  dv_json_close(o);
  if (has(a, "json")) print_json(o);
  return FINE;
}

static int need(args *a, const char *name) { return bad_usage(a, NULL, "'davit identify %s' needs --%s", a->operand[0], name); }

static int skip_option(args *a, int usual, int *skip)
{
  const char *text = value_of(a, "skip");
  int length = 0;
  *skip = usual;
  if (!text || (sscanf(text, "%d%n", skip, &length) == 1 && !text[length] && *skip >= 0 && *skip < 10000)) return 0;
  return bad_usage(a, "give 0 or more", "--skip: '%s' is no number of oscillations", text);
}

// The decay of a column over the data's first column.
static int decay_of(args *a, const char *path, const char *unit, int skip, int integrate, dv_decay *out)
{
  dv_history *l = read_data(a, path, 8);
  if (!l) return BAD_FILE;
  if (l->ncolumn < 2) return bad_usage(a, NULL, "the data has one column; a signal needs time and value");
  double *t = read_column(a, l, l->column[0].name, NULL, "s"),
         *x = read_column(a, l, value_of(a, "column"), l->column[1].name, unit);
  if (!t || !x) return BAD_USAGE;
  for (int i = 1; i < l->nrow; i++)
    if (!(t[i] > t[i - 1])) return bad_usage(a, "sort the rows", "time does not rise at row %d of '%s'", i + 1, path);
  double *place = integrate ? DV_TAKE(a->arena, double, l->nrow) : x;
  if (integrate) dv_decay_integrate(a->arena, t, x, l->nrow, place);
  if (!dv_decay_fit(a->arena, t, place, l->nrow, skip, out)) return FINE;
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){path, 0, 0}, "measure longer, or skip fewer (--skip)",
              "the signal has fewer than four half oscillations above its noise after the first %d", skip);
  return RUN_FAILED;
}

int identify_pendulum(args *a)
{
  double mass, length, period = 0, gravity = 9.81;
  dv_decay d = {0};
  int given[4] = {quantity_option(a, "mass", "kg", &mass), quantity_option(a, "length", "m", &length),
                  quantity_option(a, "period", "s", &period), quantity_option(a, "gravity", "m/s2", &gravity)},
      skip, code;
  for (int i = 0; i < 4; i++)
    if (given[i] < 0) return BAD_USAGE;
  if (!given[0] || !given[1]) return need(a, given[0] ? "length" : "mass");
  if (!given[2] && a->noperand < 2) return bad_usage(a, NULL, "'davit identify pendulum' needs --period or a DATA.csv");
  if (skip_option(a, 0, &skip)) return BAD_USAGE;
  if (!given[2]) {
    if ((code = decay_of(a, a->operand[1], "rad", skip, 0, &d)) != FINE) return code;
    // the amplitude in the middle of the swings that were used
    period = dv_swing_small(d.period, d.amplitude * exp(-d.decrement * d.halves / 4));
  }
  if (!(mass > 0 && length > 0 && period > 0)) return bad_usage(a, NULL, "mass, length and period must be above zero");
  dv_swing s = dv_swing_inertia(mass, length, period, gravity);
  dv_json_out o = begin(a);
  if (!has(a, "json")) printf("pendulum\n");
  print_value(a, &o, "period", period, "s", given[2] ? "as given" : "of small swings, from the signal");
  print_value(a, &o, "about_pivot", s.about_pivot, "kg m2", "m g l T^2 / (4 pi^2)");
  print_value(a, &o, "about_centre", s.about_centre, "kg m2", "less m l^2");
  if (s.about_centre < 0)
    dv_diag_add(a->diags, DV_WARNING, (dv_mark){0}, "check length and period: a point mass would swing slower",
                "the inertia about the centre is negative");
  return end(a, &o);
}

// Four springs or dampers at the corners of a rectangle: 4 k, k L^2 about either axis.
static int put_corners(args *a, dv_json_out *o, const char *what, double one, int damping)
{
  double track = 0, base = 0;
  int t = quantity_option(a, "track", "m", &track), w = quantity_option(a, "wheelbase", "m", &base);
  if (t < 0 || w < 0) return BAD_USAGE;
  if (!t && !w) return FINE;
  if (!has(a, "json")) printf("four of them at the corners of %g m by %g m\n", track, base);
  dv_json_open(o, what, '{');
  print_value(a, o, "bounce", 4 * one, damping ? "N s/m" : "N/m", "4 times one");
  if (t) print_value(a, o, "roll", one * track * track, damping ? "N m s/rad" : "N m/rad", "one times track^2");
  if (w) print_value(a, o, "pitch", one * base * base, damping ? "N m s/rad" : "N m/rad", "one times wheelbase^2");
  dv_json_close(o);
  return FINE;
}

int identify_stiffness(args *a)
{
  if (a->noperand < 2) return bad_usage(a, NULL, "'davit identify stiffness' needs DATA.csv");
  dv_history *l = read_data(a, a->operand[1], 2);
  if (!l) return BAD_FILE;
  double *x = read_column(a, l, value_of(a, "deflection"), "deflection", "m"),
         *y = read_column(a, l, value_of(a, "load"), "load", "N");
  dv_line k;
  if (!x || !y) return BAD_USAGE;
  if (dv_line_fit(x, y, l->nrow, &k)) {
    dv_diag_add(a->diags, DV_ERROR, (dv_mark){a->operand[1], 0, 0}, "measure at two deflections or more",
                "all deflections are the same, or the last is the first");
    return RUN_FAILED;
  }
  dv_json_out o = begin(a);
  if (!has(a, "json")) printf("stiffness from %d points\n", l->nrow);
  print_value(a, &o, "ends", k.ends, "N/m", "from the first to the last point");
  print_value(a, &o, "line", k.slope, "N/m", "least squares with offset");
  print_value(a, &o, "line_error", k.error, "N/m", "its standard error");
  print_value(a, &o, "offset", k.offset, "N", "load at no deflection");
  print_value(a, &o, "through_zero", k.through_zero, "N/m", "least squares through zero");
  print_value(a, &o, "through_zero_error", k.zero_error, "N/m", "its standard error");
  print_value(a, &o, "rms", k.rms, "N", "of the residuals of the line");
  int code = put_corners(a, &o, "corners", k.ends, 0);
  return code == FINE ? end(a, &o) : code;
}

static void put_decay(args *a, dv_json_out *o, const dv_decay *d)
{
  if (!has(a, "json")) printf("drop test, %d half oscillations\n", d->halves);
  print_value(a, o, "period", d->period, "s", "of the damped oscillation");
  print_value(a, o, "decrement", d->decrement, "", "ln of the ratio of successive amplitudes");
  print_value(a, o, "ratio", d->ratio, "", "of successive amplitudes");
  print_value(a, o, "damping_ratio", d->damping, "", "zeta");
  print_value(a, o, "damping_ratio_error", d->damping_error, "", "its standard error");
  print_value(a, o, "frequency", d->frequency, "rad/s", "undamped");
}

int identify_drop(args *a)
{
  double mass = 0, stiffness = 0, gravity = 9.81;
  int m = quantity_option(a, "mass", "kg", &mass), k = quantity_option(a, "stiffness", "N/m", &stiffness), skip, code;
  dv_decay d = {0};
  if (m < 0 || k < 0 || quantity_option(a, "gravity", "m/s2", &gravity) < 0 || skip_option(a, 2, &skip)) return BAD_USAGE;
  if (a->noperand < 2) return bad_usage(a, NULL, "'davit identify drop' needs DATA.csv");
  if ((m && mass <= 0) || (k && stiffness <= 0)) return bad_usage(a, NULL, "mass and stiffness must be above zero");
  if ((code = decay_of(a, a->operand[1], has(a, "acceleration") ? "m/s2" : NULL, skip, has(a, "acceleration"), &d)) != FINE)
    return code;
  dv_json_out o = begin(a);
  put_decay(a, &o, &d);
  if (m && !k) stiffness = mass * d.frequency * d.frequency;
  if (k && !m) mass = stiffness / (d.frequency * d.frequency);
  if (m || k) {
    double b = 2 * d.damping * sqrt(stiffness * mass);
    print_value(a, &o, "mass", mass, "kg", m ? "as given" : "stiffness / frequency^2");
    print_value(a, &o, "stiffness", stiffness, "N/m", k ? "as given" : "mass x frequency^2");
    print_value(a, &o, "damping", b, "N s/m", "2 zeta sqrt(k m)");
    print_value(a, &o, "sag", mass * gravity / stiffness, "m", "under its own weight");
    if ((code = put_corners(a, &o, "corners", b, 1)) != FINE) return code;
  }
  return end(a, &o);
}
