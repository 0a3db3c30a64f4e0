// xml.h: the elements and attributes of an XML file, with places. Text between elements is dropped: URDF has none.
#pragma once

#include "spec/reader.h"

typedef struct dv_xml {
  const char *name;
  dv_mark mark;
  const char **attribute;  // name, value, name, value ... NULL
  struct dv_xml *parent;
  int n, cap;
  struct dv_xml **item;
} dv_xml;

// The root element, or NULL after a diagnostic.
dv_xml *dv_xml_read(dv_reader *r, const char *file, const char *bytes, size_t n);
const dv_xml *dv_xml_child(const dv_xml *e, const char *name);   // the first of that name, or NULL; e may be NULL
const char *dv_xml_get(const dv_xml *e, const char *attribute);  // NULL: not there
