// formats.c: result files by extension, whole or not at all.
#include "record/format.h"
#include "record/wire.h"

#include "base/file.h"
#include "base/visible.h"

#include <errno.h>
#include <setjmp.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

static const struct {
  const char *extension, *other;
  int films, facts, sandboxed;
  dv_history_writer *write;
  dv_history_reader *read;
} formats[] = {
#define DV_FORMAT(id, extension, other, films, facts, sandboxed, doc)                                                            \
  {extension, other, films, facts, sandboxed, dv_##id##_write, dv_##id##_read},
#include "record/formats.def"
};
enum { FORMATS = sizeof formats / sizeof *formats };

const char dv_history_forms[] =
#define DV_FORMAT(id, extension, ...) "|x" extension
#include "record/formats.def"
    ;
static const char extensions[] =
#define DV_FORMAT(id, extension, ...) ", " extension
#include "record/formats.def"
    ;

#define ROOM_LEAST ((size_t)1 << 30)
#define ROOM_MOST ((size_t)16 << 30)

static int format_find(const char *path)
{
  const char *dot = strrchr(path, '.');
  for (int i = 0; i < FORMATS; i++)
    if (dot && (!strcasecmp(dot, formats[i].extension) || (*formats[i].other && !strcasecmp(dot, formats[i].other + 1))))
      return i;
  return -1;
}

static int format_of(const char *path, dv_diags *d)
{
  int i = format_find(path);
  if (i < 0)
    dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, dv_arena_text(d->arena, "use one of %s", extensions + 2),
                "the extension of '%s' names no result format", path);
  return i;
}

const char *dv_history_format(int i) { return i >= 0 && i < FORMATS ? formats[i].extension : NULL; }
int dv_history_is(const char *path) { return format_find(path) >= 0; }

int dv_history_films(const char *path)
{
  int i = format_find(path);
  return i >= 0 && formats[i].films;
}

int dv_history_facts(const char *path)
{
  int i = format_find(path);
  return i >= 0 && formats[i].facts;
}

int dv_history_extension(const char *path, dv_diags *d) { return format_of(path, d) >= 0; }

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

// Without memory the file that was begun is removed before control goes on to the guard of the arena.
static int write_whole(const dv_history *l, dv_arena *scratch, dv_output *w, int format)
{
  jmp_buf out;
  const char *why = NULL;
  if (setjmp(out)) {
    dv_output_drop(w);
    dv_arena_free(scratch);
    dv_arena_exhausted(l->arena);
  }
  dv_arena_guard(scratch, jump, &out);
  int bad = formats[format].write(l, scratch, w->f, &why);
  if (bad && !why) why = errno ? strerror(errno) : "the disk may be full";
  dv_arena_guard(scratch, NULL, NULL);
  return dv_output_finish(w, why);
}

int dv_history_write(const dv_history *l, const char *path, dv_diags *d)
{
  int f = format_of(path, d);
  if (f < 0) return -1;
  dv_arena *scratch = dv_arena_under(l->arena);
  dv_output *w = DV_TAKE(scratch, dv_output, 1);
  int bad = dv_output_begin(w, d, path) || write_whole(l, scratch, w, f);
  dv_arena_free(scratch);
  return bad ? -1 : 0;
}

// Names of a file from anybody are printed in tables and legends.
static void make_visible(dv_history *l)
{
  for (int i = 0; i < l->ncolumn; i++) {
    l->column[i].name = dv_text_visible(l->arena, l->column[i].name, 0);
    l->column[i].unit = dv_text_visible(l->arena, l->column[i].unit, 0);
  }
  for (int i = 0; i < l->fact.n; i++) {
    l->fact.item[i].key = dv_text_visible(l->arena, l->fact.item[i].key, 0);
    l->fact.item[i].text = dv_text_visible(l->arena, l->fact.item[i].text, 1);
  }
}

// A file that keeps no facts says it by its name.
static void warn_incomplete(const dv_history *l, const char *path, dv_diags *d)
{
  const char *why = dv_history_fact_text(l, "incomplete");
  if (!why && strstr(path, ".incomplete.")) why = "its run did not come to its end";
  if (why) dv_diag_add(d, DV_WARNING, (dv_mark){path, 0, 0}, NULL, "this result is incomplete: %s", why);
}

// HDF5 and matio were not made for files of strangers: a crash in them is a message here.
typedef struct {
  int format;
  const char *path;
} foreign;

static int read_inside(void *context, dv_arena *a, dv_sandbox_out *out)
{
  const foreign *f = context;
  const char *why = "it cannot be read";
  dv_history *l = formats[f->format].read(a, dv_diags_new(a), f->path, &why);
  if (l) dv_wire_put(out, l);
  else dv_sandbox_put(out, why, strlen(why));
  return l ? 0 : -1;
}

static dv_history *read_sandboxed(dv_arena *a, int format, const char *path, size_t bytes, const char **why)
{
  foreign f = {format, path};
  size_t most = bytes < ROOM_MOST / DV_PACKED_MOST ? DV_PACKED_MOST * bytes : ROOM_MOST, n;
  dv_sandbox_share share = {.path = path, .memory = ROOM_LEAST + 4 * most, .seconds = 60 + (int)(bytes >> 20)};
  const char *got = dv_sandbox_run(a, &share, read_inside, &f, &n, why);
  dv_history *l = got ? dv_wire_get(a, got, n) : NULL;
  if (got && !l) *why = "what came of reading it is no result";
  return l;
}

// Opening a pipe that nobody writes would stand still.
static const char *no_file(const char *path, size_t *bytes)
{
  struct stat s;
  if (stat(path, &s)) return "no such file";
  *bytes = (size_t)s.st_size;
  return S_ISREG(s.st_mode) ? NULL : S_ISDIR(s.st_mode) ? "it is a folder" : "it is not a regular file";
}

dv_history *dv_history_read(dv_arena *a, const char *path, dv_diags *d)
{
  int f = format_of(path, d), before = d->nerror;
  if (f < 0) return NULL;
  size_t bytes = 0;
  const char *why = no_file(path, &bytes);
  dv_history *l = why ? NULL : formats[f].sandboxed ? read_sandboxed(a, f, path, bytes, &why) : formats[f].read(a, d, path, &why);
  if (l) warn_incomplete(l, path, d);
  if (!l && d->nerror == before) dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, NULL, "cannot read '%s': %s", path, why);
  if (l) make_visible(l);
  return l;
}
