// matrix_controller.h: the kind that is a controller by its matrices, for those who write such parts.
#pragma once

#define DV_LINEAR_CONTROLLER "control.linear"
enum { DV_LINEAR_STATES = 24, DV_LINEAR_OUTPUTS = 8, DV_LINEAR_INPUTS = 24, DV_LINEAR_POINTS = 32 };
