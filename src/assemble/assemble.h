// assemble.h: spec -> model: links, fixed joints lumped, junctions, order of calls, causality, variables.
#pragma once

#include "assemble/bond_draw.h"
#include "import/import.h"
#include "kinds/kinds.h"
#include "model/model.h"
#include "spec/spec.h"

// NULL if there were errors (in diags of the spec's doc).
const dv_model *dv_assemble(dv_spec *s, const dv_kind *const *kinds);
// The same, and the machine as a bond graph; not set after errors.
const dv_model *dv_assemble_drawn(dv_spec *s, const dv_kind *const *kinds, const dv_drawing **drawing);

// A machine file opened for use. Everything lives in the arena; free that.
typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  dv_doc *doc;
  dv_spec *spec;              // NULL after errors
  const dv_model *model;      // NULL after errors
  const dv_drawing *drawing;  // if asked for
} dv_machine;

// Makes the kinds that a file asks for by itself (exchange/fmu_in.h), behind those of libraries; what it changes in the document
// is new there. NULL after a diagnostic.
typedef struct dv_maker {
  const dv_outside *(*make)(const struct dv_maker *self, dv_doc *doc, const dv_outside *kinds);
} dv_maker;

typedef struct {
  const char *case_name;        // NULL: none
  const char *const *settings;  // "path=value"
  int nsetting;
  int free_base;             // of a robot: its root is free instead of fixed
  dv_import_options import;  // of robots in other formats
  int draw;                  // make the bond graph of the whole machine
  const dv_outside *kinds;   // those from libraries (src/outside), which must outlive the machine; NULL: none
  const dv_maker *maker;     // NULL: no kinds are made
  dv_arena *under;           // where its arena lies; NULL: alone
} dv_machine_options;

dv_machine *dv_machine_open(const char *path, const dv_machine_options *o);
void dv_machine_close(dv_machine *m);

// A file read once, for many machines with other settings (import of their options is then this one's). It must outlive them.
typedef struct {
  dv_arena *arena;
  dv_doc *doc;
  dv_units *units;  // NULL: no machine of it can be made, and its diagnostics say why
} dv_reading;

dv_reading *dv_reading_open(const char *path, int free_base);
dv_reading *dv_reading_open_with(const char *path, const dv_import_options *import);
// A text that is not (yet) in the file: what it takes in lies as seen from there.
dv_reading *dv_reading_text(const char *path, const char *bytes, size_t n);
dv_machine *dv_reading_machine(const dv_reading *r, const dv_machine_options *o);
void dv_reading_close(dv_reading *r);
