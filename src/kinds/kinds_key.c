// kinds_key.c: the key of the table of kinds. A saved block names kinds by their rows, so it runs with the table that it was made
// with.
#include "kinds/kinds.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

static uint64_t mix(uint64_t key, unsigned byte) { return (key ^ byte) * 0x100000001b3u; }

// With the zero at its end.
static uint64_t mix_name(uint64_t key, const char *name)
{
  for (; *name; name++) key = mix(key, (unsigned char)*name);
  return mix(key, 0);
}

static uint64_t mix_count(uint64_t key, int n)
{
  for (int shift = 0; shift < 32; shift += 8) key = mix(key, (unsigned)n >> shift & 255);
  return key;
}

uint64_t dv_kinds_key(void)
{
  uint64_t key = 0xcbf29ce484222325u;
  for (int i = 0; dv_kinds_x1[i]; i++) {
    const dv_kind *k = dv_kinds_x1[i];
    const int counts[] = {k->nport,     k->nparam, k->npar, k->noption, k->ntable, k->nstate,
                          k->ndiscrete, k->nin,    k->nout, k->nroot,   k->holds,  k->nwarning};
    key = mix_name(key, k->name);
    for (int n = 0; n < DV_COUNT(counts); n++) key = mix_count(key, counts[n]);
    for (int n = 0; n < k->nparam; n++) key = mix_name(key, k->param[n].name);
  }
  return key;
}

#endif
