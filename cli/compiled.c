// compiled.c: finds the library that `davit compile` left beside a machine file.
//
// It is code, so it must belong to the user who runs davit (or root) and be writable by no one else; its key must be the model's.
#include "cli.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int trusted(const char *path)
{
  struct stat s;
  return !stat(path, &s) && S_ISREG(s.st_mode) && (s.st_uid == geteuid() || s.st_uid == 0) && !(s.st_mode & (S_IWGRP | S_IWOTH));
}

const dv_compiled *compiled_load(const char *path, const dv_model *m)
{
  if (!trusted(path)) return NULL;
  void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const dv_compiled *c = so ? dlsym(so, "davit_compiled") : NULL;
  if (c && dv_compiled_fits(c, m)) return c;
  if (so) dlclose(so);
  return NULL;
}

const dv_compiled *compiled_beside(const dv_machine *m)
{
  const char *file = m->doc->file, *dot = file ? strrchr(file, '.') : NULL;
  if (!dot || strchr(dot, '/')) return NULL;
  const char *path = dv_arena_text(m->arena, "%s%.*s.so", strchr(file, '/') ? "" : "./", (int)(dot - file), file);
  return compiled_load(path, m->model);
}
