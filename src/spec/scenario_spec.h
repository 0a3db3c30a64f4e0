// scenario_spec.h: `scenario:` after checking: a task for a trainee: steps with goals, a script of events, what ends it, a score.
//
// A page plays it on the frames of a live machine (page/src/scenario.js). It sets only inputs that the file declares.
#pragma once

#include "spec/spec.h"

// A column between two bounds for some time; without a column: a time since the start.
typedef struct {
  dv_ref column;        // text NULL: none
  double above, below;  // NAN: no bound
  double hold;          // s
  double at;            // s since the start; NAN: none
  const char *text;     // what the trainee reads
  dv_ref fault, input;  // of an event: what it sets; text NULL: nothing
  double value, lasts;  // of the input; s, NAN: to the end
  int step;             // of an event: not before this step, from 1; 0: any
} dv_moment_spec;

typedef enum { DV_SCORE_MAX, DV_SCORE_MIN, DV_SCORE_MEAN, DV_SCORE_FINAL, DV_SCORE_LARGEST, DV_SCORE_TIME } dv_score_measure;

// A part of the score: all of its weight at `best`, nothing at `worst`, a straight line between.
typedef struct {
  const char *label;
  int measure;    // dv_score_measure
  dv_ref column;  // text NULL: the time that was taken
  double best, worst, weight;
} dv_score_spec;

typedef struct dv_scenario_spec {
  const char *name;
  dv_mark mark;
  const char *doc, *case_name;  // NULL: none; the operator's
  double limit;                 // s
  int nstep, nevent, nfail, nscore;
  dv_moment_spec *step, *event, *fail;
  dv_score_spec *score;
} dv_scenario_spec;

int dv_scenario_played(const dv_spec *s, const dv_scenario_spec *x);  // 1: in the case that was applied
