// servo.c: a case in which every joint follows an input, so that a robot can be moved at once.
//
// kp = I w^2 and kd = 2 I w, w = 2 pi 5 Hz, with what the joint carries at zero: critically damped while the others stand.
// A joint with a limit of its rate follows its input by a path no faster than that: path' = w (goal - path) within the limit.
// What has no inertia (robots that are drawn, not weighed) is led: a filter of w makes the path smooth, and the joint is there.
#include "base/number.h"
#include "import/carried.h"
#include "import/vocabulary.h"

#include <math.h>
#include <string.h>

static const double frequency = 5;

// A signal's name for the joint: formulas cannot have '-'.
static const char *signal_name(dv_robot *u, const dv_robot_joint *j, const char *what)
{
  char *name = dv_arena_text(u->r->arena, "%s_%s", j->name, what);
  for (char *p = name; *p; p++)
    if (*p == '-') *p = '_';
  return dv_robot_part_name(u, name);
}

// The name of the path that goes to the goal no faster than the joint may.
static const char *put_path(dv_robot *u, const dv_robot_joint *j, const char *goal, dv_node *signals)
{
  const char *name = signal_name(u, j, "path");
  dv_node *s = dv_put_map(u, signals, name, j->mark);
  dv_put_text(u, s, "kind", j->mark, DV_WORD_STATE);
  dv_put_text(u, s, "rate", j->mark,
              dv_arena_text(u->r->arena, "max(-%g, min(%g, %.3g*(%s - %s)))", j->velocity, j->velocity, 2 * M_PI * frequency,
                            goal, name));
  dv_put_number(u, dv_put_map(u, s, "initial", j->mark), "y", j->mark, j->position);
  return name;
}

typedef struct {
  dv_node *signals, *parts, *set;
} servo_case;

// The input of a joint; gives the name of what it is to follow.
static const char *put_goal(dv_robot *u, const dv_robot_joint *j, dv_node *signals)
{
  const char *goal = signal_name(u, j, "goal");
  double reach = !strcmp(j->type, "prismatic") ? 1 : M_PI;
  dv_node *s = dv_put_map(u, signals, goal, j->mark);
  dv_put_text(u, s, "kind", j->mark, DV_WORD_INPUT);
  dv_put_number(u, s, "value", j->mark, j->position);
  dv_put_number(u, s, "lower", j->mark, isfinite(j->lower) ? j->lower : -reach);
  dv_put_number(u, s, "upper", j->mark, isfinite(j->upper) ? j->upper : reach);
  return j->velocity > 0 ? put_path(u, j, goal, signals) : goal;
}

static void put_servo(dv_robot *u, const dv_robot_joint *j, double I, servo_case *c)
{
  const char *name = dv_robot_part_name(u, dv_arena_text(u->r->arena, "%s_servo", j->name));
  double w = 2 * M_PI * frequency;
  const char *goal = put_goal(u, j, c->signals);
  dv_node *p = dv_put_map(u, c->parts, name, j->mark);
  dv_put_text(u, p, "kind", j->mark, DV_WORD_SERVO);
  dv_put_text(u, p, "axis", j->mark, j->name);
  dv_put_number(u, p, "kp", j->mark, dv_robot_rounded(I * w * w));
  dv_put_number(u, p, "kd", j->mark, dv_robot_rounded(2 * I * w));
  if (j->effort > 0) dv_put_number(u, p, "most", j->mark, j->effort);
  dv_put_text(u, p, "goal", j->mark, goal);
}

// The joint is where a signal says.
static void put_led(dv_robot *u, const dv_robot_joint *j, const char *goal, servo_case *c)
{
  const char *name = signal_name(u, j, "way");
  dv_node *s = dv_put_map(u, c->signals, name, j->mark);
  dv_put_text(u, s, "kind", j->mark, DV_WORD_FILTER);
  dv_put_text(u, s, "in", j->mark, goal);
  dv_put_number(u, s, "omega", j->mark, dv_robot_rounded(2 * M_PI * frequency));
  dv_put_number(u, dv_put_map(u, s, "initial", j->mark), "y", j->mark, j->position);
  dv_node *motion = dv_put_map(u, c->set, dv_arena_text(u->r->arena, "joints.%s.motion", j->name), j->mark);
  dv_put_text(u, motion, "prescribed", j->mark, name);
}

static int scalar(const dv_robot_joint *j)
{
  return j->child >= 0 && (!strcmp(j->type, "revolute") || !strcmp(j->type, "prismatic"));
}

// Those that follow nobody, then those that mimic them: this = ratio x that + offset, also on the way.
static void put_all_led(dv_robot *u, servo_case *c)
{
  const char **goal = DV_TAKE(u->r->arena, const char *, u->joints.n + 1);
  for (int i = 0; i < u->joints.n; i++) {
    const dv_robot_joint *j = &u->joints.item[i];
    if (!j->weightless || j->mimic || !scalar(j)) continue;
    goal[i] = put_goal(u, j, c->signals);
    put_led(u, j, goal[i], c);
  }
  for (int i = 0; i < u->joints.n; i++) {
    const dv_robot_joint *j = &u->joints.item[i];
    int of = j->weightless && j->mimic && scalar(j) ? dv_robot_joint_find(u, j->mimic) : -1;
    if (of < 0 || !goal[of]) continue;
    char ratio[DV_NUMBER_TEXT], offset[DV_NUMBER_TEXT];
    dv_number_write(ratio, j->ratio);
    dv_number_write(offset, j->offset);
    put_led(u, j, dv_arena_text(u->r->arena, "(%s)*%s + (%s)", ratio, goal[of], offset), c);
  }
}

void dv_robot_servos(dv_robot *u)
{
  dv_carried *c = dv_carried_new(u);
  dv_mark mark = {u->file, 0, 0};
  dv_node *one = dv_node_new(u->r->arena, DV_MAP, mark);
  if (u->signals->n || dv_doc_find(u->cases, "servo")) return;  // it has drives of its own
  dv_put_text(u, one, "doc", mark, "every joint follows its input: servos of 5 Hz with what the joint carries");
  servo_case k = {dv_put_map(u, one, "signals", mark), dv_node_new(u->r->arena, DV_MAP, mark),
                  dv_node_new(u->r->arena, DV_MAP, mark)};
  for (int i = 0; i < u->joints.n; i++) {
    const dv_robot_joint *j = &u->joints.item[i];
    int more;
    double I = scalar(j) && !j->locked && !j->mimic ? dv_carried_inertia(c, i, 0, &more) : 0;
    if (I > 0) put_servo(u, j, I, &k);
  }
  put_all_led(u, &k);
  if (k.parts->n) dv_node_append(u->r->arena, one, "parts", k.parts);
  if (k.set->n) dv_node_append(u->r->arena, one, "set", k.set);
  if (k.signals->n) dv_node_append(u->r->arena, u->cases, "servo", one);
}
