// listen.c: what verbs that listen have in common: --port, --token.
#include "cli.h"

#include "base/token.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The token of the command line; it is wiped there, since other users can read that, and from what recordings say of the command.
const char *token_given(args *a)
{
  const char *given = value_of(a, "token"), *other = getenv("DAVIT_TOKEN");
  if (!given) return other;
  char *token = dv_arena_copy(a->arena, given, strlen(given)), *command = dv_arena_copy(a->arena, a->command, strlen(a->command));
  for (char *at; *token && (at = strstr(command, token));) memset(at, '*', strlen(token));
  a->command = command;
  memset((char *)(size_t)given, '*', strlen(given));
  return token;
}

int token_fits(args *a, const char *token)
{
  if (dv_token_fit(token)) return FINE;
  return bad_usage(a, "give 16 to 100 letters, digits, - or _", "--token is not fit for a URL");
}

int port_given(args *a, int *port)
{
  const char *text = value_of(a, "port");
  int end = 0;
  if (!text || (sscanf(text, "%d%n", port, &end) == 1 && !text[end] && *port >= 1 && *port <= 65535)) return FINE;
  return bad_usage(a, "give 1 to 65535", "--port: '%s' is no port", text);
}
