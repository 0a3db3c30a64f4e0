// sandbox.h: work on what is not ours in a process of its own, which can neither write nor reach the network, and has a share of
// memory and time.
//
// Linux: seccomp leaves reading, memory and the way back; Landlock leaves one file to read, where the kernel has it, or a folder:
// without Landlock no file of it. Work in a folder may fork, but starts no program and reaches no network. A crash there is a
// message here.
#pragma once

#include "base/arena.h"

typedef struct {
  const char *path;    // the file that the work may open; NULL: none
  const char *folder;  // instead of it: files below this one, and the work may begin works of its own in turn; NULL: no
  size_t memory;       // bytes
  int seconds;         // of the processor; and the longest that it may stand still
} dv_sandbox_share;

int dv_sandbox_knows_folders(void);  // 1: the kernel has Landlock

// What the work sends back.
typedef struct {
  int fd;
  size_t n;
  char piece[1 << 16];
} dv_sandbox_out;

void dv_sandbox_put(dv_sandbox_out *out, const void *bytes, size_t n);

// In the other process, with an arena of its own: 0, or -1 after the reason was put. Its memory is gone afterwards.
typedef int dv_sandbox_work(void *context, dv_arena *a, dv_sandbox_out *out);

// What the work has put (n bytes, as long as `a` lives), or NULL with the reason in *why.
const char *dv_sandbox_run(dv_arena *a, const dv_sandbox_share *share, dv_sandbox_work *work, void *context, size_t *n,
                           const char **why);
