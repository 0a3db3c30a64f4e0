// compile_build.c: the system's compiler makes a library of the source. Same floating-point flags as davit itself.
#include "compile.h"
#include "shop.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  shop shop;
  int x4, x8;  // 1: these widths, too
} job;

static const char remedy[] = "install gcc or clang, or set CC";

static const char *in(const job *j, const char *name) { return shop_path(&j->shop, name); }

static const char *compiler(void)
{
  const char *cc = getenv("CC");
  return cc && *cc ? cc : "cc";
}

static int compile_width(const job *j, const char *lanes, const char *march, const char *object)
{
  const char *argv[] = {compiler(),
                        "-std=gnu11",
                        "-O2",
                        "-fPIC",
                        "-fno-math-errno",
                        "-ffp-contract=off",
                        "-w",
                        "-I",
                        j->shop.scratch.path,
                        lanes,
                        j->x4 ? "-DDAVIT_X4" : "-UDAVIT_X4",
                        j->x8 ? "-DDAVIT_X8" : "-UDAVIT_X8",
                        "-c",
                        in(j, "machine.c"),
                        "-o",
                        object,
                        "-Wno-psabi",
                        march,
                        NULL};
  return shop_call(&j->shop, argv, remedy);
}

static int build(const job *j, const char *library)
{
  const char *argv[10] = {compiler(), "-shared", "-o", library, in(j, "x1.o")};
  int code = compile_width(j, "-DDV_LANES=1", NULL, in(j, "x1.o")), n = 5;
  if (code == FINE && j->x4) code = compile_width(j, "-DDV_LANES=4", "-march=x86-64-v3", argv[n++] = in(j, "x4.o"));
  if (code == FINE && j->x8) code = compile_width(j, "-DDV_LANES=8", "-march=x86-64-v4", argv[n++] = in(j, "x8.o"));
  argv[n] = "-lm";
  return code == FINE ? shop_call(&j->shop, argv, remedy) : code;
}

int compile_build(args *a, const char *source, const char *out, int lanes)
{
  job j = {0};
#ifdef __x86_64__
  j.x4 = !lanes || lanes == 4, j.x8 = !lanes || lanes == 8;
#else
  (void)lanes;
#endif
  int code = shop_open(&j.shop, a, source);
  if (code) return code;
  size_t n = 0;
  code = build(&j, in(&j, "machine.so"));
  char *library = code == FINE ? shop_read(&j.shop, "machine.so", &n) : NULL;
  shop_close(&j.shop);
  if (!code) code = library ? write_bytes(a, a->diags, out, library, n) : RUN_FAILED;
  if (!code && chmod(out, 0755))
    code = shop_fail(a, NULL, strerror(errno));  // whatever the umask: code that only its owner writes
  return code;
}
