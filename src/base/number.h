// number.h: numbers as text, the same in every locale.
#pragma once

// Decimal number at the start of text ("1", "-.5", "2.5e-3"; no hexadecimal, inf or nan). Returns the end, or NULL if there is
// none.
const char *dv_number_read(const char *text, double *value);

// What stands behind that number: its unit; "": nothing, or no number, or a sum goes on there.
const char *dv_number_unit(const char *text);

// Bounds: "inf", "-inf", "inf bar". What stands behind it, NULL: it is none; out: infinite.
const char *dv_number_endless(const char *text, double *out);
const char *dv_number_bound_unit(const char *text);  // as dv_number_unit, of these, too

enum { DV_NUMBER_TEXT = 32 };
// Shortest text that reads back as the same double. Returns out.
char *dv_number_write(char out[DV_NUMBER_TEXT], double value);

int dv_unit_counts(const char *unit);                   // 1: "count", numbers of this unit are whole
int dv_number_is_part(const char *unit, double value);  // 1: it is not whole where it must be
