// html.h: reports as pages that need nothing else.
#pragma once

#include "base/text.h"

void html_begin(dv_text *t, const char *title);                                        // up to <body>, with the style of reports
void html_element(dv_text *t, const char *open, const char *text, const char *close);  // characters of HTML in text are escaped
void html_image(dv_text *t, const char *svg);
