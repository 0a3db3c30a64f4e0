// forms.c: values with a form of their own that several sections have.
#include "spec/forms.h"

#include "base/file.h"
#include "spec/check.h"

#include <math.h>
#include <string.h>

int dv_form_same(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  double *out = to, one;
  if (n->type == DV_SEQ) return dv_read_numbers(c, k, n, out);
  if (dv_check_number(c, n, k->name, k->unit, &one)) return -1;
  for (int i = 0; i < k->most; i++) out[i] = one;
  return 0;
}

int dv_form_file(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  (void)k;
  *(const char **)to = dv_file_beside(c->arena, n->mark.file ? n->mark.file : c->doc->file, n->text);
  return 0;
}

int dv_form_body(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  int i = dv_names_find(&c->bodies, n->text);
  *(int *)to = i;
  if (i >= 0 || !strcmp(n->text, "world")) return 0;
  const char *remedy = dv_did_you_mean(c->diags, n->text, c->bodies.item, c->bodies.n, "add it to 'bodies:'");
  dv_diag_add(c->diags, DV_ERROR, n->mark, remedy, "%s body '%.64s' does not exist", k->name, n->text);
  return -1;
}

int dv_form_point(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  (void)k;
  *(dv_ref *)to = dv_check_point(c, n);
  return 0;
}

static int letter_direction(const char *text, double out[3])
{
  double sign = text[0] == '-' ? -1 : 1;
  if (text[0] == '-' || text[0] == '+') text++;
  if (text[0] < 'x' || text[0] > 'z' || text[1]) return -1;
  memset(out, 0, 3 * sizeof *out);
  out[text[0] - 'x'] = sign;
  return 0;
}

int dv_form_direction(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  double v[3] = {0}, *out = to;
  if (n->type == DV_SCALAR) {
    if (!letter_direction(n->text, out)) return 0;
    dv_diag_add(c->diags, DV_ERROR, n->mark, "write x, y, z, -x, -y, -z or [a, b, c]", "unknown axis '%.64s'", n->text);
    return -1;
  }
  if (dv_read_numbers(c, k, n, v)) return -1;
  double length = hypot(hypot(v[0], v[1]), v[2]);
  if (!(length > 0) || !isfinite(length)) {
    dv_diag_add(c->diags, DV_ERROR, n->mark, "give a direction", "'%s' has no length", k->name);
    return -1;
  }
  for (int i = 0; i < 3; i++) out[i] = v[i] / length;
  return 0;
}

int dv_form_lead(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  double length;
  if (dv_check_number(c, n, k->name, k->unit, &length)) return -1;
  *(double *)to = length / (2 * M_PI);
  return 0;
}

int dv_form_gravity(dv_check *c, const dv_key *k, const dv_node *n, void *to)
{
  double down, *out = to;
  if (n->type == DV_SEQ) return dv_read_numbers(c, k, n, out);
  if (dv_check_number(c, n, k->name, k->unit, &down)) return -1;
  if (down < 0)
    dv_diag_add(c->diags, DV_WARNING, n->mark, "a number points down: give it without the sign; up is [0, 0, 9.81]",
                "'gravity: %.40s' points up", n->text);
  out[0] = out[1] = 0;
  out[2] = -down;
  return 0;
}
