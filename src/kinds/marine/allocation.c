// allocation.c: shares a wanted force and moment out to thrusters, as shares.h says.
#include "kinds/marine/shares.h"

DV_PARAMETERS(
    DV_P(limit, "N", 1e30, 0, 1e30, "largest thrust of each")
);

enum { WEIGHT = 6, SHARES_LEAST = 1 };

static const dv_option options[] = {
    {"beyond", "scale|clip", "what happens to thrusts beyond the limit"}
};
static const dv_table tables[] = {SHARES_TABLES};
#define WEIGHT_ROW(n)                                                                                                            \
  {                                                                                                                              \
    "weight" #n, "1", 1, "of thruster " #n ": 1, or less to spare it, 0 if it is lost", DV_OPTIONAL_ONE                          \
  }
static const dv_quantity ins[] = {
    {"fx", "N",   100, "wanted force along x",  DV_OPTIONAL},
    {"fy", "N",   100, "along y",               DV_OPTIONAL},
    {"fz", "N",   100, "along z",               DV_OPTIONAL},
    {"mx", "N.m", 100, "wanted moment about x", DV_OPTIONAL},
    {"my", "N.m", 100, "about y",               DV_OPTIONAL},
    {"mz", "N.m", 100, "about z",               DV_OPTIONAL},
    WEIGHT_ROW(1),
    WEIGHT_ROW(2),
    WEIGHT_ROW(3),
    WEIGHT_ROW(4),
    WEIGHT_ROW(5),
    WEIGHT_ROW(6),
    WEIGHT_ROW(7),
    WEIGHT_ROW(8),
    WEIGHT_ROW(9),
    WEIGHT_ROW(10),
    WEIGHT_ROW(11),
    WEIGHT_ROW(12),
};
#define THRUST_ROW(n)                                                                                                            \
  {                                                                                                                              \
    "thrust" #n, "N", 100, "of thruster " #n, 0                                                                                  \
  }
static const dv_quantity outs[] = {
    THRUST_ROW(1), THRUST_ROW(2), THRUST_ROW(3), THRUST_ROW(4),  THRUST_ROW(5),  THRUST_ROW(6),
    THRUST_ROW(7), THRUST_ROW(8), THRUST_ROW(9), THRUST_ROW(10), THRUST_ROW(11), THRUST_ROW(12),
};

SHARES_LAWS

DV_LAW(signal) { shares_out(c, c->in + WEIGHT, c->in, p->limit, c->opt[0], c->out); }

DV_KIND(marine, allocation) = {
    .name = "marine.allocation",
    .doc = "shares force and moment out to thrusters by pseudo-inverse, with limits and lost thrusters",
    DV_PARAMS,
    DV_ROWS(option, options),
    DV_ROWS(table, tables),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .fault = fault,
    .prepare = prepare,
    .signal = signal,
    .example = "signals: {lost: {kind: step, from: 1, to: 0, at: 1 s}}\n"
               "parts:\n"
               "  share: {kind: marine.allocation, fx: 60 N, mz: 12 N.m, weight3: lost,\n"
               "          places: [[0, -1, 0], [0, 1, 0], [0, 0, 0]], directions: [[1, 0, 0], [1, 0, 0], [1, 0, 0]]}\n"
               "until: 2 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: share.thrust1, at: 0.5 s, is: 26, within: 1e-9, source: a third of 60 N and half of 12 N m}\n"
               "      - {value: share.thrust2, at: 0.5 s, is: 14, within: 1e-9, source: a third of 60 N less half of 12 N m}\n"
               "      - {value: share.thrust3, at: 0.5 s, is: 20, within: 1e-9, source: a third}\n"
               "      - {final: share.thrust1, is: 36, within: 1e-9, source: the two that are left}\n"
               "      - {final: share.thrust3, is: 0, within: 1e-12, source: lost}\n",
};
