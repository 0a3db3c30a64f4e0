// shop.c: the folder of a compiler: made, filled, removed with all that is in it.
#include "shop.h"

#include "base/file.h"
#include "compile.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

const char *shop_path(const shop *s, const char *name) { return dv_arena_text(s->a->arena, "%s/%s", s->scratch.path, name); }

int shop_fail(args *a, const char *remedy, const char *why)
{
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){NULL, 0, 0}, remedy, "cannot compile: %s", why);
  return RUN_FAILED;
}

int shop_call(const shop *s, const char *const *argv, const char *remedy)
{
  pid_t pid;
  int status;
  args *a = s->a;
  if (posix_spawnp(&pid, argv[0], NULL, NULL, (char *const *)(size_t)argv, environ))
    return shop_fail(a, remedy, dv_arena_text(a->arena, "there is no program '%s'", argv[0]));
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return shop_fail(a, NULL, "the compiler was lost");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return FINE;
  return shop_fail(a, NULL, dv_arena_text(a->arena, "'%s' failed", argv[0]));
}

int shop_write(const shop *s, const char *name, const char *text)
{
  return dv_file_write(s->a->diags, shop_path(s, name), text, strlen(text)) ? RUN_FAILED : FINE;
}

// The linker may write to a full disk: what it made is taken over whole.
char *shop_read(const shop *s, const char *name, size_t *n)
{
  return dv_file_read(s->a->arena, s->a->diags, shop_path(s, name), (dv_mark){0}, (size_t)1 << 30, n);
}

static int fill(const shop *s, const char *source)
{
  dv_diags *d = s->a->diags;
  if (mkdir(shop_path(s, "davit"), 0700)) return shop_fail(s->a, NULL, strerror(errno));
  if (dv_file_write(d, shop_path(s, "davit/real.h"), (const char *)dv_text_real_h, dv_text_real_h_size)) return RUN_FAILED;
  if (dv_file_write(d, shop_path(s, "davit/functions.h"), (const char *)dv_text_functions_h, dv_text_functions_h_size))
    return RUN_FAILED;
  return shop_write(s, "machine.c", source);
}

int shop_open(shop *s, args *a, const char *source)
{
  *s = (shop){.a = a};
  if (dv_scratch_open(&s->scratch, a->arena, dv_scratch_place(), "davit-compile-"))
    return shop_fail(a, "set TMPDIR to a folder that can be written", strerror(errno));
  int code = fill(s, source);
  if (code) shop_close(s);
  return code;
}

void shop_close(shop *s) { dv_scratch_close(&s->scratch); }
