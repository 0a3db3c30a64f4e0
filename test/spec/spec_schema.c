// The schema against a small validator of its own (draft 2020-12, the words that the schema uses), on the machines of
// the project, on the kinds' examples and on faulty files; and the reference of every kind.
#include "spec/read.h"

#include "base/json.h"

#include <dirent.h>

static const dv_json *root;  // the schema under test

static int valid(const dv_json *s, const dv_node *n);

static const dv_json *resolve(const char *ref)
{
  static const char prefix[] = "#/$defs/";
  assert_int_equal(strncmp(ref, prefix, sizeof prefix - 1), 0);
  const dv_json *s = dv_json_find(dv_json_find(root, "$defs"), ref + sizeof prefix - 1);
  if (!s) fail_msg("'%s' leads nowhere", ref);
  return s;
}

static int is_type(const char *type, const dv_node *n)
{
  if (!strcmp(type, "object")) return n->type == DV_MAP;
  if (!strcmp(type, "array")) return n->type == DV_SEQ;
  if (!strcmp(type, "null")) return n->type == DV_NULL;
  return n->type == DV_SCALAR;
}

static int right_type(const dv_json *t, const dv_node *n)
{
  if (t->type == DV_JSON_TEXT) return is_type(t->text, n);
  for (int i = 0; i < t->n; i++)
    if (is_type(t->item[i]->text, n)) return 1;
  return 0;
}

static int in_list(const dv_json *list, const dv_node *n)
{
  for (int i = 0; i < list->n; i++)
    if (n->type == DV_SCALAR && !strcmp(list->item[i]->text, n->text)) return 1;
  return 0;
}

static int valid_map(const dv_json *s, const dv_node *n)
{
  const dv_json *required = dv_json_find(s, "required"), *properties = dv_json_find(s, "properties"),
                *rest = dv_json_find(s, "additionalProperties");
  for (int i = 0; required && i < required->n; i++)
    if (!dv_doc_find(n, required->item[i]->text)) return 0;
  for (int i = 0; i < n->n; i++) {
    const dv_json *p = properties ? dv_json_find(properties, n->item[i]->key) : NULL;
    if (p && !valid(p, n->item[i])) return 0;
    if (!p && rest && rest->type == DV_JSON_BOOL && !rest->number) return 0;
    if (!p && rest && rest->type == DV_JSON_MAP && !valid(rest, n->item[i])) return 0;
  }
  return 1;
}

static int valid_list(const dv_json *s, const dv_node *n)
{
  const dv_json *items = dv_json_find(s, "items"), *least = dv_json_find(s, "minItems"), *most = dv_json_find(s, "maxItems");
  if ((least && n->n < least->number) || (most && n->n > most->number)) return 0;
  for (int i = 0; items && i < n->n; i++)
    if (!valid(items, n->item[i])) return 0;
  return 1;
}

static int valid(const dv_json *s, const dv_node *n)
{
  const dv_json *ref = dv_json_find(s, "$ref"), *type = dv_json_find(s, "type"), *words = dv_json_find(s, "enum"),
                *any = dv_json_find(s, "anyOf"), *all = dv_json_find(s, "allOf"), *when = dv_json_find(s, "if");
  if (ref && !valid(resolve(ref->text), n)) return 0;
  if ((type && !right_type(type, n)) || (words && !in_list(words, n))) return 0;
  int some = !any;
  for (int i = 0; any && i < any->n; i++) some |= valid(any->item[i], n);
  for (int i = 0; all && i < all->n; i++)
    if (!valid(all->item[i], n)) return 0;
  if (when && valid(when, n) && !valid(dv_json_find(s, "then"), n)) return 0;
  if (n->type == DV_MAP && !valid_map(s, n)) return 0;
  return some && (n->type != DV_SEQ || valid_list(s, n));
}

static machine with_schema(void)
{
  machine m = machine_start();
  char *text = dv_schema_json(m.arena, m.kinds);
  root = dv_json_read(m.arena, m.diags, "schema.json", text, strlen(text));
  if (!root) machine_show(&m);
  assert_non_null(root);
  return m;
}

static int accepts(machine *m, const char *yaml)
{
  dv_doc *doc = dv_doc_read_memory(m->arena, m->diags, "m.yaml", yaml, strlen(yaml));
  assert_non_null(doc->root);
  return valid(root, doc->root);
}

