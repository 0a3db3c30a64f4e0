// real.hpp: `real` of the lane folders when they are compiled for tracing: operators that write into davit's own graph.
#pragma once

#include "graph/graph.h"

#include "davit/trace.hpp"
