// block_version.h: the version of the layout of blocks: of what their integers mean.
#pragma once

#include <stdint.h>

// Made from DV_MODEL_VERSION and the rows that number things in a block: a new joint, operation or array is a new version by
// itself.
int32_t dv_block_version(void);
