// find_files.c: the mesh files that a robot names.
//
// package://name/rest: --package name=folder; ROS_PACKAGE_PATH; AMENT_PREFIX_PATH/share; then upwards from the robot to a folder
// whose package.xml has that name, or that holds a folder `name`. model://name/rest: likewise, and the paths of Gazebo. Others:
// beside the robot. What is found must end as a mesh does and be a plain file; a path that is absolute or climbs must stay within
// the robot's own package (the folder above its own if it has none) or a folder that the user has named.
#include "import/robot.h"

#include "base/file.h"
#include "base/real_path.h"
#include "mesh/triangles.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

enum { PACKAGE_BYTES = 1 << 16 };

typedef struct dv_finder {
  const char *home;  // folder of the robot, and of its package: real paths with a slash behind
  const char *root;
  struct {
    const char **item;
    int n, cap;
  } roots, missing;  // folders that the user has named; what was told
} finder;

static int is_file(const char *path)
{
  struct stat s;
  return !stat(path, &s) && S_ISREG(s.st_mode);
}

// The folder's real path, ending in a slash; NULL: it is not there.
static const char *real_folder(dv_arena *a, const char *path)
{
  const char *real = dv_real_path(a, *path ? path : ".");
  return real ? dv_arena_text(a, "%s%s", real, strcmp(real, "/") ? "/" : "") : NULL;
}

// 1: folder/package.xml is there, and has this name.
static int is_package(dv_arena *a, const char *folder, const char *name)
{
  const char *path = dv_arena_text(a, "%spackage.xml", folder);
  size_t n;
  if (!is_file(path)) return 0;
  const char *bytes = dv_file_read(a, dv_diags_new(a), path, (dv_mark){0}, PACKAGE_BYTES, &n);
  const char *tag = bytes ? strstr(bytes, "<name>") : NULL;
  if (!tag) return 0;
  tag += 6;
  tag += strspn(tag, " \t\r\n");
  size_t length = strlen(name);
  return !strncmp(tag, name, length) && strchr(" \t\r\n<", tag[length]);
}

static finder *make(dv_robot *u)
{
  static const char *const mark[] = {"package.xml", NULL};
  dv_arena *a = u->r->arena;
  finder *f = DV_TAKE(a, finder, 1);
  const char *slash = strrchr(u->file, '/');
  f->home = real_folder(a, slash ? dv_arena_copy(a, u->file, (size_t)(slash - u->file) + 1) : "");
  f->root = f->home ? dv_package_above(a, f->home, mark) : NULL;
  for (int i = 0; i < u->options->npackage; i++) {
    const char *equals = strchr(u->options->package[i], '='),
               *folder = real_folder(a, equals ? equals + 1 : u->options->package[i]);
    if (folder) *DV_PUSH(a, &f->roots) = folder;
  }
  return u->finder = f;
}

static int within(const char *path, const char *folder) { return folder && !strncmp(path, folder, strlen(folder)); }

static int is_allowed(const finder *f, const char *real)
{
  if (within(real, f->home) || within(real, f->root)) return 1;
  for (int i = 0; i < f->roots.n; i++)
    if (within(real, f->roots.item[i])) return 1;
  return 0;
}

// folder/rest, if it is there and does not climb out of the folder.
static const char *look(dv_arena *a, const char *folder, const char *rest)
{
  const char *real = dv_real_path(a, dv_arena_text(a, "%s/%s", *folder ? folder : ".", rest)), *inside = real_folder(a, folder);
  return real && inside && within(real, inside) && is_file(real) ? real : NULL;
}

// A list of folders in the environment: folder/middle/name/rest.
static const char *look_in_list(dv_arena *a, const char *variable, const char *middle, const char *name, const char *rest)
{
  const char *list = getenv(variable), *found = NULL;
  while (list && *list && !found) {
    size_t n = strcspn(list, ":");
    const char *folder = dv_arena_copy(a, list, n), *last = strrchr(folder, '/');
    if (n) found = look(a, dv_arena_text(a, "%s/%s%s", folder, middle, name), rest);
    if (n && !found && last && !strcmp(last + 1, name)) found = look(a, folder, rest);
    list += n + (list[n] == ':');
  }
  return found;
}

static const char *look_up(dv_arena *a, const finder *f, const char *name, const char *rest)
{
  const char *found = NULL, *folder = f->home;
  for (int i = 0; folder && !found && i < DV_LEVELS_UP && strcmp(folder, "/"); i++, folder = dv_folder_above(a, folder)) {
    size_t n = strlen(folder) - 1, length = strlen(name);
    int named = n > length && folder[n - length - 1] == '/' && !strncmp(folder + n - length, name, length);
    if (named || is_package(a, folder, name)) found = look(a, folder, rest);
    if (!found) found = look(a, dv_arena_text(a, "%s%s", folder, name), rest);
  }
  return found;
}

// A package is one folder: a name that climbs, or has folders in it, would lead anywhere.
static int is_package_name(const char *name) { return *name && *name != '.' && !strchr(name, '/'); }

static const char *look_in_package(dv_robot *u, const char *name, const char *rest)
{
  static const char *const list[][2] = {
      {"ROS_PACKAGE_PATH",     ""      },
      {"AMENT_PREFIX_PATH",    "share/"},
      {"GZ_SIM_RESOURCE_PATH", ""      },
      {"GAZEBO_MODEL_PATH",    ""      },
      {"GAZEBO_RESOURCE_PATH", ""      },
  };
  dv_arena *a = u->r->arena;
  const char *found = NULL;
  if (!is_package_name(name)) return NULL;
  for (int i = 0; i < u->options->npackage && !found; i++) {
    const char *given = u->options->package[i], *equals = strchr(given, '=');
    if (equals && strlen(name) == (size_t)(equals - given) && !strncmp(given, name, strlen(name)))
      found = look(a, equals + 1, rest);
  }
  for (size_t i = 0; i < sizeof list / sizeof *list && !found; i++) found = look_in_list(a, list[i][0], list[i][1], name, rest);
  return found ? found : look_up(a, u->finder, name, rest);
}

