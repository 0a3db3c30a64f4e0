// libFuzzer target: messages of pages to `davit edit`. What was said to be saved lies on the disk, whole; every answer is JSON.
#include "base/file.h"
#include "base/json.h"
#include "fuzz.h"
#include "server/editor.h"

#include <string.h>
#include <unistd.h>

static const char text[] = "bodies: {bob: {mass: 1 kg}}\n";
static const char *path;

static void wake(void *context) { (void)context; }

static dv_editor *start(void)
{
  path = fuzz_file((const uint8_t *)text, sizeof text - 1, ".yaml");
  dv_editor *e = dv_editor_new(&(dv_editor_options){.file = path, .folder = "/nowhere"});
  dv_editor_start(e, wake, NULL);
  return e;
}

static const dv_json *must_read(dv_arena *a, const char *what)
{
  const dv_json *j = dv_json_read(a, dv_diags_new(a), "answer", what, strlen(what));
  if (!j) fuzz_stop("the answer is not JSON", what);
  return j;
}

// A draft is checked in a process of its own, which takes a thousand times as long: one of 64.
static void hide_drafts(char *own, size_t n)
{
  if (n % 64)
    for (char *p; (p = strstr(own, "check"));) *p = 'C';
}

static void look_at_saved(dv_arena *a, const char *message, size_t n, const dv_json *answer)
{
  const dv_json *saved = dv_json_find(answer, "saved"), *hash = dv_json_find(saved, "hash");
  const dv_json *keep = dv_json_find(dv_json_read(a, dv_diags_new(a), "message", message, n), "save");
  size_t size;
  if (!hash || hash->type != DV_JSON_TEXT) return;
  const char *there = dv_file_read(a, dv_diags_new(a), path, (dv_mark){0}, (size_t)1 << 24, &size);
  if (!there || !keep || strlen(keep->text) != size || memcmp(there, keep->text, size)) fuzz_stop("another text", message);
  fuzz_accept(0);
}

static void wait_for_draft(dv_editor *e, dv_arena *a)
{
  int who;
  for (int i = 0; i < 20000; i++) {
    const char *answer = dv_editor_checked(e, a, &who);
    if (answer) {
      must_read(a, answer);
      fuzz_accept(1);
      return;
    }
    usleep(1000);
  }
  fuzz_stop("a draft without an answer", "");
}

const char *const fuzz_ways[] = {"a file that is saved", "a draft that is checked", NULL};

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  static dv_editor *e;
  if (!e) e = start();
  dv_arena *a = dv_arena_new();
  int bad = 0, who = (int)(n % 3) + 1;
  char *own = dv_arena_copy(a, (const char *)bytes, n);
  hide_drafts(own, n);
  const char *answer = dv_editor_message(e, a, who, own, n, &bad);
  if (answer) look_at_saved(a, own, n, must_read(a, answer));
  if (!bad && dv_json_find(dv_json_read(a, dv_diags_new(a), "message", own, n), "check")) {
    const dv_json *draft = dv_json_find(dv_json_read(a, dv_diags_new(a), "message", own, n), "check");
    if (draft->type == DV_JSON_TEXT) wait_for_draft(e, a);
  }
  must_read(a, dv_editor_disk(e, a));
  dv_editor_watch(e);
  dv_editor_left(e, who);
  dv_arena_free(a);
  return 0;
}
