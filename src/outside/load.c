// load.c: opens libraries of kinds, checks what they say of themselves, and puts their kinds behind our own.
#include "outside/outside.h"

#include "audit/audit.h"
#include "base/file.h"
#include "base/hash.h"

#include <dlfcn.h>
#include <string.h>

enum { LIBRARY_MOST = 1 << 28 };  // bytes

static const char *const build_it = "build it with davit_add_kinds of this davit's CMake package";

typedef struct {
  const char *path;
  uint64_t hash;
  const dv_kind_table *table[DV_TABLE_COUNT];  // NULL: not there
} library;

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  int n;
  const void **kind[DV_TABLE_COUNT];
  uint64_t *hash;
  const char **path;
  const dv_kind **all;
} loader;

static int refuse(const loader *l, const char *path, const char *remedy, const char *why)
{
  dv_diag_add(l->diags, DV_ERROR, (dv_mark){path, 0, 0}, remedy, "%s", why);
  return -1;
}

static void close_library(void *handle) { dlclose(handle); }

// A name without a slash would be looked for where the system keeps its libraries.
static void *open_library(const loader *l, const char *path)
{
  dv_care *care = dv_arena_care(l->arena);
  const char *place = strchr(path, '/') ? path : dv_arena_text(l->arena, "./%s", path);
  void *handle = dlopen(place, RTLD_NOW | RTLD_LOCAL);
  if (handle) care->thing = handle, care->end = close_library;
  else
    refuse(l, path, "name a library that was built with davit_add_kinds",
           dv_arena_text(l->arena, "this library cannot be loaded: %s", dlerror()));
  return handle;
}

// What davit itself is made for; the layout of the width.
static const dv_kind_layout *layout_of(int width)
{
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  extern const dv_kind_layout dv_kind_layout_x4, dv_kind_layout_x8;
  if (width == DV_TABLE_X4) return &dv_kind_layout_x4;
  if (width == DV_TABLE_X8) return &dv_kind_layout_x8;
#endif
  extern const dv_kind_layout dv_kind_layout_trace;
  return width == DV_TABLE_X1 ? &dv_kind_layout_x1 : width == DV_TABLE_TRACE ? &dv_kind_layout_trace : NULL;
}

static int fits(const dv_kind_table *t, const dv_kind_layout *mine)
{
  return t->abi == DV_KIND_ABI && !memcmp(&t->layout, mine, sizeof *mine) && t->kind;
}

// Widths are said once: 1 lane is always there, those of this davit must be, tracing may be.
static int find_tables(const loader *l, library *b, void *handle)
{
  static const char *const symbol[DV_TABLE_COUNT] = {"davit_kinds_x1", "davit_kinds_x4", "davit_kinds_x8", "davit_kinds_trace"};
  for (int i = 0; i < DV_TABLE_COUNT; i++) {
    const dv_kind_layout *mine = layout_of(i);
    const dv_kind_table *t = mine ? dlsym(handle, symbol[i]) : NULL;
    if (!mine || (!t && i == DV_TABLE_TRACE)) continue;
    if (!t && !i) return refuse(l, b->path, build_it, "this is no library of kinds: it has no 'davit_kinds_x1'");
    if (!t) return refuse(l, b->path, build_it, dv_arena_text(l->arena, "it lacks the kinds of a width: '%s'", symbol[i]));
    if (memcmp(t->magic, "dvkinds", 8)) return refuse(l, b->path, build_it, "this is no library of kinds");
    if (!fits(t, mine))
      return refuse(l, b->path, "build it again with this davit's headers", "it was built for another version of davit");
    b->table[i] = t;
  }
  return 0;
}

static int count(const dv_kind_table *t)
{
  int n = 0;
  while (t->kind[n]) n++;
  return n;
}

// Every width has the same kinds: one source file, compiled once for each.
static int same_kinds(const loader *l, const library *b)
{
  for (int w = DV_TABLE_X4; w < DV_TABLE_COUNT; w++) {
    if (!b->table[w]) continue;
    int same = count(b->table[w]) == count(b->table[0]);
    for (int i = 0; same && b->table[0]->kind[i]; i++) {
      const dv_kind *one = b->table[0]->kind[i], *other = b->table[w]->kind[i];
      same = one->name && other->name && !strcmp(one->name, other->name) && one->nparam == other->nparam &&
             one->npar == other->npar && one->nport == other->nport && one->nstate == other->nstate && one->nin == other->nin &&
             one->nout == other->nout && one->ndiscrete == other->ndiscrete && one->nroot == other->nroot &&
             one->noption == other->noption && one->ntable == other->ntable && !one->answer == !other->answer &&
             !one->signal == !other->signal && !one->rate == !other->rate && !one->publish == !other->publish;
    }
    if (!same) return refuse(l, b->path, build_it, "its widths differ: each must have the same kinds");
  }
  return 0;
}

