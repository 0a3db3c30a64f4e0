// command.c: runs the built davit in a shell.
#include "command.h"

#include <dirent.h>
#include <sys/wait.h>

int command_setup(void **state)
{
  dv_arena *a = dv_arena_new();
  command *c = DV_TAKE(a, command, 1);
  c->arena = a;
  c->dir = dv_arena_text(a, "%s", "/tmp/davit-cli-XXXXXX");
  *state = c;
  if (!mkdtemp(c->dir)) return -1;
  // compiled machines of the tests are not those of the user
  return setenv("XDG_CACHE_HOME", dv_arena_text(a, "%s.cache", c->dir), 1);
}

int command_teardown(void **state)
{
  command *c = *state;
  int left = 0;
  DIR *d = opendir(c->dir);
  for (struct dirent *e; d && (e = readdir(d));)
    if (strcmp(e->d_name, ".") && strcmp(e->d_name, "..")) left = 1, fprintf(stderr, "left behind: %s/%s\n", c->dir, e->d_name);
  if (d) closedir(d);
  rmdir(c->dir);
  left |= system(dv_arena_text(c->arena, "rm -rf %s.cache", c->dir)) != 0;
  dv_arena_free(c->arena);
  return left ? -1 : 0;
}

static char *slurp(command *c, const char *path, size_t *n)
{
  FILE *f = fopen(path, "rb");
  if (!f) return NULL;
  dv_text t = {.arena = c->arena};
  char piece[4096];
  for (size_t k; (k = fread(piece, 1, sizeof piece, f));) dv_text_put(&t, piece, k);
  fclose(f);
  *n = t.n;
  return t.at ? t.at : dv_arena_copy(c->arena, "", 0);
}

static char *with_folder(command *c, const char *text)
{
  dv_text t = {.arena = c->arena};
  for (; *text; text++) {
    if (text[0] == '@' && text[1] == '/') dv_text_add(&t, "%s", c->dir);
    else dv_text_put(&t, text, 1);
  }
  return dv_arena_copy(c->arena, dv_text_all(&t), t.n);
}

int run(command *c, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *line = with_folder(c, dv_arena_vtext(c->arena, format, args));
  va_end(args);
  char *out = dv_arena_text(c->arena, "%s/.out", c->dir), *err = dv_arena_text(c->arena, "%s/.err", c->dir);
  int status = system(dv_arena_text(c->arena, "(%s %s\n) >%s 2>%s", DAVIT, line, out, err));
  size_t n;
  c->code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  c->out = slurp(c, out, &n);
  c->err = slurp(c, err, &n);
  remove(out);
  remove(err);
  return c->code;
}

static char *path_of(command *c, const char *name) { return dv_arena_text(c->arena, "%s/%s", c->dir, name); }

void put_file(command *c, const char *name, const char *text)
{
  FILE *f = fopen(path_of(c, name), "wb");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

char *get_file(command *c, const char *name, size_t *n) { return slurp(c, path_of(c, name), n); }

void drop_file(command *c, const char *name)
{
  if (remove(path_of(c, name))) fail_msg("%s is not there", name);
}

char *take_file(command *c, const char *name)
{
  size_t n;
  char *text = get_file(c, name, &n);
  assert_non_null(text);
  drop_file(c, name);
  return text;
}

const dv_json *json_of(command *c)
{
  dv_diags *d = dv_diags_new(c->arena);
  const dv_json *v = dv_json_read(c->arena, d, "output", c->out, strlen(c->out));
  if (!v) fail_msg("%s\n%s", dv_diag_text(d, 0), c->out);
  return v;
}

const dv_json *json_at(const dv_json *v, const char *key)
{
  const dv_json *x = dv_json_find(v, key);
  if (!x) fail_msg("no key %s", key);
  return x;
}

void assert_says(const char *text, const char *part)
{
  if (!strstr(text, part)) fail_msg("'%s' is not in:\n%s", part, text);
}
