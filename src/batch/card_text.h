// card_text.h: columns of a record, and formulas of them, as expressions for a graphics card (gpu/program_text.h).
#pragma once

#include "graph/trace.h"
#include "record/record.h"
#include "spec/formula.h"

// Column c of the record, with the bits that the record would hold.
const char *dv_card_column_text(dv_arena *a, const dv_traced_machine *t, const dv_record *r, int c);

// The formula with the bits that it has on a processor; NULL: it has functions that a card rounds otherwise.
const char *dv_card_formula_text(dv_arena *a, const dv_traced_machine *t, const dv_record *r, const dv_formula *f);
