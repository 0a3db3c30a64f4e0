// Robots that are wrong on purpose: each is refused with a place and a reason, or read with a word about it; none hangs.
#include "robots.h"

#include "base/text.h"
#include "davit/kind.h"
#include "spec/spec.h"

#define LINK(name) "<link name='" name "'/>"
#define JOINT(name, parent, child)                                                                                               \
  "<joint name='" name "' type='continuous'><parent link='" parent "'/><child link='" child "'/></joint>"
#define INERTIAL(mass, ixx)                                                                                                      \
  "<inertial><mass value='" mass "'/><inertia ixx='" ixx "' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"

static void test_refused(void **state)
{
  (void)state;
  // text, and what the message names
  static const char *const row[] = {
      "<robot>" LINK("a") LINK("b") LINK("c") JOINT("j", "a", "b") JOINT("k", "b", "c") JOINT("l", "c", "a") "</robot>",
      "a",
      "<robot>" LINK("a") LINK("b") JOINT("j", "b", "b") "</robot>",
      "b -> b",
      "<robot>" LINK("a") LINK("b") LINK("c") JOINT("j", "a", "c") JOINT("k", "b", "c") "</robot>",
      "are both roots",
      "<robot>" LINK("a") LINK("a") "</robot>",
      "'a'",
      "<robot>" LINK("a") JOINT("j", "a", "ghost") "</robot>",
      "ghost",
      "<robot><link name='a'>" INERTIAL("nan", "1") "</link></robot>",
      "nan",
      "<robot><link name='a'>" INERTIAL("1", "1e999") "</link></robot>",
      "1e999",
      "<robot><link name='a'>" INERTIAL("-1", "1") "</link></robot>",
      "-1",
      "<robot><link name='a'",
      "",
      "<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]><robot><link name='&b;'/></robot>",
      "",
      "<!DOCTYPE r SYSTEM 'file:///etc/passwd'><robot><link name='&x;'/></robot>",
      "",
      "<sdf version='1.7'><model name='m'><link name=''/></model></sdf>",
      "<link> has no name",
      "<mujoco><worldbody><body name='a' pos='0 0 inf'><geom size='1'/></body></worldbody></mujoco>",
      "inf",
      ("<sdf version='1.9'><model name='m'><link name='a'><pose relative_to='b'/></link>"
       "<link name='b'><pose relative_to='a'/></link></model></sdf>"),
      "",
  };
  for (size_t i = 0; i < sizeof row / sizeof *row; i += 2) {
    fixture b = fixture_open();
    dv_doc *doc = robot(b, row[i], NULL);
    if (!b.d->nerror) dv_spec_read(doc, dv_kinds_x1, NULL, NULL, 0);
    if (!b.d->nerror) fail_msg("taken: %s", row[i]);
    const dv_diag *d = &b.d->item[0];
    for (int k = 1; k < b.d->n && d->severity != DV_ERROR; k++) d = &b.d->item[k];
    if (!strstr(d->what, row[i + 1]) || !d->mark.line) fail_msg("%d: '%s' of %s", d->mark.line, d->what, row[i]);
    fixture_close(b);
  }
}

// An empty name is none: it gets one, as a body without the word does; a machine cannot have it.
static void test_empty_name(void **state)
{
  (void)state;
  fixture b = fixture_open();
  dv_doc *doc = robot(b, "<mujoco><worldbody><body name=''><joint name=''/><geom size='1'/></body></worldbody></mujoco>", NULL);
  expect_none(b);
  assert_int_equal(dv_doc_path(doc->root, "bodies")->n, 1);
  assert_int_not_equal(dv_doc_path(doc->root, "bodies")->item[0]->key[0], 0);
  assert_int_not_equal(dv_doc_path(doc->root, "joints")->item[0]->key[0], 0);
  fixture_close(b);
}

// A chain of ten thousand links is read, not recursed into.
static void test_long(void **state)
{
  (void)state;
  enum { LINKS = 10000 };
  fixture b = fixture_open();
  dv_text t = {.arena = b.a};
  dv_text_add(&t, "<robot><link name='l0'/>");
  for (int i = 1; i < LINKS; i++)
    dv_text_add(&t,
                "<link name='l%d'>" INERTIAL("1", "1") "</link><joint name='j%d' type='continuous'><parent link='l%d'/>"
                                                       "<child link='l%d'/></joint>",
                i, i, i - 1, i);
  dv_text_add(&t, "</robot>");
  dv_doc *doc = robot(b, dv_text_all(&t), NULL);
  expect_none(b);
  assert_int_equal(dv_doc_path(doc->root, "bodies")->n, LINKS);
  fixture_close(b);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_refused), cmocka_unit_test(test_empty_name),
                                     cmocka_unit_test(test_long)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
