// check_modal.c: `modal:` of a body: its file, a plain table. # begins a comment; numbers between blanks, commas, semicolons.
//
//   stiffness k1 k2 ...          modal stiffnesses, N/m; their number is that of the modes
//   damping d1 d2 ...            optional, N s/m
//   node x y z m jx jy jz  ux uy uz rx ry rz  ux uy uz rx ry rz ...      m, kg, kg m^2; displacement and rotation of each mode
#include "base/file.h"
#include "base/number.h"
#include "spec/check.h"

#include <string.h>

enum { BYTES_MOST = 64 << 20 };

typedef struct {
  dv_check *check;
  const char *file;
  int line;
  dv_modal_table table;
  struct {
    double *item;
    int n, cap;
  } node, row;
} reader;

static int fault(reader *r, const char *remedy, const char *what)
{
  dv_mark mark = {r->file, r->line, 1};
  dv_diag_add(r->check->diags, DV_ERROR, mark, remedy, "%s", what);
  return -1;
}

// The numbers of a line behind its first word, in r->row. 0, or -1: reported.
static int read_row(reader *r, const char *p, const char *end)
{
  r->row.n = 0;
  while (p < end) {
    if (strchr(" \t,;\r", *p)) {
      p++;
      continue;
    }
    double v;
    const char *next = dv_number_read(p, &v);
    if (!next || next > end) return fault(r, "give numbers between blanks or commas", "this is not a number");
    *DV_PUSH(r->check->arena, &r->row) = v;
    p = next;
  }
  return 0;
}

static int keep_row(reader *r, double **out)
{
  dv_modal_table *t = &r->table;
  if (t->modes && r->row.n != t->modes) return fault(r, "give one number for each mode", "this line has another number of modes");
  if (r->row.n == 0 || r->row.n > DV_BEAM_MODES_MOST) return fault(r, "give 1 to 32 numbers", "the number of modes does not fit");
  t->modes = r->row.n;
  *out = DV_TAKE(r->check->arena, double, t->modes);
  memcpy(*out, r->row.item, (size_t)t->modes * sizeof(double));
  for (int k = 0; k < t->modes; k++)
    if (!((*out)[k] >= 0)) return fault(r, "give zero or more", "a stiffness or damping is negative");
  return 0;
}

static int keep_node(reader *r)
{
  dv_modal_table *t = &r->table;
  if (!t->stiffness) return fault(r, "let it come first", "a node stands before the line 'stiffness'");
  if (r->row.n != 7 + 6 * t->modes)
    return fault(r, dv_arena_text(r->check->arena, "give x y z m jx jy jz and 6 numbers for each of %d modes", t->modes),
                 "this node has another number of values");
  for (int i = 3; i < 7; i++)
    if (r->row.item[i] < 0) return fault(r, "give zero or more", "mass or inertia of a node is negative");
  for (int i = 0; i < r->row.n; i++) *DV_PUSH(r->check->arena, &r->node) = r->row.item[i];
  t->nodes++;
  return 0;
}

static int read_line(reader *r, const char *p, const char *end)
{
  const char *comment = memchr(p, '#', (size_t)(end - p));
  if (comment) end = comment;
  while (p < end && strchr(" \t\r", *p)) p++;
  size_t n = 0;
  while (p + n < end && !strchr(" \t,;\r", p[n])) n++;
  if (n == 0) return 0;
  if (read_row(r, p + n, end)) return -1;
  if (n == 9 && !strncmp(p, "stiffness", n)) return keep_row(r, &r->table.stiffness);
  if (n == 7 && !strncmp(p, "damping", n)) return keep_row(r, &r->table.damping);
  if (n == 4 && !strncmp(p, "node", n)) return keep_node(r);
  return fault(r, "begin a line with stiffness, damping or node", "this line begins with an unknown word");
}

static int read_file(reader *r, const char *text, size_t n)
{
  const char *end = text + n;
  for (const char *p = text; p < end;) {
    const char *stop = memchr(p, '\n', (size_t)(end - p));
    r->line++;
    if (read_line(r, p, stop ? stop : end)) return -1;
    p = stop ? stop + 1 : end;
  }
  if (!r->table.stiffness || !r->table.nodes)
    return fault(r, "give the line 'stiffness' and the nodes", "the table of the modal body is empty");
  r->table.node = r->node.item;
  return 0;
}

// The straight body as a rigid one: mass, centre, inertia about it.
static int weigh(dv_check *c, const dv_modal_table *t, dv_body_spec *b)
{
  static const int at[3] = {0, 3, 5};
  int stride = 7 + 6 * t->modes;
  for (int i = 0; i < t->nodes; i++) {
    const double *x = t->node + stride * i;
    b->mass += x[3];
    for (int j = 0; j < 3; j++) b->com[j] += x[3] * x[j];
  }
  if (!(b->mass > 0)) {
    dv_diag_add(c->diags, DV_ERROR, b->mark, "give its nodes masses", "modal body '%s' has no mass", b->name);
    return -1;
  }
  for (int j = 0; j < 3; j++) b->com[j] /= b->mass;
  for (int i = 0; i < t->nodes; i++) {
    const double *x = t->node + stride * i;
    double r[3] = {x[0] - b->com[0], x[1] - b->com[1], x[2] - b->com[2]};
    dv_inertia_shift(b->inertia, x[3], r, 1);
    for (int j = 0; j < 3; j++) b->inertia[at[j]] += x[4 + j];
  }
  return 0;
}

void dv_check_modal(dv_check *c, const dv_node *body, dv_body_spec *b)
{
  const dv_node *map = dv_check_get(body, "modal", DV_MAP), *file = map ? dv_check_get(map, "file", DV_SCALAR) : NULL;
  size_t n = 0;
  if (!file) return;
  dv_refuse_beside_elastic(c, body);
  reader *r = DV_TAKE(c->arena, reader, 1);
  r->check = c;
  r->file = dv_file_beside(c->arena, file->mark.file, file->text);
  const char *text = dv_file_read(c->arena, c->diags, r->file, file->mark, BYTES_MOST, &n);
  if (!text || read_file(r, text, n) || weigh(c, &r->table, b)) return;
  dv_elastic_spec *e = DV_TAKE(c->arena, dv_elastic_spec, 1);
  e->mark = map->key_mark;
  e->table = &r->table;
  e->nmode = r->table.modes;
  e->stiffness = r->table.stiffness;
  e->mass = DV_TAKE(c->arena, double, e->nmode);
  dv_modal_mass(e->table, e->mass);
  dv_check_modes(c, b, e);
  if (r->table.damping) memcpy(e->damping, r->table.damping, (size_t)e->nmode * sizeof(double));
  const dv_node *damping = dv_check_get(map, "damping", DV_MAP);
  if (damping) dv_check_damping(c, damping, e);
  b->elastic = e;
}
