// serve.c: `davit serve FILE`: a controller in another process drives the machine (doc/wire.md).
#include "cli.h"

#include "base/token.h"
#include "base/transport_rows.h"
#include "run/model_keep.h"
#include "wire/endpoint.h"
#include "wire/remote.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

const option options_serve[] = {
    OPTION("lockstep", NULL, "the machine waits for the controller (default, unless `io:` says otherwise)"),
    OPTION("realtime", NULL, "the machine goes by the clock; a watchdog lets go of the inputs"),
    OPTION("transport", dv_transport_words + 1, "how the controller reaches it (tcp)"),
    OPTION("host", "ADDRESS", "listen there instead of on this computer only (127.0.0.1)"),
    OPTION("port", "N", "port (default: a free one; modbus 502)"),
    OPTION("token", "TEXT", "what the controller's hello must have (with --host: $DAVIT_TOKEN, or a random one)"),
    OPTION("peer", "ADDRESS", "modbus: the only address that is let in"),
    OPTION("period", "T", "of exchanges (the solver's fixed step, or 1 ms)"),
    OPTION("watchdog", "T", "silence of the controller that is too long (real time 0.1 s, lock-step over udp 10 s)"),
    OUTPUT("out", "FILE", "write time, inputs and outputs of each period to FILE.csv, .h5, .mat or .npy"),
    OPTION("solver", "NAME", "as of run"),
    STEP_OPTION,
    TOLERANCE_OPTIONS,
    OPTION("until", "T", "end, e.g. 2s (lock-step: that of the file; real time: Ctrl-C)"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

// ---- the machine with what the command line says of `io:`

static const char *const io_setting[][2] = {
    {"transport", "io.transport"},
    {"port",      "io.port"     },
    {"period",    "io.period"   },
    {"watchdog",  "io.watchdog" },
};
enum { IO_SETTINGS = sizeof io_setting / sizeof *io_setting };

static dv_machine *open_served(args *a)
{
  dv_machine_options o = machine_options(a, value_of(a, "case"));
  const char **list = DV_TAKE(a->arena, const char *, o.nsetting + IO_SETTINGS + 1);
  for (int i = 0; i < o.nsetting; i++) list[i] = o.settings[i];
  for (int i = 0; i < IO_SETTINGS; i++) {
    const char *value = value_of(a, io_setting[i][0]);
    if (value) list[o.nsetting++] = dv_arena_text(a->arena, "%s=%s", io_setting[i][1], value);
  }
  if (has(a, "lockstep") || has(a, "realtime")) list[o.nsetting++] = has(a, "realtime") ? "io.mode=realtime" : "io.mode=lockstep";
  o.settings = list;
  dv_machine *m = dv_machine_open(a->operand[0], &o);
  outputs_know(a, m);
  return m;
}

// ---- who may come

static const dv_transport_row *transport_of(const dv_machine *m) { return &dv_transport_rows[m->spec->io.transport]; }

static int check_host(args *a, const dv_machine *m, dv_remote_options *o)
{
  const dv_transport_row *by = transport_of(m);
  int modbus = !by->waits, own = dv_endpoint_loopback(o->host);
  const char *token = token_given(a);
  if (!by->listens && (o->host || has(a, "port")))
    return bad_usage(a, "leave out --host and --port", "%s has no address: its controller is who starts the machine", by->name);
  if (modbus && !own && !o->peer)
    return bad_usage(a, "name the PLC with --peer ADDRESS", "%s has no token, and others than this computer reach %s", by->name,
                     o->host);
  if (token && *token && (!own || has(a, "token"))) o->token = token;
  if (o->token && token_fits(a, o->token)) return BAD_USAGE;
  if (o->token || own || modbus) return FINE;
  o->token = dv_token_new(a->arena);
  return o->token ? FINE : bad_usage(a, "give --token", "the system gives no random numbers");
}

// Where the command says what it does: its standard output may be the controller's.
static FILE *told_to(const dv_spec *spec) { return dv_transport_rows[spec->io.transport].listens ? stdout : stderr; }

static void on_ready(void *context, const char *where)
{
  const dv_remote_options *o = context;
  FILE *to = told_to(o->spec);
  fprintf(to, "%s\n", where);
  if (o->token && o->host) fprintf(to, "token %s\n", o->token);
  fflush(to);
}

static void on_tell(void *context, const char *what)
{
  (void)context;
  fprintf(stderr, "davit: %s\n", what);
}

// ---- the run

// Kinds from libraries and FMUs live as long as the command.
static dv_model *loaded(dv_machine *m)
{
  dv_state *s = dv_state_new(m->arena, m->model);
  if (dv_start(m, s)) return NULL;
  const dv_model *block = dv_saved_block(m->arena, m->model, &m->spec->solver, s);
  dv_model *out = dv_model_keep_new((size_t)block->bytes);
  if (out) memcpy(out, block, (size_t)block->bytes);
  else dv_diag_add(m->diags, DV_ERROR, (dv_mark){m->doc->file, 0, 0}, NULL, "out of memory");
  return out;
}

static void print_result(const dv_machine *m, const dv_remote_result *r)
{
  FILE *to = told_to(m->spec);
  fprintf(to, "%s: %ld exchanges, %ld steps, t = %g s in %.3g s (%.0f per second)\n", m->spec->name, r->exchanges, r->steps, r->t,
          r->wall, r->wall > 0 ? (double)r->exchanges / r->wall : 0);
  if (r->old) fprintf(to, "  %ld frames came late or twice\n", r->old);
  if (r->strange) fprintf(to, "  %ld datagrams were no frames of the controller\n", r->strange);
  if (r->late) fprintf(to, "  %ld steps were late by more than their period\n", r->late);
  if (r->silences) fprintf(to, "  the watchdog let go of the inputs %ld time%s\n", r->silences, r->silences == 1 ? "" : "s");
}

// What a served machine did; of one that failed under a name of its own, as `davit run` does.
static int keep(args *a, dv_machine *m, dv_disk_rows *rows, dv_history *log, int code, double t)
{
  const char *out = value_of(a, "out");
  if (!code && dv_disk_rows_fault(rows)) code = RUN_FAILED;
  if (dv_disk_rows_show(rows)) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){out, 0, 0}, NULL, "cannot read what was recorded: %s", strerror(errno));
    return RUN_FAILED;
  }
  if (!log->nrow) return code;
  log_facts(a, m, log);
  if (code) {
    out = beside(a->arena, out, dv_arena_text(a->arena, ".incomplete%s", extension(out)));
    dv_history_fact(log, "incomplete", dv_arena_text(a->arena, "the run ended at t = %g s", t));
  }
  int kept = write_history(a, m->diags, log, out);
  if (kept == FINE) fprintf(told_to(m->spec), "%s: %d rows, %d columns\n", out, log->nrow, log->ncolumn);
  return code ? code : kept;
}

