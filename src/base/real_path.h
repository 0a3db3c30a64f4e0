// real_path.h: where a path leads, with all links followed.
#pragma once

#include "base/arena.h"

const char *dv_real_path(dv_arena *a, const char *path);  // NULL: not there
const char *dv_folder_above(dv_arena *a,
                            const char *path);  // of a real path, its folder with a slash behind; NULL: above the root
