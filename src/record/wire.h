// wire.h: a history as bytes between two processes of one machine; private to this folder.
#pragma once

#include "sandbox/sandbox.h"
#include "record/history.h"

void dv_wire_put(dv_sandbox_out *out, const dv_history *l);
// NULL: these bytes are no history. What comes from the other process is not trusted.
dv_history *dv_wire_get(dv_arena *a, const char *bytes, size_t n);
