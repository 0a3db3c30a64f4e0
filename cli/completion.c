// completion.c: `davit help --completion`: what bash may complete, from the tables of verbs and options.
#include "manual.h"

#include <stdio.h>
#include <string.h>

static void put_names(const option *list)
{
  for (const option *o = list; o->name; o++) printf(" %s%s", strlen(o->name) > 1 ? "--" : "-", o->name);
}

// Words of a choice ("fixed|free") stand for themselves; other values are files or numbers.
static int is_choice(const option *o)
{
  return o->value && strchr(o->value, '|') && strspn(o->value, "abcdefghijklmnopqrstuvwxyz|") == strlen(o->value);
}

static void put_choices(const verb *v)
{
  for (const option *o = v->options; o->name; o++) {
    if (!is_choice(o)) continue;
    printf("      %s:--%s) words=\"", v->name, o->name);
    for (const char *c = o->value; *c; c++) putchar(*c == '|' ? ' ' : *c);
    puts("\" ;;");
  }
}

void completion_print(void)
{
  printf("# bash completion of davit, made by 'davit help --completion'\n_davit()\n{\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} verb=${COMP_WORDS[1]} words=\n"
         "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words=\"");
  for (const verb *v = verbs; v->name; v++) printf("%s%s", v == verbs ? "" : " ", v->name);
  puts("\"\n  elif [[ $word == -* ]]; then\n    case $verb in");
  for (const verb *v = verbs; v->name; v++) {
    printf("      %s) words=\"", v->name);
    put_names(v->options);
    put_names(common_options);
    puts("\" ;;");
  }
  puts("    esac\n  elif [ \"$verb\" = help ]; then\n    words=$(_davit_verbs)\n  else\n    case $verb:$before in");
  for (const verb *v = verbs; v->name; v++) put_choices(v);
  puts("    esac\n  fi\n  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}");
  printf("_davit_verbs() { echo \"");
  for (const verb *v = verbs; v->name; v++) printf("%s%s", v == verbs ? "" : " ", v->name);
  puts("\"; }\ncomplete -o default -o bashdefault -F _davit davit");
}
