// sim_state.c: a sim's whole state in the caller's memory and back; its ledger and counts.
#include "base/hash.h"
#include "engine/closed_loops.h"
#include "model/saved_fault.h"
#include "run/sim.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

// ---- what is saved, in order; one walk measures, saves and loads

typedef struct {
  char *at;  // NULL: only measures
  int load;  // 1: from the memory into the sim
  size_t n;  // bytes so far
} walk;

static void pass(walk *w, void *own, size_t bytes)
{
  if (w->at && w->load) memcpy(own, w->at + w->n, bytes);
  else if (w->at) memcpy(w->at + w->n, own, bytes);
  w->n += bytes;
}

static void pass_numbers(walk *w, double *x, int n) { pass(w, x, (size_t)n * sizeof *x); }

static void pass_books(walk *w, const dv_model *m, dv_books *k)
{
  pass_numbers(w, &k->kinetic, 1), pass_numbers(w, &k->potential, 1), pass_numbers(w, &k->stored, 1);
  pass_numbers(w, k->part, DV_MODEL_COUNT(m, PART));
  pass_numbers(w, k->quad, m->nquad);
}

static void pass_accounts(walk *w, const dv_model *m, dv_accounts *c)
{
  pass_books(w, m, &c->start);
  pass_books(w, m, &c->now);
  pass_numbers(w, c->lost_in_jumps, DV_MODEL_COUNT(m, PART));
  pass_numbers(w, &c->exchanged, 1), pass_numbers(w, &c->kinetic_most, 1);
  pass_numbers(w, &c->last_time, 1), pass_numbers(w, &c->power_most, 1);
}

static void pass_sim(walk *w, body *b)
{
  dv_running *r = &b->r;
  pass_numbers(w, &b->s->t, 1);
  pass_numbers(w, b->s->block, b->s->n);
  pass_numbers(w, b->num, b->m->nnum);
  pass_numbers(w, b->root, b->m->nroot);
  pass_accounts(w, b->m, &r->accounts);
  pass(w, &b->changed, sizeof b->changed);
  pass(w, &b->looked, sizeof b->looked);
  for (int i = 0; i < r->times.nsampling; i++) pass(w, &r->times.sampling[i].done, sizeof(long));
}

// ---- head: whose state it is

typedef struct {
  char magic[8];
  uint64_t bytes, model, hash;  // hash: of what follows
} head;

static size_t kept_doubles(const body *b) { return (size_t)(DV_ADVANCER_KEPT + b->m->nroot); }

static size_t measure(body *b)
{
  walk w = {0};
  pass_sim(&w, b);
  return sizeof(head) + kept_doubles(b) * sizeof(double) + w.n;
}

static head head_of(body *b)
{
  head h = {"dvstate", measure(b), b->given->hash, 0};
  return h;
}

size_t dv_sim_state_bytes(const dv_sim *s) { return dv_sim_lives(s) ? measure(s->body) : 0; }

int dv_sim_state_save(dv_sim *s, void *to, size_t n)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  body *b = s->body;
  head h = head_of(b);
  if (!to || n < h.bytes) return dv_sim_fault(b, "error: the state needs %zu bytes, not %zu", (size_t)h.bytes, n);
  char *at = (char *)to + sizeof h;
  b->by->save(b->advance, b->tilt);
  memcpy(at, b->tilt, kept_doubles(b) * sizeof(double));
  walk w = {at + kept_doubles(b) * sizeof(double), 0, 0};
  pass_sim(&w, b);
  h.hash = dv_hash_bytes(at, h.bytes - sizeof h);
  memcpy(to, &h, sizeof h);
  return DV_OK;
}

// The hash tells damage, not intent: what laws and passes take for indices must be such.
static int fits(const body *b)
{
  const dv_state *s = b->s;
  return isfinite(s->t) && dv_engine_pivots_fit(b->m, s->d) && dv_engine_pivots_fit(b->m, s->kept + DV_KEPT_X + b->m->nx) &&
         dv_numbers_sound(b->m);
}

static int load(body *b, void *from)
{
  const char *at = (const char *)from + sizeof(head);
  walk w = {(char *)(size_t)at + kept_doubles(b) * sizeof(double), 1, 0};
  pass_sim(&w, b);
  if (!fits(b)) {
    dv_sim_begin(b);
    return dv_sim_fault(b, "error: the state holds numbers that cannot be; the sim is back at its start");
  }
  b->r.engine->ready(b->m, b->num, b->r.work);
  memcpy(b->tilt, at, kept_doubles(b) * sizeof(double));
  b->by->load(b->advance, b->tilt);
  w.n = 0;
  pass_sim(&w, b);  // the method has looked around: what was served stays served
  b->fresh = 0;
  b->own = b->renumbered = 1;
  b->failed = b->shifted = 0;
  return DV_OK;
}

int dv_sim_state_load(dv_sim *s, const void *from, size_t n)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  body *b = s->body;
  head h = head_of(b), other;
  if (!from || n < sizeof other) return dv_sim_fault(b, "error: this is no state of a sim");
  memcpy(&other, from, sizeof other);
  if (memcmp(other.magic, h.magic, sizeof h.magic)) return dv_sim_fault(b, "error: this is no state of a sim");
  if (other.model != h.model) return dv_sim_fault(b, "error: this is the state of another model");
  if (other.bytes != h.bytes || n < h.bytes)
    return dv_sim_fault(b, "error: the state has %zu bytes, not %zu", n, (size_t)h.bytes);
  if (dv_hash_bytes((const char *)from + sizeof h, h.bytes - sizeof h) != other.hash)
    return dv_sim_fault(b, "error: the state is damaged");
  return dv_sim_guarded(s, load, (void *)(size_t)from);
}

// ---- books

static int energy(body *b, void *out)
{
  int code = dv_sim_refresh(b);
  if (code) return code;
  dv_ledger_close(&b->r);
  const dv_ledger *l = &b->out.ledger;
  *(dv_energy *)out = (dv_energy){l->kinetic, l->potential, l->stored,     l->supplied, l->dissipated,
                                  l->removed, l->residual,  l->throughput, l->relative};
  return DV_OK;
}

int dv_sim_energy(dv_sim *s, dv_energy *out)
{
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!out) return dv_sim_fault(s->body, "error: there is no place for the ledger");
  return dv_sim_guarded(s, energy, out);
}

dv_counts dv_sim_counts(const dv_sim *s)
{
  if (!dv_sim_lives(s)) return (dv_counts){0};
  const body *b = s->body;
  const dv_run_result *r = &b->out;
  return (dv_counts){r->steps, r->rejected, r->evaluations + b->by->evaluations(b->advance), r->events};
}
