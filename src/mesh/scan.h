// scan.h: numbers in the text of meshes.
#pragma once

#include <stdint.h>
#include <stdlib.h>

static inline const char *dv_scan_three(const char *at, float p[3])
{
  char *end = (char *)(uintptr_t)at;
  for (int i = 0; i < 3; i++) p[i] = strtof(end, &end);
  return end;
}
