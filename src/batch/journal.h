// journal.h: what a sweep has finished, on disk, so that a killed one can go on.
//
// One record of fixed size per run, written at its place in one call, with a checksum: a record that a kill cut in two does not
// count. Behind the records there is room for a sentence on each run.
#pragma once

#include "base/diag.h"

#include <stdint.h>

typedef enum { DV_RUN_OPEN, DV_RUN_DONE, DV_RUN_REFUSED, DV_RUN_BROKEN } dv_run_status;  // refused: no machine; broken: it failed

enum { DV_JOURNAL_WHY = 240 };  // bytes of that sentence, with its end

typedef struct {
  int fd, nrun, nvalue;
  const char *path;
} dv_journal;

// Opens or makes it; `key` must be that of the sweep which began it. NULL after a diagnostic. *kept: runs that are finished
// already.
dv_journal *dv_journal_open(dv_arena *a, dv_diags *d, const char *path, uint64_t key, int nrun, int nvalue, int *kept);
void dv_journal_close(dv_journal *j, int drop);  // drop: remove the file

// why: it failed, or what it warns of; NULL: nothing. 0, or an errno.
int dv_journal_write(const dv_journal *j, int run, dv_run_status status, const double *value, const char *why);
dv_run_status dv_journal_read(const dv_journal *j, int run, double *value);  // value [nvalue]
void dv_journal_why(const dv_journal *j, int run, char why[DV_JOURNAL_WHY]);
