// token.h: secrets that clients must know: of the viewer's page, of controllers on the wire.
#pragma once

#include "base/arena.h"

const char *dv_token_new(dv_arena *a);            // 128 random bits, hex; NULL: the system gives none
int dv_token_same(const char *a, const char *b);  // takes as long wherever they differ
int dv_token_fit(const char *token);              // 1: 16 to 100 letters, digits, - or _
