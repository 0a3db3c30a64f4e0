// revolute_aba.h: the inward pass of ABA for a revolute joint, block by block, so that few numbers are alive at a time.
//
//   I = (J, H, M),  S = (e, 0),  U = I S = (Ua, Ul) = row e of J and H,  D = Ua_e,  g = U/D,  k = (tau - n_e)/D
//   what is left:  I - g U^T,  of which row and column e of J and row e of H are zero, also after the turn about e
//
// Placements lie on axes and in planes more often than not: there is a shift for each pattern of zeros in p.
#define ELIMINATES

// What is left beside M: rows y and z of H; yy yz zz of J; the wrench n + U k + (I - g U^T) c.
typedef struct {
  real Hy[3], Hz[3], J[3];
  v3 n, f;
} revolute_rest;

// x + (r x a)_i, where `on` has a bit for each component of r that may differ from zero; y, z: those after i.
DV_FN real P(lever)(const int on, const int i, const real *r, real x, real a_y, real a_z)
{
  const int y = (i + 1) % 3, z = (i + 2) % 3, first = on >> y & 1, second = on >> z & 1;
  if (first && second) return x + (r[y] * a_z - r[z] * a_y);
  if (first) return x + r[y] * a_z;
  return second ? x - r[z] * a_y : x;
}
DV_FN real P(lever_only)(const int on, const int i, const real *r, real a_y, real a_z)
{
  const int y = (i + 1) % 3, z = (i + 2) % 3, first = on >> y & 1, second = on >> z & 1;
  if (first && second) return r[y] * a_z - r[z] * a_y;
  if (first) return r[y] * a_z;
  return second ? -(r[z] * a_y) : dv_real(0);
}

// Each block is eliminated, adds its share to the wrench and turns about e, before the next one is touched.
DV_FN void P(rest_M)(HERE, const dv_lump *load, const real *Ul, const real *g, revolute_rest *a, real *out)
{
  const real *M = load->M, *cv = h.k->cv.x, m = h.b->m;
  real S[6];
  S[0] = M[0] + m - g[3] * Ul[0];
  S[1] = M[1] - g[3] * Ul[1];
  S[2] = M[2] - g[3] * Ul[2];
  S[3] = M[3] + m - g[4] * Ul[1];
  S[4] = M[4] - g[4] * Ul[2];
  S[5] = M[5] + m - g[5] * Ul[2];
  a->f.x[0] += S[0] * cv[0] + S[1] * cv[1] + S[2] * cv[2];
  a->f.x[1] += S[1] * cv[0] + S[3] * cv[1] + S[4] * cv[2];
  a->f.x[2] += S[2] * cv[0] + S[4] * cv[1] + S[5] * cv[2];
  P(spin_symmetric)(e, h.k->s, h.k->c, S);
  for (int i = 0; i < 6; i++) out[i] = S[i];
}
DV_FN void P(rest_H)(HERE, const dv_lump *load, const real *Ul, const real *g, revolute_rest *a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  const real *H = load->H, *cv = h.k->cv.x, *cw = h.k->cw.x, *mc = h.b->mc, s = h.k->s, c = h.k->c;
  real ye = H[3 * y + e] + mc[z] - g[y] * Ul[e], yy = H[3 * y + y] - g[y] * Ul[y], yz = H[3 * y + z] - mc[e] - g[y] * Ul[z];
  real ze = H[3 * z + e] - mc[y] - g[z] * Ul[e], zy = H[3 * z + y] + mc[e] - g[z] * Ul[y], zz = H[3 * z + z] - g[z] * Ul[z];
  a->n.x[y] += ye * cv[e] + yy * cv[y] + yz * cv[z];
  a->n.x[z] += ze * cv[e] + zy * cv[y] + zz * cv[z];
  a->f.x[e] += ye * cw[y] + ze * cw[z];
  a->f.x[y] += yy * cw[y] + zy * cw[z];
  a->f.x[z] += yz * cw[y] + zz * cw[z];
  real d = yy - zz, b = yz + zy, straight = s * (s * d + c * b), across = s * (c * d - s * b);
  a->Hy[y] = yy - straight;
  a->Hz[z] = zz + straight;
  a->Hy[z] = yz + across;
  a->Hz[y] = zy + across;
  a->Hy[e] = c * ye - s * ze;
  a->Hz[e] = s * ye + c * ze;
}
DV_FN void P(rest_J)(HERE, const dv_lump *load, const real *Ua, const real *g, revolute_rest *a)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  const real *J = load->J, *I = h.b->I, *cw = h.k->cw.x, s = h.k->s, c = h.k->c;
  real yy = J[DV_SYM(y, y)] + I[DV_SYM(y, y)] - g[y] * Ua[y], yz = J[DV_SYM(y, z)] + I[DV_SYM(y, z)] - g[y] * Ua[z];
  real zz = J[DV_SYM(z, z)] + I[DV_SYM(z, z)] - g[z] * Ua[z];
  a->n.x[y] += yy * cw[y] + yz * cw[z];
  a->n.x[z] += yz * cw[y] + zz * cw[z];
  real d = yy - zz, straight = s * (s * d + 2 * c * yz);
  a->J[0] = yy - straight;
  a->J[2] = zz + straight;
  a->J[1] = yz + s * (c * d - 2 * s * yz);
}

