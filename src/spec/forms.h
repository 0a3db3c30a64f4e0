// forms.h: values with a form of their own, for the rows of keys (keys_*.c). Each says what it leaves where `to` points.
#pragma once

#include "spec/keys.h"

dv_form dv_form_inertia;  // double [6]: [xx, yy, zz], [xx, yy, zz, xy, xz, yz] or a map
dv_form dv_form_matrix;   // dv_placement: 3x3, 3x4 or 4x4 numbers
dv_form dv_form_place;    // dv_placement: a map of what places a frame, but for `dh` and `point`
dv_form dv_form_spatial;  // dv_body_spec: six rows of six numbers, in `full`
