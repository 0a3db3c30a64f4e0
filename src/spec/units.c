// units.c: unit text -> factor, offset and dimension.
//
//   SI value = factor * number + offset      (offset: degC, degF)
//   unit   = factor { (' ' | '.' | '*' | '/' | middle dot) factor }      from left to right: N/m s is (N/m) s
//   factor = '1' | word [power] | '(' unit ')' [ '^' digit ]      power: 2, -2, ^2, **2, superscripts
//
// No state is shared: any number of threads may read units.
#include "spec/units.h"

#include "base/utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 80, CACHE = 64, POWER = 30 };

#define PI 3.14159265358979323846
#define G0 9.80665
#define POUND 0.45359237
#define INCH2 (0.0254 * 0.0254)
#define INCH3 (0.0254 * 0.0254 * 0.0254)

typedef struct {
  const char *words, *symbols;
  double factor, offset;
  signed char power[8];  // the last: one of dv_turns
} row;

static const row rows[] = {
#define ROW(words, symbols, factor, offset, ...) {words, symbols, factor, offset, {__VA_ARGS__}},
#include "spec/units.def"
#undef ROW
};

static const struct {
  const char *word, *symbols;
  double factor;
} prefixes[] = {
    {"yotta", "Y",                   1e24 },
    {"zetta", "Z",                   1e21 },
    {"exa",   "E",                   1e18 },
    {"peta",  "P",                   1e15 },
    {"tera",  "T",                   1e12 },
    {"giga",  "G",                   1e9  },
    {"mega",  "M",                   1e6  },
    {"kilo",  "k",                   1e3  },
    {"hecto", "h",                   1e2  },
    {"deka",  "da",                  1e1  },
    {"deci",  "d",                   1e-1 },
    {"centi", "c",                   1e-2 },
    {"milli", "m",                   1e-3 },
    {"micro", "\xC2\xB5 \xCE\xBC u", 1e-6 },
    {"nano",  "n",                   1e-9 },
    {"pico",  "p",                   1e-12},
    {"femto", "f",                   1e-15},
    {"atto",  "a",                   1e-18},
    {"zepto", "z",                   1e-21},
    {"yocto", "y",                   1e-24},
};

typedef struct {
  double factor, offset;
  int power[7], turn;
} value;

typedef struct {
  char text[LONGEST];  // "": free
  double factor, offset;
  dv_dim dim;
} entry;

struct dv_units {
  entry cache[CACHE];
};

dv_units *dv_units_open(dv_arena *a) { return DV_TAKE(a, dv_units, 1); }

// Is the text one of the names of a list, with an s or es at its end if the list takes plurals?
static int is_listed(const char *list, const char *text, size_t n, int plural)
{
  for (const char *p = list; *p;) {
    size_t m = strcspn(p, " ");
    if (m <= n && !memcmp(p, text, m)) {
      if (m == n) return 1;
      if (plural && m + 1 == n && text[m] == 's') return 1;
      if (plural && m + 2 == n && text[m] == 'e' && text[m + 1] == 's') return 1;
    }
    p += m;
    while (*p == ' ') p++;
  }
  return 0;
}

static const row *row_of(const char *text, size_t n)
{
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (is_listed(rows[i].symbols, text, n, 0) || is_listed(rows[i].words, text, n, 1)) return &rows[i];
  return NULL;
}

// A row behind the prefix of m bytes at the front of the text. A scale with a zero of its own takes none.
static const row *behind(const char *prefix, size_t m, const char *text, size_t n)
{
  if (m >= n || memcmp(prefix, text, m) != 0) return NULL;
  const row *r = row_of(text + m, n - m);
  return r && r->offset == 0 ? r : NULL;
}

static const row *row_with_prefix(const char *text, size_t n, double *factor)
{
  for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
    const char *p = prefixes[i].symbols;
    const row *r = behind(prefixes[i].word, strlen(prefixes[i].word), text, n);
    for (size_t m; !r && *p; p += m + (p[m] == ' ')) r = behind(p, m = strcspn(p, " "), text, n);
    *factor = prefixes[i].factor;
    if (r) return r;
  }
  return NULL;
}

static int is_letter(unsigned char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '%' || c >= 0x80;
}
static int is_digit(char c) { return c >= '0' && c <= '9'; }

// Bytes of a middle dot or dot operator; 0: none is here.
static size_t dot(const char *p) { return !strncmp(p, "\xC2\xB7", 2) ? 2 : !strncmp(p, "\xE2\x8B\x85", 3) ? 3 : 0; }

// A superscript: its digit, or '-' or '+', and its bytes. 0: none is here.
static char superscript(const char *p, size_t *n)
{
  static const char *const sign[] = {"\xE2\x81\xB0", "\xC2\xB9",     "\xC2\xB2",     "\xC2\xB3",
                                     "\xE2\x81\xB4", "\xE2\x81\xB5", "\xE2\x81\xB6", "\xE2\x81\xB7",
                                     "\xE2\x81\xB8", "\xE2\x81\xB9", "\xE2\x81\xBB", "\xE2\x81\xBA"};
  for (int i = 0; i < 12; i++) {
    *n = strlen(sign[i]);
    if (!strncmp(p, sign[i], *n)) return "0123456789-+"[i];
  }
  return 0;
}

