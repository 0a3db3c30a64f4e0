// kinds.c: the table of kinds of this width, and the layout of their structs.
#include "kinds/kinds.h"

#ifdef __cplusplus
extern "C" {
#endif
#define DV_ROW(domain, name) extern const dv_kind DV_X(dv_##domain##_##name);
#include "kinds/kinds.def"
#undef DV_ROW
#ifdef __cplusplus
}
#endif

const dv_kind *const DV_X(dv_kinds)[] = {
#define DV_ROW(domain, name) &DV_X(dv_##domain##_##name),
#include "kinds/kinds.def"
#undef DV_ROW
    NULL,
};

const dv_kind_layout DV_X(dv_kind_layout) = DV_KIND_LAYOUT;
