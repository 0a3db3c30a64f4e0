// study_spec.h: `studies:` after checking: a duty of a machine's actuators, what feeds them, and the load cases to go through.
//
// A load case is an ordinary case of the file under another name: `studies.lift.cases.heavy`.
#pragma once

#include "spec/spec.h"

// Flow at full opening: q = flow sqrt(drop / at), or straight lines between points of a data sheet.
typedef struct {
  const char *name;
  dv_mark mark;
  double flow, at;      // m3/s at a drop of so many Pa
  dv_table_spec curve;  // [rows][2]: drop Pa, flow m3/s; rows 0: the square root
} dv_valve_spec;

typedef struct {
  const char *name;
  dv_mark mark;
  dv_ref axis, motion;   // a coordinate or a named axis; the signal that moves it
  int rotary;            // of the axis
  double area, annulus;  // m2 that the oil acts on when the axis grows, when it shrinks; 0: no oil
  double displacement;   // m3/rad of a motor, seen at the axis: with the gear ratio
  double ratio;
  dv_ref valve_name, check_name;  // as written
  int valve, check;               // of the study; -1: none
  double checks;                  // how many check valves are in series
  int magnitude;                  // 1: the load takes |dp| from the supply even when it drives the actuator
} dv_actuator_spec;

typedef struct dv_study_spec {
  const char *name;
  dv_mark mark;
  const char *doc;
  double duration;  // s
  int samples;
  double supply, line_loss;   // Pa; share of the valve's drop lost in lines
  double efficiency, margin;  // of the pump; least capacity / demand that passes
  double ends;                // s at both ends in which margins do not count
  dv_ref point;               // whose speed is reported; text NULL: none
  int nvalve, nactuator, ncase;
  dv_valve_spec *valve;
  dv_actuator_spec *actuator;
  dv_case_spec *cases;
} dv_study_spec;
