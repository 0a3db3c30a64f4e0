// card_memory.c: whatever piece of memory is refused while a batch on a card opens, in threads that compile, too: an error, and
// the program goes on with the next batch. The card is a stand-in (processor_card.c).
//
// The linker leads the library's requests here (--wrap).
#include "descriptors.h"
#include "short_memory.h"
#include "support.h"

#include "davit/davit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 24, RUNS = 3 };
typedef enum { OF_ALL, OF_OTHERS } whose;  // OF_OTHERS: requests of other threads than the program's first

static pthread_t first;
static whose counted;
static atomic_long left = -1;  // pieces until one fails; < 0: none does
static atomic_long count;

static int fails(void)
{
  if (counted == OF_OTHERS && pthread_equal(pthread_self(), first)) return 0;
  count++;
  return left >= 0 && atomic_fetch_sub(&left, 1) == 0;
}

static dv_model *open_spring(void)
{
  char path[600], why[2000] = "";
  snprintf(path, sizeof path, "%s/memory.yaml", FOLDER);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs("bodies: {bob: {mass: 2 kg}}\njoints: {rail: {type: prismatic, axis: z, child: bob}}\n"
        "parts: {spring: {kind: force.spring, axis: rail, stiffness: 8 N/m}}\n",
        f);
  fclose(f);
  dv_model *m = dv_model_open(path, NULL, NULL, 0, why, sizeof why);
  if (!m) fail_msg("%s", why);
  return m;
}

// 0: it opened, and a step went well; 1: one of the two says that memory is short.
static int try_one(const dv_model *m)
{
  char why[2000] = "";
  dv_gpu_batch *b = dv_gpu_batch_new(m, &(dv_method){.method = "rk4", .step = 1e-3}, RUNS, NULL, why, sizeof why);
  if (!b && !strstr(why, "out of memory")) fail_msg("says: %s", why);
  int code = b ? dv_gpu_batch_step(b, 2e-3) : DV_NO_MEMORY;
  if (code && code != DV_NO_MEMORY) fail_msg("a step: %d", code);
  dv_gpu_batch_free(b);
  return code != DV_OK;
}

// Some of the pieces, one after the other.
static void refuse(whose of)
{
  dv_model *m = open_spring();
  first = pthread_self(), counted = of;
  count = 0;
  assert_int_equal(try_one(m), 0);
  long all = count, step = all > PLACES ? all / PLACES : 1, failed = 0;
  assert_true(all > 0);
  int open = open_descriptors();
  for (long i = 0; i < all; i += step) {
    left = i;
    failed += try_one(m);
    left = -1;
    assert_int_equal(open_descriptors(), open);
  }
  assert_true(failed > 0);
  assert_int_equal(try_one(m), 0);
  dv_model_free(m);
}

static void at_each_place(void **state) { (void)state, refuse(OF_ALL); }

// Each program is compiled in a thread: its memory is short there.
static void in_threads(void **state) { (void)state, refuse(OF_OTHERS); }

int main(void)
{
  if (!dv_gpu_cards()) return puts("skipped: there is no card"), 77;
  const struct CMUnitTest tests[] = {cmocka_unit_test(at_each_place), cmocka_unit_test(in_threads)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
