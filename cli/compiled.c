// compiled.c: finds the library that `davit compile` left beside a machine file.
//
// It is code, so it must belong to the user who runs davit (or root) and be writable by no one else; its key must be the model's.
#include "cli.h"

#include "trace/trace.h"

#include <dlfcn.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int trusted(const char *path)
{
  struct stat s;
  return !stat(path, &s) && S_ISREG(s.st_mode) && (s.st_uid == geteuid() || s.st_uid == 0) && !(s.st_mode & (S_IWGRP | S_IWOTH));
}

static int is_of(const dv_compiled *c, const dv_model *m)
{
  return c && !memcmp(c->magic, "dvmach1", 8) && c->key == dv_trace_key(m) && c->nx == m->nx && c->nd == m->nd &&
         c->nquad == m->nquad;
}

const dv_compiled *compiled_beside(const dv_machine *m)
{
  const char *file = m->doc->file, *dot = file ? strrchr(file, '.') : NULL;
  if (!dot || strchr(dot, '/')) return NULL;
  const char *path = dv_arena_text(m->arena, "%s%.*s.so", strchr(file, '/') ? "" : "./", (int)(dot - file), file);
  if (!trusted(path)) return NULL;
  void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const dv_compiled *c = so ? dlsym(so, "davit_compiled") : NULL;
  if (is_of(c, m->model)) return c;
  if (so) dlclose(so);
  return NULL;
}
