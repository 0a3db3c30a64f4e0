// card.c: see card.h. The few functions of CUDA's driver and of NVRTC that are used, by their documented signatures.
#include "gpu/card.h"

#include "base/hash.h"

#include <dlfcn.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern const unsigned char gpu_real[], gpu_functions[], gpu_measure[],
    gpu_laws[];  // headers that the program includes, by cmake/text.cmake

typedef uint64_t on_card;  // an address there
typedef void *thing;       // a context, module, function, event or program

// name in the library, field, arguments; all return 0 if they did what they should
#define DRIVER                                                                                                                   \
  F("cuInit", init, (unsigned))                                                                                                  \
  F("cuDeviceGet", device, (int *, int))                                                                                         \
  F("cuDeviceGetCount", count, (int *))                                                                                          \
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
  F("cuMemGetInfo_v2", memory, (size_t *, size_t *))                                                                             \
  F("cuMemFree_v2", give, (on_card))                                                                                             \
  F("cuMemcpyHtoD_v2", up, (on_card, const void *, size_t))                                                                      \
  F("cuMemcpyDtoD_v2", across, (on_card, on_card, size_t))                                                                       \
  F("cuCtxSynchronize", settle, (void))                                                                                          \
  F("cuPointerGetAttribute", of_memory, (void *, int, on_card))                                                                  \
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

// Attributes, as the driver counts them: of a card, then of a function.
enum { CLOCK = 13, UNITS = 16, MAJOR = 75, MINOR = 76, SHARED = 81, REGISTERS = 82, SHARED_OF_BLOCK = 97 };
enum { MEMORY_TYPE = 2 };
enum { LOCAL_BYTES = 3, REGISTERS_USED = 4, MOST_SHARED = 8 };

