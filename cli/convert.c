// convert.c: `davit convert FROM.urdf TO.yaml`.
#include "cli.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

const option options_convert[] = {END_OPTIONS};

int run_convert(args *a)
{
  const char *from = a->operand[0], *to = a->operand[1], *dot = strrchr(to, '.');
  if (strcmp(to, "-") && (!dot || (strcmp(dot, ".yaml") && strcmp(dot, ".yml"))))
    return bad_usage(a, "name it .yaml, or - for standard output", "cannot convert to '%s'", to);
  dv_doc *doc = dv_doc_read(a->arena, a->diags, from);
  if (!doc->root || a->diags->nerror) return BAD_FILE;
  const char *text = dv_doc_yaml(a->arena, doc->root);
  if (!strcmp(to, "-")) return fputs(text, stdout), FINE;
  return dv_file_write(a->diags, to, text, strlen(text)) ? RUN_FAILED : FINE;
}
