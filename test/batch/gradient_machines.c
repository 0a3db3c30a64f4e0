// gradient_machines.c: slopes of a short run of a shipped machine by ten of its numbers, against extrapolated differences of runs
// to 1e-6, and those back from its end against those beside it to 1e-12.
//
// Which numbers and which column is found here, so that a new machine gets it for nothing: of what stands in the file the ten
// with the largest effects on the state that goes with most of them.
#include "batch/differences.h"

#include "base/number.h"
#include "batch/gradient.h"
#include "spec/quantity.h"

enum { MOST = 48, WANTED = 10, METRICS = 8, LEVELS = 4, SETTINGS = 8 };

// How a machine is run; the others as the first row says.
typedef struct {
  const char *file, *name;
  const char *settings[SETTINGS];
  int fewer;     // numbers with an effect, where they are less than ten
  double apart;  // of both ways, of the largest effect; 0: 1e-12
} manner;

#define BY(method, step) "solver.method=" method, "solver.step=" step, "solver.formulation=velocity"
// Not at rest, and not the same on both sides: else most slopes are zero but for rounding.
#define OFF(side) "start.at=initial", side "=20 mm"
// clang-format off
static const manner manners[] = {
    {.file = "", .settings = {"until=40 ms", BY("rosenbrock", "2 ms")}},
    {.file = "machines/arm7.yaml", .name = "fall", .settings = {"until=0.2 s", BY("rk4", "5 ms")}},
    {.file = "machines/bluerov2.yaml", .name = "roll", .settings = {"until=0.5 s", BY("rosenbrock", "10 ms")}},
    {.file = "machines/electric-road-arm.yaml", .name = "swing", .settings = {"until=50 ms", BY("rk4", "1 ms")}},
    // most of its states are cells of soil that nothing has touched by then: it takes longer until enough numbers tell
    {.file = "machines/excavator.yaml", .settings = {"until=200 ms", BY("rosenbrock", "2 ms")}},
    {.file = "machines/floating-two-arms.yaml", .name = "paddle", .settings = {"until=1 s", BY("rk4", "5 ms")}},
    {.file = "machines/forestry-bogie.yaml", .name = "turned", .settings = {"until=40 ms", BY("rosenbrock", "2 ms")}, .fewer = 4},
    {.file = "machines/forestry-machine.yaml", .name = "wheels", .settings = {"until=40 ms", BY("rosenbrock", "2 ms")}},
    // the bend of a tyre is the small difference of two ways: of the middle of its wheel and of the rim
    {.file = "machines/forwarder.yaml", .settings = {OFF("bodies.frame.com[1]"), "until=20 ms", BY("rk4", "50 us")}, .apart = 1e-11},
    {.file = "machines/loader-crane.yaml", .settings = {"until=0.8 s", BY("rosenbrock", "10 ms")}},
    {.file = "machines/offshore-crane.yaml", .settings = {"until=0.2 s", BY("rk4", "1 ms")}},
    {.file = "machines/pendulum-on-wagon.yaml", .name = "damped", .settings = {"until=0.5 s", BY("rk4", "5 ms")}},
    {.file = "machines/planar-pendulum.yaml", .settings = {"until=0.5 s", BY("rk4", "5 ms")}, .fewer = 3},
    {.file = "machines/rov-recoil.yaml", .name = "motors", .settings = {"until=0.1 s", BY("rosenbrock", "5 ms")}},
    {.file = "machines/rov-recoil-two-arms.yaml", .settings = {"until=40 ms", BY("rosenbrock", "2 ms")}, .fewer = 9},
    {.file = "machines/telescopic-handler.yaml", .settings = {OFF("bodies.chassis.com[1]"), "until=5 ms", BY("rk4", "50 us")}},
    {.file = "machines/titan4.yaml", .name = "e1-sampled", .settings = {"until=1.05 s", BY("rk4", "1 ms")}},
    // the soil holds the shoes so well that steps above 8 us are not stable (davit modes)
    {.file = "machines/tracked-loader.yaml", .name = "turn", .settings = {OFF("bodies.hull.com[1]"), "signals.ease.start=0 s", "until=2 ms", BY("rk4", "5 us")}},
    {.file = "machines/tumbling-body.yaml", .name = "flip", .settings = {"until=0.5 s", BY("rosenbrock", "5 ms")}, .fewer = 3},
    {.file = "machines/wagon-bondgraph.yaml", .name = "damped", .settings = {"until=0.5 s", BY("rk4", "5 ms")}},
};
// clang-format on

typedef struct {
  dv_arena *arena;
  const char *file;
  dv_machine_options o;
  dv_reading *reading;
  int n, metrics, chosen;
  dv_gradient_by by[MOST];
  dv_metric metric[METRICS];
  double nominal[METRICS];  // sizes
} stand;

static manner manner_of(const char *file)
{
  manner m = manners[0];
  for (size_t i = 1; i < sizeof manners / sizeof *manners; i++)
    if (!strcmp(manners[i].file, file)) m = manners[i];
  return m;
}

