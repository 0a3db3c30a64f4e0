// xacro.h: the macros of ROS (wiki.ros.org/xacro), expanded before a robot is read: what the files of it share.
//
// A value is what an expression of Python would give. A fault is a value too, so that what is not chosen (a if c else b) does no
// harm. A property keeps its text and is evaluated when it is first asked for.
#pragma once

#include "import/robot.h"

typedef enum { DV_X_NONE, DV_X_TRUTH, DV_X_WHOLE, DV_X_NUMBER, DV_X_TEXT, DV_X_TREE, DV_X_FAULT } dv_x_type;

typedef struct {
  dv_x_type type;
  double x;             // truth, whole, number
  const char *text;     // text; fault: what is wrong
  const dv_node *tree;  // list or map
} dv_x_value;

typedef struct {
  const char *raw;  // text that is not evaluated yet; NULL: `value` is it
  dv_mark mark;
  int asked;  // it is being evaluated
  dv_x_value value;
  const dv_xml *block;  // elements that <xacro:insert_block> puts in: this one, or its children
  int inside, ready;    // inside: the children; ready: expanded already
} dv_x_symbol;

typedef struct {
  const char *name, *given;  // given: text of the default; NULL: none
  int outer;                 // the caller's value of that name wins over the default
  int block;                 // 1: an element; 2: the children of one
} dv_x_param;

typedef struct {
  const dv_xml *body;
  struct {
    dv_x_param *item;
    int n, cap;
  } params;
} dv_x_macro;

typedef struct dv_x_scope {
  struct dv_x_scope *outer;
  int texts;  // values are texts: a number is what its text says (arguments in $(eval ...))
  dv_names names, macro_names;
  struct {
    dv_x_symbol *item;
    int n, cap;
  } symbols;
  struct {
    dv_x_macro **item;
    int n, cap;
  } macros;
} dv_x_scope;

typedef struct {
  dv_robot *u;
  dv_x_scope all;   // properties and macros of the file
  dv_x_scope args;  // $(arg name)
  size_t room;      // bytes of text that may come yet
  int depth, bad;
  int nested;    // brackets and signs of all expressions that are being evaluated
  dv_mark here;  // of the expression that is evaluated
} dv_xacro;

enum { DV_X_ARGS = 16 };    // of a function, at most
enum { DV_X_DEPTH = 100 };  // macros, properties and elements one in the other

// The tree without macros; NULL after a diagnostic.
dv_xml *dv_xacro_expand(dv_robot *u, const dv_xml *root);

// xacro.c
int dv_x_fail(dv_xacro *x, dv_mark mark, const char *remedy, const char *format, ...)
    __attribute__((format(printf, 4, 5)));                                        // -1
int dv_x_children(dv_xacro *x, dv_x_scope *s, const dv_xml *from, dv_xml *into);  // -1 after a diagnostic
// xacro_macro.c
int dv_x_define(dv_xacro *x, dv_x_scope *s, const dv_xml *e);
int dv_x_call(dv_xacro *x, dv_x_scope *s, const dv_xml *e, const char *name, dv_xml *into);

// xacro_value.c
dv_x_symbol *dv_x_symbol_set(dv_xacro *x, dv_x_scope *s, const char *name, dv_mark mark);  // a new one, or the old one emptied
dv_x_symbol *dv_x_symbol_find(dv_x_scope *s, const char *name, dv_x_scope **where);        // in the scope and those around it
dv_x_value dv_x_lookup(dv_xacro *x, dv_x_scope *s, const char *name);
dv_x_value dv_x_evaluate(dv_xacro *x, dv_x_scope *s, const char *text, dv_mark mark);  // with ${...} and $(...)
dv_x_value dv_x_literal(dv_xacro *x, const dv_x_value *v);                          // a text that is a number or a truth is that
const char *dv_x_write(dv_xacro *x, const dv_x_value *v, dv_mark mark);             // as text; NULL after a diagnostic
const char *dv_x_text(dv_xacro *x, dv_x_scope *s, const char *text, dv_mark mark);  // both; NULL after a diagnostic
int dv_x_is_true(dv_xacro *x, dv_x_scope *s, const dv_xml *e);                      // its `value`; -1 after a diagnostic
dv_x_value dv_x_fault(dv_xacro *x, const char *format, ...) __attribute__((format(printf, 2, 3)));
dv_x_value dv_x_of_node(dv_xacro *x, const dv_node *n);

// xacro_function.c
int dv_x_is_number(const dv_x_value *v);
int dv_x_is_whole(const dv_x_value *v);
int dv_x_holds(const dv_x_value *v);  // as `if` sees it
dv_x_value dv_x_of_number(dv_xacro *x, double value, int whole);
dv_x_value dv_x_in_unit(dv_xacro *x, const char *text);  // "degrees@ 90" of a YAML file in SI; none: not in a unit
dv_x_value dv_x_function(dv_xacro *x, const char *name, const dv_x_value *v, int n);

// xacro_formula.c: an expression of Python.
dv_x_value dv_x_formula(dv_xacro *x, dv_x_scope *s, const char *text, size_t n, dv_mark mark);
