// YAML into trees: places of every node and key, aliases, merges, includes, bounds.
#include "reader.h"
#include "folder.h"

#include "spec/doc.h"

#include <sys/stat.h>
#include <unistd.h>

static dv_doc *read_text(fixture b, const char *text) { return dv_doc_read_memory(b.a, b.d, "f", text, strlen(text)); }

static void expect_mark(dv_mark m, int line, int col)
{
  assert_string_equal(m.file, "f");
  assert_int_equal(m.line, line);
  assert_int_equal(m.col, col);
}

static void test_places(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = read_text(b, "name: a machine\n"
                             "bodies:\n"
                             "  boom: {mass: 2 kg, com: [0, 1, \"2\"]}\n"
                             "  empty:\n"
                             "  list:\n"
                             "    - one\n"
                             "    - k: two\n"
                             "doc: |\n"
                             "  first\n"
                             "  second\n");
  expect_none(b);
  const dv_node *boom = dv_doc_path(doc->root, "bodies.boom"), *two = dv_doc_path(doc->root, "bodies.list[1].k");
  expect_mark(boom->mark, 3, 9);
  expect_mark(boom->key_mark, 3, 3);
  expect_mark(dv_doc_find(boom, "com")->mark, 3, 27);
  expect_mark(dv_doc_find(boom, "com")->key_mark, 3, 22);
  expect_mark(two->mark, 7, 10);
  expect_mark(two->key_mark, 7, 7);
  assert_string_equal(two->text, "two");
  assert_int_equal(dv_doc_path(doc->root, "bodies.empty")->type, DV_NULL);
  const dv_node *quoted = dv_doc_path(doc->root, "bodies.boom.com[2]");
  assert_true(quoted->quoted);
  assert_ptr_equal(quoted, dv_doc_path(doc->root, "bodies.boom.com.2"));
  assert_false(dv_doc_path(doc->root, "bodies.boom.com[1]")->quoted);
  assert_string_equal(dv_doc_find(doc->root, "doc")->text, "first\nsecond\n");
  assert_null(dv_doc_find(doc->root, "nothing"));
  assert_null(dv_doc_path(doc->root, "bodies.boom.com[3]"));
  assert_null(dv_doc_path(doc->root, "bodies.boom.mass.x"));
  fixture_close(b);
}

// Every way to write text, against the rules of YAML 1.2 (7.3, 8.1).
static void test_texts(void **state)
{
  (void)state;
  static const struct {
    const char *yaml, *text;
  } rows[] = {
      {"a: one two",                         "one two"         },
      {"a: one\n  two\n\n  three",           "one two\nthree"  },
      {"a: 'it''s'",                         "it's"            },
      {"a: 'a''''b'",                        "a''b"            },
      {"a: '''''''x''''''''y'''''",          "'''x''''y''"     },
      {"a: 'one\n  two\n\n  three '",        "one two\nthree " },
      {"a: ''",                              ""                },
      {"a: \"\\t\\x41\\u00e9\\\"\\\\/\"",    "\tA\xC3\xA9\"\\/"},
      {"a: \"one\\\n   two\n  three\"",      "onetwo three"    },
      {"a: |\n  x\n   y\n\n  z\n\n\n",       "x\n y\n\nz\n"    },
      {"a: |-\n  x\n\n",                     "x"               },
      {"a: |+\n  x\n\n",                     "x\n\n"           },
      {"a: |2\n   x\n",                      " x\n"            },
      {"a: >\n  x\n  y\n\n  z\n   i\n  w\n", "x y\nz\n i\nw\n" },
      {"a: >-\n  x\n  y\n",                  "x y"             },
      {"a: x#y # comment",                   "x#y"             },
      {"a: \"x\\ny\"",                       "x\ny"            },
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fixture b = fixture_open();
    dv_doc *doc = read_text(b, rows[i].yaml);
    expect_none(b);
    if (strcmp(dv_doc_find(doc->root, "a")->text, rows[i].text) != 0)
      fail_msg("%s\ngives '%s'", rows[i].yaml, dv_doc_find(doc->root, "a")->text);
    fixture_close(b);
  }
}

static void test_aliases(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = read_text(b, "a: &a {m: 1, k: [2]}\n"
                             "b: *a\n"
                             "c: {<<: *a, m: 3}\n"
                             "d: {<<: [{x: 1, m: 8}, *a], y: 2}\n");
  expect_none(b);
  assert_string_equal(dv_doc_path(doc->root, "b.m")->text, "1");
  assert_string_equal(dv_doc_path(doc->root, "c.m")->text, "3");
  assert_string_equal(dv_doc_path(doc->root, "c.k[0]")->text, "2");
  assert_string_equal(dv_doc_path(doc->root, "d.m")->text, "8");  // the first of the list
  assert_string_equal(dv_doc_path(doc->root, "d.x")->text, "1");
  assert_int_equal(dv_doc_path(doc->root, "d")->n, 4);
  // an alias is a copy: setting one leaves the other
  assert_int_equal(dv_doc_set(doc, "b.m", "7", (dv_mark){NULL, 0, 0}), 0);
  assert_string_equal(dv_doc_path(doc->root, "a.m")->text, "1");
  fixture_close(b);
}

