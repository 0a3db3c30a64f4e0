// visible.h: texts of others, fit for a terminal and for a log.
#pragma once

#include "base/arena.h"

// How many bytes at s would act on a terminal instead of being shown, or turn the order of letters: control characters of ASCII
// and of Unicode (also inside UTF-8), marks of direction, ends of lines of Unicode. 0: none. lines: newlines and tabs are fine.
int dv_text_acts(const char *s, int lines);
// The text with such bytes written as \xNN; the text itself if it has none.
const char *dv_text_visible(dv_arena *a, const char *text, int lines);
