// hdf5.c: one dataset per column, in the order of the columns, attribute `unit`; facts are attributes of the root.
//
// The film, if there is one, is the group `view`: scene (text), film [channel][frame]. No times are stored, so that equal runs
// give equal bytes.
#include "record/format.h"

#include "base/text.h"

#include <errno.h>
#include <hdf5.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, DEFLATE = 4, TEXT_MOST = 1 << 26 };

static int put_text(hid_t at, const char *key, const char *text)
{
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  H5Tset_size(type, strlen(text) + 1);
  H5Tset_cset(type, H5T_CSET_UTF8);
  hid_t attribute = H5Acreate2(at, key, type, space, H5P_DEFAULT, H5P_DEFAULT);
  int bad = attribute < 0 || H5Awrite(attribute, type, text) < 0;
  if (attribute >= 0) H5Aclose(attribute);
  H5Sclose(space);
  H5Tclose(type);
  return bad;
}

// A slash would mean a group: the division slash stands in its place, and is turned back on reading.
#define SLASH "\u2215"

static const char *exchange(dv_arena *a, const char *text, const char *from, const char *to)
{
  dv_text t = {.arena = a};
  for (size_t n = strlen(from); *text;) {
    int hit = !strncmp(text, from, n);
    dv_text_put(&t, hit ? to : text, hit ? strlen(to) : 1);
    text += hit ? n : 1;
  }
  return dv_text_all(&t);
}

static int put_column(hid_t file, hid_t how, const dv_history *l, int j, const char *name, double *buffer)
{
  hsize_t n = (hsize_t)l->nrow;
  hid_t space = H5Screate_simple(1, &n, NULL);
  hid_t set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
  dv_history_column(l, j, buffer);
  int bad = set < 0 || (n && H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, buffer) < 0) ||
            put_text(set, "unit", l->column[j].unit);
  if (set >= 0) H5Dclose(set);
  H5Sclose(space);
  return bad;
}

// The file is made in memory, and its bytes are taken over as it is closed: on a full disk HDF5 1.10 cannot close a file, and
// crashes later. (H5Fget_file_image of 1.10 leaves a wrong checksum in the head.)
typedef struct {
  unsigned char *bytes;
} image;

static void *image_malloc(size_t n, H5FD_file_image_op_t op, void *udata)
{
  (void)op, (void)udata;
  return malloc(n);
}

static void *image_realloc(void *p, size_t n, H5FD_file_image_op_t op, void *udata)
{
  (void)op, (void)udata;
  return realloc(p, n);
}

static void *image_memcpy(void *to, const void *from, size_t n, H5FD_file_image_op_t op, void *udata)
{
  (void)op, (void)udata;
  return memcpy(to, from, n);
}

static herr_t image_free(void *p, H5FD_file_image_op_t op, void *udata)
{
  image *i = udata;
  if (op == H5FD_FILE_IMAGE_OP_FILE_CLOSE && !i->bytes) i->bytes = p;
  else free(p);
  return 0;
}

static void *image_copy(void *udata) { return udata; }

static herr_t image_done(void *udata)
{
  (void)udata;
  return 0;
}

// The order of columns is the order of creation.
static hid_t create(image *i)
{
  hid_t how = H5Pcreate(H5P_FILE_CREATE);
  H5Pset_link_creation_order(how, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  H5Pset_obj_track_times(how, 0);
  // facts may be longer than the 64 kB of compact attributes; HDF5 1.8 (2008) and later read this
  H5Pset_attr_phase_change(how, 0, 0);
  hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  char name[32];
  snprintf(name, sizeof name, "%p", (void *)i);  // files of one name are one file to HDF5, in every thread
  H5FD_file_image_callbacks_t calls = {image_malloc, image_memcpy, image_realloc, image_free, image_copy, image_done, i};
  H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_LATEST);
  H5Pset_fapl_core(access, (size_t)1 << 20, 0);
  hid_t f = H5Pset_file_image_callbacks(access, &calls) < 0 ? -1 : H5Fcreate(name, H5F_ACC_TRUNC, how, access);
  H5Pclose(access);
  H5Pclose(how);
  return f;
}

static hid_t layout(int nrow)
{
  hsize_t chunk = nrow < 1 ? 1 : nrow < CHUNK ? (hsize_t)nrow : CHUNK;
  hid_t how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(how, 1, &chunk);
  H5Pset_shuffle(how);
  H5Pset_deflate(how, DEFLATE);
  H5Pset_obj_track_times(how, 0);
  return how;
}

