// form_table.c: tables of a part: rows in the file, a CSV file, or numbers in equal steps.
#include "spec/check.h"

// One row of the file; a table of one column may have plain numbers.
static int read_row(dv_check *c, const dv_node *row, const dv_table *t, double *out)
{
  if (row->type == DV_SCALAR && t->columns == 1) return dv_check_number(c, row, t->name, t->unit[0], out);
  if (row->type != DV_SEQ) return -1;
  if (row->n != t->columns) {
    dv_diag_add(c->diags, DV_ERROR, row->mark, dv_arena_text(c->arena, "give %d: %s", t->columns, t->doc),
                "this row of '%s' has %d numbers", t->name, row->n);
    return -1;
  }
  int faulty = 0;
  for (int i = 0; i < row->n; i++) faulty |= dv_check_number(c, row->item[i], t->name, t->unit[i], &out[i]);
  return faulty;
}

static int read_rows(dv_check *c, const dv_node *list, const dv_table *t, dv_table_spec *out)
{
  int faulty = 0;
  out->rows = list->n;
  out->value = DV_TAKE(c->arena, double, (size_t)list->n *(size_t)t->columns);
  for (int i = 0; i < list->n; i++) faulty |= read_row(c, list->item[i], t, &out->value[i * t->columns]);
  return faulty;
}

// {from: a, to: b, count: n}: n numbers in equal steps, both ends among them.
static int make_series(dv_check *c, const dv_node *map, const dv_series_spec *s, const dv_table *t, dv_table_spec *out)
{
  const char *const key[] = {"from", "to", "count"};
  const dv_quantity_value *const end[] = {&s->from, &s->to};
  for (int i = 0; i < DV_COUNT(key); i++) {
    const dv_node *n = dv_check_get(map, key[i], DV_SCALAR);
    if (!n) dv_diag_add(c->diags, DV_ERROR, map->mark, "give from, to and count, or csv", "'%s' has no '%s'", t->name, key[i]);
    if (!n || (i < DV_COUNT(end) && dv_check_fits(c, n, key[i], end[i]->dim, t->unit[0]))) return -1;
  }
  out->rows = s->count;
  out->value = DV_TAKE(c->arena, double, out->rows);
  for (int i = 0; i < out->rows; i++) out->value[i] = s->from.value + (s->to.value - s->from.value) * i / (out->rows - 1);
  return 0;
}

static int read_table(dv_check *c, const dv_node *value, const dv_table *t, dv_table_spec *out)
{
  dv_series_spec s = {0};
  if (value->type == DV_SEQ) return read_rows(c, value, t, out);
  if (dv_read(c, t->columns == 1 ? &dv_keys_series : &dv_keys_csv, value, &s)) return -1;
  if (s.csv.text) return dv_read_csv(c, &s, t, out);
  return t->columns == 1 ? make_series(c, value, &s, t, out) : -1;  // the keys' check has said that 'csv' is not there
}

static void check_rising(dv_check *c, const dv_node *value, const dv_table *t, const dv_table_spec *out)
{
  for (int i = 1; t->rising && i < out->rows; i++) {
    const double *now = &out->value[i * t->columns], *before = now - t->columns;
    int tie = t->rising == 2 && now[0] == before[0];
    if (now[tie] > before[tie]) continue;
    dv_mark mark = value->type == DV_SEQ ? value->item[i]->mark : value->mark;
    dv_diag_add(c->diags, DV_ERROR, mark, "sort the rows and remove equal ones",
                "%s column of '%s' does not rise at row %d: %g after %g", tie ? "second" : "first", t->name, i + 1, now[tie],
                before[tie]);
    return;
  }
}

void dv_check_table(dv_check *c, const dv_node *value, const dv_table *t, dv_table_spec *out)
{
  if (value->type != DV_SEQ && value->type != DV_MAP) return;
  if (read_table(c, value, t, out)) return;
  if (out->rows < t->rows_least)
    dv_diag_add(c->diags, DV_ERROR, value->mark, dv_arena_text(c->arena, "give %d or more", t->rows_least), "'%s' has %d rows",
                t->name, out->rows);
  check_rising(c, value, t, out);
}
