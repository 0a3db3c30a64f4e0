// Nothing is lost: outputs never replace inputs, nor a good file by a part of one; what a killed run leaves is cleared away.
#include "command.h"

#include "sandbox/sandbox.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/wait.h>

static const char crane[] = "name: crane\nbodies: {boom: {mass: 2 kg, com: [1 m, 0, 0]}}\n"
                            "joints: {pin: {type: revolute, axis: y, child: boom}}\n"
                            "signals: {pull: {kind: table, data: {csv: pull.csv, columns: [time, value]}}}\n"
                            "parts: {motor: {kind: force.effort, axis: pin, effort: 'pull*1[N.m]'}}\n"
                            "until: 1 s\nsolver: {method: rk4, step: 1 ms, every: 1 ms}\n";
static const char pull[] = "time [s],value\n0,0\n0.5,1\n1,0\n";

static void setup_crane(command *c)
{
  put_file(c, "m.yaml", crane);
  put_file(c, "pull.csv", pull);
}

static void drop_crane(command *c)
{
  drop_file(c, "m.yaml");
  drop_file(c, "pull.csv");
}

static void expect_kept(command *c, const char *name, const char *text)
{
  size_t n;
  char *now = get_file(c, name, &n);
  assert_non_null(now);
  assert_int_equal(n, strlen(text));
  assert_memory_equal(now, text, n);
}

static void refuses(command *c, const char *line, const char *why)
{
  if (run(c, "%s", line) != 64) fail_msg("%s: code %d\n%s", line, c->code, c->err);
  assert_says(c->err, "would be written over");
  assert_says(c->err, why);
  expect_kept(c, "m.yaml", crane);
  expect_kept(c, "pull.csv", pull);
}

// Every verb that writes: on its operand, on what the machine reads, on what an option reads, twice on one file.
static void over_inputs(void **state)
{
  command *c = *state;
  setup_crane(c);
  assert_int_equal(run(c, "run @/m.yaml --out @/r.h5 --save-state @/s"), 0);
  size_t n, k;
  char *before = get_file(c, "r.h5", &n);
  refuses(c, "run @/m.yaml --save-state @/m.yaml", "it is read");
  refuses(c, "run @/m.yaml --out @/pull.csv", "the machine is read from it");
  refuses(c, "run @/m.yaml --save-state @/pull.csv", "the machine is read from it");
  refuses(c, "run @/m.yaml --from-state @/s --out @/r.csv --save-state @/../$(basename @/)/r.csv", "name one file");
  refuses(c, "equilibrium @/m.yaml --save-state @/m.yaml", "it is read");
  refuses(c, "compile @/m.yaml -o @/m.yaml", "it is read");
  refuses(c, "compile @/m.yaml -o @/x.c --source @/pull.csv", "the machine is read from it");
  refuses(c, "sweep @/m.yaml --vary bodies.boom.mass=1:2kg:2 --metric 'max(pin)' -o @/pull.csv", "the machine is read from it");
  refuses(c, "workspace @/m.yaml --point boom.com --csv @/pull.csv", "the machine is read from it");
  refuses(c, "bode @/m.yaml --input pull --output pin --out @/pull.csv", "the machine is read from it");
  refuses(c, "bondgraph @/m.yaml -o @/m.yaml", "it is read");
  refuses(c, "convert @/m.yaml @/m.yaml", "it is read");
  refuses(c, "build @/m.yaml -o @/m.yaml", "it is read");
#ifdef HAS_FMU
  refuses(c, "fmu @/m.yaml -o @/pull.csv", "the machine is read from it");
#endif
  refuses(c, "serve @/m.yaml --out @/pull.csv", "the machine is read from it");
  refuses(c, "report @/r.h5 -o @/r.h5", "it is read");
  refuses(c, "plot @/r.h5 pin.position -o @/r.h5", "it is read");
  // by another name
  assert_int_equal(run(c, "version; ln -s r.h5 @/l.h5; ln @/m.yaml @/hard"), 0);
  refuses(c, "report @/r.h5 -o @/l.h5", "it is read");
  refuses(c, "run @/m.yaml --save-state @/hard", "it is read");
  char *after = get_file(c, "r.h5", &k);
  assert_int_equal(n, k);
  assert_memory_equal(before, after, n);
  // a state may go on in its place
  assert_int_equal(run(c, "run @/m.yaml --until 2 --from-state @/s --save-state @/s"), 0);
  drop_file(c, "l.h5"), drop_file(c, "hard"), drop_file(c, "r.h5"), drop_file(c, "s");
  drop_crane(c);
}

