// csv.c: one header line `path [unit]`, then shortest numbers that read back as the same doubles.
#include "record/format.h"

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define MOST_BYTES ((size_t)4 << 30)

// A cell with a comma or a quote stands in quotes, RFC 4180.
static void put_name(FILE *f, const dv_column *c)
{
  int bare = !strpbrk(c->name, ",\"\n") && !strpbrk(c->unit, ",\"\n");
  if (!bare) fputc('"', f);
  for (const char *s = c->name; *s; s++) {
    if (*s == '"') fputc('"', f);
    fputc(*s, f);
  }
  if (*c->unit) fprintf(f, " [%s]", c->unit);
  if (!bare) fputc('"', f);
}

static void put_number(FILE *f, double x)
{
  char text[DV_NUMBER_TEXT];
  fputs(isnan(x) ? "nan" : isinf(x) ? (x > 0 ? "inf" : "-inf") : dv_number_write(text, x), f);
}

int dv_csv_write(const dv_history *l, dv_arena *scratch, FILE *f, const char **why)
{
  (void)why, (void)scratch;
  errno = 0;
  for (int j = 0; j < l->ncolumn; j++) {
    if (j) fputc(',', f);
    put_name(f, &l->column[j]);
  }
  fputc('\n', f);
  for (int i = 0; i < l->nrow && !ferror(f); i++) {
    const double *row = dv_history_row(l, i);
    for (int j = 0; j < l->ncolumn; j++) {
      if (j) fputc(',', f);
      put_number(f, row[j]);
    }
    fputc('\n', f);
  }
  return ferror(f) ? -1 : 0;
}

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  const char *file, *at, *line_start;
  int line;
} reader;

static int fault(const reader *r, const char *what)
{
  dv_diag_add(r->diags, DV_ERROR, (dv_mark){r->file, r->line, (int)(r->at - r->line_start) + 1}, NULL, "%s", what);
  return -1;
}

// One cell's text without its quotes; stops at a comma or at the end of the line.
static const char *cell(reader *r)
{
  dv_text t = {.arena = r->arena};
  int quoted = *r->at == '"';
  r->at += quoted;
  for (; *r->at && (quoted || !strchr(",\r\n", *r->at)); r->at++) {
    if (quoted && *r->at == '"' && *++r->at != '"') break;
    dv_text_put(&t, r->at, 1);
  }
  return dv_text_all(&t);
}

// End of line: 1; a comma: 0; anything else: -1.
static int separator(reader *r)
{
  if (*r->at == ',') return r->at++, 0;
  if (*r->at == '\r') r->at++;
  if (*r->at && *r->at != '\n') return -1;
  if (*r->at) r->at++;
  r->line++;
  r->line_start = r->at;
  return 1;
}

static size_t without_blanks(const char *text, size_t n)
{
  while (n && text[n - 1] == ' ') n--;
  return n;
}

// Blanks at the end and empty brackets say nothing: without them a column that is written again reads as the same.
void dv_column_split(dv_arena *a, const char *text, dv_column *c)
{
  size_t n = without_blanks(text, strlen(text)), open = n;
  while (n >= 2 && !memcmp(text + n - 2, "[]", 2)) n = without_blanks(text, n - 2);
  if (n && text[n - 1] == ']')
    for (open = n - 1; open && text[open] != '['; open--) {}
  int has = open < n && text[open] == '[';
  c->name = dv_arena_copy(a, text, has ? without_blanks(text, open) : n);
  c->unit = has ? dv_arena_copy(a, text + open + 1, n - open - 2) : "";
}

static dv_history *read_header(reader *r)
{
  struct {
    dv_column *item;
    int n, cap;
  } list = {0};
  int end = 0;
  while (!end) {
    dv_column_split(r->arena, cell(r), DV_PUSH(r->arena, &list));
    end = separator(r);
    if (end < 0) return fault(r, "expected ',' between the names of columns"), NULL;
    if (list.n > DV_HISTORY_COLUMNS) return fault(r, "too many columns"), NULL;
  }
  dv_history *l = dv_history_new(r->arena, list.n);
  memcpy(l->column, list.item, (size_t)list.n * sizeof *list.item);
  return l;
}

static int read_number(reader *r, double *x)
{
  static const struct {
    const char *text;
    double value;
  } odd[] = {
      {"nan",  NAN      },
      {"inf",  INFINITY },
      {"-inf", -INFINITY}
  };
  while (*r->at == ' ') r->at++;
  const char *end = dv_number_read(r->at, x);
  for (int i = 0; i < 3 && !end; i++) {
    size_t n = strlen(odd[i].text);
    if (!strncasecmp(r->at, odd[i].text, n)) end = r->at + n, *x = odd[i].value;
  }
  if (!end) return fault(r, "expected a number");
  r->at = end;
  while (*r->at == ' ') r->at++;
  return 0;
}

static int read_row(reader *r, dv_history *l)
{
  double *row = dv_history_append(l);
  for (int j = 0; j < l->ncolumn; j++) {
    if (read_number(r, &row[j])) return -1;
    int end = separator(r);
    if (end < 0) return fault(r, "expected ',' or the end of the line after a number");
    if (end != (j + 1 == l->ncolumn))
      return fault(r, end ? "the row has fewer numbers than the header has names"
                          : "the row has more numbers than the header has names");
  }
  return 0;
}

dv_history *dv_csv_read(dv_arena *a, dv_diags *d, const char *file, const char **why)
{
  size_t n;
  char *bytes = dv_file_read(a, d, file, (dv_mark){0}, MOST_BYTES, &n);
  return bytes ? dv_csv_of(a, d, file, bytes, n, why) : NULL;
}

dv_history *dv_csv_of(dv_arena *a, dv_diags *d, const char *file, const char *bytes, size_t n, const char **why)
{
  reader r = {.arena = a, .diags = d, .file = file, .at = bytes, .line_start = bytes, .line = 1};
  if (!n) return *why = "the file is empty", NULL;
  dv_history *l = read_header(&r);
  if (!l) return NULL;
  while (r.at < bytes + n) {
    if (l->nrow >= DV_HISTORY_ROWS) return *why = "it has too many rows", NULL;
    if (read_row(&r, l)) return NULL;
  }
  return l;
}
