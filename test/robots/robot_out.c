// robot_out.c: machines written as URDF, SDF and MJCF: read back by our reader they have the same mass matrix and accelerations
// at random states (1e-10), and MuJoCo's own reading has them too (1e-6). Loops: accelerations at closed positions; MuJoCo sees
// them closed.
#include "folder.h"
#include "support.h"

#include "assemble/assemble.h"
#include "base/text.h"
#include "davit/davit.h"
#include "engine/engine.h"
#include "engine/skeleton_at.h"
#include "export/export.h"
#include "mesh/triangles.h"
#include "scene/picture.h"

#include <math.h>
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[] = "/tmp/davit-robot-out-XXXXXX";

#define MASS(m, x, y, z) "{mass: " #m ", com: [" #x ", " #y ", " #z "], inertia: [0.1, 0.2, 0.25, 0.01, 0.02, 0.03]}\n"

// Hinges, slides and what they make; a frame turned by a right angle about y, where roll and yaw are one; a classic DH row, whose
// body does not lie at its joint; a locked slide.
static const char tree[] =
    "name: tree\n"
    "gravity: [1, 2, -9]\n"
    "bodies:\n"
    "  a: " MASS(3, 0.1, 0.2, 0.3) "  b: " MASS(2, 0, 0.1, 0) "  c: " MASS(2, 0, 0.1, 0.2) "  f: " MASS(1, 0.2, 0.1, 0) "  g: " MASS(
        1, 0.2, 0,
        0.1) "  h: " MASS(1.5, 0.2, 0,
                          0.3) "  l: " MASS(1.5, 0.2, 0,
                                            0.3) "joints:\n"
                                                 "  a: {type: revolute, child: a, axis: [1, 2, 3], at: {xyz: [0, "
                                                 "0, 1], rpy: [0.1, 1.5707963267948966, 0.3]}, limits: {lower: -1, upper: 2}}\n"
                                                 "  b: {type: prismatic, parent: a, child: b, axis: y, at: {xyz: [1, 0, 0]}, position: 0.2}\n"
                                                 "  c: {type: universal, parent: b, child: c, at: {xyz: [0, 0, 0.5], rpy: [0, 0.4, 0]}}\n"
                                                 "  f: {type: gimbal, parent: c, child: f, at: {xyz: [0, 1, 0.5]}}\n"
                                                 "  g: {type: planar, parent: a, child: g, axis: x, at: {xyz: [0, -1, 0.5]}}\n"
                                                 "  h: {type: revolute, parent: g, child: h, at: {dh: {a: 0.4, alpha: 1.2, d: 0.3, theta: 0.5}}}\n"
                                                 "  l: {type: prismatic, parent: h, child: l, axis: x, motion: locked, position: 0.7}\n";

// A four-bar whose parts do not fit at zero, a gear, a screw.
static const char loops[] =
    "name: loops\n"
    "bodies:\n"
    "  crank: " MASS(3, 0.1, 0, 0) "  rod: " MASS(2, 0.4, 0, 0) "  rocker: " MASS(2, 0.3, 0, 0) "  wheel: " MASS(
        1, 0, 0,
        0.1) "  nut: " MASS(1, 0, 0.1,
                            0.1) "joints:\n"
                                 "  j1: {type: revolute, child: crank, axis: y, position: 0.4}\n"
                                 "  j2: {type: revolute, parent: crank, child: rod, axis: y, at: {xyz: [0.3, 0, 0]}}\n"
                                 "  j3: {type: revolute, child: rocker, axis: y, at: {xyz: [1, 0, 0]}, position: -1.5}\n"
                                 "  turn: {type: revolute, child: wheel, axis: x, at: {xyz: [0, 2, 0]}}\n"
                                 "  screw: {type: helical, parent: rocker, child: nut, axis: x, pitch: 0.1 m/rad}\n"
                                 "loops:\n"
                                 "  pin: {type: CLOSURE, parent: rod, child: rocker, at: {xyz: [0.9, 0, 0]}, child_at: {xyz: [0.6, 0, 0]}AXIS}\n"
                                 "  gear: {type: gear, of: [turn, j1], ratio: -2, offset: 0.3 rad}\n";

static void near(const char *what, double is, double want, double within)
{
  if (!(fabs(is - want) <= within)) fail_msg("%s: %.17g, not %.17g", what, is, want);
}

static const char *write_file(dv_arena *a, const char *name, const char *text)
{
  folder_put(folder, name, text);
  return dv_arena_text(a, "%s/%s", folder, name);
}

static dv_machine *open_machine(const char *path, const char *const *settings, int n)
{
  dv_machine_options o = {.settings = settings, .nsetting = n};
  dv_machine *m = dv_machine_open(path, &o);
  if (!m->model) fail_msg("%s: %s", path, m->diags->n ? m->diags->item[0].what : "not read");
  return m;
}

