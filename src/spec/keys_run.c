// keys_run.c: keys of runs: solver, start, metrics, expectations.
#include "base/measure.h"
#include "base/solver.h"
#include "spec/keys_inside.h"

// clang-format off
static const dv_key solver[] = {
  {"method", DV_AS_CHOICE, .words = dv_solver_words + 1, TO(dv_solver_spec, method), .doc = "integrator; cvode is cvode-bdf"},
  {"formulation", DV_AS_CHOICE, .words = dv_run_formulation_words + 1, TO(dv_solver_spec, formulation), .doc = dv_run_formulation_docs + 2},
  {"rtol", NUMBER("1"), ABOVE_ZERO, TO(dv_solver_spec, rtol), .doc = "relative tolerance"},
  {"atol", NUMBER("1"), ABOVE_ZERO, TO(dv_solver_spec, atol), .doc = "absolute tolerance"},
  {"order", NUMBER("1"), FROM_TO(0, 12), TO(dv_solver_spec, order), .doc = "highest order of cvode; 2 suits undamped structures: BDF of higher order is not stable there"},
  {"step", DV_AS_NUMBER | DV_AS_CHOICE, .unit = "s", .words = "auto", ABOVE_ZERO, TO(dv_solver_spec, step), .doc = "fixed step, or auto: rosenbrock and dopri5 choose it by rtol and atol"},
  {"linear", DV_AS_CHOICE, .words = DV_LINEAR_WORDS, TO(dv_solver_spec, linear), .doc = "linear equations of cvode-bdf; klu: sparse; auto: sparse where it saves work"},
  {"derivatives", DV_AS_CHOICE, .words = DV_DERIVATIVE_WORDS, TO(dv_solver_spec, derivatives), .doc = "Jacobians of implicit methods; exact: slopes of the machine's graph"},
  {"every", NUMBER("s"), ABOVE_ZERO, TO(dv_solver_spec, every), .doc = "interval of recorded rows"},
  {"ledger", NUMBER("1"), ABOVE_ZERO, TO(dv_solver_spec, ledger), .doc = "warn when the energy residual exceeds this share of the throughput"},
};
const dv_section dv_keys_solver = KEYS("solver", solver);

#define X(name, key, unit, doc_) {key, DV_AS_TEXT, BY_WHOLE(dv_form_measure), .doc = "column or expression of columns: " doc_},
#define METRIC                                                                                                  \
  DV_MEASURES(X)                                                                                                \
  {"at", NUMBER("s"), DEFAULT(NAN), TO(dv_metric_spec, at), .doc = "time of `value`"},                                                                \
  {"from", NUMBER("s"), DEFAULT(NAN), TO(dv_metric_spec, from), .doc = "start of the window"},                                                          \
  {"to", NUMBER("s"), DEFAULT(NAN), TO(dv_metric_spec, to), .doc = "end of the window"},                                                              \
  {"goal", NUMBER(NULL), DEFAULT(NAN), TO(dv_metric_spec, goal), .doc = "where a step response should end; default: its last value"},                   \
  {"band", NUMBER("1"), ABOVE_ZERO, DEFAULT(NAN), TO(dv_metric_spec, band), .doc = "of settling, a share of the way (0.02)"}

static const dv_key metric[] = {METRIC};
const dv_section dv_keys_metric = KEYS("metric", metric);
const dv_key dv_key_metric = {"metric", DV_AS_MAP, .section = &dv_keys_metric};

