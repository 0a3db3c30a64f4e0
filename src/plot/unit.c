// unit.c: units as a reader of a figure wants them.
#include "plot/plot.h"
#include "plot/svg.h"

#include <ctype.h>
#include <string.h>

// m^3/s and m3/s are one.
static int same_unit(const char *a, const char *b)
{
  for (;; a++, b++) {
    a += *a == '^';
    b += *b == '^';
    if (*a != *b || !*a) return *a == *b;
  }
}

const char *dv_unit_meaning(const char *unit)
{
  static const char *const table[][2] = {
      {"m",       "position"            },
      {"m/s",     "velocity"            },
      {"m/s2",    "acceleration"        },
      {"rad",     "angle"               },
      {"rad/s",   "angular rate"        },
      {"rad/s2",  "angular acceleration"},
      {"N",       "force"               },
      {"N.m",     "moment"              },
      {"J",       "energy"              },
      {"W",       "power"               },
      {"Pa",      "pressure"            },
      {"m3/s",    "flow"                },
      {"kg m/s",  "momentum"            },
      {"kg m2/s", "angular momentum"    },
      {"V",       "voltage"             },
      {"A",       "current"             },
      {"kg",      "mass"                },
      {"Hz",      "frequency"           },
      {"K",       "temperature"         }
  };
  for (int i = 0; i < (int)(sizeof table / sizeof *table); i++)
    if (same_unit(unit, table[i][0])) return table[i][1];
  return NULL;
}

// m^3/s as people write it; "kg m2/s" gets its raised digits, N.m its dot.
const char *dv_unit_pretty(dv_arena *a, const char *unit)
{
  static const char *const raised[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
                                       "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  dv_text t = {.arena = a};
  for (const char *s = unit; *s; s++) {
    int after = s > unit && (isalpha((unsigned char)s[-1]) || s[-1] == '^' || s[-1] == '-');
    if (isdigit((unsigned char)*s) && after) dv_text_add(&t, "%s", raised[*s - '0']);
    else if (*s == '-' && isdigit((unsigned char)s[1])) dv_text_add(&t, "\u207b");
    else if (*s == '.') dv_text_add(&t, "\u00b7");
    else if (*s != '^') dv_text_put(&t, s, 1);
  }
  return dv_text_all(&t);
}
