// plugins.c: plugins of Gazebo that have a counterpart among the kinds: water around a link, and thrusters.
//
//   hydrodynamics-system (gz-sim): xDotU ..., xU ..., xUabsU ... by SNAME, forces on the link: negative where they resist
//   uuv_underwater_object (UUV simulator): volume, centre of buoyancy, added mass (+), linear and quadratic damping (-); 6 or 36 numbers
//   thruster-system (gz-sim): T = rho K_T D^4 w|w|;  uuv_thruster: T = K w|w|, at once or with a first-order lag
#include "import/robot.h"
#include "import/vocabulary.h"

#include <math.h>
#include <string.h>

static const char *const axis_name[6] = {"x", "y", "z", "roll", "pitch", "yaw"};

typedef struct {
  dv_robot *u;
  const dv_xml *plugin;
  const char *prefix;  // of the names of its model
} task;

static double number(const task *t, const dv_xml *e, const char *child, double none)
{
  double x = none;
  return dv_xml_texts(t->u->r->diags, dv_xml_child(e, child), &x, 1) < 0 ? none : x;
}

// A name as the plugin gives it ("link", "model::link") among the robot's, which may lack the outer models; -1: there is none.
static int find_named(const task *t, const char *name, int (*find)(const dv_robot *u, const char *name))
{
  const char *last = name;
  for (const char *p = name; (p = strstr(p, "::")); p += 2) last = p + 2;
  if (!*last) return -1;
  for (const char *p = t->prefix; p && *p; p = strstr(p, "::"), p = p ? p + 2 : NULL) {
    int found = find(t->u, dv_robot_name(t->u, dv_arena_text(t->u->r->arena, "%s%s", p, last)));
    if (found >= 0) return found;
  }
  return find(t->u, dv_robot_name(t->u, last));
}

static dv_node *put_part(const task *t, const char *name, const char *kind)
{
  dv_node *p = dv_put_map(t->u, t->u->parts, dv_robot_part_name(t->u, name), t->plugin->mark);
  dv_put_text(t->u, p, "kind", t->plugin->mark, kind);
  return p;
}

static dv_node *put_on(const task *t, const dv_robot_link *l, const char *what, const char *kind)
{
  dv_node *p = put_part(t, dv_arena_text(t->u->r->arena, "%s_%s", l->name, what), kind);
  dv_put_text(t->u, p, "frame", t->plugin->mark, l->name);
  return p;
}

static void put_water(const task *t, double density)
{
  if (dv_doc_find(t->u->parts, "water")) return;
  dv_put_number(t->u, put_part(t, "water", DV_WORD_WATER), "density", t->plugin->mark, density);
}

// A 6 x 6 matrix: its diagonal under the names of the axes, the rest as rows of a table. What is negative on the diagonal would
// drive instead of resist: it is left out, and that is said.
static void put_matrix(const task *t, dv_node *part, const char *prefix, const char *table, const double m[36])
{
  dv_mark mark = t->plugin->mark;
  dv_node *rows = dv_node_new(t->u->r->arena, DV_SEQ, mark);
  for (int k = 0; k < 36; k++) {
    int i = k / 6, j = k % 6;
    if (m[k] == 0 || !isfinite(m[k])) continue;
    if (i == j && m[k] < 0)
      dv_robot_note(t->u, "coefficients of water with a sign that drives are left out", "%s%s", prefix, axis_name[i]);
    else if (i == j) dv_put_number(t->u, part, dv_arena_text(t->u->r->arena, "%s%s", prefix, axis_name[i]), mark, m[k]);
    else if (!strcmp(table, "couple") && i > j) continue;  // symmetric: the upper half says it
    else dv_put_numbers(t->u, rows, NULL, mark, (double[3]){i + 1, j + 1, m[k]}, 3);
  }
  if (rows->n) dv_node_append(t->u->r->arena, part, table, rows);
}

static int is_zero(const double *m, int n)
{
  for (int i = 0; i < n; i++)
    if (m[i] != 0) return 0;
  return 1;
}

static void put_damping(const task *t, const dv_robot_link *l, const double linear[36], const double quadratic[36])
{
  if (is_zero(linear, 36) && is_zero(quadratic, 36)) return;
  dv_node *p = put_on(t, l, "damping", DV_WORD_WATER_DAMPING);
  put_matrix(t, p, "linear_", "linear", linear);
  put_matrix(t, p, "quadratic_", "quadratic", quadratic);
}

