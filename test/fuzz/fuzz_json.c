// libFuzzer target: JSON. What was read and written reads again as the same.
#include "base/json.h"
#include "fuzz.h"

#include <string.h>

static void put(dv_json_out *o, const char *key, const dv_json *v)
{
  if (v->type == DV_JSON_NUMBER) dv_json_number(o, key, v->number);
  else if (v->type == DV_JSON_TEXT) dv_json_text(o, key, v->text);
  else if (v->type == DV_JSON_MAP || v->type == DV_JSON_LIST) {
    dv_json_open(o, key, v->type == DV_JSON_MAP ? '{' : '[');
    for (int i = 0; i < v->n; i++) put(o, v->type == DV_JSON_MAP ? v->item[i]->key : NULL, v->item[i]);
    dv_json_close(o);
  } else dv_json_bool(o, key, 1);
}

const char *const fuzz_ways[] = {"a map", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  const dv_json *v = dv_json_read(a, d, "f", (const char *)bytes, n);
  if (!v && !d->nerror) fuzz_stop("nothing and no diagnostic", "");
  if (v && v->type == DV_JSON_MAP) {
    dv_json_out o = {.text = {.arena = a}};
    put(&o, NULL, v);
    const char *text = dv_text_all(&o.text);
    fuzz_accept(0);
    const dv_json *again = dv_json_read(a, d, "again", text, strlen(text));
    if (!again || again->n != v->n) fuzz_stop("does not read again", text);
    for (int i = 0; i < v->n; i++)
      if (strcmp(again->item[i]->key, v->item[i]->key)) fuzz_stop("another key", text);
  }
  dv_arena_free(a);
  return 0;
}