// ---- numbers of the file

static void read_number(stand *s, const dv_node *node, const char *path)
{
  if (s->n == MOST) return;
  dv_gradient_by *b = &s->by[s->n];
  dv_diags *quiet = dv_diags_new(s->arena);
  double bare, value, offset = 0;
  const char *rest = node->type == DV_SCALAR ? dv_number_read(node->text, &bare) : NULL;
  if (!rest || bare == 0 || dv_quantity_read(s->arena, quiet, path, node->text, NULL, &value)) return;
  while (*rest == ' ') rest++;
  *b = (dv_gradient_by){.name = path, .path = path, .unit = rest, .factor = 1, .value = value, .maybe = 1};
  s->n += !*rest || !dv_quantity_scale(s->arena, quiet, path, rest, NULL, &b->factor, &offset);
}

static void walk(stand *s, const dv_node *node, const char *path, int most)
{
  static const char *const beside[] = {"visual", "period", "points", "range", "bounds"};
  for (int i = 0; node && i < node->n && node->type == DV_MAP && s->n < most; i++) {
    const dv_node *child = node->item[i];
    const char *below = *path ? dv_arena_text(s->arena, "%s.%s", path, child->key) : child->key;
    int skip = 0;
    for (size_t k = 0; k < sizeof beside / sizeof *beside; k++) skip |= !strcmp(child->key, beside[k]);
    if (skip) continue;
    if (child->type == DV_MAP) walk(s, child, below, most);
    else if (child->type == DV_SCALAR) read_number(s, child, below);
    for (int k = 0; k < child->n && child->type == DV_SEQ && s->n < most; k++)
      read_number(s, child->item[k], dv_arena_text(s->arena, "%s[%d]", below, k));
  }
}

static dv_machine *open_with(const stand *s, const dv_machine_options *o)
{
  dv_machine *m = dv_reading_machine(s->reading, o);
  if (!m->model) fail_msg("%s: %s", s->file, m->diags->item[0].what);
  return m;
}

// Final values of states, evenly drawn.
static void find_metrics(stand *s, dv_machine *m)
{
  const dv_variable *v = dv_model_VARIABLE(m->model);
  dv_units *u = dv_units_open(s->arena);
  int count = DV_MODEL_COUNT(m->model, VARIABLE), states = 0, seen = 0;
  for (int i = 0; i < count; i++) states += v[i].array == DV_IN_STATE;
  for (int i = 0; i < count && s->metrics < METRICS; i++) {
    if (v[i].array != DV_IN_STATE || seen++ * METRICS < s->metrics * states) continue;
    const char *text = dv_arena_text(s->arena, "final(%s)", dv_model_text(m->model, v[i].path));
    dv_metric *at = &s->metric[s->metrics];
    if (!dv_metric_read(s->arena, m->diags, u, text, at) &&
        !dv_metric_settle(s->arena, m->diags, u, at, m->model, m->spec->solver.until))
      s->nominal[s->metrics++] = v[i].nominal > 0 ? v[i].nominal : 1;
  }
}

static double effect(const stand *s, const dv_gradient *g, int k, int i)
{
  return s->by[i].left_out ? 0 : fabs(g->entry[k * s->n + i].slope * s->by[i].value);
}

// Numbers whose effect on metric k can be told from rounding.
static int telling(const stand *s, const dv_gradient *g, int k)
{
  double most = 0;
  int n = 0;
  for (int i = 0; i < s->n; i++) most = fmax(most, effect(s, g, k, i));
  for (int i = 0; i < s->n; i++) n += most > 1e-9 * s->nominal[k] && effect(s, g, k, i) > 1e-4 * most;
  return n;
}

// The metric that goes with most numbers, and the numbers in the order of their effects.
static void choose(stand *s, const dv_gradient *g, int *order)
{
  for (int k = 0; k < s->metrics; k++)
    if (telling(s, g, k) > telling(s, g, s->chosen)) s->chosen = k;
  for (int i = 0; i < s->n; i++) {
    int at = i;
    for (; at > 0 && effect(s, g, s->chosen, order[at - 1]) < effect(s, g, s->chosen, i); at--) order[at] = order[at - 1];
    order[at] = i;
  }
}

// ---- differences

typedef struct {
  const stand *s;
  int by;
} moved;

static double value_at(const void *of, double value)
{
  const moved *w = of;
  const stand *s = w->s;
  const dv_gradient_by *by = &s->by[w->by];
  const char *settings[SETTINGS + 2];
  dv_machine_options o = s->o;
  for (int k = 0; k < o.nsetting; k++) settings[k] = o.settings[k];
  settings[o.nsetting++] = "solver.derivatives=exact";
  settings[o.nsetting++] = dv_arena_text(s->arena, "%s=%.17g %s", by->path, value / by->factor, by->unit);
  o.settings = settings;
  return metric_of_run(open_with(s, &o), &s->metric[s->chosen]);
}