static void test_hash(void **state)
{
  (void)state;
  fixture b = fixture_open();
  // FNV-1a 64 test vectors: "foobar" and "" (Fowler, Noll, Vo)
  assert_string_equal(read_text(b, "foobar")->hash, "85944171f73967e8");
  assert_string_equal(read_text(b, "")->hash, "cbf29ce484222325");
  fixture_close(b);
}

static const char *put_file(fixture b, const char *dir, const char *name, const char *text)
{
  folder_put(dir, name, text);
  return dv_arena_text(b.a, "%s/%s", dir, name);
}

static char *folder(fixture b)
{
  const char *tmp = getenv("TMPDIR");
  char *name = dv_arena_text(b.a, "%s/davit-doc-XXXXXX", tmp ? tmp : "/tmp");
  assert_non_null(mkdtemp(name));
  assert_int_equal(mkdir(dv_arena_text(b.a, "%s/parts", name), 0700), 0);
  return name;
}

static void clear(fixture b, const char *dir, const char *const *names)
{
  for (; *names; names++) remove(dv_arena_text(b.a, "%s/%s", dir, *names));
  assert_int_equal(rmdir(dv_arena_text(b.a, "%s/parts", dir)), 0);
  assert_int_equal(rmdir(dir), 0);
}

// Deep merge; the including file wins, the later include beats the earlier; sequences are replaced.
static void test_include(void **state)
{
  (void)state;
  fixture b = fixture_open();
  char *dir = folder(b);
  put_file(b, dir, "parts/inner.yaml", "parameters: {a: inner, b: inner, c: inner, d: inner}\nlist: [1, 2, 3]\n");
  put_file(b, dir, "parts/one.yaml", "include: inner.yaml\nparameters: {b: one, c: one, d: one}\n");
  put_file(b, dir, "two.yaml", "parameters: {c: two, d: two}\nbodies: {x: {mass: 1}}\n");
  const char *path =
      put_file(b, dir, "main.yaml",
               "include: [parts/one.yaml, two.yaml]\nparameters: {d: main}\nlist: [9]\nbodies: {x: {com: 2}, y: 3}\n");
  dv_doc *doc = dv_doc_read(b.a, b.d, path);
  expect_none(b);
  assert_string_equal(dv_doc_path(doc->root, "parameters.a")->text, "inner");
  assert_string_equal(dv_doc_path(doc->root, "parameters.b")->text, "one");
  assert_string_equal(dv_doc_path(doc->root, "parameters.c")->text, "two");
  assert_string_equal(dv_doc_path(doc->root, "parameters.d")->text, "main");
  assert_int_equal(dv_doc_path(doc->root, "list")->n, 1);
  assert_string_equal(dv_doc_path(doc->root, "bodies.x.mass")->text, "1");
  assert_string_equal(dv_doc_path(doc->root, "bodies.x.com")->text, "2");
  assert_null(dv_doc_find(doc->root, "include"));
  assert_string_equal(dv_doc_path(doc->root, "parameters.c")->mark.file, dv_arena_text(b.a, "%s/two.yaml", dir));
  clear(b, dir, (const char *[]){"parts/inner.yaml", "parts/one.yaml", "two.yaml", "main.yaml", NULL});
  fixture_close(b);
}

static void test_include_faults(void **state)
{
  (void)state;
  fixture b = fixture_open();
  char *dir = folder(b);
  const char *a = put_file(b, dir, "a.yaml", "include: b.yaml\n"),
             *other = put_file(b, dir, "b.yaml", "x: 1\ninclude: [a.yaml]\n");
  assert_null(dv_doc_read(b.a, b.d, a)->root);
  expect_diag(b, 0, dv_arena_text(b.a, "%s:2:11: error", other), "includes itself");
  // a cycle by another spelling ends at the depth
  put_file(b, dir, "b.yaml", "include: parts/../a.yaml\n");
  assert_null(dv_doc_read(b.a, b.d, a)->root);
  assert_non_null(strstr(dv_diag_text(b.d, 1), "too many includes"));
  // two each: 2^n files
  put_file(b, dir, "b.yaml", "include: [./a.yaml, ././a.yaml]\n");
  assert_null(dv_doc_read(b.a, b.d, a)->root);
  assert_non_null(strstr(dv_diag_text(b.d, 2), "too many includes"));
  put_file(b, dir, "a.yaml", "x: 1\ninclude: gone.yaml\n");
  assert_null(dv_doc_read(b.a, b.d, a)->root);
  expect_diag(b, 3, dv_arena_text(b.a, "%s:2:10: error", a), "gone.yaml': No such file");
  put_file(b, dir, "a.yaml", "include: [[1]]\n");
  assert_null(dv_doc_read(b.a, b.d, a)->root);
  expect_diag(b, 4, dv_arena_text(b.a, "%s:1:11: error", a), "takes file names");
  put_file(b, dir, "a.yaml", "include: b.yaml\n");
  put_file(b, dir, "b.yaml", "- 1\n");
  assert_null(dv_doc_read(b.a, b.d, a)->root);
  expect_diag(b, 5, dv_arena_text(b.a, "%s:1:1: error", other), "must be a map");
  clear(b, dir, (const char *[]){"a.yaml", "b.yaml", NULL});
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_places),  cmocka_unit_test(test_texts),
                                     cmocka_unit_test(test_aliases), cmocka_unit_test(test_hash),
                                     cmocka_unit_test(test_include), cmocka_unit_test(test_include_faults)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
