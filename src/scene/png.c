// png.c: pixels as a PNG (ISO/IEC 15948), eight bits of red, green, blue and opacity, deflated by zlib.
#include "scene/picture.h"

#include <string.h>
#include <zlib.h>

static unsigned char *put_word(unsigned char *to, unsigned long word)
{
  for (int i = 0; i < 4; i++) to[i] = (unsigned char)(word >> (24 - 8 * i));
  return to + 4;
}

static unsigned char *put_chunk(unsigned char *to, const char *type, const unsigned char *data, size_t n)
{
  to = put_word(to, n);
  unsigned char *body = to;
  memcpy(body, type, 4);
  if (n) memcpy(body + 4, data, n);
  return put_word(body + 4 + n, crc32(0, body, (uInt)(n + 4)));
}

const void *dv_png(dv_arena *a, const dv_pixels *p, size_t *n)
{
  static const unsigned char mark[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  size_t row = 4 * (size_t)p->width, size = (row + 1) * (size_t)p->height;
  unsigned char *rows = dv_arena_take(a, size), head[13] = {0};
  for (int y = 0; y < p->height; y++) {  // a zero before each row: no filter
    rows[(row + 1) * (size_t)y] = 0;
    memcpy(rows + (row + 1) * (size_t)y + 1, p->at + row * (size_t)y, row);
  }
  uLongf packed = compressBound((uLong)size);
  unsigned char *data = dv_arena_take(a, packed);
  if (compress2(data, &packed, rows, (uLong)size, 9) != Z_OK) return NULL;
  put_word(put_word(head, (unsigned long)p->width), (unsigned long)p->height);
  head[8] = 8, head[9] = 6;
  unsigned char *out = dv_arena_take(a, packed + 100), *to = out;
  memcpy(to, mark, sizeof mark);
  to = put_chunk(to + sizeof mark, "IHDR", head, sizeof head);
  to = put_chunk(to, "IDAT", data, packed);
  to = put_chunk(to, "IEND", NULL, 0);
  *n = (size_t)(to - out);
  return out;
}
