// sweep_join.c: `davit sweep --join`: tables of shards into the one that an undivided sweep gives, byte for byte.
#include "sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const double **item;
  int n, cap;
} row_list;

typedef struct {
  const char **item;  // "run: why"
  int n, cap;
} line_list;

static int fault(args *a, const char *file, const char *remedy, const char *what)
{
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){file, 0, 0}, remedy, "%s", what);
  return BAD_FILE;
}

static int by_run(const void *a, const void *b)
{
  double x = **(const double *const *)a, y = **(const double *const *)b;
  return (x > y) - (x < y);
}

static int by_line(const void *a, const void *b)
{
  long x = atol(*(const char *const *)a), y = atol(*(const char *const *)b);
  return (x > y) - (x < y);
}

static int same_text(const char *a, const char *b) { return a && b ? !strcmp(a, b) : a == b; }

// Of one sweep: the same columns, and the same key if the format keeps it.
static int alike(const dv_history *a, const dv_history *b)
{
  if (a->ncolumn != b->ncolumn || strcmp(b->column[0].name, "run")) return 0;
  for (int i = 0; i < a->ncolumn; i++)
    if (strcmp(a->column[i].name, b->column[i].name) || strcmp(a->column[i].unit, b->column[i].unit)) return 0;
  return same_text(dv_history_fact_text(a, "key"), dv_history_fact_text(b, "key"));
}

static void take_lines(dv_arena *a, const dv_history *h, line_list *out)
{
  const char *s = dv_history_fact_text(h, "failures");
  while (s && *s) {
    size_t n = strcspn(s, "\n");
    *DV_PUSH(a, out) = dv_arena_copy(a, s, n);
    s += n + (s[n] == '\n');
  }
}

// Every run once, and none missing as far as one can tell.
static int complete(args *a, const dv_history *first, const row_list *rows)
{
  const char *total = dv_history_fact_text(first, "runs");
  for (int i = 1; i < rows->n; i++)
    if (rows->item[i][0] == rows->item[i - 1][0])
      return fault(a, a->operand[0], "give each shard once",
                   dv_arena_text(a->arena, "run %.0f is there twice", rows->item[i][0]));
  int wanted = total ? atoi(total) : rows->n ? (int)rows->item[rows->n - 1][0] + 1 : 0;
  if (rows->n >= wanted) return FINE;
  return fault(a, a->operand[0], "is a shard missing?", dv_arena_text(a->arena, "there are %d of %d runs", rows->n, wanted));
}

static void put_facts(args *a, const dv_history *first, const line_list *lines, dv_history *all)
{
  dv_text t = {.arena = a->arena};
  for (int i = 0; i < first->fact.n; i++)
    if (strcmp(first->fact.item[i].key, "failures")) dv_history_fact(all, first->fact.item[i].key, first->fact.item[i].text);
  for (int i = 0; i < lines->n; i++) dv_text_add(&t, "%s%s", i ? "\n" : "", lines->item[i]);
  if (t.n) dv_history_fact(all, "failures", dv_text_all(&t));
  if (all->fact.n) sweep_sort_facts(all);
}

static int write_all(args *a, const dv_history *first, row_list *rows, line_list *lines)
{
  const char *out = value_of(a, "o") ? value_of(a, "o") : "sweep.csv";
  dv_history *all = dv_history_new(a->arena, first->ncolumn);
  if (rows->n) qsort(rows->item, (size_t)rows->n, sizeof *rows->item, by_run);
  if (lines->n) qsort(lines->item, (size_t)lines->n, sizeof *lines->item, by_line);
  if (complete(a, first, rows)) return BAD_FILE;
  memcpy(all->column, first->column, (size_t)first->ncolumn * sizeof *all->column);
  for (int i = 0; i < rows->n; i++) memcpy(dv_history_append(all), rows->item[i], (size_t)all->ncolumn * sizeof(double));
  put_facts(a, first, lines, all);
  int code = write_history(a, a->diags, all, out);
  if (code) return code;
  printf("%s: %d runs\n", out, rows->n);
  return FINE;
}

int sweep_join(args *a)
{
  dv_history *first = NULL;
  row_list rows = {0};
  line_list lines = {0};
  for (int f = 0; f < a->noperand; f++) {
    dv_history *h = dv_history_read(a->arena, a->operand[f], a->diags);
    if (!h) return BAD_FILE;
    if (!first) first = h;
    if (!alike(first, h))
      return fault(a, a->operand[f], "join tables of one command with --shard 1/N ... N/N",
                   dv_arena_text(a->arena, "is not of the same sweep as %s", a->operand[0]));
    for (int i = 0; i < h->nrow; i++) *DV_PUSH(a->arena, &rows) = dv_history_row(h, i);
    take_lines(a->arena, h, &lines);
  }
  return first ? write_all(a, first, &rows, &lines) : BAD_USAGE;
}
