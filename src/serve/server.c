// server.c: HTTP and WebSockets by libwebsockets, in one thread.
#include "serve/serve.h"

#include <libwebsockets.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PIECE = 32768, TICK_MS = 50, STATUS_TICKS = 10 };

typedef struct {
  int id;         // 0: not a live client
  int greeted;    // the scene went out
  unsigned seen;  // frame that it has
  int status;     // statuses that it has
  char *answer;   // waits for the socket, NULL: none
  char text[DV_MESSAGE_MOST];
  size_t ntext;  // of a message that comes in pieces
  size_t sent;   // of the page
} client;

typedef struct {
  const dv_serve_options *o;
  struct lws_context *lws;
  char authority[300];  // "127.0.0.1:8000", as Host and Origin must say it
  unsigned char *out;   // LWS_PRE and what goes out
  size_t room;
  int clients, next_id;
  int ticks, status;
  char *status_text;
} server;

static server *server_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

// The page asks with ?token=...
static int knows_token(struct lws *wsi)
{
  char text[160];
  const char *value = lws_get_urlarg_by_name(wsi, "token=", text, sizeof text);
  return value && dv_token_same(value, server_of(wsi)->o->token);
}

// Host must be us by address or as localhost: names that others made up for our address are refused (DNS rebinding). Bound to
// more than loopback, clients see us under names that we cannot know.
static int is_our_host(struct lws *wsi, char *origin, size_t room)
{
  const server *s = server_of(wsi);
  char local[64], host[320];
  snprintf(local, sizeof local, "localhost%s", strrchr(s->authority, ':'));
  if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) return 0;
  if (!s->o->host && strcmp(host, s->authority) && strcmp(host, local)) return 0;
  snprintf(origin, room, "http://%s", host);
  return 1;
}

static int is_our_page(struct lws *wsi)
{
  char ours[340], origin[340];
  return is_our_host(wsi, ours, sizeof ours) && lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 &&
         !strcmp(origin, ours);
}

static int write_text(struct lws *wsi, server *s, const char *text)
{
  size_t n = strlen(text);
  if (n > s->room) return -1;
  memcpy(s->out + LWS_PRE, text, n);
  return lws_write(wsi, s->out + LWS_PRE, n, LWS_WRITE_TEXT) < (int)n ? -1 : 0;
}

// ---- HTTP: one page