struct dv_card {
  dv_arena *arena;
  dv_diags *d;
  const dv_card_cache *cache;
  void *driver, *compiler;
  int number, major, minor;
  thing context, begin, end;
  dv_card_facts is;
#define F(text, field, arguments) int(*field) arguments;
  DRIVER COMPILER
#undef F
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

static const char *const driver_names[] = {"libcuda.so.1", "libcuda.so", NULL};

static int find(dv_card *c)
{
  static const char *const compiler[] = {"libnvrtc.so", "libnvrtc.so.13", "libnvrtc.so.12", "/usr/local/cuda/lib64/libnvrtc.so",
                                         NULL};
  if (!(c->driver = open_first(driver_names)))
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

// What the makers say of a multiprocessor: cards for computing have a double unit for every two single ones, others one for 64.
static void count_units(dv_card *c)
{
  static const struct {
    int major, minor, singles, doubles;
  } computing[] = {
      {6,  0, 64,  32},
      {7,  0, 64,  32},
      {8,  0, 64,  32},
      {9,  0, 128, 64},
      {10, 0, 128, 64},
  };
  int khz = 0;
  c->is.singles = 128, c->is.doubles = 2;
  for (size_t i = 0; i < sizeof computing / sizeof *computing; i++)
    if (computing[i].major == c->major && computing[i].minor == c->minor)
      c->is.singles = computing[i].singles, c->is.doubles = computing[i].doubles;
  c->attribute(&khz, CLOCK, c->number);
  c->is.clock = 1e3 * khz;
}

static int start(dv_card *c)
{
  char *name = dv_arena_take(c->arena, 128);
  if (bad(c, c->init(0), "start") || bad(c, c->device(&c->number, c->number), "this one")) return 1;
  c->name(name, 128, c->number);
  c->is.name = name;
  c->attribute(&c->is.units, UNITS, c->number), c->attribute(&c->is.registers, REGISTERS, c->number);
  c->attribute(&c->is.shared, SHARED, c->number), c->attribute(&c->is.of_block, SHARED_OF_BLOCK, c->number);
  c->attribute(&c->major, MAJOR, c->number), c->attribute(&c->minor, MINOR, c->number);
  count_units(c);
  if (bad(c, c->retain(&c->context, c->number), "context") || bad(c, c->current(c->context), "context")) return 1;
  return bad(c, c->new_event(&c->begin, 0), "event") || bad(c, c->new_event(&c->end, 0), "event");
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

enum { HEADERS = 7, OPTIONS = 9, OPTIONS_ROUGH = 3 };

// What the compiler is given.
typedef struct {
  const char *text[HEADERS], *option[OPTIONS];
  int options;
} task;

static task task_of(dv_card *c, const dv_card_program *p)
{
  return (task){
      {(const char *)gpu_real, (const char *)gpu_functions, (const char *)gpu_measure, (const char *)gpu_laws,
       "#define NAN __int_as_float(0x7fffffff)\n#define INFINITY __int_as_float(0x7f800000)\n", integers, ""},
      { dv_arena_text(c->arena, "--gpu-architecture=sm_%d%d", c->major, c->minor), p->contract ? "--fmad=true" : "--fmad=false",
       dv_arena_text(c->arena, "-DTHREADS=%d", p->threads), dv_arena_text(c->arena, "-DBLOCKS=%d", p->blocks), "-w",
       "-default-device", "--ftz=true", "--prec-sqrt=false", "--prec-div=false"},
      p->rough ? OPTIONS : OPTIONS - OPTIONS_ROUGH
  };
}

static uint64_t key_of(const task *t, const dv_card_program *p)
{
  uint64_t h = dv_hash_text(DV_HASH_START, p->source);
  for (int i = 0; i < HEADERS; i++) h = dv_hash_text(h, t->text[i]);
  for (int i = 0; i < t->options; i++) h = dv_hash_text(h, t->option[i]);
  return h;
}

// A program of the compiler's, in the care of an arena.
typedef struct {
  int (*end)(thing *);
  thing program;
} compiled;

static void end_compiled(void *self)
{
  compiled *k = self;
  if (k->program) k->end(&k->program);
}

static compiled *compiled_new(dv_card *c)
{
  dv_care *care = dv_arena_care(c->arena);
  compiled *k = DV_TAKE(c->arena, compiled, 1);
  *k = (compiled){.end = c->end_program};
  care->end = end_compiled, care->thing = k;
  return k;
}

// The program's code for the card; NULL after a diagnostic.
static char *translate(dv_card *c, const task *t, const dv_card_program *p, size_t *n)
{
  static const char *const name[HEADERS] = {"davit/real.h", "davit/functions.h", "base/measure.h", "base/measure_laws.h",
                                            "math.h",       "stdint.h",          "string.h"};
  compiled *k = compiled_new(c);
  if (bad(c, c->program(&k->program, p->source, "machine.cu", HEADERS, t->text, name), "compiler")) return NULL;
  int fault = c->compile(k->program, t->options, t->option) ? tell_log(c, k->program) : 0;
  if (!fault) fault = bad(c, c->code_size(k->program, n), "compiler");
  char *code = fault ? NULL : dv_arena_take(c->arena, *n + 1);
  if (code && bad(c, c->code(k->program, code), "compiler")) code = NULL;
  end_compiled(k);
  return code;
}

// A program that is compiled in a thread: the card's functions, with memory and diagnostics of its own.
typedef struct {
  dv_card card;
  dv_card_program *program;
  task task;
  pthread_t thread;
  int runs, lost;  // lost: there was no memory left
} compilation;

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

// Without memory the thread ends, not the program.
static void *compile_one(void *self)
{
  compilation *k = self;
  jmp_buf out;
  dv_arena_guard(k->card.arena, jump, &out);
  if (setjmp(out)) k->lost = 1;
  else k->program->code = translate(&k->card, &k->task, k->program, &k->program->size);
  dv_arena_guard(k->card.arena, NULL, NULL);
  return NULL;
}

static void prepare(dv_card *c, compilation *k)
{
  k->card = *c;
  k->card.arena = dv_arena_under(c->arena);
  k->card.d = dv_diags_new(k->card.arena);
}

// All at once. Nothing is taken from the card's arena until all have ended: without memory what they work in would go.
static void compile_all(compilation *k, int n)
{
  for (int i = 0; i < n; i++) {
    k[i].runs = !pthread_create(&k[i].thread, NULL, compile_one, &k[i]);
    if (!k[i].runs) compile_one(&k[i]);
  }
  for (int i = 0; i < n; i++)
    if (k[i].runs) pthread_join(k[i].thread, NULL);
}

// What the thread made becomes the card's.
static int end(dv_card *c, compilation *k)
{
  dv_card_program *p = k->program;
  if (k->lost) dv_arena_exhausted(c->arena);
  if (p->code) p->code = memcpy(dv_arena_take(c->arena, p->size + 1), p->code, p->size);
  for (int i = 0; i < k->card.d->n && !p->code; i++)
    dv_diag_add(c->d, DV_ERROR, (dv_mark){0}, k->card.d->item[i].remedy, "%s", k->card.d->item[i].what);
  if (p->code && c->cache) c->cache->put(c->cache->self, key_of(&k->task, p), p->code, p->size);
  dv_arena_free(k->card.arena);
  return !p->code;
}

int dv_card_translate(dv_card *c, dv_card_program *p, int n)
{
  compilation *all = DV_TAKE(c->arena, compilation, n);
  int failed = 0, count = 0;
  for (int i = 0; i < n; i++) {
    compilation *k = &all[count];
    *k = (compilation){.program = &p[i], .task = task_of(c, &p[i])};
    p[i].code = c->cache ? c->cache->get(c->cache->self, c->arena, key_of(&k->task, &p[i]), &p[i].size) : NULL;
    if (!p[i].code) prepare(c, k), count++;
  }
  compile_all(all, count);
  for (int i = 0; i < count; i++) failed |= end(c, &all[i]);
  return failed;
}

static uint64_t note_key(dv_card *c, const dv_card_program *p)
{
  task t = task_of(c, p);
  return dv_hash_text(key_of(&t, p), "note");
}

int dv_card_recall(dv_card *c, const dv_card_program *p)
{
  size_t n = 0;
  const char *note = c->cache ? c->cache->get(c->cache->self, c->arena, note_key(c, p), &n) : NULL;
  return note && n == 1 ? (unsigned char)*note : 0;
}

void dv_card_remember(dv_card *c, const dv_card_program *p, int number)
{
  const char note = (char)number;
  if (c->cache) c->cache->put(c->cache->self, note_key(c, p), &note, 1);
}

int dv_card_load(dv_card *c, dv_card_program *p)
{
  c->current(c->context);
  if (c->load(&p->module, p->code)) {  // kept code that the driver does not take is made anew
    task t = task_of(c, p);
    if (!(p->code = translate(c, &t, p, &p->size)) || bad(c, c->load(&p->module, p->code), "program")) return 1;
    if (c->cache) c->cache->put(c->cache->self, key_of(&t, p), p->code, p->size);
  }
  if (bad(c, c->function(&p->run, p->module, "davit_run"), "program")) return 1;
  if (bad(c, c->function(&p->move, p->module, "davit_move"), "program")) return 1;
  if (c->function(&p->reduce, p->module, "davit_reduce")) p->reduce = NULL;
  if (bad(c, c->set_function(p->run, MOST_SHARED, (int)p->shared), "shared memory")) return 1;
  c->of_function(&p->spilled, LOCAL_BYTES, p->run), c->of_function(&p->registers, REGISTERS_USED, p->run);
  return 0;
}

void dv_card_drop(dv_card *c, dv_card_program *p)
{
  c->current(c->context);
  if (p->module) c->unload(p->module);
  p->module = p->run = p->reduce = p->move = NULL;
}

int dv_card_count(void)
{
  int (*init)(unsigned), (*count)(int *), n = 0;
  void *so = open_first(driver_names);
  if (!so) return 0;
  *(void **)&init = dlsym(so, "cuInit"), *(void **)&count = dlsym(so, "cuDeviceGetCount");
  if (!init || !count || init(0) || count(&n)) n = 0;
  dlclose(so);
  return n;
}

static void let_go(void *self)
{
  dv_card *c = self;
  if (c->begin) c->end_event(c->begin);
  if (c->end) c->end_event(c->end);
  if (c->context) c->release(c->number);
  if (c->compiler) dlclose(c->compiler);
  if (c->driver) dlclose(c->driver);
}

dv_card *dv_card_open(dv_diags *d, int number, const dv_card_cache *cache)
{
  dv_arena *a = dv_arena_under(d->arena);
  dv_care *care = dv_arena_care(a);
  dv_card *c = DV_TAKE(a, dv_card, 1);
  *c = (dv_card){.arena = a, .d = d, .number = number, .cache = cache};
  care->end = let_go, care->thing = c;
  if (!find(c) && !start(c)) return c;
  dv_card_close(c);
  return NULL;
}

void dv_card_close(dv_card *c)
{
  if (c) dv_arena_free(c->arena);
}

dv_arena *dv_card_arena(const dv_card *c) { return c->arena; }

const dv_card_facts *dv_card_is(const dv_card *c) { return &c->is; }

// Makes this card the one that the driver works on in this thread.
static dv_card *turn_to(dv_card *c)
{
  c->current(c->context);
  return c;
}

void *dv_card_take(dv_card *c, size_t bytes)
{
  on_card at = 0;
  return turn_to(c)->take(&at, bytes ? bytes : 8) ? NULL : (void *)(uintptr_t)at;
}

void dv_card_give(dv_card *c, void *at)
{
  if (at) turn_to(c)->give((on_card)(uintptr_t)at);
}

int dv_card_up(dv_card *c, void *to, const void *from, size_t bytes)
{
  return bytes ? bad(c, turn_to(c)->up((on_card)(uintptr_t)to, from, bytes), "copy to the card") : 0;
}

int dv_card_down(dv_card *c, void *to, const void *from, size_t bytes)
{
  return bytes ? bad(c, turn_to(c)->down(to, (on_card)(uintptr_t)from, bytes), "copy from the card") : 0;
}

int dv_card_across(dv_card *c, void *to, const void *from, size_t bytes)
{
  return bytes ? bad(c, turn_to(c)->across((on_card)(uintptr_t)to, (on_card)(uintptr_t)from, bytes), "copy on the card") : 0;
}

int dv_card_settle(dv_card *c) { return bad(c, turn_to(c)->settle(), "wait"); }

int dv_card_is_apart(dv_card *c, const void *at)
{
  unsigned type = 0;  // 1: the processor's, 2: the card's
  return turn_to(c)->of_memory(&type, MEMORY_TYPE, (on_card)(uintptr_t)at) || type != 1;
}

size_t dv_card_free(dv_card *c)
{
  size_t left = 0, all;
  return turn_to(c)->memory(&left, &all) ? 0 : left;
}

int dv_card_launch(dv_card *c, const dv_card_program *p, void *function, void **argument, long many)
{
  unsigned blocks = (unsigned)((many + p->threads - 1) / p->threads), threads = (unsigned)p->threads;
  if (bad(c, turn_to(c)->record(c->begin, NULL), "event")) return 1;
  unsigned shared = function == p->run ? (unsigned)p->shared : 0;
  if (bad(c, c->launch(function, blocks, 1, 1, threads, 1, 1, shared, NULL, argument, NULL), "launch")) return 1;
  return bad(c, c->record(c->end, NULL), "event");
}

int dv_card_wait(dv_card *c, double *seconds)
{
  float ms = 0;
  if (bad(c, turn_to(c)->wait(c->end), "run") || bad(c, c->elapsed(&ms, c->begin, c->end), "event")) return 1;
  if (seconds) *seconds = 1e-3 * (double)ms;
  return 0;
}

int dv_card_run(dv_card *c, const dv_card_program *p, void *function, void **argument, long many, double *seconds)
{
  return dv_card_launch(c, p, function, argument, many) || dv_card_wait(c, seconds);
}
