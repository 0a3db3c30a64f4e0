// stream.c: frames out of bytes that come one after the other.
#include "wire/stream.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

dv_stream dv_stream_new(dv_arena *a, int fd) { return (dv_stream){.fd = fd, .in = dv_arena_take(a, DV_FRAME_MOST)}; }

int dv_stream_fill(dv_stream *s)
{
  if (s->at) {
    memmove(s->in, s->in + s->at, s->nin - s->at);
    s->nin -= s->at;
    s->at = 0;
  }
  ssize_t n = read(s->fd, s->in + s->nin, DV_FRAME_MOST - s->nin);
  if (n > 0) return s->nin += (size_t)n, 0;
  return n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
}

int dv_stream_next(dv_stream *s, dv_wire_frame *f, const char **why)
{
  long n = dv_frame_read(s->in + s->at, s->nin - s->at, f, why);
  if (n <= 0) return (int)n;
  s->at += (size_t)n;
  return 1;
}
