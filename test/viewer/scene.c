// scene.c: what the viewer is told of a machine, against what the solver says and the machine file says.
#include "base/json.h"
#include "engine/engine.h"
#include "record/record.h"
#include "server/live.h"
#include "scene/page.h"
#include "scene/pack.h"
#include "scene/scene.h"

#include <string.h>
#include <time.h>

#include "support.h"

static dv_machine *open_machine(const char *path, const char *case_name)
{
  dv_machine_options o = {.case_name = case_name, .draw = 1};
  dv_machine *m = dv_machine_open(path, &o);
  assert_non_null(m->model);
  return m;
}

static const dv_json *scene_of(const dv_machine *m)
{
  const char *text = dv_scene(m->arena, m);
  const dv_json *j = dv_json_read(m->arena, m->diags, "scene", text, strlen(text));
  assert_non_null(j);
  return j;
}

static const dv_json *item(const dv_json *list, const char *name)
{
  for (int i = 0; i < list->n; i++)
    if (!strcmp(dv_json_find(list->item[i], "name")->text, name)) return list->item[i];
  fail_msg("no '%s' in the scene", name);
  return NULL;
}

// Poses of all bodies at the start: place, quaternion.
static const float *shoot(const dv_machine *m)
{
  dv_camera *c = dv_camera_new(m->arena, m->model);
  dv_state *s = dv_state_new(m->arena, m->model);
  double *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(m->model)), *dx = DV_TAKE(m->arena, double, m->model->nx);
  const double *num = dv_model_NUMBER(m->model);
  float *frame = DV_TAKE(m->arena, float, c->width);
  dv_engine_x1.ready(m->model, num, work);
  dv_engine_x1.rates(m->model, num, 0, s->x, s->d, dx, NULL, work);
  dv_engine_x1.observe(m->model, num, s->x, work);
  dv_camera_shoot(c, 0, s->x, dx, work, frame);
  return frame + 1;
}

static void every_body_joint_and_part_is_there(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/titan4.yaml", NULL);
  const dv_json *s = scene_of(m);
  assert_int_equal(dv_json_find(s, "bodies")->n, m->spec->nbody);
  assert_int_equal(dv_json_find(s, "joints")->n, m->spec->njoint);
  assert_int_equal(dv_json_find(s, "parts")->n, m->spec->npart);
  const dv_json *upper = item(dv_json_find(s, "bodies"), "upper");
  assert_true(dv_json_find(upper, "mass")->number == 40);
  assert_string_equal(dv_json_find(item(dv_json_find(s, "parts"), "cylinder2"), "look")->text, "cylinder");
  dv_machine_close(m);
}

// Where an end {body, at} is: p + 2 w (q x r) + 2 q x (q x r).
static void end_of(const float *poses, const dv_json *end, double out[3])
{
  int body = (int)dv_json_find(end, "body")->number;
  const dv_json *p = dv_json_find(end, "at");
  const float *f = poses + DV_FRAME_POSE * (body < 0 ? 0 : body);
  double w = f[3], q[3] = {f[4], f[5], f[6]}, r[3], t[3];
  for (int i = 0; i < 3; i++) out[i] = r[i] = p->item[i]->number;
  if (body < 0) return;
  for (int i = 0; i < 3; i++) t[i] = 2 * (q[(i + 1) % 3] * r[(i + 2) % 3] - q[(i + 2) % 3] * r[(i + 1) % 3]);
  for (int i = 0; i < 3; i++) out[i] = f[i] + r[i] + w * t[i] + q[(i + 1) % 3] * t[(i + 2) % 3] - q[(i + 2) % 3] * t[(i + 1) % 3];
}

static double apart(const float *poses, const dv_json *line)
{
  double a[3], b[3];
  end_of(poses, dv_json_find(line, "from"), a);
  end_of(poses, dv_json_find(line, "to"), b);
  return sqrt(pow(a[0] - b[0], 2) + pow(a[1] - b[1], 2) + pow(a[2] - b[2], 2));
}

// The distance between a line's ends at the solver's poses is the axis that the solver has.
static void lines_end_where_the_solver_has_them(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/titan4.yaml", NULL);
  const dv_json *line = item(dv_json_find(scene_of(m), "places"), "ram");
  dv_state *s = dv_state_new(m->arena, m->model);
  double *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(m->model)), *dx = DV_TAKE(m->arena, double, m->model->nx);
  const double *num = dv_model_NUMBER(m->model);
  dv_engine_x1.ready(m->model, num, work);
  dv_engine_x1.rates(m->model, num, 0, s->x, s->d, dx, NULL, work);
  dv_engine_x1.observe(m->model, num, s->x, work);
  int axis = dv_model_find(m->model, "cylinder2.axis.position");
  double wanted = dv_variable_value(m->model, axis, s->x, dx, work);
  assert_true(fabs(apart(shoot(m), line) - wanted) < 1e-6);
  dv_machine_close(m);
}

