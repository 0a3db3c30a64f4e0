// cli_reproduce.c: a machine's figures beside its numbers, as one page.
#include "command.h"

#include "base/json.h"

// x = cos(2 t), a mass on a spring; one number is what it should be, one is not.
static const char mass[] =
    "davit: 1\n"
    "name: mass & spring\n"
    "bodies: {mass: {mass: 2 kg}}\n"
    "joints: {x: {type: prismatic, child: mass, axis: x, position: 1 m}}\n"
    "parts: {spring: {kind: force.spring, axis: x, stiffness: 8 N/m}}\n"
    "gravity: 0\n"
    "until: 2 s\n"
    "solver: {method: rk4, step: 1 ms, every: 10 ms}\n"
    "plots:\n"
    "  - {title: Place, columns: [x], limits: [{at: 1 m, name: start}]}\n"
    "  - {title: Both, columns: [x, x.rate]}\n"
    "metrics: {most: {max: x}}\n"
    "cases:\n"
    "  right:\n"
    "    doc: as the formula\n"
    "    expect: [{value: x, at: 1 s, is: -0.4161468365 m, within: 1e-9 m, source: \"cos 2, <by hand>\"}]\n"
    "  wrong:\n"
    "    expect: [{value: x, at: 1 s, is: 1 m, within: 1 mm}]\n";

static int count(const char *text, const char *part)
{
  int n = 0;
  for (const char *s = text; (s = strstr(s, part)); s += strlen(part)) n++;
  return n;
}

static void test_numbers_and_figures(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", mass);
  assert_int_equal(run(c, "reproduce @//m.yaml --case right -o @//p.html --csv @//n.csv"), 0);
  char *page = take_file(c, "p.html"), *table = take_file(c, "n.csv");
  assert_int_equal(count(page, "<figure>"), 2);
  assert_says(page, "<b>1 of 1</b> numbers are as expected; 1 of 1 cases ran, 2 figures.");
  assert_says(page, "<h2>mass &amp; spring</h2>");
  assert_says(page, "cos 2, &lt;by hand&gt;");
  assert_says(page, "--case right --out result.h5</code>");
  assert_says(page, "as the formula");
  assert_null(strstr(page, "http://www.w3.org/1999"));  // what is drawn is a picture of its own
  assert_null(strstr(page, "src=\"http"));
  assert_says(table, "\"right\",\"x at 1 s\",-0.416146836");
  assert_says(table, "\"right\",\"most\",1,m,,,,,\"\"\n");
  assert_int_equal(count(table, "\n"), 3);
  drop_file(c, "m.yaml");
}

// The same numbers as `davit test`, and x(1 s) = cos 2.
static void test_json(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", mass);
  assert_int_equal(run(c, "reproduce @//m.yaml -o @//p.html --json"), 2);
  const dv_json *v = json_of(c), *cases = json_at(v, "cases");
  assert_int_equal(cases->n, 2);
  assert_int_equal((int)json_at(v, "passed")->number, 1);
  assert_int_equal((int)json_at(v, "failed")->number, 1);
  assert_int_equal((int)json_at(v, "figures")->number, 4);
  assert_false((int)json_at(v, "ok")->number);
  double x = json_at(json_at(cases->item[0], "numbers")->item[0], "value")->number;
  assert_near(x, cos(2), 1e-9);
  assert_string_equal(json_at(json_at(cases->item[0], "numbers")->item[0], "unit")->text, "m");
  assert_int_equal(run(c, "test @//m.yaml --json"), 2);
  const dv_json *tested = json_at(json_at(json_at(json_of(c), "files")->item[0], "cases")->item[0], "expectations")->item[0];
  assert_true(json_at(tested, "got")->number == x);
  char *page = take_file(c, "p.html");
  assert_says(page, "<div class=\"verdict bad\"><b>1 of 2</b>");
  assert_says(page, "<td class=\"bad\">-1.42</td>");
  drop_file(c, "m.yaml");
}