static const char robot[] = "<robot name='r' xmlns:xacro='x'><xacro:include filename='numbers.xacro'/>\n"
                            "<xacro:property name='v' value=\"${load_yaml('values.yaml')}\"/>\n"
                            "<link name='a'><inertial><mass value=\"${m * v['k']}\"/>"
                            "<inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link></robot>\n";
static const char numbers[] = "<robot xmlns:xacro='x'><xacro:property name='m' value='3'/></robot>\n", values[] = "k: 2\n";

static void keeps(command *c, const char *line, const char *name, const char *text)
{
  if (run(c, "%s", line) != 64) fail_msg("%s: code %d\n%s", line, c->code, c->err);
  assert_says(c->err, "the machine is read from it");
  expect_kept(c, name, text);
}

// What is read without standing in the machine's text by a name that looks like a file's.
static void over_what_was_read(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {boom: {mass: 2 kg, com: [1 m, 0, 0]}}\njoints: {pin: {type: revolute, axis: y, child: boom}}\n"
           "signals: {pull: {kind: table, data: {csv: pull, columns: [time, value]}}}\nuntil: 0.01 s\n");
  put_file(c, "pull", pull);
  keeps(c, "run @/m.yaml --save-state @/pull", "pull", pull);
  put_file(c, "pull.svg", pull);
  assert_int_equal(run(c, "version; sed -i 's/csv: pull/csv: pull.svg/' @/m.yaml"), 0);
  keeps(c, "gradient @/m.yaml --of 'max(pin)' --by bodies.boom.mass --plot @/pull.svg", "pull.svg", pull);
  keeps(c, "sweep @/m.yaml --vary bodies.boom.mass=1:2kg:2 --metric 'max(pin)' -o @/t.csv --plot @/pull.svg", "pull.svg", pull);
  drop_file(c, "pull.svg");
  put_file(c, "r.xacro", robot), put_file(c, "numbers.xacro", numbers), put_file(c, "values.yaml", values);
  keeps(c, "run @/r.xacro --until 0.01 --save-state @/numbers.xacro", "numbers.xacro", numbers);
  keeps(c, "run @/r.xacro --until 0.01 --save-state @/values.yaml", "values.yaml", values);
  keeps(c, "convert @/r.xacro @/values.yaml", "values.yaml", values);
  drop_file(c, "r.xacro"), drop_file(c, "numbers.xacro"), drop_file(c, "values.yaml");
  drop_file(c, "m.yaml"), drop_file(c, "pull");
}

// A folder of outputs may hold an input of the name that an output gets.
static void over_inputs_in_folders(void **state)
{
  command *c = *state;
  put_file(c, "loads.csv", pull);
  put_file(c, "m.yaml", "include: n.yaml\n");
  put_file(c, "n.yaml",
           "name: crane\nbodies: {boom: {mass: 2 kg, com: [1 m, 0, 0]}}\njoints: {pin: {type: revolute, axis: y, child: boom}}\n"
           "signals: {pull: {kind: table, data: {csv: loads.csv, columns: [time, value]}}}\n"
           "parts: {motor: {kind: force.effort, axis: pin, effort: 'pull*1[N.m]'}}\nuntil: 0.1 s\n");
  assert_int_not_equal(run(c, "loads @/m.yaml -o @/"), 0);
  assert_says(c->err, "the machine is read from it");
  expect_kept(c, "loads.csv", pull);
  assert_int_equal(run(c, "run @/m.yaml --save-state @/n.yaml"), 64);  // the included file
  assert_says(c->err, "the machine is read from it");
  drop_file(c, "m.yaml"), drop_file(c, "n.yaml"), drop_file(c, "loads.csv");
}

