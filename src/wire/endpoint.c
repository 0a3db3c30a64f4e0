// endpoint.c: sockets by address.
#define _GNU_SOURCE
#include "wire/endpoint.h"

#include <errno.h>
#include <math.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static struct addrinfo *address_of(const char *host, int port, int stream)
{
  char service[16];
  struct addrinfo hints = {.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE,
                           .ai_socktype = stream ? SOCK_STREAM : SOCK_DGRAM},
                  *found = NULL;
  snprintf(service, sizeof service, "%d", port);
  return getaddrinfo(host ? host : "127.0.0.1", service, &hints, &found) ? NULL : found;
}

static int bind_to(const struct addrinfo *to, int stream)
{
  int yes = 1, fd = socket(to->ai_family, to->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, to->ai_protocol);
  if (fd < 0) return -1;
  if (stream) setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (!bind(fd, to->ai_addr, to->ai_addrlen) && (!stream || !listen(fd, 8))) return fd;
  int why = errno;
  close(fd);
  errno = why;
  return -1;
}

static int port_of(int fd)
{
  union {
    struct sockaddr any;
    struct sockaddr_in four;
    struct sockaddr_in6 six;
  } at = {0};
  socklen_t n = sizeof at;
  if (getsockname(fd, &at.any, &n)) return 0;
  return ntohs(at.any.sa_family == AF_INET6 ? at.six.sin6_port : at.four.sin_port);
}

int dv_endpoint_open(const char *host, int *port, int stream, dv_diags *d)
{
  const char *name = host ? host : "127.0.0.1";
  struct addrinfo *to = address_of(host, *port, stream);
  int fd = to ? bind_to(to, stream) : -1;
  if (fd < 0)
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, "choose another --port or --host", "cannot listen on %s:%d: %s", name, *port,
                to ? strerror(errno) : "this is no address");
  if (to) freeaddrinfo(to);
  if (fd >= 0) *port = port_of(fd);
  return fd;
}

static int is_loopback(const struct sockaddr *at)
{
  if (at->sa_family == AF_INET) return (ntohl(((const struct sockaddr_in *)(const void *)at)->sin_addr.s_addr) >> 24) == 127;
  return at->sa_family == AF_INET6 && IN6_IS_ADDR_LOOPBACK(&((const struct sockaddr_in6 *)(const void *)at)->sin6_addr);
}

int dv_endpoint_loopback(const char *host)
{
  struct addrinfo *to = host ? address_of(host, 0, 1) : NULL;
  int own = !host || (to && is_loopback(to->ai_addr));
  if (to) freeaddrinfo(to);
  return own;
}

int dv_endpoint_is(const char *host, int client)
{
  struct sockaddr_storage at;
  socklen_t n = sizeof at;
  char name[64];
  if (getpeername(client, (struct sockaddr *)&at, &n)) return 0;
  return !getnameinfo((struct sockaddr *)&at, n, name, sizeof name, NULL, 0, NI_NUMERICHOST) && !strcmp(name, host);
}

int dv_endpoint_next(int listener)
{
  int yes = 1, fd = accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (fd < 0) return -1;
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes);
  return fd;
}

double dv_wall_time(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

unsigned dv_endpoint_wait(const int *fd, int n, double patience)
{
  struct pollfd p[DV_ENDPOINTS_MOST];
  double whole = floor(patience);
  struct timespec t = {.tv_sec = (time_t)fmin(whole, 1e9), .tv_nsec = (long)(1e9 * (patience - whole))};
  for (int i = 0; i < n; i++) p[i] = (struct pollfd){.fd = fd[i], .events = POLLIN};
  unsigned ready = 0;
  if (ppoll(p, (nfds_t)n, &t, NULL) <= 0) return 0;
  for (int i = 0; i < n; i++) ready |= (unsigned)(p[i].revents != 0) << i;
  return ready;
}
