// doc_prefix.c: an included file under a name of its own, so that one file can be taken in twice.
//
//   {file: arm.yaml, as: left, with: {L: 1.2 m}, join: {parent: hull, at: {xyz: [0, 1, 0]}}}
//
// Every name that the file defines (parameters, bodies, joints, loops, axes, nodes, signals, parts) becomes left_name, in
// sections, ports, paths and formulas. `with` gives its parameters values of the including file; what stood on the world stands
// on left_mount, a body fixed to the parent. `initial`, `nominal` and `independent` come along; runs, cases and plots of the
// included file stay behind, and so do gravity and variants, with a warning where that makes another machine of it.
#include "base/text.h"
#include "spec/keys.h"
#include "base/names.h"
#include "spec/reader.h"

#include <ctype.h>
#include <string.h>

static const char *const sections[] = {"parameters", "bodies", "joints", "loops", "axes", "nodes", "signals", "parts"};
enum { SECTIONS = sizeof sections / sizeof *sections };

typedef struct {
  dv_reader *r;
  const char *as;
  dv_names names, parts;  // what the file defines; its parts and signals, whose outputs may be named after coordinates
  const char *mount;      // body in the place of the world, or NULL
  dv_node *points;        // of the world, or NULL
} prefix;

static const char *prefixed(const prefix *p, const char *name) { return dv_arena_text(p->r->arena, "%s_%s", p->as, name); }

static int is_letter(char c) { return isalpha((unsigned char)c) || c == '_'; }
static size_t word_length(const char *t)
{
  size_t n = 0;
  while (is_letter(t[n]) || isdigit((unsigned char)t[n])) n++;
  return n;
}

// "3.5e2" at the start of t; 0: none
static size_t number_length(const char *t)
{
  size_t n = strspn(t, "0123456789.");
  if (n && (t[n] == 'e' || t[n] == 'E')) {
    size_t sign = t[n + 1] == '+' || t[n + 1] == '-', digits = strspn(t + n + 1 + sign, "0123456789");
    if (digits) n += 1 + sign + digits;
  }
  return n;
}

// "80 kg": a number with its unit, no formula
static int is_quantity(const char *t)
{
  t += strspn(t, "+- ");
  size_t n = number_length(t);
  return n && is_letter(t[n + strspn(t + n, " ")]);
}

// Path behind a word: ".effort.boom" of a part ends with a coordinate's name, others stay.
static size_t put_path(const prefix *p, const char *t, int part, dv_text *out)
{
  size_t n = 0;
  for (int k = 1; t[n] == '.' && is_letter(t[n + 1]); k++) {
    size_t length = word_length(t + n + 1);
    const char *word = dv_arena_copy(p->r->arena, t + n + 1, length);
    dv_text_add(out, ".%s", part && k > 1 && dv_names_find(&p->names, word) >= 0 ? prefixed(p, word) : word);
    n += 1 + length;
  }
  return n;
}

static const char *rename_text(const prefix *p, const char *t)
{
  dv_text out = {.arena = p->r->arena};
  if (p->mount && !strncmp(t, "world", 5) && (!t[5] || t[5] == '.')) return dv_arena_text(p->r->arena, "%s%s", p->mount, t + 5);
  // a name with hyphens stands alone, or before a path
  const char *first = dv_arena_copy(p->r->arena, t, strcspn(t, "."));
  if (strchr(first, '-') && dv_names_find(&p->names, first) >= 0) return prefixed(p, t);
  if (is_quantity(t)) return t;
  for (size_t n; *t; t += n) {
    if ((n = number_length(t)) || (*t == '[' && (n = strcspn(t, "]")))) dv_text_add(&out, "%.*s", (int)n, t);
    else if ((n = word_length(t))) {
      const char *word = dv_arena_copy(p->r->arena, t, n);
      int mine = t[n] != '(' && dv_names_find(&p->names, word) >= 0, part = mine && dv_names_find(&p->parts, word) >= 0;
      dv_text_add(&out, "%s", mine ? prefixed(p, word) : word);
      n += put_path(p, t + n, part, &out);
    } else dv_text_add(&out, "%.*s", (int)(n = 1), t);
  }
  return dv_text_all(&out);
}

// Values that are words of the language or names of files.
static int is_word(const dv_node *n, int joint)
{
  static const char *const keys[] = {"doc", "kind", "type", "color", "mesh", "csv", "units", "convention", "inertia_at"};
  for (int i = 0; n->key && i < (int)(sizeof keys / sizeof *keys); i++)
    if (!strcmp(n->key, keys[i])) return 1;
  return joint && n->key && !strncmp(n->key, "axis", 4);
}

