// transports.c: the transports in the order of their rows.
#include "wire/transport.h"

#define DV_TRANSPORT(id, ...) &dv_transport_##id,
const dv_transport *const dv_transports[DV_TRANSPORT_COUNT] = {
#include "base/transports.def"
};