_Static_assert(offsetof(dv_expect_spec, metric) == 0, "rows of METRIC are about the metric of an expectation too");
static const dv_key expect[] = {
  METRIC,
  {"metric", DV_AS_TEXT, .doc = "instead of a column: a name in `metrics:`"},
  {"frequency", NUMBER("1"), BY_WHOLE(dv_form_mode), .doc = "instead of a column: frequency (Hz, undamped) of this mode, from 1, linearised where the run begins"},
  {"damping", NUMBER("1"), BY_WHOLE(dv_form_mode), .doc = "likewise: its damping ratio"},
  {"is", NUMBER(NULL), TO(dv_expect_spec, is), .doc = "the number that it must have"},
  {"within", NUMBER(NULL), ABOVE_ZERO, TO(dv_expect_spec, within), .doc = "absolute tolerance"},
  {"relative", NUMBER("1"), ABOVE_ZERO, TO(dv_expect_spec, relative), .doc = "relative tolerance"},
  {"source", DV_AS_TEXT, TO(dv_expect_spec, source), .doc = "where the number comes from"},
};
#undef X
const dv_section dv_keys_expect = KEYS("expectation", expect);
const dv_key dv_key_expect = {"expectation", DV_AS_MAP, .section = &dv_keys_expect};

static const dv_key optimise[] = {
  {"doc", DV_AS_TEXT, .doc = "what it is for"},
  {"vary", DV_AS_OPEN, .required = 1, .doc = "path: LO..HI with a unit, or a list of values to choose from"},
  {"minimise", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "metric, or two for a front; a name of `metrics:` or max(pump.pressure)"},
  {"maximise", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "likewise"},
  {"subject", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "limits: max(pump.pressure) <= 210 bar"},
  {"cases", DV_AS_ITEMS, .each = &dv_key_text, .doc = "cases that are run for each point: limits hold in all, objectives are their mean"},
};
const dv_section dv_keys_optimise = KEYS("optimisation", optimise);
const dv_key dv_key_optimise = {"optimisation", DV_AS_MAP, .section = &dv_keys_optimise};

static const dv_key plan[] = {
  {"doc", DV_AS_TEXT, .doc = "what it is for"},
  {"inputs", DV_AS_OPEN, .doc = "signals of kind input that are sought: name: LO..HI with a unit (default: all, within their own limits)"},
  {"rates", DV_AS_OPEN, .doc = "how fast inputs may change: name: 20 N/s, or LO..HI"},
  {"time", DV_AS_TEXT, .doc = "of the whole motion: 3 s, or 1..10 s (default: free)"},
  {"minimise", DV_AS_TEXT, .doc = "a sum of time, energy, integral(c), square(c - 1 m), final(c), final_square(c), max(c), peak(c) with weights: time + 0.01*square(f)"},
  {"maximise", DV_AS_TEXT, .doc = "likewise"},
  {"subject", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "limits that hold all the time: pump.pressure <= 210 bar, |swing| <= 5 deg"},
  {"to", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "what holds at the end: x = 1 m, rest (all rates of coordinates are zero), steady (accelerations, too)"},
  {"through", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, .doc = "waypoints, in order: 'x = 1 m, z >= 2 m'; time = 1 s in one: how long it takes from the last"},
  {"grid", NUMBER("1"), FROM_TO(2, 1000), .doc = "intervals of each stretch (30)"},
  {"method", DV_AS_CHOICE, .words = "hermite-simpson|trapezoid|lobatto", .doc = "collocation: of order 4, 2, 6"},
  {"between", DV_AS_CHOICE, .words = "line|hold", .doc = "inputs between the ends of intervals: straight lines, or held"},
  {"refine", NUMBER("1"), FROM_TO(0, 12), .doc = "how often intervals are halved where the error is large or inputs jump (3)"},
};
const dv_section dv_keys_plan = KEYS("plan", plan);
const dv_key dv_key_plan = {"plan", DV_AS_MAP, .section = &dv_keys_plan};

static const dv_key start[] = {
  {"at", DV_AS_CHOICE, .words = "initial|equilibrium", TO(dv_start_spec, equilibrium), .required = 1, .doc = "the initial state, or the state of rest near it"},
  {"hold", DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_start_spec, hold, nhold), .doc = "joints that stay where they are meanwhile"},
};
const dv_section dv_keys_start = KEYS("start", start);