static const char *export(dv_arena *a, const dv_machine *m, const char *name)
{
  const char *path = dv_arena_text(a, "%s/%s", folder, name);
  return write_file(a, name, dv_export(a, m->diags, m, dv_export_format_of(path), path));
}

// A coordinate of the first machine by the name that it has in the other.
static int find_there(dv_arena *a, const dv_model *m, const char *name, const char *what)
{
  char *there = dv_arena_text(a, "%s", name);
  int same = dv_model_find(m, dv_arena_text(a, "%s.%s", name, what));
  if (same >= 0) return same;
  for (char *p = there; *p; p++)
    if (*p == '.') *p = '_';
  int row = dv_model_find(m, dv_arena_text(a, "%s.%s", there, what));
  return row >= 0 ? row : dv_model_find(m, dv_arena_text(a, "%s_joint.%s", there, what));
}

typedef struct {
  int n, q[2][32], v[2][32];
  const char *name[32];
} pairs;

static pairs pair_coordinates(dv_arena *a, const dv_machine *one, const dv_machine *two)
{
  pairs p = {0};
  for (int i = 0; i < one->spec->njoint; i++)
    for (int k = 0; k < one->spec->joint[i].ncoordinate; k++) {
      const dv_coordinate_spec *c = &one->spec->joint[i].coordinate[k];
      if (c->motion == DV_MOVES_LOCKED) continue;
      const dv_model *m[2] = {one->model, two->model};
      for (int s = 0; s < 2; s++) {
        int q = s ? find_there(a, m[s], c->name, "position") : dv_model_find(m[s], dv_arena_text(a, "%s.position", c->name));
        int v = s ? find_there(a, m[s], c->name, "rate") : dv_model_find(m[s], dv_arena_text(a, "%s.rate", c->name));
        if (q < 0 || v < 0) fail_msg("no %s", c->name);
        p.q[s][p.n] = dv_model_VARIABLE(m[s])[q].index;
        p.v[s][p.n] = dv_model_VARIABLE(m[s])[v].index - m[s]->nq;
      }
      p.name[p.n++] = c->name;
    }
  return p;
}

static double random_unit(void) { return 2.0 * rand() / RAND_MAX - 1; }

// Mass matrix and accelerations of both at random states.
static void compare(dv_arena *a, const dv_machine *one, const dv_machine *two, double zero_mean)
{
  const dv_model *m[2] = {one->model, two->model};
  pairs p = pair_coordinates(a, one, two);
  assert_int_equal(p.n, m[1]->nv);
  srand(7);
  for (int round = 0; round < 3; round++) {
    double *M[2], *acc[2];
    for (int s = 0; s < 2; s++) {
      double *q = DV_TAKE(a, double, m[s]->nx), *v = DV_TAKE(a, double, m[s]->nv), *work = DV_TAKE(a, double, m[s]->nwork);
      double *tau = DV_TAKE(a, double, m[s]->nv);
      srand(100 + (unsigned)round);
      memcpy(q, dv_model_START(m[s]), (size_t)m[s]->nq * sizeof *q);
      for (int i = 0; i < p.n; i++) q[p.q[s][i]] = zero_mean + random_unit(), v[p.v[s][i]] = random_unit();
      M[s] = DV_TAKE(a, double, m[s]->nv *m[s]->nv);
      acc[s] = DV_TAKE(a, double, m[s]->nv);
      dv_engine_x1.ready(m[s], dv_model_NUMBER(m[s]), work);
      dv_engine_mass_matrix(m[s], q, M[s], work);
      dv_engine_forward_dynamics(m[s], q, v, tau, acc[s], work);
    }
    for (int i = 0; i < p.n; i++) {
      near(p.name[i], acc[1][p.v[1][i]], acc[0][p.v[0][i]], 1e-10 * (1 + fabs(acc[0][p.v[0][i]])));
      for (int k = 0; k < p.n; k++)
        near(p.name[i], M[1][p.v[1][i] * m[1]->nv + p.v[1][k]], M[0][p.v[0][i] * m[0]->nv + p.v[0][k]], 1e-10);
    }
  }
}

static void test_back(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_machine *m = open_machine(write_file(a, "tree.yaml", tree), NULL, 0);
  static const char *const name[] = {"tree.urdf", "tree.sdf", "tree.xml"};
  // gravity is lost in URDF
  const char *gravity[] = {"gravity=[1, 2, -9]"};
  for (int i = 0; i < 3; i++) {
    dv_machine *back = open_machine(export(a, m, name[i]), gravity, i == 0);
    compare(a, m, back, 0.1);
    dv_machine_close(back);
  }
  dv_machine_close(m);
  dv_arena_free(a);
}

