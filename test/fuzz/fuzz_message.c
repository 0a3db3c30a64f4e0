// libFuzzer target: messages of clients to a live machine.
#include "fuzz.h"
#include "server/session.h"

#include <stdio.h>
#include <string.h>

// A machine with levers; one without, whose joints a client may place.
static const char *const text[] = {
    "bodies: {bob: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {pin: {type: revolute, axis: y, child: bob}}\n"
    "parameters: {g: 9.81, high: 2 m}\nsignals: {lever: {kind: input}, fault: {kind: input, upper: 3}}\n"
    "operator: {controls: {lever: {axis: 0, keys: [a, d]}}}\n",
    "bodies: {bob: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {pin: {type: revolute, axis: y, child: bob}}\n"};

static void wake(void *context) { (void)context; }

static dv_session *start(const char *machine)
{
  static char path[80];
  snprintf(path, sizeof path, "%s", fuzz_file((const uint8_t *)machine, strlen(machine), ".yaml"));
  dv_machine_options none = {0};
  dv_reading *r = dv_reading_open(path, 0);
  dv_machine *m = dv_reading_machine(r, &none);
  if (!m->model) fuzz_stop("the machine cannot be opened", path);
  dv_run_options run = dv_run_options_of(&m->spec->solver);
  run.method = "rk4";
  run.step = 1e-3;
  run.every = 5e-3;
  run.until = 1e6;
  dv_session_options o = {.reading = r, .run = run, .record = "/nowhere/r", .command = "", .version = ""};
  dv_session *s = dv_session_new(m, &o);
  dv_session_start(s, wake, NULL);
  return s;
}

const char *const fuzz_ways[] = {"inputs", "set", "do", "pose", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  static dv_session *all[2];
  dv_arena *a = dv_arena_new();
  int bad = 0;
  // recordings would grow without end here
  char *own = dv_arena_copy(a, (const char *)bytes, n);
  for (char *p; (p = strstr(own, "record"));) *p = 'R';
  int posed = strstr(own, "pose") != NULL;
  dv_session *s = all[posed] ? all[posed] : (all[posed] = start(text[posed]));
  dv_session_message(s, a, n % 3, own, n, &bad);
  for (int i = 0; !bad && fuzz_ways[i]; i++)
    if (strstr(own, fuzz_ways[i])) fuzz_accept(i);
  dv_session_status(s, a, 1);
  dv_session_watch(s);
  dv_arena_free(a);
  return 0;
}