// Links that the file has as distances are as long as it says, also where they closed the machine anew.
static void rods_are_as_long_as_the_file_says(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/forestry-bogie.yaml", "turned");
  const dv_json *rods = dv_json_find(scene_of(m), "rods");
  const float *poses = shoot(m);
  assert_int_equal(rods->n, 4);
  assert_true(fabs(apart(poses, item(rods, "link1")) - 0.8) < 1e-6);
  assert_true(fabs(apart(poses, item(rods, "link2")) - 0.8) < 1e-6);
  assert_true(fabs(apart(poses, item(rods, "gauge1")) - 0.65) < 1e-6);
  assert_true(fabs(apart(poses, item(rods, "gauge2")) - 0.55) < 1e-6);
  dv_machine_close(m);
}

// A bead on a wire and a shaft behind a homokinetic joint are drawn where their tied coordinates put them.
static void tied_joints_are_drawn_where_they_are(void **state)
{
  (void)state;
  dv_machine *m = open_machine("test/loops/curve-joint.yaml", NULL);
  assert_int_equal(dv_json_find(scene_of(m), "joints")->n, 1);
  const float *bead = shoot(m);
  assert_true(fabs(bead[0] - 0.4) < 1e-6 && fabs(bead[1] - 0.16) < 1e-6 && fabs(bead[2]) < 1e-6);
  dv_machine_close(m);
  // R = Rx(20 deg) Ry(0) Rx(20 deg): a turn by 40 deg about x
  m = open_machine("test/loops/homokinetic-joint.yaml", NULL);
  assert_int_equal(dv_json_find(scene_of(m), "joints")->n, 4);
  const float *second = shoot(m) + DV_FRAME_POSE;
  double half = acos(-1) / 9;
  assert_true(fabs(second[3] - cos(half)) < 1e-6 && fabs(second[4] - sin(half)) < 1e-6);
  assert_true(fabs(second[5]) < 1e-6 && fabs(second[6]) < 1e-6);
  dv_machine_close(m);
}

// Frames and channels have the same order and count.
static void frames_fit_the_scene(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/rov-manipulator.yaml", NULL);
  const dv_json *s = scene_of(m);
  dv_camera *c = dv_camera_new(m->arena, m->model);
  const dv_json *channels = dv_json_find(s, "channels");
  assert_int_equal(c->width, 1 + DV_FRAME_POSE * dv_json_find(s, "bodies")->n + channels->n);
  for (int i = 0; i < c->nchannel; i++) {
    const dv_variable *v = &dv_model_VARIABLE(m->model)[c->channel[i]];
    assert_string_equal(channels->item[i]->item[0]->text, dv_model_text(m->model, v->path));
  }
  dv_machine_close(m);
}

// RFC 4648, section 10.
static void base64_is_that_of_the_standard(void **state)
{
  (void)state;
  static const char *const row[][2] = {
      {"",       ""        },
      {"f",      "Zg=="    },
      {"fo",     "Zm8="    },
      {"foo",    "Zm9v"    },
      {"foob",   "Zm9vYg=="},
      {"fooba",  "Zm9vYmE="},
      {"foobar", "Zm9vYmFy"}
  };
  dv_arena *a = dv_arena_new();
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    dv_text t = {.arena = a};
    dv_base64(&t, row[i][0], strlen(row[i][0]));
    assert_string_equal(dv_text_all(&t), row[i][1]);
  }
  dv_arena_free(a);
}

static void nap(int ms)
{
  struct timespec t = {ms / 1000, 1000000L * (ms % 1000)};
  nanosleep(&t, NULL);
}

static void nothing(void *context) { (void)context; }

// A live run is the run: after n steps with the input set it is where dv_run brings the same machine, bit by bit.
static void live_is_the_same_run(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/titan4.yaml", "live");
  dv_run_options o = {.method = "rk4", .step = 1e-3, .every = 1e-3};
  dv_live *l = dv_live_start(m, &o, nothing, NULL);
  float *frame = DV_TAKE(m->arena, float, dv_live_width(l));
  unsigned seen = 0;
  dv_live_speed(l, 20);
  for (int i = 0; i < 1000 && dv_live_look(l).time < 0.2; i++) nap(5);
  dv_live_pause(l, 1);
  for (int i = 0; i < 200 && !dv_live_look(l).paused; i++) nap(5);
  nap(100);
  dv_live_frame(l, &seen, frame);
  dv_live_stop(l);
  dv_state *s = dv_state_new(m->arena, m->model);
  dv_run_result r;
  o.until = round(1e3 * (double)frame[0]) / 1e3;
  assert_int_equal(dv_run(m->model, s, &o, NULL, NULL, NULL, &r, m->diags, m->arena), 0);
  dv_camera *c = dv_camera_new(m->arena, m->model);
  for (int i = 0; i < c->nchannel; i++) {
    const dv_variable *v = &dv_model_VARIABLE(m->model)[c->channel[i]];
    if (v->array == DV_IN_STATE) assert_true(frame[1 + DV_FRAME_POSE * c->nbody + i] == (float)s->x[v->index]);
  }
  dv_machine_close(m);
}

