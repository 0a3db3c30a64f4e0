// file.c: inputs as files, for readers that want a name; what ends a target.
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { FILES = 8, PATH = 64 };
static char folder[40], path[FILES][PATH];  // path[0]: the input's
static int files = 1;

static void clean(void)
{
  for (int i = 0; i < files; i++) remove(path[i]);
  rmdir(folder);
}

void fuzz_stop(const char *why, const char *text)
{
  fprintf(stderr, "%s\n%s\n", why, text);
  abort();
}

static unsigned accepted;

void fuzz_accept(int way) { accepted |= 1u << way; }

const char *fuzz_unreached(void)
{
  for (int i = 0; fuzz_ways[i]; i++)
    if (!(accepted >> i & 1)) return fuzz_ways[i];
  return NULL;
}

static void open_folder(void)
{
  if (folder[0]) return;
  snprintf(folder, sizeof folder, "/dev/shm/davit-fuzz-XXXXXX");
  if (!mkdtemp(folder)) fuzz_stop("no folder in memory", folder);
  atexit(clean);
}

static void write_to(const char *name, const uint8_t *bytes, size_t n)
{
  FILE *f = fopen(name, "wb");
  if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) fuzz_stop("cannot write", name);
}

const char *fuzz_file(const uint8_t *bytes, size_t n, const char *suffix)
{
  open_folder();
  snprintf(path[0], PATH, "%s/f%s", folder, suffix);
  write_to(path[0], bytes, n);
  return path[0];
}

void fuzz_beside(const char *name, const char *text)
{
  open_folder();
  if (files == FILES) fuzz_stop("too many files", name);
  snprintf(path[files], PATH, "%s/%s", folder, name);
  size_t n = 0;
  while (text[n]) n++;
  write_to(path[files++], (const uint8_t *)text, n);
}

const char *fuzz_name(const char *suffix)
{
  open_folder();
  snprintf(path[0], PATH, "%s/f%s", folder, suffix);
  return path[0];
}
