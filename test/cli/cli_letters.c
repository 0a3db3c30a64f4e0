// cli_letters.c: letters that would act on a terminal do not reach it, whoever wrote them: machine file, result, command line.
#include "command.h"

// Nothing but plain lines came out.
static void assert_harmless(const command *c)
{
  const char *both[] = {c->out, c->err};
  for (int i = 0; i < 2; i++)
    for (const unsigned char *s = (const unsigned char *)both[i]; *s; s++) {
      if ((*s < ' ' && *s != '\n' && *s != '\t') || *s == 127) fail_msg("byte %02x reaches the terminal", *s);
      if (*s == 0xC2 && s[1] < 0xA0) fail_msg("a control character of Unicode reaches the terminal");
      if (*s == 0xE2 && s[1] == 0x80 && s[2] == 0xAE) fail_msg("letters are turned round");
      if (*s == 0xE2 && s[1] == 0x80 && (s[2] == 0xA8 || s[2] == 0x8F)) fail_msg("a line ends, or letters are turned round");
    }
}

static void machine_files(void **state)
{
  command *c = *state;
  static const char *const file[] = {"bodies: {\"a\\e[31mb\": {mas: 1 kg}}\n",
                                     "name: \"x\\e]0;title\\a\"\nbodies: {a: {mass: 1 kg}}\n",
                                     "bodies: {a: {\"ma\\nss\": 1 kg}}\n",
                                     "bodies: {a: {mass: \"1 \\x9b2J kg\"}}\n",
                                     "include: [\"no\\e[2J.yaml\"]\n",
                                     "bodies: {a: {mass: \"\\u202e1 kg\"}}\n",
                                     "bodies: {a: {mass: \"1 kg\\u2028error: x\"}}\n",
                                     "bodies: {\"\\u200fa\": {mass: 1 kg}}\n",
                                     "joints: {\"j\\x7f\": {type: hinge, child: a}}\n"};
  for (size_t i = 0; i < sizeof file / sizeof *file; i++) {
    put_file(c, "m.yaml", file[i]);
    assert_int_equal(run(c, "check @//m.yaml"), 1);
    assert_says(c->err, "control character");
    assert_harmless(c);
  }
  drop_file(c, "m.yaml");
}

static void results(void **state)
{
  command *c = *state;
  put_file(c, "r.csv", "time [s],\033[31mx [m],y\302\2332J [m]\n0,1,2\n1,2,3\n2,3,5\n");
  assert_int_equal(run(c, "metrics @//r.csv"), 0);
  assert_says(c->out, "\\x1b[31mx");
  assert_harmless(c);
  assert_int_equal(run(c, "plot @//r.csv --columns nothing -o @//r.svg"), 64);
  assert_harmless(c);
  drop_file(c, "r.csv");
}

// What is read and what is written may have any name.
static void names_of_files(void **state)
{
  command *c = *state;
  static const char *const verb[] = {"test", "run --out @//o.csv", "bench", "check --json"};
  static const char *const letters[] = {"\033[31m", "\302\233", "\342\200\256"};
  for (size_t l = 0; l < sizeof letters / sizeof *letters; l++) {
    const char *in = dv_arena_text(c->arena, "i%s.yaml", letters[l]), *out = dv_arena_text(c->arena, "o%s.h5", letters[l]);
    put_file(
        c, in,
        "gravity: [0, 0, 0]\nbodies: {a: {mass: 1 kg}}\njoints: {j: {type: prismatic, child: a, rate: 1 m/s}}\nuntil: 0.1 s\n"
        "solver: {method: rk4, step: 10 ms}\ncases: {c: {expect: [{final: j, is: 0.1 m, within: 1e-9}]}}\n");
    for (size_t v = 0; v < sizeof verb / sizeof *verb; v++) {
      assert_int_equal(run(c, "%s '@//%s'", verb[v], in), 0);
      assert_harmless(c);
    }
    assert_int_equal(run(c, "run '@//%s' --out '@//%s'", in, out), 0);
    assert_harmless(c);
    assert_int_equal(run(c, "plot '@//%s' -o '@//%s.svg'", out, out), 0);
    assert_harmless(c);
    drop_file(c, in);
    drop_file(c, out);
    drop_file(c, dv_arena_text(c->arena, "%s.svg", out));
    drop_file(c, "o.csv");
  }
}

static void command_lines(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", "bodies: {a: {mass: 1 kg}}\njoints: {j: {type: prismatic, child: a}}\n");
  assert_int_equal(run(c, "run @//m.yaml --set \"$(printf '\\033[31mx')=1\""), 64);
  assert_harmless(c);
  assert_int_equal(run(c, "check \"$(printf '@//\\033[2Jm.yaml')\""), 1);
  assert_harmless(c);
  assert_int_equal(run(c, "\"$(printf '\\033[2Jx')\""), 64);
  assert_harmless(c);
  drop_file(c, "m.yaml");
}

// A command that is shown to be typed does what it says, whatever the name of the file.
static void commands_to_type(void **state)
{
  command *c = *state;
  static const char machine[] = "bodies: {a: {mass: 1 kg}}\njoints: {j: {type: prismatic, child: a}}\nuntil: 0.1 s\n";
  static const char *const names[] = {"x; touch MARK;.yaml", "$(touch MARK)`touch MARK`.yaml", "it's; touch MARK;'.yaml"};
  static const char before[] = "to see the first: ";
  for (int i = 0; i < 3; i++) {
    put_file(c, names[i], machine);
    assert_int_equal(run(c, "sweep @/*.yaml --vary bodies.a.mass=-1kg,2 --metric 'max(j)' -o @/t.csv"), 2);
    const char *line = strstr(c->out, before);
    assert_non_null(line);
    line += strlen(before);
    put_file(c, "type.sh", dv_arena_text(c->arena, "davit() { %s \"$@\"; }\n%.*s\n", DAVIT, (int)strcspn(line, "\n"), line));
    assert_int_equal(run(c, "version; sh @/type.sh"), 64);
    assert_says(c->err, "is negative");
    assert_int_not_equal(access("MARK", F_OK), 0);
    drop_file(c, names[i]), drop_file(c, "type.sh"), drop_file(c, "t.csv");
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(machine_files), cmocka_unit_test(results), cmocka_unit_test(names_of_files),
                                     cmocka_unit_test(commands_to_type), cmocka_unit_test(command_lines)};
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
