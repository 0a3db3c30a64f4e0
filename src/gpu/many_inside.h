// many_inside.h: what the files of dv_gpu share.
#pragma once

#include "gpu/many.h"

struct dv_gpu {
  const dv_traced_machine *t;
  dv_card *card;
  dv_gpu_options o;
  dv_card_program program;
  dv_gpu_needs needs;
  long many, n;  // that fit; that are there
  void *x, *d, *p, *keep, *at, *plan, *kept, *time, *measure, *out, *slope, *memory;
  size_t planned;   // bytes of the plan
  long first, all;  // of the caller's arrays
  struct {
    void *in, *out, *side;
  } exchange;  // as davit_exchange
  void *x0, *d0, *p0, *slope0, *list, *moved;
  int begun;  // 1: steps were taken since the machines were put there
};
