// driven.c: positions and rates that the file gives to coordinates whose motion is prescribed. The signal has the say; that it
// begins elsewhere is told.
#include "assemble/internal.h"

#include "engine/engine.h"
#include "engine/program.h"

#include <math.h>
#include <string.h>

static const double rounded = 1e-3;  // of the larger one: numbers that are written by hand

// bit: 1 position, 2 rate, as in `given`.
static void compare(dv_assembler *c, const dv_coordinate_spec *s, int bit, double begins)
{
  static const char *const unit[][2] = {
      {"m",   "rad"  },
      {"m/s", "rad/s"}
  };
  const char *u = unit[bit == 2][s->rotary];
  double given = bit == 2 ? s->rate : s->position;
  if (!(fabs(given - begins) > rounded * fmax(fabs(given), fabs(begins)))) return;
  dv_diag_add(c->diags, DV_WARNING, s->mark, dv_arena_text(c->arena, "take it out, or let '%s' begin there", s->signal.text),
              "the %s of '%s' is not %.6g %s, as given: '%s' prescribes it, and begins with %.6g %s",
              bit == 2 ? "rate" : "position", s->name, given, u, s->signal.text, begins, u);
}

static const dv_drive *drive_of(const dv_model *m, const char *name)
{
  for (int i = 0; i < DV_MODEL_COUNT(m, DRIVE); i++)
    if (!strcmp(dv_model_text(m, dv_model_DRIVE(m)[i].name), name)) return dv_model_DRIVE(m) + i;
  return NULL;
}

// In a list zero stands where nothing is meant. The rate of ball and free joints is not that of their coordinates.
static void look_at(dv_assembler *c, const dv_model *m, const dv_joint_spec *j, const double *work)
{
  int whole = dv_joint_is_whole(j);
  for (int i = 0; i < j->ncoordinate; i++) {
    const dv_coordinate_spec *s = &j->coordinate[i];
    const dv_drive *d = s->motion == DV_MOVES_PRESCRIBED ? drive_of(m, s->name) : NULL;
    int given = whole ? j->given & 1 : s->given;
    if (!d) continue;
    if (given & 1 && (s->position != 0 || j->ncoordinate == 1)) compare(c, s, 1, work[d->value]);
    if (given & 2 && (s->rate != 0 || j->ncoordinate == 1)) compare(c, s, 2, work[d->rate]);
  }
}

void dv_assemble_driven(dv_assembler *c, const dv_model *m)
{
  if (!DV_MODEL_COUNT(m, DRIVE)) return;
  double *work = DV_TAKE(c->arena, double, dv_engine_x1.nwork(m)), *dx = DV_TAKE(c->arena, double, m->nx + 1);
  const double *x = dv_model_START(m);
  dv_engine_x1.ready(m, dv_model_NUMBER(m), work);
  dv_engine_x1.rates(m, dv_model_NUMBER(m), 0, x, x + m->nx, dx, NULL, work);
  for (int i = 0; i < c->spec->njoint; i++) look_at(c, m, &c->spec->joint[i], work);
}
