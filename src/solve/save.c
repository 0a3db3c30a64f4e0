// save.c: a run's state on disk: what resumes it, bit by bit.
//
// "davits2" and a zero, a checksum of all that follows, the model's hash, the counts of x, d, quad and kept, then the doubles t,
// x, d, quad, kept, as the machine holds them, then the names of x, each with its zero: another model of the family can take over
// what it has too.
#include "base/file.h"
#include "base/hash.h"
#include "engine/closed_loops.h"
#include "solve/solve.h"
#include "step/step.h"

#include <stddef.h>
#include <string.h>

typedef struct {
  char magic[8];
  uint64_t sum;  // FNV-1a of what is behind it
  uint64_t hash;
  int32_t order;  // 1, to know a file from a machine of other byte order
  int32_t nx, nd, nquad;
  int32_t names, kept;  // bytes of the names; doubles that methods carry along
} head;

static head head_of(const dv_model *m)
{
  head h = {"davits2", 0, m->hash, 1, m->nx, m->nd, m->nquad, 0, dv_state_kept(m)};
  for (int i = 0; i < m->nx; i++) h.names += (int32_t)strlen(dv_model_state_name(m, i)) + 1;
  return h;
}

enum { SUMMED = offsetof(head, hash) };

static uint64_t sum_of(const char *bytes, size_t n) { return dv_hash_bytes(bytes + SUMMED, n - SUMMED); }

int dv_state_save(const dv_model *m, const dv_state *s, const char *path, dv_diags *d)
{
  head h = head_of(m);
  size_t n = (size_t)s->n * sizeof(double);
  size_t all = sizeof h + n + (size_t)h.names;
  char *bytes = dv_arena_take(d->arena, all), *name = bytes + sizeof h + n;
  memcpy(bytes, &h, sizeof h);
  for (int i = 0; i < m->nx; i++) {
    const char *of = dv_model_state_name(m, i);
    size_t size = strlen(of) + 1;
    memcpy(name, of, size);
    name += size;
  }
  memcpy(bytes + sizeof h, s->block, n);
  memcpy(bytes + sizeof h, &s->t, sizeof s->t);
  h.sum = sum_of(bytes, all);
  memcpy(bytes, &h, sizeof h);
  return dv_file_write(d, path, bytes, all) ? 2 : 0;
}

static int refuse(dv_diags *d, const char *path, const char *remedy, const char *why)
{
  dv_mark mark = {path, 0, 0};
  dv_diag_add(d, DV_ERROR, mark, remedy, "%s", why);
  return 2;
}

// Bytes of a saved state of any model, and its head; NULL with a diagnostic.
static const char *read_state(const char *path, head *h, size_t *n, dv_diags *d)
{
  const char *bytes = dv_file_read(d->arena, d, path, (dv_mark){NULL, 0, 0}, (size_t)1 << 30, n);
  if (!bytes) return NULL;
  if (*n >= sizeof h->magic && !memcmp(bytes, "davitst", sizeof h->magic)) {
    refuse(d, path, "make the run again that saved it", "the state was saved by an older davit, without a checksum");
    return NULL;
  }
  if (*n < sizeof *h || memcmp(bytes, "davits2", sizeof h->magic)) {
    refuse(d, path, "name a file of --save-state", "this is no saved state");
    return NULL;
  }
  memcpy(h, bytes, sizeof *h);
  const char *why = h->order != 1                 ? "the state was saved by a machine of another byte order"
                    : h->sum != sum_of(bytes, *n) ? "the saved state is damaged or cut short"
                                                  : NULL;
  if (!why) return bytes;
  refuse(d, path, "save it again", why);
  return NULL;
}

// Whole: as long as its head says, the last name closed.
static int is_whole(const char *bytes, const head *h, size_t n)
{
  if (h->nx < 0 || h->nd < 0 || h->nquad < 0 || h->names < 0 || h->kept < 0) return 0;
  size_t doubles = 1 + (size_t)h->nx + (size_t)h->nd + (size_t)h->nquad + (size_t)h->kept;
  return n == sizeof *h + doubles * sizeof(double) + (size_t)h->names && (!h->names || !bytes[n - 1]);
}

int dv_state_load(const dv_model *m, dv_state *s, const char *path, dv_diags *d)
{
  head mine = head_of(m), h;
  size_t n;
  const char *bytes = read_state(path, &h, &n, d);
  if (!bytes) return 2;
  if (h.hash != mine.hash || h.nx != mine.nx || h.nd != mine.nd || h.nquad != mine.nquad || h.kept != mine.kept)
    return refuse(d, path, "use the same file, case, settings and --kinds as the run that saved it",
                  "the state belongs to another model");
  if (!is_whole(bytes, &h, n)) return refuse(d, path, NULL, "the saved state is cut short");
  double *block = DV_TAKE(d->arena, double, s->n);
  memcpy(block, bytes + sizeof h, (size_t)s->n * sizeof(double));
  const double *kept = block + s->n - dv_state_kept(m);
  if (!dv_engine_pivots_fit(m, block + 1 + m->nx) || !dv_engine_pivots_fit(m, kept + DV_KEPT_X + m->nx))
    return refuse(d, path, "save it again", "the saved state names pivots of loops that cannot be");
  memcpy(s->block, block, (size_t)s->n * sizeof(double));
  s->t = s->block[0];
  return 0;
}

int dv_state_carry(const dv_model *m, dv_state *s, const char *path, dv_diags *d)
{
  head h;
  size_t n;
  const char *bytes = read_state(path, &h, &n, d);
  if (!bytes) return 2;
  if (!is_whole(bytes, &h, n)) return refuse(d, path, NULL, "the saved state is cut short");
  const char *name = bytes + n - h.names, *end = bytes + n;
  int carried = 0;
  for (int i = 0; i < h.nx && name < end; i++, name += strlen(name) + 1)
    for (int k = 0; k < m->nx; k++) {
      if (strcmp(name, dv_model_state_name(m, k))) continue;
      memcpy(s->x + k, bytes + sizeof h + (size_t)(1 + i) * sizeof(double), sizeof(double));
      carried++;
    }
  return carried ? 0 : refuse(d, path, "save it with a variant or case of this machine", "no state has a name of this machine's");
}