static void put_added(const task *t, const dv_robot_link *l, const double mass[36])
{
  if (!is_zero(mass, 36)) put_matrix(t, put_on(t, l, "added_mass", DV_WORD_ADDED_MASS), "", "couple", mass);
}

// gz-sim names a derivative by force and motion: X of u, Y of v ...: xDotU, xU, xUabsU.
static int take_hydrodynamics(const task *t)
{
  static const char force[] = "xyzkmn", motion[] = "UVWPQR";
  const char *name = dv_xml_words(dv_xml_child(t->plugin, "link_name"));
  int link = find_named(t, name, dv_robot_link_find);
  double added[36] = {0}, linear[36] = {0}, quadratic[36] = {0};
  if (link < 0) return 0;
  for (int k = 0; k < 36; k++) {
    char f = force[k / 6], m = motion[k % 6];
    char key[3][16] = {
        {f,  'D', 'o', 't', m},
        {       f, m   },
        { f, m,    'a',    'b',      's', m}
    };
    added[k] = 0.0 - number(t, t->plugin, key[0], 0);
    linear[k] = 0.0 - number(t, t->plugin, key[1], 0);
    quadratic[k] = 0.0 - number(t, t->plugin, key[2], 0);
  }
  put_water(t, number(t, t->plugin, "water_density", 998));
  put_added(t, &t->u->links.item[link], added);
  put_damping(t, &t->u->links.item[link], linear, quadratic);
  return 1;
}

// 6 numbers are a diagonal, 36 a matrix. -1 after a diagnostic.
static int matrix(const task *t, const dv_xml *e, double sign, double m[36])
{
  double x[36];
  int n = 0;
  if (dv_xml_some(t->u->r->diags, e, NULL, x, 1, 36, &n) < 0) return -1;
  for (int k = 0; k < n && (n == 36 || n == 6); k++) m[n == 6 ? 7 * k : k] = sign * x[k] + 0.0;
  return 0;
}

static int take_object(const task *t, const dv_xml *e, double density)
{
  const char *name = dv_xml_get(e, "name");
  int link = name ? find_named(t, name, dv_robot_link_find) : -1;
  const dv_xml *model = dv_xml_child(e, "hydrodynamic_model");
  double added[36] = {0}, linear[36] = {0}, quadratic[36] = {0}, at[3] = {0};
  if (link < 0) return 0;
  const dv_robot_link *l = &t->u->links.item[link];
  if (matrix(t, dv_xml_child(model, "added_mass"), 1, added) | matrix(t, dv_xml_child(model, "linear_damping"), -1, linear) |
      matrix(t, dv_xml_child(model, "quadratic_damping"), -1, quadratic))
    return -1;
  if (dv_xml_texts(t->u->r->diags, dv_xml_child(e, "center_of_buoyancy"), at, 3) < 0) return -1;
  double volume = number(t, e, "neutrally_buoyant", 0) != 0 ? l->mass / density : number(t, e, "volume", 0);
  if (volume > 0) {
    dv_node *p = put_on(t, l, "buoyancy", DV_WORD_BUOYANCY);
    dv_put_number(t->u, p, "volume", t->plugin->mark, volume);
    for (int i = 0; i < 3; i++)
      if (at[i] != 0) dv_put_number(t->u, p, axis_name[i], t->plugin->mark, at[i]);
  }
  put_added(t, l, added);
  put_damping(t, l, linear, quadratic);
  return 1;
}

static int take_objects(const task *t)
{
  double density = number(t, t->plugin, "fluid_density", 1028);
  int at = 0, taken = 0;
  for (const dv_xml *e; (e = dv_xml_next(t->plugin, "link", &at));) {
    int one = density > 0 ? take_object(t, e, density) : 0;
    if (one < 0) return -1;
    taken |= one;
  }
  if (taken) put_water(t, density);
  return taken;
}

