// args.c: the command line: --key=value, --key value, -k value, operands; `--` ends the options.
#include "cli.h"

#include <stdio.h>
#include <string.h>

int tell_usage(args *a, const char *remedy, const char *format, ...)
{
  va_list list;
  va_start(list, format);
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){0}, remedy, "%s", dv_arena_vtext(a->arena, format, list));
  va_end(list);
  return BAD_USAGE;
}

const char *did_you_mean(dv_arena *a, const char *typed, const char *const *names, int n)
{
  const char *near = dv_nearest(typed, names, n);
  return near ? dv_arena_text(a, "did you mean '%s'?", near) : NULL;
}

const verb *verb_find(const char *name)
{
  for (const verb *v = verbs; v->name; v++)
    if (!strcmp(v->name, name)) return v;
  return NULL;
}

static const option *option_find(const verb *v, const char *name, size_t n)
{
  for (const option *o = v->options; o->name; o++)
    if (strlen(o->name) == n && !strncmp(o->name, name, n)) return o;
  for (const option *o = common_options; o->name; o++)
    if (strlen(o->name) == n && !strncmp(o->name, name, n)) return o;
  return NULL;
}

const char *dashes(const char *option) { return option[1] ? "--" : "-"; }

static int unknown_option(args *a, const char *name)
{
  const char *names[64];
  int n = 0;
  for (const option *o = a->verb->options; o->name && n < 60; o++) names[n++] = o->name;
  for (const option *o = common_options; o->name && n < 64; o++) names[n++] = o->name;
  const char *near = dv_nearest(name, names, n);
  const char *remedy = near ? dv_arena_text(a->arena, "did you mean '%s%s'?", dashes(near), near)
                            : dv_arena_text(a->arena, "see 'davit help %s'", a->verb->name);
  return bad_usage(a, remedy, "'davit %s' has no option '%s%s'", a->verb->name, dashes(name), name);
}

// "fixed|free" are the only values; other forms ("FILE|FOLDER", "a,b") are descriptions.
static int check_choice(args *a, const option *o, const char *value)
{
  const char *names[8];
  int n = 0;
  if (!strchr(o->value, '|') || strspn(o->value, "abcdefghijklmnopqrstuvwxyz|") < strlen(o->value)) return 0;
  for (const char *p = o->value; *p && n < 8; p += *p == '|') {
    size_t length = strcspn(p, "|");
    names[n++] = dv_arena_copy(a->arena, p, length);
    if (!strcmp(names[n - 1], value)) return 0;
    p += length;
  }
  return bad_usage(a, did_you_mean(a->arena, value, names, n), "option '%s%s' takes %s, not '%s'", dashes(o->name), o->name,
                   o->value, value);
}

// One option at argv[*i]; *i is left at its last word.
static int read_option(args *a, int argc, char **argv, int *i)
{
  const char *word = argv[*i] + 1 + (argv[*i][1] == '-'), *equals = strchr(word, '=');
  size_t n = equals ? (size_t)(equals - word) : strlen(word);
  const option *o = option_find(a->verb, word, n);
  if (!o) return unknown_option(a, dv_arena_copy(a->arena, word, n));
  const char *value = equals ? equals + 1 : NULL;
  if (!o->value && value) return bad_usage(a, NULL, "option '%s%s' takes no value", dashes(o->name), o->name);
  if (o->value && !value) {
    if (*i + 1 >= argc) return bad_usage(a, NULL, "option '%s%s' needs a value: %s", dashes(o->name), o->name, o->value);
    value = argv[++*i];
  }
  if (o->value && check_choice(a, o, value)) return BAD_USAGE;
  a->given[a->ngiven++] = (given){o, value};
  return 0;
}

static int count_operands(args *a)
{
  const verb *v = a->verb;
  const char *remedy = dv_arena_text(a->arena, "usage: davit %s%s%s", v->name, *v->operands ? " " : "", v->operands);
  if (a->noperand < v->least) return bad_usage(a, remedy, "'davit %s' needs %s", v->name, v->operands);
  if (a->noperand > v->most) return bad_usage(a, remedy, "'davit %s': nothing to do with '%s'", v->name, a->operand[v->most]);
  return 0;
}

int args_read(args *a, int argc, char **argv)
{
  int bad = 0, all_operands = 0;
  a->operand = DV_TAKE(a->arena, const char *, argc);
  a->given = DV_TAKE(a->arena, given, argc);
  for (int i = 0; i < argc; i++) {
    // a lone '-' is standard input
    if (all_operands || argv[i][0] != '-' || !argv[i][1]) a->operand[a->noperand++] = argv[i];
    else if (!strcmp(argv[i], "--")) all_operands = 1;
    else bad |= read_option(a, argc, argv, &i);
  }
  return bad ? BAD_USAGE : count_operands(a);
}

const char *value_of(const args *a, const char *name)
{
  for (int i = a->ngiven - 1; i >= 0; i--)
    if (!strcmp(a->given[i].option->name, name)) return a->given[i].value ? a->given[i].value : "";
  return NULL;
}

int has(const args *a, const char *name) { return value_of(a, name) != NULL; }

int values_of(const args *a, const char *name, const char ***list)
{
  int n = 0;
  *list = DV_TAKE(a->arena, const char *, a->ngiven);
  for (int i = 0; i < a->ngiven; i++)
    if (!strcmp(a->given[i].option->name, name)) (*list)[n++] = a->given[i].value;
  return n;
}

int items_of(const args *a, const char *name, const char ***list)
{
  struct {
    const char **item;
    int n, cap;
  } all = {0};
  const char **value;
  int n = values_of(a, name, &value);
  for (int i = 0; i < n; i++)
    for (const char *p = value[i]; *p; p += *p == ',') {
      size_t length = strcspn(p, ",");
      const char **slot = length ? DV_PUSH(a->arena, &all) : NULL;
      if (slot) *slot = dv_arena_copy(a->arena, p, length);
      p += length;
    }
  *list = all.item;
  return all.n;
}

const char *extension(const char *path)
{
  const char *dot = strrchr(path, '.');
  return dot && !strchr(dot, '/') ? dot : "";
}

const char *shell_word(dv_arena *a, const char *text)
{
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%^";
  if (*text && !text[strspn(text, plain)]) return text;
  dv_text t = {.arena = a};
  dv_text_add(&t, "'");
  for (const char *s = text; *s; s++) dv_text_add(&t, *s == '\'' ? "'\\''" : "%c", *s);
  dv_text_add(&t, "'");
  return dv_text_all(&t);
}

const char *beside(dv_arena *a, const char *path, const char *end)
{
  return dv_arena_text(a, "%.*s%s", (int)(strlen(path) - strlen(extension(path))), path, end);
}

int is_result(const char *path) { return dv_history_is(path); }

int ends_with(const char *text, const char *end)
{
  size_t n = strlen(text), m = strlen(end);
  return n >= m && !strcmp(text + n - m, end);
}
