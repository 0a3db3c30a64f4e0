// block.h: what this program's model blocks are made of, and whether a block from elsewhere is one.
#pragma once

#include "model/model.h"

extern const int dv_section_sizes[DV_S_COUNT];  // bytes of an element of each section

// NULL, or what is wrong with the table of sections or the layout of the work; the text is constant, *what names the row.
const char *dv_block_fault(const dv_model *m, const char **what);
