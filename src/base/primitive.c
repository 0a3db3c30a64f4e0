// primitive.c: the table of primitive joints.
#include "base/primitive.h"

#include <stddef.h>
#include <string.h>

static const dv_primitive primitives[] = {
#define DV_PRIMITIVE(name, alone, turns, slides, pitched, look) {#name, turns, slides, pitched},
#include "base/primitives.def"
};

const dv_primitive *dv_primitive_find(const char *name)
{
  for (size_t i = 0; i < sizeof primitives / sizeof *primitives; i++)
    if (!strcmp(primitives[i].name, name)) return &primitives[i];
  return NULL;
}
