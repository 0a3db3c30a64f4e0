// unpack.c: archives by libzip. Nothing in an archive is trusted: neither its names, nor the sizes that it tells, nor its kinds
// of entries.
#include "exchange/unpack.h"

#include "base/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

typedef struct {
  dv_arena *arena;
  dv_diags *diags;
  dv_mark mark;
  zip_t *zip;
  zip_int64_t n;
  const char *folder;  // with a slash at its end
  size_t left;         // bytes that may still come
} unpacking;

static int refuse(const unpacking *u, const char *what, const char *name)
{
  dv_diag_add(u->diags, DV_ERROR, u->mark, "take the archive from where it was made again", "this FMU is refused: %s%s%.120s%s",
              what, name ? " '" : "", name ? name : "", name ? "'" : "");
  return -1;
}

static int open_archive(unpacking *u, const char *bytes, size_t size)
{
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *s = zip_source_buffer_create(bytes, size, 0, &error);
  u->zip = s ? zip_open_from_source(s, ZIP_RDONLY, &error) : NULL;
  if (s && !u->zip) zip_source_free(s);
  const char *why = u->zip ? NULL : dv_arena_text(u->arena, "it is no sound zip archive: %s", zip_error_strerror(&error));
  zip_error_fini(&error);
  if (why) return refuse(u, why, NULL);
  u->n = zip_get_num_entries(u->zip, 0);
  return u->n > DV_UNPACK_ENTRIES ? refuse(u, "it has too many entries", NULL) : 0;
}

// Relative, plain, and it stays inside.
static int is_safe(const char *name)
{
  int depth = 0;
  size_t n = strlen(name);
  if (!n || n > DV_UNPACK_NAME || *name == '/' || strchr(name, '\\') || name[1] == ':') return 0;
  for (const char *p = name; *p; p++)
    if ((unsigned char)*p < 32 || *p == 127) return 0;
  for (const char *p = name; *p;) {
    size_t m = strcspn(p, "/");
    if (!m || (m == 1 && p[0] == '.') || (m == 2 && p[0] == '.' && p[1] == '.')) return 0;
    if (++depth > DV_UNPACK_DEPTH) return 0;
    p += m + (p[m] == '/');
  }
  return 1;
}

// A plain file or a folder; the kind of file that Unix archives tell beside the entry.
static int is_plain(zip_t *z, zip_uint64_t i)
{
  zip_uint8_t system = 0;
  zip_uint32_t attributes = 0;
  if (zip_file_get_external_attributes(z, i, 0, &system, &attributes)) return 0;
  mode_t type = (mode_t)(attributes >> 16) & S_IFMT;
  return system != ZIP_OPSYS_UNIX || !type || type == S_IFREG || type == S_IFDIR;
}

static int check_entry(const unpacking *u, zip_uint64_t i, zip_stat_t *s)
{
  const char *name = zip_get_name(u->zip, i, ZIP_FL_ENC_RAW);
  if (!name || !is_safe(name)) return refuse(u, "the name of an entry leads elsewhere", name);
  if (!is_plain(u->zip, i)) return refuse(u, "an entry is a link", name);
  if (zip_stat_index(u->zip, i, 0, s) || !(s->valid & ZIP_STAT_SIZE)) return refuse(u, "an entry cannot be read", name);
  s->name = name;
  if ((s->valid & ZIP_STAT_ENCRYPTION_METHOD) && s->encryption_method != ZIP_EM_NONE)
    return refuse(u, "an entry is encrypted", name);
  return s->size > DV_UNPACK_FILE ? refuse(u, "an entry is too large", name) : 0;
}

// All folders above a file; those that are there already are ours.
static int make_folders(const unpacking *u, const char *name)
{
  for (const char *p = strchr(name, '/'); p; p = strchr(p + 1, '/'))
    if (mkdir(dv_arena_text(u->arena, "%s%.*s", u->folder, (int)(p - name), name), 0700) && errno != EEXIST) return -1;
  return 0;
}

