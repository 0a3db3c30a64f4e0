// keys_table.c: keys of tables and lists of numbers, and what stands in many sections.
#include "spec/keys_inside.h"

// clang-format off
const dv_key dv_key_text = {.name = "text", .as = DV_AS_TEXT};

static const dv_key csv[] = {
  {"csv", DV_AS_TEXT, TO(dv_series_spec, csv), .required = 1, .doc = "file with commas, semicolons, tabs or blanks; relative to this file"},
  {"columns", DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_series_spec, column, ncolumn), .doc = "names in the header line, or numbers from 1"},
  {"units", DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_series_spec, unit, nunit), .doc = "units of these columns, if the header has none in brackets"},
};
const dv_section dv_keys_csv = KEYS("csv table", csv);

static const dv_key series[] = {
  {"csv", DV_AS_TEXT, TO(dv_series_spec, csv), .doc = "file with commas, semicolons, tabs or blanks; relative to this file"},
  {"columns", DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_series_spec, column, ncolumn), .doc = "name in the header line, or number from 1"},
  {"units", DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_series_spec, unit, nunit), .doc = "unit of the column, if the header has none in brackets"},
  {"from", NUMBER(NULL), TO(dv_series_spec, from), .doc = "without a file: first of numbers in equal steps"},
  {"to", NUMBER(NULL), TO(dv_series_spec, to), .doc = "last of them"},
  {"count", NUMBER("1"), FROM_TO(2, 1000), TO(dv_series_spec, count), .doc = "how many, 2 to 1000"},
};
const dv_section dv_keys_series = KEYS("list of numbers", series);

const dv_key dv_key_number = {.name = "number", .as = DV_AS_NUMBER};
