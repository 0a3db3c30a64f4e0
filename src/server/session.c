// session.c: messages of clients: inputs, parameters, pause, reset, speed, recording; and the watchdog.
#include "server/session.h"

#include "base/json.h"
#include "scene/scene.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double silence_most = 0.5;  // s
enum { SETTINGS_MOST = 1000, NOBODY = -1 };

struct dv_session {
  dv_session_options o;
  dv_arena *arena;
  dv_machine *machine;
  dv_live *live;
  const char *scene;
  const char **setting;  // of the options, then one per parameter that was changed
  int nsetting;
  dv_arena *tape;  // of the recording that runs
  int recordings;
  const char *note;  // last thing worth telling clients
  int driver;        // client whose inputs count, NOBODY: none
  double heard;      // s, when it last spoke
};

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static const char *scene_text(dv_session *s)
{
  return dv_arena_text(s->arena, "{\"scene\": %s}", dv_scene(s->arena, s->machine));
}

dv_session *dv_session_new(dv_machine *m, const dv_session_options *o)
{
  dv_arena *a = dv_arena_new();
  dv_session *s = DV_TAKE(a, dv_session, 1);
  s->o = *o;
  s->arena = a;
  s->machine = m;
  s->driver = NOBODY;
  s->setting = DV_TAKE(a, const char *, o->options.nsetting + SETTINGS_MOST);
  for (int i = 0; i < o->options.nsetting; i++) s->setting[i] = o->options.settings[i];
  s->nsetting = o->options.nsetting;
  s->scene = scene_text(s);
  return s;
}

void dv_session_start(dv_session *s, void (*wake)(void *), void *context)
{
  s->live = dv_live_start(s->machine, &s->o.run, wake, context);
}

static void note(dv_session *s, const char *text)
{
  s->note = dv_arena_copy(s->arena, text, strlen(text));
  if (s->o.say) s->o.say(s->o.context, s->note);
}

// The first name that is free: "crane-live-1.h5".
static const char *file_name(dv_session *s)
{
  const char *path;
  do path = dv_arena_text(s->arena, "%s-%d.h5", s->o.record, ++s->recordings);
  while (!access(path, F_OK) && s->recordings < 100000);
  return path;
}

static void end_recording(dv_session *s)
{
  dv_history *l = dv_live_recorded(s->live);
  if (!l) return;
  dv_diags *d = dv_diags_new(s->tape);
  const char *path = file_name(s);
  l->film.scene = dv_scene(s->tape, s->machine);
  dv_history_fact(l, "machine", s->machine->spec->name ? s->machine->spec->name : "");
  dv_history_fact(l, "case", s->machine->spec->case_name ? s->machine->spec->case_name : "");
  dv_history_fact(l, "file", s->machine->doc->file);
  dv_history_fact(l, "hash", s->machine->doc->hash);
  dv_history_fact(l, "solver", s->o.run.method ? s->o.run.method : "");
  dv_history_fact(l, "command", s->o.command);
  dv_history_fact(l, "davit", s->o.version);
  int bad = dv_history_write(l, path, d);
  note(s, bad ? dv_diag_text(d, d->n - 1) : dv_arena_text(s->tape, "%s: %d rows, %d frames", path, l->nrow, l->film.n));
  dv_arena_free(s->tape);
  s->tape = NULL;
}

static void record(dv_session *s, int on)
{
  if (!on) {
    end_recording(s);
    return;
  }
  if (s->tape) return;
  s->tape = dv_arena_new();
  dv_live_record(s->live, s->tape);
  note(s, "recording");
}

void dv_session_stop(dv_session *s)
{
  if (s->live && s->tape) end_recording(s);
  dv_live_stop(s->live);
  s->live = NULL;
}

void dv_session_close(dv_session *s)
{
  dv_session_stop(s);
  dv_machine_close(s->machine);
  dv_arena_free(s->arena);
}

dv_live *dv_session_live(const dv_session *s) { return s->live; }
const char *dv_session_scene(const dv_session *s) { return s->scene; }

