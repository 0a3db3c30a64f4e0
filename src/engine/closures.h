// closures.h: all equations between two frames (closures.def).
#pragma once

#include "engine/closure/along.h"
#include "engine/closure/across.h"
#include "engine/closure/apart.h"
#include "engine/closure/alike.h"
#include "engine/closure/screw.h"
