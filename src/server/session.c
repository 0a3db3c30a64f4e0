// session.c: messages of clients: inputs, parameters, pause, reset, speed, recording; and the watchdog.
#include "server/session.h"

#include "base/json.h"
#include "base/visible.h"
#include "scene/scene.h"
#include "server/keeper.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const double silence_most = 0.5;  // s
static const double tape_most = 256e6;   // bytes of a recording; then it goes on in the next file
enum { NOBODY = -1, NOTE_MOST = 600, VALUE_MOST = 200 };

// A machine as clients have set it, with what only it needs.
typedef struct {
  dv_arena *arena;
  dv_machine *machine;
  const char **setting;  // of the options, then one per parameter that was changed
  int nsetting;
  const char *scene;
} build;

// A control's lever, and whose hand is on it.
typedef struct {
  int driver;    // client, NOBODY: none
  double heard;  // s, when it last moved this one
} lever;

struct dv_session {
  dv_session_options o;
  dv_arena *arena;
  build now;
  dv_live *live;
  dv_arena *tape;  // of the recording that runs
  dv_keeper *keeper;
  char note[NOTE_MOST];  // last thing worth telling clients
  int nlever;
  lever *lever;  // [nlever], as the controls of the desk
};

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void set_scene(build *b) { b->scene = dv_arena_text(b->arena, "{\"scene\": %s}", dv_scene(b->arena, b->machine)); }

static void drop(build *b)
{
  dv_machine_close(b->machine);
  dv_arena_free(b->arena);
}

dv_session *dv_session_new(dv_machine *m, const dv_session_options *o)
{
  dv_arena *a = dv_arena_new();
  dv_session *s = DV_TAKE(a, dv_session, 1);
  s->o = *o;
  s->arena = a;
  s->keeper = dv_keeper_new(a, o->record);
  s->now = (build){.arena = dv_arena_new(), .machine = m, .setting = (const char **)(size_t)o->options.settings};
  s->now.nsetting = o->options.nsetting;
  s->nlever = m->spec->desk.ncontrol;
  s->lever = DV_TAKE(a, lever, s->nlever);
  for (int i = 0; i < s->nlever; i++) s->lever[i].driver = NOBODY;
  set_scene(&s->now);
  return s;
}

void dv_session_start(dv_session *s, void (*wake)(void *), void *context)
{
  s->live = dv_live_start(s->now.machine, &s->o.run, wake, context);
}

// Notes go to a terminal and may hold what a client said.
static void note(dv_session *s, const char *text)
{
  dv_arena *a = dv_arena_new();
  snprintf(s->note, sizeof s->note, "%s", dv_text_visible(a, text, 0));
  dv_arena_free(a);
  if (s->o.say) s->o.say(s->o.context, s->note);
}

// What became of recordings.
static void pass_notes(dv_session *s)
{
  dv_arena *a = dv_arena_new();
  for (const char *text; (text = dv_keeper_note(s->keeper, a));) note(s, text);
  dv_arena_free(a);
}

static void put_facts(const dv_session *s, dv_arena *a, dv_history *l)
{
  const dv_machine *m = s->now.machine;
  l->film.scene = dv_scene(a, m);
  dv_history_fact(l, "machine", m->spec->name ? m->spec->name : "");
  dv_history_fact(l, "case", m->spec->case_name ? m->spec->case_name : "");
  dv_history_fact(l, "file", m->doc->file);
  dv_history_fact(l, "hash", m->doc->hash);
  dv_history_fact(l, "solver", s->o.run.method ? s->o.run.method : "");
  dv_history_fact(l, "command", s->o.command);
  dv_history_fact(l, "davit", s->o.version);
}

// A recording, which lies in s->tape, goes to disk. One without a row, as of a machine that was paused, leaves no file.
static void keep(dv_session *s, dv_history *l)
{
  dv_arena *a = s->tape;
  s->tape = NULL;
  if (l->nrow) {
    put_facts(s, a, l);
    dv_keeper_put(s->keeper, a, l);
    return;
  }
  note(s, "nothing was recorded: the machine stood still");
  dv_arena_free(a);
}

