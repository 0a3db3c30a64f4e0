// junction_find.h: axes and frames of the skeleton that parts connect to; each is made once.
#pragma once

#include "assemble/internal.h"

// Junction for a port of the given domain; -1 with a diagnostic at the connection's place.
// Lines are idle until something plugs into them, to act or only to watch (dv_junction_use).
int dv_junction_for(dv_assembler *c, const dv_connection *at, const dv_port *port, const char *part);
void dv_junction_use(dv_assembler *c, int junction, int acts);
int dv_junction_motion(dv_assembler *c, int junction);  // work: its accelerations (program.h), which are computed from now on
void dv_junction_count(dv_assembler *c, int junction);  // rates of state depend on it
