// shown.c: looks up the rows of shown.def.
#include "base/shown.h"

#include <stddef.h>
#include <string.h>

// clang-format off
#define SHOWN(si, least, unit, factor, offset) {si, least, {unit, factor, offset}},
// clang-format on
static const struct {
  const char *si;
  double least;
  dv_shown as;
} row[] = {
#include "base/shown.def"
};

dv_shown dv_shown_as(const char *unit, double largest)
{
  dv_shown best = {unit && strcmp(unit, "1") && strcmp(unit, "*") ? unit : "", 1, 0};
  for (size_t i = 0; i < sizeof row / sizeof *row; i++)
    if (unit && !strcmp(unit, row[i].si) && (row[i].least <= 0 || largest >= row[i].least)) best = row[i].as;
  return best;
}
