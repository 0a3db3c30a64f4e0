// command.h: runs the built davit and keeps what it said.
#pragma once

#include "base/json.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support.h"

typedef struct {
  dv_arena *arena;
  char *dir;        // an empty folder of its own
  int code;         // exit code of the last command; 128 + signal
  char *out, *err;  // what it wrote
} command;

int command_setup(void **state);
int command_teardown(void **state);                                                  // fails if anything is left in the folder
int run(command *c, const char *format, ...) __attribute__((format(printf, 2, 3)));  // in a shell: "check %s", "@/" is the folder
void put_file(command *c, const char *name, const char *text);
char *get_file(command *c, const char *name, size_t *n);  // NULL: not there
void drop_file(command *c, const char *name);
char *take_file(command *c, const char *name);              // its text, and it is gone; fails if it is not there
const dv_json *json_of(command *c);                         // of the last output; fails if it is not JSON
const dv_json *json_at(const dv_json *v, const char *key);  // fails if it is not there
void assert_says(const char *text, const char *part);
