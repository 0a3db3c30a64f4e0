// host.c: what view and edit share: the URL with its token, and a browser that is led there.
#include "host.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ;

// The page that leads the browser to the URL. The URL has the token, and what is on a command line everybody on this computer
// can read; so the browser is given this file, which only the user can read.
static void open_door(door *d, dv_arena *a, const char *url)
{
  const char *run = getenv("XDG_RUNTIME_DIR");
  if (dv_scratch_open(&d->folder, a, run && *run == '/' ? run : dv_scratch_place(), "davit-view-")) return;
  d->file = dv_arena_text(a, "%s/open.html", d->folder.path);
  int fd = open(d->file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0) return;
  dprintf(fd,
          "<!doctype html><meta name=\"referrer\" content=\"no-referrer\"><meta http-equiv=\"refresh\" content=\"0; url=%s\">\n",
          url);
  close(fd);
}

// A browser, if there is a screen to show it on.
static void open_browser(const char *file)
{
  char *argv[] = {"xdg-open", (char *)(size_t)file, NULL};
  pid_t pid;
  posix_spawn_file_actions_t quiet;
  posix_spawn_file_actions_init(&quiet);
  posix_spawn_file_actions_addopen(&quiet, 1, "/dev/null", 1, 0);
  posix_spawn_file_actions_addopen(&quiet, 2, "/dev/null", 1, 0);
  posix_spawnp(&pid, argv[0], &quiet, NULL, argv, environ);
  posix_spawn_file_actions_destroy(&quiet);
}

static void on_ready(void *context, const char *url)
{
  host *h = context;
  const args *a = h->a;
  printf("%s\n", url);
  fflush(stdout);
  if (value_of(a, "host")) fprintf(stderr, "davit: whoever has this URL and reaches %s can %s\n", value_of(a, "host"), h->may);
  if (has(a, "no-browser") || (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))) return;
  open_door(&h->door, a->arena, url);
  if (h->door.file) open_browser(h->door.file);
}

void host_say(void *context, const char *text)
{
  (void)context;
  fprintf(stderr, "davit: %s\n", text);
}

int host_begin(host *h, dv_serve_options *o)
{
  args *a = h->a;
  const char *token = token_given(a);
  int n = 0;
  if (port_given(a, &n) || (token && token_fits(a, token))) return BAD_USAGE;
  *o = (dv_serve_options){.host = value_of(a, "host"),
                          .port = n,
                          .token = token ? token : dv_token_new(a->arena),
                          .over = interrupted,
                          .ready = on_ready,
                          .context = h};
  return FINE;
}

void host_end(host *h) { dv_scratch_close(&h->door.folder); }
