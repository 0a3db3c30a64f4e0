// slow_disk.c: while a recording goes to a disk that takes seconds, the server answers, and levers whose driver is silent go to
// rest.
#include "server/session.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char text[] = "bodies: {bob: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
                           "joints: {pin: {type: revolute, axis: y, child: bob}}\n"
                           "signals: {pull: {kind: input, lower: -1, upper: 1}}\n"
                           "parts: {hand: {kind: force.effort, axis: pin, effort: 'pull*1[N m]'}}\n"
                           "operator: {controls: {pull: {axis: 0}}}\n";

static double now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void pause_for(double s)
{
  struct timespec t = {(time_t)s, (long)(1e9 * (s - floor(s)))};
  nanosleep(&t, NULL);
}

int __real_dv_history_write(const dv_history *l, const char *path, dv_diags *d);
int __wrap_dv_history_write(const dv_history *l, const char *path, dv_diags *d);
static const double disk = 3;  // s

int __wrap_dv_history_write(const dv_history *l, const char *path, dv_diags *d)
{
  pause_for(disk);
  return __real_dv_history_write(l, path, d);
}

static void wake(void *context) { (void)context; }

static void say(dv_session *s, const char *message)
{
  dv_arena *a = dv_arena_new();
  int bad;
  dv_session_message(s, a, 0, message, strlen(message), &bad);
  assert_int_equal(bad, 0);
  dv_arena_free(a);
}

static int shows(dv_session *s, const char *part)
{
  dv_arena *a = dv_arena_new();
  int found = strstr(dv_session_status(s, a, 1), part) != NULL;
  dv_arena_free(a);
  return found;
}

static dv_session *open_session(const char *folder, dv_reading **r)
{
  static char path[100], record[100];  // the same for all
  snprintf(path, sizeof path, "%s/m.yaml", folder);
  snprintf(record, sizeof record, "%s/r", folder);
  FILE *f = fopen(path, "w");
  assert_true(f && fputs(text, f) >= 0 && fclose(f) == 0);
  dv_machine_options none = {0};
  *r = dv_reading_open(path, 0);
  dv_machine *m = dv_reading_machine(*r, &none);
  if (!m->model) fail_msg("%s", m->diags->n ? dv_diag_text(m->diags, 0) : "no machine");
  dv_run_options run = dv_run_options_of(&m->spec->solver);
  run.method = "rk4", run.step = 1e-3, run.every = 5e-3, run.until = 1e6;
  dv_session_options o = {.reading = *r, .run = run, .record = record, .command = "", .version = ""};
  dv_session *s = dv_session_new(m, &o);
  dv_session_start(s, wake, NULL);
  return s;
}

static void goes_on(void **state)
{
  char folder[] = "/tmp/davit-slow-XXXXXX", path[100];
  (void)state;
  assert_non_null(mkdtemp(folder));
  dv_reading *r;
  dv_session *s = open_session(folder, &r);
  say(s, "{\"do\": \"record\"}");
  pause_for(0.3);
  say(s, "{\"inputs\": {\"pull\": 0.5}}");
  double before = now();
  say(s, "{\"do\": \"stop\"}");
  assert_true(now() - before < 0.5 * disk);
  assert_true(shows(s, "\"driven\":true") || shows(s, "\"driven\": true"));
  while (now() - before < 0.7 * disk) dv_session_watch(s), pause_for(0.05);
  assert_true(shows(s, "\"driven\":false") || shows(s, "\"driven\": false"));
  assert_false(shows(s, "r-1.h5"));
  while (!shows(s, "r-1.h5: ") && now() - before < 20 * disk) pause_for(0.05);
  assert_true(shows(s, "r-1.h5: "));
  say(s, "{\"do\": \"record\"}");
  pause_for(0.3);
  dv_session_close(s);  // waits: nothing is lost
  dv_reading_close(r);
  for (int i = 1; i <= 2; i++) {
    snprintf(path, sizeof path, "%s/r-%d.h5", folder, i);
    assert_int_equal(access(path, R_OK), 0);
    remove(path);
  }
  snprintf(path, sizeof path, "%s/m.yaml", folder);
  remove(path);
  assert_int_equal(rmdir(folder), 0);
}

// Two viewers record in one folder, and both write at once; a link there leads to a file that is not there.
static void two_at_once(void **state)
{
  char folder[] = "/tmp/davit-slow-XXXXXX", path[100], elsewhere[100];
  (void)state;
  assert_non_null(mkdtemp(folder));
  snprintf(path, sizeof path, "%s/r-2.h5", folder);
  snprintf(elsewhere, sizeof elsewhere, "%s/elsewhere", folder);
  assert_int_equal(symlink(elsewhere, path), 0);
  dv_reading *r[2];
  dv_session *s[2];
  for (int i = 0; i < 2; i++) s[i] = open_session(folder, &r[i]), say(s[i], "{\"do\": \"record\"}");
  pause_for(0.3);
  for (int i = 0; i < 2; i++) say(s[i], "{\"do\": \"stop\"}");
  for (int i = 0; i < 2; i++) dv_session_close(s[i]), dv_reading_close(r[i]);
  assert_int_not_equal(access(elsewhere, F_OK), 0);
  for (int i = 1; i <= 3; i++) {
    snprintf(path, sizeof path, "%s/r-%d.h5", folder, i);
    if (i != 2 && access(path, R_OK)) fail_msg("%s is not there", path);
    remove(path);
  }
  snprintf(path, sizeof path, "%s/m.yaml", folder);
  remove(path);
  assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(goes_on), cmocka_unit_test(two_at_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
