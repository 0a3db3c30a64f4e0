// beam_section.c: sections of beams whose loads are observed: the mass beyond, the links that hang on the beam beyond.
#include "assemble/internal.h"

#include <string.h>

// Links of the observer's tree that hang on the beam at x or beyond.
static int list_beyond(dv_assembler *c, int body, double x, int *n)
{
  int first = c->b->section[DV_S_INT].count;
  *n = 0;
  for (int i = 0; i < c->seen.site.n; i++) {
    const dv_site *s = &c->seen.site.item[i];
    if (s->body != body || s->at[0] < x || s->link < 0) continue;
    *DV_AT(c->b, int, INT, dv_builder_take(c->b, DV_S_INT, 1)) = s->link;
    (*n)++;
  }
  return first;
}

static void add_station(dv_assembler *c, int body, double x)
{
  const dv_elastic_spec *e = c->spec->body[body].elastic;
  dv_placement at = dv_place_identity, X = dv_beam_axes(e, &c->seen.seat[body].at);
  dv_beam_field f = dv_beam_field_beyond(c->arena, e->beam, x);
  dv_beam_section s = dv_beam_section_at(&e->data, x);
  double I[6] = {0}, number[18];
  at.p[e->axis] = x;
  dv_station row = {.beam = c->seen.seat[body].link, .site = dv_seat_on(c, &c->seen, body, &at).link, .nodes = f.n};
  row.shape = dv_elastic_field(c, &X, &f, e->nmode, I);
  row.J = dv_number_add(c, I, 6);
  row.beyond = list_beyond(c, body, x, &row.nbeyond);
  memcpy(number, X.R, 12 * sizeof(double));
  memcpy(number + 12, (const double[6]){x, s.A, s.Iy, s.Iz, s.cy, s.cz}, 6 * sizeof(double));
  row.num = dv_number_add(c, number, 18);
  row.room = dv_work_take(c, DV_BEAM_ROOM(e->nmode));
  row.out = dv_work_take(c, DV_STATION_OUT);
  *DV_AT(c->b, dv_station, STATION, dv_builder_take(c->b, DV_S_STATION, 1)) = row;
}

void dv_assemble_stations(dv_assembler *c)
{
  for (int i = 0; i < c->spec->nbody; i++) {
    const dv_elastic_spec *e = c->spec->body[i].elastic;
    for (int k = 0; e && k < e->nstation; k++) add_station(c, i, e->station[k]);
  }
}
