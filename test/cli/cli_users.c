// cli_users.c: a second user of this computer, in a folder where all may write: nothing of ours is replaced, removed or run.
//
// Needs a second user: root has one, others by a user namespace, where that is allowed.
#include "command.h"

static const char machine[] =
    "bodies: {boom: {mass: 2 kg, com: [1 m, 0, 0]}}\njoints: {pin: {type: revolute, axis: y, child: boom}}\n"
    "until: 0.05 s\nsolver: {method: rk4, step: 1 ms}\n";

// $1: the folder, $2: davit. `they` are the other user.
static const char head[] =
    "they() { setpriv --reuid=7 --regid=7 --clear-groups \"$@\"; }\n"
    "they true || exit 99\ncd $1 && chmod 711 . && mkdir mine all && chmod 1777 all && echo keep > mine/file\n";

static void both(command *c, const char *text)
{
  put_file(c, "m.yaml", machine);
  put_file(c, "two.sh", dv_arena_text(c->arena, "%s%s", head, text));
  int code = run(c, "version; %s sh @/two.sh @/ " DAVIT " </dev/null", geteuid() ? "unshare -Ur --map-auto" : "env");
  run(c, "version >/dev/null; cat @/mine/file; rm -rf @/m.yaml @/two.sh @/mine @/all @/m.so");
  if (code == 99 || (code && geteuid())) skip();
  if (code) fail_msg("code %d", code);
  assert_string_equal(c->out, "keep\n");
}

// A link under the name of a result leads to a file of ours; the kernel's own guard does not see it, since results are renamed.
static void links_to_ours(void **state)
{
  both(
      *state,
      "they ln -s $1/mine/file all/r.csv; they ln -s $1/mine/file all/t.csv.part; they ln -s $1/all/none all/n.h5\n"
      "for f in r.csv n.h5; do $2 run m.yaml --out all/$f 2>err && exit 1; grep -q 'belongs to somebody else' err || exit 2; done\n"
      "$2 run m.yaml --save-state all/r.csv 2>err && exit 3\n"
      "$2 sweep m.yaml --vary bodies.boom.mass=1:2kg:2 --metric 'max(pin)' -o all/t.csv 2>err && exit 4\n"
      "grep -q 'belongs to somebody else' err || exit 5\n"
      // our own link, and our own file there, are no harm
      "ln -s $1/mine/out.csv all/ours.csv; $2 run m.yaml --out all/ours.csv && $2 run m.yaml --out all/ours.csv || exit 6\n"
      "rm -f err; test -L all/ours.csv && ls all/*tmp* 2>/dev/null && exit 7; exit 0\n");
}

// Runs kept by somebody else under our name are no results of ours.
static void journals_of_others(void **state)
{
  both(
      *state,
      "they sh -c \"cd all; $2 sweep ../m.yaml --vary bodies.boom.mass=1:2kg:400 --metric 'max(pin)' -o t.csv & sleep 0.5; kill -9 \\$!\" 2>err\n"
      "they test -e all/t.csv.part || they touch all/t.csv.part\n"
      "$2 sweep m.yaml --vary bodies.boom.mass=1:2kg:400 --metric 'max(pin)' -o all/t.csv 2>err && exit 1\n"
      "grep -q 'belongs to somebody else' err || exit 2; rm err\n");
}

// Folders under the names of a killed compiler's are removed only if they are our own; a link is none.
static void folders_of_others(void **state)
{
  both(
      *state,
      "they ln -s $1/mine all/davit-compile-abcdef; they mkdir -m 700 all/davit-compile-ghijkl; they mkdir -m 777 all/davit-compile-mnopqr\n"
      "TMPDIR=$1/all $2 compile m.yaml -o m.so || exit 1\n"
      "test -L all/davit-compile-abcdef && test -d all/davit-compile-ghijkl && test -d all/davit-compile-mnopqr || exit 2\n");
}

// A cache that is theirs, or a library in ours that is theirs, is not loaded.
static void libraries_of_others(void **state)
{
  both(*state, "export XDG_CACHE_HOME=$1/mine\nloads() { LD_DEBUG=files $2 run m.yaml 2>&1 | grep -c 'calling init: .*/fd/'; }\n"
               "$2 compile m.yaml && test $(loads $1 $2) = 1 || exit 1\n"
               "chown 7:7 mine/davit/*.so; test $(loads $1 $2) = 0 || exit 2\n"
               "chown 0:0 mine/davit/*.so; chown 7:7 mine/davit; test $(loads $1 $2) = 0 || exit 3\n");
}

int main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(links_to_ours),
      cmocka_unit_test(journals_of_others),
      cmocka_unit_test(folders_of_others),
      cmocka_unit_test(libraries_of_others),
  };
  return cmocka_run_group_tests(tests, command_setup, command_teardown);
}
