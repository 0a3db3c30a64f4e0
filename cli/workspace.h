// workspace.h: a workspace as table, figure and file; private to workspace*.c.
#pragma once

#include "cli.h"
#include "study/workspace.h"

// The machine as it is and with other settings, to compare.
typedef struct {
  const dv_workspace *own;
  int n;
  const char **setting;  // [n]
  dv_workspace **other;
} compared;

void corner(const dv_workspace *s, int which, double *moved,
            double rz[2]);                                 // which: bit 1 first, bit 0 second coordinate at its upper end
const char *section_label(const dv_workspace *s, int up);  // of its axes
int workspace_figure(args *a, const compared *all, const char *path);
int workspace_drawing(args *a, dv_machine *m, const dv_workspace *s, const char *path);
int workspace_csv(args *a, const dv_machine *m, const dv_workspace *s, const char *path);
int workspace_chart(args *a);                                                // --load
dv_workspace *workspace_with(args *a, const char *setting, dv_machine **m);  // the machine with one more setting
