// select.c: modes of a controller: one of up to four signals goes through, as another signal says, with hysteresis.
//
//   mode k -> k + 1 when by >= up_k,   k + 1 -> k when by <= down_k;   value = a, b, c or d of mode 0, 1, 2, 3
//
// After a change the value goes over from the old signal to the new one in the time `blend`. Search, contact, lift: three modes.
#include "davit/kind.h"

DV_PARAMETERS(
    DV_P(blend, "s", 0, 0, 1e6, "time in which the value goes over to that of the new mode")
);

enum { MODE, FROM, SINCE };
enum { BY, FIRST, SIGNALS = 4 };

static const dv_table tables[] = {
    {.name = "levels",
     .columns = 2,
     .unit = {"*", "*"},
     .rows_least = 1,
     .doc = "rows of [up, down], one for each step from a mode to the next; at most three"},
};
static const dv_quantity discrete[] = {
    {"mode_now", "1", 1, "mode: 0, 1, 2, 3",        0},
    {"mode_was", "1", 1, "mode before",             0},
    {"since",    "s", 1, "time of the last change", 0},
};
static const dv_quantity ins[] = {
    {"by", "", 1, "signal that selects", DV_BY_ANY                 },
    {"a",  "", 1, "signal of mode 0",    0                         },
    {"b",  "", 1, "signal of mode 1",    0                         },
    {"c",  "", 1, "signal of mode 2",    DV_BY_SIGNAL | DV_OPTIONAL},
    {"d",  "", 1, "signal of mode 3",    DV_BY_SIGNAL | DV_OPTIONAL},
};
static const dv_quantity outs[] = {
    {"value", "",  1, "selected signal", 0},
    {"mode",  "1", 1, "mode",            0},
};

DV_FN real signal_of(const dv_cell *c, real mode)
{
  real value = c->in[FIRST];
  for (int i = 1; i < SIGNALS; i++) value = dv_select(mode == (double)i, c->in[FIRST + i], value);
  return value;
}

DV_LAW(signal)
{
  real past = c->t - c->d[SINCE], part = dv_select(past < p->blend, past / dv_max(p->blend, dv_real(1e-30)), dv_real(1));
  real was = signal_of(c, c->d[FROM]), now = signal_of(c, c->d[MODE]);
  c->out[0] = dv_select(part < 1.0, was + part * (now - was), now);
  c->out[1] = c->d[MODE];
}

// Distances to the levels that lead out of the mode.
DV_LAW(root)
{
  (void)p;
  c->root[0] = c->root[1] = dv_real(1);
  for (int k = 0; k < c->rows[0]; k++) {
    const real *level = c->table[0] + 2 * k;
    c->root[0] = dv_select(c->d[MODE] == (double)k, level[0] - c->in[BY], c->root[0]);
    c->root[1] = dv_select(c->d[MODE] == k + 1.0, c->in[BY] - level[1], c->root[1]);
  }
}

// At a level all but rounding has been passed.
DV_LAW(jump)
{
  real mode = c->d[MODE], by = c->in[BY];
  (void)p;
  for (int k = 0; k < c->rows[0]; k++) {
    const real *level = c->table[0] + 2 * k;
    dv_bool up = (mode == (double)k) & (by >= level[0] - 1e-9 * (level[0] - level[1]));
    mode = dv_select(up, dv_real(k + 1), mode);
  }
  for (int k = c->rows[0] - 1; k >= 0; k--) {
    const real *level = c->table[0] + 2 * k;
    dv_bool down = (mode == k + 1.0) & (by <= level[1] + 1e-9 * (level[0] - level[1]));
    mode = dv_select(down, dv_real(k), mode);
  }
  dv_bool same = mode == c->d[MODE];
  c->d[FROM] = dv_select(same, c->d[FROM], c->d[MODE]);
  c->d[SINCE] = dv_select(same, c->d[SINCE], c->t);
  c->d[MODE] = mode;
}

DV_FAULT(fault)
{
  (void)p;
  if (c->rows[0] > SIGNALS - 1) return "it has more than three levels|it can choose among four signals";
  for (int k = 0; k < c->rows[0]; k++)
    if (!(dv_lane(c->table[0][2 * k], 0) > dv_lane(c->table[0][2 * k + 1], 0)))
      return "a level up is not above its level down|give [up, down] with up above down";
  return NULL;
}

DV_KIND(control, select) = {
    .name = "control.select",
    .doc = "modes: one of up to four signals goes through, chosen by another one with hysteresis",
    DV_PARAMS,
    DV_ROWS(table, tables),
    DV_ROWS(discrete, discrete),
    DV_ROWS(in, ins),
    DV_ROWS(out, outs),
    .nroot = 2,
    .fault = fault,
    .signal = signal,
    .root = root,
    .jump = jump,
    .example = "# by = sin t passes 0.5 up at 0.524 s, 0.8 up at 0.927 s, 0.6 down at 2.498 s, 0.2 down at 2.940 s\n"
               "signals:\n"
               "  s: {kind: control.select, by: sin(t), levels: [[0.5, 0.2], [0.8, 0.6]], a: 1, b: 2, c: 3 + t}\n"
               "  soft: {kind: control.select, by: t, levels: [[1, 0]], a: 10, b: 20, blend: 2 s}\n"
               "until: 4 s\n"
               "cases:\n"
               "  example:\n"
               "    expect:\n"
               "      - {value: s, at: 0.52 s, is: 1, within: 1e-12, source: below 0.5}\n"
               "      - {value: s, at: 0.53 s, is: 2, within: 1e-12, source: above 0.5}\n"
               "      - {value: s, at: 0.93 s, is: 3.93, within: 1e-12, source: above 0.8}\n"
               "      - {value: s, at: 2.49 s, is: 5.49, within: 1e-12, source: not yet below 0.6}\n"
               "      - {value: s, at: 2.50 s, is: 2, within: 1e-12, source: below 0.6}\n"
               "      - {value: s.mode, at: 2.93 s, is: 1, within: 1e-12, source: below 0.5 but not below 0.2}\n"
               "      - {value: s.mode, at: 2.95 s, is: 0, within: 1e-12, source: below 0.2}\n"
               "      - {value: soft, at: 1.5 s, is: 12.5, within: 1e-6, source: a quarter of the way}\n"
               "      - {final: soft, is: 20, within: 1e-12, source: blended over}\n",
};
