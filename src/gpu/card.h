// card.h: a graphics card by NVIDIA's driver and run-time compiler. Both are found when they are asked for (dlopen): nothing of
// CUDA is needed to build, and a computer without a card says what is missing.
#pragma once

#include "base/diag.h"

#include <stddef.h>

typedef struct dv_card dv_card;

// NULL after a diagnostic: no driver, no card, no compiler, a program that does not compile.
// contract: 1: multiplications and additions may be one operation, which rounds once: other bits than a processor's.
// rough: 1: quotients and roots of single precision need not be rounded correctly.
// threads: of a block; blocks: that shall have room beside each other; shared: bytes of a block's own memory.
dv_card *dv_card_open(dv_diags *d, const char *source, int threads, int blocks, size_t shared, int contract, int rough);
void dv_card_close(dv_card *c);
const char *dv_card_name(const dv_card *c);
int dv_card_units(const dv_card *c);    // multiprocessors
int dv_card_spilled(const dv_card *c);  // bytes of a thread that are not in registers
int dv_card_registers(const dv_card *c);

void *dv_card_take(dv_card *c, size_t bytes);  // memory on the card; NULL: none left
void dv_card_give(dv_card *c, void *at);
int dv_card_up(dv_card *c, void *to, const void *from, size_t bytes);    // 0, or 1 with a diagnostic
int dv_card_down(dv_card *c, void *to, const void *from, size_t bytes);  // likewise
// The program's davit_run over `many` threads. seconds: NULL, or what it took on the card.
int dv_card_run(dv_card *c, void **argument, long many, double *seconds);
