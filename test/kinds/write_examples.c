// write_examples.c: writes the example of every kind to DIRECTORY/kind.yaml.
#include "davit/kind.h"

#include <stdio.h>

int main(int argc, char **argv)
{
  if (argc != 2) return 64;
  for (const dv_kind *const *k = dv_kinds_x1; *k; k++) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s.yaml", argv[1], (*k)->name);
    FILE *f = fopen(path, "w");
    if (!f || fputs((*k)->example, f) < 0 || fclose(f)) return 1;
  }
  return 0;
}
