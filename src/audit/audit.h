// audit.h: what holds for every kind, our own and those from outside: it is declared soundly, its laws are finite over the
// declared ranges and give the same bits in all widths, and it makes no energy unless it says that it may.
#pragma once

#include "base/diag.h"
#include "kinds/kinds.h"

// Faults go to d, at `library` (NULL: our own). Each returns the number of faults.
int dv_audit_declared(dv_diags *d, const char *library, const dv_kind *k);
// kind: of one, four and eight lanes; NULL: not there. Declared soundly before.
int dv_audit_laws(dv_diags *d, const char *library, const void *const kind[3]);
int dv_audit_energy(dv_diags *d, const char *library, const void *const kind[3]);
const char *dv_audit_untried(const dv_kind *k);  // why its laws are not tried alone; NULL: they are

// The kind of this number, in the widths that there are.
void dv_audit_widths(const dv_outside *outside, int kind, const void *width[3]);
