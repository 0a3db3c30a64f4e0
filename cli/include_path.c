// include_path.c: see include_path.h.
#include "include_path.h"

#include "base/real_path.h"

#include <libgen.h>
#include <string.h>

const char *include_path(dv_arena *a, const char *machine, const char *out)
{
  char *there = dv_arena_copy(a, out, strlen(out)), *here = dv_arena_copy(a, machine, strlen(machine));
  if (!strcmp(dirname(there), dirname(here))) return strrchr(machine, '/') ? strrchr(machine, '/') + 1 : machine;
  const char *full = dv_real_path(a, machine);
  return full ? full : machine;
}