// What somebody has protected against writing stays, though its folder can be written.
static void protected_file(void **state)
{
  command *c = *state;
  setup_crane(c);
  put_file(c, "r.csv", pull);
  assert_int_equal(run(c, "version; chmod a-w @/r.csv"), 0);
  assert_int_equal(run(c, "run @/m.yaml --out @/r.csv"), 2);
  assert_says(c->err, "protected against writing");
  expect_kept(c, "r.csv", pull);
  drop_file(c, "r.csv");
  drop_crane(c);
}

// Work of hours is not lost to a name that was never possible: that is told before.
static void told_before(void **state)
{
  command *c = *state;
  setup_crane(c);
  put_file(c, "r.csv", pull);
  assert_int_equal(run(c, "version; chmod a-w @/r.csv"), 0);
  static const char *const out[] = {"--out @/none/r.csv", "--out @/r.csv", "--save-state @/none/s", "--save-state @/r.csv"};
  for (int i = 0; i < 4; i++) {
    int code = run(c, "version; timeout 20 " DAVIT " run @/m.yaml --until 1e9 %s", out[i]);
    if (code != 2) fail_msg("%s: code %d\n%s", out[i], code, c->err);
    assert_says(c->err, "cannot write");
  }
  // names that nobody gives
  put_file(c, "sweep.csv", pull);
  assert_int_equal(run(c, "version; sed s/pull.csv/sweep.csv/ @/m.yaml > @/n.yaml; cd @/ && timeout 20 " DAVIT
                          " sweep n.yaml --until 1e9 --vary bodies.boom.mass=1:2kg:2 --metric 'max(pin)'"),
                   64);
  assert_says(c->err, "the machine is read from it");
  expect_kept(c, "sweep.csv", pull);
  drop_file(c, "sweep.csv"), drop_file(c, "n.yaml"), drop_file(c, "r.csv");
  drop_crane(c);
}

// The table of a plan was replaced by its figure, the answer of a search by its report: nothing was left of what was found.
static void over_outputs(void **state)
{
  command *c = *state;
  setup_crane(c);
  static const char *const figure[] = {"modes @/m.yaml --plot @/x.csv", "plan @/m.yaml --min time -o @/x.yaml --plot @/x.csv",
                                       "workspace @/m.yaml --point boom.com --svg @/x.csv"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(run(c, "%s", figure[i]), 64);
    assert_says(c->err, "x.csv' is no picture; name it .svg, .png or .pdf");
  }
  assert_int_equal(
      run(c, "optimise @/m.yaml --min 'max(pin)' --vary bodies.boom.mass=1..2kg --report @/optimised.yaml -o @/o.yaml"),
      strstr(c->err, "without NLopt") ? 64 : 0);
  int made = c->code == 0;
  for (int i = 0; made && i < 2; i++) {
    static const char *const page[] = {"optimised.yaml", "x.yaml.part"}, *const out[] = {"", "-o x.yaml"};
    run(c,
        "version; cd @/ && timeout 60 " DAVIT " optimise m.yaml --min 'max(pin)' --vary bodies.boom.mass=1..2kg %s --report %s",
        out[i], page[i]);
    assert_int_equal(c->code, 64);
    assert_says(c->err, "--report names it, too");
  }
  if (made) drop_file(c, "optimised.yaml"), drop_file(c, "o.yaml");
  drop_crane(c);
}

// No file may grow beyond 4 kB, as on a full disk; what was there stays to the byte.
static void full_disk_keeps(command *c, const char *name, const char *line)
{
  size_t n, k;
  char *before = get_file(c, name, &n);
  run(c, "version; trap '' XFSZ; ulimit -f 8; " DAVIT " %s", line);
  if (c->code != 2) fail_msg("%s: code %d\n%s%s", line, c->code, c->out, c->err);
  assert_says(c->err, "cannot write");
  assert_says(c->err, "File too large");
  char *after = get_file(c, name, &k);
  assert_int_equal(n, k);
  assert_memory_equal(before, after, n);
}