// A thruster that pushes the child of a joint along its axis; the input is the speed of its shaft, rad/s. A gain below zero is a
// propeller of the other hand: it pushes the other way.
static int put_thruster(const task *t, const char *joint, double gain, double lag, double lower, double upper)
{
  dv_mark mark = t->plugin->mark;
  int at = find_named(t, joint, dv_robot_joint_find);
  const dv_robot_joint *j = at >= 0 ? &t->u->joints.item[at] : NULL;
  if (!j || j->child < 0 || !(fabs(gain) > 0) || !(lower < upper)) return 0;
  double size = sqrt(j->axis[0] * j->axis[0] + j->axis[1] * j->axis[1] + j->axis[2] * j->axis[2]);
  static const char *const key[3] = {"dx", "dy", "dz"};
  char *wish = dv_arena_text(t->u->r->arena, "%s_speed", j->name);
  for (char *p = wish; *p; p++)
    if (*p == '-') *p = '_';
  const char *input = dv_robot_part_name(t->u, wish);
  dv_node *s = dv_put_map(t->u, t->u->signals, input, mark);
  dv_put_text(t->u, s, "kind", mark, DV_WORD_INPUT);
  dv_put_number(t->u, s, "value", mark, 0);
  if (isfinite(lower) && isfinite(upper))
    dv_put_number(t->u, s, "lower", mark, lower), dv_put_number(t->u, s, "upper", mark, upper);
  dv_node *p = put_part(t, dv_arena_text(t->u->r->arena, "%s_thruster", j->name), DV_WORD_THRUSTER);
  dv_put_text(t->u, p, "frame", mark, t->u->links.item[j->child].name);
  dv_put_text(t->u, p, "model", mark, lag > 0 ? "first" : "static");
  dv_put_number(t->u, p, "gain", mark, fabs(gain));
  if (lag > 0) dv_put_number(t->u, p, "lag", mark, lag);
  for (int i = 0; i < 3; i++)
    dv_put_number(t->u, p, key[i], mark, (size > 0 ? j->axis[i] / size : i == 0) * (gain < 0 ? -1 : 1) + 0.0);
  dv_put_text(t->u, p, "command", mark, input);
  put_water(t, 1025);
  return 1;
}

static int take_thruster(const task *t)
{
  double density = number(t, t->plugin, "fluid_density", 1000), diameter = number(t, t->plugin, "propeller_diameter", 0.02);
  double gain = density * number(t, t->plugin, "thrust_coefficient", 1) * pow(diameter, 4);
  double most = number(t, t->plugin, "max_thrust_cmd", 1000), least = number(t, t->plugin, "min_thrust_cmd", -most);
  // bounds of the thrust along the axis; a propeller of the other hand turns the other way for it
  double turn[2] = {least < 0 && gain != 0 ? -sqrt(-least / fabs(gain)) : 0, most > 0 && gain != 0 ? sqrt(most / fabs(gain)) : 0};
  return put_thruster(t, dv_xml_words(dv_xml_child(t->plugin, "joint_name")), gain, 0, gain < 0 ? -turn[1] : turn[0],
                      gain < 0 ? -turn[0] : turn[1]);
}

static int take_uuv_thruster(const task *t)
{
  const dv_xml *by = dv_xml_child(t->plugin, "conversion"), *lag = dv_xml_child(t->plugin, "dynamics");
  double most = number(t, t->plugin, "clampMax", HUGE_VAL), least = number(t, t->plugin, "clampMin", -HUGE_VAL);
  return put_thruster(t, dv_xml_words(dv_xml_child(t->plugin, "jointName")), number(t, by, "rotorConstant", 0),
                      number(t, lag, "timeConstant", 0), least, most);
}

// One row per plugin: part of the file's name.
static const struct {
  const char *file;
  int (*take)(const task *t);
} plugins[] = {
    {"hydrodynamics-system",  take_hydrodynamics},
    {"uuv_underwater_object", take_objects      },
    {"thruster-system",       take_thruster     },
    {"uuv_thruster",          take_uuv_thruster },
};

int dv_robot_plugin(dv_robot *u, const dv_xml *plugin, const char *prefix)
{
  const char *file = dv_xml_get(plugin, "filename");
  for (size_t i = 0; file && i < sizeof plugins / sizeof *plugins; i++) {
    if (!strstr(file, plugins[i].file)) continue;
    int taken = plugins[i].take(&(task){u, plugin, prefix});
    if (taken > 0)
      dv_robot_note(u, "plugins of Gazebo taken over", "%s", dv_xml_get(plugin, "name") ? dv_xml_get(plugin, "name") : file);
    if (taken != 0) return taken;
  }
  dv_robot_ignore(u, "gazebo plugins", dv_xml_get(plugin, "name"));
  return 0;
}
