// describe.h: modelDescription.xml of a machine; inside exchange/ only.
#pragma once

#include "base/shown.h"
#include "base/text.h"
#include "davit/davit.h"

typedef struct {
  const char *name;  // of the unit
  signed char e[7];  // kg m s K A mol cd
  int radian;        // exponent of rad
  dv_shown shown;    // as people read it
} dv_fmu_unit;

typedef struct {
  dv_arena *arena;
  dv_text out;
  const dv_model *m;
  const char *identifier, *token;
  int n, nstate, nroot, ninput;
  dv_info *info;        // [n]
  int *state_of;        // [n] which state, -1: none
  int *input;           // [ninput] handles
  int *row;             // [n] of `depends`, -1: none
  const char *depends;  // [nstate + shown][nstate + ninput]; NULL: not known
  int nunit, *unit_of;  // [n]
  dv_fmu_unit *unit;
  int version;
  const char *const *source;  // [nsource] names in the archive of sources
  int nsource;
} dv_description;

void dv_describe_units(dv_description *d);
void dv_describe_experiment(dv_description *d);  // and categories of messages
void dv_describe2(dv_description *d);
void dv_describe3(dv_description *d);
// Of FMI 3.0: ports of one effort and one flow, and where the picture stands. NULL: there is neither.
const char *dv_describe_terminals(const dv_description *d, int has_picture);
int dv_description_is_output(const dv_description *d, int handle);
int dv_description_is_unknown(const dv_description *d, int handle, int calculated_only);  // an output that the structure lists
// "<element name=... description=..." of a variable, `more` before its description; then " unit=... start=..." of its values.
void dv_describe_variable(dv_description *d, const char *element, int i, const char *more);
void dv_describe_values(dv_description *d, int i);
// "a &amp; b" of a text, and an attribute of a number.
const char *dv_xml(dv_arena *a, const char *text);
void dv_describe_number(dv_text *t, const char *attribute, double x);
// The dependencies of a row of `depends` as " dependencies=..."; base: added to each handle (2: indices count from 1).
void dv_describe_dependencies(dv_description *d, int row, int base);
