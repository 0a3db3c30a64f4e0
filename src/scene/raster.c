// raster.c: facets as pixels: parallel projection, the nearest one counts, brighter where it faces the light. Each pixel is the
// mean of nine.
#include "scene/picture.h"

#include <math.h>
#include <string.h>

enum { FINE = 3 };

typedef struct {
  int width, height;  // in fine pixels
  float *depth;       // towards the eye; -inf: nothing
  float *color;       // [..][3]
  double right[3], above[3], eye[3];
  double scale, shift[2];
  double deep;  // of all that there is, from the nearest to the farthest
} canvas;

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

static void cross(const double *a, const double *b, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void shorten(double *a)
{
  double n = sqrt(dot(a, a));
  for (int i = 0; i < 3 && n > 0; i++) a[i] /= n;
}

// From the side, a little to the right and from above: with z up the eye is at (0.5, -1, 0.45).
static void look(canvas *c, const double up[3])
{
  double u[3] = {up[0], up[1], up[2]}, side[3] = {1, 0, 0}, back[3];
  if (!(dot(u, u) > 0)) u[2] = 1;
  shorten(u);
  if (fabs(u[0]) > 0.9) side[0] = 0, side[1] = 1;
  double along = dot(side, u);
  for (int i = 0; i < 3; i++) side[i] -= along * u[i];
  shorten(side);
  cross(u, side, back);
  for (int i = 0; i < 3; i++) c->eye[i] = 0.5 * side[i] - back[i] + 0.45 * u[i];
  shorten(c->eye);
  cross(u, c->eye, c->right);
  shorten(c->right);
  cross(c->eye, c->right, c->above);
}

static void project(const canvas *c, const float p[3], double out[3])
{
  double x[3] = {p[0], p[1], p[2]};
  out[0] = c->scale * dot(x, c->right) + c->shift[0];
  out[1] = -c->scale * dot(x, c->above) + c->shift[1];
  out[2] = dot(x, c->eye);
}

static void fit(canvas *c, const dv_facets *f)
{
  double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, p[3];
  c->scale = 1;
  for (int i = 0; i < f->n; i++)
    for (int k = 0; k < 3; k++) {
      project(c, f->item[i].corner[k], p);
      for (int j = 0; j < 3; j++) low[j] = fmin(low[j], p[j]), high[j] = fmax(high[j], p[j]);
    }
  c->deep = high[2] - low[2];
  double wide = fmax(high[0] - low[0], 1e-9), tall = fmax(high[1] - low[1], 1e-9);
  c->scale = 0.9 * fmin(c->width / wide, c->height / tall);
  c->shift[0] = 0.5 * c->width - c->scale * 0.5 * (low[0] + high[0]);
  c->shift[1] = 0.5 * c->height - c->scale * 0.5 * (low[1] + high[1]);
}

static double brightness(const canvas *c, const dv_facet *f)
{
  double a[3], b[3], n[3], light[3];
  for (int i = 0; i < 3; i++) a[i] = f->corner[1][i] - f->corner[0][i], b[i] = f->corner[2][i] - f->corner[0][i];
  cross(a, b, n);
  shorten(n);
  double faces = dot(n, c->eye) < 0 ? -1 : 1;
  for (int i = 0; i < 3; i++) light[i] = c->eye[i] + 0.7 * c->above[i] - 0.4 * c->right[i];
  shorten(light);
  return 0.35 + 0.65 * fmax(0, faces * dot(n, light));
}

// Weights of the corners at the middle of a pixel: all of one sign inside.
static void draw(canvas *c, const dv_facet *f)
{
  double p[3][3], bright = brightness(c, f);
  for (int k = 0; k < 3; k++) project(c, f->corner[k], p[k]);
  double area = (p[1][0] - p[0][0]) * (p[2][1] - p[0][1]) - (p[1][1] - p[0][1]) * (p[2][0] - p[0][0]);
  if (!(fabs(area) > 1e-12)) return;
  int x0 = (int)fmax(0, floor(fmin(fmin(p[0][0], p[1][0]), p[2][0]))),
      y0 = (int)fmax(0, floor(fmin(fmin(p[0][1], p[1][1]), p[2][1])));
  int x1 = (int)fmin(c->width - 1, ceil(fmax(fmax(p[0][0], p[1][0]), p[2][0])));
  int y1 = (int)fmin(c->height - 1, ceil(fmax(fmax(p[0][1], p[1][1]), p[2][1])));
  for (int y = y0; y <= y1; y++)
    for (int x = x0; x <= x1; x++) {
      double w[3], depth = 0, least = 1;
      for (int k = 0; k < 3; k++) {
        const double *a = p[(k + 1) % 3], *b = p[(k + 2) % 3];
        w[k] = ((b[0] - a[0]) * (y + 0.5 - a[1]) - (b[1] - a[1]) * (x + 0.5 - a[0])) / area;
        depth += w[k] * p[k][2], least = fmin(least, w[k]);
      }
      size_t at = (size_t)y * (size_t)c->width + (size_t)x;
      if (f->front) depth += 2 * c->deep;
      if (least < 0 || !(depth > c->depth[at])) continue;
      c->depth[at] = (float)depth;
      for (int k = 0; k < 3; k++) c->color[3 * at + (size_t)k] = (float)(bright * f->color[k]);
    }
}

static void mix(const canvas *c, dv_pixels *out, int x, int y)
{
  double sum[3] = {0}, seen = 0;
  unsigned char *to = out->at + 4 * ((size_t)y * (size_t)out->width + (size_t)x);
  for (int i = 0; i < FINE * FINE; i++) {
    size_t at = (size_t)(FINE * y + i / FINE) * (size_t)c->width + (size_t)(FINE * x + i % FINE);
    if (!isfinite(c->depth[at])) continue;
    seen++;
    for (int k = 0; k < 3; k++) sum[k] += c->color[3 * at + (size_t)k];
  }
  for (int k = 0; k < 3; k++) to[k] = (unsigned char)lround(255 * fmin(1, seen > 0 ? fmax(0, sum[k] / seen) : 0));
  to[3] = (unsigned char)lround(255 * seen / (FINE * FINE));
}

dv_pixels dv_raster(dv_arena *a, const dv_facets *f, const dv_facets *all, const double up[3], int width, int height)
{
  canvas c = {.width = FINE * width, .height = FINE * height};
  size_t n = (size_t)c.width * (size_t)c.height;
  dv_pixels out = {width, height, dv_arena_take(a, 4 * (size_t)width * (size_t)height)};
  c.depth = DV_TAKE(a, float, n), c.color = DV_TAKE(a, float, 3 * n);
  for (size_t i = 0; i < n; i++) c.depth[i] = -HUGE_VALF;
  look(&c, up);
  fit(&c, all);
  for (int i = 0; i < f->n; i++) draw(&c, &f->item[i]);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) mix(&c, &out, x, y);
  return out;
}
