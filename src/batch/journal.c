// journal.c: see journal.h. Layout: header 64 bytes (magic, key, counts), records (status, values, FNV-1a of both), sentences.
#include "batch/journal.h"

#include "base/hash.h"
#include "base/planted.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { HEADER = 64, VALUES_MOST = 4096 };

typedef struct {
  char magic[8];
  uint64_t key;
  int32_t nrun, nvalue;
  char rest[HEADER - 24];
} header;

static uint64_t checksum(const double *x, int n) { return dv_hash_bytes(x, (size_t)n * sizeof *x); }

static off_t place(const dv_journal *j, int run)
{
  return HEADER + (off_t)run * (off_t)((size_t)(j->nvalue + 2) * sizeof(double));
}

static dv_journal *refuse(dv_diags *d, const char *path, int fd, const char *remedy, const char *what)
{
  dv_diag_add(d, DV_ERROR, (dv_mark){path, 0, 0}, remedy, "%s", what);
  if (fd >= 0) close(fd);
  return NULL;
}

// 1: a journal was there, 0: it is new now, -1: it is of another sweep, -2: it cannot be written (errno). A head that a kill or a
// full disk has cut is written anew: no rows can follow it.
static int look(int fd, const header *wanted)
{
  header h;
  ssize_t n = pread(fd, &h, sizeof h, 0);
  if (n < 0) return -2;
  if (memcmp(&h, wanted, (size_t)n) != 0) return -1;
  if (n == (ssize_t)sizeof h) return 1;
  errno = 0;
  if (pwrite(fd, wanted, sizeof *wanted, 0) == (ssize_t)sizeof *wanted) return 0;
  if (!errno) errno = ENOSPC;
  return -2;
}

dv_journal *dv_journal_open(dv_arena *a, dv_diags *d, const char *path, uint64_t key, int nrun, int nvalue, int *kept)
{
  header h = {.magic = "dvswee2", .key = key, .nrun = nrun, .nvalue = nvalue};
  double value[VALUES_MOST];
  if (nvalue > VALUES_MOST) return refuse(d, path, -1, "ask for fewer metrics", "a sweep keeps at most 4096 numbers per run");
  if (dv_is_planted(path))
    return refuse(d, path, -1, "give another -o", "belongs to somebody else, in a folder where all may write");
  int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (fd < 0) return refuse(d, path, -1, NULL, strerror(errno));
  int there = look(fd, &h);
  if (there == -2)
    return refuse(d, path, fd, NULL, dv_arena_text(a, "the journal of the sweep cannot be written: %s", strerror(errno)));
  if (there < 0)
    return refuse(d, path, fd, "give --fresh to begin anew, or another -o", "was begun by another sweep, machine or program");
  dv_journal *j = DV_TAKE(a, dv_journal, 1);
  *j = (dv_journal){.fd = fd, .nrun = nrun, .nvalue = nvalue, .path = path};
  *kept = 0;
  for (int i = 0; i < nrun && there; i++) *kept += dv_journal_read(j, i, value) != DV_RUN_OPEN;
  return j;
}

void dv_journal_close(dv_journal *j, int drop)
{
  close(j->fd);
  if (drop) unlink(j->path);
}

static off_t place_of_why(const dv_journal *j, int run) { return place(j, j->nrun) + (off_t)run * DV_JOURNAL_WHY; }

// A sentence that is too long ends in the middle of a word, not of a letter.
static void write_why(const dv_journal *j, int run, const char *why)
{
  char room[DV_JOURNAL_WHY] = {0};
  size_t n = strnlen(why, DV_JOURNAL_WHY - 1);
  while (n && why[n] && ((unsigned char)why[n] & 0xc0) == 0x80) n--;
  memcpy(room, why, n);
  if (pwrite(j->fd, room, sizeof room, place_of_why(j, run)) != (ssize_t)sizeof room) return;  // the run counts all the same
}

void dv_journal_why(const dv_journal *j, int run, char why[DV_JOURNAL_WHY])
{
  memset(why, 0, DV_JOURNAL_WHY);
  if (pread(j->fd, why, DV_JOURNAL_WHY - 1, place_of_why(j, run)) < 0) *why = 0;
}

int dv_journal_write(const dv_journal *j, int run, dv_run_status status, const double *value, const char *why)
{
  double record[VALUES_MOST + 2] = {status};
  if (why) write_why(j, run, why);
  memcpy(record + 1, value, (size_t)j->nvalue * sizeof *value);
  uint64_t sum = checksum(record, j->nvalue + 1);
  memcpy(record + j->nvalue + 1, &sum, sizeof sum);
  size_t n = (size_t)(j->nvalue + 2) * sizeof(double);
  errno = 0;
  ssize_t got = pwrite(j->fd, record, n, place(j, run));
  return got == (ssize_t)n ? 0 : errno ? errno : ENOSPC;
}

dv_run_status dv_journal_read(const dv_journal *j, int run, double *value)
{
  double record[VALUES_MOST + 2];
  size_t n = (size_t)(j->nvalue + 2) * sizeof(double);
  uint64_t sum;
  if (pread(j->fd, record, n, place(j, run)) != (ssize_t)n) return DV_RUN_OPEN;
  memcpy(&sum, record + j->nvalue + 1, sizeof sum);
  if (record[0] != DV_RUN_DONE && record[0] != DV_RUN_REFUSED && record[0] != DV_RUN_BROKEN) return DV_RUN_OPEN;
  if (sum != checksum(record, j->nvalue + 1)) return DV_RUN_OPEN;
  memcpy(value, record + 1, (size_t)j->nvalue * sizeof *value);
  return (dv_run_status)record[0];
}
