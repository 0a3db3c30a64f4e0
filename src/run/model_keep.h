// model_keep.h: what lies in front of a model's block that the library has given out: what still uses it. Inside run/ and api/
// only.
//
// Heads of sims belong to their model: a sim that was freed leaves its head there, so that its use is told for as long as the
// model lives, and the next sim takes it.
#pragma once

#include "davit/davit.h"
#include "model/model.h"

#include <stdatomic.h>

typedef struct dv_sim_body dv_sim_body;

struct dv_sim {
  unsigned magic;
  dv_sim_body *body;  // NULL: freed
  const dv_model *model;
  struct dv_sim *next, *next_free;
};

// A block of n bytes, zeroed but for nothing, with an empty keep in front; NULL: out of memory.
dv_model *dv_model_keep_new(size_t n);
void dv_model_keep_thing(dv_model *m, void *thing, void (*give)(void *));  // in its care: given back with the model
int dv_model_is_kept(const dv_model *m);                                   // 0: NULL, or none that was given out
dv_sim *dv_model_take_sim(const dv_model *m);                              // NULL: out of memory
void dv_model_leave_sim(dv_sim *s);                                        // the body is gone
int dv_sim_lives(const dv_sim *s);
