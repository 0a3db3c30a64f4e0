// eval_read.c: the state of `davit eval` from JSON.
//
// A floating base comes in world axes, about its frame's origin. Inside, its coordinates are position and quaternion in the
// joint frame, its rates (linear, angular) are in its own axes:  v = R' v_W,  a = R' a_W - w x v.
#include "eval.h"

#include "base/file.h"

#include <math.h>
#include <string.h>

enum { MOST = 64 << 20 };

static int fault(eval *e, const dv_json *at, const char *remedy, const char *what)
{
  dv_diag_add(e->a->diags, DV_ERROR, at->mark, remedy, "%s", what);
  return -1;
}

// n numbers: a list, or for one the number itself
static int read_numbers(eval *e, const dv_json *v, int n, double *out)
{
  if (n == 1 && v->type == DV_JSON_NUMBER) return *out = v->number, 0;
  int good = v->type == DV_JSON_LIST && v->n == n;
  for (int i = 0; i < n && good; i++) good = v->item[i]->type == DV_JSON_NUMBER;
  if (!good)
    return fault(e, v, NULL,
                 dv_arena_text(e->a->arena, n == 1 ? "'%s' must be a number" : "'%s' must be a list of %d numbers", v->key, n));
  for (int i = 0; i < n; i++) out[i] = v->item[i]->number;
  return 0;
}

static int normalise(eval *e, const dv_json *v, double *quaternion)
{
  double size = 0;
  for (int i = 0; i < 4; i++) size += quaternion[i] * quaternion[i];
  if (!(size > 0)) return fault(e, v, "give w, x, y, z of a rotation, e.g. [1, 0, 0, 0]", "a quaternion of zeros is no rotation");
  for (int i = 0; i < 4; i++) quaternion[i] /= sqrt(size);
  return 0;
}

static int is_joint(const dv_joint *j, const dv_model *m, const char *name) { return !strcmp(dv_model_text(m, j->name), name); }

static int unknown(eval *e, const dv_json *v, int position)
{
  const dv_model *m = e->m;
  int nj = DV_MODEL_COUNT(m, JOINT), n = 0;
  const char **names = DV_TAKE(e->a->arena, const char *, nj + m->nq + m->nv);
  for (int i = 0; i < nj; i++)
    if (joint_at(m, i)->nv) names[n++] = dv_model_text(m, joint_at(m, i)->name);
  for (int i = 0; i < (position ? m->nq : m->nv); i++)
    names[n++] = position ? coordinate_name(e->a->arena, m, i) : rate_name(e->a->arena, m, i);
  return fault(e, v, did_you_mean(e->a->arena, v->key, names, n),
               dv_arena_text(e->a->arena, "there is no coordinate '%s'", v->key));
}

// One entry of position (else rate, effort, acceleration): a joint, or one coordinate of a joint with several.
static int read_entry(eval *e, const dv_json *v, int position, double *out)
{
  const dv_model *m = e->m;
  for (int i = 0; i < DV_MODEL_COUNT(m, JOINT); i++) {
    const dv_joint *j = joint_at(m, i);
    int n = position ? j->nq : j->nv, first = position ? j->iq : j->iv;
    if (!n || !is_joint(j, m, v->key)) continue;
    if (read_numbers(e, v, n, out + first)) return -1;
    return position && has_attitude(j) ? normalise(e, v, out + first + n - 4) : 0;
  }
  for (int i = 0; i < (position ? m->nq : m->nv); i++)
    if (!strcmp(v->key, position ? coordinate_name(e->a->arena, m, i) : rate_name(e->a->arena, m, i)))
      return read_numbers(e, v, 1, out + i);
  return unknown(e, v, position);
}

static int read_map(eval *e, const dv_json *root, const char *key, double *out)
{
  const dv_json *map = dv_json_find(root, key);
  int bad = 0;
  if (!map) return 0;
  if (map->type != DV_JSON_MAP)
    return fault(e, map, NULL, dv_arena_text(e->a->arena, "'%s' must be a map from coordinate to number", key));
  for (int i = 0; i < map->n; i++) bad |= read_entry(e, map->item[i], !strcmp(key, "position"), out);
  return bad;
}

static void rotation(const double *p, double *R)
{
  double w = p[0], x = p[1], y = p[2], z = p[3], s = 2 / (w * w + x * x + y * y + z * z);
  const double full[9] = {1 - s * (y * y + z * z), s * (x * y - w * z),     s * (x * z + w * y),
                          s * (x * y + w * z),     1 - s * (x * x + z * z), s * (y * z - w * x),
                          s * (x * z - w * y),     s * (y * z + w * x),     1 - s * (x * x + y * y)};
  memcpy(R, full, sizeof full);
}

static void product(const double *A, const double *B, double *C)
{
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) C[3 * i + j] = A[3 * i] * B[j] + A[3 * i + 1] * B[3 + j] + A[3 * i + 2] * B[6 + j];
}

// Quaternion of a rotation: of the four ways, the one whose divisor is the largest (Shepperd 1978).
static void quaternion_of(const double *R, double *q)
{
  double d[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8], 1 - R[0] - R[4] + R[8]};
  double wx = R[7] - R[5], wy = R[2] - R[6], wz = R[3] - R[1], xy = R[1] + R[3], xz = R[2] + R[6], yz = R[5] + R[7];
  double row[4][4] = {
      {d[0], wx,   wy,   wz  },
      {wx,   d[1], xy,   xz  },
      {wy,   xy,   d[2], yz  },
      {wz,   xz,   yz,   d[3]}
  };
  int best = 0;
  for (int k = 1; k < 4; k++)
    if (d[k] > d[best]) best = k;
  for (int i = 0; i < 4; i++) q[i] = row[best][i] / (2 * sqrt(d[best]));
}

