// kinds.c: the table of kinds of this width.
#include "davit/kind.h"

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
