// main.c: random machines. A seed and a number of the machine give it; the first difference of each is shrunk to a small file.
//
// Files that are named are compared instead, in all ways.
#include "draft.h"
#include "judge.h"

#include "base/file.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct {
  uint64_t seed;
  int count, first, show, kinds, whole;
  double slow;  // s: tells which machines take longer
  const char *folder, *davit, *only, *but;
  char **file;
  int nfile;
} wish;

typedef struct {
  int drawn, compared, differ, count[ROWS_MOST][VERDICTS];
  double seconds[ROWS_MOST], opening;
} sums;

typedef enum { WORD, WHOLE_NUMBER, SEED, SECONDS, FLAG } sort;

static const struct {
  const char *name, *value, *doc;
  sort sort;
  size_t at;  // in a wish
} options[] = {
    {"--seed",   "N",        "of the machines (1)",                                   SEED,         offsetof(wish, seed)  },
    {"--count",  "N",        "how many (300)",                                        WHOLE_NUMBER, offsetof(wish, count) },
    {"--first",  "N",        "number of the first (0)",                               WHOLE_NUMBER, offsetof(wish, first) },
    {"--only",   "NAME",     "this comparison alone",                                 WORD,         offsetof(wish, only)  },
    {"--but",    "NAME,...", "all but these",                                         WORD,         offsetof(wish, but)   },
    {"--davit",  "COMMAND",  "for comparisons that run it",                           WORD,         offsetof(wish, davit) },
    {"--folder", "DIR",      "where machines that differ are kept (random-machines)", WORD,         offsetof(wish, folder)},
    {"--slow",   "T",        "tell machines that take longer, s",                     SECONDS,      offsetof(wish, slow)  },
    {"--show",   NULL,       "write each machine",                                    FLAG,         offsetof(wish, show)  },
    {"--kinds",  NULL,       "tell which kinds were drawn",                           FLAG,         offsetof(wish, kinds) },
    {"--whole",  NULL,       "do not shrink what differs",                            FLAG,         offsetof(wish, whole) },
};
enum { OPTIONS = sizeof options / sizeof *options };

static void help(void)
{
  puts("usage: random_machines [options] [FILE...]\n");
  for (int i = 0; i < OPTIONS; i++)
    printf("  %s%s%-*s %s\n", options[i].name, options[i].value ? " " : "",
           18 - (int)strlen(options[i].name) - !!options[i].value, options[i].value ? options[i].value : "", options[i].doc);
  puts("\nA seed and a number give a machine; files that are named are compared instead. Comparisons:");
  for (int i = 0; i < nrow; i++) printf("%s%s", i ? ", " : "  ", rows[i].name);
  puts("");
  exit(0);
}

static void take(wish *w, int option, const char *value)
{
  void *to = (char *)w + options[option].at;
  switch (options[option].sort) {
  case WORD: *(const char **)to = value; break;
  case WHOLE_NUMBER: *(int *)to = atoi(value); break;
  case SEED: *(uint64_t *)to = strtoull(value, NULL, 10); break;
  case SECONDS: *(double *)to = atof(value); break;
  case FLAG: *(int *)to = 1; break;
  }
}

static wish wishes(int argc, char **argv)
{
  wish w = {.seed = 1, .count = 300, .folder = "random-machines"};
  for (int i = 1; i < argc; i++) {
    int k = 0;
    if (argv[i][0] != '-') return w.file = argv + i, w.nfile = argc - i, w;
    if (!strcmp(argv[i], "--help")) help();
    while (k < OPTIONS && strcmp(argv[i], options[k].name) != 0) k++;
    if (k == OPTIONS) fprintf(stderr, "unknown option '%s'; see --help\n", argv[i]), exit(64);
    if (options[k].sort != FLAG && ++i == argc) fprintf(stderr, "%s needs a value\n", options[k].name), exit(64);
    take(&w, k, argv[i]);
  }
  return w;
}

static int row_of(const char *name)
{
  for (int i = 0; name && i < nrow; i++)
    if (!strcmp(rows[i].name, name)) return i;
  if (name) fprintf(stderr, "there is no comparison '%s'\n", name), exit(64);
  return -1;
}

// "eval,rates" as bits.
static unsigned long rows_of(const char *list)
{
  unsigned long bits = 0;
  char name[40];
  for (int n = 0; list && *list; list += n + (list[n] == ',')) {
    n = (int)strcspn(list, ",");
    snprintf(name, sizeof name, "%.*s", n, list);
    bits |= 1ul << row_of(name);
  }
  return bits;
}

