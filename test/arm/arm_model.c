// arm_model.c: kinematics and dynamics of the arm against the sheet's tables (checks 4, 5, 7; sections 5.1, 5.2).
//
//   B qdd + 1/2 B' qd^2 + g = u   at F = 0;   z' = J qd,  z'' = J qdd + J' qd^2
#include "arm.h"
#include "engine/skeleton_at.h"

typedef struct {
  const char *variant, *z0;
  double q, L, q1, q2, theta, y, J, slope;  // 5.1
  double B, B_slope, g, U, B_A;             // 5.2
} pose;

static const char nominal[] = "name=electric-road-arm", full[] = "variant=full";
static const pose poses[] = {
    {nominal, "z0=-50 mm",  0.130447927886, 0.330447927886, -0.178216631599, 0.307439868492, 0.016667438368, 0.739916660879,
     13.0012003414,  316.559384745,  164.867305991, 6013.26175374, 138.754847541,  -0.547898506571, 0.975366062168},
    {nominal, "z0=-70 mm",  0.128880641773, 0.328880641773, -0.152194429501, 0.308953317468, 0.050020856806, 0.739249530663,
     12.5280392355,  288.145008144,  156.169102862, 5121.65716700, 133.649443917,  -0.761303961904, 0.995013345569},
    {nominal, "z0=-100 mm", 0.126419397575, 0.326419397575, -0.112879591053, 0.311360856328, 0.100167421162, 0.736992462264,
     11.8643625966,  252.764920980,  144.929752708, 4070.54160034, 126.482676287,  -1.08123717597,  1.02960046268 },
    {full,    "z0=-150 mm", 0.420069288190, 0.770069288190, 0.282330185678,  0.330637549695, 0.041678732423, 1.398957880828,
     -9.67023716282, -80.0111969326, 1884.73804546, 25925.1972882, -2101.09710526, 0.414289636382,  20.1547189636 },
    {full,    "z0=-250 mm", 0.429971706136, 0.779971706136, 0.343394406419,  0.326283093615, 0.125327831168, 1.390588089979,
     -10.5632382728, -102.189886101, 2200.95427706, 39316.1938308, -2296.31866339, -21.3190220101,  19.7249934727 },
    {full,    "z0=-350 mm", 0.439005418658, 0.789005418658, 0.404591366674,  0.322411373166, 0.209870592263, 1.373669459431,
     -11.6276856372, -136.747765434, 2650.64326763, 63005.2074722, -2528.77031309, -43.0625126426,  19.6049039667 },
};

// z'' of the shoe: at zero accelerations, and what the accelerations add.
static double shoe_acceleration(const arm *a)
{
  const dv_model *m = a->m->model;
  double at[3], v[3], acc[3], *J = DV_TAKE(a->m->arena, double, 6 * m->nv), zero[3] = {0};
  int body = 0;
  while (strcmp(dv_model_text(m, dv_model_BODY(m)[body].name), "carrier")) body++;
  dv_engine_point(m, a->s->x, a->s->x + m->nq, body, zero, at, v, acc, a->work);
  dv_engine_jacobian(m, a->s->x, body, zero, J, a->work);
  for (int i = 0; i < m->nv; i++) acc[2] += J[5 * m->nv + i] * a->dx[m->nq + i];
  return acc[2];
}

static double acceleration(const pose *p, const char *setting, const char *other)
{
  const char *const list[] = {p->variant, p->z0, "F=0", setting, other, NULL};
  arm a = arm_open(NULL, list);
  double qdd = arm_value(&a, "q3i.acceleration");
  arm_close(&a);
  return qdd;
}

static void kinematics(void **state)
{
  (void)state;
  for (int i = 0; i < DV_COUNT(poses); i++) {
    const pose *p = &poses[i];
    const char *const list[] = {p->variant, p->z0, "joints.q3i.rate=1", NULL};
    arm a = arm_open(NULL, list);
    double J = arm_value(&a, "carrier.vz"), qdd = arm_value(&a, "q3i.acceleration");
    assert_relative("q", arm_value(&a, "q3i"), p->q, 1e-9);
    assert_relative("q of leg j", arm_value(&a, "q3j"), p->q, 1e-9);
    assert_relative("q1i", arm_value(&a, "q1i"), p->q1, 1e-9);
    assert_relative("q2i", arm_value(&a, "q2i"), p->q2, 1e-9);
    assert_relative("q2j", arm_value(&a, "q2j"), p->q2, 1e-9);
    assert_relative("q2t", arm_value(&a, "q2t"), p->theta, 1e-9);
    assert_relative("y_e", arm_value(&a, "carrier.shoe.y"), p->y, 1e-9);
    assert_relative("J", J, p->J, 1e-9);
    assert_relative("dJ/dq", shoe_acceleration(&a) - J * qdd, p->slope, 1e-9);
    arm_close(&a);
  }
}

static void dynamics(void **state)
{
  (void)state;
  for (int i = 0; i < DV_COUNT(poses); i++) {
    const pose *p = &poses[i];
    double still = acceleration(p, "signals.u=0 N", "until=1 s"), pushed = acceleration(p, "signals.u=1000 N", "until=1 s"),
           moving = acceleration(p, "joints.q3i.rate=1", "until=1 s");
    double B = 1000 / (pushed - still), g = -B * still;
    assert_relative("B", B, p->B, 1e-8);
    assert_relative("g", g, p->g, 1e-8);
    assert_relative("dB/dq", 2 * B * (still - moving), p->B_slope, 1e-8);
    assert_relative("B_A", B / (p->J * p->J), p->B_A, 1e-8);
    const char *const list[] = {p->variant, p->z0, NULL};
    arm a = arm_open(NULL, list);
    assert_relative("U", arm_value(&a, "energy.potential"), p->U, 1e-8);
    arm_close(&a);
  }
}

// Check 7: the rotors' spin is 25.279 % of B at -70 mm.
static void rotors(void **state)
{
  (void)state;
  const pose *p = &poses[1];
  double with = 1000 / (acceleration(p, "signals.u=1000 N", "until=1 s") - acceleration(p, "signals.u=0 N", "until=1 s"));
  double without = 1000 / (acceleration(p, "signals.u=1000 N", "Ia_m=0") - acceleration(p, "signals.u=0 N", "Ia_m=0"));
  assert_relative("rotors", (with - without) / with, 0.25279, 5e-5);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(kinematics), cmocka_unit_test(dynamics), cmocka_unit_test(rotors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