void eval_base(eval *e)
{
  double R[9];
  if (e->base < 0) return;
  rotation(e->q + joint_at(e->m, e->base)->iq + 3, R);
  product(e->stand->R, R, e->R);
}

// Unless it was given in its own axes, the base accelerates as said in world axes; zero there is not zero in axes that turn.
void eval_base_acceleration(eval *e)
{
  double wv[3], *v = e->v, *a = e->acceleration;
  if (e->base < 0 || !isnan(a[0])) return;
  rotate_back(e->R, e->base_acceleration, a);
  rotate_back(e->R, e->base_acceleration + 3, a + 3);
  cross(v + 3, v, wv);
  for (int i = 0; i < 3; i++) a[i] -= wv[i];
}

// Coordinates of the base's joint from its place in the world: the joint may stand turned and moved.
static void place_base(const eval *e, const double *position, const double *quaternion, double *q)
{
  double R[9], Rt[9], r[3], relative[9];
  const double *S = e->stand->R;
  if (position) {
    for (int i = 0; i < 3; i++) r[i] = position[i] - e->stand->p[i];
    rotate_back(S, r, q);
  }
  if (!quaternion) return;
  rotation(quaternion, R);
  for (int i = 0; i < 9; i++) Rt[i] = S[3 * (i % 3) + i / 3];
  product(Rt, R, relative);
  quaternion_of(relative, q + 3);
}

// Entries of `base`: which vector it is.
enum { POSITION, QUATERNION, VELOCITY, ANGULAR_VELOCITY, FORCE, MOMENT, ACCELERATION, ANGULAR_ACCELERATION, ENTRIES };
static const char *const entry[] = {"position", "quaternion", "velocity",     "angular_velocity",
                                    "force",    "moment",     "acceleration", "angular_acceleration"};

typedef struct {
  double x[ENTRIES][4];
  int given[ENTRIES];
} base_entries;

static int read_base_entries(eval *e, const dv_json *base, base_entries *b)
{
  if (base->type != DV_JSON_MAP) return fault(e, base, NULL, "'base' must be a map");
  for (int i = 0; i < base->n; i++) {
    const dv_json *v = base->item[i];
    int k = 0;
    while (k < ENTRIES && strcmp(entry[k], v->key)) k++;
    if (k == ENTRIES)
      return fault(e, v, did_you_mean(e->a->arena, v->key, entry, ENTRIES),
                   dv_arena_text(e->a->arena, "unknown key '%s' in base", v->key));
    if (read_numbers(e, v, k == QUATERNION ? 4 : 3, b->x[k])) return -1;
    if (k == QUATERNION && normalise(e, v, b->x[k])) return -1;
    b->given[k] = 1;
  }
  return 0;
}

static int read_base(eval *e, const dv_json *root)
{
  const dv_json *base = dv_json_find(root, "base");
  base_entries b = {0};
  if (!base) return 0;
  if (e->base < 0)
    return fault(e, base, "use --base free with a URDF, or a joint of type free from the world",
                 "the machine has no floating base");
  if (read_base_entries(e, base, &b)) return -1;
  const dv_joint *j = joint_at(e->m, e->base);
  double *q = e->q + j->iq, *v = e->v + j->iv, *f = e->effort + j->iv;
  place_base(e, b.given[POSITION] ? b.x[POSITION] : NULL, b.given[QUATERNION] ? b.x[QUATERNION] : NULL, q);
  eval_base(e);
  if (b.given[VELOCITY]) rotate_back(e->R, b.x[VELOCITY], v);
  if (b.given[ANGULAR_VELOCITY]) rotate_back(e->R, b.x[ANGULAR_VELOCITY], v + 3);
  if (b.given[FORCE]) rotate_back(e->R, b.x[FORCE], f);
  if (b.given[MOMENT]) rotate_back(e->R, b.x[MOMENT], f + 3);
  memcpy(e->base_acceleration, b.x[ACCELERATION], 3 * sizeof *q);
  memcpy(e->base_acceleration + 3, b.x[ANGULAR_ACCELERATION], 3 * sizeof *q);
  return 0;
}

static int check_keys(eval *e, const dv_json *root)
{
  static const char *const keys[] = {"position", "rate", "effort", "acceleration", "base"};
  int bad = 0;
  if (root->type != DV_JSON_MAP) return fault(e, root, NULL, "the state must be a map: {\"position\": {...}, ...}");
  for (int i = 0; i < root->n; i++) {
    int k = 0;
    while (k < 5 && strcmp(keys[k], root->item[i]->key)) k++;
    if (k == 5)
      bad = fault(e, root->item[i], did_you_mean(e->a->arena, root->item[i]->key, keys, 5),
                  dv_arena_text(e->a->arena, "unknown key '%s'", root->item[i]->key));
  }
  return bad;
}

int eval_read(eval *e, const char *path)
{
  size_t n;
  char *bytes = dv_file_read(e->a->arena, e->a->diags, path, (dv_mark){0}, MOST, &n);
  dv_json *root = bytes ? dv_json_read(e->a->arena, e->a->diags, strcmp(path, "-") ? path : "<stdin>", bytes, n) : NULL;
  if (!root) return BAD_FILE;
  int bad = check_keys(e, root);
  if (bad) return BAD_FILE;
  bad |= read_map(e, root, "position", e->q);
  bad |= read_map(e, root, "rate", e->v);
  bad |= read_map(e, root, "effort", e->effort);
  bad |= read_map(e, root, "acceleration", e->acceleration);
  bad |= read_base(e, root);
  return bad ? BAD_FILE : 0;
}
