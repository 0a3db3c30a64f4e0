// controller.c: holds the cart of cart.yaml in the middle, over TCP. Nothing of davit is needed: POSIX sockets and C.
//
// cc controller.c -o controller && davit serve cart.yaml --port 5000 & ./controller 127.0.0.1 5000 [TOKEN]
// With a number of exchanges as DAVIT_EXCHANGES it measures their rate instead (the machine's `until` must be long enough).
#define _POSIX_C_SOURCE 200809L
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HELLO = 1, WELCOME, INPUTS, OUTPUTS, RESET, BYE, FAULT };
enum { HEAD = 24, MOST = 60000 };

// As the bytes lie: little-endian, as this computer has to be.
typedef struct {
  char magic[4];
  uint8_t version, type;
  uint16_t zero;
  uint32_t bytes, sequence;
  double time;
} head;

static void fail(const char *why)
{
  fprintf(stderr, "controller: %s\n", why);
  exit(2);
}

static int dial(const char *host, const char *port)
{
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *to;
  int yes = 1;
  if (getaddrinfo(host, port, &hints, &to)) fail("there is no such address");
  int fd = socket(to->ai_family, to->ai_socktype, to->ai_protocol);
  if (fd < 0 || connect(fd, to->ai_addr, to->ai_addrlen)) fail("no machine answers there");
  setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  freeaddrinfo(to);
  return fd;
}

static void say(int fd, int type, uint32_t sequence, const void *body, size_t n)
{
  unsigned char frame[HEAD + 1024];
  head h = {"DAVT", 1, (uint8_t)type, 0, (uint32_t)n, sequence, 0};
  if (n > 1024) fail("too long");
  memcpy(frame, &h, HEAD);
  if (n) memcpy(frame + HEAD, body, n);
  if (send(fd, frame, HEAD + n, MSG_NOSIGNAL) != (ssize_t)(HEAD + n)) fail("the machine has gone without a word");
}

static void take(int fd, void *to, size_t n)
{
  for (size_t done = 0; done < n;) {
    ssize_t k = recv(fd, (char *)to + done, n - done, 0);
    if (k <= 0) fail("the machine has gone without a word");
    done += (size_t)k;
  }
}

// The next frame; 0: the machine says goodbye.
static int hear(int fd, int type, head *h, char *body)
{
  take(fd, h, HEAD);
  if (memcmp(h->magic, "DAVT", 4) || h->bytes > MOST) fail("this is no machine of davit");
  take(fd, body, h->bytes);
  body[h->bytes] = 0;
  if (h->type == FAULT) fail(body);
  if (h->type == BYE) return puts(body), 0;
  if (h->type != type) fail("a frame came that was not due");
  return 1;
}

static double wall(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
  static char body[MOST + 1];
  if (argc < 3) fail("usage: controller HOST PORT [TOKEN]");
  const char *token = argc > 3 ? argv[3] : "", *count = getenv("DAVIT_EXCHANGES");
  long most = count ? atol(count) : 2000;
  int fd = dial(argv[1], argv[2]);
  head h;
  say(fd, HELLO, 0, token, strlen(token));
  hear(fd, WELCOME, &h, body);
  fputs(body, stdout);
  hear(fd, OUTPUTS, &h, body);
  double out[2] = {0}, begin = wall();
  uint32_t sequence = 0;
  for (long i = 0; i < most; i++) {
    if (h.bytes != sizeof out) fail("the machine has other outputs than x.position and x.rate");
    memcpy(out, body, sizeof out);
    double lever = -100 * out[0] - 25 * out[1];
    say(fd, INPUTS, ++sequence, &lever, sizeof lever);
    if (!hear(fd, OUTPUTS, &h, body)) break;
  }
  memcpy(out, body, sizeof out);
  printf("x = %.17g m after %g s\n", out[0], h.time);
  if (count) printf("%.0f exchanges per second\n", (double)sequence / (wall() - begin));
  say(fd, BYE, sequence, NULL, 0);
  close(fd);
  return 0;
}
