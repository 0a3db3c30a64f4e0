// Files: read whole and bounded, written whole or not at all.
#include "reader.h"

#include "base/file.h"

#include <sys/stat.h>
#include <unistd.h>

static char *folder(fixture b)
{
  const char *tmp = getenv("TMPDIR");
  char *name = dv_arena_text(b.a, "%s/davit-file-XXXXXX", tmp ? tmp : "/tmp");
  assert_non_null(mkdtemp(name));
  return name;
}

static void test_round_trip(void **state)
{
  (void)state;
  fixture b = fixture_open();
  char *dir = folder(b), *path = dv_arena_text(b.a, "%s/a.bin", dir), *bytes;
  size_t n;
  assert_int_equal(dv_file_write(b.d, path, "one\0two", 7), 0);
  bytes = dv_file_read(b.a, b.d, path, (dv_mark){NULL, 0, 0}, 7, &n);
  assert_int_equal(n, 7);
  assert_memory_equal(bytes, "one\0two", 8);
  // replaced, not appended
  assert_int_equal(dv_file_write(b.d, path, "x", 1), 0);
  bytes = dv_file_read(b.a, b.d, path, (dv_mark){NULL, 0, 0}, 100, &n);
  assert_string_equal(bytes, "x");
  expect_none(b);
  // too large: refused before it is read
  assert_int_equal(truncate(path, (off_t)100 << 20), 0);
  assert_null(dv_file_read(b.a, b.d, path, (dv_mark){NULL, 0, 0}, 1 << 20, &n));
  expect_diag(b, 0, path, "too large");
  remove(path);
  assert_int_equal(rmdir(dir), 0);  // no temporary file stays behind
  fixture_close(b);
}

static void test_whole_or_not(void **state)
{
  (void)state;
  fixture b = fixture_open();
  char *dir = folder(b), *path = dv_arena_text(b.a, "%s/a.txt", dir), *link = dv_arena_text(b.a, "%s/link", dir);
  size_t n;
  assert_int_equal(dv_file_write(b.d, path, "old", 3), 0);
  dv_output w;
  assert_int_equal(dv_output_begin(&w, b.d, path), 0);
  fputs("half", w.f);
  assert_string_equal(dv_file_read(b.a, b.d, path, (dv_mark){NULL, 0, 0}, 9, &n), "old");
  assert_int_equal(dv_output_finish(&w, "given up"), -1);
  assert_int_equal(access(w.temporary, F_OK), -1);
  assert_string_equal(dv_file_read(b.a, b.d, path, (dv_mark){NULL, 0, 0}, 9, &n), "old");
  expect_diag(b, 0, path, "given up");
  b.d->n = 0;
  // a symbolic link stays one
  struct stat s;
  assert_int_equal(symlink(path, link), 0);
  assert_int_equal(dv_file_write(b.d, link, "new", 3), 0);
  assert_int_equal(lstat(link, &s), 0);
  assert_true(S_ISLNK(s.st_mode));
  assert_string_equal(dv_file_read(b.a, b.d, path, (dv_mark){NULL, 0, 0}, 9, &n), "new");
  expect_none(b);
  remove(link);
  remove(path);
  assert_int_equal(rmdir(dir), 0);
  fixture_close(b);
}

static void test_refusals(void **state)
{
  (void)state;
  fixture b = fixture_open();
  char *dir = folder(b), *pipe = dv_arena_text(b.a, "%s/pipe", dir), *inside = dv_arena_text(b.a, "%s/no/file", dir);
  size_t n;
  assert_null(dv_file_read(b.a, b.d, "no-such-file.yaml", (dv_mark){NULL, 0, 0}, 9, &n));
  expect_diag(b, 0, "no-such-file.yaml: error", "No such file");
  assert_null(dv_file_read(b.a, b.d, "no-such-file.yaml", (dv_mark){"main.yaml", 4, 2}, 9, &n));
  expect_diag(b, 1, "main.yaml:4:2: error", "cannot read 'no-such-file.yaml'");
  assert_null(dv_file_read(b.a, b.d, dir, (dv_mark){NULL, 0, 0}, 9, &n));
  expect_diag(b, 2, dir, "folder");
  assert_int_equal(mkfifo(pipe, 0600), 0);
  assert_null(dv_file_read(b.a, b.d, pipe, (dv_mark){NULL, 0, 0}, 9, &n));
  expect_diag(b, 3, pipe, "not a regular file");
  assert_int_equal(dv_file_write(b.d, inside, "x", 1), -1);
  expect_diag(b, 4, inside, "cannot write");
  assert_int_equal(dv_file_write(b.d, dir, "x", 1), -1);
  expect_diag(b, 5, dir, "folder");
  // a device is written in place
  assert_int_equal(dv_file_write(b.d, "/dev/null", "x", 1), 0);
  struct stat s;
  assert_int_equal(stat("/dev/null", &s), 0);
  assert_true(S_ISCHR(s.st_mode));
  remove(pipe);
  assert_int_equal(rmdir(dir), 0);
  fixture_close(b);
}

static void test_beside(void **state)
{
  (void)state;
  fixture b = fixture_open();
  assert_string_equal(dv_file_beside(b.a, "a/b/c.yaml", "d.yaml"), "a/b/d.yaml");
  assert_string_equal(dv_file_beside(b.a, "c.yaml", "d.yaml"), "d.yaml");
  assert_string_equal(dv_file_beside(b.a, "a/c.yaml", "/d.yaml"), "/d.yaml");
  assert_string_equal(dv_file_beside(b.a, "/c.yaml", "d.yaml"), "/d.yaml");
  assert_string_equal(dv_file_beside(b.a, NULL, "d.yaml"), "d.yaml");
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_round_trip), cmocka_unit_test(test_whole_or_not),
                                     cmocka_unit_test(test_refusals), cmocka_unit_test(test_beside)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
