// editor.h: one machine file that pages edit: what lies on disk, checks of drafts in a thread, saving. The server calls it from
// one thread. No path comes from a client: the file is the one that the user named.
#pragma once

#include "base/arena.h"

#include <stddef.h>

typedef struct dv_editor dv_editor;

typedef struct {
  const char *file, *folder;
  void (*say)(void *context, const char *text);  // what the person at the terminal should know
  void *context;
} dv_editor_options;

dv_editor *dv_editor_new(const dv_editor_options *o);
const char *dv_editor_fault(const dv_editor *e);  // why what lies there cannot be edited; NULL: it can, or there is none
void dv_editor_start(dv_editor *e, void (*wake)(void *context), void *context);
void dv_editor_stop(dv_editor *e);  // waits for a check that goes on
void dv_editor_close(dv_editor *e);

const char *dv_editor_disk(const dv_editor *e, dv_arena *a);  // {"disk": {"name", "hash", "text"}}; hash null: no such file
int dv_editor_watch(dv_editor *e);                            // now and then. 1: the file on disk is another one

// A message of client `who`. The answer (JSON in `a`), or NULL; *bad: what was not understood.
const char *dv_editor_message(dv_editor *e, dv_arena *a, int who, const char *text, size_t n, int *bad);
// What became of a draft, and whose it was; NULL: nothing new.
const char *dv_editor_checked(dv_editor *e, dv_arena *a, int *who);
void dv_editor_left(dv_editor *e, int who);  // a client is gone
