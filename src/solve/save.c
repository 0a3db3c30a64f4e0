// save.c: a run's state on disk: what resumes it, bit by bit.
//
// "davitst" and a zero, the model's hash, the counts of x, d and quad, then the doubles t, x, d, quad, as the machine holds them.
#include "base/file.h"
#include "solve/solve.h"

#include <string.h>

typedef struct {
  char magic[8];
  uint64_t hash;
  int32_t order;  // 1, to know a file from a machine of other byte order
  int32_t nx, nd, nquad;
} head;

static head head_of(const dv_model *m)
{
  head h = {"davitst", m->hash, 1, m->nx, m->nd, m->nquad};
  return h;
}

int dv_state_save(const dv_model *m, const dv_state *s, const char *path, dv_diags *d)
{
  head h = head_of(m);
  size_t n = (size_t)s->n * sizeof(double);
  char *bytes = dv_arena_take(d->arena, sizeof h + n);
  memcpy(bytes, &h, sizeof h);
  memcpy(bytes + sizeof h, s->block, n);
  memcpy(bytes + sizeof h, &s->t, sizeof s->t);
  return dv_file_write(d, path, bytes, sizeof h + n) ? 2 : 0;
}

static int refuse(dv_diags *d, const char *path, const char *remedy, const char *why)
{
  dv_mark mark = {path, 0, 0};
  dv_diag_add(d, DV_ERROR, mark, remedy, "%s", why);
  return 2;
}

int dv_state_load(const dv_model *m, dv_state *s, const char *path, dv_diags *d)
{
  head mine = head_of(m), h;
  dv_mark none = {NULL, 0, 0};
  size_t need = sizeof h + (size_t)s->n * sizeof(double), n;
  const char *bytes = dv_file_read(d->arena, d, path, none, (size_t)1 << 30, &n);
  if (!bytes) return 2;
  if (n < sizeof h || memcmp(bytes, mine.magic, sizeof mine.magic))
    return refuse(d, path, "name a file of --save-state", "this is no saved state");
  memcpy(&h, bytes, sizeof h);
  if (h.order != mine.order) return refuse(d, path, NULL, "the state was saved by a machine of another byte order");
  if (h.hash != mine.hash || h.nx != mine.nx || h.nd != mine.nd || h.nquad != mine.nquad)
    return refuse(d, path, "use the same file, case and settings as the run that saved it", "the state belongs to another model");
  if (n != need) return refuse(d, path, NULL, "the saved state is cut short");
  memcpy(s->block, bytes + sizeof h, n - sizeof h);
  s->t = s->block[0];
  return 0;
}
