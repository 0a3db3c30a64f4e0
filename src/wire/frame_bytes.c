// frame_bytes.c: bytes of frames, whatever the byte order of the computer.
#include "wire/frame_bytes.h"

#include <string.h>

static const unsigned char magic[4] = {'D', 'A', 'V', 'T'};

static uint64_t get(const unsigned char *at, int n)
{
  uint64_t x = 0;
  for (int i = n - 1; i >= 0; i--) x = x << 8 | at[i];
  return x;
}

static void put(unsigned char *at, int n, uint64_t x)
{
  for (int i = 0; i < n; i++, x >>= 8) at[i] = (unsigned char)(x & 255);
}

double dv_frame_double(const unsigned char *at)
{
  uint64_t bits = get(at, 8);
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

void dv_frame_put_double(unsigned char *at, double x)
{
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  put(at, 8, bits);
}

// What is wrong with a head of which n bytes are there; NULL: nothing so far.
static const char *fault(const unsigned char *b, size_t n)
{
  size_t m = n < sizeof magic ? n : sizeof magic;
  if (memcmp(b, magic, m)) return "these bytes are no frame: it begins with DAVT";
  if (n > 4 && b[4] != DV_FRAME_VERSION) return "the frame has another version; this machine speaks version 1";
  if (n > 5 && (b[5] < DV_FRAME_HELLO || b[5] >= DV_FRAME_TYPES)) return "there is no frame of this type";
  if (n > 7 && (b[6] || b[7])) return "bytes 6 and 7 of a frame are zero";
  if (n >= 12 && get(b + 8, 4) > DV_FRAME_BODY_MOST) return "the body of a frame has at most 60000 bytes";
  return NULL;
}

long dv_frame_read(const unsigned char *b, size_t n, dv_wire_frame *out, const char **why)
{
  if ((*why = fault(b, n))) return -1;
  if (n < DV_FRAME_HEAD) return 0;
  size_t body = (size_t)get(b + 8, 4);
  if (n < DV_FRAME_HEAD + body) return 0;
  *out = (dv_wire_frame){.type = (dv_frame_type)b[5],
                         .sequence = (uint32_t)get(b + 12, 4),
                         .time = dv_frame_double(b + 16),
                         .body = b + DV_FRAME_HEAD,
                         .nbody = body};
  return (long)(DV_FRAME_HEAD + body);
}

size_t dv_frame_write(unsigned char *to, const dv_wire_frame *f)
{
  memcpy(to, magic, sizeof magic);
  to[4] = DV_FRAME_VERSION;
  to[5] = (unsigned char)f->type;
  put(to + 6, 2, 0);
  put(to + 8, 4, f->nbody);
  put(to + 12, 4, f->sequence);
  dv_frame_put_double(to + 16, f->time);
  if (f->body && f->nbody) memcpy(to + DV_FRAME_HEAD, f->body, f->nbody);
  return DV_FRAME_HEAD + f->nbody;
}
