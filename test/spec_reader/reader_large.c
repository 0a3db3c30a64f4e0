// Sizes at the bounds: refused by size or count, and read in time that grows with the size.
#include "reader.h"

#include "base/text.h"
#include "import/import.h"

#include <time.h>
#include <unistd.h>

static dv_doc *read_text(fixture b, const char *text) { return dv_doc_read_memory(b.a, b.d, "f", text, strlen(text)); }

// A billion values in 500 bytes.
static void test_laughs(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_text t = {.arena = b.a};
  dv_text_add(&t, "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
  for (int i = 1; i < 10; i++) {
    dv_text_add(&t, "a%d: &a%d [", i, i);
    for (int k = 0; k < 10; k++) dv_text_add(&t, "*a%d,", i - 1);
    dv_text_add(&t, "]\n");
  }
  clock_t start = clock();
  assert_null(read_text(b, t.at)->root);
  expect_diag(b, 0, "f:", "more than 1000000 values");
  assert_true(clock() - start < 20 * CLOCKS_PER_SEC);
  fixture_close(b);
}

static char *repeat(fixture b, const char *head, const char *piece, int n)
{
  dv_text t = {.arena = b.a};
  dv_text_add(&t, "%s", head);
  for (int i = 0; i < n; i++) dv_text_add(&t, "%s", piece);
  return t.at;
}

static void test_counts(void **state)
{
  (void)state;
  fixture b = fixture_open();
  assert_null(read_text(b, repeat(b, "a:\n", "- x\n", DV_DOC_NODES + 1))->root);
  expect_diag(b, 0, "f:", "more than 1000000 values");
  const char *robot = repeat(b, "<robot>", "<link/>", DV_DOC_NODES + 1);
  assert_null(dv_import_memory(b.a, b.d, "f", robot, strlen(robot), NULL)->root);
  expect_diag(b, 1, "f:1:", "too many elements");
  fixture_close(b);
}

// 100 MB is refused before it is read.
static void test_file(void **state)
{
  (void)state;
  fixture b = fixture_open();
  const char *tmp = getenv("TMPDIR");
  char *path = dv_arena_text(b.a, "%s/davit-large-XXXXXX", tmp ? tmp : "/tmp");
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  assert_int_equal(ftruncate(fd, (off_t)100 << 20), 0);
  close(fd);
  clock_t start = clock();
  assert_null(dv_doc_read(b.a, b.d, path)->root);
  expect_diag(b, 0, path, "too large");
  assert_true(clock() - start < CLOCKS_PER_SEC);
  remove(path);
  fixture_close(b);
}

// Many keys, merges, links, visuals of one material: seconds, not hours.
static void test_many(void **state)
{
  (void)state;
  fixture b = fixture_open();
  clock_t start = clock();
  dv_text t = {.arena = b.a}, r = {.arena = b.a};
  for (int i = 0; i < 100000; i++) dv_text_add(&t, "key%d: {<<: {a: 1}}\n", i);
  dv_doc *doc = read_text(b, t.at);
  assert_int_equal(doc->root->n, 100000);
  dv_text_add(&r, "<robot>");
  for (int i = 0; i < 50000; i++) {
    dv_text_add(&r,
                "<material name='m%d'/><link name='l%d'><visual><geometry><sphere radius='1'/></geometry><material "
                "name='m%d'/></visual></link>",
                i, i, i);
    if (i) dv_text_add(&r, "<joint name='j%d' type='fixed'><parent link='l%d'/><child link='l%d'/></joint>", i, i - 1, i);
  }
  dv_text_add(&r, "</robot>");
  doc = dv_import_memory(b.a, b.d, "f", r.at, r.n, NULL);
  expect_none(b);
  assert_int_equal(dv_doc_find(doc->root, "joints")->n, 50000);
  assert_true(clock() - start < 60 * CLOCKS_PER_SEC);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_laughs), cmocka_unit_test(test_counts), cmocka_unit_test(test_file),
                                     cmocka_unit_test(test_many)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
