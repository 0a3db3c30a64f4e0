// compile_build.c: the system's compiler makes a library of the source. Same floating-point flags as davit itself.
#include "compile.h"

#include "base/file.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

typedef struct {
  args *a;
  char *dir;
  int x4, x8;  // 1: these widths, too
} shop;

static const char *in(const shop *s, const char *name) { return dv_arena_text(s->a->arena, "%s/%s", s->dir, name); }

static int fail(args *a, const char *remedy, const char *why)
{
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){NULL, 0, 0}, remedy, "cannot compile: %s", why);
  return RUN_FAILED;
}

static int call(args *a, const char *const *argv)
{
  pid_t pid;
  int status;
  if (posix_spawnp(&pid, argv[0], NULL, NULL, (char *const *)(size_t)argv, environ))
    return fail(a, "install gcc or clang, or set CC", dv_arena_text(a->arena, "there is no program '%s'", argv[0]));
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return fail(a, NULL, "the compiler was lost");
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? FINE : fail(a, NULL, dv_arena_text(a->arena, "'%s' failed", argv[0]));
}

static const char *compiler(void)
{
  const char *cc = getenv("CC");
  return cc && *cc ? cc : "cc";
}

static int compile_width(const shop *s, const char *lanes, const char *march, const char *object)
{
  const char *argv[] = {compiler(),
                        "-std=gnu11",
                        "-O2",
                        "-fPIC",
                        "-fno-math-errno",
                        "-ffp-contract=off",
                        "-w",
                        "-I",
                        s->dir,
                        lanes,
                        s->x4 ? "-DDAVIT_X4" : "-UDAVIT_X4",
                        s->x8 ? "-DDAVIT_X8" : "-UDAVIT_X8",
                        "-c",
                        in(s, "machine.c"),
                        "-o",
                        object,
                        "-Wno-psabi",
                        march,
                        NULL};
  return call(s->a, argv);
}

static int write_sources(const shop *s, const char *source)
{
  dv_diags *d = s->a->diags;
  if (mkdir(in(s, "davit"), 0700)) return fail(s->a, NULL, strerror(errno));
  if (dv_file_write(d, in(s, "davit/real.h"), (const char *)dv_text_real_h, dv_text_real_h_size)) return RUN_FAILED;
  if (dv_file_write(d, in(s, "davit/functions.h"), (const char *)dv_text_functions_h, dv_text_functions_h_size))
    return RUN_FAILED;
  return dv_file_write(d, in(s, "machine.c"), source, strlen(source)) ? RUN_FAILED : FINE;
}

static int build(const shop *s, const char *source, const char *library)
{
  const char *argv[10] = {compiler(), "-shared", "-o", library, in(s, "x1.o")};
  int code = write_sources(s, source), n = 5;
  if (code == FINE) code = compile_width(s, "-DDV_LANES=1", NULL, in(s, "x1.o"));
  if (code == FINE && s->x4) code = compile_width(s, "-DDV_LANES=4", "-march=x86-64-v3", argv[n++] = in(s, "x4.o"));
  if (code == FINE && s->x8) code = compile_width(s, "-DDV_LANES=8", "-march=x86-64-v4", argv[n++] = in(s, "x8.o"));
  argv[n] = "-lm";
  return code == FINE ? call(s->a, argv) : code;
}

static void clear(const shop *s)
{
  static const char *const left[] = {"davit/real.h", "davit/functions.h", "davit", "machine.c", "x1.o", "x4.o",
                                     "x8.o",         "machine.so"};
  for (size_t i = 0; i < sizeof left / sizeof *left; i++) remove(in(s, left[i]));
  rmdir(s->dir);
}

int compile_build(args *a, const char *source, const char *out, int lanes)
{
  const char *tmp = getenv("TMPDIR");
  shop s = {.a = a, .dir = dv_arena_text(a->arena, "%s/davit-compile-XXXXXX", tmp && *tmp ? tmp : "/tmp")};
#ifdef __x86_64__
  s.x4 = !lanes || lanes == 4, s.x8 = !lanes || lanes == 8;
#else
  (void)lanes;
#endif
  if (!mkdtemp(s.dir)) return fail(a, "set TMPDIR to a folder that can be written", strerror(errno));
  // the linker may write to a full disk: what it made is taken over whole
  size_t n = 0;
  int code = build(&s, source, in(&s, "machine.so"));
  char *library = code == FINE ? dv_file_read(a->arena, a->diags, in(&s, "machine.so"), (dv_mark){0}, (size_t)1 << 30, &n) : NULL;
  clear(&s);
  if (!code) code = library ? write_bytes(a, a->diags, out, library, n) : RUN_FAILED;
  if (!code && chmod(out, 0755)) code = fail(a, NULL, strerror(errno));  // whatever the umask: code that only its owner writes
  return code;
}
