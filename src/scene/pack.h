// pack.h: numbers and bytes as text that a page can hold.
#pragma once

#include "base/text.h"
#include "record/history.h"

void dv_base64(dv_text *t, const void *bytes, size_t n);

// Every stride-th frame, channel after channel, the four bytes of the floats apart (neighbours resemble each other), deflated.
typedef struct {
  unsigned char *bytes;
  size_t n;
  int frames;
} dv_packed;
dv_packed dv_deflated(dv_arena *a, const void *bytes, size_t n);
dv_packed dv_film_pack(dv_arena *a, const dv_film *f, int stride);
