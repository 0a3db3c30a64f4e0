// Cases, settings and what a run needs: what wins over what, and what ends up in the spec.
#include "spec/read.h"

static const char machine_text[] = "parameters: {k: 1, l: 2*k}\n"
                                   "bodies: {b: {mass: 1, inertia: [1, 1, 1]}, c: {mass: 1, inertia: [1, 1, 1]}}\n"
                                   "joints: {j: {type: revolute, child: b, position: 1}, f: {type: free, parent: b, child: c}}\n"
                                   "signals: {s: {kind: sine, amplitude: 1, frequency: 1 Hz}, r: t}\n"
                                   "parts:\n"
                                   "  spring: {kind: force.spring, axis: j, stiffness: l}\n"
                                   "  damper: {kind: force.damper, axis: j, damping: 1}\n"
                                   "until: 5\n"
                                   "solver: {rtol: 1e-3, every: 0.1}\n"
                                   "plots: [[j], {title: Rates, columns: j.rate, x: j}]\n"
                                   "record: [j*, energy.*]\n"
                                   "expect: [{final: j, is: 1, within: 1}]\n"
                                   "cases:\n"
                                   "  first:\n"
                                   "    doc: the first case\n"
                                   "    parameters: {k: 10}\n"
                                   "    set: {joints.j.position: 2, bodies.b.mass: 3 t, joints.j.rate: 4}\n"
                                   "    initial: {j: 90 deg, j.rate: 1 rad/s, f: {xyz: [1, 2, 3]}, f.rate: [1, 2, 3, 4, 5, 6]}\n"
                                   "    signals: {s: {amplitude: 7}, r: {kind: constant, value: 3}}\n"
                                   "    parts:\n"
                                   "      damper: null\n"
                                   "      spring: {rest: 0.5}\n"
                                   "      push: {kind: force.effort, axis: j, effort: 2*r}\n"
                                   "    until: 7 s\n"
                                   "    solver: {method: rk4, step: 1 ms}\n"
                                   "    plots: [{title: More, columns: [s, r]}]\n"
                                   "    expect:\n"
                                   "      - {value: j + l*s, at: 1 s, is: l, within: 1e-6, source: here}\n"
                                   "      - {max: j, from: 1 s, to: 2 s, is: 3, relative: 1e-3}\n"
                                   "      - {drift: energy.total, relative: 1e-8}\n"
                                   "  second: {parts: {spring: {kind: force.damper, axis: j, damping: 3}}}\n"
                                   "  wrong: {parts: {spring: {stifness: 3}}, parameters: {kk: 1}}\n";

static machine good(const char *case_name, const char *const *settings, int n)
{
  machine m = machine_read(machine_text, case_name, settings, n);
  if (!m.spec || m.diags->n) machine_show(&m);
  assert_non_null(m.spec);
  assert_int_equal(m.diags->n, 0);
  return m;
}

static const dv_part_spec *part(const machine *m, const char *name)
{
  for (int i = 0; i < m->spec->npart; i++)
    if (!strcmp(m->spec->part[i].name, name)) return &m->spec->part[i];
  return NULL;
}

static void without_case(void **state)
{
  (void)state;
  machine m = good(NULL, NULL, 0);
  const dv_spec *s = m.spec;
  assert_null(s->case_name);
  assert_int_equal(s->ncase, 3);
  assert_string_equal(s->cases[0].doc, "the first case");
  assert_near(part(&m, "spring")->param[0], 2, 0);
  assert_near(s->solver.until, 5, 0);
  assert_string_equal(s->solver.method, "cvode-bdf");
  assert_int_equal(s->nplot, 2);
  assert_string_equal(s->plot[1].x.text, "j");
  assert_string_equal(s->plot[1].column[0].text, "j.rate");
  assert_int_equal(s->nrecord, 2);
  assert_int_equal(s->nexpect, 1);
  assert_near(s->joint[0].coordinate[0].position, 1, 0);
  assert_string_equal(s->name, "m");
  machine_free(&m);
}

static void with_case(void **state)
{
  (void)state;
  machine m = good("first", NULL, 0);
  const dv_spec *s = m.spec;
  assert_string_equal(s->case_name, "first");
  assert_near(part(&m, "spring")->param[0], 20, 0);
  assert_null(part(&m, "damper"));
  assert_non_null(part(&m, "push"));
  assert_near(part(&m, "s")->param[0], 7, 0);
  assert_string_equal(m.kinds[part(&m, "r")->kind]->name, "signal.constant");
  assert_near(s->body[0].mass, 3000, 0);
  // initial wins over set
  assert_near(s->joint[0].coordinate[0].position, M_PI / 2, 1e-15);
  assert_near(s->joint[0].coordinate[0].rate, 1, 0);
  assert_near(s->joint[1].position[2], 3, 0);
  assert_near(s->joint[1].position[3], 1, 0);
  assert_near(s->joint[1].rate[5], 6, 0);
  assert_near(s->solver.until, 7, 0);
  assert_near(s->solver.rtol, 1e-3, 0);
  assert_near(s->solver.step, 1e-3, 0);
  assert_string_equal(s->solver.method, "rk4");
  assert_int_equal(s->nplot, 3);
  assert_string_equal(s->plot[2].title, "More");
  machine_free(&m);
}

