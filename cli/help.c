// help.c: `davit help [VERB]`, from the tables; `davit version`.
#include "manual.h"

#include <stdio.h>
#include <string.h>

enum { BESIDE = 28 };  // characters of an option that leave room for its line

const option options_help[] = {OPTION("man", NULL, "the same as a page for man(1)"),
                               OPTION("completion", NULL, "all verbs and options, for bash"), END_OPTIONS},
             options_version[] = {END_OPTIONS};

static int help_all(void)
{
  puts("davit: model, simulate and analyse articulated machines\n\nusage: davit VERB [options] ...\n");
  for (const verb *v = verbs; v->name; v++) printf("  %-12s %s\n", v->name, v->doc);
  puts("\n'davit help VERB' shows the options of a verb.\n"
       "Exit codes: 0 fine, 1 fault in the file, 2 run failed, 64 wrong usage.");
  return FINE;
}

// What it does stands beside its name, or below where the name is long.
static void help_option(const option *o)
{
  char left[256];
  const char *dashes = strlen(o->name) > 1 ? "--" : "-";
  int n = snprintf(left, sizeof left, "%s%s%s%s", dashes, o->name, o->value ? " " : "", o->value ? o->value : "");
  printf(n > BESIDE ? "  %s\n  %*s %s\n" : "  %s%*s %s\n", left, n > BESIDE ? BESIDE : BESIDE - n, "", o->doc);
}

static int help_verb(const verb *v)
{
  printf("davit %s: %s\n\nusage: davit %s [options]%s%s\n", v->name, v->doc, v->name, *v->operands ? " " : "", v->operands);
  puts("");
  for (const option *o = v->options; o->name; o++) help_option(o);
  for (const option *o = common_options; o->name; o++) help_option(o);
  if (v->more) printf("\n%s\n", v->more);
  return FINE;
}

int run_help(args *a)
{
  if (has(a, "completion")) return completion_print(), FINE;
  if (!a->noperand) return has(a, "man") ? manual_all(), FINE : help_all();
  const verb *v = verb_find(a->operand[0]);
  if (v) return has(a, "man") ? manual_verb(a, v), FINE : help_verb(v);
  const char *names[64];
  int n = 0;
  for (const verb *w = verbs; w->name && n < 64; w++) names[n++] = w->name;
  return bad_usage(a, did_you_mean(a->arena, a->operand[0], names, n), "there is no verb '%s'", a->operand[0]);
}

int run_version(args *a)
{
  (void)a;
  puts("davit " DAVIT_VERSION);
  return FINE;
}
