// engine_key.c: the key of the tables that a saved block counts in: kinds, and the equations that close loops.
#include "engine/engine_key.h"

#include "base/hash.h"
#include "kinds/kinds.h"

#if DV_LANES == 1 && !defined(DV_TRACE)

static const char closures[] =
#define DV_CLOSURE(id, ...) #id "\n"
#include "engine/closures.def"
    ;

uint64_t dv_engine_key(void) { return dv_hash_text(dv_kinds_key(), closures); }

#endif
