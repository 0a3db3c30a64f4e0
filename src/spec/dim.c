// dim.c: dimensions in words, for messages: "'3 kg' is a mass (kg), but length needs m".
#include "spec/units.h"

#include <string.h>

static const char *const base_symbol[7] = {"kg", "m", "s", "K", "A", "mol", "cd"};

int dv_dim_equal(dv_dim a, dv_dim b) { return a.any || b.any || !memcmp(a.e, b.e, sizeof a.e); }

static int is_power(dv_dim d, int metre, int second)
{
  const dv_dim is = {
      .e = {0, (signed char)(2 * metre), (signed char)(2 * second)}
  };
  return !memcmp(d.e, is.e, sizeof is.e);
}

const char *dv_dim_turn_fault(dv_dim given, dv_dim wanted)
{
  int rate = is_power(wanted, 0, -1), angle = wanted.turn == DV_TURN_ANGLE;
  if (rate && wanted.turn == DV_TURN_CYCLE && given.turn == DV_TURN_ANGLE) return "give cycles per second, Hz: 60 rpm are 1 Hz";
  if (rate && angle && given.turn == DV_TURN_CYCLE) return "give rad/s, or rev/s: 1 Hz are 2 pi rad/s";
  if (given.turn != DV_TURN_LEFT_OUT || !angle) return NULL;
  if (rate) return "say what it counts: rpm, or rad/min";
  if (is_power(wanted, 3, 0)) return "say for what angle: cm^3/rev, or cm^3/rad";
  return is_power(wanted, 1, 0) ? "say for what angle: mm/rev, or mm/rad" : NULL;
}

// Familiar names; the first that fits is shown. Exponents of kg m s K A.
static const struct {
  signed char e[5];
  const char *name;
} familiar[] = {
    {{0, 1, 0, 0, 0},   "a length (m)"                                },
    {{1, 0, 0, 0, 0},   "a mass (kg)"                                 },
    {{0, 0, 1, 0, 0},   "a time (s)"                                  },
    {{0, 0, 0, 1, 0},   "a temperature (K)"                           },
    {{0, 0, 0, 0, 1},   "a current (A)"                               },
    {{0, 0, -1, 0, 0},  "a frequency or angular velocity (1/s)"       },
    {{0, 0, -2, 0, 0},  "an angular acceleration (1/s^2)"             },
    {{0, 1, -1, 0, 0},  "a velocity (m/s)"                            },
    {{0, 1, -2, 0, 0},  "an acceleration (m/s^2)"                     },
    {{0, 1, -3, 0, 0},  "a jerk (m/s^3)"                              },
    {{0, 2, 0, 0, 0},   "an area (m^2)"                               },
    {{0, 3, 0, 0, 0},   "a volume (m^3)"                              },
    {{0, 3, -1, 0, 0},  "a flow (m^3/s)"                              },
    {{0, 2, -1, 0, 0},  "a kinematic viscosity (m^2/s)"               },
    {{1, 1, -2, 0, 0},  "a force (N)"                                 },
    {{1, 2, -2, 0, 0},  "a torque or energy (N.m)"                    },
    {{1, -1, -2, 0, 0}, "a pressure (Pa)"                             },
    {{1, 2, -3, 0, 0},  "a power (W)"                                 },
    {{1, -3, 0, 0, 0},  "a density (kg/m^3)"                          },
    {{1, -1, -1, 0, 0}, "a dynamic viscosity (Pa.s)"                  },
    {{1, 0, -2, 0, 0},  "a stiffness (N/m)"                           },
    {{1, 0, -1, 0, 0},  "a damping or mass flow (N.s/m)"              },
    {{1, 2, -1, 0, 0},  "a rotary damping or angular momentum (N.m.s)"},
    {{1, 1, -1, 0, 0},  "a momentum (N.s)"                            },
    {{1, 2, 0, 0, 0},   "an inertia (kg.m^2)"                         },
    {{1, 1, 0, 0, 0},   "a first moment of mass (kg.m)"               },
    {{1, -1, 0, 0, 0},  "a mass per length (kg/m)"                    },
    {{1, 2, -3, 0, -1}, "a voltage (V)"                               },
    {{1, 2, -3, 0, -2}, "a resistance (ohm)"                          },
    {{1, 2, -2, 0, -2}, "an inductance (H)"                           },
    {{0, 0, 1, 0, 1},   "a charge (C)"                                },
    {{-1, -2, 4, 0, 2}, "a capacitance (F)"                           },
};

static const char *familiar_name(dv_dim d)
{
  for (size_t k = 0; k < sizeof familiar / sizeof *familiar; k++) {
    int same = !d.e[5] && !d.e[6];
    for (int i = 0; i < 5; i++) same &= d.e[i] == 2 * familiar[k].e[i];
    if (same) return familiar[k].name;
  }
  return NULL;
}

static int is_pure(dv_dim d)
{
  static const signed char none[7] = {0};
  return !memcmp(d.e, none, sizeof d.e);
}

static const char *powers(dv_arena *a, dv_dim d)
{
  const char *text = "";
  for (int i = 0; i < 7; i++) {
    if (!d.e[i]) continue;
    const char *gap = *text ? " " : "", *name = base_symbol[i];
    if (d.e[i] == 2) text = dv_arena_text(a, "%s%s%s", text, gap, name);
    else if (d.e[i] % 2 == 0) text = dv_arena_text(a, "%s%s%s^%d", text, gap, name, d.e[i] / 2);
    else text = dv_arena_text(a, "%s%s%s^%d/2", text, gap, name, d.e[i]);
  }
  return text;
}

const char *dv_dim_text(dv_arena *a, dv_dim d)
{
  if (d.any) return "a bare number";
  if (is_pure(d)) return "an angle or a pure number (rad, 1)";
  const char *text = familiar_name(d);
  return text ? text : powers(a, d);
}

const char *dv_dim_unit(dv_arena *a, dv_dim d)
{
  if (d.any || is_pure(d)) return "";
  if (d.turn == DV_TURN_ANGLE && (is_power(d, 3, 0) || is_power(d, 1, 0))) return is_power(d, 1, 0) ? "m/rad" : "m^3/rad";
  const char *text = familiar_name(d), *open = text ? strchr(text, '(') : NULL;
  return open ? dv_arena_copy(a, open + 1, strlen(open) - 2) : powers(a, d);
}
