// main.c: finds the verb, reads its options, runs it.
#include "cli.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char *command_of(dv_arena *a, int argc, char **argv)
{
  dv_text t = {.arena = a};
  dv_text_add(&t, "davit");
  for (int i = 1; i < argc; i++) dv_text_add(&t, " %s", shell_word(a, argv[i]));
  return dv_text_all(&t);
}

static int unknown_verb(args *a, const char *name)
{
  const char *names[64];
  int n = 0;
  for (const verb *v = verbs; v->name && n < 64; v++) names[n++] = v->name;
  const char *remedy = did_you_mean(a->arena, name, names, n);
  return bad_usage(a, remedy ? remedy : "see 'davit help'", "there is no verb '%s'", name);
}

// `davit VERB --help`, `davit --help` and `davit --version` are what people try first.
static const char *meant(const char *word)
{
  if (!strcmp(word, "--help") || !strcmp(word, "-h")) return "help";
  return !strcmp(word, "--version") ? "version" : word;
}

static int asks_help(int argc, char **argv)
{
  for (int i = 2; i < argc; i++)
    if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) return 1;
  return 0;
}

static int dispatch(args *a, int argc, char **argv)
{
  const char *name = argc > 1 ? meant(argv[1]) : "help";
  a->verb = verb_find(name);
  if (!a->verb) return unknown_verb(a, name);
  if (asks_help(argc, argv)) {
    a->operand = DV_TAKE(a->arena, const char *, 1);
    a->operand[a->noperand++] = name;
    a->verb = verb_find("help");
    return a->verb->run(a);
  }
  int bad = args_read(a, argc > 1 ? argc - 2 : 0, argv + (argc > 1 ? 2 : 1));
  if (!bad) bad = outputs_check(a);
  if (!bad) bad = kinds_load(a);
  return bad ? bad : a->verb->run(a);
}

// The process may have so little address space that OpenBLAS, which takes 128 MB for itself at its first use, tries without end.
static int has_little_room(rlim_t *bytes)
{
  struct rlimit l;
  if (getrlimit(RLIMIT_AS, &l) || l.rlim_cur == RLIM_INFINITY || l.rlim_cur >= (rlim_t)1 << 30) return 0;
  *bytes = l.rlim_cur;
  return 1;
}

static void tell_little_room(void)
{
  rlim_t bytes;
  if (has_little_room(&bytes))
    fprintf(
        stderr,
        "davit: warning: this process may have %lu MB of address space (ulimit -v); with less than 1000 what needs linear algebra may wait for memory without end\n",
        (unsigned long)(bytes >> 20));
}

// With little room what libraries do when a program ends is left out: OpenBLAS waits there for a thread that never gets ready.
static int leave(int code)
{
  rlim_t bytes;
  if (!has_little_room(&bytes)) return code;
  fflush(NULL);
  _exit(code);
}

// Where a standard stream is closed the next file would have its number, and what is said would be written into that file.
static void hold_streams(void)
{
  int fd;
  do fd = open("/dev/null", O_RDONLY);
  while (fd >= 0 && fd <= STDERR_FILENO);
  if (fd >= 0) close(fd);
}

int main(int argc, char **argv)
{
  hold_streams();
  screen_open();
  tell_little_room();
  args a = {.arena = dv_arena_new()};
  a.diags = dv_diags_new(a.arena);
  a.command = command_of(a.arena, argc, argv);
  int code = dispatch(&a, argc, argv);
  print_diags(a.diags);
  // a full disk or a closed pipe must not look like success
  if ((fflush(stdout) || ferror(stdout)) && code == FINE) {
    fputs("davit: cannot write to standard output\n", stderr);
    code = RUN_FAILED;
  }
  dv_arena_free(a.arena);
  return leave(argc > 1 ? code : BAD_USAGE);
}
