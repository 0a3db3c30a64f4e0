// units.c: unit text -> factor, offset and dimension, through udunits2.
//
//   SI value = factor * number + offset      (offset: degC, degF)
//
// udunits2 also reads dates, logarithms, "m-s" as a product and "m^0.5" as 5; a syntax of our own goes before it.
#include "spec/units.h"

#include "spec/reader.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <udunits2.h>

enum { LONGEST = 80, CACHE = 256, POWER = 30 };

typedef struct {
  char text[LONGEST];  // "": free
  double factor, offset;
  dv_dim dim;
} entry;

struct dv_units {
  dv_arena *arena;
  ut_system *system;
  entry cache[CACHE];
};

static const char *const base_symbol[7] = {"kg", "m", "s", "K", "A", "mol", "cd"};

// Units that engineers write and udunits2 lacks; and names that mean another thing than most readers think.
static const char *const added[][2] = {
    {"deg", "degree"    },
    {"rev", "turn"      },
    {"Nm",  "N.m"       },
    {"lpm", "l/min"     },
    {"gpm", "gallon/min"},
    {"Wh",  "W.h"       },
    {"Ah",  "A.h"       },
    {"tf",  "1000 kgf"  },
};
static const char *const removed[] = {"ton", "tons", "oz", "gal"};  // 907 kg; a volume; an acceleration

static void adjust(ut_system *s)
{
  for (size_t i = 0; i < sizeof added / sizeof *added; i++) {
    ut_unit *u = ut_parse(s, added[i][1], UT_ASCII);
    if (u) ut_map_symbol_to_unit(added[i][0], UT_ASCII, u);
    ut_free(u);
  }
  for (size_t i = 0; i < sizeof removed / sizeof *removed; i++) {
    ut_unmap_name_to_unit(s, removed[i], UT_ASCII);
    ut_unmap_symbol_to_unit(s, removed[i], UT_ASCII);
  }
}

dv_units *dv_units_open(dv_arena *a)
{
  ut_set_error_message_handler(ut_ignore);
  ut_system *s = ut_read_xml(NULL);
  if (!s) return NULL;
  adjust(s);
  dv_units *u = DV_TAKE(a, dv_units, 1);
  u->arena = a;
  u->system = s;
  return u;
}

void dv_units_close(dv_units *u)
{
  if (!u || !u->system) return;
  ut_free_system(u->system);
  u->system = NULL;
}

static int is_letter(unsigned char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' || c >= 0x80;
}
static int is_digit(char c) { return c >= '0' && c <= '9'; }

// name [^ | **] [+-] digits, the power not 0 and small
static const char *unit_word(const char *p)
{
  while (is_letter((unsigned char)*p) || (is_digit(*p) && is_letter((unsigned char)p[1]))) p++;
  int caret = *p == '^' ? 1 : p[0] == '*' && p[1] == '*' ? 2 : 0;
  const char *q = p + caret;
  if (*q == '+' || *q == '-') q++;
  if (!is_digit(*q)) return caret ? NULL : p;
  int power = atoi(q);
  while (is_digit(*q)) q++;
  return power > 0 && power <= POWER ? q : NULL;
}

// unit := (word | '1' '/' ... | '(' unit ')') joined by space . * / and the middle dot. End of the unit, or NULL.
static const char *unit_syntax(const char *p, int depth)
{
  if (depth > 8) return NULL;
  for (;;) {
    while (*p == ' ') p++;
    if (*p == '(') {
      p = unit_syntax(p + 1, depth + 1);
      if (!p || *p != ')') return NULL;
      p++;
      if (*p == '^' && is_digit(p[1]) && p[1] != '0' && !is_digit(p[2])) p += 2;
    } else if (*p == '1' && !is_digit(p[1])) p++;
    else if (is_letter((unsigned char)*p)) p = unit_word(p);
    else return NULL;
    if (!p) return NULL;
    const char *gap = p;
    while (*p == ' ') p++;
    if (*p == '/' || *p == '.' || (*p == '*' && p[1] != '*')) p++;
    else if (*p == 0 || *p == ')') return p;
    else if (p == gap) return NULL;
  }
}