// An inertia about a point at r, seen from the origin:  H + [r]M,  J + [r]H^T - (H + [r]M)[r];  n + r x f.
DV_FN void P(shift)(const int on, const int e, const real *r, const revolute_rest *a, dv_burden *out)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  const real *M = out->I.M, *Hy = a->Hy, *Hz = a->Hz;
  real H[9], *J = out->I.J;
  for (int j = 0; j < 3; j++) {
    H[3 * e + j] = P(lever_only)(on, e, r, M[DV_SYM(y, j)], M[DV_SYM(z, j)]);
    H[3 * y + j] = P(lever)(on, y, r, Hy[j], M[DV_SYM(z, j)], M[DV_SYM(e, j)]);
    H[3 * z + j] = P(lever)(on, z, r, Hz[j], M[DV_SYM(e, j)], M[DV_SYM(y, j)]);
  }
  real yy = P(lever)(on, y, r, a->J[0], Hy[z], Hy[e]);
  real yz = P(lever)(on, y, r, a->J[1], Hz[z], Hz[e]);
  real zz = P(lever)(on, z, r, a->J[2], Hz[e], Hz[y]);
  J[DV_SYM(e, e)] = P(lever_only)(on, e, r, H[3 * e + y], H[3 * e + z]);
  J[DV_SYM(y, e)] = P(lever_only)(on, e, r, H[3 * y + y], H[3 * y + z]);
  J[DV_SYM(z, e)] = P(lever_only)(on, e, r, H[3 * z + y], H[3 * z + z]);
  J[DV_SYM(y, y)] = P(lever)(on, y, r, yy, H[3 * y + z], H[3 * y + e]);
  J[DV_SYM(y, z)] = P(lever)(on, z, r, yz, H[3 * y + e], H[3 * y + y]);
  J[DV_SYM(z, z)] = P(lever)(on, z, r, zz, H[3 * z + e], H[3 * z + y]);
  for (int i = 0; i < 9; i++) out->I.H[i] = H[i];
  for (int i = 0; i < 3; i++) out->f.x[i] = a->f.x[i];
  out->n.x[e] = P(lever)(on, e, r, a->n.x[e], a->f.x[y], a->f.x[z]);
  out->n.x[y] = P(lever)(on, y, r, a->n.x[y], a->f.x[z], a->f.x[e]);
  out->n.x[z] = P(lever)(on, z, r, a->n.x[z], a->f.x[e], a->f.x[y]);
}

