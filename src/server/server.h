// server.h: the viewer's server: the page over HTTP, a live machine over a WebSocket; see doc/viewer.md for the messages.
//
// It listens on loopback unless told otherwise, answers only clients that know the token, takes sockets only from its own page
// (Origin) and messages of at most DV_MESSAGE_MOST bytes. A client that is slow misses frames; the run never waits for one.
#pragma once

#include "base/diag.h"
#include "base/text.h"
#include "base/token.h"
#include "server/editor.h"
#include "server/session.h"

enum { DV_MESSAGE_MOST = 4096, DV_CLIENTS_MOST = 200, DV_EDITORS_MOST = 8 };

typedef struct {
  const char *host;  // address to bind; NULL: 127.0.0.1
  int port;          // 0: a free one
  const char *token;
  const dv_text *page;
  dv_session *session;  // NULL: nothing runs, the page holds it all
  dv_editor *editor;    // NULL: nothing is edited
  int (*over)(void);    // asked now and then; non-zero ends it
  void (*ready)(void *context, const char *url);
  void *context;
} dv_serve_options;

int dv_serve(const dv_serve_options *o, dv_diags *d);  // until `over`; 0, or 2 after a diagnostic
