// contact_edges.c: edges of a box, a cylinder (its wall and chords of its rims) and a hull, for contacts between
// bodies.
//
// A row is both ends, the directions from the edge into its two faces, and a radius.
#include "spec/contact_edges.h"

#include "base/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHORDS = 8 };  // of a rim, as far inside it as outside: 4 % of the radius

// In shares of three sizes.
typedef struct {
  double a[3], b[3], i[3], j[3];
} edge;

static void put_text(dv_arena *a, dv_node *row, const char *text)
{
  dv_node *n = dv_node_new(a, DV_SCALAR, row->mark);
  n->text = text;
  dv_node_append(a, row, NULL, n);
}

static void put_number(dv_arena *a, dv_node *row, double x)
{
  char text[DV_NUMBER_TEXT];
  dv_number_write(text, x);
  put_text(a, row, dv_arena_copy(a, text, strlen(text)));
}

// A part of a number with its unit ("0.1 m"), or of a formula.
static const char *share_of(dv_arena *a, double share, const char *text)
{
  char number[DV_NUMBER_TEXT], *end = NULL;
  double value = strtod(text, &end);
  int plain = end != text && strspn(end, " ") + strcspn(end + strspn(end, " "), "*+-(") == strlen(end);
  dv_number_write(number, plain ? share * value : share);
  return plain ? dv_arena_text(a, "%s%s", number, end) : dv_arena_text(a, "%s*(%s)", number, text);
}

static dv_node *add_list(dv_arena *a, dv_node *part, const char *key)
{
  dv_node *list = dv_node_new(a, DV_SEQ, part->mark);
  dv_node_append(a, part, key, list);
  return list;
}

static void put_edge(dv_arena *a, dv_node *list, const edge *e, const char *const size[3], const char *radius)
{
  dv_node *row = dv_node_new(a, DV_SEQ, list->mark);
  for (int k = 0; k < 6; k++) {
    double share = k < 3 ? e->a[k] : e->b[k - 3];
    if (size) put_text(a, row, share_of(a, share, size[k % 3]));
    else put_number(a, row, share);
  }
  for (int k = 0; k < 6; k++) put_number(a, row, k < 3 ? e->i[k] : e->j[k - 3]);
  if (radius) put_text(a, row, radius);
  else put_number(a, row, 0);
  dv_node_append(a, list, NULL, row);
}

void dv_contact_edges_box(dv_arena *a, dv_node *part, const char *key, const char *const size[3])
{
  dv_node *list = add_list(a, part, key);
  for (int k = 0; k < 3; k++)
    for (int sides = 0; sides < 4; sides++) {
      int l = (k + 1) % 3, m = (k + 2) % 3;
      double to_l = sides & 1 ? 1 : -1, to_m = sides & 2 ? 1 : -1;
      edge e = {{0}, {0}, {0}, {0}};
      e.a[k] = -0.5, e.b[k] = 0.5;
      e.a[l] = e.b[l] = 0.5 * to_l;
      e.a[m] = e.b[m] = 0.5 * to_m;
      e.i[l] = -to_l;
      e.j[m] = -to_m;
      put_edge(a, list, &e, size, NULL);
    }
}

void dv_contact_edges_cylinder(dv_arena *a, dv_node *part, const char *key, const char *radius, const char *length)
{
  const char *const size[3] = {radius, radius, length};
  const double out = 2 / (1 + cos(M_PI / CHORDS));
  dv_node *list = add_list(a, part, key);
  for (int k = 0; k < 2 * CHORDS; k++) {
    double end = k % 2 ? 1 : -1, from = M_PI / CHORDS * (k - k % 2), to = from + 2 * M_PI / CHORDS, middle = 0.5 * (from + to);
    edge e = {
        {out * cos(from), out * sin(from), 0.5 * end},
        {out * cos(to),   out * sin(to),   0.5 * end},
        {-cos(middle),    -sin(middle),    0        },
        {0,               0,               -end     }
    };
    put_edge(a, list, &e, size, NULL);
  }
  edge wall = {
      {0, 0, -0.5},
      {0, 0, 0.5 },
      {0, 0, 0   },
      {0, 0, 0   }
  };
  put_edge(a, list, &wall, size, radius);
}

void dv_contact_corners(dv_arena *a, dv_node *part, const char *key, const char *radius, const char *length)
{
  dv_node *list = add_list(a, part, key);
  for (int i = 0; i < DV_HULL_MOST; i++) {
    int place = i / 2;
    double turn = 2 * M_PI * place / (0.5 * DV_HULL_MOST);
    dv_node *row = dv_node_new(a, DV_SEQ, list->mark);
    put_text(a, row, share_of(a, cos(turn), radius));
    put_text(a, row, share_of(a, sin(turn), radius));
    put_text(a, row, share_of(a, i % 2 ? 0.5 : -0.5, length));
    dv_node_append(a, list, NULL, row);
  }
}

static double dot(const double x[3], const double y[3]) { return x[0] * y[0] + x[1] * y[1] + x[2] * y[2]; }

// The corner of face f that is not on the edge from p to q, or -1: it does not have that edge.
static int third(const dv_hull *h, int f, int p, int q)
{
  int has = 0, other = -1;
  for (int k = 0; k < 3; k++) {
    int at = h->face[f][k];
    if (at == p || at == q) has++;
    else other = at;
  }
  return has == 2 ? other : -1;
}

// Unit, from the edge towards a corner, square to the edge.
static void towards(const dv_hull *h, int p, int q, int corner, double in[3])
{
  double way[3], to[3];
  for (int k = 0; k < 3; k++) way[k] = h->at[q][k] - h->at[p][k], to[k] = h->at[corner][k] - h->at[p][k];
  double along = dot(to, way) / dot(way, way);
  for (int k = 0; k < 3; k++) in[k] = to[k] - along * way[k];
  double size = sqrt(dot(in, in));
  for (int k = 0; k < 3; k++) in[k] /= size;
}

// Triangles of one face share an edge that is none: into the two it goes opposite ways.
void dv_contact_edges_hull(dv_arena *a, dv_node *part, const char *key, const dv_hull *h)
{
  dv_node *list = add_list(a, part, key);
  for (int f = 0; f < h->nface; f++)
    for (int g = f + 1; g < h->nface; g++)
      for (int k = 0; k < 3; k++) {
        int p = h->face[f][k], q = h->face[f][(k + 1) % 3], one = third(h, f, p, q), other = third(h, g, p, q);
        if (one < 0 || other < 0) continue;
        edge e;
        towards(h, p, q, one, e.i);
        towards(h, p, q, other, e.j);
        if (dot(e.i, e.j) < -0.99999) continue;
        memcpy(e.a, h->at[p], sizeof e.a);
        memcpy(e.b, h->at[q], sizeof e.b);
        put_edge(a, list, &e, NULL, NULL);
      }
}
