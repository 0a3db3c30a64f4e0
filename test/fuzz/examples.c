// examples.c: the example of each kind as a file, for the fuzzers to begin with. Argument: the folder.
#include "davit/kind.h"

#include <stdio.h>

int main(int argc, char **argv)
{
  char path[1000];
  for (int i = 0; argc == 2 && dv_kinds_x1[i]; i++) {
    snprintf(path, sizeof path, "%s/%s.yaml", argv[1], dv_kinds_x1[i]->name);
    FILE *f = fopen(path, "w");
    if (!f || fputs(dv_kinds_x1[i]->example, f) < 0 || fclose(f)) return perror(path), 1;
  }
  return argc != 2;
}
