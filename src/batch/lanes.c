// lanes.c: runs of a plan side by side (run/bundle.c), each into its own record.
#include "batch/lanes.h"

#include "run/bundle.h"
#include "solve/machine_pattern.h"
#include "engine/compiled.h"

int dv_lanes_width(const dv_run_options *o) { return dv_bundle_width(o); }

static int shows(const dv_compiled *c, const dv_record *r)
{
  for (int i = 1; i < r->log->ncolumn; i++)
    if (!dv_compiled_shows(c, &dv_model_VARIABLE(r->model)[r->variable[i]])) return 0;
  return 1;
}

static void record(void *context, double t, const double *x, const double *dx, const double *work, int lanes, int lane)
{
  dv_record_lane(context, t, x, dx, work, lanes, lane);
}

// What the run itself said, if it did.
static const char *reason(const dv_diags *d)
{
  for (int i = 0; d && i < d->n; i++)
    if (d->item[i].severity == DV_ERROR) return d->item[i].what;
  return NULL;
}

int dv_lanes_run(dv_arena *a, dv_lane_run *lane, int n, const dv_run_options *o)
{
  dv_bundle_lane in[DV_LANES_MOST] = {0};
  if (n > DV_LANES_MOST) return -1;
  for (int l = 0; l < n; l++)
    in[l] = (dv_bundle_lane){.model = lane[l].model,
                             .from = lane[l].from,
                             .record = record,
                             .context = lane[l].record,
                             .shown = o->compiled && shows(o->compiled, lane[l].record)};
  dv_run_options *own = DV_TAKE(a, dv_run_options, 1);
  *own = *o;
  if (!own->pattern) own->pattern = dv_pattern_of_chart;
  if (dv_bundle_run(a, in, n, own)) return -1;
  for (int l = 0; l < n; l++) {
    lane[l].failed = in[l].failed, lane[l].failed_t = in[l].failed_t, lane[l].failed_x = in[l].failed_x,
    lane[l].alone = in[l].alone;
    lane[l].reason = reason(in[l].diags);
    lane[l].told = in[l].diags;
  }
  return 0;
}
