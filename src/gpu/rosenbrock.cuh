// rosenbrock.cuh: ROS34PW2 on a graphics card, with the bits of step/rosenbrock.c and step/jacobian.h, which say what it is.
//
// The machine's Jacobian, its elimination and the stages lie in the card's memory, one thread beside the other. What eliminates and
// solves is written out for the machine's pattern (linear_text.c): davit_factor, davit_solve; tables of the pattern are davit_group
// and its like. A launch takes the Jacobian again where `slope` says, so it gives the same bits wherever a run was cut.
struct davit_linear {
  double *slope;    // [NSLOPE][THREADS] as dv_state.kept: steps that the Jacobian has served, -, when and where it was taken
  double *memory;   // [MEMORY][THREADS]
  double factored;  // step for which it holds the elimination; 0: none
  int renewed;      // 1: the Jacobian was taken anew in this step
};
#define SERVED 0
#define TAKEN_AT 2
#define TAKEN_X 3
#define SLOPE(i) l->slope[(i) * THREADS]
#define MEM(i) l->memory[(i) * THREADS]
// Rooms of the memory: the Jacobian, its elimination; states where slopes are taken; rates at the start of the step, slopes along
// time; u; stages; what is moved; the end of the step; `slope` as it was before the step.
#define AT_J 0
#define AT_BASE (COUNT + FILLED)
#define AT_START (AT_BASE + NX)
#define AT_DRIFT (AT_START + NX)
#define AT_U (AT_DRIFT + NX)
#define AT_K (AT_U + NX)
#define AT_WAY (AT_K + 4 * NX)
#define AT_END (AT_WAY + NX)
#define AT_FORMER (AT_END + NX)
#if MEMORY < AT_FORMER + NSLOPE
#error "linear_text.c takes too little memory"
#endif

#define GAMMA 0.435866521508459
TABLE double davit_alpha[4][4] = {
    {0, 0, 0, 0},
    {0.87173304301691801, 0, 0, 0},
    {0.84457060015369423, -0.11299064236484185, 0, 0},
    {0, 0, 1, 0},
};
TABLE double davit_gamma[4][4] = {
    {0, 0, 0, 0},
    {-0.87173304301691801, 0, 0, 0},
    {-0.90338057013044082, 0.054180672388095326, 0, 0},
    {0.24212380706095346, -1.2232505839045147, 0.54526025533510214, 0},
};
TABLE double davit_weight[4] = {0.24212380706095346, -1.2232505839045147, 1.5452602553351020, 0.435866521508459};
TABLE double davit_curve[4] = {0.858067440073007415, 10.3429523876368934, -10.0019597901121108, -1.19906003759778996};

// Rates at y. Apart: many call it.
APART int davit_rates(POINT, volatile real *rate)
{
  const davit_stage_of stage = {rate, 0, 0, 0, 0};
  return davit_stage(t, o, stage);
}

// The same without what a thread has for itself.
DEVICE davit_point davit_seen(const davit_point o)
{
  const davit_point seen = {o.y, 0, o.d, o.p, 0, 0};
  return seen;
}

// The Jacobian at AT_BASE, where the rates are AT_START, by differences.
DEVICE int davit_slopes(POINT, davit_linear *l, volatile real *rate)
{
  for (int e = 0; e < COUNT; e++) MEM(AT_J + e) = 0;
  for (int i = 0; i < NX; i++) o.y[i * THREADS] = MEM(AT_BASE + i);
  for (int g = 0; g < GROUPS; g++) {
    for (int k = davit_group[g]; k < davit_group[g + 1]; k++) {
      const int j = davit_member[k];
      const double x = MEM(AT_BASE + j), size = dv_abs(x), most = size < davit_scale[j] ? davit_scale[j] : size;
      MEM(AT_WAY + j) = (x + 0x1p-26 * most) - x;
      o.y[j * THREADS] = x + MEM(AT_WAY + j);
    }
    if (davit_rates(t, o, rate)) return 1;
    for (int k = davit_group[g]; k < davit_group[g + 1]; k++) {
      const int j = davit_member[k];
      for (int e = davit_down[j]; e < davit_down[j + 1]; e++)
        MEM(AT_J + davit_entry[e]) = OVER(rate[davit_in[e] * THREADS] - MEM(AT_START + davit_in[e]), MEM(AT_WAY + j));
      o.y[j * THREADS] = MEM(AT_BASE + j);
    }
  }
  l->factored = 0;
  return 0;
}

