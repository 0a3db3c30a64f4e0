// cli_compile.c: `davit compile`, as a user types it: a compiled machine gives the numbers of the interpreted one.
#include "command.h"

#include <fcntl.h>
#include <sys/file.h>

// Oil, a sampled signal from a table, an attitude, friction: what a machine is made of, small enough to compile in a test.
static const char machine[] = "bodies:\n"
                              "  base: {mass: 8 kg, inertia: [0.3, 0.2, 0.25]}\n"
                              "  arm: {mass: 2 kg, com: [0.3, 0, 0], inertia: [0.01, 0.05, 0.05]}\n"
                              "joints:\n"
                              "  float: {type: free, child: base, rate: [0.1, 0, 0, 0.2, 0.1, 0.3]}\n"
                              "  pin: {type: revolute, axis: z, parent: base, child: arm, position: 0.4}\n"
                              "nodes: {A: {volume: 1 l}, B: {volume: 1 l}}\n"
                              "parts:\n"
                              "  motor: {kind: hydraulic.motor, a: A, b: B, axis: pin, displacement: 20 cm3/rad}\n"
                              "  leak: {kind: hydraulic.orifice, a: A, b: B, area: 1 mm2}\n"
                              "  drag: {kind: force.damper, axis: pin, damping: 0.5}\n"
                              "gravity: 0\n"
                              "until: 2 s\n"
                              "solver: {rtol: 1e-9, every: 10 ms}\n";

static double largest_difference(const char *x, const char *y)
{
  double worst = 0;
  x = strchr(x, '\n'), y = strchr(y, '\n');
  while (x && y && x[1] && y[1]) {
    char *p, *q;
    double a = strtod(x + 1, &p), b = strtod(y + 1, &q);
    worst = fmax(worst, fabs(a - b) / fmax(1, fabs(a)));
    x = p, y = q;
  }
  return worst;
}

static void forget_compiled(command *c) { assert_int_equal(run(c, "version; rm -rf \"$XDG_CACHE_HOME\""), 0); }

// How often a run calls the first functions of a library of the cache; 1 at the end: the shell found none.
#define LOADS "version; LD_DEBUG=files %s run @//m.yaml --until 0.1s %s 2>&1 | grep -c 'calling init: .*/fd/'"

static char *results(command *c, const char *solver)
{
  size_t n;
  assert_int_equal(run(c, "run @//m.yaml --solver %s --step 1ms --out @//r.csv", solver), 0);
  char *text = get_file(c, "r.csv", &n);
  drop_file(c, "r.csv");
  return text;
}

static char *loop_sweep(command *c, const char *body)
{
  size_t n;
  assert_int_equal(run(c,
                       "sweep @//m.yaml --vary bodies.%s.mass=0.9:1.2kg:9 --metric 'max(energy.kinetic)' --solver rk4 "
                       "--step 1ms --until 0.2s -o @//s.csv",
                       body),
                   0);
  char *text = get_file(c, "s.csv", &n);
  drop_file(c, "s.csv");
  return text;
}

// Closed loops: Newton is repeated by compiled code, and where pivots change or a dead point is passed the engine takes over.
// A sweep finds the library by itself.
static void loops(void **state)
{
  command *c = *state;
  static const char *const file[] = {"four-bar", "a02-four-bars"}, *const body[] = {"coupler", "crank0"};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(run(c, "version; cp machines/benchmarks/%s.yaml @//m.yaml", file[i]), 0);
    char *plain = results(c, "rk4"), *table = loop_sweep(c, body[i]);
    assert_int_equal(run(c, "compile @//m.yaml --open bodies.%s.mass", body[i]), 0);
    char *own = results(c, "rk4");
    assert_string_equal(strchr(plain, '\n'), strchr(own, '\n'));
    assert_string_equal(table, loop_sweep(c, body[i]));
    forget_compiled(c), drop_file(c, "m.yaml");
  }
}

// Equations of rates alone need other pivots as a skate turns; a part that merges brings equations that the start has not.
static void other_pivots(void **state)
{
  command *c = *state;
  static const char *const file[] = {"machines/benchmarks/chaplygin-sleigh", "test/contact/merge"};
  for (int i = 0; i < 2; i++) {
    assert_int_equal(run(c, "version; cp %s.yaml @//m.yaml", file[i]), 0);
    char *plain = results(c, "rk4");
    assert_int_equal(run(c, "compile @//m.yaml"), 0);
    assert_string_equal(plain, results(c, "rk4"));
    forget_compiled(c), drop_file(c, "m.yaml");
  }
}

