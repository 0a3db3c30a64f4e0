// tcp.c: frames over a connection; one controller at a time, others are told so.
#define _GNU_SOURCE
#include "wire/endpoint.h"
#include "wire/transport.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { NOBODY = -1, PATIENCE_MS = 5000 };
static const double hello_within = 2;  // s; who says nothing makes way for others

typedef struct {
  dv_dialogue *d;
  int listener, client;
  double since;          // when the client came
  unsigned char *in;     // [DV_FRAME_MOST] bytes that are no whole frame yet
  unsigned char *out;    // [DV_FRAME_MOST] what was said last
  size_t nin, nout, at;  // at: of `in`, taken already
} tcp;

static void *open_tcp(dv_arena *a, const dv_transport_options *o, int *port, dv_diags *d)
{
  tcp *w = DV_TAKE(a, tcp, 1);
  *port = o->port;
  *w = (tcp){.d = o->dialogue, .client = NOBODY, .in = dv_arena_take(a, DV_FRAME_MOST), .out = dv_arena_take(a, DV_FRAME_MOST)};
  w->listener = dv_endpoint_open(o->host, port, 1, d);
  return w->listener < 0 ? NULL : w;
}

// All bytes, as long as the other side takes them. In real time nobody is waited for: what does not fit is left out whole.
static int send_all(const tcp *w, int to, const unsigned char *bytes, size_t n)
{
  size_t done = 0;
  while (done < n) {
    ssize_t k = send(to, bytes + done, n - done, MSG_NOSIGNAL);
    if (k > 0) done += (size_t)k;
    else if (k < 0 && errno == EINTR) continue;
    else if (k < 0 && errno == EAGAIN && !w->d->lockstep && !done) return 0;
    else if (k < 0 && errno == EAGAIN) {
      struct pollfd p = {.fd = to, .events = POLLOUT};
      if (poll(&p, 1, PATIENCE_MS) <= 0) return -1;
    } else return -1;
  }
  return 0;
}

// What was sent arrives: a socket that is closed before all was read throws it away.
static void hang_up(int fd)
{
  unsigned char rest[4096];
  shutdown(fd, SHUT_WR);
  for (int i = 0; i < 64 && recv(fd, rest, sizeof rest, MSG_DONTWAIT) > 0; i++) {}
  close(fd);
}

static void let_go(tcp *w)
{
  if (w->client != NOBODY) hang_up(w->client);
  w->client = NOBODY;
  w->nin = w->at = 0;
  dv_dialogue_begin(w->d);
}

static void send_text(const tcp *w, int to, dv_frame_type type, double t, const char *text)
{
  unsigned char frame[DV_FRAME_HEAD + DV_WHY];
  char cut[DV_WHY];
  size_t n = strlen(text) < DV_WHY ? strlen(text) : DV_WHY - 1;
  memcpy(cut, text, n);
  cut[n] = 0;
  send_all(w, to, frame, dv_dialogue_text(w->d, frame, type, t, cut));
}

static void end_tcp(void *self, dv_frame_type type, double t, const char *reason)
{
  tcp *w = self;
  if (w->client != NOBODY) send_text(w, w->client, type, t, reason);
  let_go(w);
}

// The client is no controller of this machine: it is told why, and others may come.
static dv_heard refuse(tcp *w)
{
  char why[DV_WHY];
  memcpy(why, w->d->why, sizeof why);
  end_tcp(w, DV_FRAME_FAULT, 0, why);
  memcpy(w->d->why, why, sizeof why);
  return DV_HEARD_REFUSED;
}

static void meet(tcp *w)
{
  int next = dv_endpoint_next(w->listener);
  if (next < 0) return;
  int busy = w->client != NOBODY && !w->d->silent && (w->d->greeted || dv_wall_time() - w->since < hello_within);
  if (busy) {
    send_text(w, next, DV_FRAME_FAULT, 0, "another controller drives this machine");
    hang_up(next);
    return;
  }
  if (w->client != NOBODY) let_go(w);
  w->client = next;
  w->since = dv_wall_time();
}

static dv_heard fill(tcp *w)
{
  if (w->at) {
    memmove(w->in, w->in + w->at, w->nin - w->at);
    w->nin -= w->at;
    w->at = 0;
  }
  ssize_t n = recv(w->client, w->in + w->nin, DV_FRAME_MOST - w->nin, 0);
  if (n > 0) return w->nin += (size_t)n, DV_HEARD_NOTHING;
  if (n < 0 && (errno == EAGAIN || errno == EINTR)) return DV_HEARD_NOTHING;
  int greeted = w->d->greeted;
  let_go(w);
  return greeted ? DV_HEARD_GONE : DV_HEARD_NOTHING;
}

// What was said last; at first that is the welcome too.
static void repeat(tcp *w)
{
  unsigned char frame[DV_FRAME_MOST];
  if (!w->d->sequence) send_all(w, w->client, frame, dv_dialogue_welcome(w->d, frame));
  send_all(w, w->client, w->out, w->nout);
}

static dv_heard greet(tcp *w)
{
  w->nout = 0;
  repeat(w);
  return DV_HEARD_HELLO;
}

// One frame of the bytes that are there; *more: they hold none.
static dv_heard take(tcp *w, int *more)
{
  dv_wire_frame f;
  const char *why;
  long n = w->client == NOBODY ? 0 : dv_frame_read(w->in + w->at, w->nin - w->at, &f, &why);
  dv_heard h = n < 0 ? dv_dialogue_wrong(w->d, "%s", why) : DV_HEARD_NOTHING;
  *more = n == 0;
  if (n > 0) {
    w->at += (size_t)n;
    h = dv_dialogue_hear(w->d, &f);
  }
  if (h == DV_HEARD_WRONG && !w->d->greeted) return refuse(w);
  if (h == DV_HEARD_HELLO) return greet(w);
  if (h == DV_HEARD_AGAIN) return repeat(w), DV_HEARD_NOTHING;
  return h;
}

static dv_heard hear_tcp(void *self, double patience)
{
  tcp *w = self;
  double end = dv_wall_time() + patience;
  for (int more;;) {
    dv_heard h = take(w, &more);
    if (h != DV_HEARD_NOTHING) return h;
    if (!more && dv_wall_time() < end) continue;
    int fd[2] = {w->listener, w->client};
    double left = fmax(end - dv_wall_time(), 0);
    unsigned ready = dv_endpoint_wait(fd, w->client == NOBODY ? 1 : 2, left);
    if (!ready) return DV_HEARD_NOTHING;
    if ((ready & 2) && (h = fill(w)) != DV_HEARD_NOTHING) return h;
    if (ready & 1) meet(w);
  }
}

static int say_tcp(void *self, double t, const double *out)
{
  tcp *w = self;
  if (w->client == NOBODY) return 0;
  w->nout = dv_dialogue_outputs(w->d, w->out, t, out);
  return send_all(w, w->client, w->out, w->nout);
}

static void close_tcp(void *self)
{
  tcp *w = self;
  let_go(w);
  close(w->listener);
}

const dv_transport dv_transport_tcp = {open_tcp, hear_tcp, say_tcp, end_tcp, close_tcp};