static double check_by(const stand *s, int i, double is)
{
  static const double steps[] = {2e-3, 1e-4, 3e-2, 1e-5};
  double want = 0, error = HUGE_VAL, least = HUGE_VAL;
  for (size_t k = 0; k < sizeof steps / sizeof *steps && !(least <= 1e-6 * fabs(want)); k++) {
    double at = s->by[i].value;
    double slope = slope_by_differences(value_at, &(moved){s, i}, at, steps[k] * fabs(at), LEVELS, 1e-7, &error);
    if (error < least) least = error, want = slope;
  }
  double off = fabs(is - want) / fabs(want);
  if (!(least <= 1e-6 * fabs(want))) {
    print_message("%s: differences of %s by %s are %.10g +- %.1g, exact %.10g\n", s->file, s->metric[s->chosen].name,
                  s->by[i].path, want, least, is);
    return -1;
  }
  if (!(off <= 1e-6 + 2 * least / fabs(want)))
    fail_msg("%s: %s by %s is %.12g, must be %.12g (+- %.1g)", s->file, s->metric[s->chosen].name, s->by[i].path, is, want,
             least);
  return off;
}

// ---- both ways

static dv_gradient slopes(stand *s, dv_machine *m, dv_gradient_way way)
{
  dv_gradient g = {.file = s->file, .reading = s->reading, .options = s->o, .nby = s->n, .by = s->by, .way = way};
  g.metric = s->metric, g.nmetric = s->metrics;
  if (dv_gradient_run(&g, m)) fail_msg("%s: %s", s->file, m->diags->item[m->diags->n - 1].what);
  return g;
}

static double check_back(stand *s, const dv_gradient *forward, double apart)
{
  dv_machine *m = open_with(s, &s->o);
  dv_gradient back = slopes(s, m, DV_GRADIENT_ADJOINT);
  double worst = 0;
  for (int k = 0; k < s->metrics; k++) {
    double most = 1e-4 * s->nominal[k];
    for (int i = 0; i < s->n; i++) most = fmax(most, effect(s, forward, k, i));
    for (int i = 0; i < s->n; i++) {
      int at = k * s->n + i;
      double off = fabs((back.entry[at].slope - forward->entry[at].slope) * s->by[i].value) / most;
      if (s->by[i].left_out) continue;
      worst = fmax(worst, off);
      if (!(off <= apart))
        fail_msg("%s: %s by %s is %.16g back, %.16g forward", s->file, s->metric[k].name, s->by[i].path, back.entry[at].slope,
                 forward->entry[at].slope);
    }
  }
  dv_machine_close(m);
  return worst;
}

static void machine(void **state)
{
  const char *file = *state;
  manner way = manner_of(file);
  stand s = {
      .arena = dv_arena_new(), .file = file, .o = {.case_name = way.name, .settings = way.settings}
  };
  int order[MOST], checked = 0;
  double worst = 0;
  while (s.o.nsetting < SETTINGS && way.settings[s.o.nsetting]) s.o.nsetting++;
  s.reading = dv_reading_open(file, 0);
  dv_machine *m = open_with(&s, &s.o);
  const dv_node *root = m->spec->source->root;
  walk(&s, dv_doc_path(root, "parameters"), "", 24);
  walk(&s, dv_doc_path(root, "parts"), "parts", 36);
  walk(&s, dv_doc_path(root, "joints"), "joints", 40);
  walk(&s, dv_doc_path(root, "bodies"), "bodies", MOST);
  walk(&s, dv_doc_path(root, "signals"), "signals", MOST);
  find_metrics(&s, m);
  dv_gradient g = slopes(&s, m, DV_GRADIENT_FORWARD);
  choose(&s, &g, order);
  double back = check_back(&s, &g, way.apart > 0 ? way.apart : 1e-12);
  for (int k = 0; k < s.n && checked < WANTED; k++) {
    int i = order[k];
    if (!(effect(&s, &g, s.chosen, i) > 1e-4 * effect(&s, &g, s.chosen, order[0]))) break;
    double off = check_by(&s, i, g.entry[s.chosen * s.n + i].slope);
    if (off >= 0) worst = fmax(worst, off), checked++;
  }
  print_message("%-42s %-24s %2d of %2d numbers, worst %.1e; back %.1e\n", file, s.metric[s.chosen].name, checked, s.n, worst,
                back);
  assert_true(checked >= (way.fewer ? way.fewer : WANTED));
  dv_machine_close(m);
  dv_reading_close(s.reading);
  dv_arena_free(s.arena);
}

int main(int argc, char **argv)
{
  int bad = 0;
  for (int i = 1; i < argc; i++) {
    struct CMUnitTest one = {argv[i], machine, NULL, NULL, argv[i]};
    const struct CMUnitTest tests[] = {one};
    bad |= cmocka_run_group_tests(tests, NULL, NULL);
  }
  return bad;
}
