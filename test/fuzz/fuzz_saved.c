// libFuzzer target: saved models (.dvm) up to steps of a sim; once as they are, once with the head set right, so that what is
// behind it is looked at.
#include "davit/davit.h"
#include "fuzz.h"
#include "kinds/kinds.h"
#include "model/saved_fault.h"

#include <stdlib.h>
#include <string.h>

static void set_head(char *own, size_t n)
{
  dv_model *m = (dv_model *)(void *)own;
  memcpy(m->magic, "davit\0\0", 8);
  m->version = DV_MODEL_VERSION;
  m->byte_order = DV_BYTE_ORDER;
  m->kinds = dv_kinds_key();
  m->bytes = (int64_t)n;
  m->outside.room = 0;
  m->hash = dv_saved_hash(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
  char why[200];
  if (n < sizeof(dv_model)) return 0;
  char *own = malloc(n);
  if (!own) return 0;
  memcpy(own, bytes, n);
  for (int turn = 0; turn < 2; turn++) {
    if (turn) set_head(own, n);
    dv_model *m = dv_model_load(own, n, why, sizeof why);
    dv_sim *s = m && dv_model_states(m) < 1000 ? dv_sim_new(m, NULL, why, sizeof why) : NULL;
    for (int i = 0; s && i < 3; i++) dv_sim_step(s, 1e-4);
    for (int i = 0; s && i < dv_model_variables(m) && i < 50; i++) dv_sim_get(s, i);
    dv_sim_free(s);
    dv_model_free(m);
  }
  free(own);
  return 0;
}