// The machine is compiled again with one more setting, and goes on where it is.
static void set_parameter(dv_session *s, const char *path, const char *value)
{
  if (s->nsetting >= s->o.options.nsetting + SETTINGS_MOST) {
    note(s, "too many parameters were changed: start again");
    return;
  }
  s->setting[s->nsetting] = dv_arena_text(s->arena, "%s=%s", path, value);
  dv_machine_options o = s->o.options;
  o.settings = s->setting;
  o.nsetting = s->nsetting + 1;
  dv_machine *m = dv_machine_open(s->o.path, &o), *old = s->machine;
  const char *why = NULL;
  if (!m->model) why = m->diags->n ? dv_diag_text(m->diags, m->diags->n - 1) : "the machine cannot be compiled with it";
  else if (dv_live_swap(s->live, m)) why = "it changes the structure of the machine: start again with --set";
  if (why) {
    note(s, why);
    dv_machine_close(m);
    return;
  }
  s->nsetting++;
  s->machine = m;
  note(s, s->setting[s->nsetting - 1]);
  dv_machine_close(old);
}

static int put_inputs(dv_session *s, const dv_json *map, int who)
{
  int bad = map->type != DV_JSON_MAP;
  for (int i = 0; !bad && i < map->n; i++)
    bad |= map->item[i]->type != DV_JSON_NUMBER || dv_live_input(s->live, map->item[i]->key, map->item[i]->number);
  s->driver = who;
  s->heard = now();
  return bad;
}

static int put_parameters(dv_session *s, const dv_json *map)
{
  if (map->type != DV_JSON_MAP) return 1;
  for (int i = 0; i < map->n; i++) {
    if (map->item[i]->type != DV_JSON_TEXT) return 1;
    set_parameter(s, map->item[i]->key, map->item[i]->text);
  }
  return 0;
}

static int act(dv_session *s, const char *what)
{
  if (!strcmp(what, "reset")) dv_live_reset(s->live);
  else if (!strcmp(what, "pause")) dv_live_pause(s->live, 1);
  else if (!strcmp(what, "resume")) dv_live_pause(s->live, 0);
  else if (!strcmp(what, "step")) dv_live_step(s->live);
  else if (!strcmp(what, "record")) record(s, 1);
  else if (!strcmp(what, "stop")) record(s, 0);
  else return 1;
  return 0;
}

const char *dv_session_message(dv_session *s, dv_arena *a, int who, const char *text, size_t n, int *bad)
{
  const dv_json *j = dv_json_read(a, dv_diags_new(a), "message", text, n), *x;
  *bad = !j || j->type != DV_JSON_MAP;
  if (*bad) return NULL;
  if ((x = dv_json_find(j, "inputs"))) *bad |= put_inputs(s, x, who);
  if ((x = dv_json_find(j, "set"))) *bad |= put_parameters(s, x);
  if ((x = dv_json_find(j, "do"))) *bad |= x->type != DV_JSON_TEXT || act(s, x->text);
  if ((x = dv_json_find(j, "speed"))) {
    *bad |= x->type != DV_JSON_NUMBER;
    if (x->type == DV_JSON_NUMBER) dv_live_speed(s->live, x->number);
  }
  x = dv_json_find(j, "ping");
  return x && x->type == DV_JSON_NUMBER ? dv_arena_text(a, "{\"pong\": %.17g}", x->number) : NULL;
}

const char *dv_session_status(dv_session *s, dv_arena *a, int clients)
{
  dv_live_status l = dv_live_look(s->live);
  dv_json_out o = {.text = {.arena = a}};
  dv_json_open(&o, NULL, '{');
  dv_json_open(&o, "status", '{');
  dv_json_number(&o, "time", l.time);
  dv_json_number(&o, "speed", l.speed);
  dv_json_number(&o, "realtime", l.realtime);
  dv_json_int(&o, "steps", l.steps);
  dv_json_int(&o, "late", l.late);
  dv_json_bool(&o, "paused", l.paused);
  dv_json_bool(&o, "recording", l.recording);
  dv_json_bool(&o, "driven", s->driver != NOBODY);
  dv_json_text(&o, "failure", l.failure[0] ? l.failure : NULL);
  dv_json_text(&o, "note", s->note);
  dv_json_int(&o, "clients", clients);
  dv_json_close(&o);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}

// Inputs that a hand holds go back when the hand is gone; set points stay.
static void let_go(dv_session *s)
{
  const dv_desk_spec *p = &s->machine->spec->desk;
  for (int i = 0; i < p->ncontrol && s->live; i++) dv_live_neutral(s->live, &p->control[i].input.text, 1);
  s->driver = NOBODY;
}

void dv_session_watch(dv_session *s)
{
  if (s->driver != NOBODY && now() - s->heard > silence_most) let_go(s);
}

void dv_session_left(dv_session *s, int who)
{
  if (s->driver == who) let_go(s);
}
