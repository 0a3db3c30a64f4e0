// include_path.c: see include_path.h.
#include "include_path.h"

#include <libgen.h>
#include <stdlib.h>
#include <string.h>

const char *include_path(dv_arena *a, const char *machine, const char *out)
{
  char *there = dv_arena_copy(a, out, strlen(out)), *here = dv_arena_copy(a, machine, strlen(machine));
  if (!strcmp(dirname(there), dirname(here))) return strrchr(machine, '/') ? strrchr(machine, '/') + 1 : machine;
  char *full = realpath(machine, NULL);
  const char *path = full ? dv_arena_copy(a, full, strlen(full)) : machine;
  free(full);
  return path;
}
