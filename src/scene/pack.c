// pack.c: base64 (RFC 4648) and films, deflated by zlib (RFC 1950).
#include "scene/pack.h"

#include <stdint.h>
#include <string.h>
#include <zlib.h>

void dv_base64(dv_text *t, const void *bytes, size_t n)
{
  static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const unsigned char *b = bytes;
  char out[4096];
  size_t k = 0;
  for (size_t i = 0; i < n; i += 3) {
    unsigned left = n - i > 2 ? 3 : (unsigned)(n - i);
    unsigned word = (unsigned)b[i] << 16 | (left > 1 ? (unsigned)b[i + 1] << 8 : 0) | (left > 2 ? b[i + 2] : 0);
    for (unsigned c = 0; c < 4; c++) out[k++] = c <= left ? digit[(word >> (18 - 6 * c)) & 63] : '=';
    if (k == sizeof out) dv_text_put(t, out, k), k = 0;
  }
  dv_text_put(t, out, k);
}

dv_packed dv_deflated(dv_arena *a, const void *bytes, size_t n)
{
  uLongf room = compressBound((uLong)n);
  dv_packed p = {dv_arena_take(a, room), 0, 0};
  compress2(p.bytes, &room, bytes, (uLong)n, 9);
  p.n = room;
  return p;
}

dv_packed dv_film_pack(dv_arena *a, const dv_film *f, int stride)
{
  size_t frames = (size_t)((f->n + stride - 1) / stride), count = frames * (size_t)f->width, k = 0;
  unsigned char *apart = dv_arena_take(a, 4 * count);
  for (int c = 0; c < f->width; c++)
    for (int i = 0; i < f->n; i += stride, k++) {
      uint32_t word;
      memcpy(&word, &f->item[(size_t)i * (size_t)f->width + (size_t)c], 4);
      for (size_t b = 0; b < 4; b++) apart[b * count + k] = (unsigned char)(word >> (8 * b));
    }
  dv_packed p = dv_deflated(a, apart, 4 * count);
  p.frames = (int)frames;
  return p;
}
