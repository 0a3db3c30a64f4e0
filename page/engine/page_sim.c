// page_sim.c: one machine that a page steps: what the page's worker calls (page/src/worker.js). Texts and arrays lie in the
// module's memory; there is one machine per module, and no import.
#include "engine/compiled.h"
#include "model/variable_value.h"
#include "run/camera.h"
#include "run/sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name), visibility("default")))

enum { TEXT_MOST = 1000 };

static struct {
  dv_model *model;
  dv_sim *sim;
  dv_arena *arena;
  dv_camera *camera;
  float *frame;
  double *row, *state;
  dv_compiled code;  // rates[0] NULL: none
  int by_code;       // 1: it is what steps
  char text[TEXT_MOST];
} page;

EXPORT(take) void *take(size_t n) { return malloc(n); }
EXPORT(give) void give(void *p) { free(p); }
EXPORT(text) const char *text(void) { return page.text; }  // what the last call that failed says

static void close_machine(void)
{
  dv_sim_free(page.sim);
  dv_model_free(page.model);
  if (page.arena) dv_arena_free(page.arena);
  page.sim = NULL;
  page.model = NULL;
  page.arena = NULL;
}

// ---- straight-line code of the machine (`davit page --compiled`), a module of its own in the same memory

// Before open(): its functions are places in the table of functions; NULL: it has none of these.
EXPORT(code)
void code(const int32_t *open, int nopen, uint32_t key_low, uint32_t key_high, dv_rates *rates, dv_event *sample, dv_roots *roots,
          dv_tidy *tidy)
{
  page.code = (dv_compiled){.magic = "dvmach3",
                            .key = ((uint64_t)key_high << 32) | key_low,
                            .nopen = nopen,
                            .open = open,
                            .rates = {rates},
                            .sample = {sample},
                            .roots = {roots},
                            .tidy = {tidy}};
}

static void turn_engine(const dv_engine *plain, dv_engine *own)
{
  *own = *plain;
  dv_engine_compiled(plain, page.by_code ? &page.code : NULL, own);
}

// The code has numbers in it: while others are set the machine is interpreted.
static void choose_engine(void)
{
  dv_sim_body *b = page.sim->body;
  if (!page.code.rates[0]) return;
  page.by_code = dv_compiled_fits(&page.code, b->m);
  turn_engine(b->r.engine, &b->r.own);
  if (b->r.fan) turn_engine(&dv_engine_x1, &b->r.fan->own);
}

EXPORT(by_code) int by_code(void) { return page.by_code; }

static int foreign_code(void)
{
  page.code.nx = page.model->nx, page.code.nd = page.model->nd, page.code.nquad = page.model->nquad;
  if (!page.code.rates[0] || dv_compiled_fits(&page.code, page.model)) return 0;
  snprintf(page.text, sizeof page.text, "the page's code is that of another machine");
  return 1;
}

// A saved block, stepped by a method with a fixed step: 0, or text() says why not.
EXPORT(open) int open_machine(const void *block, size_t n, const char *method, double step)
{
  close_machine();
  page.model = dv_model_load(block, n, page.text, sizeof page.text);
  if (!page.model) return DV_BAD_FILE;
  if (foreign_code()) return DV_BAD_FILE;
  page.sim = dv_sim_new_by(page.model, &(dv_method){.method = method, .step = step}, dv_advancer_core,
                           page.code.rates[0] ? &page.code : NULL, page.text, sizeof page.text);
  if (!page.sim) return DV_BAD_USE;
  choose_engine();
  page.arena = dv_arena_new();
  page.camera = dv_camera_new(page.arena, page.sim->body->m);
  page.frame = DV_TAKE(page.arena, float, page.camera->width);
  page.row = DV_TAKE(page.arena, double, page.camera->nchannel + 1);
  page.state = DV_TAKE(page.arena, double, page.model->nx + page.model->nd);
  return 0;
}

static int told(int code)
{
  if (code) snprintf(page.text, sizeof page.text, "%s", dv_sim_message(page.sim));
  return code;
}

