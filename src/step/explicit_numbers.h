// explicit_numbers.h: the coefficients of the explicit methods, for their steps and for their slopes. Each method's file says
// whose.
//
//   k_i = f(t + node_i h, x + h sum_j part_ij k_j),   x1 = x + h sum_j weight_j k_j
#pragma once

enum { DV_STAGES_MOST = 7, DV_RKN_STAGES = 4 };

typedef struct {
  int stages;
  double node[DV_STAGES_MOST], part[DV_STAGES_MOST][DV_STAGES_MOST], weight[DV_STAGES_MOST];
} dv_tableau;

// clang-format off
static const dv_tableau dv_rk4 = {
    4, {0, 0.5, 0.5, 1}, {{0}, {0.5}, {0, 0.5}, {0, 0, 1}}, {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0}};
static const dv_tableau dv_rk3 = {3, {0, 1, 0.5}, {{0}, {1}, {0.25, 0.25}}, {1 / 6.0, 1 / 6.0, 2 / 3.0}};
static const dv_tableau dv_heun = {2, {0, 1}, {{0}, {1}}, {0.5, 0.5}};
static const dv_tableau dv_euler = {1, {0}, {{0}}, {1}};
static const dv_tableau dv_dopri5 = {
    7, {0, 1 / 5.0, 3 / 10.0, 4 / 5.0, 8 / 9.0, 1, 1},
    {{0},
     {1 / 5.0},
     {3 / 40.0,       9 / 40.0},
     {44 / 45.0,      -56 / 15.0,      32 / 9.0},
     {19372 / 6561.0, -25360 / 2187.0, 64448 / 6561.0, -212 / 729.0},
     {9017 / 3168.0,  -355 / 33.0,     46732 / 5247.0, 49 / 176.0,   -5103 / 18656.0},
     {35 / 384.0,     0,               500 / 1113.0,   125 / 192.0,  -2187 / 6784.0,  11 / 84.0}},
    {35 / 384.0, 0, 500 / 1113.0, 125 / 192.0, -2187 / 6784.0, 11 / 84.0}};  // the last stage is the end
// Methods that are nothing but their tableau, by name: their slopes follow from it (solve/sensitivity.c).
#define DV_TABLEAUX {{"rk4", &dv_rk4}, {"rk3", &dv_rk3}, {"heun", &dv_heun}}
// Of the sum that bends the states between dopri5's steps.
static const double dv_dopri5_bulge[DV_STAGES_MOST] = {
    -12715105075 / 11282082432.0, 0, 87487479700 / 32700410799.0, -10690763975 / 1880347072.0, 701980252875 / 199316789632.0,
    -1453857185 / 822651844.0, 69997945 / 29380423.0};
// rkn's coordinates, and at last the end:  q_i = q + h sum rate_ij v_j + h^2 sum bend_ij a_j; all else goes as in rk4.
static const double dv_rkn_rate[DV_RKN_STAGES + 1][DV_STAGES_MOST] = {
    {0}, {0.5}, {0.5}, {1}, {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0}};
static const double dv_rkn_bend[DV_RKN_STAGES + 1][DV_STAGES_MOST] = {{0}, {0.125}, {0.125}, {0, 0, 0.5}, {0}};
// euler's, whose rates are those at the end.
static const double dv_euler_rate[2][DV_STAGES_MOST] = {{0}, {1}};
static const double dv_euler_bend[2][DV_STAGES_MOST] = {{0}, {1}};
// clang-format on
