// contact_edges.h: edges of shapes as rows of the tables `edges` and `shape_edges` of the kind that has both.
#pragma once

#include "mesh/hull.h"
#include "spec/check.h"

// Each adds a list under `key`. Sizes are texts: numbers with units, or formulas.
void dv_contact_edges_box(dv_arena *a, dv_node *part, const char *key, const char *const size[3]);
void dv_contact_edges_cylinder(dv_arena *a, dv_node *part, const char *key, const char *radius, const char *length);
void dv_contact_corners(dv_arena *a, dv_node *part, const char *key, const char *radius, const char *length);  // of both rims
void dv_contact_edges_hull(dv_arena *a, dv_node *part, const char *key, const dv_hull *h);
