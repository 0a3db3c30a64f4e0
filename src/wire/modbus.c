// modbus.c: the machine as a Modbus TCP server, by libmodbus: PLCs write its inputs and read its outputs.
//
// A request is taken when all of it is there, so that nobody who sends half of one holds up the machine.
#define _GNU_SOURCE
#include "wire/endpoint.h"
#include "wire/transport.h"

#include <errno.h>
#include <math.h>
#include <modbus/modbus.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { CLIENTS = 8, PORT = 502, HEAD = 6 };

typedef struct {
  dv_dialogue *d;
  dv_register_map *map;
  const char *peer;
  int listener, nclient, client[CLIENTS];
  modbus_t *bus;
  modbus_mapping_t *table;
  int rested;
} server;

// ---- tables

// Registers or coils of one of the four tables up to the last that the map names.
static int table_size(const dv_register_map *map, int is_input, int bits)
{
  int n = 0;
  for (int i = 0; i < map->n; i++) {
    const dv_register *r = &map->item[i];
    int words = dv_register_words(r->as), end = r->as->address + (words ? words : 1);
    if (r->is_input == is_input && (words == 0) == bits && end > n) n = end;
  }
  return n;
}

static void get_inputs(server *w)
{
  for (int i = 0; i < w->map->n; i++) {
    const dv_register *r = &w->map->item[i];
    uint16_t bit = 0;
    if (!r->is_input) continue;
    if (!dv_register_words(r->as)) bit = w->table->tab_bits[r->as->address];
    w->d->in[r->slot] = dv_register_value(r->as, dv_register_words(r->as) ? w->table->tab_registers + r->as->address : &bit);
  }
}

static void put_values(server *w, int is_input, const double *value)
{
  uint16_t *words = is_input ? w->table->tab_registers : w->table->tab_input_registers, bit;
  uint8_t *bits = is_input ? w->table->tab_bits : w->table->tab_input_bits;
  for (int i = 0; i < w->map->n; i++) {
    dv_register *r = &w->map->item[i];
    if (r->is_input != is_input) continue;
    int at = r->as->address, is_bit = !dv_register_words(r->as);
    r->clipped |= dv_register_put(r->as, value[r->slot], is_bit ? &bit : words + at);
    if (is_bit) bits[at] = (uint8_t)bit;
  }
}

static void rest(server *w)
{
  put_values(w, 1, w->d->rest);
  w->rested = 1;
}

// ---- opening and closing

static void close_modbus(void *self)
{
  server *w = self;
  for (int i = 0; i < w->nclient; i++) close(w->client[i]);
  if (w->listener >= 0) close(w->listener);
  if (w->table) modbus_mapping_free(w->table);
  if (w->bus) modbus_free(w->bus);
}

static void *open_modbus(dv_arena *a, const dv_transport_options *o, int *port, dv_diags *d)
{
  server *w = DV_TAKE(a, server, 1);
  const dv_register_map *map = o->map;
  *port = o->port ? o->port : PORT;
  *w = (server){.d = o->dialogue, .map = o->map, .peer = o->peer};
  w->listener = dv_endpoint_open(o->host, port, 1, d);
  if (w->listener < 0) return close_modbus(w), NULL;
  w->bus = modbus_new_tcp(NULL, *port);
  w->table = modbus_mapping_new(table_size(map, 1, 1), table_size(map, 0, 1), table_size(map, 1, 0), table_size(map, 0, 0));
  if (!w->bus || !w->table) {
    dv_diag_add(d, DV_ERROR, (dv_mark){0}, NULL, "Modbus: %s", modbus_strerror(errno));
    return close_modbus(w), NULL;
  }
  modbus_set_byte_timeout(w->bus, 0, 1000);
  modbus_set_indication_timeout(w->bus, 0, 1000);
  rest(w);
  return w;
}

// ---- requests

static void drop(server *w, int i)
{
  close(w->client[i]);
  w->client[i] = w->client[--w->nclient];
}

// The socket counts as readable from so many bytes on: half a request wakes nobody.
static void wake_at(int fd, int bytes) { setsockopt(fd, SOL_SOCKET, SO_RCVLOWAT, &bytes, sizeof bytes); }

