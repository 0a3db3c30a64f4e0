// width.h: all elementary functions over the same arguments in one width.
#pragma once

enum { WIDTH_BLOCKS = 500, WIDTH_FUNCTIONS = 15, WIDTH_OUT = 8 * WIDTH_BLOCKS * WIDTH_FUNCTIONS };

// x, y [8 WIDTH_BLOCKS] -> out [WIDTH_FUNCTIONS][8 WIDTH_BLOCKS]; 64-byte aligned.
void width_run_x1(const double *x, const double *y, double *out);
void width_run_x4(const double *x, const double *y, double *out);
void width_run_x8(const double *x, const double *y, double *out);