static void check_file(machine *m, const char *path)
{
  dv_doc *doc = dv_doc_read(m->arena, m->diags, path);
  int errors = doc->root ? dv_spec_check(doc, m->kinds, NULL, 0) : 1;
  if (errors || m->diags->n) machine_show(m);
  assert_int_equal(errors, 0);
  assert_int_equal(m->diags->nerror, 0);  // published inertias may be impossible: a warning
  if (!valid(root, doc->root)) fail_msg("the schema refuses %s", path);
}

static void machines(void **state)
{
  (void)state;
  DIR *d = opendir("machines");
  assert_non_null(d);
  int n = 0;
  for (struct dirent *e; (e = readdir(d));) {
    const char *dot = strrchr(e->d_name, '.');
    if (!dot || strcmp(dot, ".yaml")) continue;
    machine m = with_schema();
    check_file(&m, dv_arena_text(m.arena, "machines/%s", e->d_name));
    machine_free(&m);
    n++;
  }
  closedir(d);
  assert_true(n >= 5);
}

static void examples(void **state)
{
  (void)state;
  for (int i = 0; dv_kinds_x1[i]; i++) {
    const dv_kind *k = dv_kinds_x1[i];
    machine m = with_schema();
    assert_non_null(k->example);
    dv_doc *doc = dv_doc_read_memory(m.arena, m.diags, k->name, k->example, strlen(k->example));
    int errors = doc->root ? dv_spec_check(doc, m.kinds, NULL, 0) : 1;
    if (errors) machine_show(&m);
    assert_int_equal(errors, 0);
    assert_true(valid(root, doc->root));
    machine_free(&m);
  }
}

static void refuses(void **state)
{
  (void)state;
  static const char *const bad[] = {
      "bodys: {}\n",
      "bodies: {b: {mas: 1}}\n",
      "bodies: {b: {com: [1, 2]}}\n",
      "joints: {j: {type: revolut, child: b}}\n",
      "joints: {j: {type: revolute}}\n",
      "parts: {p: {kind: force.sprin}}\n",
      "parts: {p: {kind: force.spring, axis: j}}\n",
      "parts: {p: {kind: force.spring, axis: j, stiffness: 1, damping: 2}}\n",
      "signals: {s: {kind: force.spring, axis: j, stiffness: 1}}\n",
      "signals: {s: [1]}\n",
      "solver: {method: rk5}\n",
      "until: [1]\n",
  };
  machine m = with_schema();
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    if (accepts(&m, bad[i])) fail_msg("the schema accepts %s", bad[i]);
  assert_true(accepts(&m, "signals: {s: 2*t, r: {kind: sine, frequency: 1 Hz}, q: {kind: signal.sine, frequency: 1}}\n"));
  machine_free(&m);
}

// Everything that a kind declares is in its reference.
static void reference(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  machine m = machine_start();
  for (int i = 0; m.kinds[i]; i++)
    for (int markdown = 0; markdown < 2; markdown++) {
      const dv_kind *k = m.kinds[i];
      const char *text = dv_kind_reference(a, k, markdown);
      assert_non_null(strstr(text, k->name));
      for (int j = 0; j < k->nparam; j++) assert_true(strstr(text, k->param[j].name) && strstr(text, k->param[j].doc));
      for (int j = 0; j < k->nport; j++) assert_non_null(strstr(text, k->port[j].doc));
      for (int j = 0; j < k->nin; j++) assert_non_null(strstr(text, k->in[j].doc));
      for (int j = 0; j < k->nout; j++) assert_non_null(strstr(text, k->out[j].doc));
      for (int j = 0; j < k->ntable; j++) assert_non_null(strstr(text, k->table[j].doc));
      for (int j = 0; j < k->noption; j++) assert_non_null(strstr(text, k->option[j].doc));
    }
  const char *text = dv_kind_reference(a, &all_kind, 0);
  assert_non_null(strstr(text, "N/m or N.m/rad  required  0 to 1000  stiffness on the axis"));
  assert_non_null(strstr(text, "slow, fast"));
  machine_free(&m);
  dv_arena_free(a);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(machines), cmocka_unit_test(examples), cmocka_unit_test(refuses),
                                     cmocka_unit_test(reference)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
