// card.c: see card.h. The few functions of CUDA's driver and of NVRTC that are used, by their documented signatures.
#include "gpu/card.h"

#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern const unsigned char gpu_real[], gpu_functions[];  // headers that the program includes, by cmake/text.cmake

typedef uint64_t on_card;  // an address there
typedef void *thing;       // a context, module, function, event or program

// name in the library, field, arguments; all return 0 if they did what they should
#define DRIVER                                                                                                                   \
  F("cuInit", init, (unsigned))                                                                                                  \
  F("cuDeviceGet", device, (int *, int))                                                                                         \
  F("cuDeviceGetName", name, (char *, int, int))                                                                                 \
  F("cuDeviceGetAttribute", attribute, (int *, int, int))                                                                        \
  F("cuDevicePrimaryCtxRetain", retain, (thing *, int))                                                                          \
  F("cuDevicePrimaryCtxRelease_v2", release, (int))                                                                              \
  F("cuCtxSetCurrent", current, (thing))                                                                                         \
  F("cuModuleLoadData", load, (thing *, const void *))                                                                           \
  F("cuModuleUnload", unload, (thing))                                                                                           \
  F("cuModuleGetFunction", function, (thing *, thing, const char *))                                                             \
  F("cuFuncGetAttribute", of_function, (int *, int, thing))                                                                      \
  F("cuFuncSetAttribute", set_function, (thing, int, int))                                                                       \
  F("cuMemAlloc_v2", take, (on_card *, size_t))                                                                                  \
  F("cuMemFree_v2", give, (on_card))                                                                                             \
  F("cuMemcpyHtoD_v2", up, (on_card, const void *, size_t))                                                                      \
  F("cuMemcpyDtoH_v2", down, (void *, on_card, size_t))                                                                          \
  F("cuEventCreate", new_event, (thing *, unsigned))                                                                             \
  F("cuEventRecord", record, (thing, thing))                                                                                     \
  F("cuEventSynchronize", wait, (thing))                                                                                         \
  F("cuEventElapsedTime", elapsed, (float *, thing, thing))                                                                      \
  F("cuEventDestroy_v2", end_event, (thing))                                                                                     \
  F("cuGetErrorString", error, (int, const char **))                                                                             \
  F("cuLaunchKernel", launch,                                                                                                    \
    (thing, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, thing, void **, void **))
#define COMPILER                                                                                                                 \
  F("nvrtcCreateProgram", program, (thing *, const char *, const char *, int, const char *const *, const char *const *))         \
  F("nvrtcCompileProgram", compile, (thing, int, const char *const *))                                                           \
  F("nvrtcDestroyProgram", end_program, (thing *))                                                                               \
  F("nvrtcGetCUBINSize", code_size, (thing, size_t *))                                                                           \
  F("nvrtcGetCUBIN", code, (thing, char *))                                                                                      \
  F("nvrtcGetProgramLogSize", log_size, (thing, size_t *))                                                                       \
  F("nvrtcGetProgramLog", log, (thing, char *))

enum { UNITS = 16, MAJOR = 75, MINOR = 76, LOCAL_BYTES = 3, REGISTERS = 4, MOST_SHARED = 8 };  // attributes, as the driver counts

struct dv_card {
  dv_arena *arena;
  dv_diags *d;
  void *driver, *compiler;
#define F(text, field, arguments) int(*field) arguments;
  DRIVER COMPILER
#undef F
      int device_no,
      units, spilled, registers, threads, blocks, major, minor;
  size_t shared;
  thing context, module, kernel, begin, end;
  char title[128];
};

static int fail(dv_card *c, const char *what, const char *why, const char *remedy)
{
  dv_diag_add(c->d, DV_ERROR, (dv_mark){0}, remedy, "graphics card: %s: %s", what, why);
  return 1;
}

// 1 after a diagnostic.
static int bad(dv_card *c, int code, const char *what)
{
  const char *why = NULL;
  if (!code) return 0;
  if (c->error) c->error(code, &why);
  return fail(c, what, why ? why : "failed", "runs without --gpu need no card");
}

static void *open_first(const char *const *name)
{
  void *so = NULL;
  for (; *name && !so; name++) so = dlopen(*name, RTLD_NOW | RTLD_LOCAL);
  return so;
}

static int find(dv_card *c)
{
  static const char *const driver[] = {"libcuda.so.1", "libcuda.so", NULL};
  static const char *const compiler[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so",
                                         NULL};
  if (!(c->driver = open_first(driver)))
    return fail(c, "NVIDIA's driver", "there is no libcuda.so.1 on this computer", "runs without --gpu need no card");
  if (!(c->compiler = open_first(compiler)))
    return fail(c, "NVIDIA's run-time compiler", "there is no libnvrtc.so",
                "install CUDA's libnvrtc, or put its folder into LD_LIBRARY_PATH");
  int missing = 0;
#define F(text, field, arguments) *(void **)&c->field = dlsym(FROM, text), missing |= !c->field;
#define FROM c->driver
  DRIVER
#undef FROM
#define FROM c->compiler
  COMPILER
#undef FROM
#undef F
  return missing ? fail(c, "NVIDIA's libraries", "a function is missing", "a driver and an NVRTC of CUDA 11 or later are needed")
                 : 0;
}

