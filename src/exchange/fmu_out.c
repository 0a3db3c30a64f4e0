// fmu_out.c: packs a machine: description, binaries of the core, the model's block, sources of the core.
#include "exchange/fmu.h"

#include "base/hash.h"
#include "engine/compiled.h"
#include "engine/engine.h"
#include "exchange/describe.h"
#include "exchange/kit.h"
#include "graph/depend.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <zip.h>

int dv_fmu_has_kit(void) { return dv_kit_linux_end - dv_kit_linux > 0; }
int dv_fmu_has_windows(void) { return dv_kit_windows_end - dv_kit_windows > 0; }

const char *dv_fmu_identifier(dv_arena *a, const char *name)
{
  char *out = DV_TAKE(a, char, strlen(name) + 2), *to = out;
  if (!isalpha((unsigned char)*name)) *to++ = 'm';
  for (; *name; name++) *to++ = (char)(isalnum((unsigned char)*name) ? *name : '_');
  *to = 0;
  return out;
}

static const char *token_of(dv_arena *a, const void *bytes, size_t n)
{
  return dv_arena_text(a, "{davit-%016llx}", (unsigned long long)dv_hash_on(DV_HASH_START, bytes, n));
}

// Numbers and cells that stand behind inputs and outputs, for the dependencies.
static void find_dependencies(dv_description *d)
{
  const dv_variable *v = dv_model_VARIABLE(d->m);
  int *number = DV_TAKE(d->arena, int, d->ninput + 1), *cell = DV_TAKE(d->arena, int, d->n + 1), nshown = 0;
  for (int i = 0; i < d->ninput; i++) number[i] = v[d->input[i]].index;
  for (int i = 0; i < d->n; i++) {
    d->row[i] = -1;
    if (dv_description_is_output(d, i) && d->info[i].is == DV_IS_OUTPUT && dv_shown_cell(&v[i], &cell[nshown]))
      d->row[i] = d->nstate + nshown++;
  }
  dv_depend_options o = {.number = number, .nnumber = d->ninput, .shown = cell, .nshown = nshown};
  d->depends = dv_depend(d->arena, d->m, &o);
}

static void look(dv_description *d)
{
  d->n = dv_model_variables(d->m), d->nstate = dv_model_states(d->m), d->nroot = dv_model_roots(d->m);
  d->info = DV_TAKE(d->arena, dv_info, d->n + 1);
  d->state_of = DV_TAKE(d->arena, int, d->n + 1);
  d->input = DV_TAKE(d->arena, int, d->n + 1);
  d->row = DV_TAKE(d->arena, int, d->n + 1);
  for (int i = 0; i < d->n; i++) {
    d->state_of[i] = -1;
    dv_model_info(d->m, i, &d->info[i]);
    if (d->info[i].is == DV_IS_INPUT) d->input[d->ninput++] = i;
  }
  for (int i = 0; i < d->nstate; i++) d->state_of[dv_model_state(d->m, i)] = i;
  find_dependencies(d);
}

// Entries are of one fixed instant, so that the same machine gives the same bytes.
static int add(zip_t *z, const char *name, const void *bytes, size_t n)
{
  zip_source_t *s = zip_source_buffer(z, bytes, n, 0);
  zip_int64_t at = s ? zip_file_add(z, name, s, ZIP_FL_ENC_UTF_8) : -1;
  if (s && at < 0) zip_source_free(s);
  if (at >= 0) zip_file_set_mtime(z, (zip_uint64_t)at, 946684800, 0);
  return at < 0;
}

static int add_binaries(dv_arena *a, zip_t *z, const dv_fmu_options *o)
{
  const char *linux_folder = o->version == 2 ? "linux64" : "x86_64-linux",
             *windows_folder = o->version == 2 ? "win64" : "x86_64-windows";
  int bad = add(z, dv_arena_text(a, "binaries/%s/%s.so", linux_folder, o->identifier), dv_kit_linux,
                (size_t)(dv_kit_linux_end - dv_kit_linux));
  if (dv_fmu_has_windows())
    bad |= add(z, dv_arena_text(a, "binaries/%s/%s.dll", windows_folder, o->identifier), dv_kit_windows,
               (size_t)(dv_kit_windows_end - dv_kit_windows));
  return bad;
}

typedef struct {
  dv_arena *arena;
  zip_t *kit;
  const char **name;  // [n] of the sources, as the archive has them
  int n;
} source_list;

static void open_sources(dv_arena *a, source_list *l)
{
  size_t n = (size_t)(dv_kit_sources_end - dv_kit_sources);
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *s = n ? zip_source_buffer_create(dv_kit_sources, n, 0, &error) : NULL;
  *l = (source_list){.arena = a, .kit = s ? zip_open_from_source(s, ZIP_RDONLY, &error) : NULL};
  if (s && !l->kit) zip_source_free(s);
  zip_int64_t count = l->kit ? zip_get_num_entries(l->kit, 0) : 0;
  l->name = DV_TAKE(a, const char *, (size_t)count + 1);
  for (zip_int64_t i = 0; i < count; i++) l->name[l->n++] = dv_arena_text(a, "%s", zip_get_name(l->kit, (zip_uint64_t)i, 0));
  zip_error_fini(&error);
}