// The key of an entry is a name of the user, which may be a word of the language: a loop `mesh`, a joint `axis1`.
static void rename_entry(const prefix *p, dv_node *n, int joint)
{
  int map = n->type == DV_MAP && n->key, sum = map && !strcmp(n->key, "sum"), points = map && !strcmp(n->key, "points");
  if (n->type == DV_SCALAR) n->text = rename_text(p, n->text);
  for (int i = 0; i < n->n; i++) {
    if (points || !is_word(n->item[i], joint)) rename_entry(p, n->item[i], joint);
    if (sum) n->item[i]->key = rename_text(p, n->item[i]->key);
  }
}

static void collect(prefix *p, const dv_node *root)
{
  for (int s = 0; s < SECTIONS; s++) {
    const dv_node *map = dv_doc_find(root, sections[s]);
    for (int i = 0; map && map->type == DV_MAP && i < map->n; i++) {
      dv_names_add(p->r->arena, &p->names, map->item[i]->key);
      if (s >= SECTIONS - 2) dv_names_add(p->r->arena, &p->parts, map->item[i]->key);
    }
  }
}

static dv_node *child(const prefix *p, dv_node *map, const char *key, const char *text, dv_mark mark)
{
  dv_node *n = dv_node_new(p->r->arena, text ? DV_SCALAR : DV_MAP, mark);
  n->text = text;
  dv_node_append(p->r->arena, map, key, n);
  return n;
}

static dv_node *section(const prefix *p, dv_node *root, const char *name, dv_mark mark)
{
  dv_node *map = dv_doc_find(root, name);
  return map && map->type == DV_MAP ? map : child(p, root, name, NULL, mark);
}

// What has no parent stands on the mount.
static void mount(const prefix *p, dv_node *root, const dv_node *join)
{
  dv_node *joints = section(p, root, "joints", join->mark), *at = dv_doc_find(join, "at"), *parent = dv_doc_find(join, "parent");
  for (int i = 0; i < joints->n; i++)
    if (joints->item[i]->type == DV_MAP && !dv_doc_find(joints->item[i], "parent"))
      child(p, joints->item[i], "parent", p->mount, join->mark);
  dv_node *body = child(p, section(p, root, "bodies", join->mark), p->mount, NULL, join->mark);
  if (p->points) dv_node_append(p->r->arena, body, "points", p->points);
  dv_node *fixed = child(p, joints, prefixed(p, "join"), NULL, join->mark);
  child(p, fixed, "type", "fixed", join->mark);
  child(p, fixed, "child", p->mount, join->mark);
  if (parent) dv_node_append(p->r->arena, fixed, "parent", parent);
  if (at) dv_node_append(p->r->arena, fixed, "at", at);
}

static void no_parameter(const prefix *p, const dv_node *map, const dv_node *asked)
{
  int n = map ? map->n : 0;
  size_t skip = p->as ? strlen(p->as) + 1 : 0;
  const char **names = DV_TAKE(p->r->arena, const char *, n);
  for (int i = 0; i < n; i++) names[i] = map->item[i]->key + skip;
  dv_diag_add(p->r->diags, DV_ERROR, asked->key_mark, dv_did_you_mean(p->r->diags, asked->key, names, n, NULL),
              "the included file has no parameter '%.64s'", asked->key);
}

static int give_parameters(const prefix *p, const dv_node *root, const dv_node *with)
{
  const dv_node *map = dv_doc_find(root, "parameters");
  for (int i = 0; with && with->type == DV_MAP && i < with->n; i++) {
    const char *key = p->as ? prefixed(p, with->item[i]->key) : with->item[i]->key;
    int k = 0, n = map ? map->n : 0;
    while (k < n && strcmp(map->item[k]->key, key)) k++;
    if (k == n) {
      no_parameter(p, map, with->item[i]);
      return -1;
    }
    if (dv_bare_over(p->r->arena, p->r->diags, with->item[i]->key, map->item[k], with->item[i])) return -1;
    with->item[i]->key = key;
    map->item[k] = with->item[i];
  }
  return 0;
}

