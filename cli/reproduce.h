// reproduce.h: a machine's figures and numbers beside the commands that make them; private to reproduce*.c.
#pragma once

#include "expect.h"
#include "html.h"
#include "plot.h"

typedef struct {
  args *a;
  dv_text body, contents, table;  // of the page, so far; numbers as CSV
  dv_json_out json;
  int cases, ran, figures, passed, failed;
} reproduction;

typedef struct {
  const char *file, *name, *doc;  // of the case; name NULL: the machine as it is
  dv_machine *m;
  const dv_history *l;  // NULL: the run failed
  dv_run_result run;
} experiment;

void reproduce_experiment(reproduction *r, const experiment *e, const dv_linear *modes);  // reproduce_page.c
int reproduce_write(reproduction *r, const char *path);
