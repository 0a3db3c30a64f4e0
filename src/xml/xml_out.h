// xml_out.h: XML that is written: elements one in the other, attributes, texts; indented, with what must be escaped.
#pragma once

#include "base/text.h"

enum { DV_XML_DEPTH = 1024 };  // elements one in the other; what lies deeper is not indented further

typedef struct {
  dv_text text;
  int depth, open;  // open: the last tag has no '>' yet; 2: it is filled, its end stands on the same line
  struct {
    const char **item;
    int n, cap;
  } names;
} dv_xml_out;

dv_xml_out dv_xml_out_new(dv_arena *a);  // with the declaration
void dv_xml_begin(dv_xml_out *o, const char *element);
void dv_xml_text(dv_xml_out *o, const char *attribute, const char *text);
void dv_xml_write(dv_xml_out *o, const char *attribute, const double *x, int n);  // numbers of an attribute
void dv_xml_end(dv_xml_out *o);
void dv_xml_fill(dv_xml_out *o, const double *x, int n);  // numbers as the content of an element that has no other
// Whole elements: with a text in it; with numbers in it.
void dv_xml_words_out(dv_xml_out *o, const char *element, const char *words);
void dv_xml_numbers_out(dv_xml_out *o, const char *element, const double *x, int n);
