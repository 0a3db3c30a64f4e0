// manual.c: `davit help --man [VERB]`: pages for man(1), from the tables that the help is made of.
#include "manual.h"

#include <stdio.h>
#include <string.h>

// Text of a page: what troff would take for orders is written out.
static void put(const char *text)
{
  int start = 1;
  for (const char *c = text; *c; c++) {
    if (start && (*c == '.' || *c == '\'')) fputs("\\&", stdout);
    if (*c == '\\') fputs("\\e", stdout);
    else if (*c == '-') fputs("\\-", stdout);
    else if (*c == '\'') fputs("\\(aq", stdout);
    else putchar(*c);
    start = *c == '\n';
  }
}

static void head(const char *name, const char *doc)
{
  printf(".TH ");
  for (const char *c = name; *c; c++) putchar(*c >= 'a' && *c <= 'z' ? *c - 32 : *c);
  printf(" 1 \"\" \"davit " DAVIT_VERSION "\" \"User Commands\"\n.SH NAME\n%s \\- ", name);
  put(doc);
  puts("");
}

static void put_option(const option *o)
{
  printf(".TP\n\\fB\\-%s", strlen(o->name) > 1 ? "\\-" : "");
  put(o->name);
  printf("\\fR");
  if (o->value) {
    fputs(" \\fI", stdout);
    put(o->value);
    fputs("\\fR", stdout);
  }
  puts("");
  put(o->doc);
  puts("");
}

static void put_codes(void) { puts(".SH EXIT STATUS\n0: fine. 1: a fault in the file. 2: the run failed. 64: wrong usage."); }

void manual_all(void)
{
  head("davit", "model, simulate and analyse articulated machines");
  puts(
      ".SH SYNOPSIS\n\\fBdavit\\fR \\fIVERB\\fR [\\fIoptions\\fR] ...\n.SH DESCRIPTION\n"
      "Machines are YAML files with units, made of bodies, joints and parts that exchange power. Each verb has a page of its own, "
      "\\fBdavit\\-VERB\\fR(1), which is what \\fBdavit help\\fR \\fIVERB\\fR prints.\n.SH VERBS");
  for (const verb *v = verbs; v->name; v++) {
    printf(".TP\n\\fB%s\\fR ", v->name);
    put(v->operands);
    puts("");
    put(v->doc);
    puts("");
  }
  put_codes();
  puts(".SH SEE ALSO\nThe guides in /usr/share/doc/davit, \\fBdavit schema\\fR, \\fBdavit kinds\\fR.");
}

void manual_verb(args *a, const verb *v)
{
  head(dv_arena_text(a->arena, "davit-%s", v->name), v->doc);
  printf(".SH SYNOPSIS\n\\fBdavit %s\\fR [\\fIoptions\\fR] ", v->name);
  put(v->operands);
  puts("\n.SH OPTIONS");
  for (const option *o = v->options; o->name; o++) put_option(o);
  for (const option *o = common_options; o->name; o++) put_option(o);
  if (v->more) {
    puts(".SH DESCRIPTION\n.nf");
    put(v->more);
    puts("\n.fi");
  }
  put_codes();
  puts(".SH SEE ALSO\n\\fBdavit\\fR(1)");
}
