// markup.h: texts of others in HTML, SVG and XML.
#pragma once

#include "base/text.h"

void dv_text_markup(dv_text *t, const char *text);  // what would be a tag, an entity or the end of an attribute is escaped
