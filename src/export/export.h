// export.h: a machine as a robot of another format: URDF, SDF, MJCF.
#pragma once

#include "assemble/assemble.h"

typedef struct {
  const char *suffix, *name;  // ".urdf", "URDF"
} dv_export_format;

const dv_export_format *dv_export_format_of(const char *path);  // by its suffix; NULL: none of these

// The text of the file; NULL after a diagnostic. What the format cannot say is told in one warning. path: where it will be
// written, so that meshes are named as seen from there; NULL or "-": by their whole paths.
const char *dv_export(dv_arena *a, dv_diags *d, const dv_machine *m, const dv_export_format *format, const char *path);
