// shown.c: one row for each unit and size; page/src/units.js has the same rows for the viewer.
#include "base/shown.h"

#include <stddef.h>
#include <string.h>

#define DEGREES 57.295779513082323

// From which size on, in SI; of the rows of a unit the last that fits counts.
static const struct {
  const char *si;
  double least;
  dv_shown as;
} row[] = {
    {"rad",     0,    {"deg", DEGREES, 0}    },
    {"rad/s",   0,    {"deg/s", DEGREES, 0}  },
    {"rad/s^2", 0,    {"deg/s^2", DEGREES, 0}},
    {"Pa",      0,    {"bar", 1e-5, 0}       },
    {"Pa/s",    0,    {"bar/s", 1e-5, 0}     },
    {"m^3/s",   0,    {"l/min", 60000, 0}    },
    {"m^3",     0,    {"l", 1000, 0}         },
    {"m^3",     10,   {"m^3", 1, 0}          },
    {"m^2",     0,    {"cm^2", 1e4, 0}       },
    {"m^2",     1,    {"m^2", 1, 0}          },
    {"m",       0,    {"mm", 1000, 0}        },
    {"m",       1,    {"m", 1, 0}            },
    {"m/s",     0,    {"mm/s", 1000, 0}      },
    {"m/s",     0.1,  {"m/s", 1, 0}          },
    {"N",       1000, {"kN", 1e-3, 0}        },
    {"N.m",     1000, {"kN.m", 1e-3, 0}      },
    {"W",       1000, {"kW", 1e-3, 0}        },
    {"J",       1000, {"kJ", 1e-3, 0}        },
    {"J",       1e6,  {"MJ", 1e-6, 0}        },
    {"V",       1e4,  {"kV", 1e-3, 0}        },
    {"K",       0,    {"degC", 1, -273.15}   },
};

dv_shown dv_shown_as(const char *unit, double largest)
{
  dv_shown best = {unit && strcmp(unit, "1") && strcmp(unit, "*") ? unit : "", 1, 0};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (unit && !strcmp(unit, row[i].si) && (row[i].least <= 0 || largest >= row[i].least)) best = row[i].as;
  return best;
}
