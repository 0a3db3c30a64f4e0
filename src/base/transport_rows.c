// transport_rows.c: the rows of transports.def.
#include "base/transport_rows.h"

#define DV_TRANSPORT(id, ...) {__VA_ARGS__},
const dv_transport_row dv_transport_rows[DV_TRANSPORT_COUNT] = {
#include "base/transports.def"
};

const char dv_transport_words[] =
#define DV_TRANSPORT(id, name, ...) "|" name
#include "base/transports.def"
    ;