static void same_numbers(void **state)
{
  command *c = *state;
  static const char *const solver[] = {"cvode", "rk4", "rosenbrock"};
  char *plain[3];
  size_t n;
  put_file(c, "m.yaml", machine);
  for (int i = 0; i < 3; i++) plain[i] = results(c, solver[i]);
  assert_int_equal(run(c, "compile @//m.yaml --source @//m.c"), 0);
  assert_says(c->out, "operations");
  assert_says(get_file(c, "m.c", &n), "// pin.position");
  for (int i = 0; i < 3; i++) assert_true(largest_difference(plain[i], results(c, solver[i])) < 1e-12);
  drop_file(c, "m.c"), forget_compiled(c), drop_file(c, "m.yaml");
}

// A library of the cache that fits is loaded; one of other numbers is closed again at once. What others can write, or can enter,
// is not opened at all.
static void only_its_own(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(run(c, "compile @//m.yaml"), 0);
  assert_int_equal(run(c, LOADS, DAVIT, ""), 0);
  assert_int_equal(run(c,
                       "version; LD_DEBUG=files %s run @//m.yaml --until 0.1s --set bodies.arm.mass=3kg 2>&1 | "
                       "grep -c 'calling fini: .*/fd/'",
                       DAVIT),
                   0);
  static const char *const harm[][2] = {
      {"chmod o+w", "chmod o-w"},
      {"chmod g+w", "chmod g-w"}
  };
  for (int i = 0; i < 2; i++) {
    assert_int_equal(run(c, "version; %s $XDG_CACHE_HOME/davit/*.so", harm[i][0]), 0);
    assert_int_equal(run(c, LOADS, DAVIT, ""), 1);
    assert_int_equal(run(c, "version; %s $XDG_CACHE_HOME/davit/*.so", harm[i][1]), 0);
  }
  assert_int_equal(run(c, "version; chmod g+x $XDG_CACHE_HOME/davit"), 0);
  assert_int_equal(run(c, LOADS, DAVIT, ""), 1);
  assert_int_equal(run(c, "compile @//m.yaml"), 2);
  assert_says(c->err, "closed to all others");
  assert_int_equal(
      run(c,
          "version; chmod g-x $XDG_CACHE_HOME/davit; mv $XDG_CACHE_HOME/davit $XDG_CACHE_HOME/x; ln -s x $XDG_CACHE_HOME/davit"),
      0);
  assert_int_equal(run(c, LOADS, DAVIT, ""), 1);  // a link may lead anywhere
  forget_compiled(c), drop_file(c, "m.yaml");
}

// Whoever sends a folder sends its libraries: none is loaded, and that is said. The planted one leaves a mark if it runs.
static void planted(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  put_file(c, "evil.c",
           "#include <stdio.h>\n__attribute__((constructor)) static void go(void) { fclose(fopen(MARK, \"w\")); }\n");
  assert_int_equal(run(c, "version; cc -shared -fPIC -DMARK='\"@//mark\"' @//evil.c -o @//m.so"), 0);
  static const char *const verb[] = {
      "run @//m.yaml --until 0.1s", "loads @//m.yaml", "mobility @//m.yaml", "bench @//m.yaml --quick",
      "sweep @//m.yaml --vary bodies.arm.mass=1:2kg:2 --until 0.1s --metric 'max(pin)' -o @//s.csv"};
  size_t n;
  for (int i = 0; i < 5; i++) {
    run(c, "%s", verb[i]);
    assert_null(get_file(c, "mark", &n));
    if (i == 0) assert_says(c->err, "not loaded: it is code that came with the file");
  }
  // nor one that has the name of a library of the system and lies where somebody works
  assert_int_equal(
      run(c, "version; cd @// && for l in libz.so.1 libopenblas.so.0 libm.so.6 libcuda.so.1; do cp m.so $l; done; " DAVIT
             " run m.yaml --until 0.1s; code=$?; rm -f libz.so.1 libopenblas.so.0 libm.so.6 libcuda.so.1; exit $code"),
      0);
  assert_null(get_file(c, "mark", &n));
  // named on the command line it is the user's own choice
  assert_int_equal(run(c, "run @//m.yaml --until 0.1s --compiled @//m.so"), 0);
  assert_says(c->err, "not of this machine");
  assert_non_null(get_file(c, "mark", &n));
  assert_int_equal(run(c, "compile @//m.yaml -o @//m.so"), 0);
  assert_int_equal(run(c, LOADS, DAVIT, "--compiled @//m.so"), 0);
  run(c, "version; rm -f @//s.csv @//mark @//evil.c @//m.so");
  drop_file(c, "m.yaml");
}

