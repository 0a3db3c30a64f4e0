// cli_sweep.c: `davit sweep`, as a user types it: same numbers for any jobs, after a kill, in parts.
#include "command.h"

#define WAGON "machines/pendulum-on-wagon.yaml "
#define PLAN                                                                                                                     \
  "--vary m1=1:3kg:6 --dist 'k1~normal(3N/m,0.3N/m)' --sample 5 --metric 'rms(slide)' --metric 'max(pin.rate)' --until 2s "

static char *table(command *c, const char *name)
{
  size_t n;
  char *text = get_file(c, name, &n);
  assert_non_null(text);
  return text;
}

static void same_for_any_jobs(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "sweep " WAGON PLAN "--jobs 1 -o @//a.csv"), 0);
  assert_says(c->out, "30 runs, 0 failed");
  assert_int_equal(run(c, "sweep " WAGON PLAN "--jobs 3 -o @//b.csv"), 0);
  char *a = table(c, "a.csv");
  assert_string_equal(a, table(c, "b.csv"));
  // in parts, put together again
  assert_int_equal(run(c, "sweep " WAGON PLAN "--shard 1/2 -o @//c1.csv"), 0);
  assert_int_equal(run(c, "sweep " WAGON PLAN "--shard 2/2 -o @//c2.csv"), 0);
  assert_int_equal(run(c, "sweep --join @//c2.csv @//c1.csv -o @//c.csv"), 0);
  assert_string_equal(a, table(c, "c.csv"));
  drop_file(c, "a.csv"), drop_file(c, "b.csv"), drop_file(c, "c1.csv"), drop_file(c, "c2.csv"), drop_file(c, "c.csv");
}

// Over MPI; the root of a container may run it only when told so.
static void over_mpi(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "sweep " WAGON PLAN "-o @//a.csv"), 0);
  assert_int_equal(run(c,
                       "version; ASAN_OPTIONS=detect_leaks=0 OMPI_MCA_plm=isolated OMPI_ALLOW_RUN_AS_ROOT=1 "
                       "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 mpirun "
                       "--oversubscribe -n 4 %s sweep " WAGON PLAN "-o @//b.csv",
                       DAVIT),
                   0);
  assert_string_equal(table(c, "a.csv"), table(c, "b.csv"));
  drop_file(c, "a.csv"), drop_file(c, "b.csv");
}

// A value of the table is what a run alone gives; lanes give the same.
static void agrees_with_run(void **state)
{
  command *c = *state;
  assert_int_equal(
      run(c, "sweep " WAGON "--vary m1=2.5kg,3kg --metric 'final(slide)' --until 1s --solver rk4 --step 1ms -o @//a.csv"), 0);
  double got[2];
  char *a = strchr(table(c, "a.csv"), '\n') + 1;
  assert_int_equal(sscanf(a, "0,%*f,%lf,0\n1,%*f,%lf,0", &got[0], &got[1]), 2);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(run(c, "run " WAGON "--set m1=%s --until 1s --solver rk4 --step 1ms --json", i ? "3kg" : "2.5kg"), 0);
    assert_true(json_at(json_at(json_of(c), "final"), "slide.position")->number == got[i]);
  }
  drop_file(c, "a.csv");
}

// Killed half-way, it goes on and gives the file of an undisturbed one.
static void killed(void **state)
{
  command *c = *state;
#define LONG "--vary m1=1:3kg:40 --metric 'rms(slide)' --until 40s --rtol 1e-10 --jobs 2 "
  assert_int_equal(run(c, "sweep " WAGON LONG "-o @//a.csv"), 0);
  run(c, "version; setsid %s sweep " WAGON LONG "-o @//b.csv & p=$!; sleep 0.25; kill -KILL -- -$p; wait $p", DAVIT);
  assert_int_equal(run(c, "sweep " WAGON LONG "-o @//b.csv"), 0);
  assert_string_equal(table(c, "a.csv"), table(c, "b.csv"));
  drop_file(c, "a.csv"), drop_file(c, "b.csv");
}

// A run that fails is a row with a mark, the rest is there; another sweep does not touch a journal.
static void failures(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=0-1kg,2kg --metric 'max(slide)' -o @//a.csv"), 64);
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=2kg,-1kg --metric 'max(slide)' --until 1s -o @//a.csv"), 0);
  assert_says(c->out, "2 runs, 1 failed");
  assert_says(c->out, "davit run machines/pendulum-on-wagon.yaml");
  drop_file(c, "a.csv");
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=1:3kg:3 --metric 'max(pin.rat)'"), 64);
  assert_says(c->err, "pin.rate");
  assert_int_equal(run(c, "sweep " WAGON "--metric 'max(slide)'"), 64);
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=1:3kg:3"), 64);
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=1:3kg:3 --metric 'max(slide)' --shard 3/2"), 64);
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=1:3kg:3 --metric 'max(slide)' -o a.txt"), 64);
  put_file(c, "a.csv.part", "something else");
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=1:3kg:3 --metric 'max(slide)' -o @//a.csv"), 1);
  assert_says(c->err, "--fresh");
  drop_file(c, "a.csv.part");
}

static void pictures(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "sweep " WAGON
                          "--vary m1=1:3kg:3 --vary k1=1:3N/m:2 --metric 'max(slide)' --metric 'mean(pin)' --until 1s "
                          "--pareto min:1,max:2 --plot @//p.svg -o @//a.csv --json"),
                   0);
  const dv_json *v = json_of(c);
  assert_true(json_at(v, "runs")->number == 6);
  assert_true(json_at(v, "pareto")->n >= 1);
  assert_says(table(c, "p.svg"), "</svg>");
  assert_says(table(c, "p-influence.svg"), "Rank correlation");
  drop_file(c, "a.csv"), drop_file(c, "p.svg"), drop_file(c, "p-influence.svg");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_for_any_jobs), cmocka_unit_test(over_mpi),
                                     cmocka_unit_test(agrees_with_run),   cmocka_unit_test(killed),
                                     cmocka_unit_test(failures),          cmocka_unit_test(pictures)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