// Channels lie together: most of them change little.
static int put_film(hid_t file, const dv_film *f, float *turned)
{
  hid_t timeless = H5Pcreate(H5P_GROUP_CREATE), how = layout(f->n);
  H5Pset_obj_track_times(timeless, 0);
  hid_t group = H5Gcreate2(file, "view", H5P_DEFAULT, timeless, H5P_DEFAULT);
  H5Pclose(timeless);
  hsize_t size[2] = {(hsize_t)f->width, (hsize_t)f->n}, chunk[2] = {1, (hsize_t)f->n};
  for (size_t i = 0; i < size[1]; i++)
    for (size_t c = 0; c < size[0]; c++) turned[c * size[1] + i] = f->item[i * size[0] + c];
  H5Pset_chunk(how, 2, chunk);
  hid_t space = H5Screate_simple(2, size, NULL);
  hid_t set = H5Dcreate2(group, "film", H5T_IEEE_F32LE, space, H5P_DEFAULT, how, H5P_DEFAULT);
  int bad =
      set < 0 || H5Dwrite(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, turned) < 0 || put_text(set, "scene", f->scene);
  if (set >= 0) H5Dclose(set);
  H5Sclose(space);
  H5Pclose(how);
  if (group >= 0) H5Gclose(group);
  return bad;
}

// The head of a file of HDF5 1.8 and later says where it ends.
static int put_image(const image *i, FILE *f)
{
  enum { END = 28 };
  uint64_t n;
  if (!i->bytes) return 1;
  memcpy(&n, i->bytes + END, sizeof n);
  errno = 0;
  return fwrite(i->bytes, 1, (size_t)n, f) != n;
}

typedef struct {
  const char **name;  // [ncolumn] of the datasets
  double *column;     // [nrow]
  float *film;        // [channel][frame]; NULL: none
} room;

static room room_of(const dv_history *l, dv_arena *scratch)
{
  int filmed = l->film.scene && l->film.n;
  room r = {DV_TAKE(scratch, const char *, l->ncolumn), DV_TAKE(scratch, double, l->nrow),
            filmed ? DV_TAKE(scratch, float, (size_t)l->film.width *(size_t)l->film.n) : NULL};
  for (int j = 0; j < l->ncolumn; j++) r.name[j] = exchange(scratch, l->column[j].name, "/", SLASH);
  return r;
}

static int put_all(const dv_history *l, const room *r, FILE *out)
{
  image i = {0};
  hid_t f = create(&i), how = layout(l->nrow);
  int bad = f < 0;
  for (int k = 0; k < l->fact.n && !bad; k++) bad = put_text(f, l->fact.item[k].key, l->fact.item[k].text);
  for (int j = 0; j < l->ncolumn && !bad; j++) bad = put_column(f, how, l, j, r->name[j], r->column);
  if (!bad && r->film) bad = put_film(f, &l->film, r->film);
  H5Pclose(how);
  if (f >= 0 && H5Fclose(f) < 0) bad = 1;
  bad = bad || put_image(&i, out);
  free(i.bytes);
  return bad ? -1 : 0;
}

int dv_hdf5_write(const dv_history *l, dv_arena *scratch, FILE *f, const char **why)
{
  room r = room_of(l, scratch);
  int bad;
  // the library's own printing of errors is switched off for the while
  H5E_BEGIN_TRY { bad = put_all(l, &r, f); }
  H5E_END_TRY
  if (bad && !ferror(f)) *why = "the HDF5 library refused";
  return bad;
}

// An attribute of one element: what is read into the room of one must not be a list.
static int is_single(hid_t attribute)
{
  hid_t space = H5Aget_space(attribute);
  int one = H5Sget_simple_extent_npoints(space) == 1;
  H5Sclose(space);
  return one;
}

static const char *get_text(dv_arena *a, hid_t at, const char *key)
{
  hid_t attribute = H5Aopen(at, key, H5P_DEFAULT);
  if (attribute < 0) return NULL;
  hid_t type = H5Aget_type(attribute);
  char *text = NULL;
  if (H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 && H5Tget_size(type) <= TEXT_MOST &&
      is_single(attribute)) {
    text = dv_arena_take(a, H5Tget_size(type) + 1);
    if (H5Aread(attribute, type, text) < 0) text = NULL;
  }
  H5Tclose(type);
  H5Aclose(attribute);
  return text;
}

static herr_t get_fact(hid_t at, const char *key, const H5A_info_t *info, void *context)
{
  (void)info;
  dv_history *l = context;
  const char *text = get_text(l->arena, at, key);
  if (text) dv_history_fact(l, key, text);
  return 0;
}

typedef struct {
  dv_arena *arena;
  const char **item;
  int n, cap;
} names;

static herr_t get_name(hid_t at, const char *name, const H5L_info_t *info, void *context)
{
  (void)at, (void)info;
  names *list = context;
  if (!strcmp(name, "view")) return 0;  // the film's group
  if (list->n >= DV_HISTORY_COLUMNS) return -1;
  const char **slot = DV_PUSH(list->arena, list);
  *slot = dv_arena_copy(list->arena, name, strlen(name));
  return 0;
}