// A turn by 1 rad is 57.2957795 deg in the table, as it is in the figure above; 300 K are 26.85 degC, but 10 K of drift are 10 K.
// --si leaves them in rad and K. The table for programs is in SI in both.
static void test_units(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {wheel: {mass: 1 kg, inertia: [1, 1, 1]}}\n"
           "joints: {turn: {type: revolute, child: wheel, axis: z, rate: 1 rad/s}}\n"
           "signals: {warm: \"290[K] + 10[K/s]*t\"}\n"
           "gravity: 0\n"
           "until: 1 s\n"
           "solver: {method: rk4, step: 10 ms}\n"
           "plots: [{title: Turn, columns: [turn]}]\n"
           "metrics: {hot: {final: warm}, hotter: {drift: warm}, fast: {max: turn.rate}}\n"
           "expect: [{value: turn, at: 1 s, is: 0.9 rad, within: 0.5 rad}]\n");
  assert_int_equal(run(c, "reproduce @//m.yaml -o @//p.html --csv @//n.csv"), 0);
  char *page = take_file(c, "p.html"), *table = take_file(c, "n.csv");
  assert_says(page, "<td>turn at 1 s</td><td>57.2957795</td><td class=\"text\">deg</td><td>51.5662016</td><td>28.6478898</td>");
  assert_says(page, "<td class=\"good\">5.73</td>");
  assert_says(page, "<td>hot</td><td>26.85</td><td class=\"text\">degC</td>");
  assert_says(page, "<td>hotter</td><td>10</td><td class=\"text\">K</td>");
  assert_says(page, "<td>fast</td><td>57.2957795</td><td class=\"text\">deg/s</td>");
  assert_says(table, "\"turn at 1 s\",");
  assert_near(strtod(strstr(table, "turn at 1 s\",") + 13, NULL), 1, 1e-12);
  assert_says(table, ",rad,0.9,0.5,");
  assert_int_equal(run(c, "reproduce @//m.yaml -o @//p.html --csv @//n.csv --si"), 0);
  assert_string_equal(take_file(c, "n.csv"), table);
  page = take_file(c, "p.html");
  assert_says(page, "<td>turn at 1 s</td><td>1</td><td class=\"text\">rad</td><td>0.9</td><td>0.5</td>");
  assert_says(page, "<td>hot</td><td>300</td><td class=\"text\">K</td>");
  drop_file(c, "m.yaml");
}

// A case that fails is told, and the others stand beside it.
static void test_failed_run(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml",
           "bodies: {a: {mass: 1 kg}}\n"
           "joints: {x: {type: prismatic, child: a, axis: x}}\n"
           "signals: {w: \"log(0.5 - t/1[s])\"}\n"
           "parts: {push: {kind: force.effort, axis: x, effort: \"w*1[N]\"}}\n"
           "gravity: 0\n"
           "until: 1 s\n"
           "cases: {short: {until: 0.1 s}, long: {expect: [{value: x, at: 1 s, is: 0 m, within: 1 m}]}}\n");
  int code = run(c, "reproduce @//m.yaml -o @//p.html");
  if (code != 2) fail_msg("%d: %s %s", code, c->out, c->err);
  char *page = take_file(c, "p.html");
  assert_says(page, "1 of 2 cases ran");
  assert_says(page, "<b>The run failed.</b>");
  assert_int_equal(count(page, "<figure>"), 1);
  drop_file(c, "m.yaml");
}

// What is there stays where a file is not read, a case is not known, or an input would be written over.
static void test_keeps_what_is_there(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", mass);
  put_file(c, "bad.yaml", "bodies: {a: {mas: 1 kg}}\n");
  put_file(c, "p.html", "old");
  assert_int_equal(run(c, "reproduce @//m.yaml @//bad.yaml -o @//p.html"), 1);
  assert_says(c->err, "bad.yaml:1:14");
  assert_int_equal(run(c, "reproduce @//m.yaml --case middle -o @//p.html"), 64);
  assert_int_equal(run(c, "reproduce @//m.yaml -o @//m.yaml"), 64);
  assert_int_equal(run(c, "reproduce @//m.yaml -o @//p.html --csv @//p.html"), 64);
  assert_string_equal(take_file(c, "p.html"), "old");
  assert_int_equal(run(c, "reproduce"), 64);
  drop_file(c, "m.yaml");
  drop_file(c, "bad.yaml");
}

// Several files, one without cases, plots or numbers.
static void test_several_files(void **state)
{
  command *c = *state;
  put_file(c, "m.yaml", mass);
  put_file(c, "bare.yaml", "bodies: {a: {mass: 1 kg}}\njoints: {x: {type: prismatic, child: a, axis: z}}\nuntil: 1 s\n");
  assert_int_equal(run(c, "reproduce @//m.yaml @//bare.yaml --set gravity=2 --si"), 2);
  char *page = take_file(c, "m-reproduced.html");
  assert_says(page, "3 of 3 cases ran");
  assert_says(page, "--set gravity=2</code>");
  drop_file(c, "m.yaml");
  drop_file(c, "bare.yaml");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_and_figures), cmocka_unit_test(test_json),          cmocka_unit_test(test_failed_run),
      cmocka_unit_test(test_keeps_what_is_there), cmocka_unit_test(test_several_files), cmocka_unit_test(test_units),
  };
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