// "bodies.rod.mass" -> "bodies.left_rod.mass", "L" -> "left_L": a place of the file.
static const char *rename_place(const prefix *p, const char *path)
{
  size_t head = strcspn(path, ".[");
  const char *first = dv_arena_copy(p->r->arena, path, head), *rest = path + head;
  if (!*rest) return dv_names_find(&p->names, first) >= 0 ? prefixed(p, first) : path;
  if (!strcmp(first, "initial")) return dv_arena_text(p->r->arena, "initial.%s", rename_text(p, rest + 1));
  size_t name = strcspn(rest + 1, ".[");
  const char *second = dv_arena_copy(p->r->arena, rest + 1, name);
  if (dv_names_find(&p->names, second) < 0) return path;
  rest += 1 + name;
  if (!strncmp(rest, ".sum.", 5)) rest = dv_arena_text(p->r->arena, ".sum.%s", rename_text(p, rest + 5));
  return dv_arena_text(p->r->arena, "%s.%s%s", first, prefixed(p, second), rest);
}

// A map or a list of the file outside its sections comes along, its keys renamed by `rename`.
static void take_beside(const prefix *p, const dv_node *root, const char *name,
                        const char *(*rename)(const prefix *, const char *), dv_node *out)
{
  dv_node *beside = dv_doc_find(root, name);
  if (!beside) return;
  if (beside->type != DV_MAP) rename_entry(p, beside, 0);
  for (int i = 0; beside->type == DV_MAP && i < beside->n; i++) {
    rename_entry(p, beside->item[i], 0);
    beside->item[i]->key = rename(p, beside->item[i]->key);
  }
  dv_node_append(p->r->arena, out, name, beside);
}

// The sections that make a machine, with their names changed.
static dv_node *take_sections(const prefix *p, const dv_node *root)
{
  dv_node *out = dv_node_new(p->r->arena, DV_MAP, root->mark);
  for (int s = 0; s < SECTIONS; s++) {
    dv_node *map = dv_doc_find(root, sections[s]);
    for (int i = 0; map && i < map->n; i++) {
      rename_entry(p, map->item[i], s == 2 || s == 3);
      if (map->type == DV_MAP) map->item[i]->key = prefixed(p, map->item[i]->key);
    }
    if (map) dv_node_append(p->r->arena, out, sections[s], map);
  }
  take_beside(p, root, "initial", rename_text, out);
  take_beside(p, root, "nominal", rename_place, out);
  take_beside(p, root, "independent", rename_text, out);
  dv_node *world = dv_doc_find(root, "world");
  if (world && !p->mount) dv_node_append(p->r->arena, out, "world", world);
  return out;
}

// What stays behind and makes another machine of the file: the including one must have said what it wants.
static void warn_left(const prefix *p, const dv_node *root, const dv_node *entry, const dv_node *outer)
{
  const dv_node *gravity = dv_doc_find(root, "gravity"), *variant = dv_doc_find(root, "variant"), *oil = dv_doc_find(root, "oil");
  const char *file = dv_doc_find(entry, "file")->text;
  if (gravity && !dv_doc_find(outer, "gravity"))
    dv_diag_add(p->r->diags, DV_WARNING, entry->mark, "write 'gravity:' in this file",
                "'%.200s' has gravity of its own, which stays behind under 'as'", file);
  if (oil)
    dv_diag_add(p->r->diags, DV_WARNING, entry->mark, "name it at that file's nodes: nodes: {P: {oil: ...}}",
                "'%.200s' has an oil of its own, which stays behind under 'as'", file);
  if (variant && variant->type == DV_SCALAR)
    dv_diag_add(p->r->diags, DV_WARNING, entry->mark, "include it without 'as', or give what the variant changes by 'with'",
                "'%.200s' is meant as its variant '%.64s', which stays behind under 'as'", file, variant->text);
}

dv_node *dv_doc_prefix(dv_reader *r, const dv_node *entry, dv_node *root, const dv_node *outer)
{
  const dv_node *as = dv_doc_find(entry, "as"), *join = dv_doc_find(entry, "join");
  prefix p = {.r = r, .as = as && as->type == DV_SCALAR ? as->text : NULL};
  if (p.as && (!is_letter(*p.as) || word_length(p.as) != strlen(p.as))) {
    dv_diag_add(r->diags, DV_ERROR, as->mark, "use letters, digits and _", "'%.64s' cannot begin a name", p.as);
    return NULL;
  }
  if (join && !p.as) {
    dv_diag_add(r->diags, DV_ERROR, join->key_mark, "add 'as: name'", "what is joined needs a name of its own");
    return NULL;
  }
  if (join) p.mount = prefixed(&p, "mount");
  p.points = join ? dv_doc_find(dv_doc_find(root, "world"), "points") : NULL;
  if (p.as) {
    warn_left(&p, root, entry, outer);
    collect(&p, root);
    root = take_sections(&p, root);
  }
  if (join && join->type == DV_MAP) mount(&p, root, join);
  return give_parameters(&p, root, dv_doc_find(entry, "with")) ? NULL : root;
}
