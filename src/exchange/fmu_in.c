// fmu_in.c: finds the FMUs that a machine file names, unpacks and loads them, and makes a kind for each such part.
#include "exchange/fmu_in.h"

#include "base/file.h"
#include "base/hash.h"
#include "exchange/fmu_part.h"
#include "exchange/unpack.h"

#include <dlfcn.h>
#include <string.h>

enum { FMU_MOST = 1 << 30 };  // bytes

// One that is unpacked: a file may be a part several times, and of many machines.
typedef struct dv_fmu_open {
  struct dv_fmu_open *next;
  const char *path, *folder;
  uint64_t hash;
  const dv_fmu_description *is;
  void *library[2];  // Co-Simulation, Model Exchange
} dv_fmu_open;

typedef struct {
  dv_fmus *fmus;
  dv_doc *doc;
  dv_arena *arena;  // of the machine
  dv_fmu_part **item;
  uint64_t *hash;
  int n;
} making;

static int refuse(const making *m, dv_mark mark, const char *remedy, const char *what)
{
  dv_diag_add(m->doc->diags, DV_ERROR, mark, remedy, "%s", what);
  return -1;
}

// ---- files

static const char *platform(int version)
{
#if defined(__x86_64__)
  return version == 2 ? "binaries/linux64/" : "binaries/x86_64-linux/";
#elif defined(__aarch64__)
  return (void)version, "binaries/aarch64-linux/";
#else
  return (void)version, "binaries/none/";
#endif
}

static dv_fmu_open *unpack(const making *m, dv_mark mark, const char *path, const char *bytes, size_t n)
{
  dv_arena *a = m->fmus->arena;
  size_t size = 0;
  const char *xml = dv_unpack_one(a, m->doc->diags, mark, bytes, n, "modelDescription.xml", &size);
  const dv_fmu_description *is =
      xml ? dv_fmu_read(a, m->doc->diags, dv_arena_text(a, "%s/modelDescription.xml", path), xml, size) : NULL;
  if (!is) return NULL;
  const char *const wanted[] = {platform(is->version), "resources/"};
  const char *folder = dv_unpack(a, m->doc->diags, mark, bytes, n, wanted, 2);
  if (!folder) return NULL;
  dv_fmu_open *o = DV_TAKE(a, dv_fmu_open, 1);
  *o = (dv_fmu_open){.next = m->fmus->open, .path = dv_arena_copy(a, path, strlen(path)), .folder = folder, .is = is};
  o->hash = dv_hash_bytes(bytes, n);
  return m->fmus->open = o;
}

static dv_fmu_open *open_fmu(const making *m, const dv_node *file)
{
  const char *path = dv_file_beside(m->fmus->arena, file->mark.file, file->text);
  size_t n;
  const char *bytes = dv_file_read(m->fmus->arena, m->doc->diags, path, file->mark, FMU_MOST, &n);
  if (!bytes) return NULL;
  uint64_t hash = dv_hash_bytes(bytes, n);
  for (dv_fmu_open *o = m->fmus->open; o; o = o->next)
    if (!strcmp(o->path, path) && o->hash == hash) return o;
  if (!m->fmus->allowed || !m->fmus->allowed(m->fmus->context, path, bytes, n)) {
    refuse(m, file->mark, m->fmus->remedy,
           dv_arena_text(m->arena, "'%.200s' is code of others and was not allowed yet", file->text));
    return NULL;
  }
  return unpack(m, file->mark, path, bytes, n);
}

// ---- libraries

static void close_library(void *handle) { dlclose(handle); }

static void *load(const making *m, dv_fmu_open *o, int exchange, dv_mark mark)
{
  dv_arena *a = m->fmus->arena;
  if (o->library[exchange]) return o->library[exchange];
  const char *path = dv_arena_text(a, "%s%s%s.so", o->folder, platform(o->is->version), o->is->identifier[exchange]);
  dv_care *care = dv_arena_care(a);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    refuse(m, mark, "take an FMU with a binary for this computer",
           dv_arena_text(m->arena, "the FMU's library cannot be loaded: %.300s", dlerror()));
    return NULL;
  }
  care->thing = handle, care->end = close_library;
  return o->library[exchange] = handle;
}

static int bind(const making *m, dv_fmu_open *o, dv_fmu_part *p)
{
  void *library = load(m, o, p->fmi.exchange, p->mark);
  if (!library) return -1;
  p->fmi.version = o->is->version;
  p->fmi.token = o->is->token;
  p->fmi.resources = o->is->version == 2 ? dv_arena_text(m->arena, "file://%sresources", o->folder)
                                         : dv_arena_text(m->arena, "%sresources/", o->folder);
  const char *lacks = dv_fmi_bind(&p->fmi, library);
  if (lacks)
    return refuse(m, p->mark, "take an FMU that follows the standard",
                  dv_arena_text(m->arena, "the FMU's library has no fmi%d%s", o->is->version, lacks));
  dv_care *care = dv_arena_care(m->arena);
  pthread_mutex_init(&p->lock, NULL);
  care->thing = p, care->end = dv_fmu_close;
  return 0;
}

// ---- the document

static int is_fmu(const dv_node *part)
{
  const dv_node *kind = part->type == DV_MAP ? dv_doc_find(part, "kind") : NULL;
  return kind && kind->type == DV_SCALAR && !strcmp(kind->text, "fmu");
}

static dv_node *copy(const making *m, const dv_node *n)
{
  dv_node *out = dv_node_new(m->arena, n->type, n->mark);
  *out = *n;
  out->item = NULL, out->n = 0;
  for (int i = 0; i < n->n; i++) dv_node_append(m->arena, out, n->item[i]->key, n->item[i]);
  return out;
}

