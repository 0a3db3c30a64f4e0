// forms.h: values with a form of their own, for the rows of keys (keys_*.c). Each says what it leaves where `to` points.
#pragma once

#include "spec/keys.h"

dv_form dv_form_same;        // double [most]: a list, or one number for all
dv_form dv_form_file;        // const char *: a path beside the file that names it
dv_form dv_form_body;        // int: its number; -1: the world, or none of this name
dv_form dv_form_point;       // dv_ref: body, body.point or world, which is there
dv_form dv_form_direction;   // double [3], a unit vector: x, -y or a list
dv_form dv_form_lead;        // double: the pitch per radian, from that per revolution
dv_form dv_form_gravity;     // double [3]: a vector, or a number: downward along -z
dv_form dv_form_keys;        // dv_control_spec: one key, or [down, up]
dv_form dv_form_curve;       // dv_table_spec: flow over pressure drop, rows or a file
dv_form dv_form_points;      // dv_table_spec: s, x, y, z of a path, rows or a file
dv_form dv_form_joint_type;  // dv_joint_spec: the type, with its coordinates
dv_form dv_form_input;       // dv_input_spec: a number in the row's unit, or a formula of signals
dv_form dv_form_motion;      // dv_joint_spec: of all coordinates, or of each
dv_form dv_form_position;    // dv_joint_spec: likewise
dv_form dv_form_rate;
dv_form dv_form_limits;
dv_form dv_form_friction;
dv_form dv_form_of;            // dv_loop_spec: the two coordinates of a relation
dv_form dv_form_ratio;         // dv_loop_spec: first per second
dv_form dv_form_sum;           // dv_loop_spec: coordinates with their factors
dv_form dv_form_offset;        // dv_loop_spec
dv_form dv_form_terms;         // dv_axis_spec: names of what a sum adds
dv_form dv_form_zero;          // dv_loop_spec: an expression of coordinates
dv_form dv_form_initial;       // dv_spec: where coordinates, joints, states and nodes begin, by the user's names
dv_form dv_form_node_initial;  // dv_node_spec: pressure or voltage
dv_form dv_form_plot;          // dv_plot_spec: a map, or a list of columns
dv_form dv_form_measure;       // dv_metric_spec: a column and what is asked of it
dv_form dv_form_mode;          // dv_expect_spec: frequency or damping of a mode
dv_form dv_form_color;         // double [4]: a name, "#rrggbb" or a list
dv_form dv_form_inertia;       // double [6]: [xx, yy, zz], [xx, yy, zz, xy, xz, yz] or a map
dv_form dv_form_matrix;        // dv_placement: 3x3, 3x4 or 4x4 numbers
dv_form dv_form_place;         // dv_placement: a map of what places a frame, but for `dh` and `point`
dv_form dv_form_beam_modes;    // dv_beam_spec: a number for bending along y and along z, or one for each way
dv_form dv_form_polynomials;   // dv_beam_spec: coefficients by power
dv_form dv_form_sections;      // dv_table_spec: x, A, Iy, Iz, J, rows or a file
dv_form dv_form_modal;         // dv_modal_table: a file
dv_form dv_form_terminal;      // dv_part_spec: where bonds go, to its terminal `place`
dv_form dv_form_coefficient;   // dv_part_spec: what describes a bond-graph element, the kind's coefficient `place`
dv_form dv_form_spatial;       // dv_body_spec: six rows of six numbers, in `full`
