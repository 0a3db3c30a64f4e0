// endpoint.h: sockets that listen, and waiting for them.
#pragma once

#include "base/diag.h"

// A socket bound to an address (NULL: 127.0.0.1) and *port (0: a free one, which is told); stream 1: TCP, listening; 0: UDP.
// -1 after a diagnostic.
int dv_endpoint_open(const char *host, int *port, int stream, dv_diags *d);
int dv_endpoint_loopback(const char *host);        // 1: only this computer reaches it
int dv_endpoint_is(const char *host, int client);  // 1: the other end of a connection has this address
int dv_endpoint_next(int listener);                // the next who connects, without delay; -1: none

double dv_wall_time(void);  // s, goes on evenly
// Bits of the sockets that have something to read, after at most `patience` s; 0 also after a signal.
unsigned dv_endpoint_wait(const int *fd, int n, double patience);
enum { DV_ENDPOINTS_MOST = 16 };
