// as_written.h: XML as people write it.
#pragma once

#include "base/diag.h"

// The bytes as a parser of XML takes them: see as_written.c. All places stay as they are; what is changed is said once.
const char *dv_xml_as_written(dv_arena *a, dv_diags *d, const char *file, const char *bytes, size_t n);
