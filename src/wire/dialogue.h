// dialogue.h: what a controller may say, and when: hello, then inputs in their order, reset, bye. Knows frames, no sockets.
#pragma once

#include "wire/frame_bytes.h"

enum { DV_WHY = 400 };  // letters of a reason

typedef enum {
  DV_HEARD_NOTHING,  // nothing yet, or what is to be ignored
  DV_HEARD_HELLO,    // a controller has come: it wants the outputs
  DV_HEARD_INPUTS,   // they lie in `in`
  DV_HEARD_AGAIN,    // what it was told last, once more
  DV_HEARD_RESET,
  DV_HEARD_BYE,
  DV_HEARD_REFUSED,  // somebody who is no controller of this machine was sent away; `why` says for what
  DV_HEARD_GONE,     // without a word
  DV_HEARD_WRONG,    // `why` says what is
} dv_heard;

typedef struct {
  const char *token;    // "": none is asked for
  const char *welcome;  // body of the answer to hello
  size_t nwelcome;
  int lockstep;
  int nin, nout;
  double *in;          // [nin] as last heard
  const double *rest;  // [nin] of levers that nobody holds
  // state
  int greeted;
  int silent;         // 1: the watchdog has let go of the levers; another controller may come
  uint32_t sequence;  // of the last inputs or reset
  long old, strange;  // frames that came late or twice; datagrams that were no frames
  char why[DV_WHY];
} dv_dialogue;

// 1: a hello with the token; else `why` says what is wrong with it, and nothing has changed.
int dv_dialogue_admits(dv_dialogue *d, const dv_wire_frame *f);
dv_heard dv_dialogue_hear(dv_dialogue *d, const dv_wire_frame *f);
dv_heard dv_dialogue_wrong(dv_dialogue *d, const char *format, ...) __attribute__((format(printf, 2, 3)));  // DV_HEARD_WRONG
void dv_dialogue_begin(dv_dialogue *d);  // for the next controller

size_t dv_dialogue_welcome(const dv_dialogue *d, unsigned char *to);  // frames, in to [DV_FRAME_MOST]
size_t dv_dialogue_outputs(const dv_dialogue *d, unsigned char *to, double t, const double *out);
size_t dv_dialogue_text(const dv_dialogue *d, unsigned char *to, dv_frame_type type, double t, const char *text);
