// draw_elastic.c: beams with some modes, and bodies whose modes come from a file.
#include "draft.h"

#include "base/file.h"
#include "base/text.h"

#include <string.h>

static dv_node *modes(draft *d)
{
  static const char *const kind[] = {"bending_y", "bending_z", "torsion", "axial"};
  dv_node *m = node_map(d->arena);
  int n = 0;
  if (chance(&d->rnd, 0.3)) return node_text(d->arena, "%d", 1 + whole(&d->rnd, 2));
  for (int i = 0; i < 4; i++)
    if (chance(&d->rnd, i < 2 ? 0.6 : 0.25))
      node_put(d->arena, m, kind[i], node_text(d->arena, "%d", 1 + whole(&d->rnd, 2))), n++;
  if (!n) node_put(d->arena, m, "bending_y", node_text(d->arena, "1"));
  return m;
}

static void beam(draft *d, dv_node *body, double length)
{
  static const char *const shapes[] = {"hinged-hinged", "clamped-free", "clamped-clamped",
                                       "free-free",     "polynomial",   "craig-bampton"};
  double tube[2] = {length * between(&d->rnd, 0.02, 0.04), 0}, box[3] = {tube[0], tube[0] * between(&d->rnd, 0.6, 1.5), 0};
  dv_node *b = node_put(d->arena, body, "beam", node_map(d->arena)), *s, *m;
  tube[1] = 0.15 * tube[0], box[2] = 0.1 * tube[0];
  node_put(d->arena, b, "length", quantity(d, length, "m"));
  s = node_put(d->arena, b, "section", node_map(d->arena));
  if (chance(&d->rnd, 0.5)) node_put(d->arena, s, "tube", node_numbers(d->arena, tube, 2));
  else node_put(d->arena, s, "box", node_numbers(d->arena, box, 3));
  m = node_put(d->arena, b, "material", node_map(d->arena));
  node_put(d->arena, m, "E", quantity(d, about(&d->rnd, 5e8, 4), "Pa"));
  node_put(d->arena, m, "G", quantity(d, about(&d->rnd, 2e8, 3), "Pa"));
  node_put(d->arena, m, "density", quantity(d, about(&d->rnd, 3000, 3), "kg/m^3"));
  node_put(d->arena, b, "modes", modes(d));
  node_put(d->arena, b, "shapes", node_text(d->arena, "%s", shapes[whole(&d->rnd, chance(&d->rnd, 0.5) ? 2 : 6)]));
  if (chance(&d->rnd, 0.7))
    node_put(d->arena, node_put(d->arena, b, "damping", node_map(d->arena)), "ratio",
             quantity(d, between(&d->rnd, 0.005, 0.1), ""));
  if (chance(&d->rnd, 0.2)) node_put(d->arena, b, "stiffening", node_text(d->arena, "true"));
  if (chance(&d->rnd, 0.2)) node_put(d->arena, b, "pins", node_text(d->arena, "chord"));
  if (chance(&d->rnd, 0.15)) node_put(d->arena, b, "elements", node_text(d->arena, "6"));
}

// Three nodes on a line, two modes; the first node is where the joint holds it.
static void modal(draft *d, dv_node *body, double length)
{
  dv_text t = {.arena = d->arena};
  dv_text_add(&t, "stiffness %.5g %.5g\ndamping %.5g %.5g\n", about(&d->rnd, 3e3, 3), about(&d->rnd, 1e4, 3),
              between(&d->rnd, 0, 5), between(&d->rnd, 0, 5));
  for (int i = 0; i < 3; i++) {
    dv_text_add(&t, "node %.5g 0 0  %.5g  %.4g %.4g %.4g ", 0.5 * i * length, about(&d->rnd, d->mass, 2), 0.01 * d->mass,
                0.02 * d->mass, 0.02 * d->mass);
    for (int k = 0; k < 12; k++) dv_text_add(&t, " %.4g", i ? between(&d->rnd, -1, 1) * (k % 6 < 3 ? 1 : 0.5) : 0.);
    dv_text_add(&t, "\n");
  }
  const char *text = dv_text_all(&t), *name = dv_arena_text(d->arena, "%s-%s", d->stem, fresh(d, "modal"));
  const char *path = dv_arena_text(d->arena, "%s/%s.txt", d->folder, name);
  dv_diags *g = dv_diags_new(d->arena);
  dv_file_write(g, path, text, strlen(text));
  names_add(d, &d->files, path);
  node_put(d->arena, node_put(d->arena, body, "modal", node_map(d->arena)), "file", node_text(d->arena, "%s.txt", name));
}

void draw_elastic(draft *d, dv_node *body, double length)
{
  if (chance(&d->rnd, 0.25)) modal(d, body, length);
  else beam(d, body, length);
}
