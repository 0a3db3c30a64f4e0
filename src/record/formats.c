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
  const char *extension;
  dv_history_writer *write;
  dv_history_reader *read;
  int sandboxed;  // 1: read by a library of others, in a process without rights
} formats[] = {
    {".csv",  dv_csv_write,  dv_csv_read,  0},
    {".h5",   dv_hdf5_write, dv_hdf5_read, 1},
    {".hdf5", dv_hdf5_write, dv_hdf5_read, 1},
    {".mat",  dv_mat_write,  dv_mat_read,  1},
};

#define ROOM_LEAST ((size_t)1 << 30)
#define ROOM_MOST ((size_t)16 << 30)

static int format_of(const char *path, dv_diags *d)
{
  const char *dot = strrchr(path, '.');
  for (int i = 0; i < (int)(sizeof formats / sizeof *formats); i++)
    if (dot && !strcasecmp(dot, formats[i].extension)) return i;
  dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, "use .csv, .h5 or .mat", "the extension of '%s' names no result format", path);
  return -1;
}

int dv_history_films(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot && (!strcasecmp(dot, ".h5") || !strcasecmp(dot, ".hdf5"));
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

// A CSV file keeps no facts; its name says it.
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
  dv_sandbox_share share = {path, ROOM_LEAST + 4 * most, 60 + (int)(bytes >> 20)};
  const char *got = dv_sandbox_run(a, &share, read_inside, &f, &n, why);
  dv_history *l = got ? dv_wire_get(a, got, n) : NULL;
  if (got && !l) *why = "what came of reading it is no result";
  return l;
}

dv_history *dv_history_read(dv_arena *a, const char *path, dv_diags *d)
{
  int f = format_of(path, d), before = d->nerror;
  if (f < 0) return NULL;
  struct stat s;
  const char *why = "no such file";
  dv_history *l = stat(path, &s)         ? NULL
                  : formats[f].sandboxed ? read_sandboxed(a, f, path, (size_t)s.st_size, &why)
                                         : formats[f].read(a, d, path, &why);
  if (l) warn_incomplete(l, path, d);
  if (!l && d->nerror == before) dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, NULL, "cannot read '%s': %s", path, why);
  if (l) make_visible(l);
  return l;
}
