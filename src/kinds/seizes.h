// seizes.h: how a kind takes hold of its frames: values of `seizes` of dv_kind.
#pragma once

enum {
  DV_SEIZES = 1,       // they come to one velocity when its first discrete state turns to 1
  DV_HOLDS_STILL = 2,  // its wrench keeps its frame still (engine/hold_frame.c)
  DV_UNITES = 3        // they become one body, by a loop that is there while its first discrete state is 1 (dv_loop.held)
};
