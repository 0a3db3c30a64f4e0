// example.c: a program outside the tree: opens a machine, runs it, reads columns.
#include <davit/davit.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
  if (argc < 2) return DV_BAD_USE;
  dv_session *s = dv_open(argv[1]);
  dv_case(s, "A01");
  dv_set(s, "until", "1 s");
  int code = dv_simulate(s);
  for (int i = 0; i < dv_message_count(s); i++) fprintf(stderr, "%s\n", dv_message(s, i));
  if (code) return code;
  int n = dv_row_count(s), pin = dv_column_find(s, "pin");
  double *t = malloc((size_t)n * sizeof *t), *angle = malloc((size_t)n * sizeof *angle);
  dv_column_read(s, 0, t);
  dv_column_read(s, pin, angle);
  printf("davit %s: %s is %.12g %s at t = %g s\n", dv_version(), dv_column_name(s, pin), angle[n - 1], dv_column_unit(s, pin),
         t[n - 1]);
  // a second run of the same session with another number
  dv_set(s, "joints.pin.position", "nonsense");
  int refused = dv_simulate(s) == DV_BAD_FILE && dv_message_count(s) > 0 && dv_row_count(s) == 0;
  free(t);
  free(angle);
  dv_close(s);
  return refused ? 0 : 1;
}
