// Every unit of units.def against udunits2, a library of its own: factor, zero and dimension, alone, with a prefix, in the
// plural.
#include "reader.h"

#include "spec/units.h"

#include <string.h>
#include <udunits2.h>

// What udunits2 has not, or means otherwise: PS is a petasiemens to it, nmi a nanomile, a footcandle a hundredth of one.
static const char *const own[] = {"deg",        "rev",        "Nm",           "lpm",         "gpm",    "Wh",      "Ah",
                                  "tf",         "kn",         "mph",          "nmi",         "PS",     "lbm",     "dyn",
                                  "gon",        "gradian",    "ha",           "kilogramme",  "gramme", "darcies", "gal",
                                  "board_feet", "footcandle", "\xE2\x84\x83", "\xE2\x84\x89"};

static const struct {
  const char *words, *symbols;
} rows[] = {
#define ROW(words, symbols, ...) {words, symbols},
#include "spec/units.def"
#undef ROW
};

static int is_own(const char *name)
{
  for (size_t i = 0; i < sizeof own / sizeof *own; i++)
    if (!strcmp(own[i], name)) return 1;
  return 0;
}

// The SI unit with the dimension that we found, as udunits2 reads it.
static void si_of(dv_dim d, char *text, size_t room)
{
  static const char *const base[7] = {"kg", "m", "s", "K", "A", "mol", "cd"};
  size_t n = (size_t)snprintf(text, room, "1");
  for (int i = 0; i < 7; i++)
    if (d.e[i]) n += (size_t)snprintf(text + n, room - n, ".%s^%d", base[i], d.e[i] / 2);
}

// udunits2 has some definitions with six or seven digits only.
static void same(ut_system *s, dv_units *u, const char *name)
{
  double factor, offset;
  dv_dim dim;
  char si[128];
  if (dv_units_parse(u, name, &factor, &offset, &dim)) fail_msg("unknown: %s", name);
  if (is_own(name)) return;
  si_of(dim, si, sizeof si);
  ut_unit *theirs = ut_parse(s, name, UT_UTF8), *base = ut_parse(s, si, UT_UTF8);
  if (!theirs) fail_msg("udunits2 does not know '%s'", name);
  cv_converter *c = ut_get_converter(theirs, base);
  if (!c) fail_msg("'%s' has another dimension: %s", name, si);
  double zero = cv_convert_double(c, 0), one = cv_convert_double(c, 1) - zero;
  if (fabs(one - factor) > 4e-5 * factor) fail_msg("'%s' is %.17g here, %.17g there", name, factor, one);
  assert_float_equal(zero, offset, 1e-9);
  cv_free(c);
  ut_free(theirs);
  ut_free(base);
}

static void each(ut_system *s, dv_units *u, const char *list, const char *behind)
{
  char name[80];
  for (const char *p = list; *p;) {
    size_t n = strcspn(p, " ");
    snprintf(name, sizeof name, "%.*s", (int)n, p);
    same(s, u, name);
    if (*behind && !is_own(name)) {
      snprintf(name, sizeof name, "%.*s%s", (int)n, p, behind);
      double factor, offset;
      dv_dim dim;
      if (dv_units_parse(u, name, &factor, &offset, &dim)) fail_msg("unknown: %s", name);
    }
    p += n;
    while (*p == ' ') p++;
  }
}

static void test_table(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  ut_set_error_message_handler(ut_ignore);
  ut_system *s = ut_read_xml(NULL);
  assert_non_null(s);
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    each(s, u, rows[i].words, "s");
    each(s, u, rows[i].symbols, "");
  }
  ut_free_system(s);
  fixture_close(b);
}

// Products, powers and prefixes as engineers write them, to the last bits.
static void test_compound(void **state)
{
  static const char *const text[] = {
      "l/min",       "N.m/rad",     "kg m^2",   "cm3",     "mm^2/s", "kN/mm",   "m/s2",      "1/min",      "N/(m/s)^2",
      "dm^3/s",      "MPa",         "kW.h",     "rad/s/V", "J/kg/K", "W/m^2/K", "A.s",       "V.s/rad",    "um",
      "\xC2\xB5m",   "\xCE\xBCs",   "dam",      "hPa",     "kmol",   "mohm",    "k\xCE\xA9", "N\xC2\xB7m", "m\xC2\xB3",
      "kilometres",  "millimeters", "m**3",     "kg.m-3",  "N*s/m",  "km/h",    "mbar",      "cSt",        "mPa.s",
      "bar/(l/min)", "1/(m s)",     "degC/min", "GN",      "nF"};
  (void)state;
  fixture b = fixture_open();
  dv_units *u = dv_units_open(b.a);
  ut_set_error_message_handler(ut_ignore);
  ut_system *s = ut_read_xml(NULL);
  for (size_t i = 0; i < sizeof text / sizeof *text; i++) same(s, u, text[i]);
  ut_free_system(s);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_table), cmocka_unit_test(test_compound)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
