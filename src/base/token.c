// token.c: what a client must know.
#include "base/token.h"

#include <stdio.h>
#include <string.h>

enum { BYTES = 16 };

const char *dv_token_new(dv_arena *a)
{
  unsigned char b[BYTES];
  FILE *f = fopen("/dev/urandom", "rb");
  size_t n = f ? fread(b, 1, sizeof b, f) : 0;
  if (f) fclose(f);
  if (n != sizeof b) return NULL;
  char *text = dv_arena_take(a, 2 * BYTES + 1);
  for (int i = 0; i < BYTES; i++) snprintf(text + 2 * i, 3, "%02x", b[i]);
  return text;
}

int dv_token_same(const char *a, const char *b)
{
  size_t n = strlen(a);
  if (strlen(b) != n) return 0;
  unsigned diff = 0;
  for (size_t i = 0; i < n; i++) diff |= (unsigned)a[i] ^ (unsigned)b[i];
  return !diff;
}

int dv_token_fit(const char *token)
{
  size_t n = strlen(token);
  return n >= 16 && n <= 100 && strspn(token, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_") == n;
}
