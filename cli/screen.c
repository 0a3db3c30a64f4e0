// screen.c: standard output. Verbs print names of files and texts of others there; what would act on the terminal is shown in
// hex.
//
// A stream of our own in the place of stdout, so that no verb can forget it. Files are not written through it.
#define _GNU_SOURCE
#include "cli.h"

#include "base/visible.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LONGEST = 3 };  // bytes of a character that acts

typedef struct {
  char rest[LONGEST];  // a character that the last piece may have begun
  size_t n;
} screen;

static int put(const char *bytes, size_t n)
{
  while (n) {
    ssize_t done = write(STDOUT_FILENO, bytes, n);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return -1;
    bytes += done;
    n -= (size_t)done;
  }
  return 0;
}

// 1: what is left of the text could go on as a character that acts.
static int may_act(const char *s, size_t left)
{
  const unsigned char *b = (const unsigned char *)s;
  if (left >= LONGEST || !(b[0] == 0xC2 || b[0] == 0xD8 || b[0] == 0xE2)) return 0;
  return left == 1 || (b[0] == 0xE2 && (b[1] == 0x80 || b[1] == 0x81));
}

// The text ends with a zero, which dv_text_acts stops at.
static size_t make_visible(char *to, const char *s, size_t n, screen *k)
{
  size_t m = 0;
  for (size_t i = 0; i < n;) {
    if (may_act(s + i, n - i)) {
      k->n = n - i;
      memcpy(k->rest, s + i, k->n);
      break;
    }
    int acts = s[i] ? dv_text_acts(s + i, 1) : 1;
    for (int j = 0; j < acts; j++, i++) m += (size_t)sprintf(to + m, "\\x%02x", (unsigned char)s[i]);
    if (!acts) to[m++] = s[i++];
  }
  return m;
}

static ssize_t on_write(void *context, const char *bytes, size_t n)
{
  screen *k = context;
  size_t all = k->n + n;
  char *text = malloc(all + 1), *shown = malloc(4 * all + 1);
  if (text && shown) {
    memcpy(text, k->rest, k->n);
    memcpy(text + k->n, bytes, n);
    text[all] = 0;
    k->n = 0;
  }
  int bad = !text || !shown || put(shown, make_visible(shown, text, all, k));
  free(text);
  free(shown);
  return bad ? 0 : (ssize_t)n;
}

void screen_open(void)
{
  static screen k;  // the command has one standard output
  cookie_io_functions_t io = {.write = on_write};
  FILE *f = fopencookie(&k, "w", io);
  if (!f) return;
  if (isatty(STDOUT_FILENO)) setvbuf(f, NULL, _IOLBF, BUFSIZ);
  stdout = f;
}