// What was read here is no key of the kind any more.
static dv_node *without(const making *m, const dv_node *n, const dv_kind *k)
{
  dv_node *out = copy(m, n);
  out->n = 0;
  for (int i = 0; i < n->n; i++) {
    if (dv_fmu_is_key(n->item[i]->key)) continue;
    dv_node *it = n->item[i];
    if (!strcmp(it->key, "kind")) it = copy(m, it), it->text = k->name;
    out->item[out->n++] = it;
  }
  return out;
}

// The part with a kind of its own, NULL after a diagnostic.
static dv_node *make_part(making *m, const dv_node *part)
{
  const dv_node *file = dv_doc_find(part, "file");
  if (!file || file->type != DV_SCALAR)
    return refuse(m, part->key_mark, "add 'file: name.fmu'", dv_arena_text(m->arena, "part '%.64s' names no FMU", part->key)),
           NULL;
  dv_fmu_open *o = open_fmu(m, file);
  dv_node *own = copy(m, part);
  dv_fmu_part *p = o ? dv_fmu_kind(m->arena, m->doc->diags, o->is, own) : NULL;
  if (!p || dv_fmu_unknown_keys(m->arena, m->doc->diags, &p->kind, own) || bind(m, o, p)) return NULL;
  m->hash[m->n] = o->hash;
  m->item[m->n++] = p;
  return without(m, own, &p->kind);
}

static int make_parts(making *m)
{
  dv_node *parts = dv_doc_find(m->doc->root, "parts"), *mine;
  int bad = 0;
  dv_node *root = copy(m, m->doc->root);
  mine = copy(m, parts);
  for (int i = 0; i < parts->n; i++) {
    if (!is_fmu(parts->item[i])) continue;
    dv_node *made = make_part(m, parts->item[i]);
    if (made) mine->item[i] = made;
    bad |= !made;
  }
  for (int i = 0; i < root->n; i++)
    if (root->item[i] == parts) root->item[i] = mine;
  m->doc->root = root;
  return bad;
}

// ---- the set of kinds

static int blame(const dv_outside *o, dv_diags *d)
{
  int any = 0;
  for (int i = 0; i < o->n; i++) {
    const dv_kind *k = o->all[DV_KINDS_OWN + i];
    const dv_fmu_part *p = k->own;
    if (!p || o->library[i] != p->file || !p->message[0]) continue;
    dv_diag_add(d, DV_ERROR, p->mark, NULL, "the FMU '%s' failed: %s", p->name, p->message);
    any = 1;
  }
  return any;
}

static const dv_outside *behind(const making *m, const dv_outside *before)
{
  dv_arena *a = m->arena;
  int old = before ? before->n : 0, n = old + m->n;
  dv_outside *o = DV_TAKE(a, dv_outside, 1);
  const dv_kind **all = DV_TAKE(a, const dv_kind *, DV_KINDS_OWN + n + 1);
  uint64_t *hash = DV_TAKE(a, uint64_t, n);
  const char **library = DV_TAKE(a, const char *, n);
  for (int i = 0; i < DV_KINDS_OWN + old; i++) all[i] = before ? before->all[i] : dv_kinds_x1[i];
  for (int i = 0; i < old; i++) hash[i] = before->hash[i], library[i] = before->library[i];
  for (int i = 0; i < m->n; i++) {
    all[DV_KINDS_OWN + old + i] = &m->item[i]->kind;
    hash[old + i] = m->hash[i], library[old + i] = m->item[i]->file;
  }
  *o = (dv_outside){.n = n, .hash = hash, .library = library, .all = all, .blame = blame};
  for (int w = 0; w < DV_TABLE_COUNT; w++) {
    const void **kind = DV_TAKE(a, const void *, n);
    for (int i = 0; i < old; i++) kind[i] = before->kind[w][i];
    for (int i = 0; i < m->n && w == DV_TABLE_X1; i++) kind[old + i] = &m->item[i]->kind;
    o->kind[w] = (const void *const *)kind;
  }
  return o;
}

static const dv_outside *make(const dv_maker *self, dv_doc *doc, const dv_outside *kinds)
{
  making m = {.fmus = (dv_fmus *)(uintptr_t)self, .doc = doc, .arena = doc->arena};
  const dv_node *parts = doc->root ? dv_doc_find(doc->root, "parts") : NULL;
  int n = 0;
  for (int i = 0; parts && parts->type == DV_MAP && i < parts->n; i++) n += is_fmu(parts->item[i]);
  if (!n) return kinds;
  m.item = DV_TAKE(m.arena, dv_fmu_part *, n);
  m.hash = DV_TAKE(m.arena, uint64_t, n);
  return make_parts(&m) ? NULL : behind(&m, kinds);
}

dv_fmus *dv_fmus_new(dv_arena *a, int (*allowed)(void *context, const char *file, const void *bytes, size_t n), void *context)
{
  dv_fmus *f = DV_TAKE(a, dv_fmus, 1);
  *f = (dv_fmus){.maker = {make}, .arena = a, .allowed = allowed, .context = context};
  f->remedy = "if you trust who made it, run once with --allow-fmu";
  return f;
}

static int all_of_them(void *context, const char *file, const void *bytes, size_t n)
{
  (void)context, (void)file, (void)bytes, (void)n;
  return 1;
}

const dv_maker *dv_fmus_of_program(dv_arena *a, int allow)
{
  dv_fmus *f = dv_fmus_new(a, allow ? all_of_them : NULL, NULL);
  f->remedy = "if you trust who made it, allow it: dv_allow_fmus, dv_opening.allow_fmus, in Python allow_fmus=True";
  return &f->maker;
}