DEVICE int davit_renew(const davit_step step, const davit_point o, davit_linear *l, volatile real *rate)
{
  for (int i = 0; i < NSLOPE && !l->renewed; i++) MEM(AT_FORMER + i) = SLOPE(i);
  l->renewed = 1;
  for (int i = 0; i < NX; i++) SLOPE(TAKEN_X + i) = MEM(AT_BASE + i);
  for (int i = 0; i < ND; i++) SLOPE(TAKEN_X + NX + i) = o.d[i * THREADS];
  SLOPE(SERVED) = 0, SLOPE(TAKEN_AT) = step.t;
  return davit_slopes(step.t < step.latest ? step.t : step.latest, o, l, rate);
}

// A run goes on: its Jacobian as it was taken.
DEVICE int davit_recall(double latest, const davit_point o, davit_linear *l, volatile real *rate)
{
  if (!(SLOPE(SERVED) > 0)) return 0;
  const double then = SLOPE(TAKEN_AT), t = then < latest ? then : latest;
  const davit_point there = {o.y, 0, l->slope + (TAKEN_X + NX) * THREADS, o.p, 0, 0};
  for (int i = 0; i < NX; i++) MEM(AT_BASE + i) = SLOPE(TAKEN_X + i), o.y[i * THREADS] = MEM(AT_BASE + i);
  if (davit_rates(t, there, rate)) return 1;
  for (int i = 0; i < NX; i++) MEM(AT_START + i) = rate[i * THREADS];
  const int trouble = davit_slopes(t, there, l, rate);
#pragma unroll
  for (int i = 0; i < NX; i++) o.y[i * THREADS] = o.x[i];
  return trouble;
}

// Slopes along time; `rate` is not kept.
DEVICE int davit_drift(const davit_step step, const davit_point o, davit_linear *l, volatile real *rate)
{
  const double later = step.t + 0x1p-10 * step.h, by = later - step.t;
  for (int i = 0; i < NX; i++) MEM(AT_DRIFT + i) = 0;
  if (!TIMED || !(by > 0)) return 0;
  if (davit_rates(later < step.latest ? later : step.latest, o, rate)) return 1;
  for (int i = 0; i < NX; i++) MEM(AT_DRIFT + i) = OVER(rate[i * THREADS] - MEM(AT_START + i), by);
  return 0;
}

// Stage i from the rates f.
DEVICE void davit_solve_stage(int i, double h, davit_linear *l, const volatile double *f)
{
  double sum = GAMMA;
  for (int j = 0; j < i; j++) sum += davit_gamma[i][j];
  for (int m = 0; m < NX; m++) {
    double u = 0;
    for (int j = 0; j < i; j++) u += (davit_gamma[i][j] / GAMMA) * MEM(AT_K + j * NX + m);
    MEM(AT_U + m) = u;
    MEM(AT_K + i * NX + m) = h * f[m * THREADS] + u + (sum * h * h) * MEM(AT_DRIFT + m);
  }
  davit_solve(l->memory, l->memory + (AT_K + i * NX) * THREADS);
  for (int m = 0; m < NX; m++) MEM(AT_K + i * NX + m) -= MEM(AT_U + m);
}

// y = the start + AT_WAY, the sum of w k.
DEVICE void davit_displace(int count, const double *w, const davit_point o, davit_linear *l)
{
  for (int m = 0; m < NX; m++) {
    double sum = 0;
    for (int j = 0; j < count; j++) sum += w[j] * MEM(AT_K + j * NX + m);
    MEM(AT_WAY + m) = sum;
    o.y[m * THREADS] = MEM(AT_BASE + m) + sum;
  }
}

