// scene.h: a compiled machine as JSON for the viewer: what there is to draw, to plot and to drive; see doc/viewer.md.
#pragma once

#include "base/json.h"
#include "assemble/assemble.h"
#include "mesh/triangles.h"
#include "scene/film.h"

// The whole scene as text; m was opened with `draw` if its bond graph shall be shown. Mesh files that cannot be read: warnings.
const char *dv_scene(dv_arena *a, const dv_machine *m);

// Its sections.
void dv_scene_bodies(dv_json_out *o, const dv_machine *m);
void dv_scene_meshes(dv_json_out *o, const dv_machine *m);
void dv_scene_joints(dv_json_out *o, const dv_machine *m);
void dv_scene_rods(dv_json_out *o, const dv_machine *m);
void dv_scene_places(dv_json_out *o, const dv_machine *m);
void dv_scene_parts(dv_json_out *o, const dv_machine *m);
void dv_scene_desk(dv_json_out *o, const dv_machine *m);
void dv_scene_scenarios(dv_json_out *o, const dv_machine *m);
void dv_scene_graph(dv_json_out *o, const dv_machine *m);

int dv_scene_input(const dv_machine *m, const char *name);  // 1: an input of the machine
