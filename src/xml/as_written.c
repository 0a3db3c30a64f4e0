// as_written.c: two faults that readers of XML for robots let pass (tinyxml2: Gazebo, MuJoCo), and so files have them:
//
//   two hyphens within a comment;   a declaration behind blank lines or comments
//
// They are blanked out, in a copy.
#include "xml/as_written.h"

#include <string.h>

typedef struct {
  dv_arena *arena;
  const char *bytes;
  char *copy;  // NULL: nothing was changed yet
  size_t n;
} text;

static void blank(text *t, size_t from, size_t to)
{
  if (!t->copy) t->copy = dv_arena_copy(t->arena, t->bytes, t->n);
  for (size_t i = from; i < to; i++)
    if (t->copy[i] != '\n') t->copy[i] = ' ';
}

static int is_at(const text *t, size_t at, const char *word)
{
  size_t n = strlen(word);
  return t->n - at >= n && !memcmp(t->bytes + at, word, n);
}

// Where `word` begins from `at` on; n: nowhere.
static size_t seek(const text *t, size_t at, const char *word)
{
  const char *first;
  for (; at < t->n && (first = memchr(t->bytes + at, word[0], t->n - at)); at++) {
    at = (size_t)(first - t->bytes);
    if (is_at(t, at, word)) return at;
  }
  return t->n;
}

// The hyphens between `from` and `end`, where the comment is closed: those that have another one beside them.
static int mend_comment(text *t, size_t from, size_t end)
{
  int found = 0;
  for (size_t i = from; i < end; i++)
    if (t->bytes[i] == '-' && t->bytes[i + 1] == '-') blank(t, i, i + 1), found = 1;
  return found;
}

// From the beginning: blanks and comments, then the declaration, whose place is the very first.
static void mend_declaration(text *t)
{
  size_t at = 0;
  while (at < t->n) {
    if (t->bytes[at] && strchr(" \t\r\n", t->bytes[at])) at++;
    else if (is_at(t, at, "<!--")) {
      size_t end = seek(t, at + 4, "-->");
      at = end < t->n ? end + 3 : t->n;
    } else break;
  }
  if (!at || !is_at(t, at, "<?xml")) return;
  size_t end = seek(t, at, ">");
  blank(t, at, end < t->n ? end + 1 : t->n);
}

const char *dv_xml_as_written(dv_arena *a, dv_diags *d, const char *file, const char *bytes, size_t n)
{
  text t = {.arena = a, .bytes = bytes, .n = n};
  int found = 0, line = 1;
  mend_declaration(&t);
  for (size_t at = 0, counted = 0, next; (at = seek(&t, at, "<!")) < n; at = next) {
    int comment = is_at(&t, at, "<!--"), data = is_at(&t, at, "<![CDATA[");
    size_t end = seek(&t, at + 4, comment ? "-->" : data ? "]]>" : ">");
    next = end < n ? end + 1 : n;
    if (!comment || end == n || !mend_comment(&t, at + 4, end) || found) continue;
    for (; counted < at; counted++) line += bytes[counted] == '\n';
    found = 1;
    dv_diag_add(d, DV_WARNING, (dv_mark){file, line, 1}, "leave one away",
                "a comment has two hyphens in a row, which XML does not allow");
  }
  return t.copy ? t.copy : bytes;
}