// Nor does the name of a file, or of a machine, become code: both stand in comments of what is written.
static void names_are_no_code(void **state)
{
  command *c = *state;
  static const char name[] =
      "m\n__attribute__((constructor)) static void f(void) { extern int remove(const char *); remove(\"m.mark\"); }\n"
      "#pragma x.yaml";
  size_t n;
  put_file(c, name, machine), put_file(c, "m.mark", "");
  assert_int_equal(
      run(c, "version; cd @// && " DAVIT " compile m*.yaml -o m.so && " DAVIT " run m*.yaml --until 0.1s --compiled m.so"), 0);
  assert_non_null(get_file(c, "m.mark", &n));
  assert_int_equal(run(c, "version; cd @// && " DAVIT " compile m*.yaml -o m.py && " DAVIT " compile m*.yaml -o m.c"), 0);
  assert_int_equal(run(c, "version >/dev/null; cd @// && grep -h '^__attr' m.py m.c"), 1);
  put_file(c, "n.yaml", "name: \"a\\n#error b\"\nbodies: {m: {mass: 2 kg}}\njoints: {j: {type: prismatic, child: m}}\n");
  assert_int_equal(run(c, "equations @//n.yaml --symbolic --code"), 0);
  assert_null(strstr(c->out, "\n#error"));
  static const char *const left[] = {name, "m.mark", "m.so", "m.py", "m.c", "n.yaml"};
  for (int i = 0; i < 6; i++) drop_file(c, left[i]);
}

// An input from outside is open always; the viewer writes it among the numbers of the model.
static void inputs_are_open(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {rod: {mass: 1 kg, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}}\n"
           "joints: {pin: {type: revolute, axis: x, child: rod, position: 0.5}}\n"
           "parts:\n  stick: {kind: signal.input, value: 0}\n"
           "  push: {kind: force.effort, axis: pin, effort: stick}\n"
           "until: 1 s\nsolver: {method: rk4}\n");
  assert_int_equal(run(c, "run @//m.yaml --set parts.stick.value=3 --out @//p.csv"), 0);
  char *plain = take_file(c, "p.csv");
  assert_int_equal(run(c, "compile @//m.yaml"), 0);
  assert_says(c->out, "1 open number");
  assert_int_equal(run(c, "run @//m.yaml --set parts.stick.value=3 --out @//p.csv"), 0);
  assert_string_equal(plain, take_file(c, "p.csv"));
  forget_compiled(c), drop_file(c, "m.yaml");
}

// A library that the file has outlived is not used, and that is said.
static void stale(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(run(c, "compile @//m.yaml"), 0);
  assert_int_equal(run(c, "run @//m.yaml --until 0.1s"), 0);
  assert_null(strstr(c->err, "not used"));
  assert_int_equal(run(c,
                       "version; touch -d '1 hour ago' $XDG_CACHE_HOME/davit/*.so; sed -i 's/mass: 2/mass: 3/' @//m.yaml; "
                       "%s run @//m.yaml --until 0.1s",
                       DAVIT),
                   0);
  assert_says(c->err, "the file has changed since");
  forget_compiled(c), drop_file(c, "m.yaml");
}

static double fitted(command *c)
{
  assert_int_equal(run(c, "identify fit @//m.yaml @//d.csv --fit parts.drag.damping=0.1..2 --json"), 0);
  return json_at(json_at(json_of(c), "parameters")->item[0], "value")->number;
}

