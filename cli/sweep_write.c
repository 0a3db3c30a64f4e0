// sweep_write.c: results of a sweep: table, summary, sensitivities, Pareto front.
#include "sweep.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sweep_collect(sweep *w)
{
  const dv_plan *p = w->s.plan;
  dv_arena *a = w->a->arena;
  double *value = DV_TAKE(a, double, w->s.nmetric + 1);
  w->run = DV_TAKE(a, int, p->nrun), w->broken = DV_TAKE(a, int, p->nrun);
  w->x = DV_TAKE(a, double *, p->nvary + 1), w->y = DV_TAKE(a, double *, w->s.nmetric + 1);
  for (int i = 0; i < p->nvary; i++) w->x[i] = DV_TAKE(a, double, p->nrun);
  for (int i = 0; i < w->s.nmetric; i++) w->y[i] = DV_TAKE(a, double, p->nrun);
  for (int run = 0; run < p->nrun; run++) {
    dv_run_status status = dv_journal_read(w->s.journal, run, value);
    if (status == DV_RUN_OPEN) continue;
    w->run[w->nrow] = run;
    w->broken[w->nrow] = status == DV_RUN_BROKEN;
    for (int i = 0; i < p->nvary; i++) w->x[i][w->nrow] = dv_plan_value(p, run, i);
    for (int i = 0; i < w->s.nmetric; i++) w->y[i][w->nrow] = value[i];
    w->nrow++;
  }
  return FINE;
}

static const char *columns_unit(const dv_vary *v) { return v->how == DV_VARY_LIST ? "" : v->unit; }

int sweep_write(sweep *w)
{
  const dv_plan *p = w->s.plan;
  dv_history *h = dv_history_new(w->a->arena, 2 + p->nvary + w->s.nmetric);
  h->column[0] = (dv_column){"run", "1"};
  for (int i = 0; i < p->nvary; i++) h->column[1 + i] = (dv_column){p->vary[i].path, columns_unit(&p->vary[i])};
  for (int i = 0; i < w->s.nmetric; i++) h->column[1 + p->nvary + i] = (dv_column){w->metric[i].text, ""};
  h->column[1 + p->nvary + w->s.nmetric] = (dv_column){"failed", "1"};
  for (int r = 0; r < w->nrow; r++) {
    double *row = dv_history_append(h);
    row[0] = w->run[r];
    for (int i = 0; i < p->nvary; i++) row[1 + i] = w->x[i][r];
    for (int i = 0; i < w->s.nmetric; i++) row[1 + p->nvary + i] = w->y[i][r];
    row[1 + p->nvary + w->s.nmetric] = w->broken[r];
  }
  dv_history_fact(h, "file", w->s.file);
  dv_history_fact(h, "case", w->s.machine.case_name ? w->s.machine.case_name : "");
  dv_history_fact(h, "davit", DAVIT_VERSION);
  return dv_history_write(h, w->out, w->a->diags) ? RUN_FAILED : FINE;
}

typedef struct {
  double value;
  int at;
} ranked;

static int by_value(const void *a, const void *b)
{
  const ranked *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return x->at - y->at;
}

// Ranks of the rows that did not break; equal values share their mean rank.
static int ranks(const sweep *w, const double *v, double *out)
{
  ranked *r = DV_TAKE(w->a->arena, ranked, w->nrow + 1);
  int n = 0;
  for (int i = 0; i < w->nrow; i++)
    if (!w->broken[i]) r[n] = (ranked){v[i], n}, n++;
  qsort(r, (size_t)n, sizeof *r, by_value);
  for (int i = 0, k; i < n; i = k) {
    for (k = i; k < n && r[k].value == r[i].value;) k++;
    for (int m = i; m < k; m++) out[r[m].at] = (i + k - 1) / 2.0;
  }
  return n;
}

double sweep_influence(const sweep *w, int vary, int metric)
{
  double *x = DV_TAKE(w->a->arena, double, w->nrow + 1), *y = DV_TAKE(w->a->arena, double, w->nrow + 1), xx = 0, yy = 0, xy = 0;
  int n = ranks(w, w->x[vary], x);
  ranks(w, w->y[metric], y);
  double middle = (n - 1) / 2.0;
  for (int i = 0; i < n; i++) {
    xx += (x[i] - middle) * (x[i] - middle);
    yy += (y[i] - middle) * (y[i] - middle);
    xy += (x[i] - middle) * (y[i] - middle);
  }
  return xx > 0 && yy > 0 ? xy / sqrt(xx * yy) : 0;
}

// "min:1,max:2" -> sign of each metric; 0: does not count.
static int read_goals(const sweep *w, int *goal)
{
  const char **item;
  int n = items_of(w->a, "pareto", &item);
  for (int i = 0; i < n; i++) {
    int k = 0, end = 0, low = sscanf(item[i], "min:%d%n", &k, &end) == 1,
        high = !low && sscanf(item[i], "max:%d%n", &k, &end) == 1;
    if (!(low || high) || item[i][end] || k < 1 || k > w->s.nmetric)
      return bad_usage(w->a, "e.g. --pareto min:1,max:2 for the first and second --metric", "--pareto: '%s' is no goal", item[i]);
    goal[k - 1] = low ? -1 : 1;
  }
  return n;
}

