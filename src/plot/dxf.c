// dxf.c: pairs of lines, a group code and its value: header, layers, entities.
//
//   0 the entity's kind, 8 its layer, 10 20 30 its first point, 11 21 31 its second, 40 radius or height, 1 text
//
// Source: Autodesk, DXF reference of release 12 (AC1009). Names of layers: at most 31 of A-Z 0-9 $ - _.
#include "plot/dxf.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

enum { NAME_MOST = 31, COLOURS = 7 };

static const char *layer_name(dv_arena *a, const char *name)
{
  char *out = dv_arena_text(a, "%.*s", NAME_MOST, *name ? name : "0");
  for (char *c = out; *c; c++)
    if (!strchr("$-_", *c)) *c = (unsigned char)*c < 128 && isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
  return out;
}

dv_dxf *dv_dxf_new(dv_arena *a)
{
  dv_dxf *d = DV_TAKE(a, dv_dxf, 1);
  *d = (dv_dxf){
      .arena = a, .entities = {.arena = a},
           .least = { HUGE_VAL,  HUGE_VAL},
           .most = { -HUGE_VAL, -HUGE_VAL}
  };
  return d;
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

static void grow(dv_dxf *d, const double *at, double by)
{
  for (int i = 0; i < 2; i++) d->least[i] = fmin(d->least[i], at[i] - by), d->most[i] = fmax(d->most[i], at[i] + by);
}

static dv_text *begin(dv_dxf *d, const char *kind, const char *layer)
{
  const char *name = layer_name(d->arena, layer);
  int known = 0;
  for (int i = 0; i < d->layer.n; i++) known |= !strcmp(d->layer.item[i], name);
  if (!known) *DV_PUSH(d->arena, &d->layer) = name;
  put(&d->entities, 0, kind);
  put(&d->entities, 8, name);
  return &d->entities;
}

void dv_dxf_line(dv_dxf *d, const char *layer, const double *a, const double *b)
{
  dv_text *t = begin(d, "LINE", layer);
  put_point(t, 10, a[0], a[1]);
  put_point(t, 11, b[0], b[1]);
  grow(d, a, 0);
  grow(d, b, 0);
}

void dv_dxf_polyline(dv_dxf *d, const char *layer, const double *xy, int n, int closed)
{
  dv_text *t = begin(d, "POLYLINE", layer);
  dv_text_add(t, "66\n1\n");  // vertices follow
  put_point(t, 10, 0, 0);
  dv_text_add(t, "70\n%d\n", closed != 0);
  for (int i = 0; i < n; i++) {
    begin(d, "VERTEX", layer);
    put_point(t, 10, xy[2 * i], xy[2 * i + 1]);
    grow(d, xy + 2 * i, 0);
  }
  begin(d, "SEQEND", layer);
}

void dv_dxf_circle(dv_dxf *d, const char *layer, const double *centre, double radius)
{
  dv_text *t = begin(d, "CIRCLE", layer);
  put_point(t, 10, centre[0], centre[1]);
  put_number(t, 40, radius);
  grow(d, centre, radius);
}

void dv_dxf_text(dv_dxf *d, const char *layer, const double *at, double height, const char *text)
{
  dv_text *t = begin(d, "TEXT", layer);
  put_point(t, 10, at[0], at[1]);
  put_number(t, 40, height);
  dv_text_add(t, "1\n");
  for (; *text; text++)
    if ((unsigned char)*text >= ' ') dv_text_add(t, "%c", (unsigned char)*text < 127 ? *text : '?');
  dv_text_add(t, "\n");
  grow(d, at, 0);
}

static void put_layers(const dv_dxf *d, dv_text *t)
{
  dv_text_add(
      t,
      "0\nSECTION\n2\nTABLES\n0\nTABLE\n2\nLTYPE\n70\n1\n0\nLTYPE\n2\nCONTINUOUS\n70\n0\n3\nSolid line\n72\n65\n73\n0\n40\n0.0\n"
      "0\nENDTAB\n0\nTABLE\n2\nLAYER\n70\n%d\n",
      d->layer.n);
  for (int i = 0; i < d->layer.n; i++)
    dv_text_add(t, "0\nLAYER\n2\n%s\n70\n0\n62\n%d\n6\nCONTINUOUS\n", d->layer.item[i], i % COLOURS + 1);
  dv_text_add(t, "0\nENDTAB\n0\nENDSEC\n");
}

const char *dv_dxf_all(dv_dxf *d, size_t *n)
{
  dv_text t = {.arena = d->arena};
  int empty = d->least[0] > d->most[0];
  dv_text_add(&t, "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n9\n$EXTMIN\n");
  put_point(&t, 10, empty ? 0 : d->least[0], empty ? 0 : d->least[1]);
  put(&t, 9, "$EXTMAX");
  put_point(&t, 10, empty ? 0 : d->most[0], empty ? 0 : d->most[1]);
  dv_text_add(&t, "0\nENDSEC\n");
  put_layers(d, &t);
  dv_text_add(&t, "0\nSECTION\n2\nENTITIES\n");
  dv_text_put(&t, dv_text_all(&d->entities), d->entities.n);
  dv_text_add(&t, "0\nENDSEC\n0\nEOF\n");
  *n = t.n;
  return dv_text_all(&t);
}
