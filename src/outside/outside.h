// outside.h: kinds from libraries that the user names: on the command line, in the environment, by the API; never by a machine
// file.
//
// There is no global registry: a set of libraries is a const value, and each machine is opened with one
// (dv_machine_options.kinds). So sessions with different libraries run side by side in any number of threads.
#pragma once

#include "base/diag.h"
#include "kinds/kinds.h"

// The kinds of all these libraries, checked. NULL after diagnostics. They stay loaded as long as the arena; a library that is
// named twice counts once.
const dv_outside *dv_outside_load(dv_arena *a, dv_diags *d, const char *const *library, int n);

// The traced build of a library writes into davit's graph from now on. NULL: it does; else why it cannot.
const char *dv_outside_bind(dv_tracing *t, const char *const *operation, int n);
