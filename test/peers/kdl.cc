// kdl.cc: a chain of one-freedom joints in Orocos KDL.
//
// Segments as kdl_parser makes them of a URDF: the joint has an origin and an axis in the segment's root, the inertia
// is in the tip, which is our link frame. KDL has no floating base; its forward dynamics takes chains only.
#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolvervel_recursive.hpp>
#include <kdl/chainidsolver_recursive_newton_euler.hpp>

#include <memory>
#include <vector>

#include "peer.h"
#include "shape.h"

using namespace KDL;

namespace {

struct sample {
  JntArrayVel motion;
  JntArray q, v, a, tau;
};

struct peer {
  int n;
  Chain chain;
  std::unique_ptr<ChainFkSolverVel_recursive> velocity;
  std::unique_ptr<ChainIdSolver_RNE> inverse;
  std::unique_ptr<ChainFdSolver_RNE> forward;
  std::unique_ptr<ChainDynParam> inertia;
  Wrenches none;
  std::vector<FrameVel> frame;
  JntArray out;
  JntSpaceInertiaMatrix mass;
  std::vector<sample> s;
};

Vector vec(const double *x) { return Vector(x[0], x[1], x[2]); }

bool able(const dv_tree *t, const double *num)
{
  for (int i = 0; i < t->nlink; i++) {
    const dv_link &l = t->link[i];
    if (l.parent != i - 1 || l.body != DV_RIGID || l.drive != DV_FREE) return false;
    if (dv_shape_of(t, num, i).joint > DV_SHAPE_PRISMATIC) return false;
  }
  return true;
}

Segment segment(const dv_shape &s)
{
  const double *R = s.R, *I = s.Ic;
  const Frame tip(Rotation(R[0], R[1], R[2], R[3], R[4], R[5], R[6], R[7], R[8]), vec(s.p));
  const Vector axis = tip.M * Vector(s.axis == 0, s.axis == 1, s.axis == 2);
  const Joint joint(tip.p, axis, s.joint == DV_SHAPE_REVOLUTE ? Joint::RotAxis : Joint::TransAxis);
  return Segment(joint, tip, RigidBodyInertia(s.m, vec(s.com), RotationalInertia(I[0], I[3], I[5], I[1], I[2], I[4])));
}

void *make(const dv_tree *t, const double *num, int nsample)
{
  if (!able(t, num)) return nullptr;
  auto p = std::make_unique<peer>();
  const Vector gravity = vec(num + t->gravity);
  const unsigned n = t->nlink;
  p->n = t->nlink;
  for (int i = 0; i < p->n; i++) p->chain.addSegment(segment(dv_shape_of(t, num, i)));
  p->velocity = std::make_unique<ChainFkSolverVel_recursive>(p->chain);
  p->inverse = std::make_unique<ChainIdSolver_RNE>(p->chain, gravity);
  p->forward = std::make_unique<ChainFdSolver_RNE>(p->chain, gravity);
  p->inertia = std::make_unique<ChainDynParam>(p->chain, gravity);
  p->none.assign(n, Wrench::Zero());
  p->frame.resize(n);
  p->out.resize(n);
  p->mass.resize(n);
  p->s.assign(nsample, {JntArrayVel(n), JntArray(n), JntArray(n), JntArray(n), JntArray(n)});
  return p.release();
}

void drop(void *self) { delete static_cast<peer *>(self); }

void put(void *self, int k, const dv_sample *in)
{
  peer *p = static_cast<peer *>(self);
  sample &s = p->s[k];
  for (int i = 0; i < p->n; i++) {
    s.q(i) = s.motion.q(i) = in->q[i];
    s.v(i) = s.motion.qdot(i) = in->v[i];
    s.a(i) = in->a[i];
    s.tau(i) = in->tau[i];
  }
}

void kinematics(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  p->velocity->JntToCart(p->s[k].motion, p->frame);
}

void rnea(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  const sample &s = p->s[k];
  p->inverse->CartToJnt(s.q, s.v, s.a, p->none, p->out);
}

void crba(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  p->inertia->JntToMass(p->s[k].q, p->mass);
}

void aba(void *self, int k)
{
  peer *p = static_cast<peer *>(self);
  const sample &s = p->s[k];
  p->forward->CartToJnt(s.q, s.v, s.tau, p->none, p->out);
}

// Frames and their velocities are in base axes.
void get_link(const FrameVel &f, double *out)
{
  const Vector w = f.M.R.Inverse(f.M.w), v = f.M.R.Inverse(f.p.v);
  for (int i = 0; i < 9; i++) out[i] = f.M.R(i / 3, i % 3);
  for (int i = 0; i < 3; i++) {
    out[9 + i] = f.p.p(i);
    out[12 + i] = w(i);
    out[15 + i] = v(i);
  }
}

void get(void *self, int op, int, double *out)
{
  const peer *p = static_cast<const peer *>(self);
  const int n = p->n;
  for (int i = 0; i < n && (op == DV_PEER_RNEA || op == DV_PEER_ABA); i++) out[i] = p->out(i);
  for (int i = 0; i < n * n && op == DV_PEER_CRBA; i++) out[i] = p->mass(i / n, i % n);
  for (int i = 0; i < n && op == DV_PEER_KINEMATICS; i++) get_link(p->frame[i], out + 18 * i);
}

}  // namespace

const dv_peer dv_peer_kdl = {
    "KDL", 1, make, drop, put, {kinematics, rnea, crba, aba, nullptr, nullptr, nullptr},
         get
};
