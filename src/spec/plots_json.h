// plots_json.h: the figures of a machine for whoever draws them: results, reports, the viewer.
#pragma once

#include "base/json.h"
#include "spec/spec.h"

void dv_plots_json(dv_json_out *o, const char *key, const dv_spec *s);
