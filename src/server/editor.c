// editor.c: the file on disk, drafts that wait, and the one that is being checked.
#include "server/editor.h"

#include "base/file.h"
#include "base/utf8.h"
#include "server/draft_check.h"
#include "server/editor_check.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

// What the file system says of the file; it tells when to read it again.
typedef struct {
  int there;
  struct timespec changed;
  off_t size;
  ino_t node;
} look;

struct dv_editor {
  dv_editor_options o;
  dv_arena *arena, *disk;  // disk: of the text
  const char *text;
  size_t n;
  char hash[17];      // of the text; "": there is no such file
  const char *fault;  // why what lies there cannot be edited, and must not be replaced; NULL: it can
  look seen;
  dv_checks *checks;
};

static look look_at(const char *path)
{
  struct stat s;
  if (stat(path, &s)) return (look){0};
  return (look){1, s.st_mtim, s.st_size, s.st_ino};
}

static int same(const look *a, const look *b)
{
  return a->there == b->there && a->size == b->size && a->node == b->node && a->changed.tv_sec == b->changed.tv_sec &&
         a->changed.tv_nsec == b->changed.tv_nsec;
}

// FNV-1a
static void put_hash(char hash[17], const char *text, size_t n)
{
  uint64_t h = 0xcbf29ce484222325u;
  for (size_t i = 0; i < n; i++) h = (h ^ (unsigned char)text[i]) * 0x100000001b3u;
  snprintf(hash, 17, "%016llx", (unsigned long long)h);
}

static void say(const dv_editor *e, const char *text)
{
  if (e->o.say) e->o.say(e->o.context, text);
}

// The text as it lies there; one that cannot be read, or that pages would cut at a zero, counts as none, and that is told.
static void load(dv_editor *e)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  e->seen = look_at(e->o.file);
  e->text = e->seen.there ? dv_file_read(a, d, e->o.file, (dv_mark){0}, DV_DRAFT_MOST, &e->n) : NULL;
  if (e->text && dv_utf8_check(d, e->o.file, e->text, e->n)) e->text = NULL;
  if (d->n) say(e, dv_diag_text(d, 0));
  e->fault = d->n ? d->item[0].what : NULL;
  e->hash[0] = 0;
  if (e->text) put_hash(e->hash, e->text, e->n);
  else e->text = "", e->n = 0;
  if (e->disk) dv_arena_free(e->disk);
  e->disk = a;
}

dv_editor *dv_editor_new(const dv_editor_options *o)
{
  dv_arena *a = dv_arena_new();
  dv_editor *e = DV_TAKE(a, dv_editor, 1);
  e->o = *o;
  e->arena = a;
  load(e);
  return e;
}

const char *dv_editor_fault(const dv_editor *e) { return e->fault; }

void dv_editor_start(dv_editor *e, void (*wake)(void *), void *context)
{
  e->checks = dv_checks_new(e->arena, e->o.file, e->o.folder, wake, context);
}

void dv_editor_stop(dv_editor *e) { dv_checks_end(e->checks); }

void dv_editor_close(dv_editor *e)
{
  dv_arena_free(e->disk);
  dv_arena_free(e->arena);
}

const char *dv_editor_disk(const dv_editor *e, dv_arena *a)
{
  dv_json_out o = {.text = {.arena = a}};
  dv_json_open(&o, NULL, '{');
  dv_json_open(&o, "disk", '{');
  dv_json_text(&o, "name", e->o.file);
  dv_json_text(&o, "hash", e->hash[0] ? e->hash : NULL);
  dv_json_text(&o, "text", e->text);
  dv_json_close(&o);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}

int dv_editor_watch(dv_editor *e)
{
  look now = look_at(e->o.file);
  char before[17];
  if (same(&now, &e->seen)) return 0;
  memcpy(before, e->hash, sizeof before);
  load(e);
  return strcmp(before, e->hash) != 0;
}

static const char *saved(dv_arena *a, const char *hash, const char *why)
{
  dv_json_out o = {.text = {.arena = a}};
  dv_json_open(&o, NULL, '{');
  dv_json_open(&o, "saved", '{');
  dv_json_text(&o, "hash", hash);
  dv_json_text(&o, "why", why);
  dv_json_close(&o);
  dv_json_close(&o);
  return dv_text_all(&o.text);
}

// over: hash of what the client knows to lie there; NULL: whatever lies there goes.
static const char *save(dv_editor *e, dv_arena *a, const char *text, const char *over)
{
  dv_diags *d = dv_diags_new(a);
  dv_editor_watch(e);
  if (e->fault) return saved(a, NULL, dv_arena_text(a, "what lies there is no machine file and stays: %s", e->fault));
  if (over && strcmp(over, e->hash) != 0) return saved(a, NULL, "the file was changed outside meanwhile");
  if (strlen(text) > DV_DRAFT_MOST) return saved(a, NULL, "the text is longer than 1 MB");
  if (dv_file_write(d, e->o.file, text, strlen(text))) return saved(a, NULL, dv_diag_text(d, 0));
  put_hash(e->hash, text, strlen(text));
  e->seen = (look){0};  // the next look reads it again: somebody may have written it since
  say(e, dv_arena_text(a, "%s is saved", e->o.file));
  return saved(a, e->hash, NULL);
}

static const char *text_of(const dv_json *j, const char *key, int *bad)
{
  const dv_json *x = dv_json_find(j, key);
  if (!x || x->type == DV_JSON_NULL) return NULL;
  *bad |= x->type != DV_JSON_TEXT;
  return x->type == DV_JSON_TEXT ? x->text : NULL;
}

const char *dv_editor_message(dv_editor *e, dv_arena *a, int who, const char *text, size_t n, int *bad)
{
  const dv_json *j = dv_json_read(a, dv_diags_new(a), "message", text, n), *number;
  *bad = !j || j->type != DV_JSON_MAP;
  if (*bad) return NULL;
  const char *draft = text_of(j, "check", bad), *keep = text_of(j, "save", bad), *over = text_of(j, "over", bad);
  const char *case_name = text_of(j, "case", bad);
  number = dv_json_find(j, "number");
  *bad |= (!draft && !keep) || (draft && (!number || number->type != DV_JSON_NUMBER));
  if (*bad) return NULL;
  if (draft) dv_checks_put(e->checks, who, number->number, draft, case_name);
  return keep ? save(e, a, keep, over) : NULL;
}

const char *dv_editor_checked(dv_editor *e, dv_arena *a, int *who) { return dv_checks_take(e->checks, a, who); }
void dv_editor_left(dv_editor *e, int who) { dv_checks_forget(e->checks, who); }
