// picture_file.c: PNG by its signature and header, JPEG by its markers (ISO 10918-1, annex B).
#include "mesh/picture_file.h"

#include "base/file.h"
#include "base/real_path.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { NAME_MOST = 4096 };

static int bounded(dv_picture_file *p, unsigned long width, unsigned long height)
{
  if (!width || !height || width > DV_PICTURE_SIDE || height > DV_PICTURE_SIDE) return -1;
  p->width = (int)width;
  p->height = (int)height;
  return 0;
}

static unsigned long big(const unsigned char *p, int n)
{
  unsigned long x = 0;
  for (int i = 0; i < n; i++) x = x << 8 | p[i];
  return x;
}

static int is_png(const unsigned char *p, size_t n, dv_picture_file *out)
{
  if (n < 33 || memcmp(p, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16) != 0) return -1;
  out->type = "image/png";
  return bounded(out, big(p + 16, 4), big(p + 20, 4));
}

// Segments up to the one that begins a frame: C0 to CF but for tables (C4), extensions (C8) and conditioning (CC).
static int is_jpeg(const unsigned char *p, size_t n, dv_picture_file *out)
{
  if (n < 4 || p[0] != 0xFF || p[1] != 0xD8) return -1;
  out->type = "image/jpeg";
  for (size_t at = 2; at + 9 < n;) {
    unsigned mark = p[at + 1];
    if (p[at] != 0xFF) return -1;
    if (mark == 0xFF) at++;
    else if (mark >= 0xC0 && mark <= 0xCF && mark != 0xC4 && mark != 0xC8 && mark != 0xCC)
      return bounded(out, big(p + at + 7, 2), big(p + at + 5, 2));
    else at += 2 + big(p + at + 2, 2);
  }
  return -1;
}

int dv_picture_of(const void *bytes, size_t n, dv_picture_file *out)
{
  *out = (dv_picture_file){.bytes = bytes, .n = n};
  if (n > DV_PICTURE_BYTES) return -1;
  return is_png(bytes, n, out) && is_jpeg(bytes, n, out) ? -1 : 0;
}

const char *dv_name_as_written(dv_arena *a, const char *name)
{
  size_t n = 0;
  name += strspn(name, " \t\r\n");
  char *out = strlen(name) < NAME_MOST ? DV_TAKE(a, char, strlen(name) + 1) : NULL;
  for (; out && *name; name++) {
    char hex[3] = {name[0] == '%' ? name[1] : 0, name[0] == '%' && name[1] ? name[2] : 0, 0}, *end;
    long code = strtol(hex, &end, 16);
    int coded = hex[0] && hex[1] && !*end;
    if (coded && !code) return NULL;
    out[n++] = coded ? (char)code : *name == '\\' ? '/' : *name;
    if (coded) name += 2;
  }
  while (n && strchr(" \t\r\n", out[n - 1])) out[--n] = 0;
  return out;
}

static int ends_well(const char *name, const char *endings)
{
  const char *dot = strrchr(name, '.');
  for (const char *e = endings; dot && *e;) {
    size_t n = strcspn(e, " ");
    if (strlen(dot) == n && !strncasecmp(dot, e, n)) return 1;
    e += n + (e[n] == ' ');
  }
  return 0;
}

const char *dv_picture_path(dv_arena *a, const char *mesh, const char *name, const char *endings)
{
  static const char *const marks[] = {"package.xml", "model.config", NULL};
  struct stat s;
  const char *real = dv_real_path(a, mesh), *file = dv_name_as_written(a, name);
  if (file && !strncmp(file, "file://", 7)) file += 7;
  if (!real || !file || *file == '/' || strstr(file, "://") || !ends_well(file, endings)) return NULL;
  const char *home = dv_folder_above(a, real), *root = dv_package_above(a, home, marks),
             *found = dv_real_path(a, dv_arena_text(a, "%s%s", home, file));
  if (!found || strncmp(found, root, strlen(root)) != 0 || stat(found, &s) || !S_ISREG(s.st_mode)) return NULL;
  return found;
}

int dv_picture_read(dv_arena *a, const char *path, const dv_skin *s, dv_picture_file *out, const char **key)
{
  size_t n = 0;
  *key = NULL;
  if (s->sort == DV_SKIN_BYTES) return dv_picture_of(s->bytes, s->n, out);
  const char *file =
      s->sort == DV_SKIN_FILE ? dv_picture_path(a, path, dv_arena_copy(a, s->bytes, s->n), ".png .jpg .jpeg") : NULL;
  const char *bytes = file ? dv_file_read(a, dv_diags_new(a), file, (dv_mark){NULL, 0, 0}, DV_PICTURE_BYTES, &n) : NULL;
  *key = file;
  return bytes ? dv_picture_of(bytes, n, out) : -1;
}
