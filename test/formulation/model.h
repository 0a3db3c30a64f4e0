// model.h: machines of the sheets as plain trees, with numbers of their own.
#pragma once

#include "formulation/lagrange.h"
#include "formulation/matrix.h"
#include "skeleton/check.h"
#include "support.h"

#include <stdio.h>

// Placement: columns of R are the child's axes, as products of the elementary rotations of the sheet (degrees).
UNUSED_OK static void turned(double *R, const char *axes, const double *degrees)
{
  for (int i = 0; i < 9; i++) R[i] = i % 4 == 0;
  for (int n = 0; axes[n]; n++) {
    int e = axes[n] - 'x', y = (e + 1) % 3, z = (e + 2) % 3;
    double s = sin(degrees[n] * acos(-1) / 180), c = cos(degrees[n] * acos(-1) / 180), E[9] = {0}, T[9];
    E[4 * e] = 1;
    E[4 * y] = E[4 * z] = c;
    E[3 * z + y] = s;
    E[3 * y + z] = -s;
    dv_m3_product(R, E, T);
    memcpy(R, T, sizeof T);
  }
}

// One more link; I: diagonal, about the centre of mass.
UNUSED_OK static tree_link *add_link(random_tree *t, int parent, const char *joint, const double *p, double mass,
                                     const double *com, const double *I)
{
  tree_link *b = &t->body[t->n++];
  memset(b, 0, sizeof *b);
  b->parent = parent;
  snprintf(b->joint, sizeof b->joint, "%s", joint);
  turned(b->R, "", NULL);
  b->mass = mass;
  for (int i = 0; i < 3; i++) {
    if (p) b->p[i] = p[i];
    if (com) b->com[i] = com[i];
    if (I) b->inertia[DV_SYM(i, i)] = I[i];
  }
  return b;
}

// The first n bodies of the Titan table (sheet titan4, 3.1), on a parent; the first joint's placement is left to the caller.
UNUSED_OK static void add_titan(random_tree *t, int parent, int n)
{
  static const double mass[6] = {15, 40, 17, 8, 8, 12};
  static const double I[6][3] = {
      {0.1015, 0.1015, 0.108},
      {0.216,  2.522,  2.522},
      {0.082,  0.372,  0.241},
      {0.034,  0.029,  0.363},
      {0.025,  0.034,  0.029},
      {0.025,  0.034,  0.029}
  };
  static const double com[6][3] = {
      {0,     0,     0.1  },
      {0.39,  0,     0    },
      {0.241, 0,     0    },
      {0.065, 0,     0    },
      {0,     0.053, 0    },
      {0,     0,     0.083}
  };
  static const double p[6][3] = {
      {0,     0,     0    },
      {0,     0.121, 0.195},
      {0.851, 0,     0    },
      {0.483, 0,     0    },
      {0.133, 0,     0    },
      {0,     0.107, 0    }
  };
  static const char *const axes[6] = {"", "zx", "", "", "yx", "xz"};
  static const double degrees[6][2] = {
      {0,   0  },
      {90,  90 },
      {0,   0  },
      {0,   0  },
      {-90, -90},
      {-90, -90}
  };
  for (int i = 0; i < n; i++) {
    tree_link *b = add_link(t, i ? t->n - 1 : parent, "revolute_z", p[i], mass[i], com[i], I[i]);
    turned(b->R, axes[i], degrees[i]);
  }
}