// The command line goes before the case, and needs no case.
static void initial_state(void **state)
{
  (void)state;
  static const char *const set[] = {"initial.j=2 rad", "initial.j.rate=3 rad/s"}, *const of[] = {NULL, "first"};
  for (int i = 0; i < 2; i++) {
    machine m = good(of[i], set, 2);
    assert_near(m.spec->joint[0].coordinate[0].position, 2, 0);
    assert_near(m.spec->joint[0].coordinate[0].rate, 3, 0);
    assert_near(m.spec->joint[1].position[2], i ? 3 : 0, 0);
    machine_free(&m);
  }
}

static void expectations(void **state)
{
  (void)state;
  machine m = good("first", NULL, 0);
  const dv_expect_spec *e = m.spec->expect;
  assert_int_equal(m.spec->nexpect, 3);
  assert_int_equal(e[0].metric.what, DV_MEASURE_AT);
  // j and s stay names, the parameter l is a constant
  assert_int_equal(e[0].metric.value.ninput, 2);
  assert_string_equal(e[0].metric.value.input[0], "j");
  assert_string_equal(e[0].metric.value.input[1], "s");
  assert_near(e[0].is, 20, 0);
  assert_near(e[0].metric.at, 1, 0);
  assert_string_equal(e[0].source, "here");
  assert_int_equal(e[1].metric.what, DV_MEASURE_MAX);
  assert_near(e[1].metric.from, 1, 0);
  assert_near(e[1].relative, 1e-3, 0);
  assert_int_equal(e[2].metric.what, DV_MEASURE_DRIFT);
  assert_true(isnan(e[2].metric.from));
  machine_free(&m);
}

static void other_kind_replaces(void **state)
{
  (void)state;
  machine m = good("second", NULL, 0);
  const dv_part_spec *p = part(&m, "spring");
  assert_string_equal(m.kinds[p->kind]->name, "force.damper");
  assert_near(p->param[0], 3, 0);
  machine_free(&m);
}

static void settings_win(void **state)
{
  (void)state;
  const char *const set[] = {"k=4", "until=9 s", "parts.spring.rest=0.25", "cases.first.solver.step=2 ms",
                             "joints.f.position=[1, 0, 0, 1, 0, 0, 0]"};
  machine m = good("first", set, 5);
  assert_near(part(&m, "spring")->param[0], 8, 0);
  assert_near(m.spec->solver.until, 9, 0);
  assert_near(m.spec->solver.step, 2e-3, 0);
  machine_free(&m);
}

// The document is not changed by reading it: another case can follow.
static void document_is_kept(void **state)
{
  (void)state;
  machine m = good("first", NULL, 0);
  m.spec = dv_spec_read(m.doc, m.kinds, NULL, NULL, 0);
  assert_non_null(m.spec);
  assert_non_null(part(&m, "damper"));
  assert_near(m.spec->solver.until, 5, 0);
  machine_free(&m);
}

static void faults_of_all_cases(void **state)
{
  (void)state;
  machine m = machine_start();
  m.doc = dv_doc_read_memory(m.arena, m.diags, "m.yaml", machine_text, strlen(machine_text));
  int n = dv_spec_check(m.doc, m.kinds, NULL, 0);
  if (n != 2) machine_show(&m);
  assert_int_equal(n, 2);
  assert_non_null(strstr(m.diags->item[0].what, "unknown key 'stifness'"));
  assert_int_equal(m.diags->item[0].mark.line, 32);
  assert_non_null(strstr(m.diags->item[1].what, "kk"));
  machine_free(&m);
}

static void unknown_case(void **state)
{
  (void)state;
  machine m = machine_read(machine_text, "frist", NULL, 0);
  assert_null(m.spec);
  assert_int_equal(m.diags->n, 1);
  assert_string_equal(m.diags->item[0].remedy, "did you mean 'first'?");
  machine_free(&m);
}

static void bad_setting(void **state)
{
  (void)state;
  const char *const set[] = {"joints.jj.position=3", "nothing"};
  machine m = machine_read(machine_text, NULL, set, 2);
  assert_null(m.spec);
  assert_int_equal(m.diags->nerror, 2);
  machine_free(&m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(without_case),     cmocka_unit_test(with_case),           cmocka_unit_test(initial_state),
      cmocka_unit_test(expectations),     cmocka_unit_test(other_kind_replaces), cmocka_unit_test(settings_win),
      cmocka_unit_test(document_is_kept), cmocka_unit_test(faults_of_all_cases), cmocka_unit_test(unknown_case),
      cmocka_unit_test(bad_setting),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
