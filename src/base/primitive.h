// primitive.h: what the program knows of a primitive joint: how far its coordinate turns and slides the child (primitives.def).
#pragma once

typedef struct {
  const char *name;
  int turns, slides, pitched;
} dv_primitive;

// The number that its link keeps, from the pitch in m/rad; how far a unit of the coordinate turns (rad) and slides (m) with it.
static inline double dv_primitive_number(const dv_primitive *p, double pitch) { return p->pitched < 0 ? 1 / pitch : pitch; }
static inline double dv_primitive_turn(const dv_primitive *p, double number) { return p->turns + (p->pitched < 0 ? number : 0); }
static inline double dv_primitive_slide(const dv_primitive *p, double number)
{
  return p->slides + (p->pitched > 0 ? number : 0);
}

const dv_primitive *dv_primitive_find(const char *name);  // NULL: none
