// include_path.c: see include_path.h.
#include "include_path.h"

#include "base/real_path.h"
#include "base/text.h"

#include <libgen.h>
#include <string.h>

const char *yaml_word(dv_arena *a, const char *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-";
  if (*text && *text != '-' && !text[strspn(text, plain)]) return text;
  dv_text t = {.arena = a};
  dv_text_add(&t, "\"");
  for (const char *s = text; *s; s++)
    if ((unsigned char)*s < ' ' || *s == 127) dv_text_add(&t, "\\x%02x", (unsigned char)*s);
    else dv_text_add(&t, *s == '"' || *s == '\\' ? "\\%c" : "%c", *s);
  dv_text_add(&t, "\"");
  return dv_text_all(&t);
}

static const char *path_from(dv_arena *a, const char *machine, const char *out)
{
  char *there = dv_arena_copy(a, out, strlen(out)), *here = dv_arena_copy(a, machine, strlen(machine));
  if (!strcmp(dirname(there), dirname(here))) return strrchr(machine, '/') ? strrchr(machine, '/') + 1 : machine;
  const char *full = dv_real_path(a, machine);
  return full ? full : machine;
}

const char *include_path(dv_arena *a, const char *machine, const char *out) { return yaml_word(a, path_from(a, machine, out)); }
