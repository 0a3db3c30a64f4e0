// processor_card.c: a stand-in for NVIDIA's driver and run-time compiler: programs are compiled for the processor, and their
// threads run one after the other. So the tests see all that davit does with a card, on computers that have none.
//
// Built as libcuda.so.1 and as libnvrtc.so, in a folder that the test puts into LD_LIBRARY_PATH. The folder of DAVIT_CARD_FOLDER
// takes the programs; CXX is the compiler.
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef uint64_t on_card;

// ---- the compiler

typedef struct {
  char path[600];  // without its ending
} program;

// What calls the functions with the arguments of a launch, one thread after the other.
static const char launcher[] =
    "\nextern \"C\" void launch_davit_run(void **a, long n)\n{\n"
    "  for (davit_thread = 0; davit_thread < n; davit_thread++)\n"
    "    davit_run(*(double **)a[0], *(double **)a[1], *(double **)a[2], *(double **)a[3], *(davit_step **)a[4], *(int *)a[5],\n"
    "              *(int *)a[6], *(int **)a[7], *(double **)a[8], *(long *)a[9], *(int *)a[10],\n"
    "              *(double **)a[11], *(double **)a[12], *(davit_exchange *)a[13], *(long *)a[14]);\n}\n"
    "extern \"C\" void launch_davit_move(void **a, long n)\n{\n"
    "  for (davit_thread = 0; davit_thread < n; davit_thread++)\n"
    "    davit_move(*(double **)a[0], *(double **)a[1], *(double **)a[2], *(double **)a[3], *(double **)a[4], *(unsigned **)a[5],\n"
    "               *(int **)a[6], *(double **)a[7], *(int *)a[8], *(int *)a[9], *(long *)a[10]);\n}\n"
    "#if NKEPT\nextern \"C\" void launch_davit_reduce(void **a, long n)\n{\n"
    "  for (davit_thread = 0; davit_thread < n; davit_thread++)\n"
    "    davit_reduce(*(double **)a[0], *(double **)a[1], *(davit_measure **)a[2], *(int *)a[3], *(long *)a[4], *(int **)a[5],\n"
    "                 *(double **)a[6], *(long *)a[7]);\n}\n#endif\n";

int nvrtcCreateProgram(program **out, const char *source, const char *name, int headers, const char *const *text,
                       const char *const *include)
{
  static int count;
  (void)name, (void)headers, (void)text, (void)include;
  const char *folder = getenv("DAVIT_CARD_FOLDER");
  program *p = *out = calloc(1, sizeof *p);
  if (!folder || !p) return 1;
  snprintf(p->path, sizeof p->path, "%s/card%ld-%d", folder, (long)getpid(), count++);
  char file[640];
  snprintf(file, sizeof file, "%s.cpp", p->path);
  FILE *f = fopen(file, "w");
  if (!f) return 1;
  fputs(source, f), fputs(launcher, f);
  return fclose(f);
}

// Of the options: those that define something.
int nvrtcCompileProgram(program *p, int n, const char *const *option)
{
  char command[4000], defines[400] = "";
  for (int i = 0; i < n; i++)
    if (!strncmp(option[i], "-D", 2)) snprintf(defines + strlen(defines), sizeof defines - strlen(defines), " %s", option[i]);
  snprintf(command, sizeof command, "%s -std=c++20 -O0 -ffp-contract=off -w -fPIC -shared%s -I%s -I%s -o %s.so %s.cpp", CXX,
           defines, HEADERS, SOURCES, p->path, p->path);
  return system(command) ? 6 : 0;
}

int nvrtcDestroyProgram(program **p)
{
  free(*p);
  *p = NULL;
  return 0;
}

int nvrtcGetCUBINSize(program *p, size_t *n) { return *n = strlen(p->path) + 1, 0; }
int nvrtcGetCUBIN(program *p, char *to) { return strcpy(to, p->path), 0; }
int nvrtcGetProgramLogSize(program *p, size_t *n) { return (void)p, *n = 1, 0; }
int nvrtcGetProgramLog(program *p, char *to) { return (void)p, *to = 0, 0; }

// ---- the driver

static int nothing;  // whose address is not NULL

int cuInit(unsigned flags) { return (void)flags, 0; }
int cuDeviceGetCount(int *n);