static void end_recording(dv_session *s)
{
  dv_history *l = s->tape ? dv_live_recorded(s->live) : NULL;
  if (l) keep(s, l);
}

static void record(dv_session *s, int on)
{
  dv_keeper_again(s->keeper, !on && !s->tape);
  if (!on) {
    end_recording(s);
    return;
  }
  if (s->tape) return;
  s->tape = dv_arena_new();
  dv_live_record(s->live, s->tape);
  note(s, "recording");
}

// A recording across a reset is two: time begins anew.
static void reset(dv_session *s)
{
  dv_arena *next = s->tape ? dv_arena_new() : NULL;
  dv_history *before = dv_live_reset(s->live, next);
  if (before) keep(s, before);
  s->tape = next;
}

// A long recording becomes several files.
static void roll(dv_session *s)
{
  dv_arena *next = dv_arena_new();
  keep(s, dv_live_roll(s->live, next));
  s->tape = next;
}

void dv_session_stop(dv_session *s)
{
  if (s->live) end_recording(s);
  dv_live_stop(s->live);
  s->live = NULL;
  dv_keeper_end(s->keeper);
  pass_notes(s);
}

void dv_session_close(dv_session *s)
{
  dv_session_stop(s);
  drop(&s->now);
  dv_arena_free(s->arena);
}

dv_live *dv_session_live(const dv_session *s) { return s->live; }
const char *dv_session_scene(const dv_session *s) { return s->now.scene; }

// What a client may set: a number that the file declares under `parameters:`, to a number, a unit, a formula. Nothing else of
// the file, and no text that YAML would read as more than that.
static const char *refusal(const dv_session *s, dv_arena *a, const char *name, const char *value)
{
  const dv_node *map = dv_doc_find(s->now.machine->doc->root, "parameters"), *p = map ? dv_doc_find(map, name) : NULL;
  if (!p || p->type != DV_SCALAR) return dv_arena_text(a, "'%.64s' is no parameter of the machine", name);
  if (strchr(name, '=')) return "a parameter with '=' in its name cannot be set";
  if (strlen(value) > VALUE_MOST) return dv_arena_text(a, "%.64s: the value is too long", name);
  for (const char *c = value; *c; c++)
    if ((unsigned char)*c < ' ' || strchr("\"'`{}#&!|<>?:;\\$@=\177", *c) || (c == value && *c == '['))
      return dv_arena_text(a, "%.64s: give a number with its unit, or a formula", name);
  return NULL;
}

// The settings, of which one is new or another one than before.
static void put_setting(dv_session *s, build *b, const char *name, const char *value)
{
  const char *text = dv_arena_text(b->arena, "parameters.%s=%s", name, value);
  size_t n = strlen(text) - strlen(value);
  int at = -1;
  b->setting = DV_TAKE(b->arena, const char *, s->now.nsetting + 1);
  for (int i = 0; i < s->now.nsetting; i++) {
    b->setting[i] = dv_arena_copy(b->arena, s->now.setting[i], strlen(s->now.setting[i]));
    if (i >= s->o.options.nsetting && !strncmp(b->setting[i], text, n)) at = i;
  }
  b->nsetting = s->now.nsetting + (at < 0);
  b->setting[at < 0 ? b->nsetting - 1 : at] = text;
}

static const char *first_error(const dv_diags *d)
{
  for (int i = 0; i < d->n; i++)
    if (d->item[i].severity == DV_ERROR) return dv_diag_text(d, i);
  return "the machine cannot be made with it";
}

// The machine is made again with one more setting, and goes on where it is.
static void set_parameter(dv_session *s, dv_arena *a, const char *name, const char *value)
{
  const char *why = refusal(s, a, name, value);
  if (why) {
    note(s, why);
    return;
  }
  build b = {.arena = dv_arena_new()}, old = s->now;
  put_setting(s, &b, name, value);
  dv_machine_options o = s->o.options;
  o.settings = b.setting;
  o.nsetting = b.nsetting;
  const dv_machine *m = b.machine = dv_reading_machine(s->o.reading, &o);
  if (!m->model) why = first_error(m->diags);
  else if (dv_live_swap(s->live, m)) why = "it changes the structure of the machine: start again with --set";
  note(s, why ? why : dv_arena_text(a, "%s=%s", name, value));
  if (!why) {
    set_scene(&b);
    s->now = b;
  }
  drop(why ? &b : &old);
}

