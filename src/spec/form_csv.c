// form_csv.c: a table from a CSV file: numbers between commas, semicolons, tabs or blanks; # begins a comment.
//
// A first line that does not begin with a number is a header; "speed [km/h]" or "speed (km/h)" there names a column and its unit.
#include "base/file.h"
#include "base/number.h"
#include "spec/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { FAULTS = 8 };  // most faults that are reported of one file

typedef struct {
  dv_check *check;
  const dv_table *table;
  const char *file;
  dv_mark mark;  // where it is named
  char separator;
  int column[DV_COLUMNS];  // of the file, from 0
  double factor[DV_COLUMNS], offset[DV_COLUMNS];
  int faults;
} csv;

typedef struct {
  const char *at;
  size_t n;
} field;

static int blank(char ch) { return ch == ' ' || ch == '\t' || ch == '\r'; }

static char find_separator(const char *line, size_t n)
{
  static const char candidates[] = ",;\t";
  for (const char *s = candidates; *s; s++)
    if (memchr(line, *s, n)) return *s;
  return ' ';
}

// Next field of a line without blanks around it; *p moves past its separator, to NULL after the last.
static field next_field(const csv *f, const char **p, const char *end)
{
  const char *a = *p, *b;
  while (a < end && (f->separator == ' ' ? blank(*a) : *a == ' ')) a++;
  for (b = a; b < end && (f->separator == ' ' ? !blank(*b) : *b != f->separator);) b++;
  *p = b < end ? b + 1 : NULL;
  while (f->separator == ' ' && *p && *p < end && blank(**p)) ++*p;
  if (f->separator == ' ' && *p == end) *p = NULL;
  while (b > a && blank(b[-1])) b--;
  if (b - a >= 2 && *a == '"' && b[-1] == '"') a++, b--;
  return (field){a, (size_t)(b - a)};
}

static int fault(csv *f, int line, const char *remedy, const char *what)
{
  dv_mark mark = {f->file, line, 1};
  if (f->faults++ < FAULTS) dv_diag_add(f->check->diags, DV_ERROR, mark, remedy, "%s", what);
  return -1;
}

// The lines that count: not empty, no comment. *line is counted on; gives NULL at the end.
static const char *next_line(const char *p, size_t *n, int *line)
{
  while (*p) {
    size_t length = strcspn(p, "\n"), skip = strspn(p, " \t\r");
    ++*line;
    if (skip < length && p[skip] != '#') {
      *n = length;
      return p;
    }
    p += length + (p[length] == '\n');
  }
  return NULL;
}

static int is_number(field t)
{
  char text[64];
  double v;
  if (!t.n || t.n >= sizeof text) return 0;
  memcpy(text, t.at, t.n);
  text[t.n] = 0;
  const char *end = dv_number_read(text, &v);
  return end && !*end;
}

// Length of the name before a unit in such brackets; t.n: there is none.
static size_t before_unit(dv_arena *a, field t, char opens, char closes, const char **unit)
{
  const char *open = t.n ? memchr(t.at, opens, t.n) : NULL;
  if (!open || t.at[t.n - 1] != closes) return t.n;
  *unit = dv_arena_copy(a, open + 1, (size_t)(t.at + t.n - 2 - open));
  t.n = (size_t)(open - t.at);
  while (t.n && blank(t.at[t.n - 1])) t.n--;
  return t.n;
}

// "name [unit]" -> name, unit or NULL; round brackets too, behind a blank and around a unit: x(t) is a name.
static const char *split_unit(csv *f, field t, const char **unit)
{
  dv_arena *a = f->check->arena;
  const char *round = NULL;
  double factor, offset;
  dv_dim dim;
  *unit = NULL;
  size_t n = before_unit(a, t, '[', ']', unit), name = before_unit(a, t, '(', ')', &round);
  if (!*unit && round && name < t.n && blank(t.at[name]) && !dv_units_parse(f->check->units, round, &factor, &offset, &dim)) {
    *unit = round;
    n = name;
  }
  return dv_arena_copy(a, t.at, n);
}

typedef struct {
  int n;
  const char **name, **unit;  // [n]; unit NULL: none
} header;

static header read_header(csv *f, const char *line, size_t n)
{
  dv_arena *a = f->check->arena;
  header h = {0};
  for (const char *p = line; p; h.n++) next_field(f, &p, line + n);
  h.name = DV_TAKE(a, const char *, h.n);
  h.unit = DV_TAKE(a, const char *, h.n);
  const char *p = line;
  for (int i = 0; i < h.n; i++) h.name[i] = split_unit(f, next_field(f, &p, line + n), &h.unit[i]);
  return h;
}

// Which column of the file is meant by a name or a number.
static int find_column(csv *f, const dv_ref *n, const header *h)
{
  const char *round = strstr(n->text, " (");
  for (int i = 0; i < h->n; i++)
    if (!strcmp(h->name[i], n->text)) return i;
  for (int i = 0; round && i < h->n; i++)  // with its unit, as it stands there
    if (h->unit[i] && !strcmp(dv_arena_text(f->check->arena, "%s (%s)", h->name[i], h->unit[i]), n->text)) return i;
  char *end;
  long number = strtol(n->text, &end, 10);
  if (*n->text && !*end && number >= 1 && number <= 1000000) return (int)number - 1;
  dv_check *c = f->check;
  const char *remedy = dv_did_you_mean(c->diags, n->text, h->name, h->n, "give a name of its header line, or a number from 1");
  dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "'%s' has no column '%.64s'", f->file, n->text);
  return -1;
}

