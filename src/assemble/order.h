// order.h: the calls of an evaluation while they are sorted (order.c, order_loop.c).
#pragma once

#include "assemble/bond_internal.h"
#include "assemble/internal.h"

typedef struct {
  dv_call call;
  dv_ints reads, writes;  // resources
  int done;
  int waits;  // writers of what it reads that have not gone
  int round;  // in which it goes: that of its writers, or the next if one of them stands behind it
  int row;    // of the call, once written
} dv_task;

typedef struct {
  dv_assembler *c;
  dv_task *item;
  int n, cap;
  int njunction, nresource;
  dv_ints *writers, *readers;  // [nresource] tasks
  struct {
    struct dv_order_loop {
      int tee;       // its row
      dv_ints task;  // calls within
    } * item;
    int n, cap;
  } loop;
} dv_sorter;

// Loops of signals and bonds among the tasks that have not gone: a task that finds their values goes before each. How many.
int dv_order_loops(dv_sorter *s);
void dv_order_loops_write(dv_sorter *s);  // once all calls have their rows
