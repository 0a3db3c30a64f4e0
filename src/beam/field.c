// field.c: a beam, or what lies beyond a section of it, as the skeleton's nodes and sums.
//
// Mass is integrated at points of Gauss. Without shortening every integral is a sum of products of the columns c, r0, phi, so
// that the triangle R of Q R = [c r0 phi] does as well as all points: a beam of three modes in a plane has five nodes.
#include "beam/shape.h"

#include <math.h>
#include <string.h>

// Householder's reflections, skipping columns that add nothing.
int dv_rows_compress(int n, int width, double *row)
{
  int rank = 0;
  double size = 0;
  for (int i = 0; i < n * width; i++) size = fmax(size, fabs(row[i]));
  for (int j = 0; j < width && rank < n; j++) {
    double norm = 0;
    for (int i = rank; i < n; i++) norm = hypot(norm, row[width * i + j]);
    if (norm <= 1e-14 * size * sqrt(n)) {
      for (int i = rank; i < n; i++) row[width * i + j] = 0;
      continue;
    }
    double *pivot = row + width * rank, head = pivot[j] > 0 ? -norm : norm, v0 = pivot[j] - head;
    for (int k = j + 1; k < width; k++) {
      double dot = v0 * pivot[k];
      for (int i = rank + 1; i < n; i++) dot += row[width * i + j] * row[width * i + k];
      dot /= -head * v0;
      pivot[k] -= dot * v0;
      for (int i = rank + 1; i < n; i++) row[width * i + k] -= dot * row[width * i + j];
    }
    pivot[j] = head;
    for (int i = rank + 1; i < n; i++) row[width * i + j] = 0;
    rank++;
  }
  return rank;
}

void dv_beam_shortening(const dv_beam *b, double x, double *G)
{
  enum { POINTS = 16 };
  int n = b->modes, panels = b->data->elements ? b->data->elements : n + 2;
  double at[POINTS], weight[POINTS], l = x / panels;
  dv_beam_value v[DV_BEAM_MODES_MOST];
  memset(G, 0, (size_t)(n * n) * sizeof *G);
  dv_gauss(POINTS, at, weight);
  for (int p = 0; p < panels * POINTS; p++) {
    int panel = p / POINTS;
    dv_beam_at(b, (panel + at[p % POINTS]) * l, v);
    for (int i = 0; i < n; i++)
      for (int j = 0; j < n; j++)
        if (b->way[i] == b->way[j]) G[n * i + j] -= weight[p % POINTS] * l * v[i].slope * v[j].slope;
  }
}

static void add_node(const dv_beam *b, dv_beam_field *f, double x, double mass)
{
  int n = b->modes, short_one = b->data->shortens;
  double *node = f->node + f->stride * f->n++, c = sqrt(mass);
  dv_beam_value v[DV_BEAM_MODES_MOST];
  dv_beam_at(b, x, v);
  node[0] = c;
  node[1] = c * x;
  for (int k = 0; k < n; k++)
    for (int j = 0; j < 3; j++) node[4 + 3 * k + j] = c * v[k].phi[j];
  if (short_one) dv_beam_shortening(b, x, node + 4 + 3 * n);
  for (int i = 0; short_one && i < n * n; i++) node[4 + 3 * n + i] *= c;
  for (int i = 0; !short_one && i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < 3; k++) f->N[n * i + j] += mass * v[i].phi[k] * v[j].phi[k];
  f->mass += mass;
  f->moment += mass * x;
  f->inertia += mass * x * x;
}

static void add_section(const dv_beam *b, dv_beam_field *f, double x, double dx)
{
  int n = b->modes;
  dv_beam_section s = dv_beam_section_at(b->data, x);
  double r = b->data->density * dx, J[3] = {r * (s.Iy + s.Iz), r * s.Iy, r * s.Iz};
  dv_beam_value v[DV_BEAM_MODES_MOST];
  dv_beam_at(b, x, v);
  for (int k = 0; k < 3; k++) {
    f->J[k] += J[k];
    for (int i = 0; i < n; i++) {
      f->Jpsi[3 * i + k] += J[k] * v[i].psi[k];
      for (int j = 0; j < n; j++) f->N[n * i + j] += J[k] * v[i].psi[k] * v[j].psi[k];
    }
  }
}

// Panels between which nothing jumps: rows of the table, elements; else enough for the highest mode.
static int panels_of(const dv_beam_data *d, int *points)
{
  int most = 0;
  for (int w = 0; w < DV_BEAM_WAYS; w++) most = d->count[w] > most ? d->count[w] : most;
  *points = d->elements ? 4 : 8 + 3 * most;
  *points = *points > DV_GAUSS_MOST ? DV_GAUSS_MOST : *points;
  return d->elements ? d->elements : d->nsection > 1 ? d->nsection - 1 : 1;
}

static double panel_end(const dv_beam_data *d, int panel, int panels)
{
  if (!d->elements && d->nsection > 1) return panel == 0 ? 0 : panel == panels ? d->length : d->section[panel].x;
  return d->length * panel / panels;
}

dv_beam_field dv_beam_field_beyond(dv_arena *a, const dv_beam *b, double from)
{
  const dv_beam_data *d = b->data;
  int n = b->modes, points, panels = panels_of(d, &points);
  double at[DV_GAUSS_MOST], weight[DV_GAUSS_MOST];
  dv_beam_field f = {.stride = 4 + 3 * n + (d->shortens ? n * n : 0)};
  f.node = DV_TAKE(a, double, (panels * points + d->nmass) * f.stride);
  f.Jpsi = DV_TAKE(a, double, 3 * n + 1);
  f.N = DV_TAKE(a, double, n *n + 1);
  dv_gauss(points, at, weight);
  for (int p = 0; p < panels; p++) {
    double x0 = fmax(from, panel_end(d, p, panels)), l = panel_end(d, p + 1, panels) - x0;
    for (int i = 0; l > 0 && i < points; i++) {
      double x = x0 + at[i] * l, dx = weight[i] * l;
      add_node(b, &f, x, d->density * dv_beam_section_at(d, x).A * dx);
      add_section(b, &f, x, dx);
    }
  }
  for (int i = 0; i < d->nmass; i++)
    if (d->mass[i].at >= from && d->mass[i].mass > 0) add_node(b, &f, d->mass[i].at, d->mass[i].mass);
  if (!d->shortens) f.n = dv_rows_compress(f.n, f.stride, f.node);
  return f;
}
