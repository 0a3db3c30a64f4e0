// sweep_print.c: what a sweep shows: spread of each metric, what moves it, the Pareto front, what failed and why.
#include "sweep.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { REASONS_SHOWN = 5, RUNS_SHOWN = 8 };

int sweep_is_number(const sweep *w, int vary)
{
  const dv_vary *v = &w->s.plan->vary[vary];
  return v->how != DV_VARY_LIST || v->number;
}

const char *sweep_label(const sweep *w, const char *name, const char *unit)
{
  return *unit && strcmp(unit, "1") ? dv_arena_text(w->a->arena, "%s [%s]", name, unit) : name;
}

// Values of a varied number in the runs that have the metric, as the fit sees them: of ratios the logarithms.
static double *fitted(const sweep *w, int metric, int vary)
{
  double *x = DV_TAKE(w->a->arena, double, w->nrow + 1);
  for (int i = 0; i < w->nrow; i++)
    x[i] = !isfinite(w->y[metric][i]) ? NAN : w->s.plan->vary[vary].log ? log(w->x[vary][i]) : w->x[vary][i];
  return x;
}

double sweep_influence(const sweep *w, int metric, influence *out)
{
  const dv_plan *p = w->s.plan;
  const double **x = DV_TAKE(w->a->arena, const double *, p->nvary);
  double *slope = DV_TAKE(w->a->arena, double, p->nvary), *span = DV_TAKE(w->a->arena, double, p->nvary);
  int n = 0, *at = DV_TAKE(w->a->arena, int, p->nvary);
  for (int i = 0; i < p->nvary; i++) {
    const double *v = fitted(w, metric, i);
    dv_summary s = dv_summary_of(v, w->nrow);
    double from = p->draw[i] ? s.quantile[0] : s.least, to = p->draw[i] ? s.quantile[2] : s.most;
    out[i] = (influence){p->vary[i].log ? exp(from) : from, p->vary[i].log ? exp(to) : to, NAN, NAN};
    if (!sweep_is_number(w, i)) continue;
    out[i].rank = dv_rank_correlation(v, w->y[metric], w->nrow);
    if (s.least < s.most) x[n] = v, span[n] = to - from, at[n++] = i;
  }
  double explained = dv_fit_linear(x, n, w->y[metric], w->nrow, slope);
  for (int k = 0; k < n; k++) out[at[k]].change = slope[k] * span[k];
  return explained;
}

int sweep_pareto(const sweep *w, int **front)
{
  int asked = 0;
  for (int i = 0; i < w->s.nmetric; i++) asked |= w->goal[i];
  if (!asked) return 0;
  *front = DV_TAKE(w->a->arena, int, w->nrow + 1);
  return dv_pareto_front((const double *const *)w->y, w->goal, w->s.nmetric, w->nrow, *front);
}

const char *sweep_command(const sweep *w, int run)
{
  dv_arena *a = w->a->arena;
  dv_text t = {.arena = a};
  dv_text_add(&t, "davit run %s", shell_word(a, w->s.file));
  int own_case = 0;
  for (int k = 0; k < w->s.plan->nvary; k++) own_case |= !strcmp(w->s.plan->vary[k].path, "case");
  if (w->s.machine.case_name && !own_case) dv_text_add(&t, " --case %s", w->s.machine.case_name);
  for (int k = 0; k < w->s.machine.nsetting; k++) dv_text_add(&t, " --set %s", shell_word(a, w->s.machine.settings[k]));
  for (int k = 0; k < w->s.plan->nvary; k++) {
    const char *s = dv_plan_setting(a, w->s.plan, run, k);
    int is_case = !strncmp(s, "case=", 5);
    dv_text_add(&t, " --%s %s", is_case ? "case" : "set", shell_word(a, is_case ? s + 5 : s));
  }
  return dv_text_all(&t);
}

// Mean of a metric for each text of a list.
static void print_list(const sweep *w, int metric, int vary)
{
  const dv_vary *v = &w->s.plan->vary[vary];
  printf("  mean by %s:", v->path);
  for (int k = 0; k < v->n; k++) {
    double sum = 0;
    int n = 0;
    for (int i = 0; i < w->nrow; i++)
      if (w->x[vary][i] == k && isfinite(w->y[metric][i])) sum += w->y[metric][i], n++;
    printf("%s %s %.6g", k ? "," : "", v->text[k], sum / n);
  }
  putchar('\n');
}

