// stream.h: frames out of bytes that come one after the other: what a connection or a pipe has brought, and is no whole frame
// yet.
#pragma once

#include "base/arena.h"
#include "wire/frame_bytes.h"

typedef struct {
  int fd;
  unsigned char *in;  // [DV_FRAME_MOST]
  size_t nin, at;     // at: of `in`, taken already
} dv_stream;

dv_stream dv_stream_new(dv_arena *a, int fd);
int dv_stream_fill(dv_stream *s);  // what is there now, without waiting longer than for that. 0, or -1: the other side has gone
// The next whole frame: 1; 0: there is none yet; -1: these bytes are none, and *why says so.
int dv_stream_next(dv_stream *s, dv_wire_frame *f, const char **why);
