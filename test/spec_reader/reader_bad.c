// Bad files: each has a place and a message, and none crashes.
#include "reader.h"

#include "base/text.h"
#include "import/import.h"

#include <unistd.h>

typedef struct {
  const char *text;
  size_t n;
  const char *place, *part;
} row;
#define ROW(text, place, part)                                                                                                   \
  {                                                                                                                              \
    text, sizeof(text) - 1, place, part                                                                                          \
  }

static const row yaml[] = {
    ROW("", "f: error", "the file is empty"),
    ROW("# only a comment\n", "f: error", "the file is empty"),
    ROW("- 1\n- 2\n", "f:1:1: error", "must be a map of sections"),
    ROW("just text\n", "f:1:1: error", "must be a map of sections"),
    ROW("a: 1\nb: 2\na: 3\n", "f:3:1: error", "'a' appears twice here, first at line 1, column 1"),
    ROW("x: {a: 1, b: 2, a: 3}\n", "f:1:17: error", "'a' appears twice here, first at line 1, column 5"),
    ROW("a: \"x\n", "f:1:5: error", "not valid YAML"),
    ROW("a: [1, 2\n", "f:", "not valid YAML"),
    ROW("a: {b: max(c, 2 [m])}\n", "f:1:17: error", "put expressions with commas or brackets in quotes"),
    ROW("a: b: c\n", "f:1:5: error", "not valid YAML"),
    ROW("a:\n\tb: 1\n", "f:2:", "not valid YAML"),
    ROW("a: }\n", "f:1:4: error", "not valid YAML"),
    ROW("a: 1\n b: 2\n", "f:1:4: error", "not valid YAML"),
    ROW("%YAML 9.9\n---\na: 1\n", "f:", "not valid YAML"),
    ROW("a: 1\n---\nb: 2\n", "f:2:1: error", "second document"),
    ROW("a: *x\n", "f:1:5: error", "unknown alias '*x'"),
    ROW("a: &x {b: *x}\n", "f:1:12: error", "unknown alias '*x'"),
    ROW("a: !!python/object 3\n", "f:1:4: error", "tags (!name) are not used"),
    ROW("a: !unit 3\n", "f:1:4: error", "remove it"),
    ROW("[1, 2]: 3\n", "f:1:1: error", "a key must be plain text"),
    ROW("{a: 1}: 3\n", "f:1:1: error", "a key must be plain text"),
    ROW("? [x]\n: 3\n", "f:1:3: error", "a key must be plain text"),
    ROW("~: 3\n", "f:1:1: error", "a key must be plain text"),
    ROW("a: 1\nb: {<<: 3}\n", "f:2:9: error", "'<<' merges maps only"),
    ROW("a: \"x\\0y\"\n", "f:1:5: error", "zero byte"),
    ROW("a: 1\nb: x\0y\n", "f:2:5: error", "control character 0x00"),
    ROW("a: \x01\n", "f:1:4: error", "control character 0x01"),
    ROW("a: 1\nb: \xC3\xA9\xFF\n", "f:2:5: error", "byte 0xff is not UTF-8"),
    ROW("a: \xC0\x80\n", "f:1:4: error", "is not UTF-8"),          // overlong
    ROW("a: \xED\xA0\x80\n", "f:1:4: error", "is not UTF-8"),      // a surrogate
    ROW("a: \xF4\x90\x80\x80\n", "f:1:4: error", "is not UTF-8"),  // beyond Unicode
    ROW("a: \xE2\x82", "f:1:4: error", "is not UTF-8"),            // cut off
    ROW("\xFF\xFE"
        "a\0:\0",
        "f:1:1: error", "save the file as UTF-8"),
};

