// equations_symbolic.c: `davit equations FILE --symbolic`: the machine's matrices as formulas of its parameters.
#include "equations.h"

#include "base/number.h"
#include "symbol/sheet.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int prune_of(args *a, double *share)
{
  const char *text = value_of(a, "prune"), *end;
  *share = 0;
  if (!text) return 0;
  end = dv_number_read(text, share);
  if (end && !*end && *share >= 0 && *share < 1) return 0;
  return bad_usage(a, "give a share, e.g. --prune 1e-3", "--prune takes a number from 0 to 1, not '%s'", text);
}

static int known_groups(args *a, const char **only, int n)
{
  int count = 0;
  while (dv_sheet_groups[count]) count++;
  for (int i = 0; i < n; i++) {
    int found = 0;
    for (int k = 0; k < count; k++) found |= !strcmp(only[i], dv_sheet_groups[k]);
    if (has(a, "quasi") && strchr("FS", *only[i]) && !only[i][1])
      return bad_usage(a, "leave --quasi out: they are by the rates of joints", "--only %s and --quasi do not go together",
                       only[i]);
    if (!found)
      return bad_usage(a, "there are M, C, c, g, h, A (of --quasi), J, B, Phi, F and S", "--only: there is no '%s'", only[i]);
  }
  return 0;
}

static int refuse_together(args *a)
{
  static const char *const not_with[] = {"method", "at", "rotations", "json"};
  for (int i = 0; i < DV_COUNT(not_with); i++)
    if (has(a, not_with[i])) return bad_usage(a, "leave one of them out", "--symbolic and --%s do not go together", not_with[i]);
  if (has(a, "latex") + has(a, "code") + has(a, "page") > 1)
    return bad_usage(a, "leave all but one out", "--latex, --code and --page do not go together");
  return 0;
}

int equations_needs_symbolic(args *a)
{
  static const char *const only_with[] = {"code", "page", "prune", "only", "names", "quasi", "out"};
  for (int i = 0; i < DV_COUNT(only_with) && !has(a, "symbolic"); i++)
    if (has(a, only_with[i]))
      return bad_usage(a, "add --symbolic", "%s%s belongs to formulas", dashes(only_with[i]), only_with[i]);
  return 0;
}

int equations_symbolic(args *a)
{
  double share;
  const char **only, **quasi;
  int n = items_of(a, "only", &only), chosen = values_of(a, "quasi", &quasi), bad = refuse_together(a);
  if (!bad) bad = prune_of(a, &share);
  if (!bad) bad = known_groups(a, only, n);
  if (bad) return bad;
  dv_machine *machine = machine_open(a, a->operand[0], value_of(a, "case"), 0);
  dv_symbol_machine *m =
      machine->model ? dv_symbol_machine_new(machine->arena, machine->diags, machine->spec, share, has(a, "names")) : NULL;
  if (m && chosen && dv_symbol_quasi(m, machine->diags, quasi, chosen)) m = NULL;
  if (!m) return fail_open(a, machine, a->operand[0]);
  dv_sheet *s = dv_sheet_new(machine->arena, m, only, n);
  char *text = has(a, "latex")  ? dv_sheet_latex(machine->arena, s, a->command)
               : has(a, "code") ? dv_sheet_c(machine->arena, s, a->command)
               : has(a, "page") ? dv_sheet_page(machine->arena, s, a->command)
                                : dv_sheet_text(machine->arena, s);
  int code = FINE;
  if (has(a, "out")) code = write_text(a, machine->diags, value_of(a, "out"), text);
  else fputs(text, stdout);
  return finish(machine, code);
}
