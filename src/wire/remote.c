// remote.c: a machine that is served: made, stepped, recorded, ended.
#include "wire/remote_inside.h"

#include "base/text.h"
#include "wire/endpoint.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const double lever_patience = 0.1;  // s

int dv_remote_fail(dv_remote *r, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  dv_diag_add(r->diags, DV_ERROR, (dv_mark){0}, NULL, "%s", dv_arena_vtext(r->diags->arena, format, list));
  va_end(list);
  return 2;
}

void dv_remote_tell(dv_remote *r, const char *format, ...)
{
  char text[2 * DV_WHY];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  r->o.tell(r->o.context, text);
}

// ---- stepping

int dv_remote_set(dv_remote *r, const double *in)
{
  memcpy(r->held, in, (size_t)r->nin * sizeof *in);
  return dv_sim_set_many(r->sim, r->in, r->nin, in);
}

// A list may have the time in it, which is no variable: what is before and behind it is asked for.
int dv_remote_look(dv_remote *r)
{
  for (int i = 0, n; i < r->nout; i += n) {
    for (n = 0; i + n < r->nout && r->out[i + n] != DV_HANDLE_TIME; n++) {}
    int code = n ? dv_sim_get_many(r->sim, r->out + i, n, r->value + i) : 0;
    if (code) return code;
    if (!n) r->value[i] = dv_sim_time(r->sim), n = 1;
  }
  return 0;
}

int dv_remote_ends(const dv_remote *r) { return dv_sim_time(r->sim) >= r->o.until - 1e-9 * r->period; }

// The inputs of a row are those of the period that it begins.
static void record(dv_remote *r)
{
  int good = r->log && !dv_disk_rows_fault(r->log);
  double *row = good ? dv_disk_rows_next(r->log) : NULL;
  if (good && !row) dv_remote_tell(r, "t = %g s: the recording ends: %s", dv_sim_time(r->sim), dv_disk_rows_fault(r->log));
  if (!row) return;
  row[0] = dv_sim_time(r->sim);
  memcpy(row + 1, r->held, (size_t)r->nin * sizeof *row);
  memcpy(row + 1 + r->nin, r->value, (size_t)r->nout * sizeof *row);
}

int dv_remote_go(dv_remote *r)
{
  record(r);
  int code = dv_sim_step(r->sim, r->period);
  if (code) return code;
  r->result->steps++;
  return dv_remote_look(r);
}

dv_history *dv_remote_log(dv_remote *r, dv_arena *a)
{
  dv_history *l = dv_history_new(a, 1 + r->nin + r->nout);
  l->column[0] = (dv_column){"time", "s"};
  for (int i = 0; i < r->nin + r->nout; i++) {
    dv_info v = dv_remote_info(r->m, i < r->nin ? r->in[i] : r->out[i - r->nin]);
    l->column[1 + i] = (dv_column){dv_arena_copy(a, v.name, strlen(v.name)), dv_arena_copy(a, v.unit, strlen(v.unit))};
  }
  return l;
}

// ---- making and serving

// The step of a fixed-step solver, else a millisecond.
static double usual_period(const dv_model *m)
{
  dv_method by = dv_model_method(m);
  return by.step > 0 ? by.step : 1e-3;
}

static int too_long(dv_remote *r, dv_diags *d)
{
  if (r->dialogue.nwelcome <= DV_FRAME_BODY_MOST && 8 * (r->nin > r->nout ? r->nin : r->nout) <= DV_FRAME_BODY_MOST) return 0;
  dv_diag_add(d, DV_ERROR, (dv_mark){0}, "choose fewer by 'io: {outputs: [...]}'",
              "io: %d inputs and %d outputs do not fit into a frame of %d bytes", r->nin, r->nout, DV_FRAME_BODY_MOST);
  return -1;
}

dv_remote *dv_remote_new(dv_arena *a, const dv_model *m, const dv_remote_options *o, dv_diags *d)
{
  dv_remote *r = DV_TAKE(a, dv_remote, 1);
  const dv_io_spec *io = &o->spec->io;
  *r = (dv_remote){.m = m, .o = *o, .row = &dv_transport_rows[io->transport], .by = dv_transports[io->transport]};
  r->period = io->period > 0 ? io->period : usual_period(m);
  r->watchdog = io->watchdog > 0 ? io->watchdog : io->realtime ? lever_patience : r->by->patience;
  if (dv_remote_choose(r, a, d)) return NULL;
  const char *welcome = dv_remote_welcome(r, a);
  r->dialogue = (dv_dialogue){.token = o->token ? o->token : "",
                              .welcome = welcome,
                              .nwelcome = strlen(welcome),
                              .lockstep = !io->realtime,
                              .nin = r->nin,
                              .nout = r->nout,
                              .in = DV_TAKE(a, double, r->nin),
                              .rest = r->rest};
  return too_long(r, d) ? NULL : r;
}

static void tell_ready(dv_remote *r, int port)
{
  char where[300], at[200] = "";
  const char *host = r->o.host ? r->o.host : "127.0.0.1", *six = strchr(host, ':') ? "[" : "";
  if (r->row->listens) snprintf(at, sizeof at, " %s%s%s:%d", six, host, *six ? "]" : "", port);
  snprintf(where, sizeof where, "%s%s, %s, %d inputs, %d outputs, every %g s", r->row->name, at,
           r->o.spec->io.realtime ? "real time" : "lock-step", r->nin, r->nout, r->period);
  r->o.ready(r->o.context, where);
}

static void tell_clipped(dv_remote *r)
{
  for (int i = 0; i < r->map.n; i++)
    if (r->map.item[i].clipped)
      dv_diag_add(r->diags, DV_WARNING, r->map.item[i].as->name.mark, "choose a larger scale, or int32 or float32",
                  "io: values of '%.64s' did not fit their register and were held at its end", r->map.item[i].as->name.text);
}

int dv_remote_serve(dv_remote *r, dv_sim *s, dv_disk_rows *log, dv_remote_result *out, dv_diags *d)
{
  const dv_io_spec *io = &r->o.spec->io;
  dv_transport_options o = {.host = r->o.host, .port = io->port, .peer = r->o.peer, .dialogue = &r->dialogue, .map = &r->map};
  int port;
  *out = (dv_remote_result){0};
  r->sim = s, r->log = log, r->result = out, r->diags = d;
  r->self = r->by->open(d->arena, &o, &port, d);
  if (!r->self) return 2;
  int code = dv_remote_look(r) ? dv_remote_fail(r, "%s", dv_sim_message(s)) : 0;
  r->by->say(r->self, dv_sim_time(s), r->value);  // registers are right before anybody reads them
  if (!code) tell_ready(r, port);
  if (!code) code = io->realtime ? dv_remote_realtime(r) : dv_remote_lockstep(r);
  if (!code || log) record(r);
  r->by->close(r->self);
  tell_clipped(r);
  out->t = dv_sim_time(s);
  out->old = r->dialogue.old, out->strange = r->dialogue.strange;
  return code;
}
