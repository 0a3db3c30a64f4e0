// compile_open.c: which numbers of the model a setting moves: those that differ when the file is opened with another value.
#include "compile.h"

#include "base/number.h"

#include <string.h>

// 1: what stands behind a number is a unit, "N/m" or nothing; 0: the number begins a formula, as in "2 * x" or "2/3".
static int is_unit(const char *text)
{
  text += strspn(text, " ");
  return !strpbrk(text, " +*(") && !strchr("-/^", *text ? *text : ' ');
}

// "187 bar" -> "190 bar"; a formula is taken a little larger as a whole.
static const char *other_value(dv_arena *a, const char *text, double factor)
{
  double x;
  const char *unit = dv_number_read(text, &x);
  if (!unit || !is_unit(unit)) return dv_arena_text(a, "%.17g * (%s)", factor, text);
  return dv_arena_text(a, "%.17g%s", x != 0 ? x * factor : factor - 1, unit);
}

// "path=value" as given, or of a bare path with another value than the file's; NULL after a diagnostic.
static const char *setting_of(args *a, const dv_machine *m, const char *item, double factor)
{
  const dv_node *root = m->spec->source->root;
  if (strchr(item, '=')) return item;
  const dv_node *n = strpbrk(item, ".[") ? NULL : dv_doc_path(root, dv_arena_text(a->arena, "parameters.%s", item));
  if (!n) n = dv_doc_path(root, item);
  if (n && n->type == DV_SCALAR) return dv_arena_text(a->arena, "%s=%s", item, other_value(a->arena, n->text, factor));
  bad_usage(a, dv_arena_text(a->arena, "give another value that it may have: --open %s=VALUE", item),
            "--open: the file does not say what '%s' is", item);
  return NULL;
}

static dv_machine *open_with(args *a, const char *setting)
{
  dv_machine_options o = machine_options(a, value_of(a, "case"));
  const char **all = DV_TAKE(a->arena, const char *, o.nsetting + 1);
  for (int i = 0; i < o.nsetting; i++) all[i] = o.settings[i];
  all[o.nsetting++] = setting;
  o.settings = all;
  return dv_machine_open(a->operand[0], &o);
}

// The machine with the other value; a little less where a little more is out of range. NULL after a diagnostic.
static dv_machine *open_other(args *a, const dv_machine *m, const char *item)
{
  static const double factor[] = {1 + 1.0 / 64, 1 - 1.0 / 64};
  dv_machine *other = NULL;
  for (int i = 0; i < 2; i++) {
    const char *setting = setting_of(a, m, item, factor[i]);
    if (!setting) return NULL;
    if (other) dv_machine_close(other);
    other = open_with(a, setting);
    if (other->model) return other;
  }
  move_diags(a->diags, other->diags);
  dv_machine_close(other);
  return NULL;
}

int compile_open(args *a, dv_machine *m, dv_trace_options *o)
{
  const char **item;
  int n = items_of(a, "open", &item), code = FINE;
  const dv_model **model = DV_TAKE(a->arena, const dv_model *, n + 1);
  dv_machine **other = DV_TAKE(a->arena, dv_machine *, n + 1);
  model[0] = m->model;
  for (int i = 0; i < n && code == FINE; i++) {
    other[i] = open_other(a, m, item[i]);
    if (!other[i]) code = BAD_USAGE;
    else if (!dv_model_alike(m->model, other[i]->model))
      code = bad_usage(a, "leave it out", "--open: '%s' changes what the machine is made of, not only numbers", item[i]);
    else model[i + 1] = other[i]->model;
  }
  if (code == FINE) o->open = dv_trace_differing(m->arena, model, n + 1, &o->nopen);
  for (int i = 0; i < n; i++) dv_machine_close(other[i]);
  return code;
}
