// libFuzzer target: machine files as somebody types them into `davit edit`: the answer is JSON, with a machine or with a reason.
#include "fuzz.h"
#include "server/draft_check.h"

#include <string.h>

static int is_list(const dv_json *x) { return x && x->type == DV_JSON_LIST; }

const char *const fuzz_ways[] = {"a machine", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  const char *text = dv_arena_copy(a, (const char *)bytes, n);  // as JSON brings it: up to the first zero
  const dv_draft draft = {.file = "/nowhere/f.yaml", .folder = "/nowhere", .text = text, .n = strlen(text)};
  const char *answer = dv_draft_answer(a, &draft);
  const dv_json *j = dv_json_read(a, dv_diags_new(a), "answer", answer, strlen(answer));
  const dv_json *faults = dv_json_find(j, "faults"), *machine = dv_json_find(j, "machine");
  if (!is_list(faults)) fuzz_stop("the answer is not JSON, or has no faults", answer);
  if (!machine && !faults->n) fuzz_stop("neither a machine nor a fault", text);
  if (machine && (!is_list(dv_json_find(j, "states")) || !is_list(dv_json_find(j, "start")))) fuzz_stop("half a machine", answer);
  if (machine) fuzz_accept(0);
  dv_arena_free(a);
  return 0;
}
