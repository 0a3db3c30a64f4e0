// dot.c: pictures of graphs by Graphviz: .svg, .png, .pdf, or its input as .dot.
#include "cli.h"

#include <string.h>

static int failed(args *a, const char *path, const char *remedy, const char *why)
{
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){path, 0, 0}, remedy, "cannot write '%s': %s", path, why);
  return RUN_FAILED;
}

static int draw(args *a, const char *path, const char *type, const char *text)
{
  const char *argv[] = {"dot", dv_arena_text(a->arena, "-T%s", type), NULL}, *why;
  size_t n;
  char *picture = filter_text(a, argv, text, &n, &why);
  if (picture) return write_bytes(a, a->diags, path, picture, n);
  return failed(a, path, "is Graphviz installed (Debian package graphviz)? A .dot needs no other program", why);
}

int write_dot(args *a, const char *path, const char *text)
{
  static const char *const known[] = {"svg", "png", "pdf"};
  const char *dot = path ? strrchr(path, '.') : NULL;
  if (!path) return FINE;
  if (dot && !strcmp(dot, ".dot")) return write_text(a, a->diags, path, text);
  for (int i = 0; dot && i < 3; i++)
    if (!strcmp(dot + 1, known[i])) return draw(a, path, known[i], text);
  return bad_usage(a, "name it .svg, .png, .pdf or .dot", "unknown kind of picture '%s'", path);
}
