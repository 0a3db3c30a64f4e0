// folder.h: a temporary folder of a test, and files in it.
#pragma once

#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// Makes it; name: "/tmp/davit-...-XXXXXX", which gets its last letters. 0, or -1 as set-ups of cmocka say it.
static inline int folder_make(char *name) { return mkdtemp(name) ? 0 : -1; }

static inline void folder_path(char *path, size_t size, const char *folder, const char *name)
{
  assert_in_range(snprintf(path, size, "%s/%s", folder, name), 1, size - 1);
}

// A folder in it.
static inline void folder_in(const char *folder, const char *name)
{
  char path[600];
  folder_path(path, sizeof path, folder, name);
  assert_int_equal(mkdir(path, 0700), 0);
}

static inline void folder_put_bytes(const char *folder, const char *name, const void *bytes, size_t n)
{
  char path[600];
  folder_path(path, sizeof path, folder, name);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, n, f), n);
  assert_int_equal(fclose(f), 0);
}

static inline void folder_put(const char *folder, const char *name, const char *text)
{
  folder_put_bytes(folder, name, text, strlen(text));
}

// With all that is in it.
static inline int folder_remove(const char *folder)
{
  char command[640];
  snprintf(command, sizeof command, "rm -r '%s'", folder);
  return system(command);
}
