// laws.c: the laws of a kind at random points of its declared ranges, with NaN in all that they did not declare to read: what
// they write is finite, guards write as many margins as there are warnings, and one lane gives the bits of four and eight.
#include "audit/audit.h"

#if DV_LANES == 1

#include "audit/random_point.h"
#include "engine/engine.h"

enum { TRIALS = 300, SIZE = POINT_REALS * LANES, RANGES = POINT_PORTS + 1, SEED = 20260 };

static const char *const law_name[] = {"publish", "signal", "answer", "rate",    "root",
                                       "sample",  "guard",  "stored", "carried", "loss"};

typedef struct {
  dv_diags *diags;
  const char *library;
  point p;
  double *one, *many;
  int faults;
} audit;

static void blame(audit *a, law which, const char *what)
{
  a->faults++;
  dv_diag_add(a->diags, DV_ERROR, (dv_mark){a->library, 0, 0}, NULL, "kind '%s': the law '%s' %s", a->p.kind->name,
              law_name[which], what);
}

static void is_finite(audit *a, law which)
{
  int first[RANGES], count[RANGES], n = dv_point_written(&a->p, which, first, count);
  for (int r = 0; r < n; r++)
    for (int i = first[r] * LANES; i < (first[r] + count[r]) * LANES; i++)
      if (!isfinite(a->one[i])) {
        blame(a, which,
              isnan(a->one[i]) ? "gives NaN within the declared ranges, or reads what it did not declare"
                               : "is not finite within the declared ranges");
        return;
      }
}

static void same_bits(audit *a, law which, int width)
{
  int first[RANGES], count[RANGES], n = dv_point_written(&a->p, which, first, count);
  for (int r = 0; r < n; r++)
    for (int i = first[r] * LANES; i < (first[r] + count[r]) * LANES; i++)
      if (dv_to_bits(a->one[i]) != dv_to_bits(a->many[i])) {
        blame(a, which, dv_arena_text(a->diags->arena, "gives %.17g in one lane, %.17g in %d", a->one[i], a->many[i], width));
        return;
      }
}

// A law on what it may see, in all widths that this CPU has.
static void try_law(audit *a, law which)
{
  dv_point_hide(&a->p, which, a->one);
  dv_lane_run_x1(&a->p.shape, which, a->one);
  is_finite(a, which);
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  if (dv_engine_of_width(4) && a->p.shape.kind[1]) {
    dv_point_hide(&a->p, which, a->many);
    dv_lane_run_x4(&a->p.shape, which, a->many);
    same_bits(a, which, 4);
  }
  if (dv_engine_of_width(8) && a->p.shape.kind[2]) {
    dv_point_hide(&a->p, which, a->many);
    dv_lane_run_x8(&a->p.shape, which, a->many);
    same_bits(a, which, 8);
  }
#else
  (void)same_bits;
#endif
}

// A guard writes a margin for each warning, and no more.
static void guard_fits(audit *a)
{
  const double mark = 0x1.8p900;
  int first = a->p.shape.guard, n = a->p.kind->nwarning;
  dv_point_hide(&a->p, LAW_GUARD, a->one);
  for (int i = first * LANES; i < (first + n + 1) * LANES; i++) a->one[i] = mark;
  dv_lane_run_x1(&a->p.shape, LAW_GUARD, a->one);
  for (int i = 0; i <= n && !a->faults; i++) {
    int kept = a->one[(first + i) * LANES] == mark;
    if (i < n && kept) blame(a, LAW_GUARD, "leaves out the margin of a warning");
    if (i == n && !kept) blame(a, LAW_GUARD, "writes more margins than there are warnings");
  }
}

const char *dv_audit_untried(const dv_kind *k) { return dv_point_impossible(k); }

int dv_audit_laws(dv_diags *d, const char *library, const void *const kind[3])
{
  dv_arena *under = dv_arena_under(d->arena);
  audit a = {.diags = d, .library = library, .one = DV_TAKE(under, double, SIZE), .many = DV_TAKE(under, double, SIZE)};
  a.p = (point){.seed = SEED, .block = DV_TAKE(under, double, SIZE)};
  for (int trial = 0; trial < TRIALS && !a.faults && !dv_point_impossible(kind[0]); trial++) {
    dv_point_random(&a.p, kind);
    for (law which = LAW_PUBLISH; which < LAW_COUNT && !a.faults; which++) {
      if (!dv_point_has(&a.p, which)) continue;
      if (which == LAW_GUARD) guard_fits(&a);
      else try_law(&a, which);
      dv_point_keep(&a.p, which, a.one);
    }
  }
  dv_arena_free(under);
  return a.faults;
}

void dv_audit_widths(const dv_outside *outside, int kind, const void *width[3])
{
  int own = kind < DV_KINDS_OWN;
  width[0] = own ? dv_kinds_x1[kind] : outside->kind[DV_TABLE_X1][kind - DV_KINDS_OWN];
  width[1] = width[2] = NULL;
#if defined(__x86_64__) && !defined(DV_ONE_WIDTH)
  extern const dv_kind *const dv_kinds_x4[], *const dv_kinds_x8[];  // the same struct, but for the numbers that laws see
  width[1] = own ? dv_kinds_x4[kind] : outside->kind[DV_TABLE_X4][kind - DV_KINDS_OWN];
  width[2] = own ? dv_kinds_x8[kind] : outside->kind[DV_TABLE_X8][kind - DV_KINDS_OWN];
#endif
}

#endif
