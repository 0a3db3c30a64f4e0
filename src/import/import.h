// import.h: machine files of any format: YAML, and the robots of others (URDF, SDF, MJCF).
#pragma once

#include "spec/doc.h"

typedef struct {
  const char *const *package;  // [npackage] "name=folder": where package://name/ lies
  int npackage;
  const char *const *arg;  // [narg] "name=value": $(arg name) of a file with macros (xacro)
  int narg;
  int strict;          // nothing is repaired: what is no inertia is an error
  const char *beside;  // file that the machine will be written to: paths of meshes are as seen from there; NULL: from the robot
  int free_base;       // the root floats instead of being fixed to the world
  int ground;          // collision shapes touch the ground, the plane z = 0
  int each_other;      // and those of other links
} dv_import_options;

// Any machine file, by its suffix ('-': YAML from standard input). Always a doc; faults are in diags. o NULL: none.
dv_doc *dv_import_read(dv_arena *a, dv_diags *d, const char *path, const dv_import_options *o);
// A robot in XML, whatever its format: its root element tells.
dv_doc *dv_import_memory(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n, const dv_import_options *o);
// A machine file in YAML whose text is in memory; `name` says where it would lie.
dv_doc *dv_import_text(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n, const dv_import_options *o);
int dv_import_takes(const char *path);  // 1: a suffix of a robot

void dv_import_free_base(dv_doc *doc);  // the first joint that fixes a body to the world sets it free

// The machine as YAML; of a robot (by the name of its file) with comments: where it comes from, what was changed, what stands
// where.
const char *dv_import_yaml(dv_arena *a, const dv_doc *doc, const char *from);
