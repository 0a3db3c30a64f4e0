// keys_io.c: keys of a machine's connection to a controller elsewhere.
#include "base/transport_rows.h"
#include "spec/keys_inside.h"

// clang-format off
static const dv_key registers[] = {
  {"address", NUMBER("1"), FROM_TO(0, 65535), TO(dv_register_spec, address), .required = 1, .doc = "of the register or coil, from 0"},
  {"as", DV_AS_CHOICE, .words = "int16|uint16|int32|uint32|float32|bit", TO(dv_register_spec, form), .doc = "how it holds the number; 32 bits are two registers, a bit is a coil (int16)"},
  {"scale", NUMBER(NULL), DEFAULT(1), TO(dv_register_spec, scale), .doc = "value of one count, with its unit: 0.1 mm (1)"},
  {"offset", NUMBER(NULL), TO(dv_register_spec, offset), .doc = "value at count zero (0)"},
  {"words", DV_AS_CHOICE, .words = "high-first|low-first", TO(dv_register_spec, low_first), .doc = "order of two registers (high-first)"},
};
const dv_section dv_keys_register = KEYS("register", registers);
static const dv_key a_register = {"register", DV_AS_MAP, .section = &dv_keys_register};

static const dv_key io[] = {
  {"transport", DV_AS_CHOICE, .words = dv_transport_words + 1, TO(dv_io_spec, transport), .doc = "how the controller reaches it (tcp)"},
  {"mode", DV_AS_CHOICE, .words = "lockstep|realtime", TO(dv_io_spec, realtime), .doc = "the machine waits for the controller, or goes by the clock (lockstep; modbus: realtime)"},
  {"port", NUMBER("1"), FROM_TO(1, 65535), TO(dv_io_spec, port), .doc = "where it listens; default: a free one, modbus 502"},
  {"period", NUMBER("s"), ABOVE_ZERO, TO(dv_io_spec, period), .doc = "of exchanges; default: the step of a fixed-step solver, else 1 ms"},
  {"watchdog", NUMBER("s"), ABOVE_ZERO, TO(dv_io_spec, watchdog), .doc = "silence of the controller after which inputs go back to their values in the file; real time: 0.1 s; lock-step: the run ends (udp 10 s)"},
  {"inputs", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_io_spec, input, ninput), .doc = "inputs that it sets, in this order; default: all"},
  {"outputs", DV_AS_TEXT | DV_AS_ITEMS, .each = &dv_key_text, TO_LIST(dv_io_spec, output, noutput), .doc = "what it reads, in this order; * stands for any letters; default: what is shown"},
  {"registers", DV_AS_OPEN, .each = &a_register, ITEMS(dv_io_spec, registers, nregister), .doc = "modbus: by name of the input or column, {address, as, scale, offset, words}"},
};
const dv_section dv_keys_io = KEYS("io", io);
