// codes.h: the codes of the benchmarks and the questions' names.
#pragma once

#include "peer.h"

extern const dv_peer dv_peer_reference_x1, dv_peer_reference_x4, dv_peer_reference_x8;

static const char *const dv_op_name[DV_PEER_OPS] = {"kinematics", "rnea", "crba", "aba", "reaction", "total", "point"};
