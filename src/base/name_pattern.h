// name_pattern.h: names by pattern: '*' stands for any run of characters, '?' for one.
#pragma once

int dv_is_pattern(const char *name);
int dv_pattern_fits(const char *pattern, const char *name);
