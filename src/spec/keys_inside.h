// keys_inside.h: what the tables of keys (keys_*.c) share.
#pragma once

#include "spec/keys.h"
#include "spec/check.h"
#include "spec/forms.h"
#include "spec/study_spec.h"

#include <math.h>

// clang-format off
#define KEYS(name_, table) {name_, table, DV_COUNT(table)}
#define NUMBER(u) DV_AS_NUMBER, .unit = u
#define TRIPLE(u) DV_AS_LIST, .unit = u, .least = 3, .most = 3
#define NUMBERS(n, u) DV_AS_LIST, .unit = u, .least = n, .most = n

// Where a value goes: a member of the section's struct, whose type says how.
#define TO(type, member)                                                                                                         \
  .into = _Generic(((type *)0)->member, double: DV_INTO_NUMBER, double *: DV_INTO_NUMBERS, int: DV_INTO_INT,                     \
                   unsigned: DV_INTO_INT, dv_quantity_value: DV_INTO_QUANTITY, const char *: DV_INTO_TEXT, dv_ref: DV_INTO_REF),                                      \
  .at = offsetof(type, member)
#define TO_LIST(type, member, number) .into = DV_INTO_REFS, .at = offsetof(type, member), .count = offsetof(type, number)
#define SERIES(type, member, number) .into = DV_INTO_SERIES, .at = offsetof(type, member), .count = offsetof(type, number)
#define INSIDE(type, member) .into = DV_INTO_SECTION, .at = offsetof(type, member)
#define ITEMS(type, member, number) .into = DV_INTO_ITEMS, .at = offsetof(type, member), .count = offsetof(type, number), .size = sizeof *((type *)0)->member
#define BY(form_, type, member) .into = DV_INTO_FORM, .form = form_, .at = offsetof(type, member)
#define BY_WHOLE(form_) .into = DV_INTO_FORM, .form = form_  // which is given the section's struct
#define HERE .into = DV_INTO_SECTION  // its rows are about the same struct
#define ABOVE_ZERO .range = DV_ABOVE_ZERO
#define FROM_ZERO .range = DV_FROM_ZERO
#define FROM_TO(a, b) .range = DV_FROM_TO, .lo = a, .hi = b
#define DEFAULT(x) .by_default = x
#define LATER .later = 1

// Keys of a machine and of its cases alike; a case changes the machine, whose values go somewhere: WHERE(x) is x, or nothing.
#define RUN(WHERE)                                                                                                   \
  {"initial", DV_AS_OPEN, WHERE(BY_WHOLE(dv_form_initial)) LATER, .change = DV_MERGES, .doc = "initial positions and rates by coordinate, states by part.state"},          \
  {"until", NUMBER("s"), ABOVE_ZERO, DEFAULT(10), WHERE(TO(dv_spec, solver.until)) .change = DV_REPLACES, .doc = "end of the run"},                                                     \
  {"start", DV_AS_MAP, .section = &dv_keys_start, WHERE(INSIDE(dv_spec, start)) .change = DV_MERGES, .doc = "where the run begins"},                             \
  {"solver", DV_AS_MAP, .section = &dv_keys_solver, WHERE(INSIDE(dv_spec, solver)) .change = DV_MERGES, .doc = "integrator and its tolerances"},                  \
  {"display", DV_AS_MAP, .section = &dv_keys_display, WHERE(INSIDE(dv_spec, display)) .change = DV_MERGES, .doc = "what people see: units, ground, water"}, \
  {"plots", DV_AS_ITEMS, .each = &dv_key_plot, WHERE(ITEMS(dv_spec, plot, nplot)) LATER, .change = DV_ADDS, .doc = "figures"},                                                  \
  {"metrics", DV_AS_NAMED, .each = &dv_key_metric, WHERE(ITEMS(dv_spec, metric, nmetric)) LATER, .change = DV_ADDS, .doc = "named numbers of a run, for `davit metrics` and `expect`"}, \
  {"expect", DV_AS_ITEMS, .each = &dv_key_expect, WHERE(ITEMS(dv_spec, expect, nexpect)) LATER, .change = DV_STANDS_ALONE, .doc = "numbers that the run must give"}
// clang-format on

// Sections and values that stand in several tables.
extern const dv_key dv_key_solid, dv_key_visual, dv_key_axis, dv_key_body, dv_key_case, dv_key_expect, dv_key_fault, dv_key_joint,
    dv_key_loop, dv_key_metric, dv_key_node, dv_key_number, dv_key_optimise, dv_key_plan, dv_key_plot, dv_key_point, dv_key_study,
    dv_key_text, dv_key_variant, dv_key_scenario;
extern const dv_section dv_keys_world;
