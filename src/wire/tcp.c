// tcp.c: frames over a connection; one controller at a time, others are told so.
//
// Who connects is a guest until its hello was heard, token and all; only then it takes the place of nobody, or of a controller
// that is silent. There is room for a few guests; when more come the oldest goes.
#define _GNU_SOURCE
#include "wire/endpoint.h"
#include "wire/stream.h"
#include "wire/transport.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { NOBODY = -1, PATIENCE_MS = 5000, GUESTS = 8 };

typedef struct {
  dv_stream of;
  unsigned long came;  // how many had come before it
} caller;

typedef struct {
  dv_dialogue *d;
  int listener;
  caller client, guest[GUESTS];
  unsigned long callers;
  unsigned char *out;  // [DV_FRAME_MOST] what was said last
  size_t nout;
} tcp;

static caller nobody(dv_arena *a) { return (caller){.of = dv_stream_new(a, NOBODY)}; }

static void *open_tcp(dv_arena *a, const dv_transport_options *o, int *port, dv_diags *d)
{
  tcp *w = DV_TAKE(a, tcp, 1);
  *port = o->port;
  *w = (tcp){.d = o->dialogue, .client = nobody(a), .out = dv_arena_take(a, DV_FRAME_MOST)};
  for (int i = 0; i < GUESTS; i++) w->guest[i] = nobody(a);
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

static void see_off(caller *c)
{
  if (c->of.fd != NOBODY) hang_up(c->of.fd);
  c->of.fd = NOBODY;
  c->of.nin = c->of.at = 0;
}

static void let_go(tcp *w)
{
  see_off(&w->client);
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
  if (w->client.of.fd != NOBODY) send_text(w, w->client.of.fd, type, t, reason);
  let_go(w);
}

static int is_driven(const tcp *w) { return w->client.of.fd != NOBODY && !w->d->silent; }

static void turn_away(const tcp *w, int fd)
{
  send_text(w, fd, DV_FRAME_FAULT, 0, "another controller drives this machine");
  hang_up(fd);
}

// A free place, or that of the guest who has waited longest.
static caller *place(tcp *w)
{
  caller *best = w->guest;
  for (int i = 0; i < GUESTS; i++) {
    caller *c = &w->guest[i];
    if (c->of.fd == NOBODY) return c;
    if (c->came < best->came) best = c;
  }
  see_off(best);
  return best;
}

static void meet(tcp *w)
{
  int next = dv_endpoint_next(w->listener);
  if (next < 0) return;
  if (is_driven(w)) {
    turn_away(w, next);
    return;
  }
  caller *c = place(w);
  c->of.fd = next;
  c->came = w->callers++;
}

// What was said last; at first that is the welcome too.
static void repeat(tcp *w)
{
  unsigned char frame[DV_FRAME_MOST];
  if (!w->d->sequence) send_all(w, w->client.of.fd, frame, dv_dialogue_welcome(w->d, frame));
  send_all(w, w->client.of.fd, w->out, w->nout);
}

static dv_heard greet(tcp *w)
{
  w->nout = 0;
  repeat(w);
  return DV_HEARD_HELLO;
}

// ---- guests

// It is no controller of this machine, and told why.
static dv_heard refuse(tcp *w, caller *c)
{
  send_text(w, c->of.fd, DV_FRAME_FAULT, 0, w->d->why);
  see_off(c);
  return DV_HEARD_REFUSED;
}

// The guest's hello was good: the place is its own.
static dv_heard seat(tcp *w, caller *c, const dv_wire_frame *hello)
{
  caller was = w->client;
  see_off(&was);
  dv_dialogue_begin(w->d);
  dv_dialogue_hear(w->d, hello);
  w->client = *c;
  *c = was;
  return greet(w);
}

static dv_heard hear_guest(tcp *w, caller *c)
{
  dv_wire_frame f;
  const char *why;
  if (dv_stream_fill(&c->of)) return see_off(c), DV_HEARD_NOTHING;
  int n = dv_stream_next(&c->of, &f, &why);
  if (!n) return DV_HEARD_NOTHING;
  if (n < 0) return dv_dialogue_wrong(w->d, "%s", why), refuse(w, c);
  if (f.type != DV_FRAME_HELLO) return dv_dialogue_wrong(w->d, "a controller begins with hello"), refuse(w, c);
  if (!dv_dialogue_admits(w->d, &f)) return refuse(w, c);
  if (is_driven(w)) {
    turn_away(w, c->of.fd);
    c->of.fd = NOBODY;
    c->of.nin = c->of.at = 0;
    return DV_HEARD_NOTHING;
  }
  return seat(w, c, &f);
}

// ---- the controller

// One frame of the bytes that are there; *more: they hold none.
static dv_heard take(tcp *w, int *more)
{
  dv_wire_frame f;
  const char *why;
  int n = w->client.of.fd == NOBODY ? 0 : dv_stream_next(&w->client.of, &f, &why);
  *more = n == 0;
  if (n < 0) return dv_dialogue_wrong(w->d, "%s", why);
  if (!n) return DV_HEARD_NOTHING;
  dv_heard h = dv_dialogue_hear(w->d, &f);
  if (h == DV_HEARD_HELLO) return greet(w);
  if (h == DV_HEARD_AGAIN) return repeat(w), DV_HEARD_NOTHING;
  return h;
}

static dv_heard hear_client(tcp *w)
{
  if (!dv_stream_fill(&w->client.of)) return DV_HEARD_NOTHING;
  let_go(w);
  return DV_HEARD_GONE;
}

// Whoever has something to say; the listener last, so that places are given to those who came.
static dv_heard hear_ready(tcp *w, double patience)
{
  int fd[2 + GUESTS] = {w->listener, w->client.of.fd};  // poll(2) passes over NOBODY
  for (int i = 0; i < GUESTS; i++) fd[2 + i] = w->guest[i].of.fd;
  unsigned ready = dv_endpoint_wait(fd, 2 + GUESTS, patience);
  dv_heard h = ready & 2 ? hear_client(w) : DV_HEARD_NOTHING;
  for (int i = 0; i < GUESTS && h == DV_HEARD_NOTHING; i++)
    if (ready >> (2 + i) & 1) h = hear_guest(w, &w->guest[i]);
  if (h == DV_HEARD_NOTHING && (ready & 1)) meet(w);
  return h;
}

static dv_heard hear_tcp(void *self, double patience)
{
  tcp *w = self;
  double end = dv_wall_time() + patience;
  for (int more;;) {
    dv_heard h = take(w, &more);
    if (h != DV_HEARD_NOTHING) return h;
    double left = fmax(end - dv_wall_time(), 0);
    if (!more && left > 0) continue;
    h = hear_ready(w, left);
    if (h != DV_HEARD_NOTHING) return h;
    if (left <= 0) return take(w, &more);  // however many call
  }
}

static int say_tcp(void *self, double t, const double *out)
{
  tcp *w = self;
  if (w->client.of.fd == NOBODY) return 0;
  w->nout = dv_dialogue_outputs(w->d, w->out, t, out);
  return send_all(w, w->client.of.fd, w->out, w->nout);
}

static void close_tcp(void *self)
{
  tcp *w = self;
  let_go(w);
  for (int i = 0; i < GUESTS; i++) see_off(&w->guest[i]);
  close(w->listener);
}

const dv_transport dv_transport_tcp = {open_tcp, hear_tcp, say_tcp, end_tcp, close_tcp, .patience = 0};
