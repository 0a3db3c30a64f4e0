// check_weld.c: `motion: welded`: a joint stands at its position for good and is fixed from then on.
//
//   at := at X(position),   X the motion of the joint:  the child's body and the parent's become one link
#include "spec/check.h"

void dv_check_weld(dv_joint_spec *j)
{
  if (!j->welded) return;
  j->at = dv_place_times(j->at, dv_joint_motion_now(j));
  j->type = DV_J_FIXED;
  j->ncoordinate = 0;
}
