// http.c: the page over HTTP, to those who know the token.
#include "server/server_inside.h"

#include <stdio.h>
#include <string.h>

// The page asks with ?token=...
int dv_knows_token(struct lws *wsi)
{
  char text[160];
  const char *value = lws_get_urlarg_by_name(wsi, "token=", text, sizeof text);
  return value && dv_token_same(value, dv_server_of(wsi)->o->token);
}

// Host must be us by address or as localhost: names that others made up for our address are refused (DNS rebinding). Bound to
// more than loopback, clients see us under names that we cannot know.
int dv_is_our_host(struct lws *wsi, char *origin, size_t room)
{
  const dv_server *s = dv_server_of(wsi);
  char local[64], host[320];
  snprintf(local, sizeof local, "localhost%s", strrchr(s->authority, ':'));
  if (lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) <= 0) return 0;
  if (!s->o->host && strcmp(host, s->authority) && strcmp(host, local)) return 0;
  snprintf(origin, room, "http://%s", host);
  return 1;
}

static int refuse(struct lws *wsi, unsigned code)
{
  lws_return_http_status(wsi, code, NULL);
  return lws_http_transaction_completed(wsi) ? -1 : 0;
}

static int begin_page(struct lws *wsi, dv_client *c, const char *uri)
{
  dv_server *s = dv_server_of(wsi);
  unsigned char head[LWS_PRE + 1024], *start = head + LWS_PRE, *p = start, *end = head + sizeof head - 1;
  char origin[340];
  if (!dv_is_our_host(wsi, origin, sizeof origin)) return refuse(wsi, HTTP_STATUS_FORBIDDEN);
  if (strcmp(uri, "/")) return refuse(wsi, HTTP_STATUS_NOT_FOUND);
  if (!dv_knows_token(wsi)) return refuse(wsi, HTTP_STATUS_FORBIDDEN);
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

static int go_on_page(struct lws *wsi, dv_client *c)
{
  dv_server *s = dv_server_of(wsi);
  size_t left = s->o->page->n - c->sent, n = left < DV_PIECE ? left : DV_PIECE;
  memcpy(s->out + LWS_PRE, s->o->page->at + c->sent, n);
  c->sent += n;
  int last = c->sent == s->o->page->n;
  if (lws_write(wsi, s->out + LWS_PRE, n, last ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < (int)n) return -1;
  if (last) return lws_http_transaction_completed(wsi) ? -1 : 0;
  lws_callback_on_writable(wsi);
  return 0;
}

int dv_on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t n)
{
  (void)n;
  if (reason == LWS_CALLBACK_HTTP) return begin_page(wsi, user, in);
  if (reason == LWS_CALLBACK_HTTP_WRITEABLE) return go_on_page(wsi, user);
  return reason == LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION ? -1 : 0;  // sockets speak "davit"
}
