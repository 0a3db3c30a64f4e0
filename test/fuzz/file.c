// file.c: inputs as files, for readers that want a name; what ends a target.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static char folder[40], path[64];

static void clean(void)
{
  remove(path);
  rmdir(folder);
}

void fuzz_stop(const char *why, const char *text)
{
  fprintf(stderr, "%s\n%s\n", why, text);
  abort();
}

const char *fuzz_file(const uint8_t *bytes, size_t n, const char *suffix)
{
  if (!folder[0]) {
    snprintf(folder, sizeof folder, "/dev/shm/davit-fuzz-XXXXXX");
    if (!mkdtemp(folder)) fuzz_stop("no folder in memory", folder);
    snprintf(path, sizeof path, "%s/f%s", folder, suffix);
    atexit(clean);
  }
  FILE *f = fopen(path, "wb");
  if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) fuzz_stop("cannot write", path);
  return path;
}