static void keep(const wish *w, const court *c, dv_arena *a, const dv_node *root, int number, report *r)
{
  dv_diags *d = dv_diags_new(a);
  char first[sizeof r->said];
  memcpy(first, r->said, sizeof first);
  const dv_node *least = w->whole ? root : shrink(c, a, root, (uint64_t)number, r);
  const char *text = dv_arena_text(a, "# seed %llu, machine %d, %s: %s\n# at first: %s\n%s", (unsigned long long)w->seed, number,
                                   rows[r->differs].name, r->said, first, dv_doc_yaml(a, least));
  const char *path = dv_arena_text(a, "%llu-%d-%s.yaml", (unsigned long long)w->seed, number, rows[r->differs].name);
  dv_file_write(d, path, text, strlen(text));
  printf("machine %d, %s: %s\n  %s\n", number, rows[r->differs].name, r->said, path);
  fflush(stdout);
}

static double seconds_of(const report *r)
{
  double all = r->opening;
  for (int i = 0; i < nrow; i++) all += r->seconds[i];
  return all;
}

static void add(sums *s, const report *r)
{
  s->drawn++;
  s->compared += r->ran;
  s->opening += r->opening;
  s->differ += r->differs >= 0;
  for (int i = 0; i < nrow; i++) s->count[i][r->of[i]] += r->ran, s->seconds[i] += r->seconds[i];
}

static void print(const sums *s)
{
  double all = s->opening;
  printf("%-12s %8s %8s %8s %8s %8s %9s\n", "comparison", "agree", "differ", "told", "open", "not here", "s");
  for (int i = 0; i < nrow; i++) {
    printf("%-12s %8d %8d %8d %8d %8d %9.2f\n", rows[i].name, s->count[i][AGREES], s->count[i][DIFFERS], s->count[i][TOLD],
           s->count[i][OPEN], s->count[i][NOT_HERE], s->seconds[i]);
    all += s->seconds[i];
  }
  printf("%d machines drawn, %d compared, %d differ; %.1f s of the processor\n", s->drawn, s->compared, s->differ, all);
}

static void print_kinds(const tally *k)
{
  for (int i = 0; dv_kinds_x1[i]; i++) printf("%-28s drawn %5d, accepted %5d\n", dv_kinds_x1[i]->name, k[i].drawn, k[i].kept);
}

static int compare_files(const wish *w, const court *c)
{
  sums s = {0};
  for (int i = 0; i < w->nfile; i++) {
    dv_arena *a = dv_arena_new();
    dv_diags *d = dv_diags_new(a);
    dv_doc *doc = dv_doc_read(a, d, w->file[i]);
    report r;
    judge(c, doc->root, 0, &r);
    add(&s, &r);
    if (!r.ran || r.differs >= 0) printf("%s: %s\n", w->file[i], r.said);
    s.differ += !r.ran;
    dv_arena_free(a);
  }
  print(&s);
  return s.differ > 0;
}

int main(int argc, char **argv)
{
  wish w = wishes(argc, argv);
  setvbuf(stdout, NULL, _IOLBF, 0);
  dv_arena *all = dv_arena_new();
  int n = 0;
  while (dv_kinds_x1[n]) n++;
  dv_node **file = DV_TAKE(all, dv_node *, n), **example = examples_read(all, file);
  tally *kinds = DV_TAKE(all, tally, n);
  court c = {dv_units_open(all), ".", w.davit, row_of(w.only), rows_of(w.but), 0};
  sums s = {0};
  if (w.nfile) {
    c.all = 1;
    int differ = compare_files(&w, &c);
    dv_arena_free(all);
    return differ;
  }
  mkdir(w.folder, 0777);
  if (chdir(w.folder)) return perror(w.folder), 64;
  for (int i = w.first; i < w.first + w.count; i++) {
    dv_arena *a = dv_arena_new();
    draft d = {.rnd = stream_of(w.seed, (uint64_t)i),
               .arena = a,
               .units = c.units,
               .folder = ".",
               .stem = dv_arena_text(a, "%llu-%d", (unsigned long long)w.seed, i),
               .example = example,
               .example_file = file,
               .kinds = kinds,
               .tell = w.show};
    report r;
    draw_machine(&d);
    if (w.show) puts(dv_doc_yaml(a, d.root));
    judge(&c, d.root, (uint64_t)i, &r);
    add(&s, &r);
    if (w.slow && seconds_of(&r) > w.slow)
      printf("machine %d took %.1f s, %.1f s of them to open\n", i, seconds_of(&r), r.opening);
    if (!r.ran && r.differs < 0) printf("machine %d is not compared: %s\n", i, r.said);
    if (r.differs >= 0) keep(&w, &c, a, d.root, i, &r);
    for (int k = 0; r.differs < 0 && !w.show && k < d.files.n; k++) remove(d.files.item[k]);
    dv_arena_free(a);
  }
  print(&s);
  if (w.kinds) print_kinds(kinds);
  dv_arena_free(all);
  return s.differ > 0;
}