// A fit whose parameters are open runs compiled code and finds what the interpreter finds.
static void identifies(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(
      run(c, "run @//m.yaml --set parts.drag.damping=0.8 --until 1s --every 50ms --columns pin.position --out @//d.csv"), 0);
  double plain = fitted(c);
  assert_near(plain, 0.8, 1e-9);
  assert_int_equal(run(c, "compile @//m.yaml --open parts.drag.damping"), 0);
  assert_true(fitted(c) == plain);
  drop_file(c, "d.csv"), forget_compiled(c), drop_file(c, "m.yaml");
}

// The folder of a compile that was killed goes with the next; one that somebody holds, or of another name, stays.
static void leftover_folders(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(run(c, "version; cd @// && for i in abcdef ghijkl mnopqrs; do mkdir -m 700 davit-compile-$i; done; "
                          "mkdir davit-compile-abcdef/davit; echo x > davit-compile-abcdef/davit/real.h"),
                   0);
  int held = open(dv_arena_text(c->arena, "%s/davit-compile-ghijkl", c->dir), O_RDONLY | O_DIRECTORY);
  assert_int_equal(flock(held, LOCK_EX), 0);
  assert_int_equal(run(c, "version; TMPDIR=$(cd @// && pwd) " DAVIT " compile @//m.yaml -o @//m.so"), 0);
  close(held);
  assert_int_equal(run(c, "version >/dev/null; cd @// && ls -d davit*; rmdir davit-compile-ghijkl davit-compile-mnopqrs"), 0);
  assert_string_equal(c->out, "davit-compile-ghijkl\ndavit-compile-mnopqrs\n");
  drop_file(c, "m.so"), drop_file(c, "m.yaml");
}

static void faults(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(run(c, "compile @//m.yaml -o @//m.txt"), 64);
  assert_int_equal(run(c, "version; CC=no-such-compiler %s compile @//m.yaml", DAVIT), 2);
  assert_says(c->err, "there is no program 'no-such-compiler'");
  drop_file(c, "m.yaml");
}

// Numbers that are open may change; the results are those of the interpreter, with any solver.
static void open_numbers(void **state)
{
  command *c = *state;
  char *plain, *own;
  size_t n;
  put_file(c, "m.yaml", machine);
  assert_int_equal(run(c, "run @//m.yaml --set bodies.arm.mass=2.5kg --solver rk4 --step 1ms --out @//p.csv"), 0);
  plain = take_file(c, "p.csv");
  assert_int_equal(run(c, "compile @//m.yaml --open bodies.arm.mass,'parts.leak.area=2 mm2' --source @//m.c"), 0);
  assert_says(c->out, "open numbers");
  assert_says(get_file(c, "m.c", &n), "p[0]");
  assert_int_equal(run(c,
                       "version; LD_DEBUG=files %s run @//m.yaml --set bodies.arm.mass=2.5kg --until 0.1s 2>&1 | grep -c "
                       "'calling fini: .*/fd/'",
                       DAVIT),
                   0);  // at the end alone
  assert_int_equal(run(c, "run @//m.yaml --set bodies.arm.mass=2.5kg --solver rk4 --step 1ms --out @//p.csv"), 0);
  own = take_file(c, "p.csv");
  assert_string_equal(strchr(plain, '\n'), strchr(own, '\n'));
  assert_int_equal(run(c, "compile @//m.yaml --open until -o @//n.c"), 0);  // moves no number of the model
  assert_int_equal(run(c, "compile @//m.yaml --open bodies.leg.mass -o @//n.c"), 64);
  assert_says(c->err, "does not say what 'bodies.leg.mass' is");
  assert_int_equal(run(c, "compile @//m.yaml --open joints.pin.axis=x -o @//n.c"), 64);
  assert_says(c->err, "not only numbers");
  drop_file(c, "m.c"), drop_file(c, "n.c"), forget_compiled(c), drop_file(c, "m.yaml");
}

#define SWEEP "version; XDG_CACHE_HOME=@//cache %s sweep "
#define TITAN                                                                                                                    \
  "machines/titan4.yaml --case e1-sampled --until 0.3s --vary Ps=170:200bar:3 --dist 'V0~uniform(0.9l,1.1l)' --sample 5 "        \
  "--metric 'max(abs(q2 - goal2))' --metric 'final(q4.rate)' --metric 'mean(a2.pressure)' "

