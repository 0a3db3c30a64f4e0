// half_direction.c: a direction of which a part names some components while another, that it leaves out, is not zero by itself.
//
// "nx: 1" of a contact whose normal is z unless told otherwise leans by 45 degrees: who meant a wall is told.
#include "base/number.h"
#include "spec/check.h"

#include <math.h>
#include <string.h>

static int is_component(const dv_param *q)
{
  size_t n = strlen(q->name);
  return n > 1 && strchr("xyz", q->name[n - 1]) && !strcmp(q->unit, "1") && q->lo == -1 && q->hi == 1;
}

static int same_direction(const dv_param *a, const dv_param *b)
{
  size_t n = strlen(a->name);
  return a != b && is_component(b) && strlen(b->name) == n && !strncmp(a->name, b->name, n - 1);
}

static int is_zero(const dv_node *n)
{
  double x;
  const char *end = n->type == DV_SCALAR ? dv_number_read(n->text, &x) : NULL;
  return end && !*end && x == 0;
}

void dv_tell_half_direction(dv_check *c, const dv_node *part, const dv_part_spec *p)
{
  const dv_kind *k = p->as;
  for (int i = 0; i < k->nparam; i++) {
    const dv_param *own = &k->param[i];
    if (!is_component(own) || own->def == 0 || !(fabs(own->def) <= 1) || dv_doc_find(part, own->name)) continue;
    for (int j = 0; j < k->nparam; j++) {
      const dv_node *n = same_direction(own, &k->param[j]) ? dv_doc_find(part, k->param[j].name) : NULL;
      if (!n || is_zero(n)) continue;
      dv_diag_add(
          c->diags, DV_WARNING, n->mark,
          dv_arena_text(c->arena, "write '%s: 0', or '%s: %g' if a slanting direction is meant", own->name, own->name, own->def),
          "'%s' of %s is given, but not '%s', which is %g then", k->param[j].name, p->name, own->name, own->def);
      break;
    }
  }
}
