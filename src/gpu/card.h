// card.h: a graphics card by NVIDIA's driver and run-time compiler. Both are found when they are asked for (dlopen): nothing of
// CUDA is needed to build, and a computer without a card says what is missing.
#pragma once

#include "base/diag.h"

#include <stddef.h>
#include <stdint.h>

typedef struct dv_card dv_card;

// What a multiprocessor of the card has.
typedef struct {
  const char *name;
  int units;             // multiprocessors
  int registers;         // of 32 bits
  int shared, of_block;  // bytes of memory that its blocks of threads share; what one of them may have
  double clock;          // Hz
  int doubles, singles;  // operations that begin in a tick
} dv_card_facts;

// A program, as it is compiled.
typedef struct {
  const char *source;
  int threads, blocks;  // of a block; blocks that shall have room beside each other
  size_t shared;        // bytes of a block's own memory
  int contract;         // 1: a product and a sum may be one operation, which rounds once: other bits than a processor's
  int rough;            // 1: quotients and roots of single precision need not be rounded correctly
  // then:
  char *code;  // for the card; NULL: not compiled yet
  size_t size;
  int spilled, registers;              // bytes of a thread that are not in registers; those that it has
  void *module, *run, *reduce, *move;  // its functions; reduce: NULL: it has none
} dv_card_program;

// Where compiled programs are kept, by a key of their text, card and options.
typedef struct {
  void *self;
  char *(*get)(void *self, dv_arena *a, uint64_t key, size_t *n);  // NULL: it is not there
  void (*put)(void *self, uint64_t key, const char *code, size_t n);
} dv_card_cache;

// number: from 0 on. cache: NULL: none. NULL after a diagnostic: no driver, no such card, no compiler. Closed with d's arena if
// not before.
dv_card *dv_card_open(dv_diags *d, int number, const dv_card_cache *cache);
int dv_card_count(void);  // cards of this computer; 0: there is none, or no driver
void dv_card_close(dv_card *c);
dv_arena *dv_card_arena(const dv_card *c);  // what lives as long as the card, and work under it
const dv_card_facts *dv_card_is(const dv_card *c);
// Compiles n programs, each in a thread of its own, but for those that are kept. 0, or 1 with a diagnostic.
int dv_card_translate(dv_card *c, dv_card_program *p, int n);
int dv_card_load(dv_card *c, dv_card_program *p);  // onto the card. Likewise
// What was found out of a program, kept beside it: a number above 0; 0: nothing is kept.
int dv_card_recall(dv_card *c, const dv_card_program *p);
void dv_card_remember(dv_card *c, const dv_card_program *p, int number);
void dv_card_drop(dv_card *c, dv_card_program *p);

void *dv_card_take(dv_card *c, size_t bytes);  // memory on the card; NULL: none left
void dv_card_give(dv_card *c, void *at);
int dv_card_up(dv_card *c, void *to, const void *from, size_t bytes);      // 0, or 1 with a diagnostic
int dv_card_down(dv_card *c, void *to, const void *from, size_t bytes);    // likewise
int dv_card_across(dv_card *c, void *to, const void *from, size_t bytes);  // both on the card
int dv_card_settle(dv_card *c);                                            // waits for all that anybody began there. Likewise
int dv_card_is_apart(dv_card *c, const void *at);  // 1: the processor cannot read this memory of dv_card_take
size_t dv_card_free(dv_card *c);                   // bytes of memory that nobody has
// A function of the program over `many` threads, to be waited for. seconds: NULL, or what it took on the card. Both in one: run.
int dv_card_launch(dv_card *c, const dv_card_program *p, void *function, void **argument, long many);
int dv_card_wait(dv_card *c, double *seconds);
int dv_card_run(dv_card *c, const dv_card_program *p, void *function, void **argument, long many, double *seconds);
