// edit.c: `davit edit FILE`: a machine file in the browser: its text, its faults as one types, and the machine beside it.
#include "cli.h"
#include "host.h"

#include "scene/live_page.h"
#include "scene/page.h"
#include "server/editor.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const option options_edit[] = {
    OPTION("folder", "FOLDER", "files that the text takes in lie below it (default: the folder of FILE)"),
    HOST_OPTIONS,
    END_OPTIONS,
};

static int is_folder(const char *path)
{
  struct stat s;
  return !stat(path, &s) && S_ISDIR(s.st_mode);
}

// The folder that FILE lies in, or will.
static const char *folder_of(args *a)
{
  const char *file = a->operand[0], *slash = strrchr(file, '/');
  if (value_of(a, "folder")) return value_of(a, "folder");
  if (!slash) return ".";
  return slash == file ? "/" : dv_arena_copy(a->arena, file, (size_t)(slash - file));
}

static int fits(args *a, const char *folder)
{
  const char *file = a->operand[0];
  if (!strcmp(file, "-") || is_folder(file)) return bad_usage(a, "name a file: davit edit crane.yaml", "'%s' is no file", file);
  if (dv_import_takes(file) || is_result(file))
    return bad_usage(a, "davit convert makes a machine file of a robot", "davit edit is for machine files in YAML");
  if (!is_folder(folder)) return bad_usage(a, "name a folder that is there", "there is no folder '%s'", folder);
  return FINE;
}

int run_edit(args *a)
{
  dv_serve_options o;
  host h = {.a = a, .may = "edit the file"};
  const char *folder = folder_of(a);
  int bad = host_begin(&h, &o);
  if (bad || (bad = fits(a, folder))) return bad;
  if (dv_page_missing(a->diags) || dv_engine_missing(a->diags)) return RUN_FAILED;
  o.page = dv_editors_page(a->arena);
  o.editor = dv_editor_new(&(dv_editor_options){.file = a->operand[0], .folder = folder, .say = host_say});
  watch_signals();
  int code = dv_editor_fault(o.editor) || dv_serve(&o, a->diags) ? RUN_FAILED : FINE;
  dv_editor_close(o.editor);
  host_end(&h);
  return code;
}