// With the varied numbers open every run has the bits of the interpreted one, alone and in lanes, by any number of processes,
// and after a kill.
static void sweeps(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, SWEEP TITAN "-o @//a.csv", DAVIT), 0);
  char *plain = take_file(c, "a.csv");
  assert_int_equal(run(c, SWEEP TITAN "--compile --jobs 1 -o @//a.csv", DAVIT), 0);
  assert_says(c->err, "compiled in");
  assert_string_equal(plain, take_file(c, "a.csv"));
  assert_int_equal(run(c, SWEEP TITAN "--compile --jobs 2 -o @//a.csv", DAVIT), 0);
  assert_null(strstr(c->err, "compiled in"));  // it was kept
  assert_string_equal(plain, take_file(c, "a.csv"));
  assert_int_equal(run(c, SWEEP TITAN "--compile --shard 1/2 -o @//1.csv", DAVIT), 0);
  assert_int_equal(run(c, SWEEP TITAN "--shard 2/2 -o @//2.csv", DAVIT), 0);
  assert_int_equal(run(c, "sweep --join @//1.csv @//2.csv -o @//a.csv"), 0);
  assert_string_equal(plain, take_file(c, "a.csv"));
  drop_file(c, "1.csv"), drop_file(c, "2.csv");
  assert_int_equal(run(c, "version; rm -r @//cache"), 0);
}

// A table whose numbers are open is searched in each lane.
static void open_tables(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "parameters: {a: 3, late: 0.3}\n"
           "bodies: {rod: {mass: 1 kg, com: [0, 0, -0.5], inertia: [0.1, 0.1, 0.01]}}\n"
           "joints: {pin: {type: revolute, axis: x, child: rod, position: 0.5}}\n"
           "signals: {go: {kind: signal.table, data: [[0, 0], [late, a], [0.6, -a], [0.8, 1]]}}\n"
           "parts: {push: {kind: force.effort, axis: pin, effort: go}}\n"
           "until: 1 s\nsolver: {method: rk4}\n");
  assert_int_equal(run(c, SWEEP "@//m.yaml --vary a=1:5:3 --vary late=0.2,0.3,0.4 --metric 'final(pin)' -o @//a.csv", DAVIT), 0);
  char *plain = take_file(c, "a.csv");
  assert_int_equal(
      run(c, SWEEP "@//m.yaml --vary a=1:5:3 --vary late=0.2,0.3,0.4 --metric 'final(pin)' --compile -o @//a.csv", DAVIT), 0);
  assert_says(c->err, "open numbers");
  assert_string_equal(plain, take_file(c, "a.csv"));
  drop_file(c, "m.yaml");
  assert_int_equal(run(c, "version; rm -r @//cache"), 0);
}

// Runs that differ in more than numbers are interpreted.
static void other_structures(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", machine);
  assert_int_equal(
      run(c, SWEEP "@//m.yaml --vary joints.pin.axis=x,y,z --metric 'final(pin.position)' --compile -o @//a.csv", DAVIT), 0);
  assert_says(c->err, "differ in more than numbers");
  drop_file(c, "a.csv"), drop_file(c, "m.yaml");
  run(c, "version; rm -rf @//cache");
}

// A four-bar that starts at rest under its spring, and a program that calls its source as the guide says.
#define FOUR_BAR                                                                                                                 \
  "bodies:\n"                                                                                                                    \
  "  crank: {mass: 1 kg, com: [0.1, 0, 0], inertia: [0.01, 0.01, 0.01], points: {tip: [0.2, 0, 0]}}\n"                           \
  "  rod: {mass: 2 kg, com: [0.3, 0, 0], inertia: [0.05, 0.05, 0.05], points: {end: [0.6, 0, 0]}}\n"                             \
  "  rocker: {mass: 1 kg, com: [0.2, 0, 0], inertia: [0.01, 0.01, 0.01], points: {tip: [0.4, 0, 0]}}\n"                          \
  "joints:\n"                                                                                                                    \
  "  a: {type: revolute, axis: -y, child: crank, position: 60 deg}\n"                                                            \
  "  b: {type: revolute, axis: -y, parent: crank, child: rod, at: {point: tip}, position: -40 deg}\n"                            \
  "  c: {type: revolute, axis: -y, child: rocker, at: {xyz: [0.5, 0, 0]}, position: 80 deg}\n"                                   \
  "loops: {pin: {type: revolute, axis: -y, parent: rod, child: rocker, at: {point: end}, child_at: {point: tip}}}\n"             \
  "parts:\n  s: {kind: force.spring, axis: a, stiffness: 50 N.m/rad, rest: 60 deg}\n"                                            \
  "start: {at: equilibrium}\nuntil: 1 s\n"

