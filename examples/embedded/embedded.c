// embedded.c: the core runtime on a small computer: a saved model in the program's own memory, and no heap after the start.
//
// The block is an array (machine.h, made of machine.dvm by build.sh). A fixed step, a lever, and the position after a second. The
// heap is closed once the machine runs: malloc of this program gives nothing then, and nobody asks.
#include "davit/davit.h"

#include <stdalign.h>
#include <stdio.h>

#ifndef FROM_FILE
#include "machine.h"  // alignas(64) static const unsigned char machine[];
#else                 // the same on this computer, to compare: the block is read from a file
static unsigned char machine[1 << 20];
#endif

int heap_is_closed;  // heap.c
long heap_asked;

static size_t block(const char *path)
{
#ifdef FROM_FILE
  FILE *f = fopen(path, "rb");
  size_t n = f ? fread(machine, 1, sizeof machine, f) : 0;
  if (f) fclose(f);
  return n;
#else
  (void)path;
  return sizeof machine;
#endif
}

int main(int argc, char **argv)
{
  char why[200];
  size_t n = block(argc > 1 ? argv[1] : "");
  dv_model *m = dv_model_load(machine, n, why, sizeof why);
  dv_method by = {.method = "rk4", .step = 1e-3};
  dv_sim *s = m ? dv_sim_new(m, &by, why, sizeof why) : NULL;
  if (!s) return printf("%s\n", why), 1;
  int lever = dv_model_find(m, "lever.value"), x = dv_model_find(m, "x.position");
  heap_is_closed = 1;
  for (int i = 0; i < 1000; i++) {
    dv_sim_set(s, lever, i < 500 ? 2 : -2);
    if (dv_sim_step(s, 1e-3)) return printf("%s\n", dv_sim_message(s)), 2;
  }
  double at = dv_sim_get(s, x);
  heap_is_closed = 0;
  printf("%zu-bit: x = %a; heap asked %ld times while running\n", 8 * sizeof(void *), at, heap_asked);
  dv_sim_free(s);
  dv_model_free(m);
  return heap_asked ? 3 : 0;
}
