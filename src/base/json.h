// json.h: JSON in (bounded, faults with line and column) and out (RFC 8259).
#pragma once

#include "base/diag.h"
#include "base/text.h"

typedef enum { DV_JSON_NULL, DV_JSON_BOOL, DV_JSON_NUMBER, DV_JSON_TEXT, DV_JSON_LIST, DV_JSON_MAP } dv_json_type;

typedef struct dv_json {
  dv_json_type type;
  dv_mark mark;
  const char *key;   // in a map
  double number;     // of a number; 0 or 1 of a bool
  const char *text;  // of a text, UTF-8
  int n, cap;        // of a list or map
  struct dv_json **item;
} dv_json;

enum { DV_JSON_DEPTH = 64 };

// NULL after a diagnostic with file:line:col. Keys of a map must differ; nothing may follow the value.
dv_json *dv_json_read(dv_arena *a, dv_diags *d, const char *name, const char *bytes, size_t n);
const dv_json *dv_json_find(const dv_json *map, const char *key);  // NULL: not there

// Writing. key is NULL inside a list and at the top. Numbers that are not finite become null.
typedef struct {
  dv_text text;
  int depth;
  char closer[DV_JSON_DEPTH];
  int count[DV_JSON_DEPTH];
} dv_json_out;

void dv_json_open(dv_json_out *o, const char *key, char bracket);  // '{' or '['
void dv_json_close(dv_json_out *o);
void dv_json_number(dv_json_out *o, const char *key, double x);
void dv_json_int(dv_json_out *o, const char *key, long x);
void dv_json_bool(dv_json_out *o, const char *key, int x);
void dv_json_text(dv_json_out *o, const char *key, const char *text);           // NULL: null
void dv_json_raw(dv_json_out *o, const char *key, const char *json);            // a value that is JSON already
void dv_json_numbers(dv_json_out *o, const char *key, const double *x, int n);  // on one line
void dv_json_texts(dv_json_out *o, const char *key, const char *const *x, int n);
void dv_json_matrix(dv_json_out *o, const char *key, const double *x, int rows, int columns);
