// register_map.c: a number in one register, two, or a coil.
#include "wire/register_map.h"

#include <math.h>
#include <string.h>

typedef struct {
  int words;
  double least, most;  // counts
} form;

// clang-format off
static const form forms[] = {
    [DV_AS_INT16]   = {1, -32768,                 32767},
    [DV_AS_UINT16]  = {1, 0,                      65535},
    [DV_AS_INT32]   = {2, -2147483648.0,          2147483647.0},
    [DV_AS_UINT32]  = {2, 0,                      4294967295.0},
    [DV_AS_FLOAT32] = {2, -3.4028234663852886e38, 3.4028234663852886e38},
    [DV_AS_BIT]     = {0, 0,                      1},
};
// clang-format on

int dv_register_words(const dv_register_spec *r) { return forms[r->form].words; }

static double count_of(const dv_register_spec *r, const uint16_t *w)
{
  uint32_t both = r->low_first ? (uint32_t)w[1] << 16 | w[0] : (uint32_t)w[0] << 16 | w[1];
  float f;
  switch ((dv_register_form)r->form) {
  case DV_AS_INT16: return (int16_t)w[0];
  case DV_AS_INT32: return (int32_t)both;
  case DV_AS_UINT32: return both;
  case DV_AS_FLOAT32: return memcpy(&f, &both, sizeof f), (double)f;
  default: return w[0];
  }
}

double dv_register_value(const dv_register_spec *r, const uint16_t *words)
{
  uint16_t own[2] = {words[0], dv_register_words(r) == 2 ? words[1] : 0};
  return r->offset.value + r->scale.value * count_of(r, own);
}

static uint32_t bits_of(const dv_register_spec *r, double count)
{
  float f = (float)count;
  uint32_t bits;
  if (r->form == DV_AS_FLOAT32) return memcpy(&bits, &f, sizeof bits), bits;
  return (uint32_t)(int64_t)count;
}

int dv_register_put(const dv_register_spec *r, double value, uint16_t *words)
{
  const form *f = &forms[r->form];
  double count = (value - r->offset.value) / r->scale.value;
  if (r->form != DV_AS_FLOAT32) count = round(count);
  int fits = count >= f->least && count <= f->most;
  if (!fits) count = isnan(count) ? 0 : count < f->least ? f->least : f->most;
  uint32_t bits = bits_of(r, count);
  uint16_t high = (uint16_t)(bits >> 16), low = (uint16_t)(bits & 65535);
  if (f->words < 2) words[0] = low;
  else words[0] = r->low_first ? low : high, words[1] = r->low_first ? high : low;
  return !fits;
}
