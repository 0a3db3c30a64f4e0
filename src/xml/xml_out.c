// xml_out.c: XML that is written. Numbers are the shortest that read back as they are.
#include "xml/xml_out.h"

#include "base/markup.h"

#include <string.h>

dv_xml_out dv_xml_out_new(dv_arena *a)
{
  dv_xml_out o = {.text = {.arena = a}};
  dv_text_add(&o.text, "<?xml version=\"1.0\"?>\n");
  return o;
}

static void indent(dv_xml_out *o)
{
  for (int i = 0; i < o->depth && i < DV_XML_DEPTH; i++) dv_text_put(&o->text, "  ", 2);
}

static void finish_tag(dv_xml_out *o)
{
  if (o->open) dv_text_add(&o->text, ">\n");
  o->open = 0;
}

void dv_xml_begin(dv_xml_out *o, const char *element)
{
  finish_tag(o);
  indent(o);
  dv_text_add(&o->text, "<%s", element);
  *DV_PUSH(o->text.arena, &o->names) = element;
  o->depth++;
  o->open = 1;
}

void dv_xml_text(dv_xml_out *o, const char *attribute, const char *text)
{
  dv_text_add(&o->text, " %s=\"", attribute);
  dv_text_markup(&o->text, text);
  dv_text_put(&o->text, "\"", 1);
}

static void put_numbers(dv_text *t, const double *x, int n)
{
  for (int i = 0; i < n; i++) {
    if (i) dv_text_put(t, " ", 1);
    dv_text_number(t, x[i] == 0 ? 0 : x[i]);  // no minus before a zero
  }
}

void dv_xml_write(dv_xml_out *o, const char *attribute, const double *x, int n)
{
  dv_text_add(&o->text, " %s=\"", attribute);
  put_numbers(&o->text, x, n);
  dv_text_put(&o->text, "\"", 1);
}

void dv_xml_end(dv_xml_out *o)
{
  const char *element = o->names.item[--o->names.n];
  o->depth--;
  if (o->open == 1) dv_text_add(&o->text, "/>\n");
  else if (o->open == 2) dv_text_add(&o->text, "</%s>\n", element);
  else {
    indent(o);
    dv_text_add(&o->text, "</%s>\n", element);
  }
  o->open = 0;
}

void dv_xml_fill(dv_xml_out *o, const double *x, int n)
{
  dv_text_put(&o->text, ">", 1);
  put_numbers(&o->text, x, n);
  o->open = 2;
}

void dv_xml_words_out(dv_xml_out *o, const char *element, const char *words)
{
  finish_tag(o);
  indent(o);
  dv_text_add(&o->text, "<%s>", element);
  dv_text_markup(&o->text, words);
  dv_text_add(&o->text, "</%s>\n", element);
}

void dv_xml_numbers_out(dv_xml_out *o, const char *element, const double *x, int n)
{
  finish_tag(o);
  indent(o);
  dv_text_add(&o->text, "<%s>", element);
  put_numbers(&o->text, x, n);
  dv_text_add(&o->text, "</%s>\n", element);
}