int cuDeviceGet(int *card, int i)
{
  int n;
  *card = i;
  return cuDeviceGetCount(&n) || i < 0 || i >= n ? 101 : 0;
}

int cuDeviceGetName(char *to, int n, int card)
{
  (void)card;
  snprintf(to, (size_t)n, "a processor");
  return 0;
}

// A small card: two units, so that some launches have several blocks.
int cuDeviceGetAttribute(int *to, int what, int card)
{
  (void)card;
  *to = what == 16 ? 2 : what == 82 ? 65536 : what == 81 || what == 97 ? 200000 : 0;
  return 0;
}

int cuDevicePrimaryCtxRetain(void **context, int card) { return (void)card, *context = &nothing, 0; }
int cuDevicePrimaryCtxRelease_v2(int card) { return (void)card, 0; }
int cuCtxSetCurrent(void *context) { return (void)context, 0; }

int cuModuleLoadData(void **module, const void *code)
{
  char path[640];
  snprintf(path, sizeof path, "%s.so", (const char *)code);
  *module = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  return *module ? 0 : 200;
}

int cuModuleUnload(void *module) { return dlclose(module); }

int cuModuleGetFunction(void **function, void *module, const char *name)
{
  char launch[100];
  snprintf(launch, sizeof launch, "launch_%s", name);
  *function = dlsym(module, launch);
  return *function ? 0 : 500;
}

// DAVIT_CARD_SPILLED: bytes that it says do not fit into registers, so that other orders of operations are tried.
int cuFuncGetAttribute(int *to, int what, void *function)
{
  const char *spilled = getenv("DAVIT_CARD_SPILLED");
  return (void)what, (void)function, *to = spilled ? atoi(spilled) : 0, 0;
}
int cuFuncSetAttribute(void *function, int what, int value) { return (void)function, (void)what, (void)value, 0; }

int cuMemAlloc_v2(on_card *at, size_t n)
{
  *at = (on_card)(uintptr_t)malloc(n);
  return *at ? 0 : 2;
}

int cuMemFree_v2(on_card at)
{
  free((void *)(uintptr_t)at);
  return 0;
}

int cuMemGetInfo_v2(size_t *left, size_t *all) { return *left = *all = (size_t)1 << 28, 0; }
int cuMemcpyHtoD_v2(on_card to, const void *from, size_t n) { return memcpy((void *)(uintptr_t)to, from, n), 0; }
int cuMemcpyDtoD_v2(on_card to, on_card from, size_t n) { return memcpy((void *)(uintptr_t)to, (void *)(uintptr_t)from, n), 0; }
int cuCtxSynchronize(void) { return 0; }

// Memory of the processor: 1. A card's would be 2.
int cuPointerGetAttribute(void *to, int what, on_card at)
{
  (void)at;
  if (what == 2) *(unsigned *)to = 1;
  return what != 2;
}

// Some cards, all the same processor.
int cuDeviceGetCount(int *n)
{
  const char *cards = getenv("DAVIT_CARDS");
  return *n = cards ? atoi(cards) : 1, 0;
}
int cuMemcpyDtoH_v2(void *to, on_card from, size_t n) { return memcpy(to, (void *)(uintptr_t)from, n), 0; }
int cuEventCreate(void **event, unsigned flags) { return (void)flags, *event = &nothing, 0; }
int cuEventRecord(void *event, void *stream) { return (void)event, (void)stream, 0; }
int cuEventSynchronize(void *event) { return (void)event, 0; }
int cuEventElapsedTime(float *ms, void *from, void *to) { return (void)from, (void)to, *ms = 1, 0; }
int cuEventDestroy_v2(void *event) { return (void)event, 0; }
int cuGetErrorString(int code, const char **text) { return (void)code, *text = "the stand-in says no", 0; }

int cuLaunchKernel(void *function, unsigned blocks, unsigned y, unsigned z, unsigned threads, unsigned ty, unsigned tz,
                   unsigned shared, void *stream, void **argument, void **extra)
{
  (void)y, (void)z, (void)ty, (void)tz, (void)shared, (void)stream, (void)extra;
  void (*launch)(void **, long);
  *(void **)&launch = function;
  launch(argument, (long)blocks * threads);
  return 0;
}
