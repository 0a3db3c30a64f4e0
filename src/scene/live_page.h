// live_page.h: a page that simulates a machine by itself: engine, blocks and scenes of its cases, and the viewer in one file.
#pragma once

#include "base/diag.h"
#include "base/json.h"
#include "base/text.h"
#include "spec/spec.h"

// The core runtime as WebAssembly (page/engine). Empty: davit was built without it (cmake/wasm.cmake).
extern const char dv_engine_wasm[], dv_engine_wasm_end[];
int dv_engine_missing(dv_diags *d);  // 1 after a diagnostic: there is none

// A machine in one of its cases, as a saved block, and how the page steps it.
typedef struct {
  const char *name, *doc;  // of the case; NULL: none
  const char *scene;       // JSON
  const char *parameters;  // JSON: what `parameters:` of the file do to the block's numbers
  const void *block;
  size_t bytes;
  const char *code;  // WebAssembly of this very machine, called by the engine; NULL: it is interpreted
  size_t code_bytes;
  const char *method;         // of a fixed step
  double step, every, until;  // s; every: of recordings
  const char *command;        // gives the same bits by hand
} dv_page_case;

// How a page steps a machine: as its file says, where that is a fixed step of rates; else linearly implicit, by 1 ms.
void dv_page_solver(dv_solver_spec *s);
void dv_page_case_json(dv_json_out *o, const char *key, const dv_page_case *c);

// The first case is the one that the page shows first.
const dv_text *dv_live_page(dv_arena *a, const dv_page_case *c, int n);