static int refuse(struct lws *wsi, unsigned code)
{
  lws_return_http_status(wsi, code, NULL);
  return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int begin_page(struct lws *wsi, client *c, const char *uri)
{
  server *s = server_of(wsi);
  unsigned char head[LWS_PRE + 1024], *start = head + LWS_PRE, *p = start, *end = head + sizeof head - 1;
  char origin[340];
  if (!is_our_host(wsi, origin, sizeof origin)) return refuse(wsi, HTTP_STATUS_FORBIDDEN);
  if (strcmp(uri, "/")) return refuse(wsi, HTTP_STATUS_NOT_FOUND);
  if (!knows_token(wsi)) return refuse(wsi, HTTP_STATUS_FORBIDDEN);
  static const char type[] = "text/html; charset=utf-8", never[] = "no-store", none[] = "no-referrer";
  if (lws_add_http_common_headers(wsi, HTTP_STATUS_OK, type, s->o->page->n, &p, end) ||
      lws_add_http_header_by_name(wsi, (const unsigned char *)"cache-control:", (const unsigned char *)never, sizeof never - 1,
                                  &p, end) ||
      lws_add_http_header_by_name(wsi, (const unsigned char *)"referrer-policy:", (const unsigned char *)none, sizeof none - 1,
                                  &p, end) ||
      lws_finalize_write_http_header(wsi, start, &p, end))
    return -1;
  c->sent = 0;
  lws_callback_on_writable(wsi);
  return 0;
}

static int go_on_page(struct lws *wsi, client *c)
{
  server *s = server_of(wsi);
  size_t left = s->o->page->n - c->sent, n = left < PIECE ? left : PIECE;
  memcpy(s->out + LWS_PRE, s->o->page->at + c->sent, n);
  c->sent += n;
  int last = c->sent == s->o->page->n;
  if (lws_write(wsi, s->out + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
  if (last) return lws_http_transaction_completed(wsi) ? -1 : 0;
  lws_callback_on_writable(wsi);
  return 0;
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
  (void)n;
  if (reason == LWS_CALLBACK_HTTP) return begin_page(wsi, user, in);
  if (reason == LWS_CALLBACK_HTTP_WRITEABLE) return go_on_page(wsi, user);
  return reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION ? -1 : 0;  // sockets speak "davit"
}

// ---- WebSocket: the live machine

static int admit(struct lws *wsi)
{
  server *s = server_of(wsi);
  return s->o->session && knows_token(wsi) && is_our_page(wsi) && s->clients < DV_CLIENTS_MOST ? 0 : -1;
}

static void greet(struct lws *wsi, client *c)
{
  server *s = server_of(wsi);
  memset(c, 0, sizeof *c);
  c->id = ++s->next_id;
  s->clients++;
  lws_callback_on_writable(wsi);
}

static void dismiss(struct lws *wsi, client *c)
{
  server *s = server_of(wsi);
  if (!c->id) return;
  s->clients--;
  dv_session_left(s->o->session, c->id);
  free(c->answer);
  c->answer = NULL;
  c->id = 0;
}

static int close_with(struct lws *wsi, enum lws_close_status why)
{
  lws_close_reason(wsi, why, NULL, 0);
  return -1;
}

// A message may come in pieces; together they are bounded.
static int hear(struct lws *wsi, client *c, const char *in, size_t n)
{
  server *s = server_of(wsi);
  if (lws_frame_is_binary(wsi)) return close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
  if (c->ntext + n > sizeof c->text) return close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
  memcpy(c->text + c->ntext, in, n);
  c->ntext += n;
  if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi)) return 0;
  dv_arena *a = dv_arena_new();
  int bad = 0;
  const char *answer = dv_session_message(s->o->session, a, c->id, c->text, c->ntext, &bad);
  c->ntext = 0;
  if (answer) {
    free(c->answer);
    c->answer = strdup(answer);
    lws_callback_on_writable(wsi);
  }
  dv_arena_free(a);
  return bad ? close_with(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR) : 0;
}

// One thing for each time the socket takes something: greeting, answer, status, then the newest frame.
static int speak(struct lws *wsi, client *c)
{
  server *s = server_of(wsi);
  dv_live *live = dv_session_live(s->o->session);
  size_t bytes = (size_t)dv_live_width(live) * sizeof(float);
  int bad = 0;
  if (!c->greeted) {
    c->greeted = 1;
    bad = write_text(wsi, s, dv_session_scene(s->o->session));
  } else if (c->answer) {
    bad = write_text(wsi, s, c->answer);
    free(c->answer);
    c->answer = NULL;
  } else if (s->status_text && c->status != s->status) {
    c->status = s->status;
    bad = write_text(wsi, s, s->status_text);
  } else {
    if (!dv_live_frame(live, &c->seen, (float *)(void *)(s->out + LWS_PRE))) return 0;
    return lws_write(wsi, s->out + LWS_PRE, bytes, LWS_WRITE_BINARY) < (int)bytes ? -1 : 0;
  }
  lws_callback_on_writable(wsi);
  return bad;
}

static int on_live(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
  switch (reason) {
  case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return admit(wsi);
  case LWS_CALLBACK_ESTABLISHED: greet(wsi, user); return 0;
  case LWS_CALLBACK_RECEIVE: return hear(wsi, user, in, n);
  case LWS_CALLBACK_SERVER_WRITEABLE: return speak(wsi, user);
  case LWS_CALLBACK_CLOSED: dismiss(wsi, user); return 0;
  case LWS_CALLBACK_EVENT_WAIT_CANCELLED:
    lws_callback_on_writable_all_protocol(lws_get_context(wsi), lws_get_protocol(wsi));
    return 0;
  default: return 0;
  }
}

static const struct lws_protocols protocols[] = {
    {.name = "http",                           .callback = on_http, .per_session_data_size = sizeof(client), .rx_buffer_size = DV_MESSAGE_MOST},
    {.name = "davit", .callback = on_live, .per_session_data_size = sizeof(client), .rx_buffer_size = DV_MESSAGE_MOST},
    {.name = NULL                                       },
};

static void wake(void *context) { lws_cancel_service(((server *)context)->lws); }

static void tick(server *s)
{
  if (!s->o->session) return;
  dv_session_watch(s->o->session);
  if (++s->ticks % STATUS_TICKS) return;
  dv_arena *a = dv_arena_new();
  free(s->status_text);
  s->status_text = strdup(dv_session_status(s->o->session, a, s->clients));
  s->status++;
  dv_arena_free(a);
  lws_callback_on_writable_all_protocol(s->lws, &protocols[1]);
}

static void on_tick(lws_sorted_usec_list_t *sul);

typedef struct {
  lws_sorted_usec_list_t sul;
  server *s;
} ticker;

static void plan(ticker *t) { lws_sul_schedule(t->s->lws, 0, &t->sul, on_tick, TICK_MS * LWS_USEC_PER_SEC / 1000); }

static void on_tick(lws_sorted_usec_list_t *sul)
{
  ticker *t = lws_container_of(sul, ticker, sul);
  tick(t->s);
  plan(t);
}

static int open_server(server *s, dv_diags *d)
{
  const dv_serve_options *o = s->o;
  const char *host = o->host ? o->host : "127.0.0.1";
  struct lws_context_creation_info info = {.port = o->port,
                                           .iface = host,
                                           .protocols = protocols,
                                           .user = s,
                                           .gid = -1,
                                           .uid = -1,
                                           .vhost_name = "davit",
                                           .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_DISABLE_IPV6,
                                           .timeout_secs = 10,
                                           .keepalive_timeout = 5};
  lws_set_log_level(0, NULL);
  s->lws = lws_create_context(&info);
  struct lws_vhost *v = s->lws ? lws_get_vhost_by_name(s->lws, "davit") : NULL;
  if (!v) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "choose another --port or --host", "cannot listen on %s:%d", host, o->port);
    return 2;
  }
  int port = lws_get_vhost_listen_port(v);
  snprintf(s->authority, sizeof s->authority, "%s:%d", host, port);
  return 0;
}

int dv_serve(const dv_serve_options *o, dv_diags *d)
{
  server s = {.o = o};
  if (open_server(&s, d)) return 2;
  dv_arena *a = dv_arena_new();
  s.room = PIECE;
  if (o->session) {
    dv_session_start(o->session, wake, &s);
    size_t scene = strlen(dv_session_scene(o->session)), frame = 4 * (size_t)dv_live_width(dv_session_live(o->session));
    s.room += scene + frame;
  }
  s.out = dv_arena_take(a, LWS_PRE + s.room);
  ticker t = {.s = &s};
  plan(&t);
  o->ready(o->context, dv_arena_text(a, "http://%s/?token=%s", s.authority, o->token));
  while (!o->over() && lws_service(s.lws, 0) >= 0) {}
  lws_sul_schedule(s.lws, 0, &t.sul, on_tick, LWS_SET_TIMER_USEC_CANCEL);
  if (o->session) dv_session_stop(o->session);
  lws_context_destroy(s.lws);
  free(s.status_text);
  dv_arena_free(a);
  return 0;
}
