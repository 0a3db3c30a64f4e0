// mjcf_default.c: attributes by class: an element's own, then those of its class, then of the classes above.
#include "import/mjcf.h"

#include <string.h>

static void add_class(dv_mjcf *f, const dv_xml *e, int parent)
{
  int at = 0, own = f->classes.n;
  const char *name = dv_xml_get(e, "class");
  *DV_PUSH(f->u->r->arena, &f->classes) = (dv_mjcf_class){name ? name : "main", e, NULL};
  // items move while the list grows: parents by number until it is whole
  f->classes.item[own].parent = (const dv_mjcf_class *)(size_t)(parent + 1);
  for (const dv_xml *child; (child = dv_xml_next(e, "default", &at));) add_class(f, child, own);
}

void dv_mjcf_classes(dv_mjcf *f, const dv_xml *root)
{
  int at = 0;
  for (const dv_xml *e; (e = dv_xml_next(root, "default", &at));) add_class(f, e, -1);
  for (int i = 0; i < f->classes.n; i++) {
    size_t parent = (size_t)f->classes.item[i].parent;
    f->classes.item[i].parent = parent ? &f->classes.item[parent - 1] : NULL;
  }
  // further <default> at the top go on with the first
  for (int i = 1; i < f->classes.n; i++)
    if (!f->classes.item[i].parent) f->classes.item[i].parent = &f->classes.item[0];
}

static const dv_mjcf_class *find_class(const dv_mjcf *f, const char *name)
{
  for (int i = 0; i < f->classes.n; i++)
    if (!strcmp(f->classes.item[i].name, name)) return &f->classes.item[i];
  return f->classes.n ? &f->classes.item[0] : NULL;
}

const dv_mjcf_class *dv_mjcf_class_of(const dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *inherited)
{
  const char *name = dv_xml_get(e, "class");
  if (name) return find_class(f, name);
  return inherited ? inherited : f->classes.n ? &f->classes.item[0] : NULL;
}

static int is_actuator(const char *name)
{
  static const char *const list[] = {"motor", "position", "velocity", "intvelocity", "damper", "cylinder", "general"};
  for (size_t i = 0; i < sizeof list / sizeof *list; i++)
    if (!strcmp(list[i], name)) return 1;
  return 0;
}

// Actuators share one set of defaults, which any of their elements may give.
static int gives_default(const char *element, const char *given)
{
  return !strcmp(element, given) || (is_actuator(element) && !strcmp(given, "general")) ||
         (!strcmp(element, "freejoint") && !strcmp(given, "none"));
}

const char *dv_mjcf_get(const dv_xml *e, const dv_mjcf_class *c, const char *attribute)
{
  const char *text = dv_xml_get(e, attribute);
  for (; !text && e && c; c = c->parent)
    for (int i = 0; i < c->at->n && !text; i++)
      if (gives_default(e->name, c->at->item[i]->name)) text = dv_xml_get(c->at->item[i], attribute);
  return text;
}

int dv_mjcf_numbers(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *attribute, double *x, int least, int most,
                    int *count)
{
  const char *text = dv_mjcf_get(e, c, attribute);
  if (!text || !text[strspn(text, " \t\r\n")]) return 0;
  const char *pair[] = {attribute, text, NULL};
  dv_xml at = {.name = e->name, .mark = e->mark, .attribute = pair};
  return dv_xml_some(f->u->r->diags, &at, attribute, x, least, most, count);
}

double dv_mjcf_number(dv_mjcf *f, const dv_xml *e, const dv_mjcf_class *c, const char *attribute, double none)
{
  double x = none;
  return dv_mjcf_numbers(f, e, c, attribute, &x, 1, 1, NULL) < 0 ? none : x;
}
