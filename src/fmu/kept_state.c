// kept_state.c: the state of an instance kept, restored and as bytes: its mode and times before the sim's own state.
#include "fmu/fmi.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  uint64_t bytes;
  int64_t mode;
  double stop, next;
} head;  // of a state; the sim's bytes follow

size_t dv_fmu_state_bytes(const dv_fmu *f) { return sizeof(head) + dv_sim_state_bytes(f->s); }

dv_fmu_status dv_fmu_keep(dv_fmu *f, void **state)
{
  size_t n = dv_fmu_state_bytes(f);
  if (dv_fmu_allow(f, ~DV_FMU_IN(DV_FMU_WITHIN), "GetFMUState")) return DV_FMU_ERROR;
  if (!state || (*state && ((const head *)*state)->bytes != n))
    return dv_fmu_say(f, DV_FMU_ERROR, "no place for the state is given, or one of another machine");
  if (!*state && !(*state = malloc(n))) return dv_fmu_say(f, DV_FMU_ERROR, "out of memory");
  *(head *)*state = (head){n, f->mode, f->stop, f->next};
  return dv_fmu_done(f, dv_sim_state_save(f->s, (head *)*state + 1, n - sizeof(head)), "state");
}

dv_fmu_status dv_fmu_forget(void **state)
{
  if (state) {
    free(*state);
    *state = NULL;
  }
  return DV_FMU_OK;
}

// Model Exchange has no steps, Co-Simulation nothing else.
static int knows(const dv_fmu *f, int64_t mode)
{
  if (mode == DV_FMU_EVENT || mode == DV_FMU_BETWEEN) return f->exchange;
  return mode == DV_FMU_STEPPING ? !f->exchange : mode >= DV_FMU_NEW && mode <= DV_FMU_ENDED;
}

dv_fmu_status dv_fmu_restore(dv_fmu *f, const void *state)
{
  const head *h = state;
  if (dv_fmu_allow(f, ~DV_FMU_IN(DV_FMU_WITHIN), "SetFMUState")) return DV_FMU_ERROR;
  if (!h) return dv_fmu_say(f, DV_FMU_ERROR, "no state is given");
  if (h->bytes != dv_fmu_state_bytes(f) || !knows(f, h->mode) || isnan(h->stop) || isnan(h->next))
    return dv_fmu_say(f, DV_FMU_ERROR, "these bytes are not a state of this machine");
  dv_fmu_status s = dv_fmu_done(f, dv_sim_state_load(f->s, h + 1, dv_fmu_state_bytes(f) - sizeof *h), "state");
  if (!s) f->mode = (dv_fmu_mode)h->mode, f->stop = h->stop, f->next = h->next;
  return s;
}

dv_fmu_status dv_fmu_pack(dv_fmu *f, const void *state, void *bytes, size_t n)
{
  if (!state || !bytes || n < dv_fmu_state_bytes(f) || ((const head *)state)->bytes != dv_fmu_state_bytes(f))
    return dv_fmu_say(f, DV_FMU_ERROR, "no state is given, or too little room for it");
  memcpy(bytes, state, dv_fmu_state_bytes(f));
  return DV_FMU_OK;
}

dv_fmu_status dv_fmu_unpack(dv_fmu *f, const void *bytes, size_t n, void **state)
{
  if (!bytes || !state || n != dv_fmu_state_bytes(f))
    return dv_fmu_say(f, DV_FMU_ERROR, "a state of this machine has %zu bytes, not %zu", dv_fmu_state_bytes(f), n);
  if (!(*state = malloc(n))) return dv_fmu_say(f, DV_FMU_ERROR, "out of memory");
  memcpy(*state, bytes, n);
  return DV_FMU_OK;
}
