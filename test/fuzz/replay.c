// replay.c: the corpus through a fuzz target without libFuzzer. Arguments: files.
#include "base/file.h"
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
  for (int i = 1; i < argc; i++) {
    dv_arena *a = dv_arena_new();
    dv_diags *d = dv_diags_new(a);
    size_t n;
    char *bytes = dv_file_read(a, d, argv[i], (dv_mark){NULL, 0, 0}, (size_t)1 << 26, &n);
    if (!bytes) return fprintf(stderr, "%s\n", dv_diag_text(d, 0)), 1;
    // a block of its own, so that the sanitizer sees a step beyond its end
    uint8_t *own = malloc(n ? n : 1);
    if (!own) return 1;
    memcpy(own, bytes, n);
    LLVMFuzzerTestOneInput(own, n);
    free(own);
    dv_arena_free(a);
  }
  if (fuzz_unreached()) return fprintf(stderr, "no input reaches: %s\n", fuzz_unreached()), 1;
  printf("%d inputs\n", argc - 1);
  return argc > 1 ? 0 : 1;
}
