// choose.c: which variables a controller sets and reads, by the names of `io:`.
#include "wire/remote_inside.h"

#include "record/record.h"

#include <string.h>

typedef struct {
  int *item;
  int n, cap;
} handles;

static void add(handles *h, dv_arena *a, int handle)
{
  for (int i = 0; i < h->n; i++)
    if (h->item[i] == handle) return;
  int *slot = DV_PUSH(a, h);
  *slot = handle;
}

dv_info dv_remote_info(const dv_model *m, int handle)
{
  dv_info info = {.name = handle == DV_HANDLE_TIME ? "time" : "", .unit = handle == DV_HANDLE_TIME ? "s" : ""};
  if (handle >= 0) dv_model_info(m, handle, &info);
  return info;
}

// The input "lever" is the number lever.value.
static const char *input_name(dv_arena *a, const char *path)
{
  const char *dot = strrchr(path, '.');
  return dv_arena_copy(a, path, dot ? (size_t)(dot - path) : strlen(path));
}

static int find_inputs(dv_remote *r, dv_arena *a, handles *to, const char *pattern)
{
  int found = 0;
  for (int i = 0; i < dv_model_variables(r->m); i++) {
    dv_info v = dv_remote_info(r->m, i);
    if (v.is != DV_IS_INPUT || (!dv_pattern_fits(pattern, input_name(a, v.name)) && !dv_pattern_fits(pattern, v.name))) continue;
    add(to, a, i);
    found++;
  }
  return found;
}

static int find_outputs(dv_remote *r, dv_arena *a, handles *to, const char *pattern)
{
  int found = 0, time = !strcmp(pattern, "time"), one = dv_is_pattern(pattern) ? -1 : dv_model_find(r->m, pattern);
  if (time || one >= 0) add(to, a, time ? DV_HANDLE_TIME : one);
  if (!dv_is_pattern(pattern)) return time || one >= 0;
  for (int i = 0; i < dv_model_variables(r->m); i++) {
    dv_info v = dv_remote_info(r->m, i);
    if ((v.is != DV_IS_STATE && v.is != DV_IS_OUTPUT) || !dv_pattern_fits(pattern, v.name)) continue;
    add(to, a, i);
    found++;
  }
  return found;
}

static int unknown(dv_remote *r, dv_arena *a, dv_diags *d, dv_ref name, const char *what)
{
  const char *remedy = dv_variable_nearest(a, r->m, name.text);
  dv_diag_add(d, DV_ERROR, name.mark, remedy, "io: no %s is called '%.64s'", what, name.text);
  return -1;
}

static int by_names(dv_remote *r, dv_arena *a, dv_diags *d, handles *in, handles *out)
{
  const dv_io_spec *io = &r->o.spec->io;
  int bad = 0;
  for (int i = 0; i < io->ninput; i++)
    if (!find_inputs(r, a, in, io->input[i].text)) bad = unknown(r, a, d, io->input[i], "input");
  for (int i = 0; i < io->noutput; i++)
    if (!find_outputs(r, a, out, io->output[i].text)) bad = unknown(r, a, d, io->output[i], "variable");
  if (!io->ninput) find_inputs(r, a, in, "*");
  for (int i = 0; i < dv_model_variables(r->m) && !io->noutput; i++) {
    dv_info v = dv_remote_info(r->m, i);
    if (v.shown && strcmp(v.name, "time")) add(out, a, i);
  }
  return bad;
}

// ---- registers

static int fits(dv_remote *r, dv_diags *d, const dv_register_spec *s, const char *unit, const char *key, dv_dim dim)
{
  if (!*unit || !strcmp(unit, "*") || dv_dim_equal(dim, dv_known_dim(r->o.spec, NULL, unit))) return 0;
  dv_diag_add(d, DV_ERROR, s->name.mark, dv_arena_text(d->arena, "give it in %s", unit),
              "io: '%s' of register '%.64s' is %s, but the variable is in %s", key, s->name.text, dv_dim_text(d->arena, dim),
              unit);
  return -1;
}