static int start(dv_card *c)
{
  if (bad(c, c->init(0), "start") || bad(c, c->device(&c->device_no, 0), "first card")) return 1;
  c->name(c->title, (int)sizeof c->title, c->device_no);
  c->attribute(&c->units, UNITS, c->device_no);
  c->attribute(&c->major, MAJOR, c->device_no), c->attribute(&c->minor, MINOR, c->device_no);
  return bad(c, c->retain(&c->context, c->device_no), "context") || bad(c, c->current(c->context), "context");
}

static int tell_log(dv_card *c, thing program)
{
  size_t n = 0;
  c->log_size(program, &n);
  char *log = dv_arena_take(c->arena, n + 1);
  c->log(program, log);
  return fail(c, "its program does not compile", dv_arena_copy(c->arena, log, strnlen(log, 400)), "this is a fault of davit");
}

// What the headers need of C, where NVRTC has none of its own.
static const char integers[] = "typedef long long int64_t;\ntypedef unsigned long long uint64_t;\ntypedef int int32_t;\n"
                               "#define INT64_MAX 0x7fffffffffffffffLL\n";

static int compile(dv_card *c, const char *source, int contract, int rough)
{
  static const char *const name[] = {"davit/real.h", "davit/functions.h", "math.h", "stdint.h", "string.h"};
  const char *text[] = {(const char *)gpu_real, (const char *)gpu_functions,
                        "#define NAN __int_as_float(0x7fffffff)\n#define INFINITY __int_as_float(0x7f800000)\n", integers, ""};
  const char *option[] = {dv_arena_text(c->arena, "--gpu-architecture=sm_%d%d", c->major, c->minor),
                          contract ? "--fmad=true" : "--fmad=false",
                          dv_arena_text(c->arena, "-DTHREADS=%d", c->threads),
                          dv_arena_text(c->arena, "-DBLOCKS=%d", c->blocks),
                          "-w",
                          "--ftz=true",
                          "--prec-sqrt=false",
                          "--prec-div=false"};
  thing program = NULL;
  size_t n = 0;
  if (bad(c, c->program(&program, source, "machine.cu", 5, text, name), "compiler")) return 1;
  int fault = c->compile(program, rough ? 8 : 5, option) ? tell_log(c, program) : 0;
  if (!fault) fault = c->code_size(program, &n) != 0;
  char *code = fault ? NULL : dv_arena_take(c->arena, n + 1);
  if (!fault) fault = c->code(program, code) || bad(c, c->load(&c->module, code), "program");
  c->end_program(&program);
  return fault;
}

static int prepare(dv_card *c)
{
  if (bad(c, c->function(&c->kernel, c->module, "davit_run"), "program")) return 1;
  if (bad(c, c->set_function(c->kernel, MOST_SHARED, (int)c->shared), "shared memory")) return 1;
  c->of_function(&c->spilled, LOCAL_BYTES, c->kernel), c->of_function(&c->registers, REGISTERS, c->kernel);
  return bad(c, c->new_event(&c->begin, 0), "event") || bad(c, c->new_event(&c->end, 0), "event");
}

dv_card *dv_card_open(dv_diags *d, const char *source, int threads, int blocks, size_t shared, int contract, int rough)
{
  dv_arena *a = dv_arena_new();
  dv_card *c = DV_TAKE(a, dv_card, 1);
  *c = (dv_card){.arena = a, .d = d, .threads = threads, .blocks = blocks, .shared = shared};
  if (!find(c) && !start(c) && !compile(c, source, contract, rough) && !prepare(c)) return c;
  dv_card_close(c);
  return NULL;
}

void dv_card_close(dv_card *c)
{
  if (!c) return;
  if (c->begin) c->end_event(c->begin);
  if (c->end) c->end_event(c->end);
  if (c->module) c->unload(c->module);
  if (c->context) c->release(c->device_no);
  if (c->compiler) dlclose(c->compiler);
  if (c->driver) dlclose(c->driver);
  dv_arena_free(c->arena);
}

const char *dv_card_name(const dv_card *c) { return c->title; }
int dv_card_units(const dv_card *c) { return c->units; }
int dv_card_spilled(const dv_card *c) { return c->spilled; }
int dv_card_registers(const dv_card *c) { return c->registers; }

void *dv_card_take(dv_card *c, size_t bytes)
{
  on_card at = 0;
  return c->take(&at, bytes ? bytes : 8) ? NULL : (void *)(uintptr_t)at;
}

void dv_card_give(dv_card *c, void *at)
{
  if (at) c->give((on_card)(uintptr_t)at);
}

int dv_card_up(dv_card *c, void *to, const void *from, size_t bytes)
{
  return bytes ? bad(c, c->up((on_card)(uintptr_t)to, from, bytes), "copy to the card") : 0;
}

int dv_card_down(dv_card *c, void *to, const void *from, size_t bytes)
{
  return bytes ? bad(c, c->down(to, (on_card)(uintptr_t)from, bytes), "copy from the card") : 0;
}

int dv_card_run(dv_card *c, void **argument, long many, double *seconds)
{
  unsigned blocks = (unsigned)((many + c->threads - 1) / c->threads);
  float ms = 0;
  if (bad(c, c->record(c->begin, NULL), "event")) return 1;
  if (bad(c, c->launch(c->kernel, blocks, 1, 1, (unsigned)c->threads, 1, 1, (unsigned)c->shared, NULL, argument, NULL), "launch"))
    return 1;
  if (bad(c, c->record(c->end, NULL), "event") || bad(c, c->wait(c->end), "run") ||
      bad(c, c->elapsed(&ms, c->begin, c->end), "event"))
    return 1;
  if (seconds) *seconds = 1e-3 * (double)ms;
  return 0;
}