DEVICE int davit_evaluate(int i, const davit_step step, const davit_point o, davit_linear *l, volatile real *rate)
{
  double node = 0;
  for (int j = 0; j < i; j++) node += davit_alpha[i][j];
  davit_displace(i, davit_alpha[i], o, l);
  const double at = step.t + node * step.h;
  return davit_rates(at < step.latest ? at : step.latest, o, rate);
}

DEVICE int davit_begin(const davit_step step, const davit_point o, davit_linear *l, volatile real *rate)
{
  if (l->factored != step.h) davit_factor(-(step.h * GAMMA), l->memory);
  l->factored = step.h;
  davit_solve_stage(0, step.h, l, l->memory + AT_START * THREADS);
  return davit_evaluate(1, step, o, l, rate);
}

// 1: the Jacobian, if it is not new, is far from what the second stage met.
DEVICE int davit_misled(double h, davit_linear *l, const volatile real *rate)
{
  double far = 0, way = 0;
  for (int i = 0; i < NX; i++) {
    double foretold = 0;
    for (int e = davit_row_of[i]; e < davit_row_of[i + 1]; e++) foretold += MEM(AT_J + e) * MEM(AT_WAY + davit_column[e]);
    MEM(AT_U + i) = h * (rate[i * THREADS] - MEM(AT_START + i) - foretold);
  }
  davit_solve(l->memory, l->memory + AT_U * THREADS);
  for (int i = 0; i < NX; i++) {
    far = dv_max(far, OVER(dv_abs(MEM(AT_U + i)), davit_scale[i]));
    way = dv_max(way, OVER(dv_abs(MEM(AT_WAY + i)), davit_scale[i]));
  }
  return far > 0.1 * way + 1e-9 && SLOPE(SERVED) > 0.0;
}

DEVICE int davit_method(const davit_step step, const davit_point own, volatile real *rate, davit_linear *l)
{
  const davit_point o = davit_seen(own);
  l->renewed = 0;
  if (davit_rates(step.t < step.latest ? step.t : step.latest, o, rate)) return 1;
#pragma unroll
  for (int i = 0; i < NX; i++) MEM(AT_START + i) = rate[i * THREADS], MEM(AT_BASE + i) = own.x[i];
  if (davit_drift(step, o, l, rate)) return 1;
  int due = SLOPE(SERVED) == 0 || SLOPE(SERVED) >= 20;
  for (int turn = 0; turn < 2; turn++) {
    if (due && davit_renew(step, o, l, rate)) return 1;
    if (davit_begin(step, o, l, rate)) return 1;
    due = !turn && davit_misled(step.h, l, rate);
    if (!due) break;
  }
  for (int i = 1; i < 4; i++) {
    if (i > 1 && davit_evaluate(i, step, o, l, rate)) return 1;
    davit_solve_stage(i, step.h, l, rate);
  }
  davit_displace(4, davit_weight, o, l);
  return 0;
}

// A record within the step; then y is its end again.
DEVICE int davit_between(const davit_step look, const davit_step step, const davit_point own, davit_linear *l, double *row)
{
  const davit_point o = davit_seen(own);
  const double u = look.h / step.h, t = step.t + u * step.h;
  double w[4];
  for (int j = 0; j < 4; j++) w[j] = u * davit_weight[j] + u * (u - 1) * davit_curve[j];
  for (int i = 0; i < NX; i++) MEM(AT_END + i) = o.y[i * THREADS];
  davit_displace(4, w, o, l);
  int trouble = 0;
#if TIDY
  trouble = davit_tidy(t < step.latest ? t : step.latest, o);
#endif
#if NKEPT
  if (!trouble) trouble = davit_row(look.end, o, row);
#endif
  for (int i = 0; i < NX; i++) o.y[i * THREADS] = MEM(AT_END + i);
  return trouble;
}

// The step is taken, or not: then the Jacobian is the former one.
DEVICE void davit_served(davit_linear *l, int trouble)
{
  if (!trouble) SLOPE(SERVED) += 1;
  for (int i = 0; i < NSLOPE && trouble && l->renewed; i++) SLOPE(i) = MEM(AT_FORMER + i);
}