static int last_of(const handles *h, int handle)
{
  for (int i = 0; i < h->n; i++)
    if (h->item[i] == handle) return i;
  return -1;
}

static int by_register(dv_remote *r, dv_arena *a, dv_diags *d, const dv_register_spec *s, handles *in, handles *out)
{
  handles here = {0};
  int is_input = find_inputs(r, a, &here, s->name.text) == 1;
  if (!is_input && !find_outputs(r, a, &here, s->name.text)) return unknown(r, a, d, s->name, "variable");
  if (here.n != 1) {
    dv_diag_add(d, DV_ERROR, s->name.mark, "name one", "io: '%.64s' fits %d variables, a register holds one", s->name.text,
                here.n);
    return -1;
  }
  const char *unit = dv_remote_info(r->m, here.item[0]).unit;
  handles *list = is_input ? in : out;
  add(list, a, here.item[0]);
  r->map.item[r->map.n++] = (dv_register){.as = s, .is_input = is_input, .slot = last_of(list, here.item[0])};
  return fits(r, d, s, unit, "scale", s->scale.dim) | fits(r, d, s, unit, "offset", s->offset.dim);
}

// Two that share a register of one table.
static int check_overlap(const dv_register_map *map, dv_diags *d, int i)
{
  const dv_register *a = &map->item[i];
  int na = dv_register_words(a->as), end = a->as->address + (na ? na : 1);
  if (end > 65536) {
    dv_diag_add(d, DV_ERROR, a->as->name.mark, "addresses end at 65535", "io: '%.64s' needs two registers", a->as->name.text);
    return -1;
  }
  for (int k = 0; k < i; k++) {
    const dv_register *b = &map->item[k];
    int nb = dv_register_words(b->as), last = b->as->address + (nb ? nb : 1);
    if (a->is_input != b->is_input || (na == 0) != (nb == 0) || a->as->address >= last || b->as->address >= end) continue;
    dv_diag_add(d, DV_ERROR, a->as->name.mark, "give it another address", "io: '%.64s' and '%.64s' share a register",
                a->as->name.text, b->as->name.text);
    return -1;
  }
  return 0;
}

static int by_registers(dv_remote *r, dv_arena *a, dv_diags *d, handles *in, handles *out)
{
  const dv_io_spec *io = &r->o.spec->io;
  int bad = 0;
  r->map.item = DV_TAKE(a, dv_register, io->nregister);
  for (int i = 0; i < io->nregister; i++) bad |= by_register(r, a, d, &io->registers[i], in, out);
  for (int i = 0; i < r->map.n && !bad; i++) bad |= check_overlap(&r->map, d, i);
  if (io->nregister) return bad;
  dv_diag_add(d, DV_ERROR, (dv_mark){0}, "write 'io: {registers: {lever: {address: 0}, x.position: {address: 0, scale: 1 mm}}}'",
              "io: the machine has no registers");
  return -1;
}

int dv_remote_choose(dv_remote *r, dv_arena *a, dv_diags *d)
{
  handles in = {0}, out = {0};
  int bad = r->row->waits ? by_names(r, a, d, &in, &out) : by_registers(r, a, d, &in, &out);
  r->nin = in.n, r->in = in.item;
  r->nout = out.n, r->out = out.item;
  r->in_name = DV_TAKE(a, const char *, in.n);
  r->rest = DV_TAKE(a, double, in.n);
  r->held = DV_TAKE(a, double, in.n);
  r->value = DV_TAKE(a, double, out.n);
  for (int i = 0; i < in.n; i++) {
    dv_info v = dv_remote_info(r->m, in.item[i]);
    r->in_name[i] = input_name(a, v.name);
    r->rest[i] = r->held[i] = v.start;
  }
  return bad;
}
