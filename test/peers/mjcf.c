// mjcf.c: writes a tree as MJCF with full precision and compiles it.
//
// The XML reader refuses elements deeper than 100, so that long chains continue in an included file every DEPTH links.
#include "mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "shape.h"

enum { DEPTH = 40, PARTS = 64 };

typedef struct {
  const dv_tree *t;
  const double *num;
  int npart;
  char *part[PARTS];  // the files
  size_t size[PARTS];
} writer;

static void vector(FILE *f, const char *name, const double *x, int n)
{
  fprintf(f, " %s=\"", name);
  for (int i = 0; i < n; i++) fprintf(f, "%s%.17g", i ? " " : "", x[i]);
  fprintf(f, "\"");
}

static void inertial(FILE *f, const dv_shape *s)
{
  const double *I = s->Ic, full[6] = {I[0], I[3], I[5], I[1], I[2], I[4]};
  const double off = fabs(I[1]) + fabs(I[2]) + fabs(I[4]), size = I[0] + I[3] + I[5];
  fprintf(f, "<inertial mass=\"%.17g\"", s->m);
  vector(f, "pos", s->com, 3);
  // off-diagonal rounding of the shift to the centre would turn the principal axes
  if (off < 1e-13 * size) vector(f, "diaginertia", full, 3);
  else vector(f, "fullinertia", full, 6);
  fprintf(f, "/>\n");
}

static void joint(FILE *f, const dv_shape *s, int root)
{
  static const char *const axes[3] = {"1 0 0", "0 1 0", "0 0 1"};
  const int slides = s->joint == DV_SHAPE_FREE && !root ? 3 : s->joint == DV_SHAPE_PRISMATIC ? 1 : 0;
  if (s->joint == DV_SHAPE_FREE && root) fprintf(f, "<freejoint/>\n");
  if (s->joint == DV_SHAPE_REVOLUTE) fprintf(f, "<joint type=\"hinge\" axis=\"%s\"/>\n", axes[s->axis]);
  for (int i = 0; i < slides; i++) fprintf(f, "<joint type=\"slide\" axis=\"%s\"/>\n", axes[slides == 3 ? i : s->axis]);
  if (s->joint == DV_SHAPE_BALL || slides == 3) fprintf(f, "<joint type=\"ball\"/>\n");
}

static void children(writer *w, FILE *f, int parent, int depth);

static void body(writer *w, FILE *f, int i, int depth)
{
  dv_shape s = dv_shape_of(w->t, w->num, i);
  const double *R = s.R, axes[6] = {R[0], R[3], R[6], R[1], R[4], R[7]};
  fprintf(f, "<body name=\"b%d\"", i);
  vector(f, "pos", s.p, 3);
  vector(f, "xyaxes", axes, 6);
  fprintf(f, ">\n");
  inertial(f, &s);
  joint(f, &s, w->t->link[i].parent < 0);
  children(w, f, i, depth + 1);
  fprintf(f, "</body>\n");
}

static void children(writer *w, FILE *f, int parent, int depth)
{
  for (int i = parent + 1; i < w->t->nlink; i++) {
    if (w->t->link[i].parent != parent) continue;
    if (depth % DEPTH != DEPTH - 1) {
      body(w, f, i, depth);
      continue;
    }
    int k = w->npart++;
    if (k >= PARTS) abort();
    FILE *more = open_memstream(&w->part[k], &w->size[k]);
    fprintf(f, "<include file=\"%d.xml\"/>\n", k);
    fprintf(more, "<mujoco>\n");
    body(w, more, i, depth);
    fprintf(more, "</mujoco>\n");
    fclose(more);
  }
}

static void whole(writer *w)
{
  w->npart = 1;
  FILE *f = open_memstream(&w->part[0], &w->size[0]);
  fprintf(f, "<mujoco>\n<compiler angle=\"radian\" inertiafromgeom=\"false\" boundmass=\"0\" boundinertia=\"0\" "
             "balanceinertia=\"false\"/>\n<option");
  vector(f, "gravity", w->num + w->t->gravity, 3);
  fprintf(f, "><flag constraint=\"disable\" contact=\"disable\" passive=\"disable\"/></option>\n<worldbody>\n");
  children(w, f, -1, 0);
  fprintf(f, "</worldbody>\n</mujoco>\n");
  fclose(f);
}

mjModel *dv_mjcf_load(const dv_tree *t, const double *num)
{
  writer w = {.t = t, .num = num};
  char name[16], error[1000] = "";
  mjVFS *files = malloc(sizeof *files);
  whole(&w);
  mj_defaultVFS(files);
  for (int k = 0; k < w.npart; k++) {
    snprintf(name, sizeof name, "%d.xml", k);
    mj_makeEmptyFileVFS(files, name, (int)w.size[k]);
    memcpy(files->filedata[mj_findFileVFS(files, name)], w.part[k], w.size[k]);
    free(w.part[k]);
  }
  mjModel *m = mj_loadXML("0.xml", files, error, sizeof error);
  mj_deleteVFS(files);
  free(files);
  if (!m) {
    fprintf(stderr, "MuJoCo: %s\n", error);
    abort();
  }
  return m;
}