static void full_disk(void **state)
{
  command *c = *state;
  setup_crane(c);
  static const char *const out[] = {"r.csv", "r.h5", "r.mat"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(run(c, "run @/m.yaml --until 0.02 --out @/%s", out[i]), 0);
    full_disk_keeps(c, out[i], dv_arena_text(c->arena, "run @/m.yaml --out @/%s", out[i]));
  }
  assert_int_equal(run(c, "run @/m.yaml --out @/r.h5"), 0);
  assert_int_equal(run(c, "plot @/r.h5 pin.position -o @/p.svg"), 0);
  full_disk_keeps(c, "p.svg", "plot @/r.h5 'pin*' -o @/p.svg");
  assert_int_equal(run(c, "report @/r.h5 -o @/p.html"), 0);
  full_disk_keeps(c, "p.html", "report @/r.h5 -o @/p.html");
  drop_file(c, "p.svg"), drop_file(c, "p.html");
  for (int i = 0; i < 3; i++) drop_file(c, out[i]);
  drop_crane(c);
}

// The journal of a sweep says what is wrong, keeps what it has, and the sweep goes on when there is room.
static void full_journal(void **state)
{
  command *c = *state;
  setup_crane(c);
  const char *sweep = "sweep @/m.yaml --jobs 1 --until 0.01 --vary bodies.boom.mass=1:2kg:400 --metric 'max(pin)' -o @/t.csv";
  run(c, "version; trap '' XFSZ; ulimit -f 8; " DAVIT " %s", sweep);
  assert_int_equal(c->code, 2);
  assert_says(c->err, "the journal cannot be written: File too large");
  assert_int_equal(run(c, "%s", sweep), 0);
  assert_says(c->err, "going on");
  size_t n;
  char *table = get_file(c, "t.csv", &n);
  int rows = 0;
  for (size_t i = 0; i < n; i++) rows += table[i] == '\n';
  assert_int_equal(rows, 401);
  // a disk without any room: not "another sweep"
  run(c, "version; (trap '' XFSZ; ulimit -f 0; " DAVIT " %s) 2>&1 | cat", sweep);
  assert_says(c->out, "cannot be written");
  assert_null(strstr(c->out, "another sweep"));
  drop_file(c, "t.csv"), drop_file(c, "t.csv.part");
  drop_crane(c);
}

// With a closed stream a file gets its number: "going on" went over the head of the journal, and all runs were lost.
static void closed_streams(void **state)
{
  command *c = *state;
  setup_crane(c);
  const char *sweep = "sweep @/m.yaml --jobs 1 --until 0.01 --vary bodies.boom.mass=1:2kg:400 --metric 'max(pin)' -o @/t.csv";
  static const int blocks[] = {8, 12};
  for (int i = 0; i < 2; i++) {
    run(c, "version; trap '' XFSZ; ulimit -f %d; " DAVIT " %s%s", blocks[i], sweep, i ? " 2>&-" : "");
    assert_int_equal(c->code, 2);
  }
  assert_int_equal(run(c, "%s", sweep), 0);
  assert_says(c->err, "going on");
  assert_int_equal(run(c, "version; " DAVIT " run @/m.yaml --out @/a.csv <&- >&- 2>&-"), 2);  // the summary cannot be written
  assert_int_equal(run(c, "run @/m.yaml --out @/b.csv"), 0);
  assert_int_equal(run(c, "version; cmp @/a.csv @/b.csv"), 0);
  drop_file(c, "a.csv"), drop_file(c, "b.csv"), drop_file(c, "t.csv");
  drop_crane(c);
}

