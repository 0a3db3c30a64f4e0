// dxf.c: pairs of lines, a group code and its value: header, layers, entities.
//
//   0 the entity's kind, 8 its layer, 10 20 30 its first point, 11 21 31 its second, 40 radius or height, 1 text
//
// Source: Autodesk, DXF reference of release 12 (AC1009). Names of layers: at most 31 of A-Z 0-9 $ - _.
#include "plot/plane.h"

#include <ctype.h>
#include <string.h>

enum { NAME_MOST = 31, COLOURS = 7 };

typedef struct {
  dv_arena *arena;
  const char **item;
  int n, cap;
} names;

static const char *layer_name(dv_arena *a, const char *name)
{
  char *out = dv_arena_text(a, "%.*s", NAME_MOST, *name ? name : "0");
  for (char *c = out; *c; c++)
    if (!strchr("$-_", *c)) *c = (unsigned char)*c < 128 && isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
  return out;
}

static void put(dv_text *t, int code, const char *value) { dv_text_add(t, "%d\n%s\n", code, value); }

static void put_number(dv_text *t, int code, double x)
{
  dv_text_add(t, "%d\n", code);
  dv_text_number(t, x);
  dv_text_add(t, "\n");
}

static void put_point(dv_text *t, int code, double x, double y)
{
  put_number(t, code, x);
  put_number(t, code + 10, y);
  put_number(t, code + 20, 0);
}

// Layers come into being when they are named.
static void begin(dv_text *t, names *layers, const char *kind, const char *layer)
{
  const char *name = layer_name(t->arena, layer);
  int known = 0;
  for (int i = 0; i < layers->n; i++) known |= !strcmp(layers->item[i], name);
  if (!known) *DV_PUSH(t->arena, layers) = name;
  put(t, 0, kind);
  put(t, 8, name);
}

static void put_text(dv_text *t, const char *text)
{
  dv_text_add(t, "1\n");
  for (; *text; text++)
    if ((unsigned char)*text >= ' ') dv_text_add(t, "%c", (unsigned char)*text < 127 ? *text : '?');
  dv_text_add(t, "\n");
}

static void put_polyline(dv_text *t, names *layers, const dv_plane_item *e)
{
  dv_text_add(t, "66\n1\n");  // vertices follow
  put_point(t, 10, 0, 0);
  dv_text_add(t, "70\n%d\n", e->closed);
  for (int i = 0; i < e->n; i++) {
    begin(t, layers, "VERTEX", e->layer);
    put_point(t, 10, e->at[i][0], e->at[i][1]);
  }
  begin(t, layers, "SEQEND", e->layer);
}

static void put_item(dv_text *t, names *layers, const dv_plane_item *e)
{
  static const char *const kind[] = {"LINE", "POLYLINE", "CIRCLE", "TEXT"};
  begin(t, layers, kind[e->sort], e->layer);
  if (e->sort == DV_PLANE_POLYLINE) {
    put_polyline(t, layers, e);
    return;
  }
  put_point(t, 10, e->at[0][0], e->at[0][1]);
  if (e->sort == DV_PLANE_LINE) put_point(t, 11, e->at[1][0], e->at[1][1]);
  else put_number(t, 40, e->size);
  if (e->sort == DV_PLANE_TEXT) put_text(t, e->text);
}

static void put_layers(dv_text *t, const names *layers)
{
  dv_text_add(
      t,
      "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLTYPE\n70\n1\n0\nLTYPE\n2\nCONTINUOUS\n70\n0\n3\nSolid line\n72\n65\n73\n0\n40\n0.0\n"
      "0\nENDTAB\n0\nTABLE\n2\nLAYER\n70\n%d\n",
      layers->n);
  for (int i = 0; i < layers->n; i++)
    dv_text_add(t, "0\nLAYER\n2\n%s\n70\n0\n62\n%d\n6\nCONTINUOUS\n", layers->item[i], i % COLOURS + 1);
  dv_text_add(t, "0\nENDTAB\n0\nENDSEC\n");
}

const char *dv_plane_dxf(const dv_plane *d, size_t *n)
{
  dv_text t = {.arena = d->arena}, entities = {.arena = d->arena};
  names layers = {.arena = d->arena};
  for (int i = 0; i < d->n; i++) put_item(&entities, &layers, &d->item[i]);
  dv_text_add(&t, "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$EXTMIN\n");
  put_point(&t, 10, d->n ? d->least[0] : 0, d->n ? d->least[1] : 0);
  put(&t, 9, "$EXTMAX");
  put_point(&t, 10, d->n ? d->most[0] : 0, d->n ? d->most[1] : 0);
  dv_text_add(&t, "0\nENDSEC\n");
  put_layers(&t, &layers);
  dv_text_add(&t, "0\nSECTION\n2\nENTITIES\n");
  dv_text_put(&t, dv_text_all(&entities), entities.n);
  dv_text_add(&t, "0\nENDSEC\n0\nEOF\n");
  *n = t.n;
  return dv_text_all(&t);
}
