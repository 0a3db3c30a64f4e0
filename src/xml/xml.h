// xml.h: the elements, attributes and texts of an XML file, with places.
#pragma once

#include "base/diag.h"
#include "base/text.h"

typedef struct dv_xml {
  const char *name;
  dv_mark mark;
  const char **attribute;  // name, value, name, value ... NULL
  struct dv_xml *parent;
  int n, cap;
  struct dv_xml **item;
  dv_text words;  // what stands between its tags, joined; blanks alone are dropped
} dv_xml;

// The root element, or NULL after a diagnostic. *left: how many elements and attributes may come yet.
dv_xml *dv_xml_read(dv_arena *a, dv_diags *d, int *left, const char *file, const char *bytes, size_t n);
const dv_xml *dv_xml_child(const dv_xml *e, const char *name);          // the first of that name, or NULL; e may be NULL
const dv_xml *dv_xml_next(const dv_xml *e, const char *name, int *at);  // children of that name: *at begins with 0; NULL: no more
const char *dv_xml_get(const dv_xml *e, const char *attribute);         // NULL: not there; an empty name is none
const char *dv_xml_words(const dv_xml *e);                              // "" if there are none; e may be NULL
