// targets.c: the rows of targets.def by their suffix.
#include "graph/target.h"

#include <string.h>

const char dv_target_files[] = "FILE.so"
#define DV_TARGET(id, suffix, doc) "|FILE" suffix
#include "graph/targets.def"
    ;

static const struct {
  const char *suffix;
  dv_target_write *write;
} rows[] = {
#define DV_TARGET(id, suffix, doc) {suffix, dv_target_##id},
#include "graph/targets.def"
};

dv_target_write *dv_target_of(const char *path)
{
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof rows / sizeof *rows; i++)
    if (!strcmp(dot, rows[i].suffix)) return rows[i].write;
  return NULL;
}