static void print_influence(const sweep *w, int metric)
{
  const dv_plan *p = w->s.plan;
  influence *f = DV_TAKE(w->a->arena, influence, p->nvary);
  double explained = sweep_influence(w, metric, f);
  for (int k = 0; k < p->nvary; k++) {
    const char *unit = p->vary[k].unit, *gap = *unit ? " " : "";
    if (!sweep_is_number(w, k)) {
      print_list(w, metric, k);
      continue;
    }
    if (!(f[k].from < f[k].to)) continue;
    printf("  %s from %.4g to %.4g%s%s: ", p->vary[k].path, f[k].from, f[k].to, gap, unit);
    if (isfinite(f[k].change)) printf("%+.4g, ", f[k].change);
    printf("rank correlation %+.2f\n", f[k].rank);
  }
  if (isfinite(explained)) printf("  changes by a linear fit, which explains %.0f %% of the variance\n", 100 * explained);
}

static void print_metric(const sweep *w, int metric)
{
  dv_summary s = dv_summary_of(w->y[metric], w->nrow);
  printf("%s\n", sweep_label(w, w->metric[metric].name, w->metric[metric].unit));
  if (s.n)
    printf("  least %.6g (run %d), most %.6g (run %d), mean %.6g", s.least, w->run[s.at_least], s.most, w->run[s.at_most],
           s.mean);
  if (s.n > 1)
    printf(", deviation %.4g\n  5 %% %.6g, median %.6g, 95 %% %.6g", s.deviation, s.quantile[0], s.quantile[1], s.quantile[2]);
  if (s.n) putchar('\n');
  int none = w->nrow - sweep_broken(w) - s.n;
  if (none) printf("  no value in %d of %d runs\n", none, w->nrow);
  if (s.n > 2) print_influence(w, metric);
}

// Short; the table has all digits.
static void print_value(const sweep *w, int vary, int row)
{
  const dv_vary *v = &w->s.plan->vary[vary];
  if (!sweep_is_number(w, vary)) printf("  %s", dv_plan_setting(w->a->arena, w->s.plan, w->run[row], vary));
  else printf("  %s=%.6g%s%s", v->path, w->x[vary][row], *v->unit ? " " : "", v->unit);
}

static void print_front(const sweep *w)
{
  int *front, n = sweep_pareto(w, &front);
  if (!n) return;
  printf("Pareto front, %d run%s:\n", n, n > 1 ? "s" : "");
  for (int i = 0; i < n; i++) {
    printf("  run %-6d", w->run[front[i]]);
    for (int k = 0; k < w->s.plan->nvary; k++) print_value(w, k, front[i]);
    for (int k = 0; k < w->s.nmetric; k++)
      if (w->goal[k]) printf("  %s %.6g", w->metric[k].name, w->y[k][front[i]]);
    putchar('\n');
  }
}

typedef struct {
  char why[DV_JOURNAL_WHY];
  int n, run[RUNS_SHOWN];
} reason;

static const char *behind_number(const char *s) { return s + strspn(s, "0123456789.+-"); }

// Apart from the numbers in them.
static int same_words(const char *a, const char *b)
{
  for (;; a++, b++) {
    a = behind_number(a), b = behind_number(b);
    if (*a != *b) return 0;
    if (!*a) return 1;
  }
}

// What failed, or of the others what is warned of, grouped by what it says; the first of each group speaks. *total: how many.
static reason *reasons(const sweep *w, int failed, int *count, int *total)
{
  struct {
    reason *item;
    int n, cap;
  } all = {0};
  for (int i = 0; i < w->nrow; i++) {
    char why[DV_JOURNAL_WHY];
    int k = 0;
    if ((w->failed[i] != FINE) != failed) continue;
    dv_journal_why(w->s.journal, w->run[i], why);
    if (!failed && !*why) continue;
    ++*total;
    while (k < all.n && !same_words(all.item[k].why, why)) k++;
    if (k == all.n && all.n == REASONS_SHOWN) continue;
    if (k == all.n) memcpy(DV_PUSH(w->a->arena, &all)->why, why, sizeof why);
    reason *r = &all.item[k];
    if (r->n < RUNS_SHOWN) r->run[r->n] = w->run[i];
    r->n++;
  }
  *count = all.n;
  return all.item;
}

