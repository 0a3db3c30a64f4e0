// pipe.c: frames by standard input and output: the controller is the program that started the machine, and no other.
//
// A pipe that is ready takes PIPE_BUF bytes at once, so a controller that does not read holds nobody up for ever.
#define _GNU_SOURCE
#include "wire/endpoint.h"
#include "wire/stream.h"
#include "wire/transport.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <poll.h>
#include <unistd.h>

enum { CLOSED = -1, PATIENCE_MS = 5000 };

typedef struct {
  dv_dialogue *d;
  dv_stream in;
  unsigned char *out;  // [DV_FRAME_MOST] what was said last
  size_t nout;
} ends;

static void *open_pipe(dv_arena *a, const dv_transport_options *o, int *port, dv_diags *d)
{
  ends *w = DV_TAKE(a, ends, 1);
  (void)d;
  *port = 0;
  *w = (ends){.d = o->dialogue, .in = dv_stream_new(a, STDIN_FILENO), .out = dv_arena_take(a, DV_FRAME_MOST)};
  return w;
}

// All bytes, as long as the other side takes them. In real time nobody is waited for: what does not fit is left out whole.
static int send_all(const ends *w, const unsigned char *bytes, size_t n)
{
  for (size_t done = 0; done < n;) {
    struct pollfd p = {.fd = STDOUT_FILENO, .events = POLLOUT};
    int ready = poll(&p, 1, w->d->lockstep || done ? PATIENCE_MS : 0);
    if (ready < 0 && errno == EINTR) continue;
    if (!ready && !w->d->lockstep && !done) return 0;
    if (ready <= 0) return -1;
    ssize_t k = write(STDOUT_FILENO, bytes + done, n - done < PIPE_BUF ? n - done : PIPE_BUF);
    if (k > 0) done += (size_t)k;
    else if (k < 0 && errno != EINTR && errno != EAGAIN) return -1;
  }
  return 0;
}

static void end_pipe(void *self, dv_frame_type type, double t, const char *reason)
{
  ends *w = self;
  unsigned char frame[DV_FRAME_MOST];
  send_all(w, frame, dv_dialogue_text(w->d, frame, type, t, reason));
  dv_dialogue_begin(w->d);
}

// What was said last; at first that is the welcome too.
static void repeat(const ends *w)
{
  unsigned char frame[DV_FRAME_MOST];
  if (!w->d->sequence) send_all(w, frame, dv_dialogue_welcome(w->d, frame));
  send_all(w, w->out, w->nout);
}

// One frame of the bytes that are there; *more: they hold none.
static dv_heard take(ends *w, int *more)
{
  dv_wire_frame f;
  const char *why;
  int n = dv_stream_next(&w->in, &f, &why);
  *more = n == 0;
  if (n < 0) return dv_dialogue_wrong(w->d, "%s", why);
  dv_heard h = n ? dv_dialogue_hear(w->d, &f) : DV_HEARD_NOTHING;
  if (h == DV_HEARD_HELLO) w->nout = 0;
  if (h == DV_HEARD_HELLO || h == DV_HEARD_AGAIN) repeat(w);
  return h == DV_HEARD_AGAIN ? DV_HEARD_NOTHING : h;
}

static dv_heard hear_pipe(void *self, double patience)
{
  ends *w = self;
  double end = dv_wall_time() + patience;
  for (int more;;) {
    dv_heard h = take(w, &more);
    if (h != DV_HEARD_NOTHING) return h;
    double left = fmax(end - dv_wall_time(), 0);
    if (more && !dv_endpoint_wait(&w->in.fd, 1, left)) return DV_HEARD_NOTHING;
    if (!more || !dv_stream_fill(&w->in)) continue;
    w->in.fd = CLOSED;
    return DV_HEARD_GONE;
  }
}

static int say_pipe(void *self, double t, const double *out)
{
  ends *w = self;
  if (!w->d->greeted) return 0;
  w->nout = dv_dialogue_outputs(w->d, w->out, t, out);
  return send_all(w, w->out, w->nout);
}

static void close_pipe(void *self) { (void)self; }

const dv_transport dv_transport_pipe = {open_pipe, hear_pipe, say_pipe, end_pipe, close_pipe, .patience = 0};
