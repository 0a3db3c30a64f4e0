// edges.h: where a run begins exactly at the edges of several laws, slopes along it are not what either side has.
#pragma once

#include "assemble/assemble.h"

void dv_edges_tell(dv_machine *m);  // a warning, if it does
