// workspace_chart.h: a load chart: what it is made of, shared by what finds it and what shows it.
#pragma once

#include "workspace.h"

#include "record/record.h"
#include "spec/formula.h"
#include "study/hold.h"

enum { LOADS = 9 };

typedef struct {
  const char *name, *text;  // in figures; its expression
  dv_formula f;
  double least, most;
} limit;

// The machine with one of the loads.
typedef struct {
  double load;
  dv_machine *machine;
  dv_workspace *s;
  dv_hold *hold;
  dv_record *record;
} loaded;

typedef struct {
  double at[2], permitted;  // NaN: beyond limits of the pose
  double *moved, *own;      // [n]; [nlimit] what each limit permits
  int by;                   // limit that is met first; -1: none
} place;

typedef struct {
  args *a;
  const char *path, *unit;  // of the number that is the load; as it was given
  int nlimit, na, nb;
  limit *limit;
  loaded with[LOADS];
  place *at;  // [nb][na] cells
  const dv_history *row;
} chart;

void chart_pose(const dv_workspace *s, double fa, double fb, double *moved);  // of the arm, at shares 0..1 of both ranges

void print_chart(const chart *c);
void put_chart(const chart *c);                    // as JSON
int draw_chart(const chart *c, const char *path);  // exit codes
int table_of_chart(const chart *c, const char *path);