static const char caller[] = "#define DV_LANES 1\n#include \"m.c\"\n#include <math.h>\n#include <stdio.h>\n"
                             "int main(void)\n{\n"
                             "  double x[] = DAVIT_X, d[] = DAVIT_D, p[] = DAVIT_P, dx[sizeof x / sizeof *x], worst = 0;\n"
                             "  davit_machine_x1(0, x, d, p, dx, 0, 0, 0);\n"
                             "  for (unsigned k = 0; k < sizeof x / sizeof *x; k++) worst = fmax(worst, fabs(dx[k]));\n"
                             "  printf(\"%.17g %.17g\\n\", x[0], worst);\n}\n";

// The source starts where a run starts: at rest there, with its loops closed; the call is one for machines with and without
// loops.
static void source_starts(void **state)
{
  command *c = *state;
  char *end;
  for (int k = 0; k < 2; k++) {
    put_file(c, "m.yaml",
             k ? FOUR_BAR
               : "bodies: {m: {mass: 2 kg}}\njoints: {x: {type: prismatic, axis: z, child: m}}\n"
                 "parts: {s: {kind: force.spring, axis: x, stiffness: 100 N/m}}\nstart: {at: equilibrium}\nuntil: 1 s\n");
    put_file(c, "call.c", caller);
    assert_int_equal(run(c, "compile @//m.yaml -o @//m.c"), 0);
    assert_int_equal(
        run(c, "version >/dev/null; cc -Wall -Werror -std=c11 -ffp-contract=off -I include @//call.c -o @//call -lm"), 0);
    assert_int_equal(run(c, "version >/dev/null; @//call"), 0);
    double x = strtod(c->out, &end), worst = strtod(end, NULL);
    assert_true(worst < 1e-9);
    if (!k) assert_near(x, -2 * 9.80665 / 100, 1e-3);
    else assert_near(x, 0.991995761047, 1e-9);  // `davit equilibrium` says so, whose residual is zero
    drop_file(c, "m.yaml"), drop_file(c, "m.c"), drop_file(c, "call.c"), drop_file(c, "call");
  }
}

// A continuous law that asks for the model of a machine with loops: told by name and place. Sampled, the library can be made, but
// the source alone would lack the samples.
static void names_the_part(void **state)
{
  command *c = *state;
  put_file(c, "base.yaml", FOUR_BAR);
  put_file(c, "m.yaml",
           "include: base.yaml\nparts:\n"
           "  law: {kind: control.pd-gravity, coordinates: [a], kp: 100 N.m/rad, kd: 10 N.m.s/rad, goal: '1[rad]'}\n"
           "  motor: {kind: force.effort, axis: a, effort: law.effort.a}\n");
  assert_int_equal(run(c, "compile @//m.yaml"), 2);
  assert_says(c->err, "m.yaml:3:3: error: 'law' cannot be compiled");
  assert_int_equal(run(c, "compile @//m.yaml --set parts.law.period=10ms -o @//m.c"), 2);
  assert_says(c->err, "m.yaml:3:3: error: 'law' cannot be compiled");
  assert_int_equal(run(c, "compile @//m.yaml --set parts.law.period=10ms -o @//m.so"), 0);
  drop_file(c, "m.yaml"), drop_file(c, "base.yaml"), drop_file(c, "m.so");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_numbers),      cmocka_unit_test(only_its_own),     cmocka_unit_test(loops),
      cmocka_unit_test(open_numbers),      cmocka_unit_test(sweeps),           cmocka_unit_test(other_structures),
      cmocka_unit_test(open_tables),       cmocka_unit_test(inputs_are_open),  cmocka_unit_test(stale),
      cmocka_unit_test(identifies),        cmocka_unit_test(leftover_folders), cmocka_unit_test(faults),
      cmocka_unit_test(source_starts),     cmocka_unit_test(names_the_part),   cmocka_unit_test(planted),
      cmocka_unit_test(names_are_no_code), cmocka_unit_test(other_pivots)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