// Beside the robot; a path that is absolute or climbs only where that is allowed.
static const char *look_beside(dv_robot *u, const char *path)
{
  dv_arena *a = u->r->arena;
  const char *real = dv_real_path(a, *path == '/' ? path : dv_arena_text(a, "%s%s", u->finder->home, path));
  return real && is_file(real) && is_allowed(u->finder, real) ? real : NULL;
}

static const char *find(dv_robot *u, const char *uri)
{
  static const char *const scheme[] = {"package://", "model://", "$(find "};
  if (!strncmp(uri, "file://$(find ", 14)) uri += 7;
  for (size_t i = 0; i < sizeof scheme / sizeof *scheme; i++) {
    size_t n = strlen(scheme[i]);
    if (strncmp(uri, scheme[i], n) != 0) continue;
    const char *name = uri + n + (i < 2 ? strspn(uri + n, "/") : 0);  // package:///name/rest is found in the wild
    const char *end = name + strcspn(name, i == 2 ? ")" : "/");
    return *end ? look_in_package(u, dv_arena_copy(u->r->arena, name, (size_t)(end - name)), end + 1 + (i == 2 && end[1] == '/'))
                : NULL;
  }
  return look_beside(u, !strncmp(uri, "file://", 7) ? uri + 7 : uri);
}

const char *dv_path_seen_from(dv_arena *a, const char *folder, const char *path)
{
  size_t same = 0;
  for (size_t i = 0; folder[i] && folder[i] == path[i]; i++)
    if (folder[i] == '/') same = i + 1;
  dv_text t = {.arena = a};
  for (const char *p = folder + same; *p; p++)
    if (*p == '/') dv_text_add(&t, "../");
  if (same <= 1) return path;  // nothing in common
  dv_text_add(&t, "%s", path + same);
  return dv_text_all(&t);
}

const char *dv_find_beside(dv_robot *u, const char *path)
{
  dv_arena *a = u->r->arena;
  const char *to = u->options->beside, *slash = to ? strrchr(to, '/') : NULL;
  const char *folder = !to ? u->finder->home : real_folder(a, slash ? dv_arena_copy(a, to, (size_t)(slash - to) + 1) : "");
  return folder ? dv_path_seen_from(a, folder, path) : path;
}

const char *dv_find_mesh(dv_robot *u, const char *uri) { return dv_find_mesh_from(u, u->file, uri); }

const char *dv_find_mesh_from(dv_robot *u, const char *from, const char *uri)
{
  if (!u->finder) make(u);
  int takes = u->finder->home && dv_mesh_takes(uri);
  const char *found = takes ? find(u, uri) : NULL;
  const char *beside = takes && !found && !strstr(uri, "://") && strcmp(from, u->file) != 0
                           ? dv_real_path(u->r->arena, dv_file_beside(u->r->arena, from, uri))
                           : NULL;
  if (beside) found = look_beside(u, beside);
  if (found) return found;
  for (int i = 0; i < u->finder->missing.n; i++)
    if (!strcmp(u->finder->missing.item[i], uri)) return NULL;
  *DV_PUSH(u->r->arena, &u->finder->missing) = uri;
  return NULL;
}

const char *dv_find_include(dv_robot *u, const char *from, const char *path)
{
  static const char *const suffix[] = {".xml", ".xacro", ".urdf", ".yaml", ".yml"};
  dv_arena *a = u->r->arena;
  const char *dot = strrchr(path, '.');
  int takes = 0;
  for (size_t i = 0; dot && i < sizeof suffix / sizeof *suffix; i++) takes |= !strcasecmp(dot, suffix[i]);
  if (!u->finder) make(u);
  if (!u->finder->home || !takes) return NULL;
  if (strstr(path, "://") || !strncmp(path, "$(find ", 7)) return find(u, path);
  const char *beside = dv_real_path(a, dv_file_beside(a, from, path));
  const char *found = beside ? look_beside(u, beside) : NULL;
  return found ? found : look_beside(u, path);
}

const char *dv_find_sdf(dv_robot *u, const char *uri)
{
  const char *dot = strrchr(uri, '.');
  int whole = dot && !strcasecmp(dot, ".sdf");
  if (!u->finder) make(u);
  if (!u->finder->home) return NULL;
  return find(u, whole ? uri : dv_arena_text(u->r->arena, "%s%smodel.sdf", uri, uri[strlen(uri) - 1] == '/' ? "" : "/"));
}

void dv_find_report(dv_robot *u)
{
  enum { SHOWN = 3 };
  int n = u->finder ? u->finder->missing.n : 0;
  dv_text t = {.arena = u->r->arena};
  if (!n) return;
  for (int i = 0; i < n && i < SHOWN; i++) dv_text_add(&t, "%s'%s'", i ? ", " : "", u->finder->missing.item[i]);
  const char *end = n > SHOWN ? " ..." : "";
  dv_diag_add(u->r->diags, DV_WARNING, (dv_mark){u->file, 0, 0},
              "say where packages lie with --package NAME=FOLDER or ROS_PACKAGE_PATH; joints and other shapes are drawn",
              "%d mesh file%s not found, or outside the robot's package, or of a sort that is not read: %s%s", n,
              n == 1 ? " was" : "s were", dv_text_all(&t), end);
}
