// duty.h: what a duty asks of the actuators: efforts, pressures, flows, powers and the margins of their valves.
#pragma once

#include "record/history.h"
#include "spec/study_spec.h"
#include "study/machine_kinematics.h"

// Columns of an actuator; those of oil only where its area or displacement is known, of a valve only where it has one.
typedef enum {
  DV_DUTY_POSITION,
  DV_DUTY_SPEED,
  DV_DUTY_FORCE,       // that it exerts on its axis
  DV_DUTY_POWER,       // |force x speed|
  DV_DUTY_PRESSURE,    // difference that the load needs: force / area
  DV_DUTY_FLOW,        // area x speed
  DV_DUTY_VALVE_DROP,  // what is left for the valve
  DV_DUTY_VALVE_FLOW,  // that the open valve passes then
  DV_DUTY_MARGIN,      // valve flow / |flow|; not a number at rest and at the ends
  DV_DUTY_COUNT
} dv_duty_column;

typedef struct {
  double value, at;  // at: s
} dv_peak;

typedef struct {
  const dv_study_spec *study;
  const dv_case_spec *load;  // NULL: the file as it is
  const dv_spec *spec;
  dv_history *log;
  int nmoved;
  int *moved;                    // [nmoved] column of a coordinate, then its rate, then its effort
  int efforts;                   // 0: no efforts: loops spread them over joints in many ways
  int (*column)[DV_DUTY_COUNT];  // [nactuator]; -1: none
  int power, flow, pump, speed;  // of all actuators; pump's power; speed of the study's point; -1: none
} dv_duty;

// The whole duty; k is of the machine with the load case applied. NULL after a diagnostic.
dv_duty *dv_duty_run(dv_kinematics *k, const dv_study_spec *s, const dv_case_spec *load, dv_diags *d);

dv_peak dv_duty_most(const dv_duty *t, int column);   // of largest magnitude, signed
dv_peak dv_duty_least(const dv_duty *t, int column);  // not-a-numbers left out; value NaN: there is nothing
int dv_duty_meets(const dv_duty *t, int actuator);    // 1: its margin is never below the study's

double dv_valve_flow(const dv_valve_spec *v, double drop);  // m3/s at full opening; 0 for a drop below zero
double dv_valve_drop(const dv_valve_spec *v, double flow);  // Pa that a flow costs