static const row urdf[] = {
    ROW("", "f:1:1: error", "not valid XML"),
    ROW("hello", "f:1:1: error", "not valid XML"),
    ROW("<robot>", "f:1:8: error", "not valid XML"),
    ROW("<robot><link name='a'></robot>", "f:1:", "mismatched tag"),
    ROW("<!DOCTYPE robot [<!ENTITY a \"aaaa\">]><robot/>", "f:1:", "a DOCTYPE is not read"),
    ROW("<!DOCTYPE robot SYSTEM \"/etc/passwd\"><robot/>", "f:1:", "a DOCTYPE is not read"),
    ROW("<robot>&a;</robot>", "f:1:8: error", "not valid XML"),
    ROW("<svg/>", "f:1:1: error", "this is <svg>, not a robot"),
    ROW("<sdf/>", "f:1:1: error", "the file has no link"),
    ROW("<robot><xacro:include filename='a'/></robot>", "f:1:8: error", "cannot include 'a'"),
    ROW("<robot name='r'/>", "f:1:1: error", "no link"),
    ROW("<robot>\n<link name='a'/>\n<link name='b'/>\n</robot>", "f:3:1: error", "links 'a' and 'b' are both roots"),
    ROW("<robot>\n<link/>\n<link name='a'/>\n</robot>", "f:2:1: error", "<link> has no name"),
    ROW("<robot>\n<link name='a'/>\n<link name='a'/></robot>", "f:3:1: error", "are both roots"),
    ROW("<robot><link name='a'/><link name='b'/>\n<joint name='j' type='revolut'><parent link='a'/><child "
        "link='b'/></joint></robot>",
        "f:2:1: error", "did you mean 'revolute'?"),
    ROW("<robot><link name='arm'/><link name='tool'/>\n<joint name='j' type='fixed'><parent link='arm'/><child "
        "link='tol'/></joint></robot>",
        "f:2:50: error", "there is no link 'tol'; did you mean 'tool'?"),
    ROW("<robot><link name='a'/><link name='b'/>\n<joint name='j' type='fixed'><child link='b'/></joint></robot>", "f:2:1: error",
        "joint 'j' has no parent"),
    ROW("<robot><link name='a'/><link name='b'/>\n<joint name='j' type='fixed'><parent/><child link='b'/></joint></robot>",
        "f:2:30: error", "<parent> has no link"),
    ROW("<robot><link name='a'/><link name='b'/>\n<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis "
        "xyz='0 0 0'/></joint></robot>",
        "f:2:68: error", "the axis is zero"),
    ROW("<robot><link name='a'><inertial>\n<mass value='heavy'/></inertial></link></robot>", "f:2:1: error",
        "value=\"heavy\" of <mass> is not a number"),
    ROW("<robot><link name='a'><inertial>\n<mass value='nan'/></inertial></link></robot>", "f:2:1: error", "is not a number"),
    ROW("<robot><link name='a'><inertial>\n<mass value='1e999'/></inertial></link></robot>", "f:2:1: error", "is not a number"),
    ROW("<robot><link name='a'><inertial>\n<mass value='1 2'/></inertial></link></robot>", "f:2:1: error", "is not a number"),
    ROW("<robot><link name='a'><inertial>\n<origin xyz='0 0'/></inertial></link></robot>", "f:2:1: error", "write 3 numbers"),
    ROW("<robot><link name='a'><visual><geometry>\n<box size='1 1 1 1'/></geometry></visual></link></robot>", "f:2:1: error",
        "write 3 numbers"),
    ROW("<robot><link name='a'><visual><geometry>\n<mesh/></geometry></visual></link></robot>", "f:2:1: error",
        "<mesh> has no filename"),
    ROW("<robot>\xFF</robot>", "f:1:8: error", "is not UTF-8"),
};

static void test_yaml(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof yaml / sizeof *yaml; i++) {
    fixture b = fixture_open();
    if (dv_doc_read_memory(b.a, b.d, "f", yaml[i].text, yaml[i].n)->root) fail_msg("taken: %s", yaml[i].text);
    expect_diag(b, 0, yaml[i].place, yaml[i].part);
    fixture_close(b);
  }
}

static void test_urdf(void **state)
{
  (void)state;
  for (size_t i = 0; i < sizeof urdf / sizeof *urdf; i++) {
    fixture b = fixture_open();
    if (dv_import_memory(b.a, b.d, "f", urdf[i].text, urdf[i].n, NULL)->root) fail_msg("taken: %s", urdf[i].text);
    expect_diag(b, 0, urdf[i].place, urdf[i].part);
    fixture_close(b);
  }
}

static char *repeat(fixture b, const char *piece, int n)
{
  dv_text t = {.arena = b.a};
  for (int i = 0; i < n; i++) dv_text_add(&t, "%s", piece);
  return t.at;
}

// Nested, or too many: bounded, with a diagnostic.
static void test_bounds(void **state)
{
  (void)state;
  static const struct {
    const char *head, *piece;
    int n;
    const char *part;
    int urdf;
  } rows[] = {
      {"a: ",  "[",        10000, "",                       0},
      {"a: ",  "{a: ",     10000, "",                       0},
      {"",     "a:\n  - ", 1,     "not valid",              0},
      {"",     "- ",       10000, "",                       0},
      {"",     "? ",       10000, "",                       0},
      {"a: ",  "&x ",      10000, "",                       0},
      {"a:\n", "- &x 1\n", 2000,  "more than 1000 anchors", 0},
      {"",     "<robot>",  10000, "nested too deeply",      1},
  };
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    fixture b = fixture_open();
    char *text = dv_arena_text(b.a, "%s%s", rows[i].head, repeat(b, rows[i].piece, rows[i].n));
    dv_doc *doc = rows[i].urdf ? dv_import_memory(b.a, b.d, "f", text, strlen(text), NULL)
                               : dv_doc_read_memory(b.a, b.d, "f", text, strlen(text));
    if (i == 2) {
      assert_non_null(doc->root);  // an open list item is null, not a fault
    } else {
      assert_null(doc->root);
      expect_diag(b, 0, "f", rows[i].part);
    }
    fixture_close(b);
  }
}

// Nothing of a library's own reaches standard error or output.
static void test_silence(void **state)
{
  (void)state;
  int out[2], keep = dup(2), keep1 = dup(1);
  assert_int_equal(pipe(out), 0);
  fflush(stdout);
  dup2(out[1], 2);
  dup2(out[1], 1);
  for (size_t i = 0; i < sizeof yaml / sizeof *yaml; i++) {
    fixture b = fixture_open();
    dv_doc_read_memory(b.a, b.d, "f", yaml[i].text, yaml[i].n);
    fixture_close(b);
  }
  fflush(stdout);
  fflush(stderr);
  dup2(keep, 2);
  dup2(keep1, 1);
  close(out[1]);
  close(keep);
  close(keep1);
  char text[256];
  assert_int_equal(read(out[0], text, sizeof text), 0);
  close(out[0]);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_yaml), cmocka_unit_test(test_urdf), cmocka_unit_test(test_bounds),
                                     cmocka_unit_test(test_silence)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
