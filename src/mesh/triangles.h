// triangles.h: triangles of mesh files.
#pragma once

#include "base/diag.h"

#include <stddef.h>
#include <stdint.h>

enum { DV_MESH_FORMATS = 5 };

// A picture on triangles: the name of a file, as the mesh file has it, or bytes in the mesh file. A material of an OBJ is looked
// up in the library that it names: then it is a file, or none.
typedef enum { DV_SKIN_FILE, DV_SKIN_BYTES, DV_SKIN_MATERIAL } dv_skin_sort;
typedef struct {
  dv_skin_sort sort;
  const char *bytes;
  size_t n;
} dv_skin;

typedef struct {
  int n;
  const float *at;  // [n][3][3]
  const uint32_t
      *color;  // [n] red, green, blue, opacity from the lowest byte, as a screen shows them; 0: none; NULL: no triangle has one
  const float *uv;       // [n][3][2] places in the picture, v upwards; NULL: none
  const uint16_t *skin;  // [n] 1 + number of its picture; 0: none; NULL: no triangle has one
  const dv_skin *skins;
  int nskin;
  const char *library;  // file of materials that was not found or not read; NULL: none
  const char *beside;   // names of other files that it was read from, a line each; NULL: none
  int y_up;             // y points up, as a Collada file says or glTF's standard; it is not turned
  int holes;            // faces that were left out, since they have holes
} dv_mesh;

// Of an STL, OBJ, Collada or glTF file, with the colors of its materials. 0, or -1 after a warning.
int dv_mesh_read(dv_arena *a, dv_diags *d, const char *path, dv_mesh *out);
int dv_mesh_decode(dv_arena *a, const char *bytes, size_t n, int format, dv_mesh *out);  // of bytes with a zero behind them
// The same with what lies in files beside it, as buffers of a glTF; path NULL: without.
int dv_mesh_decode_beside(dv_arena *a, const char *path, const char *bytes, size_t n, int format, dv_mesh *out);
// Triangles of an STL, OBJ, Collada or glTF file: [n][3][3] floats, or NULL after a warning.
const float *dv_mesh_triangles(dv_arena *a, dv_diags *d, const char *path, int *n);
int dv_mesh_format(const char *path);  // by its suffix; -1: none that is read
int dv_mesh_takes(const char *path);   // 1: one of those
// The same of bytes with a zero behind them.
const float *dv_mesh_of(dv_arena *a, const char *bytes, size_t n, int format, int *count);
