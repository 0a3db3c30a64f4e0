// plan.h: a motion under way, between reading, solving, writing and replaying; private to plan*.c.
#pragma once

#include "cli.h"

#include "study/planned_motion.h"

// What the file or the command line asks, as text.
typedef struct {
  const char **input, **rate, **subject, **to, **through;
  int ninput, nrate, nsubject, nto, nthrough;
  const char *time, *least, *most, *grid, *method, *between, *refine;
} plan_question;

// How the full machine follows the plan.
typedef struct {
  double *off;   // [nx] largest deviation of each state
  double worst;  // of all, relative to their sizes
  int worst_state;
  double over;  // furthest beyond a limit, in the limit's size
  const char *over_text;
  double over_at;
  dv_history *log;  // NULL: it was not replayed
  dv_run_result run;
} plan_replay;

typedef struct {
  args *a;
  dv_machine *m;
  dv_state *start;
  plan_question q;
  dv_motion_task t;
  dv_motion_options o;
  dv_motion_found *guess;  // NULL: none
  dv_motion_result r;
  plan_replay replay;
  const char *out, *csv;  // machine file, trajectory
  int told;
} planning;

int plan_read(planning *w);    // FINE, or another code after diagnostics
int plan_guess(planning *w);   // --guess
int plan_write(planning *w);   // trajectory, and the machine that follows it
int plan_follow(planning *w);  // runs that machine
int plan_draw(const planning *w, const char *path);
void plan_print(const planning *w);
void plan_put(const planning *w, int ok);
double plan_duration(const planning *w);
