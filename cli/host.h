// host.h: a page for the user's browser, behind a token.
#pragma once

#include "cli.h"

#include "base/scratch.h"
#include "server/server.h"

#define HOST_OPTIONS                                                                                                             \
  OPTION("port", "N", "port (default: a free one)"),                                                                             \
      OPTION("token", "TEXT", "secret of the URL, at least 16 letters (default: $DAVIT_TOKEN, or a random one)"),                \
      OPTION("no-browser", NULL, "print the URL only")

// The page that leads the browser to the URL.
typedef struct {
  dv_scratch folder;
  char *file;
} door;

typedef struct {
  args *a;
  const char *may;  // what those can do who have the URL
  door door;
} host;

int host_begin(host *h, dv_serve_options *o);    // address and token; 0, or BAD_USAGE after a message
void host_say(void *context, const char *text);  // to the person at the terminal
void host_end(host *h);
