// reader.h: what the reader's tests share: an arena with diagnostics per test, and a look at both.
#pragma once

#include "base/diag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "../support.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  dv_arena *a;
  dv_diags *d;
} fixture;

static inline fixture fixture_open(void)
{
  fixture b = {.a = dv_arena_new()};
  b.d = dv_diags_new(b.a);
  return b;
}

static inline void fixture_close(fixture b) { dv_arena_free(b.a); }

// The i-th diagnostic is at `place` ("f:2:3: error") and says `part`.
static inline void expect_diag(fixture b, int i, const char *place, const char *part)
{
  if (i >= b.d->n) fail_msg("no diagnostic; wanted %s: %s", place, part);
  const char *text = dv_diag_text(b.d, i);
  if (strncmp(text, place, strlen(place)) != 0 || !strstr(text, part))
    fail_msg("got   '%s'\n      wanted '%s' with '%s'", text, place, part);
}

static inline void expect_none(fixture b)
{
  if (b.d->n) fail_msg("unexpected: %s", dv_diag_text(b.d, 0));
}
