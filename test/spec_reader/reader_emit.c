// YAML out and in again gives the same tree: awkward texts, random trees, and all machines.
#include "reader.h"

#include "spec/doc.h"

#include <glob.h>

static void expect_same(const dv_node *x, const dv_node *y, const char *text)
{
  if (x->type != y->type || x->n != y->n || x->quoted != y->quoted)
    fail_msg("another tree at %d:%d of\n%s", y->mark.line, y->mark.col, text);
  if (x->type == DV_SCALAR) assert_string_equal(x->text, y->text);
  for (int i = 0; i < x->n; i++) {
    if (x->type == DV_MAP) assert_string_equal(x->item[i]->key, y->item[i]->key);
    expect_same(x->item[i], y->item[i], text);
  }
}

static void round_trip(fixture b, const dv_node *root)
{
  const char *text = dv_doc_yaml(b.a, root);
  dv_doc *again = dv_doc_read_memory(b.a, b.d, "again", text, strlen(text));
  if (!again->root) fail_msg("%s\n%s", dv_diag_text(b.d, 0), text);
  expect_same(root, again->root, text);
}

static void test_style(void **state)
{
  (void)state;
  const char *in =
      "bodies: {boom: {mass: 2 kg, com: [0, 0, 1], at: {xyz: [1, 2, 3]}, visual: [{box: [1, 1, 1]}], none: , empty: {}}}\nx: {}\n";
  fixture b = fixture_open();
  dv_doc *doc = dv_doc_read_memory(b.a, b.d, "f", in, strlen(in));
  expect_none(b);
  assert_string_equal(dv_doc_yaml(b.a, doc->root), "bodies:\n"
                                                   "  boom:\n"
                                                   "    mass: 2 kg\n"
                                                   "    com: [0, 0, 1]\n"
                                                   "    at: {xyz: [1, 2, 3]}\n"
                                                   "    visual: [{box: [1, 1, 1]}]\n"
                                                   "    none:\n"
                                                   "    empty: {}\n"
                                                   "x: {}\n");
  fixture_close(b);
}

static const char *const awkward[] = {"a: b",
                                      "\xEF\xBB\xBF",  // byte-order mark
                                      "\xEF\xBB\xBFx",
                                      ("a\xEF\xBB\xBF"
                                       "b"),
                                      "line\xE2\x80\xA8paragraph\xE2\x80\xA9next\xC2\x85",
                                      "a #b",
                                      "#a",
                                      "- a",
                                      "-",
                                      "--- a",
                                      "...",
                                      "~",
                                      "null",
                                      "[1]",
                                      "{a}",
                                      "'q'",
                                      "\"q\"",
                                      "a\nb",
                                      "a\n",
                                      "\ta",
                                      " a",
                                      "a ",
                                      "",
                                      "*a",
                                      "&a",
                                      "!a",
                                      "|",
                                      ">",
                                      "%a",
                                      "@a",
                                      "`a",
                                      "?",
                                      "? a",
                                      ":",
                                      ":a",
                                      "a:",
                                      "a,b",
                                      "a]b",
                                      "a}b",
                                      "30[cm]",
                                      "caf\xC3\xA9",
                                      "\\n",
                                      "true",
                                      "1e3",
                                      "<<",
                                      "=",
                                      "x:y",
                                      "a\x7F",
                                      "a - b",
                                      "a\rb",
                                      "\xC2\x85",
                                      "\xE2\x80\xA8",
                                      "\xEF\xBB\xBFx",
                                      "a\xEF\xBB\xBF"};
enum { NAWKWARD = sizeof awkward / sizeof *awkward };

static dv_node *scalar(fixture b, const char *text, int quoted)
{
  dv_node *n = dv_node_new(b.a, DV_SCALAR, (dv_mark){"f", 1, 1});
  n->text = text;
  n->quoted = quoted;
  return n;
}

// Quoted, every text survives, as key and as value, in flow and in block.
static void test_awkward(void **state)
{
  (void)state;
  for (int i = 0; i < NAWKWARD; i++) {
    fixture b = fixture_open();
    dv_node *root = dv_node_new(b.a, DV_MAP, (dv_mark){"f", 1, 1}), *list = dv_node_new(b.a, DV_SEQ, root->mark),
            *map = dv_node_new(b.a, DV_MAP, root->mark);
    dv_node_append(b.a, list, NULL, scalar(b, awkward[i], 1));
    dv_node_append(b.a, list, NULL, map);
    dv_node_append(b.a, map, "k", scalar(b, awkward[i], 1));
    if (*awkward[i]) dv_node_append(b.a, map, awkward[i], scalar(b, "v", 0));
    dv_node_append(b.a, root, "list", list);
    dv_node_append(b.a, root, "text", scalar(b, awkward[i], 1));
    if (*awkward[i]) dv_node_append(b.a, root, awkward[i], scalar(b, "v", 0));
    round_trip(b, root);
    fixture_close(b);
  }
}

static dv_node *random_tree(fixture b, uint64_t *seed, int depth)
{
  static const char *const plain[] = {"1", "-2.5e-3", "3 kg", "a*b + 30[cm]", "x", "sin(2*pi*t)", "a, b", "-x", "http://x"};
  uint64_t kind = roll(seed, depth > 0 ? 8 : 5);
  if (kind == 0) return dv_node_new(b.a, DV_NULL, (dv_mark){"f", 1, 1});
  if (kind == 1) return scalar(b, awkward[roll(seed, NAWKWARD)], 1);
  if (kind < 5) return scalar(b, plain[roll(seed, 9)], 0);
  dv_node *n = dv_node_new(b.a, kind == 5 ? DV_SEQ : DV_MAP, (dv_mark){"f", 1, 1});
  for (int i = 0, many = (int)roll(seed, 6); i < many; i++)
    dv_node_append(b.a, n, kind == 5 ? NULL : dv_arena_text(b.a, "key%d", i), random_tree(b, seed, depth - 1));
  return n;
}

static void test_random(void **state)
{
  (void)state;
  for (uint64_t i = 0; i < 3000; i++) {
    fixture b = fixture_open();
    uint64_t seed = i;
    dv_node *root = dv_node_new(b.a, DV_MAP, (dv_mark){"f", 1, 1});
    dv_node_append(b.a, root, "root", random_tree(b, &seed, 7));
    round_trip(b, root);
    fixture_close(b);
  }
}

static void test_machines(void **state)
{
  (void)state;
  static const char *const pattern[] = {"machines/*.yaml", "machines/*/*.yaml", "test/fuzz/corpus/yaml/*",
                                        "test/fuzz/corpus/urdf/*"};
  glob_t g = {0};
  for (int i = 0; i < 4; i++) glob(pattern[i], i ? GLOB_APPEND : 0, NULL, &g);
  for (size_t i = 0; i < g.gl_pathc; i++) {
    fixture b = fixture_open();
    dv_doc *doc = dv_doc_read(b.a, b.d, g.gl_pathv[i]);
    if (doc->root) round_trip(b, doc->root);
    fixture_close(b);
  }
  globfree(&g);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_style), cmocka_unit_test(test_awkward), cmocka_unit_test(test_random),
                                     cmocka_unit_test(test_machines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