EXPORT(now) double now(void) { return dv_sim_time(page.sim); }
EXPORT(reset) int reset(void)
{
  int bad = told(dv_sim_reset(page.sim));
  choose_engine();
  return bad;
}

// To the instant that is `count` steps of h after t = 0.
EXPORT(go) int go(double count, double h) { return told(dv_sim_step_to(page.sim, dv_times_multiple(count, h))); }
EXPORT(go_to) int go_to(double t) { return told(dv_sim_step_to(page.sim, t)); }

// The newest picture: its floats, and how many. NULL: text() says why.
EXPORT(width) int width(void) { return page.camera->width; }
EXPORT(shoot) const float *shoot(void)
{
  dv_sim_body *b = page.sim->body;
  if (told(dv_sim_refresh(b))) return NULL;
  dv_camera_shoot(page.camera, b->s->t, b->x, b->r.dx, b->r.work, page.frame);
  return page.frame;
}

// Time and channels as doubles, for recordings.
EXPORT(channels) int channels(void) { return page.camera->nchannel; }
EXPORT(record) const double *record(void)
{
  dv_sim_body *b = page.sim->body;
  if (told(dv_sim_refresh(b))) return NULL;
  page.row[0] = b->s->t;
  for (int i = 0; i < page.camera->nchannel; i++)
    page.row[i + 1] = dv_variable_value(b->m, page.camera->channel[i], b->x, b->r.dx, b->r.work);
  return page.row;
}

// States, then discrete states, as they are now.
EXPORT(state) const double *state(void)
{
  const dv_sim_body *b = page.sim->body;
  if (told(dv_sim_get_states(page.sim, page.state))) return NULL;
  memcpy(page.state + page.model->nx, b->s->d, (size_t)page.model->nd * sizeof *page.state);
  return page.state;
}

// Goes on at time t from the state of another machine that is made of the same.
EXPORT(go_on) int go_on(double t, const double *x)
{
  int code = dv_sim_set_time(page.sim, t);
  if (!code) code = dv_sim_set_states(page.sim, x);
  if (!code) memcpy(page.sim->body->s->d, x + page.model->nx, (size_t)page.model->nd * sizeof *x);
  return told(code);
}

// ---- inputs and parameters by name

EXPORT(find) int find(const char *name) { return dv_model_find(page.model, name); }
EXPORT(get) double get(int handle) { return dv_sim_get(page.sim, handle); }
EXPORT(put) int put(int handle, double value)
{
  int bad = told(dv_sim_set(page.sim, handle, value));
  if (page.sim->body->own) choose_engine();
  return bad;
}

// The numbers of the model, which a page may write as whole: what `parameters:` of the file changes.
EXPORT(numbers) double *numbers(void) { return page.sim->body->num; }
EXPORT(number_count) int number_count(void) { return page.model->nnum; }
// Where the machine begins after a reset: states, then discrete states.
EXPORT(starts) double *starts(void) { return page.sim->body->first->x; }
EXPORT(start_count) int start_count(void) { return page.model->nx + page.model->nd; }
EXPORT(renumbered) void renumbered(void)
{
  dv_sim_body *b = page.sim->body;
  b->changed |= DV_CHANGED_WHOLE;
  b->own = b->renumbered = 1;
  b->fresh = DV_FRESH_NOWHERE;
  choose_engine();
}

// ---- the state as a hash, as 'davit run --hash' prints it: 16 digits in text()
EXPORT(hash) const char *hash(void)
{
  snprintf(page.text, sizeof page.text, "%016llx", (unsigned long long)dv_state_hash(page.model, page.sim->body->s));
  return page.text;
}

// [kinetic, potential, stored, supplied, dissipated, removed, residual, throughput, relative] since the start, J
EXPORT(energy) const dv_energy *energy(void)
{
  static dv_energy e;
  return told(dv_sim_energy(page.sim, &e)) ? NULL : &e;
}

EXPORT(warning) const char *warning(int i) { return dv_sim_warning(page.sim, i); }
