// check_visual.c: shapes to show, their colors and mesh files.
#include "spec/check.h"
#include "spec/forms.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  unsigned rgb;
} color_names[] = {
    {"black",     0x202020},
    {"white",     0xffffff},
    {"gray",      0x808080},
    {"grey",      0x808080},
    {"silver",    0xc0c0c0},
    {"red",       0xd03030},
    {"green",     0x3a9d4a},
    {"blue",      0x2f6fd0},
    {"yellow",    0xf2c230},
    {"orange",    0xf08a24},
    {"purple",    0x8050b0},
    {"brown",     0x8b5a2b},
    {"pink",      0xf090b0},
    {"cyan",      0x30b8c8},
    {"steelblue", 0x4682b4},
    {"navy",      0x203060},
    {"teal",      0x208080},
    {"gold",      0xd4a017},
    {"darkgray",  0x505050},
    {"lightgray", 0xd0d0d0},
};

enum { COLOR_NAMES = sizeof color_names / sizeof *color_names };

static int color_of(const char *text, double rgba[4])
{
  char *end = NULL;
  unsigned long rgb = 0;
  int i = 0;
  if (text[0] == '#' && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6) rgb = strtoul(text + 1, &end, 16);
  else {
    while (i < COLOR_NAMES && strcmp(color_names[i].name, text)) i++;
    if (i == COLOR_NAMES) return -1;
    rgb = color_names[i].rgb;
  }
  for (int k = 0; k < 3; k++) rgba[k] = (double)((rgb >> (16 - 8 * k)) & 255) / 255;
  rgba[3] = 1;
  return 0;
}

// The nearest name, or all.
static const char *color_remedy(dv_diags *d, const char *typed)
{
  if (d->n >= DV_DIAG_MOST) return NULL;
  const char *names[COLOR_NAMES], *all = "write \"#rrggbb\" (in quotes), [r, g, b], or one of: ";
  for (int i = 0; i < COLOR_NAMES; i++) {
    names[i] = color_names[i].name;
    all = dv_arena_text(d->arena, "%s%s%s", all, i ? ", " : "", names[i]);
  }
  return dv_did_you_mean(d, typed, names, COLOR_NAMES, all);
}

int dv_form_color(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  if (n->type == DV_SEQ) return dv_read_numbers(c, k, n, to);
  if (!color_of(n->text, to)) return 0;
  dv_diag_add(c->diags, DV_ERROR, n->mark, color_remedy(c->diags, n->text), "unknown color '%.64s'", n->text);
  return -1;
}

static void read_visual(dv_check *c, const dv_node *map, dv_visual_spec *v)
{
  dv_picture_spec p = {
      .is = {.scale = {1, 1, 1}, .at = dv_place_identity, .color = {0.7, 0.7, 0.72, 1}}
  };
  if (map->type == DV_MAP && !dv_read(c, &dv_keys_visual, map, &p)) dv_check_shape(c, map, &p.shape, &p.is.shape, p.is.size);
  *v = p.is;
  v->own_color = map->type == DV_MAP && !dv_doc_find(map, "color");
}

void dv_check_visuals(dv_check *c, const dv_node *visual, dv_body_spec *b)
{
  b->nvisual = visual->type == DV_SEQ ? visual->n : visual->type == DV_MAP;
  b->visual = DV_TAKE(c->arena, dv_visual_spec, b->nvisual);
  for (int i = 0; i < b->nvisual; i++) read_visual(c, visual->type == DV_SEQ ? visual->item[i] : visual, &b->visual[i]);
}
