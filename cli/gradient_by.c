// gradient_by.c: numbers of a machine file by name or pattern: `payload` of `parameters:`, `valve.area` of `parts:` ...
#include "gradient.h"

#include "base/number.h"
#include "spec/quantity.h"

#include <math.h>
#include <string.h>

static const char *const sections[] = {"parameters", "parts", "bodies", "joints", "axes", "nodes", "signals"};
enum { SECTIONS = sizeof sections / sizeof *sections };

typedef struct {
  const char *name, *path;  // as one calls it; as --set does
  const dv_node *node;
} leaf;

typedef struct {
  args *a;
  const char *option;
  struct {
    leaf *item;
    int n, cap;
  } all;
  struct {
    dv_gradient_by *item;
    int n, cap;
  } taken;
} numbers;

static void walk(numbers *k, const dv_node *node, const char *name, const char *path)
{
  for (int i = 0; i < node->n && node->type == DV_MAP; i++) {
    const dv_node *child = node->item[i];
    const char *below = *name ? dv_arena_text(k->a->arena, "%s.%s", name, child->key) : child->key;
    const char *full = *path ? dv_arena_text(k->a->arena, "%s.%s", path, child->key) : child->key;
    if (child->type == DV_MAP) walk(k, child, below, full);
    if (child->type == DV_SCALAR) *DV_PUSH(k->a->arena, &k->all) = (leaf){below, full, child};
  }
}

static void list_all(numbers *k, const dv_node *root)
{
  for (int i = 0; i < SECTIONS; i++) {
    const dv_node *s = dv_doc_path((dv_node *)(uintptr_t)root, sections[i]);
    if (s) walk(k, s, "", i ? sections[i] : "");
  }
  const dv_node *gravity = dv_doc_path((dv_node *)(uintptr_t)root, "gravity");
  if (gravity && gravity->type == DV_SCALAR) *DV_PUSH(k->a->arena, &k->all) = (leaf){"gravity", "gravity", gravity};
}

// A plain number with a unit, not a formula: 0.
static int read_number(const numbers *k, const leaf *l, dv_gradient_by *out)
{
  dv_arena *a = k->a->arena;
  dv_diags *quiet = dv_diags_new(a);
  double bare, offset = 0;
  const char *text = l->node->text, *rest = dv_number_read(text, &bare);
  *out = (dv_gradient_by){.name = l->name, .path = l->path, .factor = 1, .unit = ""};
  if (!rest || dv_quantity_read(a, quiet, l->path, text, NULL, &out->value) || !isfinite(out->value)) return -1;
  while (*rest == ' ') rest++;
  if (!*rest) return 0;
  if (dv_quantity_scale(a, quiet, l->path, rest, NULL, &out->factor, &offset)) return -1;
  out->unit = rest;
  if (offset != 0) out->unit = dv_bare_unit(a, text), out->factor = 1;
  return 0;
}

static int is_taken(const numbers *k, const char *path)
{
  for (int i = 0; i < k->taken.n; i++)
    if (!strcmp(k->taken.item[i].path, path)) return 1;
  return 0;
}

// How many leaves the name or pattern means.
static int take(numbers *k, const char *name)
{
  int found = 0, many = dv_is_pattern(name);
  const leaf *formula = NULL;
  for (int i = 0; i < k->all.n; i++) {
    const leaf *l = &k->all.item[i];
    dv_gradient_by b;
    if (!dv_pattern_fits(name, l->name) && !dv_pattern_fits(name, l->path)) continue;
    if (read_number(k, l, &b)) {
      formula = l;
      if (many) continue;
      return bad_usage(k->a, "name the numbers that it is made of", "--%s: '%s' is no plain number but '%s'", k->option, name,
                       l->node->text);
    }
    found++;
    b.maybe = many;
    if (!is_taken(k, l->path)) *DV_PUSH(k->a->arena, &k->taken) = b;
  }
  if (found) return FINE;
  if (formula)
    return bad_usage(k->a, "name the numbers that they are made of", "--%s: '%s' fits no plain number: '%s' is '%s'", k->option,
                     name, formula->name, formula->node->text);
  const char **names = DV_TAKE(k->a->arena, const char *, k->all.n + 1);
  for (int i = 0; i < k->all.n; i++) names[i] = k->all.item[i].name;
  return bad_usage(k->a, did_you_mean(k->a->arena, name, names, k->all.n), "--%s: no number of the file is called '%s'",
                   k->option, name);
}

int numbers_named(args *a, const dv_machine *m, const char *option, const char *const *name, int n, dv_gradient_by **out,
                  int *found)
{
  numbers k = {.a = a, .option = option};
  list_all(&k, m->spec->source->root);
  for (int i = 0; i < n; i++) {
    int code = take(&k, name[i]);
    if (code != FINE) return code;
  }
  *out = k.taken.item, *found = k.taken.n;
  return FINE;
}

int gradient_by(args *a, dv_machine *m, dv_gradient *g)
{
  const char **name;
  int n = items_of(a, "by", &name);
  if (!n) return bad_usage(a, "e.g. --by 'payload,valve.*'", "'davit gradient' needs --by");
  return numbers_named(a, m, "by", name, n, &g->by, &g->nby);
}
