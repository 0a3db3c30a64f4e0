// plot_write.c: figures as files. PNG is made from the SVG by rsvg-convert (librsvg2-bin).
#include "plot.h"

#include "base/file.h"

#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

static int failed(args *a, const char *path, const char *remedy, const char *why)
{
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){path, 0, 0}, remedy, "cannot write '%s': %s", path, why);
  return RUN_FAILED;
}

// 0, or the reason why not
static const char *rasterise(const char *svg, const char *png, const char **remedy)
{
  char *argv[] = {"rsvg-convert", "--zoom=2", "-o", (char *)(size_t)png, (char *)(size_t)svg, NULL};
  pid_t pid;
  int status;
  *remedy = "install librsvg2-bin, or write .svg";
  if (posix_spawnp(&pid, argv[0], NULL, NULL, argv, environ)) return "the program rsvg-convert was not found";
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) return "rsvg-convert was lost";
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return "the program rsvg-convert was not found";
  *remedy = NULL;
  return WIFEXITED(status) && !WEXITSTATUS(status) ? NULL : "rsvg-convert failed";
}

static int write_png(args *a, const char *svg, const char *path)
{
  char *drawing = dv_file_temporary(a->arena, a->diags, dv_arena_text(a->arena, "%s.svg", path)), *image = NULL;
  if (!drawing) return RUN_FAILED;
  if (!dv_file_write(a->diags, drawing, svg, strlen(svg))) image = dv_file_temporary(a->arena, a->diags, path);
  const char *remedy = NULL, *why = image ? rasterise(drawing, image, &remedy) : NULL;
  remove(drawing);
  if (!image) return RUN_FAILED;
  if (!why) return dv_file_publish(a->diags, image, path) ? RUN_FAILED : FINE;
  dv_file_drop(image, path);
  return failed(a, path, remedy, why);
}

int write_drawing(args *a, const char *svg, const char *path)
{
  size_t n = strlen(path);
  int png = n > 4 && !strcmp(path + n - 4, ".png");
  int code = png ? write_png(a, svg, path) : dv_file_write(a->diags, path, svg, strlen(svg)) ? RUN_FAILED : FINE;
  if (code == FINE && !has(a, "json")) puts(path);
  return code;
}

int write_figure(args *a, const dv_figure *f, const char *path)
{
  return f->npanel ? write_drawing(a, dv_figure_svg(a->arena, f), path) : failed(a, path, NULL, "there is nothing to draw");
}
