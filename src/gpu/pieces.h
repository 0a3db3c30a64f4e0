// pieces.h: machines on a card whose runs go on piece by piece: what goes in and out stays there.
#pragma once

#include "gpu/many.h"

// What goes in, [n][program.ninput], what is kept of row 1, [n][program.nkept]: addresses on the card. NULL: no memory.
double *dv_gpu_in(dv_gpu *g);
double *dv_gpu_out(dv_gpu *g);
dv_card *dv_gpu_device(dv_gpu *g);
int dv_gpu_mark(dv_gpu *g);  // remembers where the machines are
// Whole machines, [count][dv_gpu_width]: states, discrete states, open numbers, slope, what came out, signs of events (32 in
// each): those of `list`, [count]. `fetch`: as they were marked; `place`: as they shall be.
int dv_gpu_width(const dv_gpu *g);
int dv_gpu_fetch(dv_gpu *g, const int *list, int count, double *all);
int dv_gpu_place(dv_gpu *g, const int *list, int count, const double *all);