// Levers that this message moves are in the client's hand.
static void grasp(dv_session *s, const char *input, int who)
{
  for (int i = 0; i < s->nlever; i++)
    if (!strcmp(s->now.machine->spec->desk.control[i].input.text, input)) s->lever[i] = (lever){who, now()};
}

static int put_inputs(dv_session *s, const dv_json *map, int who)
{
  int bad = map->type != DV_JSON_MAP;
  for (int i = 0; !bad && i < map->n; i++) {
    bad |= map->item[i]->type != DV_JSON_NUMBER || dv_live_input(s->live, map->item[i]->key, map->item[i]->number);
    if (!bad) grasp(s, map->item[i]->key, who);
  }
  return bad;
}

// Coordinates put by hand; the machine stands still there until somebody resumes.
static int put_pose(dv_session *s, const dv_json *map)
{
  int bad = map->type != DV_JSON_MAP;
  for (int i = 0; !bad && i < map->n; i++)
    bad |= map->item[i]->type != DV_JSON_NUMBER || dv_live_pose(s->live, map->item[i]->key, map->item[i]->number);
  if (!bad) dv_live_pause(s->live, 1);
  return bad;
}

static int put_parameters(dv_session *s, dv_arena *a, const dv_json *map)
{
  if (map->type != DV_JSON_MAP) return 1;
  for (int i = 0; i < map->n; i++) {
    if (map->item[i]->type != DV_JSON_TEXT) return 1;
    set_parameter(s, a, map->item[i]->key, map->item[i]->text);
  }
  return 0;
}

static int act(dv_session *s, const char *what)
{
  if (!strcmp(what, "reset")) reset(s);
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
  if ((x = dv_json_find(j, "pose"))) *bad |= put_pose(s, x);
  if ((x = dv_json_find(j, "set"))) *bad |= put_parameters(s, a, x);
  if ((x = dv_json_find(j, "do"))) *bad |= x->type != DV_JSON_TEXT || act(s, x->text);
  if ((x = dv_json_find(j, "speed"))) {
    *bad |= x->type != DV_JSON_NUMBER;
    if (x->type == DV_JSON_NUMBER) dv_live_speed(s->live, x->number);
  }
  x = dv_json_find(j, "ping");
  return x && x->type == DV_JSON_NUMBER ? dv_arena_text(a, "{\"pong\": %.17g}", x->number) : NULL;
}

static int driven(const dv_session *s)
{
  for (int i = 0; i < s->nlever; i++)
    if (s->lever[i].driver != NOBODY) return 1;
  return 0;
}

const char *dv_session_status(dv_session *s, dv_arena *a, int clients)
{
  pass_notes(s);
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
  dv_json_bool(&o, "driven", driven(s));
  dv_json_text(&o, "failure", l.failure[0] ? l.failure : NULL);
  dv_json_text(&o, "note", s->note[0] ? s->note : NULL);
  dv_json_int(&o, "clients", clients);
  dv_json_close(&o);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}

// A lever goes back when its hand is gone; set points stay.
static void let_go(dv_session *s, int i)
{
  if (s->live) dv_live_neutral(s->live, &s->now.machine->spec->desk.control[i].input.text, 1);
  s->lever[i].driver = NOBODY;
}

void dv_session_watch(dv_session *s)
{
  double time = now();
  for (int i = 0; i < s->nlever; i++)
    if (s->lever[i].driver != NOBODY && time - s->lever[i].heard > silence_most) let_go(s, i);
  if (s->tape && dv_live_look(s->live).taped > tape_most) roll(s);
  pass_notes(s);
}

void dv_session_left(dv_session *s, int who)
{
  for (int i = 0; i < s->nlever; i++)
    if (s->lever[i].driver == who) let_go(s, i);
}
