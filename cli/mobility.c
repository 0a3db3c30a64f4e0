// mobility.c: `davit mobility FILE`: closures, their rank, what is redundant, freedoms and how the machine moves along them.
#include "cli.h"
#include "solve/mobility.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

const option options_mobility[] = {
    OPTION("time", "T", "run the machine until then and look there, s"),
    OPTION("along", NULL,
           "look all along a run to --time, or to the end of the file's run: where the loops come near to losing rank"),
    INPUT("from-state", "FILE", "look at a saved state"),
    OPTION("json", NULL, "as JSON"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

enum { ROWS_MOST = 1000 };

// What was seen along a run.
typedef struct {
  const dv_model *m;
  const dv_state *s;
  dv_arena *arena;
  int n, rank[ROWS_MOST + 2];
  double t[ROWS_MOST + 2], distance[ROWS_MOST + 2];
} track;

static int look(void *context, double t, const double *x, const double *dx, const double *work)
{
  track *k = context;
  (void)dx, (void)work;
  if (k->n > ROWS_MOST) return 0;
  k->t[k->n] = t;
  k->rank[k->n] = dv_mobility_rank(k->m, x, k->s->d, &k->distance[k->n], k->arena);
  k->n++;
  return 0;
}

static void print_motion(const dv_mobility *m, int j)
{
  printf("  %s:", m->independent[j]);
  for (int i = 0, n = 0; i < m->coordinates; i++) {
    double v = m->motion[i * m->freedoms + j];
    if (fabs(v) < 1e-12 || m->rate[i] == m->independent[j]) continue;
    printf("%s %s %.9g", n++ ? "," : "", m->rate[i], v);
  }
  printf("\n");
}

static void print_mobility(const dv_machine *machine, const dv_mobility *m)
{
  printf("%s: %d joints with %d rates, of which %d driven; %d loops with %d closures\n", machine->spec->name, m->joints,
         m->coordinates, m->driven, m->loops, m->closures);
  printf("rank of the closures   %d\n", m->rank);
  printf("redundant closures     %d\n", m->closures - m->rank);
  for (int i = 0; i < m->nredundant; i++) printf("  %s: %s\n", m->redundant[i].loop, m->redundant[i].what);
  printf("degrees of freedom     %d\n", m->freedoms);
  if (m->freedoms) printf("independent rates, and what follows a unit of each:\n");
  for (int j = 0; j < m->freedoms; j++) print_motion(m, j);
  if (!m->closures) return;
  printf("distance to a singular position (least singular value that is not zero)   %.6g\n", m->distance);
  printf("widest gap             %.3g\n", m->gap);
}

static int nearest(const track *k)
{
  int best = 0;
  for (int i = 1; i < k->n; i++)
    if (k->rank[i] < k->rank[best] || (k->rank[i] == k->rank[best] && k->distance[i] < k->distance[best])) best = i;
  return best;
}

static void print_track(const track *k)
{
  if (!k->n) return;
  printf("\nalong the run: %d states, nearest to a singular position at t = %.6g s: rank %d, distance %.6g\n", k->n,
         k->t[nearest(k)], k->rank[nearest(k)], k->distance[nearest(k)]);
  printf("%14s %6s %14s\n", "time [s]", "rank", "distance");
  int every = k->n > 20 ? k->n / 20 : 1;
  for (int i = 0; i < k->n; i += every) printf("%14.6g %6d %14.6g\n", k->t[i], k->rank[i], k->distance[i]);
}

static void put_motions(dv_json_out *o, const dv_mobility *m)
{
  dv_json_open(o, "motions", '{');
  for (int j = 0; j < m->freedoms; j++) {
    dv_json_open(o, m->independent[j], '{');
    for (int i = 0; i < m->coordinates; i++) dv_json_number(o, m->rate[i], m->motion[i * m->freedoms + j]);
    dv_json_close(o);
  }
  dv_json_close(o);
}

static void put_track(dv_json_out *o, const track *k)
{
  double *rank = DV_TAKE(o->text.arena, double, k->n);
  for (int i = 0; i < k->n; i++) rank[i] = k->rank[i];
  dv_json_open(o, "along", '{');
  dv_json_numbers(o, "time", k->t, k->n);
  dv_json_numbers(o, "rank", rank, k->n);
  dv_json_numbers(o, "distance", k->distance, k->n);
  dv_json_close(o);
}

static void put_mobility(const args *a, const dv_machine *machine, const dv_mobility *m, const track *k, int ok)
{
  dv_json_out o = {.text = {.arena = a->arena}};
  dv_json_open(&o, NULL, '{');
  put_command(&o, a->operand[0], ok);
  dv_json_int(&o, "joints", m->joints);
  dv_json_int(&o, "rates", m->coordinates);
  dv_json_int(&o, "driven", m->driven);
  dv_json_int(&o, "loops", m->loops);
  dv_json_int(&o, "closures", m->closures);
  dv_json_int(&o, "rank", m->rank);
  dv_json_int(&o, "freedoms", m->freedoms);
  dv_json_texts(&o, "independent", m->independent, m->freedoms);
  put_motions(&o, m);
  dv_json_open(&o, "redundant", '[');
  for (int i = 0; i < m->nredundant; i++)
    dv_json_text(&o, NULL, dv_arena_text(a->arena, "%s: %s", m->redundant[i].loop, m->redundant[i].what));
  dv_json_close(&o);
  dv_json_numbers(&o, "singular_values", m->value, m->nvalue);
  dv_json_number(&o, "distance", m->distance);
  dv_json_number(&o, "gap", m->gap);
  if (k->n) put_track(&o, k);
  put_diags(&o, machine->diags);
  dv_json_close(&o);
  print_json(&o);
}

// The state to look at: the initial one, a saved one, or the end of a run.
static int reach(args *a, dv_machine *m, dv_state *s, track *k)
{
  const char *from = value_of(a, "from-state"), *time = value_of(a, "time");
  dv_run_options o = run_options(a, m);
  dv_run_result r;
  char *end = NULL;
  if (from && dv_state_load(m->model, s, from, m->diags)) return BAD_FILE;
  if (!time && !has(a, "along")) return FINE;
  if (time) o.until = strtod(time, &end);
  if (time && (end == time || *end || !(o.until > s->t)))
    return bad_usage(a, "give a time in seconds after the start", "option '--time' is '%s'", time);
  o.every = (o.until - s->t) / (has(a, "along") ? ROWS_MOST : 1);
  return dv_run(m->model, s, &o, has(a, "along") ? look : NULL, NULL, k, &r, m->diags, m->arena) ? RUN_FAILED : FINE;
}

int run_mobility(args *a)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  dv_state *s = dv_state_new(m->arena, m->model);
  track *k = DV_TAKE(a->arena, track, 1);
  *k = (track){.m = m->model, .s = s, .arena = m->arena};
  int code = reach(a, m, s, k);
  dv_mobility out = {0};
  if (code == FINE) dv_mobility_of(m->model, s, &out, m->arena);
  if (code == BAD_USAGE) print_failure(a, a->operand[0], a->diags);
  else if (has(a, "json")) put_mobility(a, m, &out, k, code == FINE);
  else if (code == FINE) {
    print_mobility(m, &out);
    print_track(k);
  }
  return finish(m, code);
}
