// output.c: what verbs write. Nothing that a command reads is ever written over by it, and no two of its outputs are one file.
//
// Inputs are the operands, the options that name one, every file that the machine's text names or came from, and what else was
// read for it. What options name is looked at before the work begins, names that are made later (a figure in a folder) when they
// are written.
#include "cli.h"

#include "base/file.h"
#include "mesh/triangles.h"

#include <string.h>
#include <sys/stat.h>

static int is_stream(const char *path) { return !strcmp(path, "-") || !strncmp(path, "/dev/", 5); }

static int clash(dv_diags *d, const char *path, const char *what)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){NULL, 0, 0}, "give another name", "'%s' would be written over: %s", path, what);
  return BAD_USAGE;
}

// A state may take the place of the one that the run went on from.
static int clash_with_input(const args *a, dv_diags *d, const char *path, option_role role)
{
  int most = !strcmp(a->verb->name, "convert") ? 1 : a->noperand;
  for (int i = 0; i < most; i++)
    if (!is_stream(a->operand[i]) && dv_file_same(a->arena, path, a->operand[i])) return clash(d, path, "it is read");
  for (int i = 0; i < a->ngiven; i++) {
    const option *o = a->given[i].option;
    int reads = o->role == READS || (o->role == READS_STATE && role != WRITES_STATE);
    if (reads && !is_stream(a->given[i].value) && dv_file_same(a->arena, path, a->given[i].value))
      return clash(d, path, dv_arena_text(a->arena, "%s%s reads it", dashes(o->name), o->name));
  }
  return 0;
}

// A text that may be a file's name: with a folder, or a letter behind a dot.
static int may_be_name(const char *text)
{
  for (const char *s = text; *s; s++)
    if (*s == '/' || (*s == '.' && ((s[1] | 32) >= 'a' && (s[1] | 32) <= 'z'))) return strlen(text) < 4096;
  return 0;
}

void input_known(args *a, const char *path)
{
  struct stat s;
  for (int i = 0; i < a->inputs.n; i++)
    if (!strcmp(a->inputs.item[i], path)) return;
  if (!stat(path, &s) && S_ISREG(s.st_mode)) *DV_PUSH(a->arena, &a->inputs) = dv_arena_copy(a->arena, path, strlen(path));
}

// Files that a tree came from, and those that its texts name.
static void add_inputs(args *a, const char *root, const dv_node *n, const char *above)
{
  const char *file = n->mark.file ? n->mark.file : root;
  if (n->mark.file && n->mark.file != above) input_known(a, n->mark.file);
  if (n->type == DV_SCALAR && may_be_name(n->text)) input_known(a, dv_file_beside(a->arena, file, n->text));
  for (int i = 0; i < n->n; i++) add_inputs(a, root, n->item[i], n->mark.file);
}

static void also_read(void *context, const char *path) { input_known(context, path); }

// Which files a .gltf has beside it only its reader knows.
static void read_buffers(args *a)
{
  dv_mesh m;
  for (int i = 0, n = a->inputs.n; i < n; i++)
    if (ends_with(a->inputs.item[i], ".gltf")) dv_mesh_read(a->arena, dv_diags_new(a->arena), a->inputs.item[i], &m);
  dv_files_read(a->arena, also_read, a);
}

// `d`: of what was read.
static int clash_with_machine(args *a, dv_diags *d, const char *path)
{
  dv_files_read(d->arena, also_read, a);
  if (ends_with(path, ".bin")) read_buffers(a);
  for (int i = 0; i < a->inputs.n; i++)
    if (dv_file_same(a->arena, path, a->inputs.item[i])) return clash(d, path, "the machine is read from it");
  return 0;
}

// A state that the run goes on from was read, too.
static int replaces_state(const args *a, const char *path, option_role role)
{
  for (int i = 0; i < a->ngiven && role == WRITES_STATE; i++)
    if (a->given[i].option->role == READS_STATE && dv_file_same(a->arena, path, a->given[i].value)) return 1;
  return 0;
}

int output_allowed(args *a, dv_diags *d, const char *path, option_role role)
{
  if (is_stream(path) || replaces_state(a, path, role)) return 1;
  return !clash_with_input(a, d, path, role) && !clash_with_machine(a, d, path);
}

static int names_output(const given *g) { return g->option->role >= WRITES && !is_stream(g->value); }

static int is_ready(args *a, const char *path, option_role role)
{
  if (!output_allowed(a, a->diags, path, role)) return BAD_USAGE;
  return !is_stream(path) && dv_output_possible(a->diags, path) ? RUN_FAILED : FINE;
}

int output_ready(args *a, const char *path, option_role role)
{
  for (int i = 0; i < a->ngiven && !is_stream(path); i++) {
    const given *g = &a->given[i];
    if (names_output(g) && g->value != path && dv_file_same(a->arena, path, g->value))
      return clash(a->diags, path, dv_arena_text(a->arena, "%s%s names it, too", dashes(g->option->name), g->option->name));
  }
  return is_ready(a, path, role);
}

// An option whose value is "x.svg|x.png".
static int is_no_picture(const given *g)
{
  if (!g->option->value || !strstr(g->option->value, ".svg")) return 0;
  return !ends_with(g->value, ".svg") && !ends_with(g->value, ".png") && !ends_with(g->value, ".pdf");
}

int outputs_check(args *a)
{
  for (int i = 0; i < a->ngiven; i++) {
    const given *g = &a->given[i];
    if (!names_output(g)) continue;
    int bad = is_ready(a, g->value, g->option->role);
    if (bad) return bad;
    if (is_no_picture(g))
      return bad_usage(a, "name it .svg, .png or .pdf", "%s%s: '%s' is no picture", dashes(g->option->name), g->option->name,
                       g->value);
    for (int k = 0; k < i; k++)
      if (names_output(&a->given[k]) && a->given[k].option != g->option && dv_file_same(a->arena, g->value, a->given[k].value))
        return clash(a->diags, g->value,
                     dv_arena_text(a->arena, "%s%s and %s%s name one file", dashes(a->given[k].option->name),
                                   a->given[k].option->name, dashes(g->option->name), g->option->name));
  }
  return 0;
}

void outputs_know(args *a, dv_machine *m)
{
  if (m->doc && m->doc->root) add_inputs(a, m->doc->file, m->doc->root, NULL);
  if (m->doc && m->spec && m->spec->source) add_inputs(a, m->doc->file, m->spec->source->root, NULL);
  for (int i = 0; i < a->ngiven && m->model; i++)
    if (names_output(&a->given[i]) && clash_with_machine(a, m->diags, a->given[i].value)) m->model = NULL;
}

int write_bytes(args *a, dv_diags *d, const char *path, const char *bytes, size_t n)
{
  if (!output_allowed(a, d, path, WRITES)) return BAD_USAGE;
  return dv_file_write(d, path, bytes, n) ? RUN_FAILED : FINE;
}

int write_text(args *a, dv_diags *d, const char *path, const char *text) { return write_bytes(a, d, path, text, strlen(text)); }

int write_history(args *a, dv_diags *d, const dv_history *l, const char *path)
{
  if (!output_allowed(a, d, path, WRITES)) return BAD_USAGE;
  return dv_history_write(l, path, d) ? RUN_FAILED : FINE;
}

int write_state(args *a, dv_diags *d, const dv_model *m, const dv_state *s, const char *path)
{
  if (!output_allowed(a, d, path, WRITES_STATE)) return BAD_USAGE;
  return dv_state_save(m, s, path, d) ? RUN_FAILED : FINE;
}
