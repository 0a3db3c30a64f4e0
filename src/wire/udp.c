// udp.c: a datagram per frame. The controller that has said hello is the one that is listened to.
#define _GNU_SOURCE
#include "wire/endpoint.h"
#include "wire/transport.h"

#include <errno.h>
#include <math.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

typedef struct {
  struct sockaddr_storage at;
  socklen_t n;
} sender;

typedef struct {
  dv_dialogue *d;
  int fd;
  sender controller, from;  // from: of the last datagram
  unsigned char *in, *out;  // [DV_FRAME_MOST] each; out: what was said last
  size_t nout;
} udp;

static void *open_udp(dv_arena *a, const dv_transport_options *o, int *port, dv_diags *d)
{
  udp *w = DV_TAKE(a, udp, 1);
  *port = o->port;
  *w = (udp){.d = o->dialogue, .in = dv_arena_take(a, DV_FRAME_MOST), .out = dv_arena_take(a, DV_FRAME_MOST)};
  w->fd = dv_endpoint_open(o->host, port, 0, d);
  return w->fd < 0 ? NULL : w;
}

static void send_to(const udp *w, const sender *to, const unsigned char *bytes, size_t n)
{
  while (sendto(w->fd, bytes, n, MSG_NOSIGNAL, (const struct sockaddr *)&to->at, to->n) < 0 && errno == EINTR) {}
}

static void send_text(const udp *w, const sender *to, dv_frame_type type, double t, const char *text)
{
  unsigned char frame[DV_FRAME_MOST];
  send_to(w, to, frame, dv_dialogue_text(w->d, frame, type, t, text));
}

static void end_udp(void *self, dv_frame_type type, double t, const char *reason)
{
  udp *w = self;
  if (w->d->greeted) send_text(w, &w->controller, type, t, reason);
  dv_dialogue_begin(w->d);
}

static int is_controller(const udp *w)
{
  return w->d->greeted && w->from.n == w->controller.n && !memcmp(&w->from.at, &w->controller.at, w->from.n);
}

static void repeat(udp *w)
{
  unsigned char frame[DV_FRAME_MOST];
  if (!w->d->sequence) send_to(w, &w->controller, frame, dv_dialogue_welcome(w->d, frame));
  if (w->nout) send_to(w, &w->controller, w->out, w->nout);
}

// Somebody who is not the controller: may become it by hello, while there is none.
static dv_heard stranger(udp *w, const dv_wire_frame *f)
{
  if (f->type != DV_FRAME_HELLO) return w->d->strange++, DV_HEARD_NOTHING;
  if (w->d->greeted && !w->d->silent) {
    send_text(w, &w->from, DV_FRAME_FAULT, 0, "another controller drives this machine");
    return DV_HEARD_NOTHING;
  }
  if (!dv_dialogue_admits(w->d, f)) return send_text(w, &w->from, DV_FRAME_FAULT, 0, w->d->why), DV_HEARD_REFUSED;
  dv_dialogue_begin(w->d);
  dv_heard h = dv_dialogue_hear(w->d, f);
  w->controller = w->from;
  w->nout = 0;
  repeat(w);
  return h;
}

static dv_heard take(udp *w, size_t n)
{
  dv_wire_frame f;
  const char *why;
  if (!n || dv_frame_read(w->in, n, &f, &why) != (long)n) return w->d->strange++, DV_HEARD_NOTHING;
  if (!is_controller(w)) return stranger(w, &f);
  dv_heard h = dv_dialogue_hear(w->d, &f);
  if (h != DV_HEARD_AGAIN && h != DV_HEARD_HELLO) return h;
  repeat(w);
  return h == DV_HEARD_HELLO ? h : DV_HEARD_NOTHING;
}

static dv_heard hear_udp(void *self, double patience)
{
  udp *w = self;
  double end = dv_wall_time() + patience;
  for (;;) {
    w->from = (sender){.n = sizeof w->from.at};
    ssize_t n = recvfrom(w->fd, w->in, DV_FRAME_MOST, MSG_TRUNC, (struct sockaddr *)&w->from.at, &w->from.n);
    if (n > DV_FRAME_MOST) w->d->strange++;
    else if (n >= 0) {
      dv_heard h = take(w, (size_t)n);
      if (h != DV_HEARD_NOTHING) return h;
    }
    if (n >= 0 && dv_wall_time() < end) continue;
    double left = fmax(end - dv_wall_time(), 0);
    if (!dv_endpoint_wait(&w->fd, 1, left)) return DV_HEARD_NOTHING;
  }
}

static int say_udp(void *self, double t, const double *out)
{
  udp *w = self;
  if (!w->d->greeted) return 0;
  w->nout = dv_dialogue_outputs(w->d, w->out, t, out);
  send_to(w, &w->controller, w->out, w->nout);
  return 0;
}

static void close_udp(void *self) { close(((udp *)self)->fd); }

const dv_transport dv_transport_udp = {open_udp, hear_udp, say_udp, end_udp, close_udp, .patience = 10};
