// convert.c: `davit convert FROM.urdf TO.yaml`: another language; `davit convert FROM TO.urdf`: a robot for other programs;
// `davit convert FROM TO.dxf`: a drawing; TO.svg: a sketch; TO.png: a picture.
#include "draft.h"

#include "export/export.h"
#include "scene/picture.h"

#include <stdio.h>
#include <string.h>

enum { PICTURE_WIDTH = 960, PICTURE_HEIGHT = 720 };

const option options_convert[] = {
    INPUT("from-state", "FILE", "TO.png, TO.glb: the machine in a state that run --save-state wrote"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static int draw(args *a, const char *to)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  dv_kinematics *k = dv_kinematics_new(m->arena, m);
  dv_draft *d = draft_machine(k, m->diags);
  if (!strcmp(extension(to), ".svg")) draft_frames(d, k);
  return finish(m, draft_write(a, m, d, to));
}

static int write_robot(args *a, const dv_export_format *format, const char *to)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  const char *text = dv_export(m->arena, m->diags, m, format, to);
  return finish(m, text ? write_text(a, m->diags, to, text) : BAD_FILE);
}

// The scene as .glb, or a picture of it as .png.
static int write_scene(args *a, const char *to, int picture)
{
  const char *from = value_of(a, "from-state");
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  dv_state *s = dv_state_new(m->arena, m->model);
  size_t n;
  if (from ? dv_state_load(m->model, s, from, m->diags) : dv_start(m, s)) return finish(m, BAD_FILE);
  const void *bytes = picture ? dv_picture(m->arena, m, s, PICTURE_WIDTH, PICTURE_HEIGHT, &n) : dv_glb(m->arena, m, s, &n);
  if (!bytes) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){a->operand[0], 0, 0}, NULL, "the machine has nothing that can be seen");
    return finish(m, BAD_FILE);
  }
  return finish(m, write_bytes(a, m->diags, to, bytes, n));
}

int run_convert(args *a)
{
  const char *from = a->operand[0], *to = a->operand[1], *end = extension(to);
  if (!strcmp(end, ".dxf") || !strcmp(end, ".svg")) return draw(a, to);
  if (!strcmp(end, ".glb") || !strcmp(end, ".png")) return write_scene(a, to, !strcmp(end, ".png"));
  if (dv_export_format_of(to)) return write_robot(a, dv_export_format_of(to), to);
  if (strcmp(to, "-") && strcmp(end, ".yaml") && strcmp(end, ".yml"))
    return bad_usage(a, "name it .yaml, .urdf, .sdf, .xml (MJCF), .glb, .png, .svg or .dxf, or - for standard output (YAML)",
                     "cannot convert to '%s'", to);
  if (has(a, "case") || has(a, "set") || has(a, "variant"))
    return bad_usage(a, "leave them out; they change a drawing", "a file is converted as it is, with all its cases");
  dv_import_options o = import_options(a);
  if (strcmp(to, "-")) o.beside = to;
  dv_doc *doc = dv_import_read(a->arena, a->diags, from, &o);
  if (!doc->root || a->diags->nerror) return BAD_FILE;
  const char *text = dv_import_yaml(a->arena, doc, from);
  if (!strcmp(to, "-")) return fputs(text, stdout), FINE;
  return write_text(a, a->diags, to, text);
}
