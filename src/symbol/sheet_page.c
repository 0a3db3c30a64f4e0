// sheet_page.c: formulas as a page for a browser: letters with indices, raised powers, a table for each block. No script, no
// network.
#include "symbol/sheet.h"

#include "base/markup.h"

#include <ctype.h>
#include <string.h>

static const char style[] =
    "body{font:17px/1.6 Georgia,serif;max-width:70em;margin:2em auto;padding:0 "
    "1em;color:#222}table{border-collapse:collapse;margin:1em 0}"
    "td{padding:.15em .6em;vertical-align:top;border-top:1px solid "
    "#eee}td:first-child{white-space:nowrap}h1,h2{font-family:sans-serif;"
    "font-size:1.2em}h2{font-size:1em;margin-top:2em}sub,sup{font-size:.72em;line-height:0}.u{color:#777;font-size:.85em}";

// m12: m with index 12; psi_s: psi with index s; pin.rate: a dot over pin.
static const char *letters(dv_arena *a, const char *name)
{
  dv_text t = {.arena = a};
  size_t n = strlen(name), dot = n > 5 && !strcmp(name + n - 5, ".rate") ? n - 5 : n, stem = strcspn(name, "_.");
  if (stem > dot) stem = dot;
  while (stem > 1 && isdigit((unsigned char)name[stem - 1])) stem--;
  dv_text_add(&t, "<i>");
  dv_text_markup(&t, dv_arena_copy(a, name, stem));
  dv_text_add(&t, "</i>%s", dot < n ? "\u0307" : "");
  if (stem == dot) return dv_text_all(&t);
  stem += name[stem] == '_' || name[stem] == '.';
  dv_text_add(&t, "<sub>");
  dv_text_markup(&t, dv_arena_copy(a, name + stem, dot - stem));
  dv_text_add(&t, "</sub>");
  return dv_text_all(&t);
}

static const char *name_of(const dv_tongue *g, const dv_atom *atom)
{
  return atom->sort == DV_RATE && !strchr(atom->name, '.') ? dv_arena_text(g->arena, "%s\u0307", letters(g->arena, atom->name))
                                                           : letters(g->arena, atom->name);
}

static void power(dv_text *t, const char *name, int e)
{
  dv_text_add(t, "%s", name);
  if (e < 0) dv_text_add(t, "<sup>\u2212%d</sup>", -e);
  else if (e > 1) dv_text_add(t, "<sup>%d</sup>", e);
}

static const dv_tongue tongue = {
    .times = "\u2009",
    .cos = "cos(",
    .sin = "sin(",
    .open = "(",
    .close = ")",
    .negative = " \u2212 ",
    .plus = " + ",
    .number = dv_write_decimal,
    .power = power,
    .name = name_of,
    .room = 100,  // the browser ends lines
    .next_line = " ",
};

static void constants(dv_text *t, const dv_sheet *s)
{
  const dv_ring *r = s->m->ring;
  dv_text_add(t, "<h2>Parameters</h2><table>\n");
  for (int i = 0; i < r->natom; i++) {
    const dv_atom *x = &r->atom[i];
    if (x->sort != DV_CONSTANT || !s->used[i]) continue;
    dv_text_add(t, "<tr><td>%s</td><td>", letters(t->arena, x->name));
    if (x->derived) dv_text_markup(t, x->definition);
    else dv_text_number(t, x->value);
    dv_text_add(t, " <span class=\"u\">");
    dv_text_markup(t, x->unit);
    dv_text_add(t, "</span></td></tr>\n");
  }
  dv_text_add(t, "</table>\n");
}

static void shared(dv_text *t, const dv_tongue *g, const dv_sheet *s)
{
  if (s->shared) dv_text_add(t, "<h2>Shared</h2><table>\n");
  for (int i = 0; i < s->collect.kernel.n; i++) {
    const dv_kernel *k = &s->collect.kernel.item[i];
    if (!k->name) continue;
    dv_text_add(t, "<tr><td>%s =</td><td>", letters(t->arena, k->name));
    dv_write_kernel(t, g, s->m->ring, k, 0);
    dv_text_add(t, "</td></tr>\n");
  }
  if (s->shared) dv_text_add(t, "</table>\n");
}

static void entry(dv_text *t, const dv_tongue *g, const dv_sheet *s, const dv_sheet_block *b, int i)
{
  dv_text_add(t, "<tr><td><i>");
  dv_text_markup(t, b->sort == DV_SHEET_LENGTH ? b->of : b->name);
  dv_text_add(t, "</i><sub>");
  if (b->sort == DV_SHEET_MATRIX) dv_text_markup(t, b->row[i / dv_sheet_columns(b)]);
  if (b->columns && b->sort == DV_SHEET_MATRIX) dv_text_add(t, ", "), dv_text_markup(t, b->column[i % b->columns]);
  dv_text_add(t, "</sub> =</td><td>%s", b->sort == DV_SHEET_LENGTH ? "\u221a(" : b->over ? "(" : "");
  dv_write_sum(t, g, &s->collect, &b->x[i]);
  dv_text_add(t, "%s", b->sort == DV_SHEET_LENGTH || b->over ? ")" : "");
  if (b->over) dv_text_add(t, " / %s", letters(t->arena, b->over[i % dv_sheet_columns(b)]));
  dv_text_add(t, "</td></tr>\n");
}

static void block(dv_text *t, const dv_tongue *g, const dv_sheet *s, const dv_sheet_block *b)
{
  int columns = dv_sheet_columns(b), n = b->rows * columns, written = 0;
  dv_text_add(t, "<h2>%s%s", b->name, b->of ? " of " : "");
  dv_text_markup(t, b->of ? b->of : "");
  dv_text_add(t, ": ");
  dv_text_markup(t, b->doc);
  dv_text_add(t, "</h2>\n<table>\n");
  for (int i = 0; i < n; i++) {
    if (!b->x[i].n || (b->symmetric && i / columns > i % columns)) continue;
    entry(t, g, s, b, i);
    written++;
  }
  dv_text_add(t, "</table>%s\n", written ? "" : "<p>zero</p>");
}

char *dv_sheet_page(dv_arena *a, const dv_sheet *s, const char *command)
{
  dv_text t = {.arena = a};
  dv_tongue g = dv_tongue_with(tongue, a, s->m);
  const char *name = s->m->spec->name ? s->m->spec->name : "machine";
  dv_text_add(&t, "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                  "content=\"width=device-width\"><title>");
  dv_text_markup(&t, name);
  dv_text_add(&t, "</title><style>%s</style>\n<h1>", style);
  dv_text_markup(&t, name);
  dv_text_add(&t,
              ": <i>M</i>(<i>q</i>) <i>v\u0307</i> + <i>C</i>(<i>q</i>, <i>v</i>) <i>v</i> + <i>g</i>(<i>q</i>) = "
              "<i>\u03c4</i></h1>\n<p>Of the bodies alone, "
              "all coordinates free; %d terms, %d shared factors; entries that are not here are zero. Made by <code>",
              s->terms, s->shared);
  dv_text_markup(&t, command);
  dv_text_add(&t, "</code></p>\n");
  if (s->m->prune > 0)
    dv_text_add(&t, "<p>Pruned: %.0f terms of less than %g of their entry's scale.</p>\n", s->m->pruned, s->m->prune);
  constants(&t, s);
  shared(&t, &g, s);
  for (int i = 0; i < s->block.n; i++) block(&t, &g, s, &s->block.item[i]);
  dv_text_add(&t, "</html>\n");
  return t.at;
}
