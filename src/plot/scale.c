// scale.c: ranges and ticks.
//
// Ticks are 1, 2 or 5 times a power of ten apart. Labels stay short: a power of 1000 goes into the unit (kN, MPa), and the
// value about which a curve varies by less than a ten-thousandth of itself goes into the axis label.
#include "plot/scale.h"

#include "plot/svg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

// Ticks and labels of numbers beyond these would not be numbers; what lies beyond is drawn at the edge.
#define LARGEST 1e300
#define SMALLEST 1e-290

double dv_nice_step(double rough)
{
  double ten = pow(10, floor(log10(rough))), f = rough / ten;
  return ten * (f <= 1.4 ? 1 : f <= 2.8 ? 2 : f <= 7 ? 5 : 10);
}

// Units that take a prefix in front as they are; m^3 does not (mm^3 is not 1e-3 m^3).
static int takes_prefix(const char *unit)
{
  static const char *const symbols[] = {"N", "Pa", "J", "W", "V", "A", "Hz", "m", "rad", "s"};
  size_t n = strcspn(unit, "./ *^");
  if (unit[n] == '^') return 0;
  for (int i = 0; i < (int)(sizeof symbols / sizeof *symbols); i++)
    if (strlen(symbols[i]) == n && !strncmp(unit, symbols[i], n)) return 1;
  return 0;
}

static const char *superscript(dv_arena *a, int power)
{
  static const char *const digit[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                      "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  int p = power < 0 ? -power : power;
  const char *sign = power < 0 ? "\u207b" : "";
  if (p < 10) return dv_arena_text(a, "10%s%s", sign, digit[p]);
  if (p < 100) return dv_arena_text(a, "10%s%s%s", sign, digit[p / 10], digit[p % 10]);
  return dv_arena_text(a, "10%s%s%s%s", sign, digit[p / 100 % 10], digit[p / 10 % 10], digit[p % 10]);
}

static const char *scaled_unit(dv_arena *a, const char *unit, int power)
{
  static const char *const prefix[] = {"p", "n", "\u00b5", "m", "", "k", "M", "G", "T"};
  int i = power / 3 + 4;
  if (!power) return unit;
  if (i >= 0 && i < 9 && takes_prefix(unit) && !(!strcmp(unit, "m") && power > 0) && !(!strcmp(unit, "s") && power > 0))
    return dv_arena_text(a, "%s%s", prefix[i], unit);
  return dv_arena_text(a, "%s%s%s", superscript(a, power), *unit ? " " : "", unit);
}

// Power of 1000 that brings the largest label between 1 and 1000; none where plain labels are short anyway.
static int power_of(double largest)
{
  if (!(largest > 0) || (largest < 1e4 && largest >= 1e-2)) return 0;
  return 3 * (int)floor(log10(largest) / 3 + 1e-9);
}

static void set_ticks(dv_scale *s, int most)
{
  s->step = dv_nice_step((s->hi - s->lo) / (most > 1 ? most : 2));
  s->first = s->step * ceil((s->lo - s->offset) / s->step - 1e-9);
  s->nticks = (int)floor((s->hi - s->offset - s->first) / s->step + 1e-9) + 1;
}

dv_scale dv_scale_of(dv_arena *a, double lo, double hi, double margin, int most, const char *unit)
{
  dv_scale s = {.factor = 1, .unit = unit};
  if (!(lo <= hi)) lo = 0, hi = 1;
  lo = fmin(fmax(lo, -LARGEST), LARGEST);
  hi = fmin(fmax(hi, -LARGEST), LARGEST);
  double span = hi - lo, size = fmax(fabs(lo), fabs(hi));
  // a constant curve lies in the middle of a range of its own size; rounding noise of it does not fill the panel
  if (span <= 1e-14 * size || span < SMALLEST) span = size > SMALLEST ? size : 1, lo -= span / 2, hi += span / 2, margin = 0;
  s.lo = lo - margin * span;
  s.hi = hi + margin * span;
  set_ticks(&s, most);
  if (span < 1e-4 * size) {
    double coarse = 10 * s.step;
    s.offset = coarse * round((lo + hi) / 2 / coarse);
    set_ticks(&s, most);
  }
  int power = power_of(fmax(fabs(s.lo - s.offset), fabs(s.hi - s.offset)));
  s.factor = pow(10, power);
  s.unit = scaled_unit(a, unit, power);
  double shown = s.step / s.factor;
  s.digits = shown >= 1 ? 0 : (int)ceil(-log10(shown) - 1e-9);
  return s;
}

double dv_scale_tick(const dv_scale *s, int i) { return s->offset + s->first + i * s->step; }

// Fixed point from an integer: no locale can put a comma in it.
const char *dv_scale_label(dv_arena *a, const dv_scale *s, int i)
{
  double value = (s->first + i * s->step) / s->factor, scaled = round(fabs(value) * pow(10, s->digits));
  if (scaled > 1e15 || s->digits > 12) return dv_arena_text(a, "%g", value);
  long long n = (long long)scaled, unit = (long long)pow(10, s->digits);
  const char *sign = value < 0 && n ? "\u2212" : "";
  if (!s->digits) return dv_arena_text(a, "%s%lld", sign, n);
  return dv_arena_text(a, "%s%lld.%0*lld", sign, n / unit, s->digits, n % unit);
}

const char *dv_scale_title(dv_arena *a, const dv_scale *s, const char *label, const char *unit)
{
  dv_text t = {.arena = a};
  dv_text_add(&t, "%s", label ? label : "");
  if (s->offset != 0) {
    dv_text_add(&t, " %s ", s->offset < 0 ? "+" : "\u2212");
    dv_text_number(&t, fabs(s->offset));
    if (*unit) dv_text_add(&t, " %s", dv_unit_pretty(a, unit));
  }
  if (*s->unit) dv_text_add(&t, "%s[%s]", t.n ? " " : "", dv_unit_pretty(a, s->unit));
  return dv_text_all(&t);
}
