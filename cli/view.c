// view.c: `davit view FILE`: a machine that runs live, or a result that is replayed, in the browser.
#include "cli.h"

#include "server/server.h"
#include "scene/page.h"
#include "scene/scene.h"

#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

const option options_view[] = {
    OPTION("host", "ADDRESS", "listen there instead of on this computer only (127.0.0.1)"),
    OPTION("port", "N", "port (default: a free one)"),
    OPTION("token", "TEXT", "secret of the URL, at least 16 letters (default: a random one)"),
    OPTION("no-browser", NULL, "print the URL only"),
    OPTION("record", "NAME", "recordings are NAME-1.h5, NAME-2.h5... (default: name of the machine and '-live')"),
    OPTION("solver", "NAME", "rosenbrock (default), rk4, lie-rk4, euler, cvode"),
    OPTION("formulation", "velocity|momentum|multipliers",
           "integrate rates, or momenta p = B v; or rates, with loops by multipliers"),
    OPTION("step", "H", "step of the fixed-step solvers (1 ms)"),
    OPTION("rtol", "R", "relative tolerance of cvode"),
    OPTION("atol", "A", "absolute tolerance of cvode, relative to the nominal size of a state"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

// A browser, if there is a screen to show it on.
static void open_browser(const char *url)
{
  char *argv[] = {"xdg-open", (char *)(size_t)url, NULL};
  pid_t pid;
  posix_spawn_file_actions_t quiet;
  if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY")) return;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0);
  posix_spawnp(&pid, argv[0], &quiet, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&quiet);
}

static void on_ready(void *context, const char *url)
{
  const args *a = context;
  printf("%s\n", url);
  fflush(stdout);
  if (value_of(a, "host"))
    fprintf(stderr, "davit: whoever has this URL and reaches %s can watch, drive, record and change parameters\n",
            value_of(a, "host"));
  if (!has(a, "no-browser")) open_browser(url);
}

static void on_say(void *context, const char *text)
{
  (void)context;
  fprintf(stderr, "davit: %s\n", text);
}

static int serve_options(args *a, dv_serve_options *o)
{
  const char *port = value_of(a, "port"), *token = value_of(a, "token");
  int n = 0, end = 0;
  if (port && (sscanf(port, "%d%n", &n, &end) != 1 || port[end] || n < 1 || n > 65535))
    return bad_usage(a, "give 1 to 65535", "--port: '%s' is no port", port);
  if (token && (strlen(token) < 16 || strlen(token) > 100 ||
                strspn(token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") != strlen(token)))
    return bad_usage(a, "give 16 to 100 letters, digits, - or _", "--token is not fit for a URL");
  *o = (dv_serve_options){.host = value_of(a, "host"),
                          .port = n,
                          .token = token ? token : dv_token_new(a->arena),
                          .over = interrupted,
                          .ready = on_ready,
                          .context = a};
  return FINE;
}

static int replay(args *a, dv_serve_options *o)
{
  dv_history *l = dv_history_read(a->arena, a->operand[0], a->diags);
  if (!l) return BAD_FILE;
  o->page = dv_report(a->arena, l, a->operand[0], a->diags);
  if (!o->page) return BAD_FILE;
  return dv_serve(o, a->diags) ? RUN_FAILED : FINE;
}

// The case that is driven: the one asked for, or what the operator's section says.
static const char *driven_case(args *a, const dv_reading *r)
{
  const char *given = value_of(a, "case");
  if (given) return given;
  dv_machine_options o = machine_options(a, NULL);
  dv_machine *m = dv_reading_machine(r, &o);
  const char *name = m->spec && m->spec->desk.case_name
                         ? dv_arena_copy(a->arena, m->spec->desk.case_name, strlen(m->spec->desk.case_name))
                         : NULL;
  dv_machine_close(m);
  return name;
}

// Steps of one millisecond, linearly implicit: oil is stiff. cvode keeps pace every 5 ms.
static dv_run_options live_options(const args *a, const dv_machine *m)
{
  dv_run_options o = run_options(a, m);
  if (!value_of(a, "solver") && !strncmp(o.method, "cvode", 5)) o.method = "rosenbrock";
  o.method = dv_arena_copy(a->arena, o.method, strlen(o.method));  // the machine may be compiled again
  int adaptive = !strncmp(o.method, "cvode", 5);
  if (!(o.step > 0)) o.step = 1e-3;
  o.every = adaptive ? 5e-3 : o.step;
  return o;
}

static void warn_controls(dv_machine *m)
{
  const dv_desk_spec *d = &m->spec->desk;
  for (int i = 0; i < d->ncontrol; i++)
    if (!dv_scene_input(m, d->control[i].input.text))
      dv_diag_add(m->diags, DV_WARNING, d->control[i].input.mark,
                  "make it a signal of kind input, or choose the case where it is one",
                  "control '%s' moves no input of the machine", d->control[i].input.text);
}

// The machine's name as a file of this folder, whatever letters the machine file gave it.
static const char *recordings_of(args *a, const dv_machine *m)
{
  char *name = dv_arena_text(a->arena, "%.100s-live", m->spec->name ? m->spec->name : "machine");
  for (char *c = name; *c; c++)
    if (*c == '/' || (unsigned char)*c < ' ' || *c == 127 || (c == name && (*c == '.' || *c == '-'))) *c = '_';
  return name;
}

static int drive(args *a, dv_serve_options *o, const dv_reading *r)
{
  const char *record = value_of(a, "record");
  dv_machine_options options = machine_options(a, driven_case(a, r));
  options.draw = 1;
  dv_machine *m = dv_reading_machine(r, &options);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  warn_controls(m);
  print_diags(m->diags);
  dv_text page = {.arena = a->arena};
  dv_text_put(&page, (const char *)dv_page, dv_page_bytes);
  o->page = &page;
  dv_session_options s = {.reading = r,
                          .options = options,
                          .run = live_options(a, m),
                          .record = record ? record : recordings_of(a, m),
                          .command = a->command,
                          .version = DAVIT_VERSION,
                          .say = on_say};
  o->session = dv_session_new(m, &s);
  int bad = dv_serve(o, a->diags);
  dv_session_close(o->session);
  return bad ? RUN_FAILED : FINE;
}

static int live(args *a, dv_serve_options *o)
{
  const char *base = value_of(a, "base");
  dv_reading *r = dv_reading_open(a->operand[0], base && !strcmp(base, "free"));
  int code = drive(a, o, r);
  dv_reading_close(r);
  return code;
}

int run_view(args *a)
{
  dv_serve_options o;
  int bad = serve_options(a, &o);
  if (bad) return bad;
  watch_signals();
  const char *dot = strrchr(a->operand[0], '.');
  int machine = dot && (!strcmp(dot, ".yaml") || !strcmp(dot, ".yml") || !strcmp(dot, ".urdf"));
  return machine || !strcmp(a->operand[0], "-") ? live(a, &o) : replay(a, &o);
}
