// form_modal.c: the file of a modal body, a plain table. # begins a comment; numbers between blanks, commas, semicolons.
//
//   stiffness k1 k2 ...          modal stiffnesses, N/m; their number is that of the modes
//   damping d1 d2 ...            optional, N s/m
//   node x y z m jx jy jz  ux uy uz rx ry rz  ux uy uz rx ry rz ...      m, kg, kg m^2; displacement and rotation of each mode
#include "base/file.h"
#include "base/number.h"
#include "spec/check.h"
#include "spec/forms.h"

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

int dv_form_modal(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  reader r = {.check = c};
  size_t size = 0;
  dv_form_file(c, k, n, &r.file);
  const char *text = dv_file_read(c->arena, c->diags, r.file, n->mark, BYTES_MOST, &size);
  if (!text || read_file(&r, text, size)) return -1;
  *(dv_modal_table *)to = r.table;
  return 0;
}
