// model_load.c: models from saved blocks: checked, then copied.
#include "engine/engine_key.h"
#include "model/saved_fault.h"
#include "run/model_keep.h"

#include <stdio.h>
#include <string.h>

static dv_model *refuse(char *message, size_t room, const char *why)
{
  if (message && room) snprintf(message, room, "error: %s", why);
  return NULL;
}

// Checked in the copy: its alignment is right, and nobody else writes into it.
dv_model *dv_model_load(const void *bytes, size_t n, char *message, size_t room)
{
  if (message && room) *message = 0;
  if (!bytes || n < sizeof(dv_model)) return refuse(message, room, "this is no saved model: it is too short");
  dv_model *m = dv_model_keep_new(n);
  if (!m) return refuse(message, room, "out of memory");
  memcpy(m, bytes, n);
  const char *why = dv_saved_fault(m, n, dv_engine_key());
  if (!why) why = dv_rows_fault(m);
  if (!why) return m;
  dv_model_free(m);
  return refuse(message, room, why);
}

const void *dv_model_bytes(const dv_model *m, size_t *n)
{
  int kept = dv_model_is_kept(m) && !m->outside.room;
  if (n) *n = kept ? (size_t)m->bytes : 0;
  return kept ? m : NULL;
}
