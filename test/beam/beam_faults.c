// beam_faults.c: what is wrong with an elastic body is said once, at its place, with a remedy.
#include <string.h>
#include "support.h"

#include "assemble/assemble.h"

static const struct {
  int line;
  const char *what, *remedy;
} wanted[] = {
    {4,  "'mass' has no place beside a beam",      "masses:"       },
    {4,  "walls of the section do not fit",        "thinner"       },
    {4,  "11 m is not on the beam",                "0 to 10 m"     },
    {5,  "'length' is -1",                         "above zero"    },
    {6,  "needs an area and a second moment",      "box, tube or I"},
    {7,  "'modes' is 2.5",                         "whole number"  },
    {8,  "2 m is not on the beam",                 "0 to 1 m"      },
    {9,  "not independent",                        "more elements" },
    {10, "2 modes, 'ratio' has 3 values",          "one or 2"      },
    {11, "cannot read",                            "spelling"      },
    {2,  "this node has another number of values", "x y z m"       },
    {13, "polynomials are closed forms",           "other shapes"  },
    {14, "the beam has 36 modes",                  "at most 32"    },
    {15, "needs m^2",                              "m^2"           },
    {16, "unknown key 'bend'",                     "bending_y"     },
    {16, "unknown shapes 'hinged'",                "hinged-hinged" },
};

static void each_is_told_once(void **state)
{
  (void)state;
  dv_machine *m = dv_machine_open("test/beam/bad.yaml", NULL);
  assert_null(m->model);
  for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
    int found = 0;
    for (int k = 0; k < m->diags->n; k++) {
      const dv_diag *d = &m->diags->item[k];
      if (d->mark.line == wanted[i].line && strstr(d->what, wanted[i].what) && strstr(d->remedy, wanted[i].remedy)) found++;
    }
    if (found != 1) fail_msg("line %d, '%s': told %d times", wanted[i].line, wanted[i].what, found);
  }
  assert_int_equal(m->diags->nerror, (int)(sizeof wanted / sizeof *wanted));
  dv_machine_close(m);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(each_is_told_once)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