// A real full disk, where this user may mount one.
static void full_tmpfs(void **state)
{
  command *c = *state;
  assert_int_equal(run(c, "version; mkdir @/disk"), 0);
  if (run(c, "version; unshare -Urm mount -t tmpfs -o size=400k none @/disk")) {
    run(c, "version; rmdir @/disk");
    skip();
  }
  setup_crane(c);
  put_file(c, "fill.sh",
           "mount -t tmpfs -o size=400k none $1/disk || exit 9\n"
           "for f in r.csv r.h5 r.mat r.npy; do\n"
           "  $2 run $1/m.yaml --until 0.05 --out $1/disk/$f || exit 8\n"
           "done\n"
           "$2 run $1/m.yaml --until 0.05 --save-state $1/disk/s || exit 8\n"
           "$2 build $1/m.yaml -o $1/disk/m.dvm || exit 8\n"
           "cd $1/disk; sha256sum r.csv r.h5 r.mat r.npy s m.dvm > ../sums; dd if=/dev/zero of=ballast bs=1k 2>/dev/null\n"
           "for f in r.csv r.h5 r.mat r.npy; do $2 run $1/m.yaml --out $f; echo code $f $?; done\n"
           "$2 build $1/m.yaml --set bodies.boom.mass=3kg -o m.dvm; echo code m.dvm $?\n"
           "$2 run $1/m.yaml --save-state s; echo code s $?\n"
           "$2 sweep $1/m.yaml --vary bodies.boom.mass=1:2kg:3 --metric 'max(pin)' -o t.csv; echo code t $?\n"
           "sha256sum -c ../sums || exit 7\nls\n");
  int code = run(c, "version; unshare -Urm sh @/fill.sh @/ " DAVIT);
  if (code) fail_msg("code %d\n%s%s", code, c->out, c->err);
  static const char *const said[] = {"code r.csv 2", "code r.h5 2", "code r.mat 2", "code r.npy 2", "code s 2", "code m.dvm 2"};
  for (int i = 0; i < 6; i++) assert_says(c->out, said[i]);
  assert_null(strstr(c->out, ".tmp"));
  assert_null(strstr(c->out, "code t 0"));
  assert_says(c->err, "No space left");
  assert_null(strstr(c->err, "another sweep"));
  drop_file(c, "fill.sh"), drop_file(c, "sums"), drop_file(c, "disk");
  drop_crane(c);
}

// With little address space the run ends, and says so: OpenBLAS has a thread that waits for memory, and at the end for that.
static void little_room(void **state)
{
  command *c = *state;
#ifdef DV_CALLS
  (void)c;
  skip();  // the shadow of sanitizers is terabytes
#endif
  setup_crane(c);
  run(c, "version; ulimit -v 200000; timeout -s KILL 60 " DAVIT " run @/m.yaml");
  if (c->code) fail_msg("code %d\n%s", c->code, c->err);
  assert_says(c->out, "ledger");
  assert_says(c->err, "195 MB of address space");
  drop_crane(c);
}

// What a killed run has left goes, what a living one holds stays, and so does what only looks like it.
static void leftovers(void **state)
{
  command *c = *state;
  setup_crane(c);
  static const char *const name[] = {"r.csv.tmp123-0", "r.csv.tmp99999999-3", "r.csv.tmp7-1",
                                     "r.csv.tmp",      "r.csv.tmp1-",         "r.csv.tmpx"};
  for (int i = 0; i < 6; i++) put_file(c, name[i], "x");
  int held = open(dv_arena_text(c->arena, "%s/%s", c->dir, name[2]), O_RDWR);
  assert_int_equal(flock(held, LOCK_EX), 0);
  assert_int_equal(run(c, "run @/m.yaml --out @/r.csv"), 0);
  size_t n;
  assert_null(get_file(c, name[0], &n));
  assert_null(get_file(c, name[1], &n));
  for (int i = 2; i < 6; i++) drop_file(c, name[i]);
  close(held);
  drop_file(c, "r.csv");
  drop_crane(c);
}

