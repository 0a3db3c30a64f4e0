// robots.h: what the tests of robots share: text to a document, numbers and words of it.
#pragma once

#include "../spec_reader/reader.h"

#include "base/number.h"
#include "import/import.h"

static inline dv_doc *robot(fixture b, const char *text, const dv_import_options *o)
{
  return dv_import_memory(b.a, b.d, "f", text, strlen(text), o);
}

static inline double number(const dv_doc *doc, const char *path)
{
  const dv_node *n = doc->root ? dv_doc_path(doc->root, path) : NULL;
  double x = NAN;
  if (!n || n->type != DV_SCALAR || !dv_number_read(n->text, &x)) fail_msg("no number at %s", path);
  return x;
}

static inline const char *word(const dv_doc *doc, const char *path)
{
  const dv_node *n = doc->root ? dv_doc_path(doc->root, path) : NULL;
  if (!n || n->type != DV_SCALAR) fail_msg("no text at %s", path);
  return n->text;
}

static inline int is_there(const dv_doc *doc, const char *path) { return doc->root && dv_doc_path(doc->root, path); }

static inline void expect_note(const dv_doc *doc, const char *part)
{
  if (!doc->notes || !strstr(doc->notes, part)) fail_msg("no '%s' in '%s'", part, doc->notes ? doc->notes : "");
}
