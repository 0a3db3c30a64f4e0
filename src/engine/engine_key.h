// engine_key.h: what a saved block was made with.
#pragma once

#include <stdint.h>

uint64_t dv_engine_key(void);  // of the rows of kinds and closures; a saved block belongs to one (dv_model.kinds)
