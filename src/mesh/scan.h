// scan.h: numbers in the text of meshes.
#pragma once

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline const char *dv_scan_three(const char *at, float p[3])
{
  char *end = (char *)(uintptr_t)at;
  for (int i = 0; i < 3; i++) p[i] = strtof(end, &end);
  return end;
}

// What stands behind `key` in this line, without blanks around it; NULL: another line.
static inline const char *dv_scan_word(const char *line, const char *key, size_t *n)
{
  size_t length = strlen(key);
  if (strncmp(line, key, length) != 0 || (line[length] != ' ' && line[length] != '\t')) return NULL;
  line += length + strspn(line + length, " \t");
  for (*n = strcspn(line, "\r\n"); *n && (line[*n - 1] == ' ' || line[*n - 1] == '\t');) --*n;
  return line;
}
