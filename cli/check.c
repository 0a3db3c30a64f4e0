// check.c: `davit check FILE...`: all faults of machine files.
#include "cli.h"
#include "expect.h"

#include "base/names.h"
#include "base/visible.h"
#include "mesh/triangles.h"
#include "spec/study_spec.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const option options_check[] = {MACHINE_OPTIONS, OPTION("json", NULL, "diagnostics as JSON"),
                                OPTION("names", NULL, "list every name: columns, expectations and metrics may use all"),
                                END_OPTIONS};

static void put_file(dv_json_out *o, const dv_machine *m, const char *file)
{
  dv_json_open(o, NULL, '{');
  put_command(o, file, !m->diags->nerror);
  if (m->spec) dv_json_text(o, "machine", m->spec->name);
  if (m->model) {
    dv_json_int(o, "states", m->model->nx);
    dv_json_int(o, "coordinates", m->model->nv);
  }
  if (m->doc->notes) dv_json_text(o, "notes", m->doc->notes);
  put_diags(o, m->diags);
  dv_json_close(o);
}

static void print_file(const dv_machine *m, const char *file)
{
  const dv_spec *s = m->spec;
  if (m->diags->nerror) {
    printf("%s: %d error%s, %d warning%s\n", file, m->diags->nerror, m->diags->nerror == 1 ? "" : "s", m->diags->nwarning,
           m->diags->nwarning == 1 ? "" : "s");
    return;
  }
  printf("%s: fine: %d bodies, %d joints, %d parts, %d states", file, s->nbody, s->njoint, s->npart, m->model->nx);
  if (s->ncase) printf(", %d cases", s->ncase);
  if (s->nvariant) printf(", %d variants", s->nvariant);
  if (m->diags->nacknowledged) printf("; %d acknowledged", m->diags->nacknowledged);
  if (m->diags->nwarning) printf("; %d warning%s", m->diags->nwarning, m->diags->nwarning == 1 ? "" : "s");
  puts("");
  if (m->doc->notes) printf("%s\n", m->doc->notes);
}

// Expectations, metrics, plots and records name what the machine has.
static void check_names(dv_machine *m)
{
  if (!m->model) return;
  const dv_spec *s = m->spec;
  metrics list = expect_metrics(m);
  for (int i = 0; i < s->nmetric; i++) *DV_PUSH(m->arena, &list) = &s->metric[i];
  curve_names(m, &list);
  expect_units(m);
  for (int i = 0; i < s->nrecord; i++) column_fits(m, s->record[i].text, s->record[i].mark);
  for (int i = 0; i < s->nplot; i++) {
    const dv_plot_spec *p = &s->plot[i];
    if (p->x.text) column_fits(m, p->x.text, p->x.mark);
    for (int k = 0; k < p->ncolumn; k++) column_fits(m, p->column[k].text, p->column[k].mark);
  }
}

// So does `io:`.
static void check_io(dv_machine *m)
{
  if (!m->model) return;
  const dv_io_spec *io = &m->spec->io;
  for (int i = 0; i < io->ninput; i++) column_fits(m, io->input[i].text, io->input[i].mark);
  for (int i = 0; i < io->noutput; i++) column_fits(m, io->output[i].text, io->output[i].mark);
  for (int i = 0; i < io->nregister; i++)
    if (strcmp(io->registers[i].name.text, "time")) column_fits(m, io->registers[i].name.text, io->registers[i].name.mark);
}

static dv_machine *named(dv_machine *m)
{
  check_names(m);
  check_io(m);
  return m;
}

// The whole name space: what columns, plots, expectations and metrics may say; formulas may say what is known before forces are.
static void print_names(const dv_machine *m)
{
  const dv_variable *v = dv_model_VARIABLE(m->model);
  for (int i = 0; i < DV_MODEL_COUNT(m->model, VARIABLE); i++)
    printf("%-40s %-10s %s\n", dv_model_text(m->model, v[i].path), dv_model_text(m->model, v[i].unit),
           dv_model_text(m->model, v[i].doc));
}

// What shows only in a case or variant says in which.
static void also(dv_machine *m, dv_machine *other, const char *what, const char *name)
{
  dv_diags *d = m->diags;
  int before = d->n;
  move_diags(d, other->diags);
  for (int i = before; i < d->n; i++) {
    const char *remedy = d->item[i].remedy;
    d->item[i].remedy = dv_arena_text(d->arena, "%s%sin %s '%s'", remedy ? remedy : "", remedy ? "; " : "", what, name);
  }
  dv_machine_close(other);
}

static void check_loads(args *a, const char *file, dv_machine *m, const dv_study_spec *s)
{
  for (int i = 0; i < s->ncase; i++) {
    const char *name = s->cases[i].name, *path = dv_arena_text(a->arena, "studies.%s.cases.%s", s->name, name);
    also(m, named(machine_open(a, file, path, 0)), "load case", name);
  }
}

// What a page would say of the meshes that are there, each once.
static void check_meshes(dv_machine *m)
{
  dv_names seen = {0};
  dv_mesh mesh;
  for (int i = 0; m->model && i < m->spec->nbody; i++)
    for (int k = 0; k < m->spec->body[i].nvisual; k++) {
      const dv_visual_spec *v = &m->spec->body[i].visual[k];
      if (v->shape != DV_MESH || dv_names_add(m->arena, &seen, v->file) < 0 || access(v->file, R_OK)) continue;
      dv_arena *own = dv_arena_under(m->arena);
      dv_mesh_read(own, m->diags, v->file, &mesh);
      dv_arena_free(own);
    }
}

// The machine as it stands, with each case, each variant and each load case of a study; a fault that shows in several is told
// once.
static dv_machine *check_file(args *a, const char *file)
{
  dv_machine *m = named(machine_open(a, file, value_of(a, "case"), 0));
  check_meshes(m);
  if (!m->spec || has(a, "case") || has(a, "variant")) return m;
  for (int i = 0; i < m->spec->ncase; i++)
    also(m, named(machine_open(a, file, m->spec->cases[i].name, 0)), "case", m->spec->cases[i].name);
  for (int i = 0; i < m->spec->nvariant; i++)
    also(m, named(machine_open_variant(a, file, m->spec->variants[i].name)), "variant", m->spec->variants[i].name);
  for (int i = 0; i < m->spec->nstudy; i++) check_loads(a, file, m, &m->spec->study[i]);
  return m;
}

int run_check(args *a)
{
  int json = has(a, "json"), code = FINE;
  dv_json_out o = {.text = {.arena = a->arena}};
  if (json) dv_json_open(&o, NULL, '[');
  for (int i = 0; i < a->noperand; i++) {
    dv_machine *m = check_file(a, a->operand[i]);
    if (m->diags->nerror) code = BAD_FILE;
    if (json) put_file(&o, m, a->operand[i]);
    print_diags(m->diags);
    print_sections(m);
    if (!json) print_file(m, dv_text_visible(a->arena, a->operand[i], 0));
    if (has(a, "names") && m->model) print_names(m);
    dv_machine_close(m);
  }
  if (!json) return code;
  dv_json_close(&o);
  print_json(&o);
  return code;
}
