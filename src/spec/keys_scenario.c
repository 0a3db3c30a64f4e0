// keys_scenario.c: keys of scenarios.
#include "spec/keys_inside.h"
#include "spec/scenario_spec.h"

// clang-format off
#define CONDITION                                                                                                                \
  {"column", DV_AS_TEXT, TO(dv_moment_spec, column), .doc = "a column of the run that is looked at"},                            \
  {"above", NUMBER(NULL), DEFAULT(NAN), TO(dv_moment_spec, above), .doc = "the column is at least this"},                        \
  {"below", NUMBER(NULL), DEFAULT(NAN), TO(dv_moment_spec, below), .doc = "the column is at most this"},                         \
  {"hold", NUMBER("s"), FROM_ZERO, TO(dv_moment_spec, hold), .doc = "for so long without a break (0)"}

static const dv_key step[] = {
  {"do", DV_AS_TEXT, TO(dv_moment_spec, text), .required = 1, .doc = "what the trainee reads"},
  CONDITION,
};
static const dv_section keys_step = KEYS("step", step);
static const dv_key a_step = {"step", DV_AS_MAP, .section = &keys_step};

static const dv_key event[] = {
  {"say", DV_AS_TEXT, TO(dv_moment_spec, text), .doc = "what the trainee is told"},
  {"at", NUMBER("s"), DEFAULT(NAN), TO(dv_moment_spec, at), .doc = "time since the start"},
  {"step", NUMBER("1"), FROM_TO(1, 1000), TO(dv_moment_spec, step), .doc = "not before this step, from 1"},
  CONDITION,
  {"fault", DV_AS_TEXT, TO(dv_moment_spec, fault), .doc = "a name of `faults:` that sets in"},
  {"input", DV_AS_TEXT, TO(dv_moment_spec, input), .doc = "or an input that is set"},
  {"value", NUMBER(NULL), TO(dv_moment_spec, value), .doc = "of the input"},
  {"lasts", NUMBER("s"), ABOVE_ZERO, DEFAULT(NAN), TO(dv_moment_spec, lasts), .doc = "then it is taken back (to the end)"},
};
static const dv_section keys_event = KEYS("event", event);
static const dv_key an_event = {"event", DV_AS_MAP, .section = &keys_event};

static const dv_key fail[] = {
  {"say", DV_AS_TEXT, TO(dv_moment_spec, text), .required = 1, .doc = "why it is over"},
  CONDITION,
};
static const dv_section keys_fail = KEYS("failure", fail);
static const dv_key a_fail = {"failure", DV_AS_MAP, .section = &keys_fail};

static const dv_key score[] = {
  {"label", DV_AS_TEXT, TO(dv_score_spec, label), .required = 1, .doc = "what it is"},
  {"measure", DV_AS_CHOICE, .words = "max|min|mean|final|largest|time", TO(dv_score_spec, measure), .doc = "of the column over the scenario; largest: of its magnitude; time: seconds that were taken"},
  {"column", DV_AS_TEXT, TO(dv_score_spec, column), .doc = "column of the run; none for time"},
  {"best", NUMBER(NULL), TO(dv_score_spec, best), .required = 1, .doc = "that gets the whole weight"},
  {"worst", NUMBER(NULL), TO(dv_score_spec, worst), .required = 1, .doc = "that gets nothing"},
  {"weight", NUMBER("1"), ABOVE_ZERO, DEFAULT(1), TO(dv_score_spec, weight), .doc = "beside the other parts"},
};
static const dv_section keys_score = KEYS("score", score);
static const dv_key a_score = {"score", DV_AS_MAP, .section = &keys_score};

static const dv_key scenario[] = {
  {"doc", DV_AS_TEXT, TO(dv_scenario_spec, doc), .doc = "what the task is"},
  {"case", DV_AS_TEXT, TO(dv_scenario_spec, case_name), .doc = "case in which it is played; default: the operator's"},
  {"limit", NUMBER("s"), ABOVE_ZERO, DEFAULT(300), TO(dv_scenario_spec, limit), .doc = "time after which it is over"},
  {"steps", DV_AS_ITEMS, .each = &a_step, ITEMS(dv_scenario_spec, step, nstep), .required = 1, .doc = "one after the other"},
  {"events", DV_AS_ITEMS, .each = &an_event, ITEMS(dv_scenario_spec, event, nevent), .doc = "what happens meanwhile"},
  {"fails", DV_AS_ITEMS, .each = &a_fail, ITEMS(dv_scenario_spec, fail, nfail), .doc = "what ends it"},
  {"score", DV_AS_ITEMS, .each = &a_score, ITEMS(dv_scenario_spec, score, nscore), .doc = "parts of the score"},
};
static const dv_section keys_scenario = KEYS("scenario", scenario);
const dv_key dv_key_scenario = {"scenario", DV_AS_MAP, .section = &keys_scenario};