static int beats(const sweep *w, const int *goal, int a, int b)
{
  int better = 0;
  for (int i = 0; i < w->s.nmetric; i++) {
    double d = goal[i] * (w->y[i][a] - w->y[i][b]);
    if (goal[i] && d < 0) return 0;
    better |= goal[i] && d > 0;
  }
  return better;
}

int sweep_pareto(const sweep *w, int **front)
{
  int *goal = DV_TAKE(w->a->arena, int, w->s.nmetric + 1), n = 0;
  if (read_goals(w, goal) <= 0 || w->a->diags->nerror) return 0;
  *front = DV_TAKE(w->a->arena, int, w->nrow + 1);
  for (int i = 0; i < w->nrow; i++) {
    int beaten = w->broken[i];
    for (int k = 0; k < w->nrow && !beaten; k++) beaten = !w->broken[k] && beats(w, goal, k, i);
    if (!beaten) (*front)[n++] = i;
  }
  return n;
}

typedef struct {
  double least, most, mean;
  int at_least, at_most, n;
} spread;

static spread spread_of(const sweep *w, int metric)
{
  spread s = {.least = HUGE_VAL, .most = -HUGE_VAL};
  for (int i = 0; i < w->nrow; i++) {
    double y = w->y[metric][i];
    if (w->broken[i]) continue;
    if (y < s.least) s.least = y, s.at_least = w->run[i];
    if (y > s.most) s.most = y, s.at_most = w->run[i];
    s.mean += y, s.n++;
  }
  if (s.n) s.mean /= s.n;
  return s;
}

static int count_broken(const sweep *w)
{
  int n = 0;
  for (int i = 0; i < w->nrow; i++) n += w->broken[i];
  return n;
}

// How to see why the first of the failed runs failed.
static const char *first_broken(const sweep *w)
{
  dv_text t = {.arena = w->a->arena};
  int i = 0;
  while (!w->broken[i]) i++;
  dv_text_add(&t, "davit run %s", w->s.file);
  if (w->s.machine.case_name) dv_text_add(&t, " --case %s", w->s.machine.case_name);
  for (int k = 0; k < w->s.machine.nsetting; k++) dv_text_add(&t, " --set '%s'", w->s.machine.settings[k]);
  for (int k = 0; k < w->s.plan->nvary; k++)
    dv_text_add(&t, " --set '%s'", dv_plan_setting(w->a->arena, w->s.plan, w->run[i], k));
  return dv_text_all(&t);
}

static void print_front(const sweep *w)
{
  int *front, n = sweep_pareto(w, &front);
  if (!n) return;
  printf("Pareto front, %d runs:\n", n);
  for (int i = 0; i < n; i++) {
    printf("  run %-6d", w->run[front[i]]);
    for (int k = 0; k < w->s.plan->nvary; k++) printf("  %s", dv_plan_setting(w->a->arena, w->s.plan, w->run[front[i]], k));
    for (int k = 0; k < w->s.nmetric; k++) printf("  %.6g", w->y[k][front[i]]);
    putchar('\n');
  }
}

void sweep_print(const sweep *w)
{
  int broken = count_broken(w);
  printf("%s: %d runs, %d failed\n", w->s.file, w->nrow, broken);
  for (int i = 0; i < w->s.nmetric; i++) {
    spread s = spread_of(w, i);
    printf("%s\n", w->metric[i].text);
    if (s.n) printf("  least %.6g (run %d), mean %.6g, most %.6g (run %d)\n", s.least, s.at_least, s.mean, s.most, s.at_most);
    for (int k = 0; k < w->s.plan->nvary && s.n > 2; k++)
      printf("  rank correlation with %s: %+.3f\n", w->s.plan->vary[k].path, sweep_influence(w, k, i));
  }
  print_front(w);
  if (broken) printf("why the first failed: %s\n", first_broken(w));
  printf("%s: table\n", w->out);
}

void sweep_print_json(const sweep *w)
{
  dv_json_out o = {.text = {.arena = w->a->arena}};
  int *front = NULL, n = sweep_pareto(w, &front);
  dv_json_open(&o, NULL, '{');
  put_command(&o, w->s.file, 1);
  dv_json_text(&o, "out", w->out);
  dv_json_int(&o, "runs", w->nrow);
  dv_json_int(&o, "failed", count_broken(w));
  dv_json_open(&o, "metrics", '[');
  for (int i = 0; i < w->s.nmetric; i++) {
    spread s = spread_of(w, i);
    dv_json_open(&o, NULL, '{');
    dv_json_text(&o, "metric", w->metric[i].text);
    dv_json_number(&o, "least", s.least);
    dv_json_int(&o, "run_of_least", s.at_least);
    dv_json_number(&o, "mean", s.mean);
    dv_json_number(&o, "most", s.most);
    dv_json_int(&o, "run_of_most", s.at_most);
    dv_json_open(&o, "rank_correlation", '{');
    for (int k = 0; k < w->s.plan->nvary; k++) dv_json_number(&o, w->s.plan->vary[k].path, sweep_influence(w, k, i));
    dv_json_close(&o);
    dv_json_close(&o);
  }
  dv_json_close(&o);
  dv_json_open(&o, "pareto", '[');
  for (int i = 0; i < n; i++) dv_json_int(&o, NULL, w->run[front[i]]);
  dv_json_close(&o);
  dv_json_close(&o);
  print_json(&o);
}
