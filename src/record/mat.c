// mat.c: MATLAB 5 files. One variable per column under a name that MATLAB accepts; the cell array `columns`
// has a row {variable, path, unit} for each, `facts` a row {key, text}.
#define _GNU_SOURCE  // memfd_create
#include "record/format.h"

#include "base/text.h"

#include <ctype.h>
#include <errno.h>
#include <matio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { NAME_MOST = 63, HEADER = 128 };

// Letters, digits and '_', not longer than 63, unlike all before it.
static const char *legal_name(dv_arena *a, const char *path, const char *const *before, int n)
{
  char name[NAME_MOST + 1];
  size_t k = 0;
  if (!isalpha((unsigned char)path[0])) name[k++] = 'x';
  for (; *path && k < NAME_MOST - 8; path++) name[k++] = isalnum((unsigned char)*path) ? *path : '_';
  name[k] = 0;
  const char *unique = dv_arena_copy(a, name, k);
  for (int i = 0, count = 2; i < n; i++) {
    if (strcmp(before[i], unique)) continue;
    unique = dv_arena_text(a, "%s_%d", name, count++);
    i = -1;
  }
  return unique;
}

static int put(mat_t *m, matvar_t *v, enum matio_compression how)
{
  int bad = !v || Mat_VarWrite(m, v, how);
  Mat_VarFree(v);
  return bad;
}

static matvar_t *text_cell(const char *text)
{
  size_t size[2] = {1, strlen(text)};
  return Mat_VarCreate(NULL, MAT_C_CHAR, MAT_T_UINT8, 2, size, (void *)(size_t)text, 0);
}

// texts [rows][columns] as a cell array; matio takes columns first
static int put_cells(mat_t *m, const char *name, const char *const *texts, int rows, int columns)
{
  size_t size[2] = {(size_t)rows, (size_t)columns};
  matvar_t *cells = Mat_VarCreate(name, MAT_C_CELL, MAT_T_CELL, 2, size, NULL, 0);
  if (!cells) return 1;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) Mat_VarSetCell(cells, j * rows + i, text_cell(texts[i * columns + j]));
  return put(m, cells, MAT_COMPRESSION_NONE);  // matio 1.5 writes compressed cell arrays that nobody can read
}

typedef struct {
  double *buffer;            // [nrow]
  const char **row, **fact;  // [ncolumn][3], [nfact][2]
} texts;

static texts texts_of(const dv_history *l, dv_arena *scratch)
{
  const char **taken = DV_TAKE(scratch, const char *, l->ncolumn + 2);
  texts t = {DV_TAKE(scratch, double, l->nrow), DV_TAKE(scratch, const char *, 3 * l->ncolumn),
             DV_TAKE(scratch, const char *, 2 * l->fact.n)};
  taken[0] = "columns";
  taken[1] = "facts";
  for (int j = 0; j < l->ncolumn; j++) {
    taken[j + 2] = t.row[3 * j] = legal_name(scratch, l->column[j].name, taken, j + 2);
    t.row[3 * j + 1] = l->column[j].name;
    t.row[3 * j + 2] = l->column[j].unit;
  }
  for (int i = 0; i < l->fact.n; i++) t.fact[2 * i] = l->fact.item[i].key, t.fact[2 * i + 1] = l->fact.item[i].text;
  return t;
}

static int put_all(mat_t *m, const dv_history *l, const texts *t)
{
  size_t size[2] = {(size_t)l->nrow, 1};
  for (int j = 0; j < l->ncolumn; j++) {
    dv_history_column(l, j, t->buffer);
    if (put(m, Mat_VarCreate(t->row[3 * j], MAT_C_DOUBLE, MAT_T_DOUBLE, 2, size, t->buffer, MAT_F_DONT_COPY_DATA),
            MAT_COMPRESSION_ZLIB))
      return -1;
  }
  if (put_cells(m, "columns", t->row, l->ncolumn, 3)) return -1;
  return l->fact.n && put_cells(m, "facts", t->fact, l->fact.n, 2) ? -1 : 0;
}

// All elements are there, each as long as its tag says: a limit on the size of files holds for those in memory, too.
static int is_whole(int fd, int elements)
{
  off_t at = HEADER, end = lseek(fd, 0, SEEK_END);
  for (; at < end; elements--) {
    uint32_t tag[2];
    if (pread(fd, tag, sizeof tag, at) != (ssize_t)sizeof tag) return 0;
    at += (off_t)sizeof tag + tag[1];
  }
  return at == end && !elements;
}

