// server.c: HTTP and WebSockets by libwebsockets, in one thread.
#include "server/server_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_MS = 50, STATUS_TICKS = 10, PROTOCOLS = 3 };

int dv_server_room(dv_server *s, size_t n)
{
  if (n <= s->room) return 0;
  unsigned char *more = realloc(s->out, LWS_PRE + n);
  if (!more) return -1;
  s->out = more;
  s->room = n;
  return 0;
}

static void wake(void *context) { lws_cancel_service(((dv_server *)context)->lws); }

static void tick(dv_server *s)
{
  if (s->o->editor && s->ticks % STATUS_TICKS == 0) dv_editors_tick(s);
  if (s->o->editor) s->ticks++;
  if (!s->o->session) return;
  dv_session_watch(s->o->session);
  if (++s->ticks % STATUS_TICKS) return;
  dv_arena *a = dv_arena_new();
  free(s->status_text);
  s->status_text = strdup(dv_session_status(s->o->session, a, s->clients));
  s->status++;
  dv_arena_free(a);
  lws_callback_on_writable_all_protocol(s->lws, &s->protocols[1]);
}

static void on_tick(lws_sorted_usec_list_t *sul);

typedef struct {
  lws_sorted_usec_list_t sul;
  dv_server *s;
} ticker;

static void plan(ticker *t) { lws_sul_schedule(t->s->lws, 0, &t->sul, on_tick, TICK_MS * LWS_USEC_PER_SEC / 1000); }

static void on_tick(lws_sorted_usec_list_t *sul)
{
  ticker *t = lws_container_of(sul, ticker, sul);
  tick(t->s);
  plan(t);
}

static int open_server(dv_server *s, dv_diags *d)
{
  const dv_serve_options *o = s->o;
  s->protocols[0] = (struct lws_protocols){.name = "http", .callback = dv_on_http, .per_session_data_size = sizeof(dv_client)};
  s->protocols[1] = (struct lws_protocols){.name = "davit", .callback = dv_on_live, .per_session_data_size = sizeof(dv_client)};
  s->protocols[2] =
      (struct lws_protocols){.name = "davit-edit", .callback = dv_on_edit, .per_session_data_size = dv_typist_bytes()};
  for (int i = 0; i < PROTOCOLS; i++) s->protocols[i].rx_buffer_size = DV_MESSAGE_MOST;
  const char *host = o->host ? o->host : "127.0.0.1";
  struct lws_context_creation_info info = {.port = o->port,
                                           .iface = host,
                                           .protocols = s->protocols,
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
  dv_server s = {.o = o};
  if (open_server(&s, d)) return 2;
  dv_arena *a = dv_arena_new();
  if (o->session) dv_session_start(o->session, wake, &s);
  if (o->editor) dv_editor_start(o->editor, wake, &s);
  size_t frame = o->session ? sizeof(float) * (size_t)dv_live_width(dv_session_live(o->session)) : 0;
  if (dv_server_room(&s, frame > DV_PIECE ? frame : DV_PIECE)) return 2;
  ticker t = {.s = &s};
  plan(&t);
  o->ready(o->context, dv_arena_text(a, "http://%s/?token=%s", s.authority, o->token));
  while (!o->over() && lws_service(s.lws, 0) >= 0) {}
  lws_sul_schedule(s.lws, 0, &t.sul, on_tick, LWS_SET_TIMER_USEC_CANCEL);
  if (o->session) dv_session_stop(o->session);
  if (o->editor) dv_editor_stop(o->editor);
  lws_context_destroy(s.lws);
  free(s.status_text);
  free(s.out);
  dv_arena_free(a);
  return 0;
}