static int copy_out(unpacking *u, zip_uint64_t i, int to)
{
  char piece[1 << 14];
  zip_file_t *f = zip_fopen_index(u->zip, i, 0);
  zip_int64_t got = f ? 0 : -1;
  while (f && (got = zip_fread(f, piece, sizeof piece)) > 0) {
    if ((size_t)got > u->left || write(to, piece, (size_t)got) != got) break;
    u->left -= (size_t)got;
  }
  if (f && zip_fclose(f)) got = -1;
  return got ? -1 : 0;
}

static int unpack_file(unpacking *u, zip_uint64_t i, const zip_stat_t *s)
{
  if (s->size > u->left) return refuse(u, "it is too large", NULL);
  const char *path = dv_arena_text(u->arena, "%s%s", u->folder, s->name);
  int fd = make_folders(u, s->name) ? -1 : open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700);
  if (fd < 0) return refuse(u, "an entry is there twice, or cannot be written", s->name);
  int bad = copy_out(u, i, fd);
  if (close(fd) || bad) return refuse(u, "an entry is damaged, or there is no room for it", s->name);
  return 0;
}

static void end_scratch(void *scratch) { dv_scratch_close(scratch); }

static int make_folder(unpacking *u)
{
  dv_care *care = dv_arena_care(u->arena);
  dv_scratch *s = DV_TAKE(u->arena, dv_scratch, 1);
  if (dv_scratch_open(s, u->arena, dv_scratch_place(), "davit-fmu-"))
    return refuse(u, "there is no folder for it: set TMPDIR", NULL);
  care->thing = s, care->end = end_scratch;
  u->folder = dv_arena_text(u->arena, "%s/", s->path);
  return 0;
}

static int is_wanted(const char *name, const char *const *prefix, int n)
{
  for (int i = 0; i < n; i++)
    if (!strncmp(name, prefix[i], strlen(prefix[i]))) return 1;
  return 0;
}

static int unpack_all(unpacking *u, const char *const *prefix, int n)
{
  zip_stat_t s;
  for (zip_int64_t i = 0; i < u->n; i++) {  // all are looked at before one is written
    zip_stat_init(&s);
    if (check_entry(u, (zip_uint64_t)i, &s)) return -1;
  }
  if (make_folder(u)) return -1;
  for (zip_int64_t i = 0; i < u->n; i++) {
    zip_stat_init(&s);
    if (check_entry(u, (zip_uint64_t)i, &s)) return -1;
    if (!is_wanted(s.name, prefix, n) || s.name[strlen(s.name) - 1] == '/') continue;
    if (unpack_file(u, (zip_uint64_t)i, &s)) return -1;
  }
  return 0;
}

const char *dv_unpack(dv_arena *a, dv_diags *d, dv_mark mark, const char *bytes, size_t size, const char *const *prefix, int n)
{
  unpacking u = {.arena = a, .diags = d, .mark = mark, .left = DV_UNPACK_ALL};
  int bad = open_archive(&u, bytes, size) || unpack_all(&u, prefix, n);
  if (u.zip) zip_discard(u.zip);
  return bad ? NULL : u.folder;
}

static char *read_one(const unpacking *u, const char *name, size_t *n)
{
  zip_stat_t s;
  zip_stat_init(&s);
  zip_int64_t i = zip_name_locate(u->zip, name, ZIP_FL_ENC_RAW);
  if (i < 0) return refuse(u, "it lacks", name), NULL;
  if (check_entry(u, (zip_uint64_t)i, &s)) return NULL;
  if (s.size > (size_t)64 << 20) return refuse(u, "an entry is too large", name), NULL;
  zip_file_t *f = zip_fopen_index(u->zip, (zip_uint64_t)i, 0);
  char *out = DV_TAKE(u->arena, char, s.size + 1);
  zip_int64_t got = f ? zip_fread(f, out, s.size) : -1;
  if (f) got = zip_fclose(f) ? -1 : got;
  *n = (size_t)s.size;
  if (got != (zip_int64_t)s.size) return refuse(u, "an entry is damaged", name), NULL;
  return out;
}

char *dv_unpack_one(dv_arena *a, dv_diags *d, dv_mark mark, const char *bytes, size_t size, const char *name, size_t *n)
{
  unpacking u = {.arena = a, .diags = d, .mark = mark};
  char *out = open_archive(&u, bytes, size) ? NULL : read_one(&u, name, n);
  if (u.zip) zip_discard(u.zip);
  return out;
}
