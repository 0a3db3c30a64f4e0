// simbody.cc: the tree in Simbody, by its operators: no force element is evaluated but gravity.
//
// Its rates are in the axes of the joint frame on the parent; a free joint's are (angular, linear).
#include <Simbody.h>

#include <memory>
#include <vector>

#include "peer.h"
#include "rates.h"
#include "shape.h"

using namespace SimTK;

namespace {

struct sample {
  Vector q, u, udot, f;
  Vector_<SpatialVec> wrench;  // external, in ground; empty: none
  dv_rates rates;
};

struct peer {
  const dv_tree *t;
  const double *num;
  bool driven = false;  // some links are
  MultibodySystem system;
  SimbodyMatterSubsystem matter{system};
  GeneralForceSubsystem forces{system};
  Force::Gravity gravity;
  Force::DiscreteForces discrete{forces, matter};
  std::vector<MobilizedBody> body;
  State state;
  std::vector<sample> s;
  Vector vec;
  Matrix mass;
  Vector_<SpatialVec> spatial, total;

  peer(const dv_tree *tree, const double *x) : t(tree), num(x), gravity(forces, matter, Vec3::getAs(x + tree->gravity))
  {
    discrete.setDisabledByDefault(true);  // so that it costs nothing where it is not asked
  }
};

Rotation rotation(const double *R) { return Rotation(Mat33(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), true); }

// The turn that carries axis `from` to axis `to`, and the others after them in order.
Rotation turn(int from, int to)
{
  double P[9] = {0};
  for (int i = 0; i < 3; i++) P[3 * ((to + i) % 3) + (from + i) % 3] = 1;
  return rotation(P);
}

MobilizedBody body_add(MobilizedBody &parent, const dv_shape &s)
{
  const Inertia about(s.I[0], s.I[3], s.I[5], s.I[1], s.I[2], s.I[4]);
  const Body::Rigid body(MassProperties(s.m, Vec3::getAs(s.com), about));
  const Rotation Q = turn(s.joint == DV_SHAPE_PRISMATIC ? 0 : 2, s.axis);
  const Transform axis(Q), placed(rotation(s.R) * Q, Vec3::getAs(s.p)), plain(rotation(s.R), Vec3::getAs(s.p));
  switch (s.joint) {
  case DV_SHAPE_REVOLUTE: return MobilizedBody::Pin(parent, placed, body, axis);
  case DV_SHAPE_PRISMATIC: return MobilizedBody::Slider(parent, placed, body, axis);
  case DV_SHAPE_HELICAL: return MobilizedBody::Screw(parent, placed, body, axis, s.pitch);
  case DV_SHAPE_BALL: return MobilizedBody::Ball(parent, plain, body, Transform());
  default: return MobilizedBody::Free(parent, plain, body, Transform());
  }
}

void *make(const dv_tree *t, const double *num, int nsample)
{
  for (int i = 0; i < t->nlink; i++)
    if (t->link[i].body != DV_RIGID) return nullptr;
  auto p = std::make_unique<peer>(t, num);
  for (int i = 0; i < t->nlink; i++) {
    const int parent = t->link[i].parent;
    p->driven |= t->link[i].drive == DV_DRIVEN;
    p->body.push_back(body_add(parent < 0 ? p->matter.updGround() : p->body[parent], dv_shape_of(t, num, i)));
  }
  p->state = p->system.realizeTopology();
  p->system.realizeModel(p->state);
  p->s.resize(nsample);
  for (sample &s : p->s) s.rates = dv_rates_make(t->nv);
  return p.release();
}

void drop(void *self)
{
  peer *p = static_cast<peer *>(self);
  for (sample &s : p->s) dv_rates_drop(&s.rates);
  delete p;
}

// Coordinates and the map of the rates of one link.
void put_link(const peer *p, int i, const dv_sample *in, sample &s)
{
  const dv_link &l = p->t->link[i];
  const int nq = dv_joint_row_facts_x1(l.joint).nq;
  const double *q = in->q + l.iq, *v = in->v + l.iv;
  const int iq = p->body[i].getFirstQIndex(p->state), iu = p->body[i].getFirstUIndex(p->state);
  const int turn = nq == 7 ? 3 : 0;  // our attitude and spin come after the position, Simbody's before
  double E[9];
  if (nq == 1) {
    s.q[iq] = q[0];
    dv_rates_add_one(&s.rates, l.iv, iu);
    return;
  }
  dv_shape_rotation(q + turn, E);
  for (int j = 0; j < 4; j++) s.q[iq + j] = q[turn + j];
  dv_rates_add_three(&s.rates, l.iv + turn, iu, E);
  if (nq < 7) return;
  for (int j = 0; j < 3; j++) s.q[iq + 4 + j] = q[j];
  dv_rates_add_three(&s.rates, l.iv, iu + 3, E);
  dv_rates_drift(&s.rates, v + 3, v);
}

void position(peer *p, const sample &s)
{
  p->state.updQ() = s.q;
  p->system.realize(p->state, Stage::Position);
}

// Wrenches in link axes turn with the links to ground.
void put_wrench(peer *p, const double *fext, sample &s)
{
  s.wrench.resize(fext ? p->t->nlink + 1 : 0);
  if (!fext) return;
  position(p, s);
  s.wrench[0] = SpatialVec(Vec3(0), Vec3(0));
  for (int i = 0; i < p->t->nlink; i++, fext += 6) {
    const Rotation &R = p->body[i].getBodyRotation(p->state);
    s.wrench[i + 1] = SpatialVec(R * Vec3::getAs(fext), R * Vec3::getAs(fext + 3));
  }
}

void put(void *self, int k, const dv_sample *in)
{
  peer *p = static_cast<peer *>(self);
  sample &s = p->s[k];
  s.q.resize(p->state.getNQ());
  for (Vector *x : {&s.u, &s.udot, &s.f}) x->resize(p->t->nv);
  dv_rates_clear(&s.rates);
  for (int i = 0; i < p->t->nlink; i++) put_link(p, i, in, s);
  dv_rates_there(&s.rates, in->v, s.u.updContiguousScalarData());
  dv_rates_there(&s.rates, in->tau, s.f.updContiguousScalarData());
  dv_rates_there_accel(&s.rates, in->a, s.udot.updContiguousScalarData());
  put_wrench(p, in->fext, s);
}

void kinematics(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  p->state.updQ() = p->s[k].q;
  p->state.updU() = p->s[k].u;
  p->system.realize(p->state, Stage::Velocity);
}

// Weight, and the external wrenches if there are any.
const Vector_<SpatialVec> &applied(peer *p, const sample &s)
{
  const Vector_<SpatialVec> &weight = p->gravity.getBodyForces(p->state);
  if (!s.wrench.size()) return weight;
  p->total = weight;
  p->total += s.wrench;
  return p->total;
}

void rnea(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  const sample &s = p->s[k];
  kinematics(self, k);
  p->matter.calcResidualForceIgnoringConstraints(p->state, Vector(), applied(p, s), s.udot, p->vec);
}

void crba(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  position(p, p->s[k]);
  p->matter.calcM(p->state, p->mass);
}

// Driven joints are locked to their given acceleration; efforts act on the others only.
void drive(peer *p, const sample &s)
{
  Vector f(s.f);
  for (int i = 0; i < p->t->nlink; i++) {
    if (p->t->link[i].drive != DV_DRIVEN) continue;
    const MobilizedBody &b = p->body[i];
    const int iu = b.getFirstUIndex(p->state), nu = b.getNumU(p->state);
    b.lockAt(p->state, Vector(s.udot(iu, nu)), Motion::Acceleration);
    f(iu, nu) = 0;
  }
  p->discrete.setAllMobilityForces(p->state, f);
}

// The whole of Simbody's forward dynamics, which also gives the efforts of drives and the reactions.
void accelerate(peer *p, int k)
{
  const sample &s = p->s[k];
  p->discrete.enable(p->state);
  drive(p, s);
  p->discrete.setAllBodyForces(p->state, s.wrench);
  kinematics(p, k);
  p->system.realize(p->state, Stage::Acceleration);
  p->vec = p->state.getUDot();
}

void aba(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  const sample &s = p->s[k];
  if (p->driven) return accelerate(p, k);
  kinematics(self, k);
  p->system.realize(p->state, Stage::Dynamics);
  p->matter.calcAccelerationIgnoringConstraints(p->state, s.f, applied(p, s), p->vec, p->spatial);
}

void reaction(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  accelerate(p, k);
  p->matter.calcMobilizerReactionForces(p->state, p->spatial);
}

void total(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  kinematics(self, k);
  const SpatialVec h = p->matter.calcSystemMomentumAboutGroundOrigin(p->state);
  const Vec3 c = p->matter.calcSystemMassCenterLocationInGround(p->state);
  const Real kinetic = p->matter.calcKineticEnergy(p->state), potential = p->gravity.getPotentialEnergy(p->state);
  const Real x[11] = {h[0][0], h[0][1], h[0][2], h[1][0], h[1][1], h[1][2], c[0], c[1], c[2], kinetic, potential};
  p->vec = Vector(11, x);
}

// Our acceleration at a = 0 is J u' + J' u at their u' = c.
void point(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  const int nv = p->t->nv;
  const Vec3 at(dv_peer_point[0], dv_peer_point[1], dv_peer_point[2]);
  const MobilizedBodyIndex last = p->body.back().getMobilizedBodyIndex();
  const std::vector<double> none(nv);
  Vector drift(nv);
  kinematics(self, k);
  dv_rates_there_accel(&p->s[k].rates, none.data(), drift.updContiguousScalarData());
  p->matter.calcFrameJacobian(p->state, last, at, p->mass);
  const SpatialVec bias = p->matter.calcBiasForFrameJacobian(p->state, last, at);
  p->vec = p->mass * drift;
  for (int i = 0; i < 6; i++) p->vec[i] += bias[i / 3][i % 3];
}

void put3(const Vec3 &x, double *out)
{
  for (int i = 0; i < 3; i++) out[i] = x[i];
}

void get_link(const peer *p, int i, double *out)
{
  const MobilizedBody &b = p->body[i];
  const Rotation &R = b.getBodyRotation(p->state);
  for (int j = 0; j < 9; j++) out[j] = R[j / 3][j % 3];
  put3(b.getBodyOriginLocation(p->state), out + 9);
  put3(~R * b.getBodyAngularVelocity(p->state), out + 12);
  put3(~R * b.getBodyOriginVelocity(p->state), out + 15);
}

void get_reaction(const peer *p, int i, double *out)
{
  const Rotation &R = p->body[i].getBodyRotation(p->state);
  const SpatialVec &F = p->spatial[i + 1];
  put3(~R * F[0], out);
  put3(~R * F[1], out + 3);
}

// Accelerations; at driven links, the efforts of their drives (Simbody counts them on the other side of its equation).
void get_aba(const peer *p, const dv_rates *r, double *out)
{
  dv_rates_back_accel(r, p->vec.getContiguousScalarData(), out);
  if (!p->driven) return;
  Vector f;
  std::vector<double> effort(p->t->nv);
  p->matter.findMotionForces(p->state, f);
  dv_rates_back(r, f.getContiguousScalarData(), effort.data());
  for (int i = 0; i < p->t->nlink; i++) {
    const dv_link &l = p->t->link[i];
    for (int j = 0; j < dv_joint_row_facts_x1(l.joint).nv && l.drive == DV_DRIVEN; j++) out[l.iv + j] = -effort[l.iv + j];
  }
}

void get_point(const peer *p, const dv_rates *r, double *out)
{
  const int nv = p->t->nv;
  for (int i = 0; i < 6; i++) {
    const Vector row(~p->mass[i]);
    dv_rates_back(r, row.getContiguousScalarData(), out + nv * i);
    out[6 * nv + i] = p->vec[i];
  }
}

void get(void *self, int op, int k, double *out)
{
  const peer *p = static_cast<const peer *>(self);
  const dv_rates *r = &p->s[k].rates;
  const int nv = p->t->nv;
  if (op == DV_PEER_RNEA) dv_rates_back(r, p->vec.getContiguousScalarData(), out);
  if (op == DV_PEER_ABA) get_aba(p, r, out);
  if (op == DV_PEER_POINT) get_point(p, r, out);
  for (int i = 0; i < 11 && op == DV_PEER_TOTAL; i++) out[i] = p->vec[i];
  if (op == DV_PEER_CRBA) {
    for (int i = 0; i < nv * nv; i++) out[i] = p->mass(i / nv, i % nv);
    dv_rates_back_matrix(r, nv, out);
  }
  for (int i = 0; i < p->t->nlink && op == DV_PEER_KINEMATICS; i++) get_link(p, i, out + 18 * i);
  for (int i = 0; i < p->t->nlink && op == DV_PEER_REACTION; i++) get_reaction(p, i, out + 6 * i);
}

}  // namespace

const dv_peer dv_peer_simbody = {
    "Simbody", 1, make, drop, put, {kinematics, rnea, crba, aba, reaction, total, point},
         get
};