static void put_state(const mjModel *mj, mjData *d, const char *name, double q, double v)
{
  char there[64];
  snprintf(there, sizeof there, "%s", name);
  for (char *p = there; *p; p++)
    if (*p == '.') *p = '_';
  int id = mj_name2id(mj, mjOBJ_JOINT, there);
  if (id < 0) fail_msg("MuJoCo has no %s", there);
  d->qpos[mj->jnt_qposadr[id]] = q;
  d->qvel[mj->jnt_dofadr[id]] = v;
}

static double acceleration(const mjModel *mj, const mjData *d, const char *name)
{
  char there[64];
  snprintf(there, sizeof there, "%s", name);
  for (char *p = there; *p; p++)
    if (*p == '.') *p = '_';
  return d->qacc[mj->jnt_dofadr[mj_name2id(mj, mjOBJ_JOINT, there)]];
}

static void compare_mujoco(dv_arena *a, const dv_machine *m, const char *path)
{
  char fault[512] = "";
  mjModel *mj = mj_loadXML(path, NULL, fault, sizeof fault);
  if (!mj) fail_msg("%s: %s", path, fault);
  mjData *d = mj_makeData(mj);
  mj->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_CONTACT;
  for (int i = 0; i < 3; i++) mj->opt.gravity[i] = m->spec->gravity[i];
  pairs p = pair_coordinates(a, m, m);
  double *q = DV_TAKE(a, double, m->model->nx), *v = DV_TAKE(a, double, m->model->nv),
         *work = DV_TAKE(a, double, m->model->nwork);
  double *tau = DV_TAKE(a, double, m->model->nv), *acc = DV_TAKE(a, double, m->model->nv);
  memcpy(q, dv_model_START(m->model), (size_t)m->model->nq * sizeof *q);
  assert_int_equal(mj->nv, p.n);
  srand(5);
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < p.n; i++) {
      q[p.q[0][i]] = random_unit(), v[p.v[0][i]] = random_unit();
      put_state(mj, d, p.name[i], q[p.q[0][i]], v[p.v[0][i]]);
    }
    mj_forward(mj, d);
    memset(tau, 0, (size_t)m->model->nv * sizeof *tau);
    dv_engine_x1.ready(m->model, dv_model_NUMBER(m->model), work);
    dv_engine_forward_dynamics(m->model, q, v, tau, acc, work);
    for (int i = 0; i < p.n; i++)
      near(p.name[i], acceleration(mj, d, p.name[i]), acc[p.v[0][i]], 1e-6 * (1 + fabs(acc[p.v[0][i]])));
  }
  mj_deleteData(d);
  mj_deleteModel(mj);
}

static void test_mujoco(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  dv_machine *m = open_machine(write_file(a, "tree.yaml", tree), NULL, 0);
  compare_mujoco(a, m, export(a, m, "tree.xml"));
  dv_machine_close(m);
  // MuJoCo refuses the massless links between the hinges of a URDF: a machine of single freedoms
  const char *plain = "bodies:\n  a: " MASS(3, 0.1, 0.2, 0.3) "  b: " MASS(
      2, 0, 0.1,
      0) "joints:\n"
         "  a: {type: revolute, child: a, axis: [1, 2, 3], at: {xyz: [0, 0, 1], rpy: [0.1, 1.5707963267948966, 0.3]}}\n"
         "  b: {type: prismatic, parent: a, child: b, axis: y, at: {xyz: [1, 0, 0], rpy: [1, 2, 3]}}\n";
  m = open_machine(write_file(a, "plain.yaml", plain), NULL, 0);
  compare_mujoco(a, m, export(a, m, "plain.urdf"));
  dv_machine_close(m);
  dv_arena_free(a);
}

// Accelerations where it starts, with the crank and the screw turning.
static void accelerations(const char *path, const char *const *name, int n, double *acc)
{
  static const char *const rate[] = {"joints.j1.rate=2", "joints.screw.rate=0.7"};
  char message[512] = "";
  dv_model *m = dv_model_open(path, NULL, rate, 2, message, sizeof message);
  if (!m) fail_msg("%s: %s", path, message);
  dv_sim *s = dv_sim_new(m, NULL, message, sizeof message);
  if (!s) fail_msg("%s: %s", path, message);
  for (int i = 0; i < n; i++) acc[i] = dv_sim_get(s, dv_model_find(m, name[i]));
  dv_sim_free(s);
  dv_model_free(m);
}