static int drive(args *a, dv_machine *m, const dv_model *model, dv_remote_options *o, int *told)
{
  char why[2000] = "";
  dv_remote_result result;
  dv_remote *r = dv_remote_new(m->arena, model, o, m->diags);
  if (!r) return BAD_FILE;
  dv_sim *s = dv_sim_new(model, NULL, why, sizeof why);
  if (!s) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){a->operand[0], 0, 0}, NULL, "%s", why);
    return RUN_FAILED;
  }
  dv_history *log = has(a, "out") ? dv_remote_log(r, m->arena) : NULL;
  dv_disk_rows *rows = log ? dv_disk_rows_open(m->arena, m->diags, value_of(a, "out"), log) : NULL;
  if (log && !rows) return dv_sim_free(s), RUN_FAILED;
  print_diags(m->diags);
  *told = m->diags->n;
  int code = dv_remote_serve(r, s, rows, &result, m->diags);
  for (int i = 0; dv_sim_warning(s, i); i++) fprintf(stderr, "%s\n", dv_sim_warning(s, i));
  print_result(m, &result);
  if (rows) {
    code = keep(a, m, rows, log, code, result.t);
    dv_disk_rows_close(rows);
  }
  dv_sim_free(s);
  return code;
}

static int serve(args *a, dv_machine *m, int *told)
{
  int forever = m->spec->io.realtime && !has(a, "until");
  dv_remote_options o = {.spec = m->spec,
                         .host = value_of(a, "host"),
                         .peer = value_of(a, "peer"),
                         .until = forever ? HUGE_VAL : m->spec->solver.until,
                         .over = interrupted,
                         .ready = on_ready,
                         .tell = on_tell};
  o.context = &o;
  int bad = check_host(a, m, &o);
  dv_model *model = bad ? NULL : loaded(m);
  if (!model) return bad ? bad : RUN_FAILED;
  int code = drive(a, m, model, &o, told);
  dv_model_free(model);
  return code;
}

int run_serve(args *a)
{
  const char *out = value_of(a, "out");
  int port = 0;
  if (out && !dv_history_extension(out, a->diags)) return BAD_USAGE;
  if (port_given(a, &port)) return BAD_USAGE;
  if (has(a, "lockstep") && has(a, "realtime")) return bad_usage(a, "give one", "--lockstep and --realtime exclude each other");
  watch_signals();
  dv_machine *m = open_served(a);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  if (!transport_of(m)->listens) signal(SIGPIPE, SIG_IGN);  // a controller that has gone is told as such
  int told = 0, code = serve(a, m, &told);
  print_diags_from(m->diags, told);
  dv_machine_close(m);
  return code;
}
