// inset.h: where a close-up stands inside its panel, and what is drawn around it; private to this folder.
#pragma once

#include "plot/frame.h"

dv_corner dv_inset_corner(const dv_frame *f, const dv_panel *p, int i, unsigned *taken);  // of inset i; *taken: bits of corners
dv_frame dv_inset_place(const dv_frame *f, dv_corner corner);
void dv_inset_ground(dv_text *t, const dv_frame *f, const dv_frame *in);
void dv_inset_border(dv_text *t, const dv_frame *in);
