// keys_study.c: keys of studies.
#include "spec/keys_inside.h"

// clang-format off
static const dv_key rated[] = {
  {"flow", NUMBER("m^3/s"), ABOVE_ZERO, TO(dv_valve_spec, flow), .required = 1, .doc = "flow at full opening"},
  {"drop", NUMBER("Pa"), ABOVE_ZERO, DEFAULT(1), TO(dv_valve_spec, at), .required = 1, .doc = "and the pressure drop at that flow"},
};
const dv_section dv_keys_rated = KEYS("rated point", rated);

static const dv_key valve[] = {
  {"rated", DV_AS_MAP, .section = &dv_keys_rated, HERE, .doc = "one point of a square root: flow proportional to sqrt(drop)"},
  {"points", DV_AS_ROWS | DV_AS_MAP, .section = &dv_keys_csv, BY(dv_form_curve, dv_valve_spec, curve), .doc = "instead: rows [drop, flow] of a data sheet, straight lines between them"},
};
const dv_section dv_keys_valve = KEYS("valve", valve);
static const dv_key a_valve = {"valve", DV_AS_MAP, .section = &dv_keys_valve};

static const dv_key actuator[] = {
  {"axis", DV_AS_TEXT, TO(dv_actuator_spec, axis), .required = 1, .doc = "coordinate or named axis that it moves"},
  {"motion", DV_AS_TEXT, TO(dv_actuator_spec, motion), .required = 1, .doc = "signal that the axis follows; must have two derivatives"},
  {"area", NUMBER("m^2"), ABOVE_ZERO, TO(dv_actuator_spec, area), .doc = "of a cylinder: area that the oil acts on"},
  {"annulus", NUMBER("m^2"), ABOVE_ZERO, TO(dv_actuator_spec, annulus), .doc = "area when the axis shrinks (default: area)"},
  {"displacement", NUMBER("m^3/rad"), ABOVE_ZERO, TO(dv_actuator_spec, displacement), .doc = "of a motor: oil per radian, or per revolution (m^3/revolution)"},
  {"ratio", NUMBER("1"), ABOVE_ZERO, DEFAULT(1), TO(dv_actuator_spec, ratio), .doc = "turns of the motor per turn of the axis"},
  {"valve", DV_AS_TEXT, TO(dv_actuator_spec, valve_name), .doc = "of `valves:`, feeds the actuator"},
  {"check", DV_AS_TEXT, TO(dv_actuator_spec, check_name), .doc = "of `valves:`, check valves in series with it"},
  {"checks", NUMBER("1"), FROM_ZERO, TO(dv_actuator_spec, checks), .doc = "how many (0)"},
  {"load", DV_AS_CHOICE, .words = "signed|magnitude", TO(dv_actuator_spec, magnitude), .doc = "an overhauling load adds to the valve's drop (signed), or is taken as resisting (magnitude)"},
};
const dv_section dv_keys_actuator = KEYS("actuator", actuator);
static const dv_key an_actuator = {"actuator", DV_AS_MAP, .section = &dv_keys_actuator};

static const dv_key study[] = {
  {"doc", DV_AS_TEXT, TO(dv_study_spec, doc), .doc = "what the study is for"},
  {"duration", NUMBER("s"), ABOVE_ZERO, TO(dv_study_spec, duration), .doc = "of the duty (default: until)"},
  {"samples", NUMBER("1"), FROM_TO(3, 1e6), DEFAULT(1201), TO(dv_study_spec, samples), .doc = "instants that are looked at"},
  {"point", DV_AS_TEXT, BY(dv_form_point, dv_study_spec, point), .doc = "body.point whose speed is reported"},
  {"supply", NUMBER("Pa"), ABOVE_ZERO, TO(dv_study_spec, supply), .doc = "pressure in front of the valves"},
  {"line_loss", NUMBER("1"), FROM_TO(0, 0.999), TO(dv_study_spec, line_loss), .doc = "share of a valve's drop that lines take (0)"},
  {"efficiency", NUMBER("1"), FROM_TO(1e-3, 1), DEFAULT(1), TO(dv_study_spec, efficiency), .doc = "of the pump"},
  {"margin", NUMBER("1"), ABOVE_ZERO, DEFAULT(1), TO(dv_study_spec, margin), .doc = "least ratio of a valve's flow to the flow needed"},
  {"ends", NUMBER("s"), FROM_ZERO, TO(dv_study_spec, ends), .doc = "time at both ends in which margins do not count (0)"},
  {"valves", DV_AS_NAMED, .each = &a_valve, ITEMS(dv_study_spec, valve, nvalve), .doc = "flow against pressure drop at full opening"},
  {"actuators", DV_AS_NAMED, .each = &an_actuator, ITEMS(dv_study_spec, actuator, nactuator), .required = 1, .doc = "what moves, how, and what feeds it"},
  {"cases", DV_AS_NAMED, .each = &dv_key_case, ITEMS(dv_study_spec, cases, ncase), .doc = "load cases: payload, tilt, variant, as any case of the file"},
};
const dv_section dv_keys_study = KEYS("study", study);
const dv_key dv_key_study = {"study", DV_AS_MAP, .section = &dv_keys_study};
