// saved_fault.h: is a block of bytes from outside a model that can be run?
#pragma once

#include "model/model.h"

// Of a saved block: the header counts, too.
uint64_t dv_saved_hash(const dv_model *m);
int dv_is_shown(char c);  // 1: may stand in a text of a saved block: no control character
// NULL, or what is wrong: the head, the sections, the hash, texts, the variable table, how it is run. kinds: dv_engine_key.
const char *dv_saved_fault(const dv_model *m, size_t n, uint64_t kinds);
// The rows of the machine, whose indices must lie within what they point into (engine/rows_fault.c); after the above.
const char *dv_rows_fault(const dv_model *m);
// 1: no kind finds a fault in the numbers of its parts, as they are now; after the above.
int dv_numbers_sound(const dv_model *m);
