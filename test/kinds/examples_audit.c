// examples_audit.c: kinds whose laws cannot be called alone (they work on lists of coordinates, or ask for the machine) are drawn
// in the machine of their example: at random states what they give is finite, and one lane has the bits of four and eight. No
// kind is left out, nor one that is passive from the audit of energy; all numbers that examples expect have a source.
#include "bond/graph.h"

#include "audit/audit.h"
#include "engine/program.h"
#include "kinds/kinds.h"

enum { WIDEST = 8, TRIALS = 40 };

// Knuth's linear congruential generator (MMIX), within 1.
static double drawn(uint64_t *seed)
{
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return 2 * (double)(*seed >> 11) * 0x1p-53 - 1;
}

typedef struct {
  const dv_model *m;
  const char *kind;
  double *x, *dx, *d, *num, *work;  // as wide as the engine
  double *one, *done, *alone;       // of one lane
} trial;

static void lay_out(trial *t, const dv_engine *e, dv_arena *a)
{
  const dv_model *m = t->m;
  const dv_model *models[WIDEST] = {m, m, m, m, m, m, m, m};
  int lanes = e->lanes;
  t->x = DV_TAKE(a, double, m->nx *lanes), t->dx = DV_TAKE(a, double, m->nx *lanes), t->d = DV_TAKE(a, double, m->nd *lanes);
  t->num = DV_TAKE(a, double, m->nnum *lanes), t->work = DV_TAKE(a, double, e->nwork(m) * lanes);
  t->one = DV_TAKE(a, double, m->nx), t->done = DV_TAKE(a, double, m->nx), t->alone = DV_TAKE(a, double, dv_engine_x1.nwork(m));
  e->pack(models, t->num);
  e->ready(m, t->num, t->work);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), t->alone);
  for (int i = 0; i < m->nd * lanes; i++) t->d[i] = dv_model_START(m)[m->nx + i / lanes];
}

// What the parts give, as recorded; not what builds that poison left unwritten.
static void compare_outputs(const trial *t, int lanes, int lane)
{
  const dv_model *m = t->m;
  for (int p = 0; p < DV_MODEL_COUNT(m, PART); p++) {
    const dv_part *part = dv_model_PART(m) + p;
    const dv_kind *k = dv_kinds_x1[part->kind];
    for (int i = 0; i < k->nout && !k->each; i++) {
      double here = t->work[(part->out + i) * lanes + lane], there = t->alone[part->out + i];
      if (strcmp(k->name, t->kind) == 0 && !isfinite(there)) fail_msg("%s: output '%s' is not finite", k->name, k->out[i].name);
      if (memcmp(&here, &there, sizeof here) && !(isnan(here) && isnan(there)))
        fail_msg("%s: output '%s' of %s is %.17g in %d lanes, %.17g in one", t->kind, k->out[i].name, k->name, here, lanes,
                 there);
    }
  }
}

static void compare(trial *t, const dv_engine *e, dv_arena *a)
{
  const dv_model *m = t->m;
  const double *start = dv_model_START(m);
  uint64_t seed = 11;
  int lanes = e->lanes;
  lay_out(t, e, a);
  for (int n = 0; n < TRIALS; n++) {
    for (int i = 0; i < m->nx; i++)
      for (int l = 0; l < lanes; l++) t->x[i * lanes + l] = start[i] + 0.1 * drawn(&seed);
    e->rates(m, t->num, 0.3 * n, t->x, t->d, t->dx, NULL, t->work);
    e->observe(m, t->num, t->x, t->work);
    for (int l = 0; l < lanes; l++) {
      for (int i = 0; i < m->nx; i++) t->one[i] = t->x[i * lanes + l];
      dv_engine_x1.rates(m, dv_model_NUMBER(m), 0.3 * n, t->one, start + m->nx, t->done, NULL, t->alone);
      dv_engine_x1.observe(m, dv_model_NUMBER(m), t->one, t->alone);
      for (int i = 0; i < m->nx; i++) {
        if (!isfinite(t->done[i])) fail_msg("%s: rate %d of its example is not finite", t->kind, i);
        assert_memory_equal(&t->dx[i * lanes + l], &t->done[i], sizeof(double));
      }
      compare_outputs(t, lanes, l);
    }
  }
}

static void others_are_drawn_in_their_example(void **state)
{
  int n = 0;
  (void)state;
  for (int i = 0; i < DV_KINDS_OWN; i++) {
    const dv_kind *k = dv_kinds_x1[i];
    const char *why = dv_audit_untried(k);
    if (!why) continue;
    graph g = graph_open(k->example);
    trial t = {.m = g.b.model, .kind = k->name};
    for (int width = 1; width <= WIDEST; width *= 2)
      if (dv_engine_of_width(width)) compare(&t, dv_engine_of_width(width), g.b.arena);
    print_message("%s (%s)\n", k->name, why);
    graph_close(&g);
    n++;
  }
  assert_true(n > 0);
}

// The expectation that begins at an opening brace; NULL: it has no end.
static const char *end_of(const char *p)
{
  for (int depth = 0; *p; p++) {
    depth += (*p == '{') - (*p == '}');
    if (!depth) return p + 1;
  }
  return NULL;
}

// Where a number is expected: it has a source, or is the ledger's own, in which every joule is accounted for.
static int says_why(const char *text, size_t n)
{
  char map[1024];
  assert_true(n < sizeof map);
  memcpy(map, text, n);
  map[n] = 0;
  if (!strstr(map, "within:") && !strstr(map, "relative:")) return 1;
  return strstr(map, "source:") || strstr(map, "energy.residual");
}

static void every_expected_number_has_a_source(void **state)
{
  int n = 0;
  (void)state;
  for (int i = 0; i < DV_KINDS_OWN; i++) {
    const dv_kind *k = dv_kinds_x1[i];
    const char *p = strstr(k->example, "expect:"), *end;
    for (; p && (p = strchr(p, '{')) && (end = end_of(p)); p = end, n++)
      if (!says_why(p, (size_t)(end - p))) fail_msg("%s: '%.*s' does not say where it comes from", k->name, (int)(end - p), p);
  }
  assert_true(n > 600);
}

// Kinds that exchange power and are not active: the energy audit calls their laws, or (elements of bond graphs, whose laws are
// formulas) the ledger of their example closes.
static void energy_of_all_passive_kinds_is_audited(void **state)
{
  (void)state;
  for (int i = 0; i < DV_KINDS_OWN; i++) {
    const dv_kind *k = dv_kinds_x1[i];
    int exchanges = k->nport || k->bond;
    if (k->active || !exchanges || (k->nport && !dv_audit_untried(k))) continue;
    if (!strstr(k->example, "energy.residual")) fail_msg("%s: nobody looks at its energy", k->name);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(others_are_drawn_in_their_example),
      cmocka_unit_test(every_expected_number_has_a_source),
      cmocka_unit_test(energy_of_all_passive_kinds_is_audited),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
