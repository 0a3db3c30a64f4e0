// convert.c: `davit convert FROM.urdf TO.yaml`: another language; `davit convert FROM TO.urdf`: a robot for other programs;
// `davit convert FROM TO.dxf`: a drawing; TO.svg: a sketch; TO.png: a picture.
#include "draft.h"

#include "export/export.h"
#include "scene/picture.h"

#include <fnmatch.h>
#include <stdio.h>
#include <string.h>

enum { PICTURE_WIDTH = 960, PICTURE_HEIGHT = 720 };

const option options_convert[] = {
    INPUT("from-state", "FILE",
          "TO.png, TO.glb: the machine in a state that run --save-state wrote; TO.png: several side by side"),
    OPTION("forces", "LIST", "TO.png: arrows of the forces that these parts (patterns with *) put on bodies"),
    OPTION("only", "LIST", "TO.svg, TO.dxf: these bodies (patterns with *) and their joints"),
    MACHINE_OPTIONS,
    END_OPTIONS,
};

static const char *kept(const args *a, const dv_machine *m)
{
  const char **only;
  int n = items_of(a, "only", &only);
  char *keep = DV_TAKE(m->arena, char, m->spec->nbody + 1), some = 0;
  for (int i = 0; i < m->spec->nbody; i++) {
    keep[i] = n == 0;
    for (int k = 0; k < n; k++) keep[i] |= !fnmatch(only[k], m->spec->body[i].name, 0);
    some |= keep[i];
  }
  return n && !some ? NULL : keep;
}

static int draw(args *a, const char *to)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  dv_kinematics *k = dv_kinematics_new(m->arena, m);
  const char *keep = kept(a, m);
  if (!keep) return finish(m, bad_usage(a, "davit describe shows the bodies", "no body has a name that --only lists"));
  dv_draft *d = draft_machine(k, m->diags, keep);
  if (!strcmp(extension(to), ".svg")) draft_frames(d, k, keep);
  return finish(m, draft_write(a, m, d, to));
}

static int write_robot(args *a, const dv_export_format *format, const char *to)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  const char *text = dv_export(m->arena, m->diags, m, format, to);
  return finish(m, text ? write_text(a, m->diags, to, text) : BAD_FILE);
}

// The states that are named, or the start.
static const dv_state **states_of(const args *a, dv_machine *m, int *n)
{
  const char **from;
  int named = values_of(a, "from-state", &from);
  *n = named ? named : 1;
  const dv_state **all = DV_TAKE(m->arena, const dv_state *, *n);
  for (int i = 0; i < *n; i++) {
    dv_state *s = dv_state_new(m->arena, m->model);
    if (named ? dv_state_load(m->model, s, from[i], m->diags) : dv_start(m, s)) return NULL;
    all[i] = s;
  }
  return all;
}

// Parts whose forces are drawn.
static const char *pushes_of(const args *a, const dv_machine *m)
{
  const char **name;
  int n = items_of(a, "forces", &name);
  char *all = DV_TAKE(m->arena, char, m->spec->npart + 1);
  for (int i = 0; i < m->spec->npart; i++)
    for (int k = 0; k < n; k++) all[i] |= !fnmatch(name[k], m->spec->part[i].name, 0);
  return all;
}

// The scene as .glb, or a picture of it as .png.
static int write_scene(args *a, const char *to, int picture)
{
  dv_machine *m = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  if (!m->model) return fail_open(a, m, a->operand[0]);
  int states;
  size_t n;
  dv_look look = {.width = PICTURE_WIDTH, .height = PICTURE_HEIGHT};
  const dv_state **s = states_of(a, m, &states);
  if (!s) return finish(m, BAD_FILE);
  if (states > 1) look.width = look.width * 2 / 3, look.height = look.height * 2 / 3;
  look.pushes = pushes_of(a, m);
  const void *bytes = picture ? dv_pictures(m->arena, m, s, states, &look, &n) : dv_glb(m->arena, m, s[0], &n);
  if (!bytes) {
    dv_diag_add(m->diags, DV_ERROR, (dv_mark){a->operand[0], 0, 0}, NULL, "the machine has nothing that can be seen");
    return finish(m, BAD_FILE);
  }
  return finish(m, write_bytes(a, m->diags, to, bytes, n));
}

int run_convert(args *a)
{
  const char *from = a->operand[0], *to = a->operand[1], *end = extension(to);
  if (has(a, "forces") && strcmp(end, ".png")) return bad_usage(a, "name it .png", "--forces is for pictures");
  if (has(a, "only") && strcmp(end, ".dxf") && strcmp(end, ".svg"))
    return bad_usage(a, "name it .svg or .dxf", "--only is for drawings");
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