static const char *owner(const loader *l, const char *name)
{
  for (int i = 0; l->all[i]; i++)
    if (!strcmp(l->all[i]->name, name)) return i < DV_KINDS_OWN ? "davit itself" : l->path[i - DV_KINDS_OWN];
  return NULL;
}

static int add_kind(loader *l, const library *b, int i)
{
  const dv_kind *k = b->table[0]->kind[i];
  if (dv_audit_declared(l->diags, b->path, k)) return -1;
  if (k->stands_for)
    return refuse(l, b->path, "leave .stands_for at DV_FOR_PARTS",
                  dv_arena_text(l->arena, "the kind '%s' would stand for what files say without naming a kind", k->name));
  const char *other = owner(l, k->name);
  if (other)
    return refuse(l, b->path, "give it another name",
                  dv_arena_text(l->arena, "the kind '%s' is there already: %s has it", k->name, other));
  for (int w = 0; w < DV_TABLE_COUNT; w++) l->kind[w][l->n] = b->table[w] ? b->table[w]->kind[i] : NULL;
  l->hash[l->n] = b->hash;
  l->path[l->n] = b->path;
  l->all[DV_KINDS_OWN + l->n++] = k;
  return 0;
}

// Room for as many more.
static void grow(loader *l, int more)
{
  int n = l->n, all = n + more;
  for (int w = 0; w < DV_TABLE_COUNT; w++)
    l->kind[w] = dv_arena_grow(l->arena, l->kind[w], (size_t)n * sizeof **l->kind, (size_t)all * sizeof **l->kind);
  l->hash = dv_arena_grow(l->arena, l->hash, (size_t)n * sizeof *l->hash, (size_t)all * sizeof *l->hash);
  l->path = dv_arena_grow(l->arena, l->path, (size_t)n * sizeof *l->path, (size_t)all * sizeof *l->path);
  l->all = dv_arena_grow(l->arena, l->all, (size_t)(DV_KINDS_OWN + n) * sizeof *l->all,
                         (size_t)(DV_KINDS_OWN + all + 1) * sizeof *l->all);
}

static int bind(const loader *l, library *b)
{
  const dv_kind_table *t = b->table[DV_TABLE_TRACE];
  const char *why = t ? dv_outside_bind(t->tracing, t->operation, t->noperation) : NULL;
  if (why)
    dv_diag_add(l->diags, DV_WARNING, (dv_mark){b->path, 0, 0}, "build it again with this davit's headers",
                "%s: machines with its kinds are not compiled", why);
  if (why) b->table[DV_TABLE_TRACE] = NULL;
  return 0;
}

static int load_one(loader *l, const char *path)
{
  library b = {.path = path};
  size_t n;
  const char *bytes = dv_file_read(l->arena, l->diags, path, (dv_mark){0}, LIBRARY_MOST, &n);
  if (!bytes) return -1;
  b.hash = dv_hash_bytes(bytes, n);
  void *handle = open_library(l, path);
  if (!handle || find_tables(l, &b, handle) || same_kinds(l, &b) || bind(l, &b)) return -1;
  int faults = 0, kinds = count(b.table[0]);
  if (!kinds) return refuse(l, path, NULL, "there is no kind in it");
  grow(l, kinds);
  for (int i = 0; i < kinds; i++) faults += add_kind(l, &b, i) != 0;
  return faults ? -1 : 0;
}

static int is_named_before(dv_arena *a, const char *const *path, int i)
{
  for (int k = 0; k < i; k++)
    if (dv_file_same(a, path[k], path[i])) return 1;
  return 0;
}

const dv_outside *dv_outside_load(dv_arena *a, dv_diags *d, const char *const *path, int n)
{
  loader l = {.arena = a, .diags = d};
  int bad = 0;
  l.all = DV_TAKE(a, const dv_kind *, DV_KINDS_OWN + 1);
  for (int i = 0; i < DV_KINDS_OWN; i++) l.all[i] = dv_kinds_x1[i];
  for (int i = 0; i < n; i++)
    if (!is_named_before(a, path, i)) bad |= load_one(&l, path[i]);
  if (bad) return NULL;
  dv_outside *o = DV_TAKE(a, dv_outside, 1);
  *o = (dv_outside){.n = l.n, .hash = l.hash, .library = l.path, .all = l.all};
  for (int w = 0; w < DV_TABLE_COUNT; w++) o->kind[w] = (const void *const *)l.kind[w];
  return o;
}
