// frame_bytes.h: frames between a machine and its controller, as bytes (doc/wire.md).
//
// 24 bytes, then the body; all numbers little-endian:
//   0 "DAVT" | 4 version | 5 type | 6 two zeros | 8 bytes of the body (u32) | 12 sequence (u32) | 16 time (f64) | 24 body
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { DV_FRAME_HEAD = 24, DV_FRAME_VERSION = 1, DV_FRAME_BODY_MOST = 60000, DV_FRAME_MOST = DV_FRAME_HEAD + DV_FRAME_BODY_MOST };

typedef enum {
  DV_FRAME_HELLO = 1,  // controller: the token, or nothing
  DV_FRAME_WELCOME,    // machine: names and units, lines of text
  DV_FRAME_INPUTS,     // controller: doubles
  DV_FRAME_OUTPUTS,    // machine: doubles
  DV_FRAME_RESET,      // controller: back to the start
  DV_FRAME_BYE,        // either: the end, with its reason as text
  DV_FRAME_FAULT,      // machine: what was wrong, as text; the end
  DV_FRAME_TYPES
} dv_frame_type;

typedef struct {
  dv_frame_type type;
  uint32_t sequence;
  double time;
  const unsigned char *body;
  size_t nbody;
} dv_wire_frame;

// The frame that n bytes begin with: its length; 0: more bytes are needed; -1: none, and *why says so.
long dv_frame_read(const unsigned char *bytes, size_t n, dv_wire_frame *out, const char **why);
size_t dv_frame_write(unsigned char *to, const dv_wire_frame *f);  // to [DV_FRAME_HEAD + nbody]; body NULL: it lies there already

double dv_frame_double(const unsigned char *at);
void dv_frame_put_double(unsigned char *at, double x);
