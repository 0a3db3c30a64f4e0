// allow.c: FMUs are code of others: each is loaded only after the user has allowed that very file, once, with --allow-fmu.
//
// A permission is an empty file in the user's own folder (~/.config/davit, 0700). Its name is a hash of the FMU's bytes under the
// folder's random key (SipHash-2-4), so that nobody can make another FMU with that name.
#include "cache.h"

#include "exchange/fmu_in.h"

#include <fcntl.h>
#include <unistd.h>

static int is_remembered(args *a, const void *bytes, size_t n)
{
  cache c;
  if (cache_open_config(a->arena, &c, 0)) return 0;
  int fd = cache_library(&c, dv_arena_text(a->arena, "%016llx.fmu", (unsigned long long)cache_hash(c.key, bytes, n)));
  if (fd >= 0) close(fd);
  cache_close(&c);
  return fd >= 0;
}

static void remember(args *a, const char *file, const void *bytes, size_t n)
{
  cache c;
  int fd = -1;
  if (!cache_open_config(a->arena, &c, 1)) {
    const char *name = dv_arena_text(a->arena, "%016llx.fmu", (unsigned long long)cache_hash(c.key, bytes, n));
    fd = openat(c.folder, name, O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    cache_close(&c);
  }
  if (fd >= 0) close(fd);
  else
    dv_diag_add(a->diags, DV_WARNING, (dv_mark){file, 0, 0},
                "give --allow-fmu each time, or make ~/.config/davit yours (chmod 700)",
                "that this FMU is allowed cannot be remembered");
}

static int allowed(void *context, const char *file, const void *bytes, size_t n)
{
  args *a = context;
  input_known(a, file);
  if (is_remembered(a, bytes, n)) return 1;
  if (!has(a, "allow-fmu")) return 0;
  remember(a, file, bytes, n);
  return 1;
}

const dv_maker *fmus_maker(args *a)
{
  if (!a->fmus) a->fmus = &dv_fmus_new(a->arena, allowed, a)->maker;
  return a->fmus;
}
