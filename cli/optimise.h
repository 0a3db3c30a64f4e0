// optimise.h: an optimisation under way; private to optimise*.c.
#pragma once

#include "cli.h"

#include "study/optimise.h"

// What the file or the command line asks, as text.
typedef struct {
  const char **vary, **least, **most, **subject, **cases;
  int nvary, nleast, nmost, nsubject, ncase;
} question;

typedef struct {
  args *a;
  dv_machine *m;
  dv_machine **in_case;  // [ncase] with each of its cases
  dv_reading *reading;
  dv_optimise o;
  question q;
  const char *out, *journal;
  int jobs, items, stage;  // stage: first item of the crew's round
  uint64_t key;
  dv_search *search;    // [items]
  dv_optimum **result;  // [items] NULL: it failed
  dv_optimum *first;
  int keep;                  // 1: the journal stays, for the next command
  int best;                  // item; -1: none
  const dv_optimum **front;  // [nfront] of two objectives
  int nfront;
} optimising;

int optimise_read(optimising *w);  // FINE, or another code after diagnostics
int optimise_search_items(optimising *w, int first, int n);
int optimise_front(optimising *w);  // two objectives
void optimise_print(const optimising *w);
void optimise_put(const optimising *w, int ok);
int optimise_write(const optimising *w);  // the machine with the numbers found
int optimise_draw(const optimising *w, const char *path);
int optimise_report(const optimising *w, const char *path);  // a page with the machine before and after
