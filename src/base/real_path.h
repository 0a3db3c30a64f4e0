// real_path.h: where a path leads, with all links followed; folders above it.
#pragma once

#include "base/arena.h"

enum { DV_LEVELS_UP = 8 };  // how far upwards a package is looked for

const char *dv_real_path(dv_arena *a, const char *path);  // NULL: not there

// Of a real path, its folder with a slash behind; NULL: above the root.
const char *dv_folder_above(dv_arena *a, const char *path);

// What a file may name beside itself: the nearest folder at or above `home` that has one of these files (a list that ends with
// NULL); without one, the folder above home. Not all of the disk, unless that is home.
const char *dv_package_above(dv_arena *a, const char *home, const char *const *files);
