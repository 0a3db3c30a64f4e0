// extra.h: parts that follow from joints, from nodes, from expressions at inputs, and from what formulas look at.
#pragma once

#include "assemble/internal.h"

void dv_add_joint_parts(dv_assembler *c);
void dv_add_elastic_parts(dv_assembler *c);
void dv_add_node_parts(dv_assembler *c);
void dv_add_input_parts(dv_assembler *c);
void dv_add_watch_parts(dv_assembler *c);
