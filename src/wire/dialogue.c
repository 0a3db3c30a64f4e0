// dialogue.c: one frame of the controller after another.
//
// Sequence numbers go up by one from hello, which has 0. Lock-step: the same number again is answered again, an older one came
// late, a later one cannot be: the machine has not answered yet. Real time: what is newer counts. They go round after 2^32.
#include "wire/dialogue.h"

#include "base/token.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

dv_heard dv_dialogue_wrong(dv_dialogue *d, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  vsnprintf(d->why, sizeof d->why, format, list);
  va_end(list);
  return DV_HEARD_WRONG;
}

void dv_dialogue_begin(dv_dialogue *d)
{
  d->greeted = 0;
  d->silent = 0;
  d->sequence = 0;
  d->why[0] = 0;
}

int dv_dialogue_admits(dv_dialogue *d, const dv_wire_frame *f)
{
  char given[128] = "";
  if (!*d->token) return 1;
  if (f->nbody < sizeof given) memcpy(given, f->body, f->nbody);
  if (strlen(given) == f->nbody && dv_token_same(given, d->token)) return 1;
  dv_dialogue_wrong(d, "the hello does not have this machine's token");
  return 0;
}

// A second hello is the first one, sent again; in real time it may begin anew.
static dv_heard hello(dv_dialogue *d, const dv_wire_frame *f)
{
  if (!dv_dialogue_admits(d, f)) return DV_HEARD_WRONG;
  if (d->greeted && d->lockstep && d->sequence) return d->old++, DV_HEARD_NOTHING;
  if (d->greeted && d->lockstep) return DV_HEARD_AGAIN;
  d->greeted = 1;
  d->silent = 0;
  d->sequence = 0;
  return DV_HEARD_HELLO;
}

// 1: it is the one that is due.
static int is_due(dv_dialogue *d, const dv_wire_frame *f, dv_heard *otherwise)
{
  int32_t ahead = (int32_t)(f->sequence - d->sequence);
  *otherwise = DV_HEARD_NOTHING;
  if (d->lockstep ? ahead == 1 : ahead > 0) return 1;
  if (ahead <= 0) d->old++;
  if (d->lockstep && !ahead) *otherwise = DV_HEARD_AGAIN;
  if (ahead > 0)
    *otherwise = dv_dialogue_wrong(d, "frame %lu came where %lu was due: the controller did not wait for the answer",
                                   (unsigned long)f->sequence, (unsigned long)(uint32_t)(d->sequence + 1));
  return 0;
}

static dv_heard inputs(dv_dialogue *d, const dv_wire_frame *f)
{
  dv_heard otherwise;
  if (f->nbody != 8 * (size_t)d->nin)
    return dv_dialogue_wrong(d, "%zu bytes of inputs came; this machine has %d inputs, %d bytes", f->nbody, d->nin, 8 * d->nin);
  if (!is_due(d, f, &otherwise)) return otherwise;
  for (int i = 0; i < d->nin; i++)
    if (!isfinite(dv_frame_double(f->body + 8 * i)))
      return dv_dialogue_wrong(d, "input %d of %d is not a finite number", i + 1, d->nin);
  for (int i = 0; i < d->nin; i++) d->in[i] = dv_frame_double(f->body + 8 * i);
  d->sequence = f->sequence;
  return DV_HEARD_INPUTS;
}

static dv_heard reset(dv_dialogue *d, const dv_wire_frame *f)
{
  dv_heard otherwise;
  if (!is_due(d, f, &otherwise)) return otherwise;
  d->sequence = f->sequence;
  return DV_HEARD_RESET;
}

dv_heard dv_dialogue_hear(dv_dialogue *d, const dv_wire_frame *f)
{
  if (f->type == DV_FRAME_HELLO) return hello(d, f);
  if (!d->greeted) return dv_dialogue_wrong(d, "a controller begins with hello");
  switch (f->type) {
  case DV_FRAME_INPUTS: return inputs(d, f);
  case DV_FRAME_RESET: return reset(d, f);
  case DV_FRAME_BYE: return DV_HEARD_BYE;
  default: return dv_dialogue_wrong(d, "a frame came that only a machine sends (type %d)", (int)f->type);
  }
}

size_t dv_dialogue_welcome(const dv_dialogue *d, unsigned char *to)
{
  return dv_frame_write(
      to, &(dv_wire_frame){.type = DV_FRAME_WELCOME, .body = (const unsigned char *)d->welcome, .nbody = d->nwelcome});
}

size_t dv_dialogue_outputs(const dv_dialogue *d, unsigned char *to, double t, const double *out)
{
  for (int i = 0; i < d->nout; i++) dv_frame_put_double(to + DV_FRAME_HEAD + 8 * i, out[i]);
  return dv_frame_write(
      to, &(dv_wire_frame){.type = DV_FRAME_OUTPUTS, .sequence = d->sequence, .time = t, .nbody = 8 * (size_t)d->nout});
}

size_t dv_dialogue_text(const dv_dialogue *d, unsigned char *to, dv_frame_type type, double t, const char *text)
{
  dv_wire_frame f = {
      .type = type, .sequence = d->sequence, .time = t, .body = (const unsigned char *)text, .nbody = strlen(text)};
  if (f.nbody > DV_FRAME_BODY_MOST) f.nbody = DV_FRAME_BODY_MOST;
  return dv_frame_write(to, &f);
}
