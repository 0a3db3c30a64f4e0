// check_visual.c: shapes to show, their colors and mesh files.
#include "base/file.h"
#include "spec/check.h"

#include <stdlib.h>
#include <string.h>

static int color_of(const char *text, double rgba[4])
{
  static const struct {
    const char *name;
    unsigned rgb;
  } known[] = {
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
  char *end = NULL;
  unsigned long rgb = 0;
  size_t i = 0, n = sizeof known / sizeof *known;
  if (text[0] == '#' && strlen(text) == 7 && strspn(text + 1, "0123456789abcdefABCDEF") == 6) rgb = strtoul(text + 1, &end, 16);
  else {
    while (i < n && strcmp(known[i].name, text)) i++;
    if (i == n) return -1;
    rgb = known[i].rgb;
  }
  for (int k = 0; k < 3; k++) rgba[k] = (double)((rgb >> (16 - 8 * k)) & 255) / 255;
  rgba[3] = 1;
  return 0;
}

static void read_color(dv_check *c, const dv_node *n, double rgba[4])
{
  const double gray[4] = {0.7, 0.7, 0.72, 1};
  memcpy(rgba, gray, sizeof gray);
  if (n && n->type == DV_SEQ) {
    if (dv_check_numbers(c, n, "color", "1", rgba, 4)) return;
    for (int i = 0; i < n->n; i++)
      if (rgba[i] < 0 || rgba[i] > 1)
        dv_diag_add(c->diags, DV_ERROR, n->item[i]->mark, "give red, green, blue and opacity from 0 to 1",
                    "color value %g is out of range", rgba[i]);
  } else if (n && n->type == DV_SCALAR && color_of(n->text, rgba))
    dv_diag_add(c->diags, DV_ERROR, n->mark, "write a common name, \"#rrggbb\" (in quotes) or [r, g, b]", "unknown color '%.64s'",
                n->text);
}

static void read_visual(dv_check *c, const dv_node *map, dv_visual_spec *v)
{
  for (int i = 0; i < 3; i++) v->scale[i] = 1;
  v->at = dv_place_identity;
  if (map->type != DV_MAP) return;
  dv_check_shape(c, map, &v->shape, v->size);
  dv_check_place(c, dv_check_get(map, "at", DV_MAP), &v->at);
  const dv_node *scale = dv_doc_find(map, "scale"), *mesh = dv_check_get(map, "mesh", DV_SCALAR);
  if (scale && scale->type == DV_SEQ) dv_check_numbers(c, scale, "scale", "1", v->scale, 3);
  else if (!dv_check_key(c, map, "scale", "1", &v->scale[0])) v->scale[1] = v->scale[2] = v->scale[0];
  if (mesh) v->file = dv_file_beside(c->arena, mesh->mark.file ? mesh->mark.file : c->doc->file, mesh->text);
  read_color(c, dv_doc_find(map, "color"), v->color);
}

void dv_check_visuals(dv_check *c, const dv_node *visual, dv_body_spec *b)
{
  b->nvisual = visual->type == DV_SEQ ? visual->n : visual->type == DV_MAP;
  b->visual = DV_TAKE(c->arena, dv_visual_spec, b->nvisual);
  for (int i = 0; i < b->nvisual; i++) read_visual(c, visual->type == DV_SEQ ? visual->item[i] : visual, &b->visual[i]);
}
