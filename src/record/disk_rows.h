// disk_rows.h: rows that go to disk as they come, for recordings that nobody knows the end of: memory holds one piece of them.
//
// They lie in a file without a name in the folder of the result: a run that is killed leaves nothing behind. In the end a history
// shows them, and any format can be written.
#pragma once

#include "record/history.h"

typedef struct dv_disk_rows dv_disk_rows;

dv_disk_rows *dv_disk_rows_open(dv_arena *a, dv_diags *d, const char *path,
                                dv_history *l);         // NULL after a diagnostic; l: without rows
double *dv_disk_rows_next(dv_disk_rows *s);             // a new row of zeros; NULL: no room on the disk, or rows enough
const char *dv_disk_rows_fault(const dv_disk_rows *s);  // why there are no more rows; NULL: there are
int dv_disk_rows_show(dv_disk_rows *s);                 // the history has all rows. 0, or -1: they cannot be read
void dv_disk_rows_close(dv_disk_rows *s);               // and none any more