// 1: a whole request waits; 0: not yet; -1: the client is gone, or speaks something else.
static int waits(int fd)
{
  unsigned char b[MODBUS_TCP_MAX_ADU_LENGTH];
  ssize_t n = recv(fd, b, sizeof b, MSG_PEEK);
  if (n <= 0) return n < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
  if (n < HEAD) return -1;  // woken by less than a request: it has closed
  int length = HEAD + (b[4] << 8 | b[5]);
  if (b[2] || b[3] || length < HEAD + 2 || length > MODBUS_TCP_MAX_ADU_LENGTH) return -1;
  wake_at(fd, n < length ? length : 1);  // the library reads piece by piece
  return n >= length;
}

static int writes(int function)
{
  static const int all[] = {MODBUS_FC_WRITE_SINGLE_COIL,    MODBUS_FC_WRITE_SINGLE_REGISTER,
                            MODBUS_FC_WRITE_MULTIPLE_COILS, MODBUS_FC_WRITE_MULTIPLE_REGISTERS,
                            MODBUS_FC_MASK_WRITE_REGISTER,  MODBUS_FC_WRITE_AND_READ_REGISTERS};
  for (int i = 0; i < (int)(sizeof all / sizeof *all); i++)
    if (all[i] == function) return 1;
  return 0;
}

static dv_heard inputs(server *w)
{
  get_inputs(w);
  for (int i = 0; i < w->d->nin; i++)
    if (!isfinite(w->d->in[i])) return dv_dialogue_wrong(w->d, "a register holds what is not a finite number");
  w->rested = 0;
  w->d->sequence++;
  return DV_HEARD_INPUTS;
}

static dv_heard answer(server *w, int i)
{
  uint8_t query[MODBUS_TCP_MAX_ADU_LENGTH];
  int whole = waits(w->client[i]);
  if (!whole) return DV_HEARD_NOTHING;
  modbus_set_socket(w->bus, w->client[i]);
  int n = whole < 0 ? -1 : modbus_receive(w->bus, query);
  if (n < 0 || (n > 0 && modbus_reply(w->bus, query, n, w->table) < 0)) {
    drop(w, i);
    return w->nclient || !w->d->greeted ? DV_HEARD_NOTHING : (w->d->greeted = 0, DV_HEARD_GONE);
  }
  wake_at(w->client[i], HEAD + 2);
  if (n && writes(query[HEAD + 1])) return w->d->greeted = 1, inputs(w);
  return w->d->greeted ? DV_HEARD_NOTHING : (w->d->greeted = 1, DV_HEARD_HELLO);
}

static dv_heard meet(server *w)
{
  int next = dv_endpoint_next(w->listener);
  if (next < 0) return DV_HEARD_NOTHING;
  if (w->nclient < CLIENTS && (!w->peer || dv_endpoint_is(w->peer, next))) {
    wake_at(next, HEAD + 2);
    w->client[w->nclient++] = next;
    return DV_HEARD_NOTHING;
  }
  close(next);
  dv_dialogue_wrong(w->d, w->nclient < CLIENTS ? "a client has another address than --peer" : "there are %d clients already",
                    CLIENTS);
  return DV_HEARD_REFUSED;
}

static dv_heard hear_modbus(void *self, double patience)
{
  server *w = self;
  double end = dv_wall_time() + patience;
  if (w->d->silent && !w->rested) rest(w);
  do {
    int fd[CLIENTS + 1] = {w->listener};
    memcpy(fd + 1, w->client, (size_t)w->nclient * sizeof *fd);
    unsigned ready = dv_endpoint_wait(fd, 1 + w->nclient, fmax(end - dv_wall_time(), 0));
    if (!ready) return DV_HEARD_NOTHING;
    dv_heard h = DV_HEARD_NOTHING;
    for (int i = w->nclient - 1; i >= 0 && h == DV_HEARD_NOTHING; i--)
      if (ready >> (i + 1) & 1) h = answer(w, i);
    if (h == DV_HEARD_NOTHING && (ready & 1)) h = meet(w);
    if (h != DV_HEARD_NOTHING) return h;
  } while (dv_wall_time() < end);
  return DV_HEARD_NOTHING;
}

static int say_modbus(void *self, double t, const double *out)
{
  (void)t;
  put_values(self, 0, out);
  return 0;
}

// Modbus has no words for it: the levers rest, and clients may go on.
static void end_modbus(void *self, dv_frame_type type, double t, const char *reason)
{
  (void)type, (void)t, (void)reason;
  rest(self);
}

const dv_transport dv_transport_modbus = {open_modbus, hear_modbus, say_modbus, end_modbus, close_modbus, .patience = 0};
