// cli_sweep.c: `davit sweep`, as a user types it: same numbers for any jobs, after a kill, in parts.
#include "command.h"

#include "base/text.h"

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

// More parts than groups of runs: the parts without work are empty tables, and joining them gives the whole.
static void empty_parts(void **state)
{
  command *c = *state;
  const char *plan = "--vary m1=1:3kg:3 --metric 'rms(slide)' --until 1s ";
  assert_int_equal(run(c, "sweep " WAGON "%s-o @//a.csv", plan), 0);
  for (int i = 1; i <= 5; i++) {
    assert_int_equal(run(c, "sweep " WAGON "%s--shard %d/5 -o @//p%d.csv", plan, i, i), 0);
    assert_says(c->out, i <= 3 ? "1 runs" : "0 runs");
  }
  assert_int_equal(run(c, "sweep --join @//p5.csv @//p4.csv @//p3.csv @//p2.csv @//p1.csv -o @//b.csv"), 0);
  assert_string_equal(table(c, "a.csv"), table(c, "b.csv"));
  drop_file(c, "a.csv"), drop_file(c, "b.csv");
  for (int i = 1; i <= 5; i++) drop_file(c, dv_arena_text(c->arena, "p%d.csv", i));
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

// One metric that looks at more instants than a file would name: the sum of x = v t at 100 of them, between two records.
static void many_instants(void **state)
{
  command *c = *state;
  dv_text t = {.arena = c->arena};
  for (int i = 1; i <= 100; i++) dv_text_add(&t, "%sat(x, %d ms)", i > 1 ? " + " : "", 3 * i);
  put_file(
      c, "m.yaml",
      "parameters: {v: 1 m/s}\ngravity: 0\nbodies: {b: {mass: 1 kg}}\n"
      "joints: {x: {type: prismatic, axis: x, child: b, rate: v}}\nuntil: 1 s\nsolver: {method: rk4, step: 1 ms, every: 0.5 s}\n");
  assert_int_equal(run(c, "sweep @//m.yaml --vary v=2,3 --metric '%s' -o @//a.csv", dv_text_all(&t)), 0);
  double got[2];
  assert_int_equal(sscanf(strchr(table(c, "a.csv"), '\n'), "\n0,2,%lf,0\n1,3,%lf,0", &got[0], &got[1]), 2);
  for (int i = 0; i < 2; i++) assert_near(got[i], (2 + i) * 3e-3 * 5050, 1e-10);
  drop_file(c, "a.csv"), drop_file(c, "m.yaml");
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
  assert_int_equal(run(c, "sweep " WAGON "--vary m1=-1kg,2 --metric 'max(slide)' --until 1s -o @//a.csv"), 2);
  assert_says(c->out, "2 runs, 1 failed");
  assert_says(c->out, "run 0: machines/pendulum-on-wagon.yaml:");
  assert_says(c->out, "mass of body 'wagon' is negative");
  assert_says(c->out, "davit run machines/pendulum-on-wagon.yaml");
  assert_says(table(c, "a.csv"), "\n0,-1,nan,1\n");
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

// What single runs warn of is told of a sweep, in lanes and alone, by any jobs: a spring that rk4 damps away (test_warnings).
static void warnings(void **state)
{
  command *c = *state;
  put_file(c, "swing.yaml",
           "gravity: 0\nparameters: {m: 2 kg}\nbodies: {b: {mass: m}}\n"
           "joints: {x: {type: prismatic, axis: x, child: b, position: 0.1 m}}\n"
           "parts: {k: {kind: force.spring, axis: x, stiffness: 2e4 N/m}}\nuntil: 1 s\n");
  assert_int_equal(run(c, "sweep @//swing.yaml --vary m=2,2000kg --metric 'max(x)' --solver rk4 --step 10ms -o @//a.csv"), 0);
  assert_says(c->out, "1 of 2 runs come with a warning");
  assert_says(c->out, "run 0: the energy ledger does not close");
  for (int jobs = 1; jobs < 3; jobs++) {
    char line[300];
    snprintf(line, sizeof line,
             "sweep @//swing.yaml --vary m=2:200kg:19:log --metric 'max(x)' --solver rosenbrock --step 10ms --jobs %d --json -o "
             "@//a.csv",
             jobs);
    assert_int_equal(run(c, "%s", line), 0);
    assert_says(c->out, "the step is too long");
  }
  assert_int_equal(run(c, "sweep @//swing.yaml --vary m=2,3kg --metric 'max(x)' -o @//a.csv"), 0);
  assert_null(strstr(c->out, "warning"));
  drop_file(c, "a.csv");
  drop_file(c, "swing.yaml");
}

// What is asked for wrongly is refused before the first run.
static void refused(void **state)
{
  static const char *const row[][2] = {
      {"--vary m1=1:3kg:3 --metric 'maxx(pin)'",                        "did you mean 'max'"             },
      {"--vary m1=1:3kg:3 --metric 'max(pin'",                          "not closed"                     },
      {"--vary m1=1:3kg:3 --metric 'max(pin.reaction.forse)'",          "did you mean 'pin.reaction.forc"},
      {"--vary m1=1:3kg:3 --metric 'max(wagon.pin.force)'",             "did you mean 'pin.reaction.forc"},
      {"--vary m1=1:3kg:3 --metric 'max(slide + pin)'",                 "must be of one sort"            },
      {"--vary m1=1:3kg:3 --metric 'at(pin, 3 s)' --until 2s",          "the run ends at 2 s"            },
      {"--vary m1=1:3kg:3 --metric 'x [bar] = max(slide)'",             "cannot be shown in bar"         },
      {"--vary m1=1:3kg:3 --metric 'overshoot(slide, 1 rad)'",          "its goal is"                    },
      {"--vary m1=1:3kg:3 --metric 'max(pin)' --metric 'max(pin)'",     "two metrics"                    },
      {"--vary m1=1:3kg:3 --metric 'max(pin)' --pareto min:2",          "no goal"                        },
      {"--vary m1=1:3kg:3 --metric 'max(pin)' --vary m1=1kg,2kg",       "varied twice"                   },
      {"--vary m1=1kg,2t --metric 'max(pin)'",                          "different units"                },
      {"--vary m11=1:3kg:3 --metric 'max(pin)'",                        "did you mean 'm1'"              },
      {"--vary mass=1:3kg:3 --metric 'max(pin)'",                       "it has "                        },
      {"--vary initial.pni=1:2:3 --metric 'max(pin)'",                  "did you mean 'pin'"             },
      {"--dist 'm1~normal(1kg,0.1kg)' --metric 'max(pin)'",             "--sample"                       },
      {"--vary m1=1:3kg:10000 --vary k1=1:2:10000 --metric 'max(pin)'", "1e+08 runs"                     },
  };
  command *c = *state;
  for (size_t i = 0; i < sizeof row / sizeof *row; i++) {
    assert_int_equal(run(c, "sweep " WAGON "%s -o @//a.csv", row[i][0]), 64);
    assert_says(c->err, row[i][1]);
  }
}

// Small swings of a pendulum of length L pass the middle after T/4, T = 2 pi sqrt(L/g) (1 + q^2/16 + 11 q^4/3072); q is the
// amplitude. Metrics have names and units, the initial state is varied as any number.
static void pendulum(void **state)
{
  command *c = *state;
  double run_of, L, q, first, period, pi = acos(-1);
  int failed, rows = 0, end;
  assert_int_equal(
      run(c, "sweep machines/planar-pendulum.yaml --vary L=0.5,1,2m --vary initial.pin=0.1:0.2:2 --until 3s --rtol 1e-11 "
             "--atol 1e-13 --every 1ms --metric 'T [ms] = 4*crossing(pin, 0)' --metric 'at(pin, 0 s)' -o @//a.csv"),
      0);
  char *text = table(c, "a.csv");
  assert_says(text, "run [1],L [m],initial.pin,T [ms],\"at(pin, 0 s) [rad]\",failed [1]\n");
  for (text = strchr(text, '\n') + 1;
       sscanf(text, "%lf,%lf,%lf,%lf,%lf,%d\n%n", &run_of, &L, &q, &period, &first, &failed, &end) == 6; text += end, rows++) {
    assert_near(first, q, 0);
    assert_near(period * 1e-3, 2 * pi * sqrt(L / 9.81) * (1 + q * q / 16 + 11 * pow(q, 4) / 3072), 2e-6);
  }
  assert_int_equal(rows, 6);
  drop_file(c, "a.csv");
}

// Cases, and the metrics of the file.
static void cases(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "davit: 1\nname: m\nparameters: {v: 2 m/s}\ngravity: 0\nbodies: {b: {mass: 1 kg}}\n"
           "joints: {x: {type: prismatic, axis: x, child: b, rate: v}}\nuntil: 1 s\n"
           "metrics: {way: {final: x}, late: {mean: x.rate, from: 0.5 s}}\ncases: {far: {until: 2 s}, near: {until: 1 s}}\n");
  assert_int_equal(run(c, "sweep @//m.yaml --vary case=far,near --vary v=1:3:3 -o @//a.h5 --json"), 0);
  const dv_json *v = json_of(c), *m = json_at(v, "metrics")->item[0];
  assert_string_equal(json_at(m, "metric")->text, "way");
  assert_string_equal(json_at(m, "unit")->text, "m");
  assert_near(json_at(m, "most")->number, 6, 1e-6);
  assert_near(json_at(m, "median")->number, 2.5, 1e-6);  // 1 2 2 3 4 6
  assert_near(json_at(m, "mean")->number, 3, 1e-6);
  assert_near(json_at(m, "deviation")->number, sqrt(16.0 / 5), 1e-6);
  assert_near(json_at(json_at(m, "change"), "v")->number, 3, 1e-6);  // 1.5 s of 2 m/s
  assert_near(json_at(json_at(v, "metrics")->item[1], "mean")->number, 2, 1e-6);
  drop_file(c, "a.h5"), drop_file(c, "m.yaml");
}

// RK4 at h = 10 ms leaves x'' = -k x finite only for h sqrt(k) < 2.83: a lane beyond stays behind, and its neighbours have the
// numbers that they have without it, near the amplitude 1 of the closed form.
static void frozen(void **state)
{
  command *c = *state;
  put_file(
      c, "m.yaml",
      "davit: 1\nname: m\nparameters: {k: 1 N/m}\ngravity: 0\nbodies: {b: {mass: 1 kg}}\n"
      "joints: {x: {type: prismatic, axis: x, child: b, position: 1 m}}\nparts: {s: {kind: force.spring, axis: x, stiffness: k}}\n"
      "until: 10 s\nsolver: {method: rk4, step: 10 ms}\n");
  assert_int_equal(run(c, "sweep @//m.yaml --vary k=1,4,1e8,9,1e10 --metric 'min(x)' -o @//a.csv"), 2);
  assert_says(c->out, "5 runs, 2 failed");
  assert_says(c->out, "runs 2, 4: ");
  assert_says(c->out, "is not finite");
  double got[3], alone[3];
  assert_int_equal(sscanf(strchr(table(c, "a.csv"), '\n'), "\n0,1,%lf,0\n1,4,%lf,0\n2,%*f,nan,2\n3,9,%lf,0\n4,%*f,nan,2", got,
                          got + 1, got + 2),
                   3);
  assert_int_equal(run(c, "sweep @//m.yaml --vary k=1,4,9 --metric 'min(x)' -o @//b.csv"), 0);
  assert_int_equal(sscanf(strchr(table(c, "b.csv"), '\n'), "\n0,1,%lf,0\n1,4,%lf,0\n2,9,%lf,0", alone, alone + 1, alone + 2), 3);
  for (int i = 0; i < 3; i++) {
    assert_true(got[i] == alone[i]);
    assert_near(got[i], -1, 1e-3);
  }
  drop_file(c, "a.csv"), drop_file(c, "b.csv"), drop_file(c, "m.yaml");
}

// Tables of parts join to the bytes of the whole, in HDF5 with what failed; a part that is missing or of another sweep is told.
static void joined(void **state)
{
#define SOME "--vary m1=-1:3kg:9 --metric 'a/b = max(slide)/max(pin)' --until 1s "
  command *c = *state;
  size_t n, m;
  assert_int_equal(run(c, "sweep " WAGON SOME "-o @//a.h5"), 2);
  for (int i = 1; i <= 3; i++) run(c, "sweep " WAGON SOME "--shard %d/3 -o @//c%d.h5", i, i);
  assert_int_equal(run(c, "sweep --join @//c2.h5 @//c3.h5 @//c1.h5 -o @//c.h5"), 0);
  char *a = get_file(c, "a.h5", &n), *b = get_file(c, "c.h5", &m);
  assert_int_equal(n, m);
  assert_memory_equal(a, b, n);
  assert_int_equal(run(c, "sweep --join @//c2.h5 @//c3.h5 -o @//d.h5"), 1);
  assert_says(c->err, "of 9 runs");
  assert_int_equal(run(c, "sweep --join @//c2.h5 @//c2.h5 -o @//d.h5"), 1);
  assert_says(c->err, "twice");
  run(c, "sweep " WAGON SOME "--set k1=2 --shard 1/3 -o @//e.h5");
  assert_int_equal(run(c, "sweep --join @//e.h5 @//c2.h5 @//c3.h5 -o @//d.h5"), 1);
  assert_says(c->err, "not of the same sweep");
  drop_file(c, "a.h5"), drop_file(c, "c.h5"), drop_file(c, "e.h5");
  drop_file(c, "c1.h5"), drop_file(c, "c2.h5"), drop_file(c, "c3.h5");
}

static void pictures(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "sweep " WAGON
                          "--vary m1=1:3kg:3 --vary k1=1:3N/m:2 --metric 'max(slide)' --metric 'mean(pin)' --until 1s "
                          "--pareto 'min:max(slide),max:2' --plot @//p.svg -o @//a.csv --json"),
                   0);
  const dv_json *v = json_of(c);
  assert_true(json_at(v, "runs")->number == 6);
  assert_true(json_at(v, "pareto")->n >= 1);
  assert_says(table(c, "p.svg"), "</svg>");
  assert_says(table(c, "p.svg"), "max(slide) [m]");  // of the bar
  assert_says(table(c, "p-influence.svg"), "rank correlation");
  drop_file(c, "a.csv"), drop_file(c, "p.svg"), drop_file(c, "p-influence.svg");
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_for_any_jobs),
                                     cmocka_unit_test(empty_parts),
                                     cmocka_unit_test(over_mpi),
                                     cmocka_unit_test(agrees_with_run),
                                     cmocka_unit_test(many_instants),
                                     cmocka_unit_test(killed),
                                     cmocka_unit_test(failures),
                                     cmocka_unit_test(warnings),
                                     cmocka_unit_test(pictures),
                                     cmocka_unit_test(refused),
                                     cmocka_unit_test(pendulum),
                                     cmocka_unit_test(cases),
                                     cmocka_unit_test(joined),
                                     cmocka_unit_test(frozen)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