// Workers of a killed sweep end: the lock that they inherit is free again.
static void orphans(void **state)
{
  command *c = *state;
  setup_crane(c);
  put_file(
      c, "kill.sh",
      "cd $1; $2 sweep m.yaml --jobs 2 --until 3000 --solver rk4 --step 0.1ms --vary bodies.boom.mass=1:2kg:4 --metric 'max(pin)' -o t.csv 2>/dev/null & p=$!\n"
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do w=$(ps -o pid= --ppid $p); [ -n \"$w\" ] && break; sleep 0.1; done\n"
      "[ -n \"$w\" ] || exit 9\nkill -9 $p; wait $p 2>/dev/null\n"
      "for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do\n"
      "  n=0; for x in $w; do s=$(ps -o stat= -p $x); case $s in ''|Z*) ;; *) n=1;; esac; done\n"
      "  [ $n = 0 ] && exit 0; sleep 0.1\ndone\nkill -9 $w; exit 8\n");
  int code = run(c, "version; sh @/kill.sh @/ " DAVIT);
  if (code) fail_msg("code %d: %s", code, code == 8 ? "workers went on" : "no worker was seen");
  drop_file(c, "kill.sh"), drop_file(c, "t.csv.part");
  drop_crane(c);
}

// A state with any byte changed, or cut anywhere, is refused.
static void damaged_states(void **state)
{
  command *c = *state;
  setup_crane(c);
  assert_int_equal(run(c, "run @/m.yaml --until 0.1 --save-state @/s"), 0);
  size_t n;
  char *bytes = get_file(c, "s", &n), *path = dv_arena_text(c->arena, "%s/d", c->dir);
  for (size_t i = 0; i < n; i += 7) {
    FILE *f = fopen(path, "wb");
    bytes[i] = (char)(bytes[i] ^ 0x10);
    fwrite(bytes, 1, n, f);
    bytes[i] = (char)(bytes[i] ^ 0x10);
    fclose(f);
    const char *how = i % 2 ? "from-state" : "carry";
    if (run(c, "run @/m.yaml --until 0.2 --%s @/d", how) == 0) fail_msg("byte %zu of %zu: taken", i, n);
  }
  drop_file(c, "d"), drop_file(c, "s");
  drop_crane(c);
}

// A mesh whose corners lie in a file beside it: that file is read, too. `check` looks at meshes as a page does: one whose file
// has no triangles is told by both, and faces with holes are.
static void meshes(void **state)
{
  command *c = *state;
  static const char face[] =
      "{\"meshes\":[{\"primitives\":[{\"attributes\":{\"POSITION\":0}}]}],\"accessors\":[{\"bufferView\":0,"
      "\"componentType\":5126,\"count\":3,\"type\":\"VEC3\"}],\"bufferViews\":[{\"buffer\":0,\"byteLength\":"
      "36}],\"buffers\":[{\"uri\":\"face.bin\",\"byteLength\":36}]}";
  static const char holes[] =
      "<COLLADA><library_geometries><geometry id='g'><mesh><source id='s'><float_array id='f' count='9'>0 0 0 1 0 0 0 1 0"
      "</float_array><technique_common><accessor count='3' stride='3' source='#f'/></technique_common></source><vertices id='v'>"
      "<input semantic='POSITION' source='#s'/></vertices><polygons count='2'><input semantic='VERTEX' source='#v' offset='0'/>"
      "<p>0 1 2</p><ph><p>0 1 2</p><h>0 1 2</h></ph></polygons></mesh></geometry></library_geometries></COLLADA>";
  static const char corners[] = "000011112222333344445555666677778888";
  put_file(c, "face.gltf", face);
  put_file(c, "face.bin", corners);
  put_file(c, "holes.dae", holes);
  put_file(c, "bad.stl", "solid nothing\nendsolid\n");
  put_file(c, "m.yaml",
           "bodies: {a: {mass: 1 kg, visual: [{mesh: face.gltf}, {mesh: bad.stl}, {mesh: bad.stl}, {mesh: holes.dae}]}}\n"
           "joints: {x: {type: prismatic, axis: x, child: a}}\nuntil: 1 s\n");
  if (dv_sandbox_knows_folders()) {
    assert_int_equal(run(c, "run @//m.yaml --save-state @//face.bin"), 64);
    assert_says(c->err, "face.bin' would be written over: the machine is read from it");
  }
  expect_kept(c, "face.bin", corners);
  assert_int_equal(run(c, "check @//m.yaml"), 0);
  assert_says(c->err, "no triangles can be read from");
  assert_null(strstr(strstr(c->err, "no triangles") + 1, "no triangles"));
  assert_says(c->err, "faces with holes (<ph>) are left out of");
  drop_file(c, "m.yaml"), drop_file(c, "face.gltf"), drop_file(c, "face.bin"), drop_file(c, "bad.stl"), drop_file(c, "holes.dae");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(over_inputs, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(over_what_was_read, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(over_inputs_in_folders, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(protected_file, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(meshes, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(told_before, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(over_outputs, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(full_disk, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(full_journal, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(closed_streams, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(full_tmpfs, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(little_room, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(leftovers, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(orphans, command_setup, command_teardown),
      cmocka_unit_test_setup_teardown(damaged_states, command_setup, command_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
