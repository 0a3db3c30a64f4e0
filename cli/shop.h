// shop.h: a folder in which a compiler of the system works on a machine's code; compile_build.c, page_code.c.
#pragma once

#include "cli.h"

#include "base/scratch.h"

typedef struct {
  args *a;
  dv_scratch scratch;
} shop;

int shop_open(shop *s, args *a, const char *source);  // with machine.c and davit's headers: FINE, or RUN_FAILED
const char *shop_path(const shop *s, const char *name);
int shop_write(const shop *s, const char *name, const char *text);
int shop_call(const shop *s, const char *const *argv, const char *remedy);  // remedy: if there is no such program
char *shop_read(const shop *s, const char *name, size_t *n);                // NULL after a diagnostic
void shop_close(shop *s);
int shop_fail(args *a, const char *remedy, const char *why);  // RUN_FAILED
