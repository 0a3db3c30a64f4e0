// form_path.c: what ties the coordinates of a path joint: x, y and z as functions of s.
//
// Of points: the natural cubic spline, straight beyond its ends, so that two derivatives are continuous everywhere:
//   x(s) = x_0 + e (s - s_0) + sum_i k_i max(s - s_i, 0)^3,   6 k_i: the step of the third derivative at s_i
#include "spec/check.h"
#include "spec/forms.h"

#include <math.h>
#include <string.h>

enum { COLUMNS = 4, ROWS_MOST = 50, TERM = 9 };  // s, x, y, z; rows of a table; instructions for one of them

int dv_form_points(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  static const dv_table points = {
      "points", COLUMNS, 0, {"m", "m", "m", "m"},
         2, 1, "s, x, y, z"
  };
  dv_table_spec *out = to;
  (void)k;
  dv_check_table(c, n, &points, out);
  if (out->rows >= points.rows_least && out->rows <= ROWS_MOST) return 0;
  if (out->rows > ROWS_MOST)
    dv_diag_add(c->diags, DV_ERROR, n->mark, dv_arena_text(c->arena, "give at most %d", ROWS_MOST), "'points' has %d rows",
                out->rows);
  out->rows = 0;
  return -1;
}

void dv_check_path(dv_check *c, const dv_node *n, const dv_joint_spec *j)
{
  const dv_node *path = dv_doc_find(n, DV_PATH), *points = dv_doc_find(n, "points"), *odd = path ? path : points;
  int wants = !strcmp(dv_joint_rows[j->type].tie, DV_PATH);
  if (wants && !path == !points)
    dv_diag_add(c->diags, DV_ERROR, path ? points->key_mark : j->mark,
                path ? "remove one of them" : "add path: ['s', 's^2/(2 [m])'] or points: [[s, x, y, z], ...]",
                path ? "joint '%s' has two paths" : "joint '%s' has no path", j->name);
  if (wants && path && path->type == DV_SEQ && (path->n < 2 || path->n > 3))
    dv_diag_add(c->diags, DV_ERROR, path->mark, "give x, y and z; z may be left out", "the path of joint '%s' has %d expressions",
                j->name, path->n);
  if (odd && !wants)
    dv_diag_add(c->diags, DV_ERROR, odd->key_mark, "remove it, or make the joint a path", "a %s joint has no '%s'",
                dv_joint_rows[j->type].name, odd->key);
}

static void put(dv_formula *f, int op, int arg) { f->code[f->ncode++] = (dv_code){op, arg}; }
static void put_number(dv_formula *f, double x)
{
  f->constant[f->nconst] = x;
  f->constant_dim[f->nconst].any = 1;
  put(f, DV_OP_CONST, f->nconst++);
}
static void put_distance(dv_formula *f, double from)
{
  put(f, DV_OP_INPUT, 0);
  put_number(f, from);
  put(f, DV_OP_SUB, 0);
}
static void put_times(dv_formula *f, double factor)
{
  put_number(f, factor);
  put(f, DV_OP_MUL, 0);
  put(f, DV_OP_ADD, 0);
}

// Second derivatives m of the natural spline: h_i-1 m_i-1 + 2 (h_i-1 + h_i) m_i + h_i m_i+1 = 6 (slope_i - slope_i-1), m = 0 at
// the ends.
static void bend(const double *row, int n, int column, double *m)
{
  double upper[ROWS_MOST] = {0};
  m[0] = m[n - 1] = 0;
  for (int i = 1; i < n - 1; i++) {
    const double *at = row + COLUMNS * i, *before = at - COLUMNS, *after = at + COLUMNS;
    double h0 = at[0] - before[0], h1 = after[0] - at[0];
    double right = 6 * ((after[column] - at[column]) / h1 - (at[column] - before[column]) / h0);
    double pivot = 2 * (h0 + h1) - h0 * upper[i - 1];
    upper[i] = h1 / pivot;
    m[i] = (right - h0 * m[i - 1]) / pivot;
  }
  for (int i = n - 2; i > 0; i--) m[i] -= upper[i] * m[i + 1];
}

// Third derivative between rows i and i + 1; none beyond the ends.
static double third(const double *row, int n, const double *m, int i)
{
  return i < 0 || i > n - 2 ? 0 : (m[i + 1] - m[i]) / (row[COLUMNS * (i + 1)] - row[COLUMNS * i]);
}

static void spline_formula(dv_check *c, const dv_joint_spec *j, int column, dv_formula *f)
{
  const double *row = j->points.value;
  int n = j->points.rows;
  double m[ROWS_MOST], h = row[COLUMNS] - row[0];
  *f = (dv_formula){.ninput = 1};
  f->code = DV_TAKE(c->arena, dv_code, TERM * (size_t)(n + 1));
  f->constant = DV_TAKE(c->arena, double, TERM *(size_t)(n + 1));
  f->constant_dim = DV_TAKE(c->arena, dv_dim, TERM * (size_t)(n + 1));
  f->input = DV_TAKE(c->arena, const char *, 1);
  f->input[0] = j->coordinate[0].name;
  bend(row, n, column, m);
  put_number(f, row[column]);
  put_distance(f, row[0]);
  put_times(f, (row[COLUMNS + column] - row[column]) / h - h * m[1] / 6);
  for (int i = 0; i < n; i++) {
    put_distance(f, row[COLUMNS * i]);
    put_number(f, 0);
    put(f, DV_OP_MAX, 0);
    put(f, DV_OP_POWI, 3);
    put_times(f, (third(row, n, m, i) - third(row, n, m, i - 1)) / 6);
  }
}

int dv_path_formula(dv_check *c, const dv_joint_spec *j, int k, dv_mark *mark, dv_formula *f)
{
  static const char none[] = "0 [m]";
  int given = k - 1 < j->npath;
  dv_node n = {.type = DV_SCALAR, .text = given ? j->path[k - 1].text : none, .mark = given ? j->path[k - 1].mark : j->mark};
  *mark = n.mark;
  if (j->points.rows) return spline_formula(c, j, k, f), 0;
  if (!j->npath) return -1;
  return dv_check_formula(c, &n, DV_INPUT_NAMES, f);
}

void dv_formula_less(dv_arena *a, dv_formula *f, const char *name)
{
  size_t n = (size_t)f->ncode, inputs = (size_t)f->ninput;
  int i = 0;
  while (i < f->ninput && strcmp(f->input[i], name)) i++;
  f->code = dv_arena_grow(a, f->code, n * sizeof *f->code, (n + 2) * sizeof *f->code);
  if (f->code_at) f->code_at = dv_arena_grow(a, f->code_at, n * sizeof(int), (n + 2) * sizeof(int));
  f->code[n] = (dv_code){DV_OP_INPUT, i};
  f->code[n + 1] = (dv_code){DV_OP_SUB, 0};
  f->ncode += 2;
  if (i < f->ninput) return;
  f->input = dv_arena_grow(a, f->input, inputs * sizeof *f->input, (inputs + 1) * sizeof *f->input);
  if (f->input_at) f->input_at = dv_arena_grow(a, f->input_at, inputs * sizeof(int), (inputs + 1) * sizeof(int));
  f->input[inputs] = name;
  f->ninput++;
}
