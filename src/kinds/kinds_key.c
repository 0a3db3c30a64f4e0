// kinds_key.c: the key of the table of kinds. A saved block names kinds by their rows, so it runs with the table that it was made
// with.
#include "kinds/kinds.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

static uint64_t mix(uint64_t key, const void *bytes, size_t n)
{
  for (size_t i = 0; i < n; i++) key = (key ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
  return key;
}

uint64_t dv_kinds_key(void)
{
  uint64_t key = 0xcbf29ce484222325u;
  for (int i = 0; dv_kinds_x1[i]; i++) {
    const dv_kind *k = dv_kinds_x1[i];
    const int counts[] = {k->nport,     k->nparam, k->npar, k->noption, k->ntable, k->nstate,
                          k->ndiscrete, k->nin,    k->nout, k->nroot,   k->holds,  k->nwarning};
    key = mix(key, k->name, strlen(k->name) + 1);
    key = mix(key, counts, sizeof counts);
    for (int n = 0; n < k->nparam; n++) key = mix(key, k->param[n].name, strlen(k->param[n].name) + 1);
  }
  return key;
}

#endif
