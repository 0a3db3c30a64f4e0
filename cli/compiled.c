// compiled.c: finds the library that `davit compile` left beside a machine file.
//
// It is code, so it must belong to the user who runs davit (or root) and be writable by no one else; its key must be the model's.
#include "cli.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int trusted(const struct stat *s)
{
  return S_ISREG(s->st_mode) && (s->st_uid == geteuid() || s->st_uid == 0) && !(s->st_mode & (S_IWGRP | S_IWOTH));
}

const dv_compiled *compiled_load(const char *path, const dv_model *m)
{
  struct stat s;
  if (stat(path, &s) || !trusted(&s)) return NULL;
  void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const dv_compiled *c = so ? dlsym(so, "davit_compiled") : NULL;
  if (c && dv_compiled_fits(c, m)) return c;
  if (so) dlclose(so);
  return NULL;
}

// Other numbers by --set or a case are no fault; a library that others may write, or that the file has outlived, is told.
static void complain(const dv_machine *m, const char *path)
{
  struct stat so, file;
  dv_mark mark = {path, 0, 0};
  if (stat(path, &so) || stat(m->doc->file, &file)) return;
  if (!trusted(&so))
    dv_diag_add(m->diags, DV_WARNING, mark, "chmod go-w it, or compile the machine yourself",
                "the compiled machine is not used: others could have written it");
  else if (file.st_mtime > so.st_mtime)
    dv_diag_add(m->diags, DV_WARNING, mark, dv_arena_text(m->arena, "'davit compile %s' makes it anew", m->doc->file),
                "the compiled machine is not used: the file has changed since");
}

const dv_compiled *compiled_beside(const dv_machine *m)
{
  const char *file = m->doc->file, *dot = file ? strrchr(file, '.') : NULL;
  if (!dot || strchr(dot, '/')) return NULL;
  const char *path = dv_arena_text(m->arena, "%s%.*s.so", strchr(file, '/') ? "" : "./", (int)(dot - file), file);
  const dv_compiled *c = compiled_load(path, m->model);
  if (!c) complain(m, path);
  return c;
}
