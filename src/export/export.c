// export.c: the formats that machines are written in.
#include "export/outgoing.h"

#include "base/real_path.h"
#include "spec/joint_type.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const dv_out_row rows[] = {
    {{".urdf", "URDF"}, .free = 1, .write = dv_urdf_write},
    { {".sdf", "SDF"},
     .ball = 1,
     .screw = 1,
     .free = -1,
     .loops = 1,
     .springs = 1,
     .gravity = 1,
     .stops = 1,
     .one_scope = 1,
     .write = dv_sdf_write},
    {                                {".xml", "MJCF"},
     .ball = 1,
     .free = -1,
     .loops = 1,
     .sums = 1,
     .springs = 1,
     .gravity = 1,
     .starts = 1,
     .points = 1,
     .write = dv_mjcf_write},
};

const dv_export_format *dv_export_format_of(const char *path)
{
  const char *dot = strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof rows / sizeof *rows; i++)
    if (!strcasecmp(dot, rows[i].format.suffix)) return &rows[i].format;
  return NULL;
}

const char *dv_out_link(const dv_outgoing *o, int link) { return link < 0 ? "world" : o->u->links.item[link].name; }

int dv_out_holder(const dv_outgoing *o, int link)
{
  for (int i = 0; i < o->u->joints.n; i++)
    if (o->u->joints.item[i].child == link) return i;
  return -1;
}

// Both with all links followed; what is not there stays as it is.
static const char *real_path(dv_arena *a, const char *path)
{
  const char *all = dv_real_path(a, path);
  return all ? all : path;
}

const char *dv_out_mesh(dv_outgoing *o, const char *file)
{
  dv_arena *a = o->u->r->arena;
  const char *path = real_path(a, file), *slash = o->path ? strrchr(o->path, '/') : NULL;
  if (!o->path) return path;
  const char *folder = real_path(a, slash ? dv_arena_copy(a, o->path, (size_t)(slash - o->path) + 1) : ".");
  return dv_path_seen_from(a, dv_arena_text(a, "%s%s", folder, strcmp(folder, "/") ? "/" : ""), path);
}

// What is lost, in one warning.
static void report(const dv_outgoing *o, dv_diags *d)
{
  dv_text t = {.arena = o->u->r->arena};
  for (int i = 0; i < o->u->ignored.n; i++) {
    const dv_tally *c = &o->u->ignored.item[i];
    dv_text_add(&t, "%s", i ? "; " : "");
    if (c->names.n) dv_text_add(&t, "%d %s (%s)", c->n, c->what, dv_text_all(&c->names));
    else dv_text_add(&t, "%s", c->what);
  }
  if (t.n)
    dv_diag_add(d, DV_WARNING, (dv_mark){o->spec->source->file, 0, 0}, NULL, "%s cannot say: %s", o->row->format.name,
                dv_text_all(&t));
}

static int has_closures(const dv_spec *s)
{
  for (int i = 0; i < s->nloop; i++)
    if (!dv_loop_is_relation(s->loop[i].type)) return 1;
  return 0;
}

const char *dv_export(dv_arena *a, dv_diags *d, const dv_machine *m, const dv_export_format *format, const char *path)
{
  const dv_out_row *row = rows;
  while (&row->format != format) row++;
  if (!m->spec->nbody) {
    dv_diag_add(d, DV_ERROR, (dv_mark){m->spec->source->file, 0, 0}, NULL, "the machine has no body, so there is no robot");
    return NULL;
  }
  dv_reader *r = DV_TAKE(a, dv_reader, 1);
  *r = dv_reader_new(a, d);
  dv_outgoing o = {.m = m, .spec = m->spec, .row = row, .path = path && strcmp(path, "-") != 0 ? path : NULL};
  o.u = dv_robot_new(r, m->spec->source->file, NULL);
  o.u->name = m->spec->name ? m->spec->name : "machine";
  o.posed = row->loops && has_closures(m->spec);
  dv_out_skeleton(&o);
  dv_out_relations(&o);
  dv_out_parts(&o);
  const double *g = m->spec->gravity;
  if (!row->gravity && (g[0] != 0 || g[1] != 0 || g[2] != -9.81)) dv_robot_ignore(o.u, "gravity", NULL);
  dv_xml_out x = dv_xml_out_new(a);
  row->write(&o, &x);
  report(&o, d);
  return dv_text_all(&x.text);
}
