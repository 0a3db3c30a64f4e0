// algebra_ida.c: what follows from itself, a tee without capacity and a signal, against IDA of SUNDIALS on the same equations.
#include "harness.h"

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

// Oil through an orifice that a signal opens to a tee, from there through another one to a chamber; both leak to the tank.
static const char *const machine =
    "signals:\n"
    "  anomaly: 3*t + 0.6*sin(anomaly)\n"
    "  u: 0.5 + 0.4*sin(anomaly)\n"
    "parts:\n"
    "  rail: {kind: hydraulic.pressure, a: P, pressure: 20 MPa}\n"
    "  tank: {kind: hydraulic.tank, a: T}\n"
    "  in: {kind: hydraulic.orifice, a: P, b: M, law: root, area: 3 mm2, cd: 0.6, rho: 800 kg/m3, opening: u}\n"
    "  out: {kind: hydraulic.orifice, a: M, b: C, law: root, area: 2 mm2, cd: 0.6, rho: 800 kg/m3}\n"
    "  drip: {kind: hydraulic.leak, a: M, b: T, conductance: 2e-12 m3/s/Pa}\n"
    "  drain: {kind: hydraulic.leak, a: C, b: T, conductance: 8e-12 m3/s/Pa}\n"
    "  chamber: {kind: hydraulic.volume, a: C, volume: 1 l, bulk: 1e9 Pa}\n";

enum { CHAMBER, TEE, ANOMALY, SIZE };
static const double MEGA = 1e6;

static double orifice(double area, double drop) { return area * 0.6 * sqrt(2.0 / 800) * copysign(sqrt(fabs(drop) * MEGA), drop); }

// Pressures in MPa: 0 = C' V/B - q + G C,  0 = q_in - q - g M,  0 = anomaly - 3 t - 0.6 sin(anomaly)
static int residual(realtype t, N_Vector y, N_Vector rate, N_Vector out, void *of)
{
  const double *x = N_VGetArrayPointer(y), *dx = N_VGetArrayPointer(rate);
  double *r = N_VGetArrayPointer(out), litre = 1e-3, bulk = 1e9;
  double q = orifice(2e-6, x[TEE] - x[CHAMBER]), into = orifice(3e-6 * (0.5 + 0.4 * sin(x[ANOMALY])), 20 - x[TEE]);
  (void)of;
  r[CHAMBER] = 1e3 * (dx[CHAMBER] * MEGA * litre / bulk - q + 8e-12 * x[CHAMBER] * MEGA);
  r[TEE] = 1e3 * (into - q - 2e-12 * x[TEE] * MEGA);
  r[ANOMALY] = x[ANOMALY] - 3 * t - 0.6 * sin(x[ANOMALY]);
  return 0;
}

static void by_ida(double until, double *end)
{
  SUNContext context;
  assert_int_equal(SUNContext_Create(NULL, &context), 0);
  N_Vector y = N_VNew_Serial(SIZE, context), rate = N_VNew_Serial(SIZE, context), is_state = N_VNew_Serial(SIZE, context);
  SUNMatrix A = SUNDenseMatrix(SIZE, SIZE, context);
  SUNLinearSolver by = SUNLinSol_Dense(y, A, context);
  void *ida = IDACreate(context);
  double t;
  N_VConst(0, y), N_VConst(0, rate), N_VConst(0, is_state);
  N_VGetArrayPointer(y)[TEE] = 10;
  N_VGetArrayPointer(is_state)[CHAMBER] = 1;
  assert_int_equal(IDAInit(ida, residual, 0, y, rate), IDA_SUCCESS);
  assert_int_equal(IDASStolerances(ida, 1e-11, 1e-12), IDA_SUCCESS);
  assert_int_equal(IDASetLinearSolver(ida, by, A), IDA_SUCCESS);
  assert_int_equal(IDASetId(ida, is_state), IDA_SUCCESS);
  assert_int_equal(IDASetMaxNumSteps(ida, 100000), IDA_SUCCESS);
  assert_int_equal(IDACalcIC(ida, IDA_YA_YDP_INIT, 1e-3), IDA_SUCCESS);
  assert_int_equal(IDASolve(ida, until, &t, y, rate, IDA_NORMAL), IDA_SUCCESS);
  memcpy(end, N_VGetArrayPointer(y), SIZE * sizeof *end);
  IDAFree(&ida);
  SUNLinSolFree(by);
  SUNMatDestroy(A);
  N_VDestroy(y), N_VDestroy(rate), N_VDestroy(is_state);
  SUNContext_Free(&context);
}

static void the_same_chamber(void **state)
{
  (void)state;
  for (int i = 1; i <= 3; i++) {
    double end[SIZE], until = 0.7 * i;
    fixture b = fixture_open(machine);
    fixture_run(&b, "cvode-bdf", until, 0);
    by_ida(until, end);
    print_message("%g s: %.9f MPa, IDA %.9f MPa\n", until, fixture_value(&b, "C.pressure") / MEGA, end[CHAMBER]);
    assert_near(fixture_value(&b, "C.pressure") / MEGA, end[CHAMBER], 1e-7);
    fixture_close(&b);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_same_chamber)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