static void print_reasons(const sweep *w, int failed, const char *what)
{
  int n, told = 0, total = 0;
  reason *r = reasons(w, failed, &n, &total);
  if (!total) return;
  printf("%d of %d runs %s:\n", total, w->nrow, what);
  for (int i = 0; i < n; i++) {
    printf("  run%s", r[i].n > 1 ? "s" : "");
    for (int k = 0; k < r[i].n && k < RUNS_SHOWN; k++) printf("%s %d", k ? "," : "", r[i].run[k]);
    printf("%s: %s\n", r[i].n > RUNS_SHOWN ? dv_arena_text(w->a->arena, " and %d more", r[i].n - RUNS_SHOWN) : "", r[i].why);
    told += r[i].n;
  }
  if (told < total) printf("  and %d more for other reasons\n", total - told);
  printf("  to see the first: %s\n", sweep_command(w, r[0].run[0]));
}

void sweep_print(const sweep *w)
{
  printf("%s: %d runs, %d failed\n", w->s.file, w->nrow, sweep_broken(w));
  for (int i = 0; i < w->s.nmetric; i++) print_metric(w, i);
  print_front(w);
  print_reasons(w, 1, "failed");
  print_reasons(w, 0, "come with a warning");
  printf("%s: table; %d runs in %.3g s, %.3g runs/s\n", w->out, w->nrow - w->kept, w->spent, (w->nrow - w->kept) / w->spent);
}

static void put_metric(dv_json_out *o, const sweep *w, int metric)
{
  static const char *const share[DV_QUANTILES] = {"quantile_05", "median", "quantile_95"};
  const dv_plan *p = w->s.plan;
  dv_summary s = dv_summary_of(w->y[metric], w->nrow);
  influence *f = DV_TAKE(w->a->arena, influence, p->nvary);
  double explained = sweep_influence(w, metric, f);
  dv_json_open(o, NULL, '{');
  dv_json_text(o, "metric", w->metric[metric].name);
  dv_json_text(o, "expression", w->metric[metric].text);
  dv_json_text(o, "unit", w->metric[metric].unit);
  dv_json_int(o, "values", s.n);
  dv_json_number(o, "least", s.least);
  dv_json_int(o, "run_of_least", s.n ? w->run[s.at_least] : -1);
  dv_json_number(o, "mean", s.mean);
  dv_json_number(o, "deviation", s.deviation);
  for (int i = 0; i < DV_QUANTILES; i++) dv_json_number(o, share[i], s.quantile[i]);
  dv_json_number(o, "most", s.most);
  dv_json_int(o, "run_of_most", s.n ? w->run[s.at_most] : -1);
  dv_json_open(o, "rank_correlation", '{');
  for (int k = 0; k < p->nvary; k++) dv_json_number(o, p->vary[k].path, f[k].rank);
  dv_json_close(o);
  dv_json_open(o, "change", '{');
  for (int k = 0; k < p->nvary; k++) dv_json_number(o, p->vary[k].path, f[k].change);
  dv_json_close(o);
  dv_json_number(o, "explained", explained);
  dv_json_close(o);
}

static void put_reasons(dv_json_out *o, const sweep *w, int failed, const char *name)
{
  int n, total = 0;
  reason *r = reasons(w, failed, &n, &total);
  dv_json_open(o, name, '[');
  for (int i = 0; i < n; i++) {
    dv_json_open(o, NULL, '{');
    dv_json_text(o, "why", r[i].why);
    dv_json_int(o, "runs", r[i].n);
    dv_json_int(o, "first", r[i].run[0]);
    dv_json_text(o, "command", sweep_command(w, r[i].run[0]));
    dv_json_close(o);
  }
  dv_json_close(o);
}

void sweep_print_json(const sweep *w)
{
  dv_json_out o = {.text = {.arena = w->a->arena}};
  int *front = NULL, n = sweep_pareto(w, &front);
  dv_json_open(&o, NULL, '{');
  put_command(&o, w->s.file, !sweep_broken(w));
  dv_json_text(&o, "out", w->out);
  dv_json_int(&o, "runs", w->nrow);
  dv_json_int(&o, "failed", sweep_broken(w));
  dv_json_number(&o, "wall", w->spent);
  dv_json_open(&o, "metrics", '[');
  for (int i = 0; i < w->s.nmetric; i++) put_metric(&o, w, i);
  dv_json_close(&o);
  dv_json_open(&o, "pareto", '[');
  for (int i = 0; i < n; i++) dv_json_int(&o, NULL, w->run[front[i]]);
  dv_json_close(&o);
  put_reasons(&o, w, 1, "failures");
  put_reasons(&o, w, 0, "warnings");
  dv_json_close(&o);
  print_json(&o);
}