// Rows of a one-dimensional dataset, or -1.
static long length_of(hid_t set)
{
  hid_t space = H5Dget_space(set);
  hsize_t n = 0;
  long rows = H5Sget_simple_extent_ndims(space) == 1 && H5Sget_simple_extent_dims(space, &n, NULL) == 1 && n <= DV_HISTORY_ROWS
                  ? (long)n
                  : -1;
  H5Sclose(space);
  return rows;
}

// A file of a few kilobytes may claim rows for gigabytes that it does not hold.
static int holds(hid_t file, double bytes)
{
  hsize_t size = 0;
  return H5Fget_filesize(file, &size) >= 0 && bytes <= (double)DV_PACKED_MOST * (double)size;
}

static int get_column(hid_t file, dv_history *l, int j, double **buffer, const char **why)
{
  hid_t set = H5Dopen2(file, l->column[j].name, H5P_DEFAULT);
  long rows = set < 0 ? -1 : length_of(set);
  int bad = rows < 0 || (j && rows != l->nrow);
  if (!bad && !j && !holds(file, (double)rows * l->ncolumn * sizeof(double))) {
    *why = "it claims more rows than it can hold";
    H5Dclose(set);
    return 1;
  }
  if (!bad && !j) {
    for (long i = 0; i < rows; i++) dv_history_append(l);
    *buffer = DV_TAKE(l->arena, double, rows);
  }
  bad = bad || (rows && H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, *buffer) < 0);
  if (bad) *why = dv_arena_text(l->arena, "'%s' is not a column of numbers as long as the others", l->column[j].name);
  for (int i = 0; i < l->nrow && !bad; i++) dv_history_row(l, i)[j] = (*buffer)[i];
  l->column[j].name = exchange(l->arena, l->column[j].name, SLASH, "/");
  const char *unit = bad ? NULL : get_text(l->arena, set, "unit");
  l->column[j].unit = unit ? unit : "";
  if (set >= 0) H5Dclose(set);
  return bad;
}

// A film that is not as it should be is left out.
static void get_film(hid_t file, dv_history *l)
{
  hid_t set = H5Dopen2(file, "view/film", H5P_DEFAULT);
  if (set < 0) return;
  hid_t space = H5Dget_space(set);
  hsize_t size[2] = {0, 0};
  int flat = H5Sget_simple_extent_ndims(space) == 2 && H5Sget_simple_extent_dims(space, size, NULL) == 2;
  const char *scene = get_text(l->arena, set, "scene");
  H5Sclose(space);
  if (flat && scene && size[0] && size[1] && size[0] <= DV_HISTORY_COLUMNS && size[1] <= DV_FILM_FRAMES &&
      holds(file, (double)size[0] * (double)size[1] * sizeof(float))) {
    float *turned = DV_TAKE(l->arena, float, size[0] * size[1]);
    l->film.width = (int)size[0];
    if (H5Dread(set, H5T_NATIVE_FLOAT, H5S_ALL, H5S_ALL, H5P_DEFAULT, turned) >= 0) l->film.scene = scene;
    for (size_t i = 0; i < size[1] && l->film.scene; i++) {
      float *frame = dv_film_append(&l->film);
      for (size_t c = 0; c < size[0]; c++) frame[c] = turned[c * size[1] + i];
    }
  }
  H5Dclose(set);
}

static dv_history *get_all(dv_arena *a, hid_t f, const char **why)
{
  names list = {.arena = a};
  // a file of another origin may lack the order of creation: names in order then
  if (H5Literate(f, H5_INDEX_CRT_ORDER, H5_ITER_INC, NULL, get_name, &list) < 0) {
    list.n = 0;
    H5Literate(f, H5_INDEX_NAME, H5_ITER_INC, NULL, get_name, &list);
  }
  if (!list.n) return *why = "it holds no columns", NULL;
  dv_history *l = dv_history_new(a, list.n);
  double *buffer = NULL;
  for (int j = 0; j < list.n; j++) {
    l->column[j].name = list.item[j];
    if (get_column(f, l, j, &buffer, why)) return NULL;
  }
  H5Aiterate2(f, H5_INDEX_NAME, H5_ITER_INC, NULL, get_fact, l);
  get_film(f, l);
  return l;
}

dv_history *dv_hdf5_read(dv_arena *a, dv_diags *d, const char *file, const char **why)
{
  (void)d;
  dv_history *l = NULL;
  *why = "it is not an HDF5 file";
  H5PLset_loading_state(0);  // no code of others for their filters
  H5E_BEGIN_TRY
  {
    hid_t f = H5Fopen(file, H5F_ACC_RDONLY, H5P_DEFAULT);
    if (f >= 0) l = get_all(a, f, why);
    if (f >= 0) H5Fclose(f);
  }
  H5E_END_TRY
  return l;
}
