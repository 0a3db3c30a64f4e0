// utf8.c: what a machine file may consist of: UTF-8 without control characters.
//
// The libraries behind would each take bad bytes in their own way; here they are refused once, with their place.
#include "base/utf8.h"

// Length of the UTF-8 sequence at s (Unicode 15, table 3-7: no surrogates, no overlong forms), 0 if there is none.
size_t dv_utf8_length(const char *text, size_t left)
{
  const unsigned char *s = (const unsigned char *)text;
  static const struct {
    unsigned char lo, hi, lo2, hi2, n;  // first byte, second byte, length
  } row[] = {
      {0xC2, 0xDF, 0x80, 0xBF, 2},
      {0xE0, 0xE0, 0xA0, 0xBF, 3},
      {0xE1, 0xEC, 0x80, 0xBF, 3},
      {0xED, 0xED, 0x80, 0x9F, 3},
      {0xEE, 0xEF, 0x80, 0xBF, 3},
      {0xF0, 0xF0, 0x90, 0xBF, 4},
      {0xF1, 0xF3, 0x80, 0xBF, 4},
      {0xF4, 0xF4, 0x80, 0x8F, 4},
  };
  if (s[0] < 0x80) return 1;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    if (s[0] < row[i].lo || s[0] > row[i].hi || left < row[i].n) continue;
    if (s[1] < row[i].lo2 || s[1] > row[i].hi2) return 0;
    for (size_t k = 2; k < row[i].n; k++)
      if ((s[k] & 0xC0) != 0x80) return 0;
    return row[i].n;
  }
  return 0;
}

static int is_control(unsigned char c) { return (c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F; }

int dv_utf8_check(dv_diags *d, const char *file, const char *bytes, size_t n)
{
  dv_mark at = {file, 1, 1};
  for (size_t i = 0; i < n;) {
    unsigned char c = (unsigned char)bytes[i];
    size_t length = dv_utf8_length(bytes + i, n - i);
    if (!length || is_control(c)) {
      dv_diag_add(d, DV_ERROR, at, length ? "remove it" : "save the file as UTF-8",
                  length ? "control character 0x%02x" : "byte 0x%02x is not UTF-8", c);
      return -1;
    }
    i += length;
    at.col++;
    if (c == '\n') at.line++, at.col = 1;
  }
  return 0;
}
