// slack.h: a root that does not change its sign for rounding.
//
// A stop that its load just touches neither pushes nor pulls: its root is zero but for rounding, and each change of sign would be
// an event. With slack it changes where it is beyond zero by that much, on the side that is not held (dv_beyond).
#pragma once

#include "davit/kind.h"

DV_FN real slack_root(const dv_cell *c, int i, real root, real slack)
{
  real held = c->side ? c->side[i] : dv_real(0);
  return dv_select(held < -0.5, root - slack, dv_select(held > 0.5, root + slack, root));
}
