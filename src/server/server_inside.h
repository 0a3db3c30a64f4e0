// server_inside.h: what the server's files share; libwebsockets calls them all from one thread.
#pragma once

#include "server/draft_check.h"
#include "server/server.h"

#include <libwebsockets.h>

enum { DV_PIECE = 32768 };  // bytes of the page that go out at once

// A connection.
typedef struct {
  int id;         // 0: not a live client
  int greeted;    // the scene went out
  unsigned seen;  // frame that it has
  int status;     // statuses that it has
  char *answer;   // waits for the socket, NULL: none
  char text[DV_MESSAGE_MOST];
  size_t ntext;  // of a message that comes in pieces
  size_t sent;   // of the page
} dv_client;

typedef struct {
  const dv_serve_options *o;
  struct lws_context *lws;
  struct lws_protocols protocols[4];  // the last is empty
  char authority[300];                // "127.0.0.1:8000", as Host and Origin must say it
  unsigned char *out;                 // LWS_PRE and what goes out
  size_t room;
  int clients, next_id;
  int ticks, status;
  char *status_text;
  struct dv_typist *typists;  // pages that edit; NULL: none
} dv_server;

int dv_server_room(dv_server *s, size_t n);  // room for n bytes in `out`; -1: the system has none

static inline dv_server *dv_server_of(struct lws *wsi) { return (dv_server *)lws_context_user(lws_get_context(wsi)); }

int dv_knows_token(struct lws *wsi);                             // its request has the token
int dv_is_our_host(struct lws *wsi, char *origin, size_t room);  // it asks for us; origin: of our pages, as it sees them
int dv_is_our_page(struct lws *wsi);                             // its Origin says that our page asks
int dv_write_text(struct lws *wsi, const char *text);            // 0, or -1
int dv_close_with(struct lws *wsi, enum lws_close_status why);   // -1, what a callback then returns
void dv_editors_tick(dv_server *s);
size_t dv_typist_bytes(void);
lws_callback_function dv_on_http, dv_on_live, dv_on_edit;
