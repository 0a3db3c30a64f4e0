// socket.c: the live machine over a WebSocket: what clients say goes to the session, frames and statuses come back.
#include "server/server_inside.h"

#include <stdlib.h>
#include <string.h>

int dv_is_our_page(struct lws *wsi)
{
  char ours[340], origin[340];
  return dv_is_our_host(wsi, ours, sizeof ours) && lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 &&
         !strcmp(origin, ours);
}

int dv_write_text(struct lws *wsi, const char *text)
{
  dv_server *s = dv_server_of(wsi);
  size_t n = strlen(text);
  if (dv_server_room(s, n)) return -1;
  memcpy(s->out + LWS_PRE, text, n);
  return lws_write(wsi, s->out + LWS_PRE, n, LWS_WRITE_TEXT) < (int)n ? -1 : 0;
}

static int admit(struct lws *wsi)
{
  dv_server *s = dv_server_of(wsi);
  return s->o->session && dv_knows_token(wsi) && dv_is_our_page(wsi) && s->clients < DV_CLIENTS_MOST ? 0 : -1;
}

static void greet(struct lws *wsi, dv_client *c)
{
  dv_server *s = dv_server_of(wsi);
  memset(c, 0, sizeof *c);
  c->id = ++s->next_id;
  s->clients++;
  lws_callback_on_writable(wsi);
}

static void dismiss(struct lws *wsi, dv_client *c)
{
  dv_server *s = dv_server_of(wsi);
  if (!c->id) return;
  s->clients--;
  dv_session_left(s->o->session, c->id);
  free(c->answer);
  c->answer = NULL;
  c->id = 0;
}

int dv_close_with(struct lws *wsi, enum lws_close_status why)
{
  lws_close_reason(wsi, why, NULL, 0);
  return -1;
}

// A message may come in pieces; together they are bounded.
static int hear(struct lws *wsi, dv_client *c, const char *in, size_t n)
{
  dv_server *s = dv_server_of(wsi);
  if (lws_frame_is_binary(wsi)) return dv_close_with(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE);
  if (c->ntext + n > sizeof c->text) return dv_close_with(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE);
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
  return bad ? dv_close_with(wsi, LWS_CLOSE_STATUS_PROTOCOL_ERR) : 0;
}

// One thing for each time the socket takes something: greeting, answer, status, then the newest frame.
static int speak(struct lws *wsi, dv_client *c)
{
  dv_server *s = dv_server_of(wsi);
  dv_live *live = dv_session_live(s->o->session);
  size_t bytes = (size_t)dv_live_width(live) * sizeof(float);
  int bad = 0;
  if (!c->greeted) {
    c->greeted = 1;
    bad = dv_write_text(wsi, dv_session_scene(s->o->session));
  } else if (c->answer) {
    bad = dv_write_text(wsi, c->answer);
    free(c->answer);
    c->answer = NULL;
  } else if (s->status_text && c->status != s->status) {
    c->status = s->status;
    bad = dv_write_text(wsi, s->status_text);
  } else {
    if (!dv_live_frame(live, &c->seen, (float *)(void *)(s->out + LWS_PRE))) return 0;
    return lws_write(wsi, s->out + LWS_PRE, bytes, LWS_WRITE_BINARY) < (int)bytes ? -1 : 0;
  }
  lws_callback_on_writable(wsi);
  return bad;
}

int dv_on_live(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
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
