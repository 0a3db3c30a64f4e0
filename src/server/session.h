// session.h: what clients may say to a live machine, and what it tells them. The server calls it from one thread.
#pragma once

#include "server/live.h"

typedef struct dv_session dv_session;

typedef struct {
  const dv_reading *reading;   // the machine file; machines are made of it when a parameter changes
  dv_machine_options options;  // of the first machine
  dv_run_options run;
  const char *record;  // recordings go there, numbered: "crane-live" gives crane-live-1.h5
  const char *command, *version;
  void (*say)(void *context, const char *text);  // what the person at the terminal should know
  void *context;
} dv_session_options;

// Takes the machine, which closes with the session.
dv_session *dv_session_new(dv_machine *m, const dv_session_options *o);
void dv_session_start(dv_session *s, void (*wake)(void *context), void *context);
void dv_session_stop(dv_session *s);  // the run ends; what was being recorded is written
void dv_session_close(dv_session *s);

dv_live *dv_session_live(const dv_session *s);
const char *dv_session_scene(const dv_session *s);  // {"scene": ...}: the first message to a client

// A message of client `who`. The answer (JSON in `a`), or NULL; *bad: what was not understood.
const char *dv_session_message(dv_session *s, dv_arena *a, int who, const char *text, size_t n, int *bad);
const char *dv_session_status(dv_session *s, dv_arena *a, int clients);
void dv_session_watch(dv_session *s);          // often: levers whose driver is silent for half a second go to rest
void dv_session_left(dv_session *s, int who);  // a client is gone
