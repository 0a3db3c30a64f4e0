// near.c: a sim's machine near its state: rest, linearisation and modes.
#include "run/sim.h"
#include "solve/solve.h"

#include <string.h>

static void jump(void *out) { longjmp(*(jmp_buf *)out, 1); }

static int refuse(body *b, const dv_diags *d, int code)
{
  for (int i = 0; i < d->n; i++)
    if (d->item[i].severity == DV_ERROR) return dv_sim_fault(b, "%s", dv_diag_text(d, i)), code;
  return dv_sim_fault(b, "error: there is no answer at this state"), code;
}

static dv_state *copy_state(dv_arena *a, const body *b)
{
  dv_state *s = dv_state_new(a, b->m);
  dv_state_copy(s, b->s);
  memcpy(s->x, b->x, (size_t)b->m->nx * sizeof(double));  // tidy
  return s;
}

// ---- rest

static int find_rest(dv_sim *sim, dv_arena *a, const char *const *hold, int n, dv_rest *out)
{
  body *b = sim->body;
  dv_state *s = copy_state(a, b);
  dv_diags *d = dv_diags_new(a);
  dv_ref *joint = DV_TAKE(a, dv_ref, n);
  dv_equilibrium_result r = {0};
  for (int i = 0; i < n; i++) joint[i].text = hold[i];
  int bad = dv_equilibrium_held(b->m, s, joint, n, 0, &r, d, a);
  if (bad) return refuse(b, d, bad == 1 ? DV_BAD_USE : DV_RUN_FAILED);
  if (out) *out = (dv_rest){r.iterations, r.residual, r.moved};
  memcpy(b->s->d, s->d, (size_t)b->m->nd * sizeof(double));
  return dv_sim_set_states(sim, s->x);
}

static int is_text(const char *const *text, int n)
{
  for (int i = 0; i < n; i++)
    if (!text || !text[i]) return 0;
  return n >= 0;
}

int dv_sim_rest(dv_sim *s, const char *const *hold, int n, dv_rest *out)
{
  jmp_buf lost;
  if (!dv_sim_lives(s)) return DV_BAD_USE;
  if (!is_text(hold, n)) return dv_sim_fault(s->body, "error: there are no names of joints");
  int code = dv_sim_refresh(s->body);
  if (code) return code;
  dv_arena *a = dv_arena_try();
  if (!a || setjmp(lost)) {
    dv_arena_free(a);
    return dv_sim_fault(s->body, "error: out of memory"), DV_NO_MEMORY;
  }
  dv_arena_guard(a, jump, &lost);
  code = find_rest(s, a, hold, n, out);
  dv_arena_free(a);
  return code;
}

// ---- linearisation

typedef struct {
  dv_linearised shown;
  dv_arena *arena;
} kept;

typedef struct {
  const int *input, *output;
  int nu, ny;
} wish;

// NULL: one of them is no handle.
static const char **names(dv_arena *a, body *b, const int *handle, int n)
{
  const char **name = DV_TAKE(a, const char *, n + 1);
  for (int i = 0; i < n; i++) {
    const dv_variable *v = dv_sim_variable(b, handle[i]);
    if (!v) return dv_sim_fault(b, "error: there is no variable %d", handle[i]), NULL;
    name[i] = dv_model_text(b->m, v->path);
  }
  return name;
}

static const char *const *keep_names(dv_arena *a, const char **name, int n)
{
  for (int i = 0; i < n; i++) name[i] = dv_arena_copy(a, name[i], strlen(name[i]));
  return name;
}

static kept *linearise(body *b, dv_arena *a, const wish *w)
{
  const char **input = names(a, b, w->input, w->input ? w->nu : 0), **output = names(a, b, w->output, w->ny);
  dv_diags *d = dv_diags_new(a);
  dv_linear l = {0};
  if (!input || !output) return NULL;
  if (dv_linearise(b->m, copy_state(a, b), w->input ? input : NULL, w->nu, output, w->ny, &l, d, a)) return refuse(b, d, 0), NULL;
  kept *k = DV_TAKE(a, kept, 1);
  k->arena = a;
  k->shown = (dv_linearised){.n = l.n,
                             .nu = l.nu,
                             .ny = l.ny,
                             .nmode = l.nmode,
                             .displacements = l.ndisplacement,
                             .exact = l.exact,
                             .A = l.A,
                             .B = l.B,
                             .C = l.C,
                             .D = l.D,
                             .state = keep_names(a, l.state, l.n),
                             .input = keep_names(a, l.input, l.nu),
                             .output = keep_names(a, l.output, l.ny),
                             .re = l.re,
                             .im = l.im,
                             .frequency = l.frequency,
                             .damping = l.damping,
                             .shape_re = l.shape_re,
                             .shape_im = l.shape_im};
  return k;
}

const dv_linearised *dv_sim_linearise(dv_sim *s, const int *input, int nu, const int *output, int ny)
{
  jmp_buf lost;
  if (!dv_sim_lives(s)) return NULL;
  if (nu < 0 || ny < 0 || (ny && !output)) return dv_sim_fault(s->body, "error: there are no arrays"), NULL;
  if (dv_sim_refresh(s->body)) return NULL;
  dv_arena *a = dv_arena_try();
  if (!a || setjmp(lost)) return dv_arena_free(a), dv_sim_fault(s->body, "error: out of memory"), NULL;
  dv_arena_guard(a, jump, &lost);
  const wish w = {input, output, nu, ny};
  kept *k = linearise(s->body, a, &w);
  dv_arena_guard(a, NULL, NULL);
  if (k) return &k->shown;
  dv_arena_free(a);
  return NULL;
}

void dv_linearised_free(const dv_linearised *l)
{
  if (l) dv_arena_free(((const kept *)(const void *)l)->arena);
}
