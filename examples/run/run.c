// run.c: opens a machine, changes it, runs it, reads a column: run MACHINE.yaml CASE COLUMN [LIBRARY-OF-KINDS.so]; CASE "": none
#include <davit/davit.h>

#include <stdio.h>
#include <stdlib.h>

static int tell(const dv_session *s, int code)
{
  for (int i = 0; i < dv_message_count(s); i++) fprintf(stderr, "%s\n", dv_message(s, i));
  return code;
}

static void show(const dv_session *s, int column)
{
  int n = dv_row_count(s);
  double *t = malloc((size_t)n * sizeof *t), *x = malloc((size_t)n * sizeof *x);
  if (t && x && n) {
    dv_column_read(s, 0, t);
    dv_column_read(s, column, x);
    printf("%s is %.12g %s at t = %g s\n", dv_column_name(s, column), x[n - 1], dv_column_unit(s, column), t[n - 1]);
  }
  free(t);
  free(x);
}

static int use(dv_session *s, const char *column)
{
  dv_set(s, "until", "1 s");
  int code = dv_simulate(s), found = dv_column_find(s, column);
  if (code) return tell(s, code);
  if (found < 0) return fprintf(stderr, "there is no column '%s'\n", column), DV_BAD_USE;
  show(s, found);
  printf("%ld steps; of the energy %.1e was not accounted for\n", dv_summary_of(s).steps, dv_summary_of(s).relative);
  // a fault is a message with its place, and the session can go on
  dv_set(s, "until", "nonsense");
  if (dv_simulate(s) != DV_BAD_FILE) return 1;
  printf("refused, as it should be: %s\n", dv_message(s, 0));
  return 0;
}

int main(int argc, char **argv)
{
  if (argc < 4) return fprintf(stderr, "usage: run MACHINE.yaml CASE COLUMN [KINDS.so]\n"), DV_BAD_USE;
  dv_session *s = dv_open(argv[1]);
  if (!s) return DV_NO_MEMORY;
  if (argc > 4) dv_use_kinds(s, argv[4]);
  if (*argv[2]) dv_case(s, argv[2]);
  int code = use(s, argv[3]);
  dv_close(s);
  return code;
}
