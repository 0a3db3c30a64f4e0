// visible.c: what would act is written in hex.
#include "base/visible.h"

#include "base/text.h"

int dv_text_acts(const char *s, int lines)
{
  const unsigned char *b = (const unsigned char *)s;
  if (lines && (b[0] == '\n' || b[0] == '\t')) return 0;
  if ((b[0] && b[0] < ' ') || b[0] == 127) return 1;
  if ((b[0] == 0xC2 && b[1] >= 0x80 && b[1] < 0xA0) || (b[0] == 0xD8 && b[1] == 0x9C)) return 2;
  if (b[0] != 0xE2) return 0;
  int ends_line = b[1] == 0x80 && (b[2] == 0xA8 || b[2] == 0xA9);
  int turns = (b[1] == 0x80 && (b[2] == 0x8E || b[2] == 0x8F || (b[2] >= 0xAA && b[2] <= 0xAE))) ||
              (b[1] == 0x81 && b[2] >= 0xA6 && b[2] <= 0xA9);
  return ends_line || turns ? 3 : 0;
}

static const char *first_that_acts(const char *s, int lines)
{
  while (*s && !dv_text_acts(s, lines)) s++;
  return s;
}

const char *dv_text_visible(dv_arena *a, const char *text, int lines)
{
  if (!text || !*first_that_acts(text, lines)) return text;
  dv_text t = {.arena = a};
  while (*text) {
    const char *plain = first_that_acts(text, lines);
    dv_text_put(&t, text, (size_t)(plain - text));
    text = plain;
    for (int n = *text ? dv_text_acts(text, lines) : 0; n > 0; n--) dv_text_add(&t, "\\x%02x", (unsigned char)*text++);
  }
  return dv_text_all(&t);
}