static int read_unit(csv *f, const char *unit, dv_mark mark, int i)
{
  dv_check *c = f->check;
  dv_dim dim;
  if (dv_units_parse(c->units, unit, &f->factor[i], &f->offset[i], &dim)) {
    dv_diag_add(c->diags, DV_ERROR, mark, "units are m, kN, bar, l/min, deg ...: see doc/modelling.md", "unknown unit '%.64s'",
                unit);
    return -1;
  }
  const dv_dim wanted = dv_known_dim(c->spec, c->units, f->table->unit[i]);
  const char *turned = dv_dim_equal(dim, wanted) ? dv_dim_turn_fault(dim, wanted) : NULL;
  if (dv_dim_equal(dim, wanted) && !turned) return 0;
  dv_diag_add(c->diags, DV_ERROR, mark, turned, "column %d of '%s' is %s, but '%s' needs %s", f->column[i] + 1, f->file,
              dv_dim_text(c->arena, dim), f->table->name, f->table->unit[i]);
  return -1;
}

// A list that is given has an item for each column of the table.
static int wrong_length(csv *f, const char *key, const dv_ref *item, int n)
{
  if (!item || n == f->table->columns) return 0;
  dv_diag_add(f->check->diags, DV_ERROR, n ? item[0].mark : f->mark, f->table->doc, "'%s' has %d items, but '%s' has %d columns",
              key, n, f->table->name, f->table->columns);
  return 1;
}

static int choose_columns(csv *f, const dv_series_spec *s, const header *h, int header_line)
{
  if (wrong_length(f, "columns", s->column, s->ncolumn) || wrong_length(f, "units", s->unit, s->nunit)) return -1;
  for (int i = 0; i < f->table->columns; i++) {
    f->factor[i] = 1;
    f->column[i] = i;
    if (s->column && (f->column[i] = find_column(f, &s->column[i], h)) < 0) return -1;
    const char *unit = f->column[i] < h->n ? h->unit[f->column[i]] : NULL;
    dv_mark mark = {f->file, header_line, 1};
    if (s->unit) {
      unit = s->unit[i].text;
      mark = s->unit[i].mark;
    }
    if (unit && read_unit(f, unit, mark, i)) return -1;
  }
  return 0;
}

// What is no number: a gap, a comma for a point, a row of units.
static int no_number(csv *f, field t, int line)
{
  dv_arena *a = f->check->arena;
  const char *text = dv_arena_copy(a, t.at, t.n < 40 ? t.n : 40), *remedy = "write a decimal number";
  double factor, offset;
  dv_dim dim;
  if (!t.n || !strcasecmp(text, "nan"))
    remedy = "take the row out: between rows values are interpolated, or held by `between: hold`";
  else if (memchr(t.at, ',', t.n)) remedy = "write a decimal point";
  else if (!dv_units_parse(f->check->units, text, &factor, &offset, &dim)) remedy = "units stand behind the names: force [N]";
  return fault(f, line, remedy, t.n ? dv_arena_text(a, "'%s' is not a number", text) : "a number is missing");
}

static int read_number(csv *f, field t, int line, int i, double *out)
{
  char text[64];
  double v;
  if (!is_number(t)) return no_number(f, t, line);
  memcpy(text, t.at, t.n);
  text[t.n] = 0;
  dv_number_read(text, &v);
  *out = f->factor[i] * v + f->offset[i];
  return isfinite(*out) ? 0 : fault(f, line, NULL, "the number is too large");
}

static int read_row(csv *f, const char *line, size_t n, int at, double *out)
{
  int filled = 0, columns = f->table->columns, faulty = 0, k = 0;
  for (const char *p = line; p && filled < columns; k++) {
    field t = next_field(f, &p, line + n);
    for (int i = 0; i < columns; i++) {
      if (f->column[i] != k) continue;
      filled++;
      faulty |= read_number(f, t, at, i, &out[i]);
    }
  }
  return filled < columns ? fault(f, at, NULL, dv_arena_text(f->check->arena, "the row has only %d columns", k)) : faulty;
}

static int read_lines(csv *f, const char *p, size_t n, int line, dv_table_spec *out)
{
  struct {
    double *item;
    int n, cap;
  } all = {0};
  dv_arena *a = f->check->arena;
  for (; p; p = next_line(p + n + (p[n] == '\n'), &n, &line)) {
    double row[DV_COLUMNS] = {0};
    read_row(f, p, n, line, row);
    for (int i = 0; i < f->table->columns; i++) *DV_PUSH(a, &all) = row[i];
    if (f->faults > FAULTS) return -1;
  }
  out->value = all.item;
  out->rows = all.n / f->table->columns;
  return f->faults ? -1 : 0;
}

int dv_read_csv(dv_check *c, const dv_series_spec *s, const dv_table *t, dv_table_spec *out)
{
  const dv_ref *name = &s->csv;
  csv f = {.check = c,
           .table = t,
           .mark = name->mark,
           .file = dv_file_beside(c->arena, name->mark.file ? name->mark.file : c->doc->file, name->text)};
  if (!strcmp(f.file, "-")) f.file = "./-";
  size_t bytes = 0, n = 0;
  const char *text = dv_file_read(c->arena, c->diags, f.file, name->mark, DV_DOC_BYTES, &bytes);
  if (!text) return -1;
  int line = 0;
  const char *p = next_line(text, &n, &line);
  if (!p) {
    dv_diag_add(c->diags, DV_ERROR, name->mark, NULL, "'%s' has no rows", f.file);
    return -1;
  }
  f.separator = find_separator(p, n);
  header h = {0};
  const char *q = p;
  int head = line;
  if (!is_number(next_field(&f, &q, p + n))) {
    h = read_header(&f, p, n);
    p = next_line(p + n + (p[n] == '\n'), &n, &line);
  }
  return choose_columns(&f, s, &h, head) ? -1 : read_lines(&f, p, n, line, out);
}
