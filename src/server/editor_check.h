// editor_check.h: drafts are checked one after the other, in a thread; of each client the newest counts.
#pragma once

#include "base/arena.h"

typedef struct dv_checks dv_checks;

dv_checks *dv_checks_new(dv_arena *a, const char *file, const char *folder, void (*wake)(void *context), void *context);
void dv_checks_end(dv_checks *c);

// case_name NULL: the operator's; "": none.
void dv_checks_put(dv_checks *c, int who, double number, const char *text, const char *case_name);
// {"number", "result"} of a draft, as long as `a` lives; NULL: nothing new. wake is called when there is.
const char *dv_checks_take(dv_checks *c, dv_arena *a, int *who);
void dv_checks_forget(dv_checks *c, int who);
