// report_page.c: `davit report RESULT`: a result as one page that needs nothing else.
#include "cli.h"

#include "scene/page.h"

#include <stdio.h>
#include <string.h>

const option options_report[] = {
    OUTPUT("o", "FILE.html", "where to write it (default: RESULT.html)"),
    UNITS_OPTION,
    END_OPTIONS,
};

int run_report(args *a)
{
  const char *from = a->operand[0], *to = value_of(a, "o");
  if (!to) to = beside(a->arena, from, ".html");
  if (dv_page_missing(a->diags)) return RUN_FAILED;
  dv_history *l = read_run(a, from);
  if (!l) return BAD_FILE;
  if (has(a, "si")) dv_history_fact(l, "units", "si");
  const dv_text *page = dv_report(a->arena, l, from, a->diags);
  if (!page) return BAD_FILE;
  int code = write_bytes(a, a->diags, to, page->at, page->n);
  if (code) return code;
  printf("%s: %d frames, %.2f MB\n", to, l->film.n, 1e-6 * (double)page->n);
  return FINE;
}
