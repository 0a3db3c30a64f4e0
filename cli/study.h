// study.h: the load cases of a study between computing and showing; private to study*.c.
#pragma once

#include "cli.h"
#include "base/shown.h"
#include "plot/plot.h"
#include "study/duty.h"

typedef struct {
  args *a;
  const char *file;
  const dv_machine *machine;  // without a load case
  const dv_study_spec *study;
  int n;
  dv_duty **duty;         // [n], one per load case
  dv_machine **machines;  // [n]
} lift;

dv_shown shown_as(const lift *l, const char *unit);  // Pa -> bar, N -> kN...; or SI, as asked
const char *load_name(const dv_duty *t);
typedef struct {
  const char *name, *caption;  // of its file; what it shows
  dv_figure figure;
} study_figure;

int study_figures(const lift *l, study_figure **out);
void print_study(const lift *l);
void put_study(const lift *l, int ok);               // JSON
int write_study(const lift *l, const char *folder);  // CSV, SVG, report
int write_report(const lift *l, const char *path);   // HTML
