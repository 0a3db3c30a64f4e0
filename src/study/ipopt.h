// ipopt.h: the library Ipopt, opened where it is used, its names for itself alone: with it comes a make-believe MPI (of
// sequential MUMPS) that would stand before the real one of sweeps. Private to this folder.
#pragma once

#include <IpStdCInterface.h>

#define DV_IPOPT_FUNCTIONS(F)                                                                                                    \
  F(CreateIpoptProblem)                                                                                                          \
  F(FreeIpoptProblem)                                                                                                            \
  F(AddIpoptStrOption)                                                                                                           \
  F(AddIpoptNumOption) F(AddIpoptIntOption) F(SetIntermediateCallback) F(SetIpoptProblemScaling) F(IpoptSolve)

typedef struct {
#define F(name) __typeof__(name) *name;
  DV_IPOPT_FUNCTIONS(F)
#undef F
} dv_ipopt;

int dv_ipopt_open(dv_ipopt *l);  // 1: it is not there. It stays open.
