// task.c: the rows of a controller's task: a component of a point or body (arm.tip.z, hull.yaw), or any axis by name.
#include "assemble/internal.h"
#include "assemble/junction_find.h"

#include <string.h>

static const char *const component[] = {"x", "y", "z", "roll", "pitch", "yaw"};

static int is_axis(const dv_assembler *c, const char *name)
{
  const dv_coordinate *k = dv_find_coordinate(c, name);
  return (k && k->spec) || dv_find_axis(c, name);
}

// Frame at a body or point: its link, and where its numbers are. 0, or -1 with a diagnostic.
static int find_frame(dv_assembler *c, dv_ref ref, int *link, int *num)
{
  int body;
  dv_placement P = dv_place_identity;
  if (dv_find_point(c, ref, &body, P.p)) return -1;
  dv_seat seat = dv_seat_on(c, &c->fast, body, &P);
  *link = seat.link;
  *num = dv_number_add(c, seat.at.R, 12);
  return 0;
}

static int component_of(const char *text, const char **dot)
{
  *dot = strrchr(text, '.');
  for (int i = 0; *dot && i < DV_ROW_AXIS; i++)
    if (!strcmp(*dot + 1, component[i])) return i;
  return -1;
}

static int find_row(dv_assembler *c, const dv_part_spec *p, dv_ref ref, dv_task_row *row)
{
  const char *dot;
  int what = component_of(ref.text, &dot);
  dv_task_row out = {DV_ROW_AXIS, -1, -1, -1, -1};
  if (is_axis(c, ref.text)) {
    dv_connection at = {.name = ref};
    dv_port port = {p->as->task, DV_AXIS, DV_ANSWERS, ""};
    out.link = dv_junction_for(c, &at, &port, p->name);
  } else if (what < 0) {
    dv_diag_add(c->diags, DV_ERROR, ref.mark, "write body.point.z (x y z roll pitch yaw), or name a coordinate or an axis",
                "'%s' of '%s' is not a row of a task", ref.text, p->name);
    return -1;
  } else {
    dv_ref place = {dv_arena_copy(c->arena, ref.text, (size_t)(dot - ref.text)), ref.mark};
    out.what = what;
    if (find_frame(c, place, &out.link, &out.num)) return -1;
    if (p->from.text && find_frame(c, p->from, &out.from, &out.from_num)) return -1;
    if (out.link < 0) {
      dv_diag_add(c->diags, DV_ERROR, ref.mark, "name a body that moves", "'%s' stands still in the world", ref.text);
      return -1;
    }
  }
  *row = out;
  return 0;
}

void dv_part_task(dv_assembler *c, dv_part *row, const dv_part_spec *p)
{
  enum { INTS = (int)(sizeof(dv_task_row) / sizeof(int)) };
  if (!p->has_task) return;
  dv_task_row *rows = DV_TAKE(c->arena, dv_task_row, p->nrow);
  for (int i = 0; i < p->nrow; i++) find_row(c, p, p->row[i], &rows[i]);
  row->nrow = p->nrow;
  row->row = dv_builder_take(c->b, DV_S_INT, INTS * p->nrow);
  if (p->nrow) memcpy(DV_AT(c->b, int, INT, row->row), rows, (size_t)p->nrow * sizeof *rows);
}
