// xml.c: XML text as a tree, through expat.
//
// A DOCTYPE is refused: entities could unfold to any size or name other files. Depth and number of elements are bounded.
#include "xml/xml.h"

#include "base/utf8.h"
#include "xml/as_written.h"

#include <expat.h>
#include <string.h>

enum { DEPTH_MOST = 64 };

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  int *left;
  const char *file;
  XML_Parser parser;
  dv_xml *root, *open;  // open: the element that is being read
  int depth, failed;
} state;

static dv_mark here(const state *s)
{
  return (dv_mark){s->file, (int)XML_GetCurrentLineNumber(s->parser), (int)XML_GetCurrentColumnNumber(s->parser) + 1};
}

static void stop(state *s, const char *remedy, const char *what)
{
  if (s->failed++) return;
  dv_diag_add(s->diags, DV_ERROR, here(s), remedy, "%s", what);
  XML_StopParser(s->parser, XML_FALSE);
}

static const char *copy(const state *s, const char *text) { return dv_arena_copy(s->arena, text, strlen(text)); }

static void XMLCALL on_start(void *user, const char *name, const char **attribute)
{
  state *s = user;
  int n = 0;
  while (attribute[n]) n++;
  *s->left -= 1 + n / 2;
  if (*s->left < 0) stop(s, "split it", "the file holds too many elements");
  if (++s->depth > DEPTH_MOST) stop(s, "use fewer levels", "elements are nested too deeply");
  if (s->failed) return;
  dv_xml *e = DV_TAKE(s->arena, dv_xml, 1);
  e->name = copy(s, name);
  e->mark = here(s);
  e->parent = s->open;
  e->attribute = DV_TAKE(s->arena, const char *, n + 1);
  for (int i = 0; i < n; i++) e->attribute[i] = copy(s, attribute[i]);
  if (s->open) *DV_PUSH(s->arena, s->open) = e;
  else s->root = e;
  s->open = e;
}

static void XMLCALL on_end(void *user, const char *name)
{
  (void)name;
  state *s = user;
  s->depth--;
  if (s->open) s->open = s->open->parent;
}

static void XMLCALL on_words(void *user, const char *bytes, int n)
{
  state *s = user;
  if (!s->open || s->failed) return;
  dv_text *t = &s->open->words;
  if (!t->n) {
    while (n && strchr(" \t\r\n", *bytes)) bytes++, n--;
  }
  t->arena = s->arena;
  if (n) dv_text_put(t, bytes, (size_t)n);
}

static void XMLCALL on_doctype(void *user, const char *name, const char *system, const char *public, int internal)
{
  (void)name, (void)system, (void)public, (void)internal;
  stop(user, "remove the DOCTYPE; nothing that is read here needs one", "a DOCTYPE is not read");
}

static void end_parser(void *parser) { XML_ParserFree(parser); }

dv_xml *dv_xml_read(dv_arena *a, dv_diags *d, int *left, const char *file, const char *bytes, size_t n)
{
  if (dv_utf8_check(d, file, bytes, n)) return NULL;
  dv_care *care = dv_arena_care(a);
  state s = {.arena = a, .diags = d, .left = left, .file = file, .parser = XML_ParserCreate("UTF-8")};
  if (!s.parser) dv_arena_exhausted(a);
  *care = (dv_care){end_parser, s.parser, care->next};
  XML_SetUserData(s.parser, &s);
  XML_SetElementHandler(s.parser, on_start, on_end);
  XML_SetCharacterDataHandler(s.parser, on_words);
  XML_SetStartDoctypeDeclHandler(s.parser, on_doctype);
  enum XML_Status status = XML_Parse(s.parser, dv_xml_as_written(a, d, file, bytes, n), (int)n, 1);
  if (status != XML_STATUS_OK && !s.failed) {
    s.failed = 1;
    dv_diag_add(d, DV_ERROR, here(&s), NULL, "not valid XML: %s", XML_ErrorString(XML_GetErrorCode(s.parser)));
  }
  XML_ParserFree(s.parser);
  care->end = NULL;
  return s.failed ? NULL : s.root;
}

const dv_xml *dv_xml_next(const dv_xml *e, const char *name, int *at)
{
  while (e && *at < e->n) {
    const dv_xml *child = e->item[(*at)++];
    if (!strcmp(child->name, name)) return child;
  }
  return NULL;
}

const dv_xml *dv_xml_child(const dv_xml *e, const char *name)
{
  int at = 0;
  return dv_xml_next(e, name, &at);
}

const char *dv_xml_get(const dv_xml *e, const char *attribute)
{
  for (const char **a = e ? e->attribute : NULL; a && *a; a += 2)
    if (!strcmp(a[0], attribute)) return *a[1] || strcmp(attribute, "name") ? a[1] : NULL;
  return NULL;
}

const char *dv_xml_words(const dv_xml *e) { return e ? dv_text_all(&e->words) : ""; }