static int ends(const char *text, const char *end)
{
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}

static int add_source(const source_list *l, zip_t *z, int i)
{
  zip_stat_t s;
  zip_file_t *f = NULL;
  const char *name = l->name[i];
  if (ends(name, "/")) return 0;
  if (zip_stat_index(l->kit, (zip_uint64_t)i, 0, &s) || !(f = zip_fopen_index(l->kit, (zip_uint64_t)i, 0))) return 1;
  char *bytes = DV_TAKE(l->arena, char, s.size + 1);
  int bad = zip_fread(f, bytes, s.size) != (zip_int64_t)s.size;
  zip_fclose(f);
  return bad | add(z, dv_arena_text(l->arena, "sources/%s", name), bytes, s.size);
}

// FMI 3.0 says in a file of its own how the sources are built; FMI 2.0 in the description.
static const char *build_description(const source_list *l, const char *identifier)
{
  dv_text t = {.arena = l->arena};
  dv_text_add(
      &t,
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion=\"3.0\">\n"
      "  <BuildConfiguration modelIdentifier=\"%s\" description=\"compile with -ffp-contract=off, or by CMakeLists.txt\">\n"
      "    <SourceFileSet language=\"C11\">\n",
      identifier);
  for (int i = 0; i < l->n; i++)
    if (ends(l->name[i], ".c")) dv_text_add(&t, "      <SourceFile name=\"%s\"/>\n", l->name[i]);
  dv_text_add(&t,
              "      <IncludeDirectory name=\".\"/>\n    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n");
  return dv_text_all(&t);
}

static int add_sources(const source_list *l, zip_t *z, const dv_fmu_options *o)
{
  int bad = 0;
  for (int i = 0; i < l->n && !bad; i++) bad = add_source(l, z, i);
  if (bad || !l->n || o->version == 2) return bad;
  const char *text = build_description(l, o->identifier);
  return add(z, "sources/buildDescription.xml", text, strlen(text));
}

// What zip_close wrote into the buffer.
static const void *take(dv_arena *a, zip_source_t *buffer, size_t *n)
{
  zip_stat_t s;
  if (zip_source_stat(buffer, &s) || zip_source_open(buffer)) return NULL;
  char *out = DV_TAKE(a, char, s.size);
  zip_int64_t got = zip_source_read(buffer, out, s.size);
  zip_source_close(buffer);
  *n = (size_t)s.size;
  return got == (zip_int64_t)s.size ? out : NULL;
}

// FMI 3.0 has a folder for it, FMI 2.0 a name.
static int add_picture(zip_t *z, const dv_description *d, const dv_fmu_options *o)
{
  if (o->version == 2) return o->picture && add(z, "model.png", o->picture, o->picture_bytes);
  const char *xml = dv_describe_terminals(d, o->picture != NULL);
  return (xml && add(z, "terminalsAndIcons/terminalsAndIcons.xml", xml, strlen(xml))) ||
         (o->picture && add(z, "terminalsAndIcons/icon.png", o->picture, o->picture_bytes));
}

static int fill(dv_arena *a, zip_t *z, const dv_description *d, const dv_fmu_options *o, const source_list *l, const void *block,
                size_t n)
{
  const char *xml = dv_text_all((dv_text *)&d->out);
  return add_picture(z, d, o) | add(z, "modelDescription.xml", xml, strlen(xml)) | add(z, "resources/machine.dvm", block, n) |
         add_binaries(a, z, o) | add_sources(l, z, o);
}

const void *dv_fmu_write(dv_arena *a, dv_diags *diags, const dv_model *m, const dv_fmu_options *o, size_t *n)
{
  size_t size = 0;
  const void *block = dv_model_bytes(m, &size), *out = NULL;
  dv_description d = {.arena = a, .out = {.arena = a}, .m = m, .identifier = o->identifier, .version = o->version};
  d.token = token_of(a, block, size);
  source_list l;
  open_sources(a, &l);
  look(&d);
  d.source = l.name, d.nsource = l.n;
  if (o->version == 2) dv_describe2(&d);
  else dv_describe3(&d);
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *buffer = zip_source_buffer_create(NULL, 0, 0, &error);
  zip_t *z = buffer ? zip_open_from_source(buffer, ZIP_TRUNCATE, &error) : NULL;
  if (z) zip_source_keep(buffer);
  if (z && !fill(a, z, &d, o, &l, block, size) && !zip_close(z)) out = take(a, buffer, n);
  else if (z) zip_discard(z);
  if (buffer) zip_source_free(buffer);
  if (l.kit) zip_discard(l.kit);
  if (!out) dv_diag_add(diags, DV_ERROR, (dv_mark){NULL, 0, 0}, NULL, "the FMU cannot be packed: %s", zip_error_strerror(&error));
  zip_error_fini(&error);
  return out;
}