// The power behind a word, 1 if there is none. End of it, or NULL: a power of 0 or a large one, a caret without digits.
static const char *read_power(const char *p, int *power)
{
  char digits[LONGEST] = {0};
  size_t n = 0, bytes;
  for (char c; (c = superscript(p, &bytes)) && n + 1 < LONGEST; p += bytes) digits[n++] = c;
  const char *d = digits;
  if (!n) {
    int caret = *p == '^' ? 1 : p[0] == '*' && p[1] == '*' ? 2 : 0;
    d = p + caret;
    const char *q = d + (*d == '+' || *d == '-');
    *power = 1;
    if (!is_digit(*q)) return caret ? NULL : p;
    while (is_digit(*q)) q++;
    p = q;
  }
  long most = strtol(d, NULL, 10);
  *power = (int)(most > 99 ? 99 : most < -99 ? -99 : most);
  return *power && abs(*power) <= POWER ? p : NULL;
}

static double whole_power(double x, int n)
{
  double y = 1;
  for (int i = 0; i < abs(n); i++) y *= x;
  return n < 0 ? 1 / y : y;
}

// v times w^power; what has a zero of its own (degC) keeps it only where it stands alone.
static void times(value *v, const value *w, int power)
{
  v->offset = 0;
  v->factor *= whole_power(w->factor, power);
  for (int i = 0; i < 7; i++) v->power[i] += power * w->power[i];
  if (w->turn) v->turn = w->turn;
}

static const char *read_word(const char *p, value *v)
{
  size_t n = 0, bytes;
  while ((is_letter((unsigned char)p[n]) && !dot(p + n) && !superscript(p + n, &bytes)) ||
         (is_digit(p[n]) && is_letter((unsigned char)p[n + 1]) && !dot(p + n + 1) && !superscript(p + n + 1, &bytes)))
    n++;
  double prefix = 1;
  const row *r = row_of(p, n);
  if (!r) r = row_with_prefix(p, n, &prefix);
  if (!r) return NULL;
  value word = {r->factor * prefix, r->offset, {0}, r->power[7]};
  for (int i = 0; i < 7; i++) word.power[i] = r->power[i];
  int power = 1;
  p = read_power(p + n, &power);
  if (!p) return NULL;
  *v = (value){.factor = 1};
  times(v, &word, power);
  if (power == 1) v->offset = word.offset;
  return p;
}

static const char *read_unit(const char *p, value *v, int depth);

static const char *read_factor(const char *p, value *v, int depth)
{
  *v = (value){.factor = 1};
  if (*p == '1' && !is_digit(p[1])) return p + 1;
  if (*p != '(') return is_letter((unsigned char)*p) ? read_word(p, v) : NULL;
  p = read_unit(p + 1, v, depth + 1);
  if (!p || *p != ')') return NULL;
  p++;
  if (*p != '^' || !is_digit(p[1]) || p[1] == '0' || is_digit(p[2])) return p;
  value once = *v;
  *v = (value){.factor = 1};
  times(v, &once, p[1] - '0');
  return p + 2;
}

// End of the unit, at the end of the text or at a closing bracket; or NULL.
static const char *read_unit(const char *p, value *v, int depth)
{
  if (depth > 8) return NULL;
  *v = (value){.factor = 1};
  for (int first = 1, sign = 1;; first = 0) {
    value f;
    while (*p == ' ') p++;
    p = read_factor(p, &f, depth);
    if (!p) return NULL;
    if (first) *v = f;
    else times(v, &f, sign);
    const char *gap = p;
    while (*p == ' ') p++;
    sign = *p == '/' ? -1 : 1;
    if (*p == '/' || *p == '.' || (*p == '*' && p[1] != '*')) p++;
    else if (dot(p)) p += dot(p);
    else if (*p == 0 || *p == ')') return p;
    else if (p == gap) return NULL;
  }
}

// A cubic decimetre is (0.1 m)^3 = 0.0010000000000000002 m^3 by products: a factor with few decimal digits becomes the double
// nearest to them.
static double tidy(double x)
{
  char text[32];
  snprintf(text, sizeof text, "%.12e", x);
  double y = strtod(text, NULL);
  return fabs(x - y) <= 8e-16 * fabs(x) ? y : x;
}

static int is_utf8(const char *text)
{
  for (size_t left = strlen(text), n; left; text += n, left -= n)
    if (!(n = dv_utf8_length(text, left))) return 0;
  return 1;
}

static int look_up(const char *text, entry *out)
{
  value v;
  const char *end = is_utf8(text) ? read_unit(text, &v, 0) : NULL;
  if (!end || *end) return -1;
  for (int i = 0; i < 7; i++) {
    if (abs(v.power[i]) > POWER) return -1;
    out->dim.e[i] = (signed char)(2 * v.power[i]);
  }
  out->factor = tidy(v.factor);
  // 1/s of an angular velocity leaves nothing out
  int second = v.power[2] == -1 && out->factor == 1;
  out->dim.turn = (signed char)(v.turn ? v.turn : second ? DV_TURN_UNTOLD : DV_TURN_LEFT_OUT);
  out->offset = v.offset;
  return v.factor > 1e-300 && v.factor < 1e300 ? 0 : -1;
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
    if (look_up(e.text, &e)) return -1;
    *kept = e;
  }
  *factor = kept->factor;
  *offset = kept->offset;
  *dim = kept->dim;
  return 0;
}
