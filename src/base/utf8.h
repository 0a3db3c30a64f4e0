// utf8.h: text as the readers take it: UTF-8 without control characters.
#pragma once

#include "base/diag.h"

int dv_utf8_check(dv_diags *d, const char *file, const char *bytes, size_t n);  // 0, or -1 after a diagnostic
size_t dv_utf8_length(const char *text, size_t left);                           // bytes of the first character; 0: none
