// diag.c: collects diagnostics and finds the nearest name.
#include "base/diag.h"

#include "base/visible.h"

#include <stdio.h>
#include <string.h>

dv_diags *dv_diags_new(dv_arena *a)
{
  dv_diags *d = DV_TAKE(a, dv_diags, 1);
  d->arena = a;
  return d;
}

void dv_diag_acknowledge(dv_diags *d, const char *text)
{
  size_t n = (size_t)d->nknown * sizeof *d->known;
  for (int i = 0; i < d->nknown; i++)
    if (!strcmp(d->known[i], text)) return;
  d->known = dv_arena_grow(d->arena, d->known, n, n + sizeof *d->known);
  d->known[d->nknown++] = dv_arena_copy(d->arena, text, strlen(text));
}

static int is_known(const dv_diags *d, const char *what)
{
  for (int i = 0; i < d->nknown; i++)
    if (strstr(what, d->known[i])) return 1;
  return 0;
}

// One fault is told once, however many steps of the reading meet it.
static int is_told(const dv_diags *d, dv_severity severity, dv_mark mark, const char *what)
{
  for (int i = 0; i < d->n && mark.line > 0 && mark.file; i++) {
    const dv_diag *it = &d->item[i];
    int here = it->mark.line == mark.line && it->mark.col == mark.col && it->mark.file && !strcmp(it->mark.file, mark.file);
    if (here && it->severity == severity && !strcmp(it->what, what)) return 1;
  }
  return 0;
}

void dv_diag_add(dv_diags *d, dv_severity severity, dv_mark mark, const char *remedy, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  const char *what = dv_arena_vtext(d->arena, format, args);
  va_end(args);
  if (severity == DV_WARNING && is_known(d, what)) {
    d->nacknowledged++;
    return;
  }
  // names come from files of others; a line of its own only where the message has one
  mark.file = dv_text_visible(d->arena, mark.file, 0);
  what = dv_text_visible(d->arena, what, strchr(format, '\n') != NULL);
  if (is_told(d, severity, mark, what)) return;
  if (severity == DV_ERROR) d->nerror++;
  else d->nwarning++;
  if (d->n >= DV_DIAG_MOST) return;
  dv_diag *it = DV_PUSH(d->arena, d);
  it->severity = severity;
  it->mark = mark;
  it->what = what;
  it->remedy = remedy ? dv_text_visible(d->arena, dv_arena_copy(d->arena, remedy, strlen(remedy)), 1) : NULL;
}

const char *dv_diag_text(const dv_diags *d, int i)
{
  const dv_diag *it = &d->item[i];
  const char *word = it->severity == DV_ERROR ? "error" : "warning", *semi = it->remedy ? "; " : "",
             *remedy = it->remedy ? it->remedy : "";
  if (!it->mark.file) return dv_arena_text(d->arena, "%s: %s%s%s", word, it->what, semi, remedy);
  if (!it->mark.line) return dv_arena_text(d->arena, "%s: %s: %s%s%s", it->mark.file, word, it->what, semi, remedy);
  return dv_arena_text(d->arena, "%s:%d:%d: %s: %s%s%s", it->mark.file, it->mark.line, it->mark.col, word, it->what, semi,
                       remedy);
}

enum { LONGEST = 63 };

// Levenshtein distance with transposition of neighbours; long names count as far.
static int distance(const char *a, const char *b)
{
  size_t na = strlen(a), nb = strlen(b);
  if (na > LONGEST || nb > LONGEST) return LONGEST;
  int row[3][LONGEST + 2];
  int *before = row[0], *last = row[1], *now = row[2];
  for (size_t j = 0; j <= nb; j++) last[j] = (int)j;
  for (size_t i = 1; i <= na; i++) {
    now[0] = (int)i;
    for (size_t j = 1; j <= nb; j++) {
      int best = last[j - 1] + (a[i - 1] != b[j - 1]);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best) best = before[j - 2] + 1;
      now[j] = best;
    }
    int *t = before;
    before = last;
    last = now;
    now = t;
  }
  return last[nb];
}

// Two slips in a short word make another word (goal2 is not load2), unless it begins the same (bodys, bodies).
static int is_long(const char *a, const char *b) { return (strlen(a) > 5 && strlen(b) > 5) || (a[0] == b[0] && a[1] == b[1]); }

const char *dv_nearest(const char *typed, const char *const *names, int n)
{
  const char *best = NULL;
  int least = 3;
  for (int i = 0; i < n; i++) {
    if (!names[i]) continue;
    int d = distance(typed, names[i]);
    if (d < least && (d < 2 || is_long(names[i], typed)) && 2 * (size_t)d < strlen(names[i]) + (strlen(typed) > 2)) {
      least = d;
      best = names[i];
    }
  }
  return best;
}
