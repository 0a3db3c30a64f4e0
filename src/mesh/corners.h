// corners.h: what the readers of meshes share: corners of triangles as they come, three numbers each.
#pragma once

#include "base/text.h"
#include "mesh/triangles.h"

#include <stddef.h>
#include <stdint.h>

enum { DV_TRIANGLES_MOST = 1000000, DV_SKINS_MOST = 1000 };

// Triangles from this one on have this color and this picture.
typedef struct {
  int first;
  uint32_t color;  // as in dv_mesh
  int skin;        // 1 + its number among the skins; 0: none
} dv_paint;

typedef struct {
  dv_arena *arena;
  float *item;
  int n, cap;
  struct {
    dv_paint *item;
    int n, cap;
  } paints;
  struct {
    float *item;
    int n, cap;
  } uv;  // places in the picture, two numbers for each corner as far as there are any; v upwards
  struct {
    dv_skin *item;
    int n, cap;
  } skins;
  const char *path;     // of the file; NULL: it is not one
  const char *library;  // file of an OBJ's materials; NULL: none
  dv_text beside;       // names of other files that it was read from, a line each
  int y_up;
  int holes;  // faces that were left out, since they have holes
} dv_corners;

void dv_corners_fill_uv(dv_corners *f, int corners);  // zeros up to there
// Red, green, blue, opacity from 0 to 1, as a screen shows them; NULL: none. Skin as above.
uint32_t dv_color_of(const double rgba[4]);
void dv_corners_paint(dv_corners *f, const double rgba[4], int skin);
int dv_corners_skin(dv_corners *f, dv_skin_sort sort, const char *bytes,
                    size_t n);                        // 1 + number; equal ones are one; 0: too many
void dv_corner_uv(dv_corners *f, const float uv[2]);  // of the corner that was added last

static inline void dv_corner_add(dv_corners *f, const float p[3])
{
  for (int i = 0; i < 3; i++) *DV_PUSH(f->arena, f) = p[i];
}

static inline int dv_corners_full(const dv_corners *f) { return f->n > 9 * DV_TRIANGLES_MOST; }

// A corner as the matrix [3][4] places it.
void dv_corner_placed(dv_corners *f, const float p[3], const double m[12]);
void dv_matrix_times(const double a[12], const double b[12], double out[12]);
void dv_matrix_turn(const double axis[3], double angle, double out[12]);  // axis of any length but zero
extern const double dv_matrix_unit[12];

// Bytes with a zero behind them; what is not understood is left out.
void dv_stl_read(dv_corners *out, const char *bytes, size_t n);
void dv_obj_read(dv_corners *out, const char *bytes, size_t n);
void dv_collada_read(dv_corners *out, const char *bytes, size_t n);
void dv_gltf_read(dv_corners *out, const char *bytes, size_t n);
