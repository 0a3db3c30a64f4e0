// compare_include.c: a file taken in under a name is the same machine.
#include "trial.h"

#include "base/file.h"
#include "base/number.h"

#include <string.h>

// "in_b3.in_p2" -> "b3.p2"
static const char *without_prefix(dv_arena *a, const char *name, const void *context)
{
  char *out = dv_arena_copy(a, name, strlen(name));
  (void)context;
  for (char *at = strstr(out, "in_"); at; at = strstr(at, "in_"))
    if (at == out || at[-1] == '.') memmove(at, at + 3, strlen(at + 3) + 1);
    else at++;
  return out;
}

verdict compare_include(trial *t)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  const dv_node *gravity = dv_doc_find(t->root, "gravity");
  char until[DV_NUMBER_TEXT];
  dv_node *outer = node_map(a), *list = node_put(a, outer, "include", node_list(a)),
          *entry = node_put(a, list, NULL, node_map(a));
  node_put(a, entry, "file", node_text(a, "inner.yaml"));
  node_put(a, entry, "as", node_text(a, "in"));
  if (gravity) node_put(a, outer, "gravity", node_copy(a, gravity));
  node_put(a, outer, "until", node_text(a, "%s", dv_number_write(until, t->until)));
  const char *path = dv_arena_text(a, "%s/outer.yaml", t->folder), *inner = dv_arena_text(a, "%s/inner.yaml", t->folder),
             *text = dv_doc_yaml(a, outer);
  if (dv_file_write(d, inner, t->m->text, strlen(t->m->text)) || dv_file_write(d, path, text, strlen(text))) return OPEN;
  machine *m = machine_of_doc(t->units, a, d, dv_doc_read(a, d, path), NULL, 0);
  int *map = DV_TAKE(t->arena, int, t->m->model->nx + 1);
  verdict v;
  if (!m->model) v = say(t, "included: refused: %s", machine_refusal(m));
  else if (states_match(t->m, m, without_prefix, NULL, map)) v = say(t, "included: it has other states");
  else v = same_machine(t, m, map, "included");
  machine_free(m);
  return v;
}