static void inputs_are_known_by_name(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/titan4.yaml", "live");
  dv_run_options o = {.method = "rk4", .step = 1e-3, .every = 1e-3};
  dv_live *l = dv_live_start(m, &o, nothing, NULL);
  assert_int_equal(dv_live_input(l, "x", 0.5), 0);
  assert_int_equal(dv_live_input(l, "nothing", 0.5), -1);
  assert_int_equal(dv_live_input(l, "x", NAN), -1);
  dv_live_stop(l);
  dv_machine_close(m);
}

static void wait_for(dv_live *l, double t)
{
  for (int i = 0; i < 4000 && !(dv_live_look(l).time >= t); i++) nap(5);
  if (!(dv_live_look(l).time >= t)) fail_msg("%g s of %g s: %s", dv_live_look(l).time, t, dv_live_look(l).failure);
}

static void assert_rises(const dv_history *h)
{
  assert_true(h->nrow > 0);
  for (int i = 1; i < h->nrow; i++) assert_true(dv_history_row(h, i)[0] > dv_history_row(h, i - 1)[0]);
}

static dv_machine *open_heavier(const char *setting)
{
  dv_machine_options o = {.settings = &setting, .nsetting = 1};
  dv_machine *m = dv_machine_open("machines/pendulum-on-wagon.yaml", &o);
  assert_non_null(m->model);
  return m;
}

// The machine is built anew twice while it records; the columns keep their names and time goes on. A reset begins another
// recording at 0, a roll one without a gap.
static void a_recording_outlives_its_machine(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/pendulum-on-wagon.yaml", NULL);
  dv_run_options o = {.method = "rk4", .step = 1e-3, .every = 1e-3};
  dv_live *l = dv_live_start(m, &o, nothing, NULL);
  dv_arena *tape = dv_arena_new();
  dv_live_speed(l, 20);
  dv_live_record(l, tape);
  for (int i = 0; i < 2; i++) {
    dv_machine *next = open_heavier(i ? "m2=2 kg" : "m2=3 kg");
    wait_for(l, 0.2 * (i + 1));
    assert_int_equal(dv_live_swap(l, next), 0);
    dv_machine_close(m);
    m = next;
  }
  wait_for(l, 0.6);
  dv_history *first = dv_live_roll(l, tape), *second = dv_live_reset(l, tape);
  wait_for(l, 0.1);
  dv_history *third = dv_live_recorded(l);
  assert_null(dv_live_recorded(l));
  dv_live_stop(l);
  dv_machine_close(m);
  assert_rises(first);
  assert_rises(third);
  assert_true(dv_history_row(first, first->nrow - 1)[0] >= 0.6);
  assert_true(dv_history_row(third, 0)[0] == 0);
  assert_true(dv_history_find(first, "slide") > 0);
  for (int i = 1; i < second->nrow; i++)
    assert_true(fabs(dv_history_row(second, i)[0] - dv_history_row(second, i - 1)[0] - 1e-3) < 1e-9);
  if (second->nrow) assert_true(dv_history_row(second, 0)[0] > dv_history_row(first, first->nrow - 1)[0]);
  dv_arena_free(tape);
}

// Ten minutes of film have as many frames as a reader takes, evenly spread.
static void a_long_film_is_thinned(void **state)
{
  (void)state;
  dv_machine *m = open_machine("machines/pendulum-on-wagon.yaml", NULL);
  dv_state *s = dv_state_new(m->arena, m->model);
  double *work = DV_TAKE(m->arena, double, dv_engine_x1.nwork(m->model)), *dx = DV_TAKE(m->arena, double, m->model->nx);
  dv_history *h = dv_history_new(m->arena, 1);
  dv_filming *f = dv_filming_new(m->arena, m->model, h, 0);
  for (int i = 0; i <= 600 * 60; i++) dv_filming_row(f, i / 60.0, s->x, dx, work);
  assert_in_range(h->film.n, DV_FILM_LENGTH, DV_FILM_FRAMES);
  const float *t = h->film.item;
  int width = h->film.width;
  double gap = (double)(t[width] - t[0]);
  for (int i = 1; i < h->film.n; i++) assert_true(fabs((double)(t[i * width] - t[(i - 1) * width]) - gap) < 1e-3);
  dv_machine_close(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_body_joint_and_part_is_there),
      cmocka_unit_test(lines_end_where_the_solver_has_them),
      cmocka_unit_test(rods_are_as_long_as_the_file_says),
      cmocka_unit_test(tied_joints_are_drawn_where_they_are),
      cmocka_unit_test(frames_fit_the_scene),
      cmocka_unit_test(base64_is_that_of_the_standard),
      cmocka_unit_test(live_is_the_same_run),
      cmocka_unit_test(inputs_are_known_by_name),
      cmocka_unit_test(a_recording_outlives_its_machine),
      cmocka_unit_test(a_long_film_is_thinned),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