static void compare_loops(const char *closure, const char *axis, const char *const *file, int n)
{
  enum { COUNT = 5 };
  static const char *const name[COUNT] = {"j1.acceleration", "j2.acceleration", "j3.acceleration", "turn.acceleration",
                                          "screw.acceleration"};
  double want[COUNT], is[COUNT];
  dv_arena *a = dv_arena_new();
  dv_text t = {.arena = a};
  for (const char *p = loops; *p; p++) {
    if (!strncmp(p, "CLOSURE", 7)) dv_text_add(&t, "%s", closure), p += 6;
    else if (!strncmp(p, "AXIS", 4)) dv_text_add(&t, "%s", axis), p += 3;
    else dv_text_put(&t, p, 1);
  }
  const char *path = write_file(a, "loops.yaml", dv_text_all(&t));
  dv_machine *m = open_machine(path, NULL, 0);
  accelerations(path, name, COUNT, want);
  for (int i = 0; i < n; i++) {
    accelerations(export(a, m, file[i]), name, COUNT, is);
    for (int k = 0; k < COUNT; k++) near(name[k], is[k], want[k], 1e-8 * (1 + fabs(want[k])));
  }
  dv_machine_close(m);
  dv_arena_free(a);
}

// MuJoCo's constraints are closed where its coordinates start.
static void test_loops(void **state)
{
  (void)state;
  static const char *const both[] = {"loops.sdf", "loops.xml"};
  compare_loops("revolute", ", axis: y", both, 2);
  compare_loops("ball", "", both, 2);
  char fault[512] = "", path[64];
  snprintf(path, sizeof path, "%s/loops.xml", folder);
  mjModel *mj = mj_loadXML(path, NULL, fault, sizeof fault);
  if (!mj) fail_msg("%s", fault);
  mjData *d = mj_makeData(mj);
  mj_forward(mj, d);
  assert_true(d->ne >= 5);
  for (int i = 0; i < d->ne; i++) near("closed", d->efc_pos[i], 0, 1e-9);
  mj_deleteData(d);
  mj_deleteModel(mj);
}

// A box of 1 x 2 x 3 on a body at (1 2 3), turned by a right angle about z, in glTF's axes (x, z, -y); a body without shape.
static void test_scene(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  const char *boxes =
      "bodies:\n  a: {mass: 1, inertia: [1, 1, 1], visual: [{box: [1, 2, 3], color: red}, {sphere: {radius: 0.1}, color: \"#102030\"}]}\n"
      "  b: {mass: 1, inertia: [1, 1, 1]}\njoints:\n"
      "  a: {type: revolute, child: a, at: {xyz: [1, 2, 3], rpy: [0, 0, 90 deg]}}\n"
      "  b: {type: revolute, parent: a, child: b, at: {xyz: [5, 0, 0]}}\n";
  dv_machine *m = open_machine(write_file(a, "boxes.yaml", boxes), NULL, 0);
  size_t n;
  const char *bytes = dv_glb(a, m, dv_state_new(a, m->model), &n);
  assert_non_null(bytes);
  dv_mesh mesh;
  assert_int_equal(dv_mesh_decode(a, dv_arena_copy(a, bytes, n), n, dv_mesh_format("a.glb"), &mesh), 0);
  float low[3] = {1e9F, 1e9F, 1e9F}, high[3] = {-1e9F, -1e9F, -1e9F};
  int red = 0;
  for (int i = 0; i < mesh.n; i++) {
    if (mesh.color[i] != 0xff3030d0) continue;
    red++;
    for (int k = 0; k < 9; k++) {
      low[k % 3] = fminf(low[k % 3], mesh.at[9 * i + k]);
      high[k % 3] = fmaxf(high[k % 3], mesh.at[9 * i + k]);
    }
  }
  assert_int_equal(red, 12);
  const double want[2][3] = {
      {0, 1.5, -2.5},
      {2, 4.5, -1.5}
  };
  for (int k = 0; k < 3; k++) near("low", low[k], want[0][k], 1e-6), near("high", high[k], want[1][k], 1e-6);
  dv_machine_close(m);
  dv_arena_free(a);
}

static int make_folder(void **state)
{
  (void)state;
  return folder_make(folder);
}

static int drop_folder(void **state)
{
  (void)state;
  static const char *const name[] = {"tree.yaml",  "tree.urdf",  "tree.sdf",  "tree.xml",  "plain.yaml",
                                     "plain.urdf", "loops.yaml", "loops.sdf", "loops.xml", "boxes.yaml"};
  char path[64];
  for (size_t i = 0; i < sizeof name / sizeof *name; i++) snprintf(path, sizeof path, "%s/%s", folder, name[i]), unlink(path);
  return rmdir(folder);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_back), cmocka_unit_test(test_mujoco), cmocka_unit_test(test_loops),
                                     cmocka_unit_test(test_scene)};
  return cmocka_run_group_tests(tests, make_folder, drop_folder);
}
