// compiled.c: finds the library that `davit compile` built of a machine.
//
// It is code, and a library's first functions run before anything can be asked of it. So only two are opened: one in the user's
// own cache (cache.c), and one that the command line names. One that lies beside a machine file came with the file, from anybody.
#include "base/real_path.h"
#include "cache.h"
#include "engine/compiled.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *compiled_what(dv_arena *a, const char *file)
{
  const char *whole = dv_real_path(a, file);
  return whole ? whole : file;
}

// What was judged is what is loaded: the descriptor, not the path.
static const dv_compiled *load(int fd, const dv_model *m)
{
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  void *so = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  const dv_compiled *c = so ? dlsym(so, "davit_compiled") : NULL;
  if (c && dv_compiled_fits(c, m)) return c;
  if (so) dlclose(so);
  return NULL;
}

const dv_compiled *compiled_cached(const cache *c, const char *name, const dv_model *m)
{
  int fd = cache_library(c, name);
  const dv_compiled *found = fd >= 0 ? load(fd, m) : NULL;
  if (fd >= 0) close(fd);
  return found;
}

// Of the command line. NULL after a warning: it is not of this very machine.
static const dv_compiled *named(const dv_machine *m, const char *path)
{
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  const dv_compiled *c = fd >= 0 ? load(fd, m->model) : NULL;
  if (fd >= 0) close(fd);
  if (!c)
    dv_diag_add(m->diags, DV_WARNING, (dv_mark){path, 0, 0},
                dv_arena_text(m->arena, "'davit compile %s -o %s' makes it", shell_word(m->arena, m->doc->file),
                              shell_word(m->arena, path)),
                fd < 0 ? "there is no such library: the machine is interpreted"
                       : "the library is not of this machine with these numbers: it is interpreted");
  return c;
}

// Other numbers by --set or a case are no fault; a library that the file has outlived is told.
static void tell_stale(const dv_machine *m, const cache *c, const char *name)
{
  struct stat so, file;
  if (fstatat(c->folder, name, &so, AT_SYMLINK_NOFOLLOW) || stat(m->doc->file, &file) || file.st_mtime <= so.st_mtime) return;
  dv_diag_add(m->diags, DV_WARNING, (dv_mark){m->doc->file, 0, 0},
              dv_arena_text(m->arena, "'davit compile %s' makes it anew", shell_word(m->arena, m->doc->file)),
              "the compiled machine is not used: the file has changed since");
}

static void tell_beside(const dv_machine *m)
{
  const char *file = m->doc->file, *dot = file ? strrchr(file, '.') : NULL;
  if (!dot || strchr(dot, '/')) return;
  const char *path = dv_arena_text(m->arena, "%.*s.so", (int)(dot - file), file);
  if (!access(path, F_OK))
    dv_diag_add(m->diags, DV_WARNING, (dv_mark){path, 0, 0},
                dv_arena_text(m->arena,
                              "'davit compile %s' builds your own; --compiled %s takes this one, if you trust who made it",
                              shell_word(m->arena, file), shell_word(m->arena, path)),
                "the library beside the machine file is not loaded: it is code that came with the file");
}

const dv_compiled *compiled_of(const args *a, const dv_machine *m)
{
  cache c;
  const dv_compiled *found = NULL;
  const char *path = value_of(a, "compiled");
  if (path) return named(m, path);
  tell_beside(m);
  if (!m->doc->file || cache_open(m->arena, &c, 0)) return NULL;
  const char *name = cache_name(m->arena, &c, m->model, compiled_what(m->arena, m->doc->file));
  found = compiled_cached(&c, name, m->model);
  if (!found) tell_stale(m, &c, name);
  cache_close(&c);
  return found;
}
