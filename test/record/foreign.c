// foreign.c: results of strangers: damaged, lying or hostile files are refused with a message, in little time and memory.
#include "support.h"

#include "record/format.h"
#include "record/wire.h"

#include <hdf5.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static char folder[] = "/tmp/davit-foreign-XXXXXX";

static const char *path_of(dv_arena *a, const char *name) { return dv_arena_text(a, "%s/%s", folder, name); }

static void write_sample(const char *path)
{
  dv_arena *a = dv_arena_new();
  dv_history *l = dv_history_new(a, 3);
  l->column[0] = (dv_column){"time", "s"};
  l->column[1] = (dv_column){"boom.angle", "rad"};
  l->column[2] = (dv_column){"pump.pressure", "Pa"};
  for (int i = 0; i < 50; i++) dv_history_append(l)[0] = i;
  dv_history_fact(l, "machine", "crane");
  assert_int_equal(dv_history_write(l, path, dv_diags_new(a)), 0);
  dv_arena_free(a);
}

static char *bytes_of(const char *path, size_t *n)
{
  FILE *f = fopen(path, "rb");
  char *bytes = malloc(1 << 20);
  assert_non_null(f);
  assert_non_null(bytes);
  *n = fread(bytes, 1, 1 << 20, f);
  fclose(f);
  return bytes;
}

static void put_bytes(const char *path, const char *bytes, size_t n)
{
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(bytes, 1, n, f), n);
  fclose(f);
}

// Either it is read, or a message says why not.
static void read_it(const char *path)
{
  dv_arena *a = dv_arena_new();
  dv_diags *d = dv_diags_new(a);
  dv_history *l = dv_history_read(a, path, d);
  assert_true(l ? d->nerror == 0 : d->nerror == 1);
  dv_arena_free(a);
}

// One byte, eight bytes or the end of the file changed, at places all over it.
static void damaged(const char *name, int count)
{
  dv_arena *a = dv_arena_new();
  const char *good = path_of(a, name), *bad = path_of(a, dv_arena_text(a, "bad-%s", name));
  write_sample(good);
  size_t n;
  char *bytes = bytes_of(good, &n), *copy = malloc(n);
  assert_non_null(copy);
  uint64_t seed = 7;
  for (int i = 0; i < count; i++) {
    memcpy(copy, bytes, n);
    size_t at = (size_t)roll(&seed, n - 8);
    if (i % 3 == 0) copy[at] = (char)(seed >> 24);
    else if (i % 3 == 1) memset(copy + at, 0xFF, 8);
    put_bytes(bad, copy, i % 3 == 2 ? at : n);
    read_it(bad);
  }
  remove(good);
  remove(bad);
  free(bytes);
  free(copy);
  dv_arena_free(a);
}

static void damaged_files(void **state)
{
  (void)state;
  damaged("x.h5", 150);
  damaged("x.mat", 150);
  damaged("x.csv", 60);
}

// 22 kB that claim a hundred million rows.
static void lying_rows(void **state)
{
  (void)state;
  dv_arena *a = dv_arena_new();
  const char *path = path_of(a, "lying.h5");
  hid_t f = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), how = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t rows = 100000000, chunk = 4096;
  H5Pset_chunk(how, 1, &chunk);
  H5Pset_deflate(how, 9);
  hid_t space = H5Screate_simple(1, &rows, NULL);
  for (int i = 0; i < 20; i++)
    H5Dclose(H5Dcreate2(f, dv_arena_text(a, "c%d", i), H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT));
  H5Sclose(space);
  H5Pclose(how);
  H5Fclose(f);
  dv_diags *d = dv_diags_new(a);
  assert_null(dv_history_read(a, path, d));
  assert_non_null(strstr(d->item[0].what, "claims more rows than it can hold"));
  struct rusage used;
  getrusage(RUSAGE_CHILDREN, &used);
  assert_true(used.ru_maxrss < 500000);  // kB; of this child only: the test is the first
  remove(path);
  dv_arena_free(a);
}

// A text of a MAT file that says it is longer than its bytes: read in this process, for the sanitizer to see.
static void lying_text(void **state)
{
  (void)state;
  static const char four[16] = {5, 0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0};  // size 1 x 4: "time"
  dv_arena *a = dv_arena_new();
  const char *path = path_of(a, "lying.mat"), *why = "";
  write_sample(path);
  size_t n, hits = 0;
  char *bytes = bytes_of(path, &n);
  for (size_t i = 0; i + sizeof four <= n; i++)
    if (!memcmp(bytes + i, four, sizeof four)) bytes[i + 13] = 0x70, hits++;
  assert_true(hits > 0);
  put_bytes(path, bytes, n);
  dv_history *l = dv_mat_read(a, dv_diags_new(a), path, &why);
  for (int i = 0; l && i < l->ncolumn; i++) assert_true(strlen(l->column[i].name) < 100);
  remove(path);
  free(bytes);
  dv_arena_free(a);
}

int main(void)
{
  if (!mkdtemp(folder)) return 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(lying_rows), cmocka_unit_test(lying_text), cmocka_unit_test(damaged_files)};
  int bad = cmocka_run_group_tests(tests, NULL, NULL);
  rmdir(folder);
  return bad;
}
