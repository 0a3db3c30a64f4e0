// matrix_controller.h: the kinds that are controllers by their matrices, for those who write such parts.
#pragma once

#define DV_LINEAR_CONTROLLER "control.linear"
enum { DV_LINEAR_STATES = 24, DV_LINEAR_OUTPUTS = 8, DV_LINEAR_INPUTS = 24, DV_LINEAR_POINTS = 32 };

#define DV_PREDICTIVE_CONTROLLER "control.mpc"
enum { DV_MPC_STATES = 24, DV_MPC_OUTPUTS = 8, DV_MPC_ROWS = 48 };

#define DV_STATE_OBSERVER "signal.observer"  // what gives them states that are not measured