// From the file in memory into the one on disk.
static int copy_to(int fd, FILE *f)
{
  char piece[1 << 16];
  ssize_t n;
  for (off_t at = 0; (n = pread(fd, piece, sizeof piece, at)) > 0; at += n)
    if (fwrite(piece, 1, (size_t)n, f) != (size_t)n) return -1;
  return n < 0 ? -1 : 0;
}

// matio opens a name and does not look whether what it writes arrives: it gets a file in memory, where everything does.
int dv_mat_write(const dv_history *l, dv_arena *scratch, FILE *f, const char **why)
{
  texts t = texts_of(l, scratch);
  char name[64];
  int fd = memfd_create("davit", MFD_CLOEXEC);
  snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
  // own header: matio's carries the date
  mat_t *m = fd < 0 ? NULL : Mat_CreateVer(name, "MATLAB 5.0 MAT-file, written by davit", MAT_FT_MAT5);
  int bad = m ? put_all(m, l, &t) : -1;
  if (m && Mat_Close(m)) bad = -1;
  if (!bad && !is_whole(fd, l->ncolumn + 1 + (l->fact.n > 0))) bad = -1;
  if (bad) *why = m ? "File too large, or not enough memory" : "the MAT library needs /proc";
  errno = 0;
  if (!bad) bad = copy_to(fd, f);
  if (fd >= 0) close(fd);
  return bad;
}

static const char *cell_text(dv_arena *a, const matvar_t *cells, int index)
{
  matvar_t *v = Mat_VarGetCell((matvar_t *)(size_t)cells, index);
  if (!v || v->class_type != MAT_C_CHAR || !v->data || v->rank != 2 || v->data_size != 1) return "";
  if (v->dims[0] > v->nbytes || (v->dims[0] && v->dims[1] > v->nbytes / v->dims[0])) return "";
  return dv_arena_copy(a, v->data, v->dims[0] * v->dims[1]);
}

// A cell array of texts with the given number of columns; rows, or -1.
static int get_cells(dv_arena *a, mat_t *m, const char *name, int columns, const char ***texts)
{
  matvar_t *v = Mat_VarRead(m, name);
  int ok = v && v->class_type == MAT_C_CELL && v->data && v->rank == 2 && v->dims[1] == (size_t)columns &&
           v->dims[0] <= DV_HISTORY_COLUMNS;
  int rows = ok ? (int)v->dims[0] : -1;
  if (ok) *texts = DV_TAKE(a, const char *, rows *columns);
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) (*texts)[i * columns + j] = cell_text(a, v, j * rows + i);
  Mat_VarFree(v);
  return rows;
}

static int get_column(mat_t *m, dv_history *l, int j, const char *variable, const char **why)
{
  matvar_t *v = Mat_VarRead(m, variable);
  int ok = v && v->class_type == MAT_C_DOUBLE && v->rank == 2 && v->dims[1] == 1 && v->dims[0] <= DV_HISTORY_ROWS &&
           !v->isComplex &&
           (!v->dims[0] || (v->data && v->data_type == MAT_T_DOUBLE && v->nbytes / sizeof(double) >= v->dims[0]));
  if (ok && !j)
    for (size_t i = 0; i < v->dims[0]; i++) dv_history_append(l);
  ok = ok && v->dims[0] == (size_t)l->nrow;
  for (int i = 0; i < l->nrow && ok; i++) dv_history_row(l, i)[j] = ((double *)v->data)[i];
  if (!ok) *why = dv_arena_text(l->arena, "'%s' is not a column of numbers as long as the others", variable);
  Mat_VarFree(v);
  return ok ? 0 : -1;
}

static dv_history *get_all(dv_arena *a, mat_t *m, const char **why)
{
  const char **row, **fact;
  int n = get_cells(a, m, "columns", 3, &row);
  if (n <= 0) return *why = "it has no cell array 'columns' as davit writes it", NULL;
  dv_history *l = dv_history_new(a, n);
  for (int j = 0; j < n; j++) {
    l->column[j].name = row[3 * j + 1];
    l->column[j].unit = row[3 * j + 2];
    if (get_column(m, l, j, row[3 * j], why)) return NULL;
  }
  int facts = get_cells(a, m, "facts", 2, &fact);
  for (int i = 0; i < facts; i++) dv_history_fact(l, fact[2 * i], fact[2 * i + 1]);
  return l;
}

dv_history *dv_mat_read(dv_arena *a, dv_diags *d, const char *file, const char **why)
{
  (void)d;
  mat_t *m = Mat_Open(file, MAT_ACC_RDONLY);
  if (!m) return *why = "it is not a MAT file", NULL;
  dv_history *l = get_all(a, m, why);
  Mat_Close(m);
  return l;
}
