// picture_file.h: pictures on meshes: where they are, and whether they are what they say. Nothing is decoded: the page's browser
// does that, which is made for pictures from anywhere.
#pragma once

#include "mesh/triangles.h"

enum { DV_PICTURE_BYTES = 8 << 20, DV_PICTURE_SIDE = 4096 };

typedef struct {
  const char *type;  // "image/png", "image/jpeg"
  const void *bytes;
  size_t n;
  int width, height;
} dv_picture_file;

// What these bytes are, by themselves and not by their name: 0, or -1: no PNG or JPEG, or larger than the bounds.
int dv_picture_of(const void *bytes, size_t n, dv_picture_file *out);

// "a%20b.png" and "a\\b.png" as people write them; NULL: it has a zero in it, or is too long.
const char *dv_name_as_written(dv_arena *a, const char *name);
// A file that a mesh names, with one of these endings: beside the mesh, in the folder above, or in the mesh's package (the
// nearest folder above with a package.xml or model.config). NULL: not there, or not allowed.
const char *dv_picture_path(dv_arena *a, const char *mesh, const char *name, const char *endings);

// The picture of a skin; path: of the mesh. `key` names it, equal for equal files (NULL: it lies in the mesh). 0 or -1.
int dv_picture_read(dv_arena *a, const char *path, const dv_skin *s, dv_picture_file *out, const char **key);

void dv_mesh_materials(dv_arena *a, const char *path, dv_mesh *m);  // mtl.c: materials of an OBJ become colors and pictures
