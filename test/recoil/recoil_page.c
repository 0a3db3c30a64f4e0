// recoil_page.c: the document's web page frame by frame, with its slips (sheet rov-moving-frame 2.10, E3): its rates of rotation
// come from the collapsed moving frame equations with the sign turned, as the page has it.
#include "sheet.h"

static const rov_data set_W = {
    .J1 = 1000 / 3.0, .m3 = 300, .J3 = 25, .L3 = 0.5, .foot = {0, 0, 0},
                    .L2 = 0
};
static const char held[DOF] = {1, 1, 1, 0, 0, 0, 1, 1};
enum { FRAMES = 3750, FIRST = 1875 };  // 60 s; ranges count from 30 s on
static const double frame = 0.016, target[2] = {0.7, 1.0}, period[2] = {10, 3};

typedef struct {
  random_tree tree;
  dv_arena *arena;
  dv_frames *f;
  double A[2], w[3], q[3], R[9];
} page;

// -w'(2.7) at (t, w) with the moments of the last frame.
static void rate(page *p, double t, const double *w, const double *M, double *dw)
{
  double q[NQ] = {[3] = 1}, v[DOF] = {0}, a[DOF] = {0}, tau[DOF] = {0};
  dv_arena *scratch = dv_arena_new();
  for (int i = 0; i < 2; i++) {
    double o = 2 * M_PI / period[i], phi = o * t + M_PI / 2;
    q[7 + i] = p->A[i] * sin(phi);
    v[6 + i] = p->A[i] * o * cos(phi);
    a[6 + i] = -p->A[i] * o * o * sin(phi);
  }
  memcpy(v + 3, w, 3 * sizeof *w);
  dv_frames_place(p->f, q, v);
  dv_frames_form(p->f);
  memset(p->f->Fstar, 0, DOF * sizeof(double));
  p->f->Fstar[3] = M[0];
  p->f->Fstar[4] = M[1];
  assert_int_equal(dv_frames_split(scratch, p->f, v, held, a, tau), 0);
  for (int i = 0; i < 3; i++) dw[i] = -a[3 + i];
  dv_arena_free(scratch);
}

static void turn(double *w, double t, double h, page *p, const double *M)
{
  static const double node[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  double k[3] = {0}, sum[3] = {0}, y[3];
  for (int s = 0; s < 4; s++) {
    for (int i = 0; i < 3; i++) y[i] = w[i] + node[s] * h * k[i];
    rate(p, t + node[s] * h, y, M, k);
    for (int i = 0; i < 3; i++) sum[i] += weight[s] * k[i];
  }
  for (int i = 0; i < 3; i++) w[i] += h * sum[i];
}

// R <- R exp(h w~) by Rodrigues' formula.
static void rotate(double *R, const double *w, double h)
{
  double n = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), out[9];
  if (n == 0) return;
  double s = sin(n * h), c = 1 - cos(n * h), u[3] = {w[0] / n, w[1] / n, w[2] / n};
  const double S[9] = {0, -u[2], u[1], u[2], 0, -u[0], -u[1], u[0], 0};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      out[3 * i + j] = 0;
      for (int k = 0; k < 3; k++) {
        double SS = u[k] * u[j] - (k == j);
        out[3 * i + j] += R[3 * i + k] * ((k == j) + s * S[3 * k + j] + c * SS);
      }
    }
  memcpy(R, out, sizeof out);
}

static void draw(page *p, int k)
{
  const double M[2] = {-9810 * sin(p->q[0]), 9810 * sin(p->q[1])};
  for (int i = 0; i < 2; i++) {
    if (p->A[i] < target[i] - 0.05) p->A[i] += 0.005;
    else if (p->A[i] > target[i] + 0.05) p->A[i] -= 0.005;
  }
  turn(p->w, k * frame, frame, p, M);
  rotate(p->R, p->w, frame);
  const double *R = p->R;
  p->q[0] = -0.9 * atan2(-R[5], R[8]);
  p->q[1] = 0.9 * atan2(R[2], hypot(R[0], R[1]));
  p->q[2] = -0.9 * atan2(-R[1], R[0]);
  for (int i = 0; i < 3; i++) p->w[i] *= 0.9;
}

static void as_printed(void **state)
{
  (void)state;
  const double q[3] = {-1.1143398e-4, -8.123238e-5, -1.1156279e-3}, w[3] = {0.018402414, 0.013089609, -0.0022638556};
  const double low[3] = {-0.601, -0.354, -0.284}, high[3] = {0.594, 0.354, 0.163}, deg = M_PI / 180;
  double least[3] = {1, 1, 1}, most[3] = {-1, -1, -1};
  page p = {
      .arena = dv_arena_new(), .R = {1, 0, 0, 0, 1, 0, 0, 0, 1}
  };
  rov_build(&p.tree, &set_W);
  p.f = dv_frames_new(p.arena, &p.tree.tree, p.tree.num, 1);
  dv_frames_collapse(p.f);
  for (int k = 0; k < FRAMES; k++) {
    draw(&p, k);
    for (int i = 0; i < 3; i++) {
      if (k == 625) assert_near(p.q[i], q[i], 1e-9);
      if (k == 625) assert_near(p.w[i], w[i], 1e-9);
      if (k >= FIRST) least[i] = fmin(least[i], p.q[i]), most[i] = fmax(most[i], p.q[i]);
    }
  }
  for (int i = 0; i < 3; i++) {
    assert_near(least[i], low[i] * deg, 6e-4 * deg);
    assert_near(most[i], high[i] * deg, 6e-4 * deg);
  }
  assert_near(p.A[0], 0.65, 1e-12);
  assert_near(p.A[1], 0.95, 1e-12);
  dv_arena_free(p.arena);
}

int main(void)
{
  const struct CMUnitTest tests[] = {cmocka_unit_test(as_printed)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