// A turned placement fills the zeros: R J R^T, R H R^T from the rows that are left.
DV_FN void P(fill)(const int e, const real *R, const revolute_rest *a, dv_lump *u)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  for (int i = 0; i < 3; i++) {
    real Ry = R[3 * i + y], Rz = R[3 * i + z], Jy = Ry * a->J[0] + Rz * a->J[1], Jz = Ry * a->J[1] + Rz * a->J[2];
    for (int j = i; j < 3; j++) u->J[DV_SYM(i, j)] = Jy * R[3 * j + y] + Jz * R[3 * j + z];
  }
  for (int j = 0; j < 3; j++) {
    v3 row = dv_v3_of(R + 3 * j);
    real Hy = dv_v3_dot(dv_v3_of(a->Hy), row), Hz = dv_v3_dot(dv_v3_of(a->Hz), row);
    for (int i = 0; i < 3; i++) u->H[3 * i + j] = R[3 * i + y] * Hy + R[3 * i + z] * Hz;
  }
}
DV_FN void P(shift_turned)(HERE, const revolute_rest *a, dv_burden *out)
{
  dv_lump u;
  v3 r = dv_v3_of(h.b->p);
  for (int i = 0; i < 6; i++) u.M[i] = out->I.M[i];
  dv_s3_rotate(h.b->R, u.M);
  P(fill)(e, h.b->R, a, &u);
  out->f = dv_m3_mul(h.b->R, a->f);
  out->n = dv_v3_add(dv_m3_mul(h.b->R, a->n), dv_v3_cross(r, out->f));
  dv_lump_shift(r, &u, &out->I);
}

DV_FN void P(hand)(HERE, const revolute_rest *a, dv_burden *out)
{
  const real *r = h.b->p;
  switch (h.l->turned ? 8 : h.l->level) {
  case 0: P(shift)(7, e, r, a, out); break;
  case 1: P(shift)(6, e, r, a, out); break;
  case 2: P(shift)(5, e, r, a, out); break;
  case 3: P(shift)(4, e, r, a, out); break;
  case 4: P(shift)(3, e, r, a, out); break;
  case 5: P(shift)(2, e, r, a, out); break;
  case 6: P(shift)(1, e, r, a, out); break;
  case 7: P(shift)(0, e, r, a, out); break;
  default: P(shift_turned)(e, h, a, out);
  }
}

DV_FN void P(aba_free)(HERE, const real *tau, const dv_lump *load, v3 n, v3 f, int root, dv_burden *out)
{
  const int y = (e + 1) % 3, z = (e + 2) % 3;
  revolute_rest a;
  real Ua[3], Ul[3], g[6];
  for (int i = 0; i < 3; i++) Ua[i] = load->J[DV_SYM(i, e)] + h.b->I[DV_SYM(i, e)];
  Ul[e] = load->H[3 * e + e];
  Ul[y] = load->H[3 * e + y] - h.b->mc[z];
  Ul[z] = load->H[3 * e + z] + h.b->mc[y];
  dv_rigid_bias(h, h.k->w, &n, &f);
  real Di = 1 / Ua[e], k = Di * (tau[0] - n.x[e]);
  dv_gains_put(h.k->U, Ua, Ul, Di, k, g);
  if (root) return;
  for (int i = 0; i < 3; i++) {
    a.n.x[i] = i == e ? tau[0] : n.x[i] + k * Ua[i];
    a.f.x[i] = f.x[i] + k * Ul[i];
  }
  P(rest_M)(e, h, load, Ul, g, &a, out->I.M);
  P(rest_H)(e, h, load, Ul, g, &a);
  P(rest_J)(e, h, load, Ua, g, &a);
  a.n = P(spin)(e, h.k->s, h.k->c, a.n);
  a.f = P(spin)(e, h.k->s, h.k->c, a.f);
  P(hand)(e, h, &a, out);
}
