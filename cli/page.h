// page.h: what `davit page` puts beside the machine; page_parameters.c, page_code.c.
#pragma once

#include "cli.h"
#include "scene/live_page.h"

// JSON: what each of the file's `parameters:` changes of the numbers and of the start.
const char *page_parameters(args *a, const dv_reading *r, const dv_machine_options *o, const dv_machine *m,
                            const dv_state *start);

// The case as compiled code, or a word why it is interpreted: FINE, or RUN_FAILED after a diagnostic.
int page_code(args *a, const dv_machine *m, const dv_model *block, dv_page_case *out);
