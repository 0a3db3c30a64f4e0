// plot_write.c: figures as files. PNG and PDF are made from the SVG by rsvg-convert (librsvg2-bin).
#include "plot.h"

#include <stdio.h>
#include <string.h>

static int failed(args *a, const char *path, const char *remedy, const char *why)
{
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){path, 0, 0}, remedy, "cannot write '%s': %s", path, why);
  return RUN_FAILED;
}

static int write_by_rsvg(args *a, const char *svg, const char *path, int pdf)
{
  static const char *const to_png[] = {"rsvg-convert", "--zoom=2", NULL}, *const to_pdf[] = {"rsvg-convert", "--format=pdf",
                                                                                             NULL};
  const char *const *argv = pdf ? to_pdf : to_png;
  const char *why;
  size_t n;
  char *image = filter_text(a, argv, svg, &n, &why);
  if (image) return write_bytes(a, a->diags, path, image, n);
  return failed(a, path, "is librsvg2-bin installed? A .svg needs no other program", why);
}

int write_drawing(args *a, const char *svg, const char *path)
{
  size_t n = strlen(path);
  int png = n > 4 && !strcmp(path + n - 4, ".png"), pdf = n > 4 && !strcmp(path + n - 4, ".pdf");
  int code = png || pdf ? write_by_rsvg(a, svg, path, pdf) : write_text(a, a->diags, path, svg);
  if (code == FINE && !has(a, "json")) puts(path);
  return code;
}

int write_figure(args *a, const dv_figure *f, const char *path)
{
  return f->npanel ? write_drawing(a, dv_figure_svg(a->arena, f), path) : failed(a, path, NULL, "there is nothing to draw");
}
