// rows.c: the table of comparisons.
#include "trial.h"

#define ROW(name, one_in, doc) comparison compare_##name;
#include "rows.def"
#undef ROW

const row rows[] = {
#define ROW(name, one_in, doc) {#name, one_in, compare_##name, doc},
#include "rows.def"
#undef ROW
};
const int nrow = sizeof rows / sizeof *rows;
