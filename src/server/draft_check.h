// draft_check.h: a machine file as somebody types it: its faults, and the machine where it has none.
//
// The text is read in a process of its own with a share of time and memory, which writes nothing and reads only below one folder:
// whatever the text is, the server goes on.
#pragma once

#include "base/json.h"

enum { DV_DRAFT_MOST = 1 << 20 };  // bytes of a text

typedef struct {
  const char *file;       // where the text would lie
  const char *folder;     // what it takes in lies below
  const char *case_name;  // NULL: the operator's, or none
  const char *text;
  size_t n;
} dv_draft;

// Member "result" of an open map of JSON: {"faults": [{severity, file, line, col, what, remedy}], and without errors "machine": a
// case of a page (scene/live_page.h), "cases": names to choose from, "states" and "start": what it could go on with}.
void dv_draft_check(dv_json_out *o, const dv_draft *draft);
// That map, made in this process: of texts that are trusted, and for the fuzzer.
const char *dv_draft_answer(dv_arena *a, const dv_draft *draft);
