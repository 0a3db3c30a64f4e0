// view.c: `davit view FILE`: a machine that runs live, or a result that is replayed, in the browser.
#include "cli.h"

#include "server/server.h"
#include "scene/page.h"
#include "scene/scene.h"

#include <fcntl.h>
#include <malloc.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

const option options_view[] = {
    OPTION("host", "ADDRESS", "listen there instead of on this computer only (127.0.0.1)"),
    OPTION("port", "N", "port (default: a free one)"),
    OPTION("token", "TEXT", "secret of the URL, at least 16 letters (default: $DAVIT_TOKEN, or a random one)"),
    OPTION("no-browser", NULL, "print the URL only"),
    OPTION("record", "NAME", "recordings are NAME-1.h5, NAME-2.h5... (default: name of the machine and '-live')"),
    OPTION("solver", "NAME", "as of run (rosenbrock in the place of cvode, unless it is named here)"),
    OPTION("formulation", dv_run_formulation_words + 1, dv_run_formulation_docs + 2),
    OPTION("step", "H", "step of the fixed-step solvers (1 ms)"),
    OPTION("rtol", "R", "relative tolerance of cvode"),
    OPTION("atol", "A", "absolute tolerance of cvode, relative to the nominal size of a state"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

// The page that leads the browser to the URL. The URL has the token, and what is on a command line everybody on this computer
// can read; so the browser is given this file, which only the user can read.
typedef struct {
  char *folder, *file;
} door;

static void open_door(door *d, dv_arena *a, const char *url)
{
  const char *run = getenv("XDG_RUNTIME_DIR"), *tmp = getenv("TMPDIR");
  d->folder = dv_arena_text(a, "%s/davit-view-XXXXXX", run && *run == '/' ? run : tmp && *tmp == '/' ? tmp : "/tmp");
  if (!mkdtemp(d->folder)) {
    d->folder = NULL;
    return;
  }
  d->file = dv_arena_text(a, "%s/open.html", d->folder);
  int fd = open(d->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return;
  dprintf(fd,
          "<!doctype html><meta name=\"referrer\" content=\"no-referrer\"><meta http-equiv=\"refresh\" content=\"0; url=%s\">\n",
          url);
  close(fd);
}

static void close_door(const door *d)
{
  if (d->file) unlink(d->file);
  if (d->folder) rmdir(d->folder);
}

// A browser, if there is a screen to show it on.
static void open_browser(const char *file)
{
  char *argv[] = {"xdg-open", (char *)(size_t)file, NULL};
  pid_t pid;
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0);
  posix_spawnp(&pid, argv[0], &quiet, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&quiet);
}

typedef struct {
  args *a;
  door door;
} host;

static void on_ready(void *context, const char *url)
{
  host *h = context;
  const args *a = h->a;
  printf("%s\n", url);
  fflush(stdout);
  if (value_of(a, "host"))
    fprintf(stderr, "davit: whoever has this URL and reaches %s can watch, drive, record and change parameters\n",
            value_of(a, "host"));
  if (has(a, "no-browser") || (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))) return;
  open_door(&h->door, a->arena, url);
  if (h->door.file) open_browser(h->door.file);
}

static void on_say(void *context, const char *text)
{
  (void)context;
  fprintf(stderr, "davit: %s\n", text);
}

static int serve_options(args *a, dv_serve_options *o)
{
  const char *token = token_given(a);
  int n = 0;
  if (port_given(a, &n) || (token && token_fits(a, token))) return BAD_USAGE;
  *o = (dv_serve_options){.host = value_of(a, "host"),
                          .port = n,
                          .token = token ? token : dv_token_new(a->arena),
                          .over = interrupted,
                          .ready = on_ready};
  return FINE;
}

static int replay(args *a, dv_serve_options *o)
{
  dv_history *l = read_run(a, a->operand[0]);
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
  if (!value_of(a, "solver") && dv_solver_find(o.method)->chooses == DV_STEP_OWN)
    o.method = dv_solvers[DV_SOLVER_rosenbrock].name;
  o.method = dv_arena_copy(a->arena, o.method, strlen(o.method));  // the machine may be compiled again
  int adaptive = dv_solver_find(o.method)->chooses == DV_STEP_OWN;
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

// Recordings come and go for days: what is large is the system's again when it is freed. By itself the allocator learns from the
// first large piece to keep such pieces, in the heap of each thread.
static void give_back(void)
{
  enum { LARGE = 1 << 17 };
  mallopt(M_MMAP_THRESHOLD, LARGE);
  mallopt(M_TRIM_THRESHOLD, LARGE);
}

static int live(args *a, dv_serve_options *o)
{
  give_back();
  dv_import_options import = import_options(a);
  dv_reading *r = dv_reading_open_with(a->operand[0], &import);
  int code = drive(a, o, r);
  dv_reading_close(r);
  return code;
}

int run_view(args *a)
{
  dv_serve_options o;
  host h = {.a = a};
  int bad = serve_options(a, &o);
  if (bad) return bad;
  if (dv_page_missing(a->diags)) return RUN_FAILED;
  o.context = &h;
  watch_signals();
  int code = is_result(a->operand[0]) ? replay(a, &o) : live(a, &o);
  close_door(&h.door);
  return code;
}
