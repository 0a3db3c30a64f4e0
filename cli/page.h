// page.h: what `davit page` puts beside the machine; page_parameters.c.
#pragma once

#include "cli.h"

// JSON: what each of the file's `parameters:` changes of the numbers and of the start.
const char *page_parameters(args *a, const dv_reading *r, const dv_machine_options *o, const dv_machine *m,
                            const dv_state *start);