// What the visitor gathers.
typedef struct {
  double factor, offset;
  int power[7];
  int bad;  // a unit of another sort: date, logarithm, or too large a power
} parts;

static void add_power(parts *p, const ut_unit *unit, int power)
{
  const char *symbol = ut_get_symbol(unit, UT_ASCII);
  if (symbol && !strcmp(symbol, "rad")) return;
  for (int i = 0; i < 7; i++)
    if (symbol && !strcmp(symbol, base_symbol[i])) {
      p->power[i] += power;
      return;
    }
  p->bad = 1;
}

static ut_status visit_basic(const ut_unit *unit, void *arg) { return add_power(arg, unit, 1), UT_SUCCESS; }

static ut_status visit_product(const ut_unit *unit, int n, const ut_unit *const *base, const int *power, void *arg)
{
  (void)unit;
  for (int i = 0; i < n; i++) add_power(arg, base[i], power[i]);
  return UT_SUCCESS;
}

static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *under, double offset, void *arg);

static ut_status visit_time(const ut_unit *unit, const ut_unit *time, double origin, void *arg)
{
  (void)unit, (void)time, (void)origin;
  ((parts *)arg)->bad = 1;
  return UT_SUCCESS;
}

static ut_status visit_log(const ut_unit *unit, double base, const ut_unit *reference, void *arg)
{
  (void)unit, (void)base, (void)reference;
  ((parts *)arg)->bad = 1;
  return UT_SUCCESS;
}

static const ut_visitor visitor = {visit_basic, visit_product, visit_galilean, visit_time, visit_log};

// underlying = scale (x + offset)
static ut_status visit_galilean(const ut_unit *unit, double scale, const ut_unit *under, double offset, void *arg)
{
  (void)unit;
  parts *p = arg;
  p->offset += p->factor * scale * offset;
  p->factor *= scale;
  return ut_accept_visitor(under, &visitor, arg);
}

// A litre is (0.1 m)^3 = 0.0010000000000000002 m^3 to udunits2: a factor with few decimal digits becomes the double nearest to
// them.
static double tidy(double x)
{
  char text[32];
  snprintf(text, sizeof text, "%.12e", x);
  double y = strtod(text, NULL);
  return fabs(x - y) <= 8e-16 * fabs(x) ? y : x;
}

// udunits2 skips bytes that are not UTF-8.
static int is_utf8(const char *text)
{
  for (size_t left = strlen(text), n; left; text += n, left -= n)
    if (!(n = dv_utf8_length(text, left))) return 0;
  return 1;
}

static int look_up(dv_units *u, const char *text, entry *out)
{
  const char *end = unit_syntax(text, 0);
  if (!end || *end || !is_utf8(text)) return -1;
  ut_unit *unit = ut_parse(u->system, text, UT_UTF8);
  if (!unit) return -1;
  parts p = {.factor = 1};
  ut_status status = ut_accept_visitor(unit, &visitor, &p);
  ut_free(unit);
  for (int i = 0; i < 7; i++) {
    if (abs(p.power[i]) > POWER) p.bad = 1;
    else out->dim.e[i] = (signed char)(2 * p.power[i]);
  }
  out->factor = tidy(p.factor);
  out->offset = p.offset;
  return status != UT_SUCCESS || p.bad || !(p.factor > 0 && p.factor < 1e300) ? -1 : 0;
}

static size_t slot(const char *text)
{
  size_t h = 5381;
  for (; *text; text++) h = 33 * h + (unsigned char)*text;
  return h % CACHE;
}

int dv_units_parse(dv_units *u, const char *text, double *factor, double *offset, dv_dim *dim)
{
  size_t n = strlen(text);
  while (n && text[n - 1] == ' ') n--;
  if (!n || n >= LONGEST) return -1;
  entry e = {.factor = 1};
  memcpy(e.text, text, n);
  entry *kept = &u->cache[slot(e.text)];
  if (strcmp(kept->text, e.text) != 0) {
    if (look_up(u, e.text, &e)) return -1;
    *kept = e;
  }
  *factor = kept->factor;
  *offset = kept->offset;
  *dim = kept->dim;
  return 0;
}
