// primitive.h: what the program knows of a primitive joint: how far its coordinate turns and slides the child (primitives.def).
#pragma once

typedef struct {
  const char *name;
  int turns, slides, pitched;
} dv_primitive;

const dv_primitive *dv_primitive_find(const char *name);  // NULL: none
