// read_formula.h: numbers of the file as polynomials in its parameters.
#pragma once

#include "spec/spec.h"
#include "symbol/ring.h"

// What reads the formulas of a machine's file.
typedef struct {
  dv_ring *ring;
  const dv_node *root;        // of the document, case and settings applied
  const dv_node *parameters;  // NULL: there are none
  dv_units *units;
  dv_diags *silent;  // what formulas say that cannot be used: the number itself is taken then
  int depth;         // of parameters that need others
  int names;         // 1: numbers of the file get names, too
} dv_symbols;

typedef int dv_symbol_lookup(void *context, const char *name, dv_poly *out);  // 0: found

dv_symbols *dv_symbols_new(dv_arena *a, const dv_spec *s);

// A scalar of the file that the reader found to be x: its polynomial if that gives x, else the number. n NULL: none is given.
dv_poly dv_symbol_number(dv_symbols *s, const dv_node *n, double x);
// The same; a number that is not zero gets this name if numbers are to have names.
dv_poly dv_symbol_named(dv_symbols *s, const dv_node *n, double x, const char *unit, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
dv_poly dv_symbol_read(dv_symbols *s, const dv_node *n);  // zero where it cannot be read: the caller compares
// Cosine (0) or sine (1) of such an angle.
dv_poly dv_symbol_trig(dv_symbols *s, const dv_node *n, int sine);
// A formula of coordinates, whose parameters are numbers: 0, or -1: a name is not known.
int dv_symbol_formula(dv_symbols *s, const dv_formula *f, dv_symbol_lookup *lookup, void *context, dv_poly *out);
// An expression with units, of names that the lookup knows and of the file's parameters: 0, or -1; *unknown: the name that nobody
// knows, or NULL.
int dv_symbol_expression(dv_symbols *s, const char *text, dv_symbol_lookup *lookup, void *context, dv_poly *out,
                         const char **unknown);
