// npy.c: NumPy's own format: numpy.load gives an array with a field per column, named `path [unit]` as in CSV.
//
//   "\x93NUMPY" 1 0, length of the header (2 bytes; version 2: 4), {'descr': [('time [s]', '<f8'), ...], 'fortran_order': False,
//   'shape': (rows,), } padded with blanks to 64 bytes, then the rows as doubles, low byte first
//
// Read: what is written here, and any array of one row of fields of type <f8.
// NumPy enhancement proposal 1; numpy.lib.format.
#include "record/format.h"

#include "base/file.h"
#include "base/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES ((size_t)16 << 30)
enum { MAGIC = 8, ALIGNED = 64 };
static const char magic[] = "\x93NUMPY";

static void put_quoted(dv_text *t, const char *s)
{
  for (; *s; s++) {
    if (*s == '\'' || *s == '\\') dv_text_put(t, "\\", 1);
    dv_text_put(t, s, 1);
  }
}

static const char *header(dv_arena *a, const dv_history *l)
{
  dv_text t = {.arena = a};
  dv_text_add(&t, "{'descr': [");
  for (int j = 0; j < l->ncolumn; j++) {
    dv_text_add(&t, "('");
    put_quoted(&t, l->column[j].name);
    if (*l->column[j].unit) {
      dv_text_add(&t, " [");
      put_quoted(&t, l->column[j].unit);
      dv_text_add(&t, "]");
    }
    dv_text_add(&t, "', '<f8'), ");
  }
  dv_text_add(&t, "], 'fortran_order': False, 'shape': (%d,), }", l->nrow);
  return dv_text_all(&t);
}

static void put_bytes(FILE *f, uint64_t x, int n)
{
  for (int i = 0; i < n; i++) fputc((int)(x >> (8 * i) & 255), f);
}

int dv_npy_write(const dv_history *l, dv_arena *scratch, FILE *f, const char **why)
{
  const char *head = header(scratch, l);
  size_t n = strlen(head), before = MAGIC + 4, whole = (before + n + 1 + ALIGNED - 1) / ALIGNED * ALIGNED;
  (void)why;
  errno = 0;
  fputs(magic, f);
  put_bytes(f, 2, 2);  // version 2.0: a header may be long
  put_bytes(f, whole - before, 4);
  fprintf(f, "%s%*s\n", head, (int)(whole - before - n - 1), "");
  for (int i = 0; i < l->nrow && !ferror(f); i++) {
    const double *row = dv_history_row(l, i);
    for (int j = 0; j < l->ncolumn; j++) {
      uint64_t bits;
      memcpy(&bits, &row[j], sizeof bits);
      put_bytes(f, bits, 8);
    }
  }
  return ferror(f) ? -1 : 0;
}

static uint64_t get_bytes(const unsigned char *p, int n)
{
  uint64_t x = 0;
  for (int i = 0; i < n; i++) x |= (uint64_t)p[i] << (8 * i);
  return x;
}

// A text in quotes at *p, which moves behind it; NULL: there is none.
static const char *quoted(dv_arena *a, const char **p)
{
  dv_text t = {.arena = a};
  char quote = **p;
  if (quote != '\'' && quote != '"') return NULL;
  for (++*p; **p && **p != quote; ++*p) {
    if (**p == '\\' && (*p)[1]) ++*p;
    dv_text_put(&t, *p, 1);
  }
  if (**p != quote) return NULL;
  ++*p;
  return dv_text_all(&t);
}

static int skip(const char **p, const char *text)
{
  size_t n = strlen(text);
  *p += strspn(*p, " \n");
  if (strncmp(*p, text, n)) return 0;
  *p += n;
  *p += strspn(*p, " \n");
  return 1;
}

typedef struct {
  dv_column *item;
  int n, cap;
} columns;

// [('time [s]', '<f8'), ...]
static const char *read_fields(dv_arena *a, const char *p, columns *out)
{
  if (!skip(&p, "[")) return "it is no table: its array has no fields";
  while (!skip(&p, "]")) {
    if (!skip(&p, "(")) return "its header cannot be read";
    const char *name = quoted(a, &p), *type = name && skip(&p, ",") ? quoted(a, &p) : NULL;
    if (!type || !skip(&p, ")")) return "its header cannot be read";
    if (strcmp(type, "<f8")) return "its fields are not all doubles (<f8)";
    if (out->n >= DV_HISTORY_COLUMNS) return "it has too many columns";
    dv_column_split(a, name, DV_PUSH(a, out));
    skip(&p, ",");
  }
  return NULL;
}

static const char *read_header(dv_arena *a, const char *text, columns *out, long *rows)
{
  const char *descr = strstr(text, "'descr':"), *shape = strstr(text, "'shape':");
  if (!descr || !shape) return "its header cannot be read";
  descr += strlen("'descr':");
  shape += strlen("'shape':");
  const char *why = read_fields(a, descr + strspn(descr, " "), out);
  if (why) return why;
  char *end = NULL;
  *rows = skip(&shape, "(") ? strtol(shape, &end, 10) : -1;
  if (*rows < 0 || *rows > DV_HISTORY_ROWS || strncmp(end, ",)", 2)) return "its rows are not a list";
  return out->n ? NULL : "it has no columns";
}

static dv_history *read_rows(dv_arena *a, const columns *c, long rows, const unsigned char *p)
{
  dv_history *l = dv_history_new(a, c->n);
  memcpy(l->column, c->item, (size_t)c->n * sizeof *c->item);
  for (long i = 0; i < rows; i++) {
    double *row = dv_history_append(l);
    for (int j = 0; j < c->n; j++, p += 8) {
      uint64_t bits = get_bytes(p, 8);
      memcpy(&row[j], &bits, sizeof bits);
    }
  }
  return l;
}

dv_history *dv_npy_of(dv_arena *a, const unsigned char *bytes, size_t n, const char **why)
{
  if (n < MAGIC + 4 || memcmp(bytes, magic, sizeof magic - 1)) return *why = "it is not a file of NumPy", NULL;
  int wide = bytes[6] > 1 ? 4 : 2;
  size_t head = MAGIC + (size_t)wide, length = (size_t)get_bytes(bytes + MAGIC, wide);
  if (length > n - head) return *why = "it ends within its header", NULL;
  columns c = {0};
  long rows = 0;
  *why = read_header(a, dv_arena_copy(a, (const char *)bytes + head, length), &c, &rows);
  if (*why) return NULL;
  if ((n - head - length) / 8 / (size_t)c.n != (size_t)rows || (n - head - length) % (8 * (size_t)c.n))
    return *why = "it does not hold as many numbers as its header says", NULL;
  return read_rows(a, &c, rows, bytes + head + length);
}

dv_history *dv_npy_read(dv_arena *a, dv_diags *d, const char *file, const char **why)
{
  size_t n;
  const char *bytes = dv_file_read(a, d, file, (dv_mark){0}, MOST_BYTES, &n);
  return bytes ? dv_npy_of(a, (const unsigned char *)bytes, n, why) : NULL;
}
