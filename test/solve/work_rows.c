// work_rows.c: the tables of the work and of the block tell the truth: arrays do not overlap, each is written by its stage, who
// reads before that is caught, and a block that does not fit the tables is told.
#include "assemble/assemble.h"
#include "engine/block.h"
#include "engine/poison.h"
#include "support.h"

#ifdef DV_POISON
enum { POISONED = 1 };
#else
enum { POISONED = 0 };
#endif

typedef struct {
  dv_machine *machine;
  dv_model *m;  // a copy that may be changed
  const double *num;
  double *x, *d, *dx, *work;
} fixture;

static fixture open(const char *file)
{
  fixture b = {.machine = dv_machine_open(file, NULL)};
  const dv_model *m = b.machine->model;
  assert_non_null(m);
  char *room = dv_arena_take(b.machine->arena, (size_t)m->bytes + 64);
  b.m = (dv_model *)(void *)(room + (64 - (uintptr_t)room % 64) % 64);
  memcpy(b.m, m, (size_t)m->bytes);
  b.num = dv_model_NUMBER(b.m);
  b.x = DV_TAKE(b.machine->arena, double, m->nx + m->nd);
  b.d = b.x + m->nx;
  memcpy(b.x, dv_model_START(m), (size_t)(m->nx + m->nd) * sizeof(double));
  b.dx = DV_TAKE(b.machine->arena, double, m->nx);
  b.work = DV_TAKE(b.machine->arena, double, m->nwork);
  dv_engine_x1.ready(b.m, b.num, b.work);
  return b;
}

static int rates(fixture *b)
{
  dv_poison_x1(b->m, b->num, b->work);
  return dv_engine_x1.rates(b->m, b->num, 0, b->x, b->d, b->dx, NULL, b->work);
}

static void lies_apart(const char *file)
{
  fixture b = open(file);
  int end = 0;
  for (int row = 0; row < DV_W_COUNT; row++) {
    int n = dv_work_reals(b.m, (dv_work_id)row), at = dv_work_at(b.m, (dv_work_id)row);
    if (!n) continue;
    assert_true(at >= end);
    end = at + n;
    assert_true(end <= b.m->nwork);
  }
  dv_machine_close(b.machine);
}

static int count_bad(const fixture *b, int row)
{
  int n = dv_work_reals(b->m, (dv_work_id)row), bad = 0;
  for (int i = 0; i < n; i++) bad += isnan(b->work[dv_work_at(b->m, (dv_work_id)row) + i]);
  return bad;
}

// Rows of plain numbers: all of them are written by their stage, and none before it.
static void is_written(const char *file)
{
  fixture b = open(file);
  for (int after = DV_STAGE_DYNAMICS; after <= DV_STAGE_OBSERVE; after++) {
    if (after == DV_STAGE_DYNAMICS) assert_int_equal(rates(&b), 0);
    else dv_engine_x1.observe(b.m, b.num, b.x, b.work);
    for (int row = 0; row < DV_W_COUNT; row++) {
      int stage = dv_work_rows[row].stage, n = dv_work_reals(b.m, (dv_work_id)row);
      if (stage == DV_STAGE_KEPT || stage == DV_STAGE_SCRATCH || row == DV_W_link || row == DV_W_seen_link) continue;
      if (row == DV_W_fext && !b.m->wants_wrench) continue;
      if (count_bad(&b, row) != (stage <= after ? 0 : n))
        fail_msg("%s: %s has %d of %d not written after stage %d", file, dv_work_rows[row].name, count_bad(&b, row), n, after);
    }
  }
  dv_machine_close(b.machine);
}

static const char *const files[] = {"machines/titan4.yaml", "machines/rov-manipulator.yaml", "machines/knuckle-boom-crane.yaml",
                                    "machines/electric-road-arm.yaml", "test/solve/accelerometer.yaml"};

static void rows_lie_apart(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) lies_apart(files[i]);
}

static void stages_write_their_rows(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) is_written(files[i]);
}

static int find_call(const dv_call *call, int n, int what)
{
  for (int i = 0; i < n; i++)
    if (call[i].what == what) return i;
  fail_msg("no call %d", what);
  return 0;
}

// The rate of the integrator is the pendulum's acceleration where it lies level: m g c / (I + m c^2), 2 g 0.5 / (0.1 + 2 0.25).
static void early_reader_is_caught(void **state)
{
  (void)state;
  fixture b = open("test/solve/accelerometer.yaml");
  const double *gravity = b.num + b.m->gravity, want = 2 * fabs(gravity[2]) * 0.5 / 0.6;
  dv_call *call = (dv_call *)(uintptr_t)dv_model_CALL(b.m);
  int n = DV_MODEL_COUNT(b.m, CALL), z = b.m->nq + b.m->nv, dynamics = find_call(call, n, DV_C_DYNAMICS);
  assert_int_equal(rates(&b), 0);
  assert_near(fabs(b.dx[z]), want, 1e-12 * want);
  dv_call last = call[dynamics];  // dynamics behind everybody who reads it
  memmove(call + dynamics, call + dynamics + 1, (size_t)(n - 1 - dynamics) * sizeof *call);
  call[n - 1] = last;
  // What was left behind looks right, though another state would show that it is not; a build with DV_POISON refuses it.
  assert_int_equal(dv_engine_x1.rates(b.m, b.num, 0, b.x, b.d, b.dx, NULL, b.work), POISONED);
  assert_int_equal(rates(&b), 1);
  assert_true(isnan(b.dx[z]));
  dv_machine_close(b.machine);
}

static void refuse(fixture *b, const char *row)
{
  const char *what = NULL;
  assert_non_null(dv_block_fault(b->m, &what));
  assert_string_equal(what, row);
  memcpy(b->m, b->machine->model, sizeof *b->m);
}

static void other_blocks_are_told(void **state)
{
  (void)state;
  fixture b = open("machines/titan4.yaml");
  const char *what;
  assert_null(dv_block_fault(b.m, &what));
  b.m->section[DV_S_PART].size += 8;
  refuse(&b, "PART");
  b.m->section[DV_S_NUMBER].count--;
  refuse(&b, "NUMBER");
  b.m->nx++;
  refuse(&b, "START");
  b.m->work_tau = b.m->nwork;
  refuse(&b, "tau");
  b.m->nlink = INT32_MAX;
  refuse(&b, "header");
  b.m->serves = 2;
  refuse(&b, "header");
  b.m->nd = -1;
  refuse(&b, "header");
  b.m->work_energy = -1;
  refuse(&b, "energy");
  b.m->law_reals = 1 << 26;
  refuse(&b, "service_room");
  assert_null(dv_block_fault(b.m, &what));
  dv_machine_close(b.machine);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rows_lie_apart),
      cmocka_unit_test(stages_write_their_rows),
      cmocka_unit_test(early_reader_is_caught),
      cmocka_unit_test(other_blocks_are_told),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
