// circuit_lines.c: lines of a circuit, and the drawing. Between two ranks lies a channel; in it each line has a track of its own,
// with uprights to its pins, and passes through ranks where they leave a gap.
#include "plot/circuit.h"

#include "plot/path.h"
#include "plot/svg.h"

#include <math.h>
#include <string.h>

enum { TRACK = 13, EDGE = 14, TANK = 26, TOP = 20, SIDE = 9, TRIES = 400, NEAR = 4 };

typedef struct {
  double x;
  int above;  // its upright comes from above
  int pin;    // -1: passes through the rank
} stop;

typedef struct {
  int net, channel, track, done;
  double lo, hi;
  struct {
    stop *item;
    int n, cap;
  } stop;
} run;

typedef struct {
  int net, rank;
  double x;
} pass;

typedef struct {
  dv_circuit *c;
  struct {
    run *item;
    int n, cap;
  } run;
  struct {
    pass *item;
    int n, cap;
  } pass;
  double *rank_y, *rank_height, *channel_y;  // tops
} sheet;

static int channel_of(const dv_circuit *c, const dv_circuit_pin *p) { return c->part.item[p->part].rank + !p->up; }
static double pin_x(const dv_circuit *c, const dv_circuit_pin *p) { return c->part.item[p->part].x + p->x; }
static int is_wired(const dv_circuit *c, const dv_circuit_pin *p)
{
  return c->part.item[p->part].rank >= 0 && !c->net.item[p->net].tank;
}

static void stop_at(sheet *s, int net, int channel, stop at)
{
  run *r = NULL;
  for (int i = 0; i < s->run.n && !r; i++)
    if (s->run.item[i].net == net && s->run.item[i].channel == channel) r = &s->run.item[i];
  if (!r) {
    r = DV_PUSH(s->c->arena, &s->run);
    *r = (run){.net = net, .channel = channel, .lo = at.x, .hi = at.x};
  }
  r->lo = fmin(r->lo, at.x), r->hi = fmax(r->hi, at.x);
  *DV_PUSH(s->c->arena, &r->stop) = at;
}

static int is_free(const sheet *s, int net, int rank, double x)
{
  for (int i = 0; i < s->c->part.n; i++) {
    const dv_circuit_part *p = &s->c->part.item[i];
    if (p->rank == rank && x > p->x - SIDE && x < p->x + p->room + SIDE) return 0;
  }
  for (int i = 0; i < s->pass.n; i++)
    if (s->pass.item[i].rank == rank && fabs(s->pass.item[i].x - x) < SIDE && s->pass.item[i].net != net) return 0;
  return 1;
}

// Through a rank, as near to x as it goes.
static void pass_through(sheet *s, int net, int rank, double x)
{
  double at = x = round(x);
  for (int k = 0; k < TRIES && !is_free(s, net, rank, at); k++) {
    int away = k / 2 + 1, side = k % 2 ? 1 : -1;
    at = x + side * away * 4;
  }
  *DV_PUSH(s->c->arena, &s->pass) = (pass){net, rank, at};
  stop_at(s, net, rank, (stop){at, 0, -1});
  stop_at(s, net, rank + 1, (stop){at, 1, -1});
}

static void wire(sheet *s, int net)
{
  const dv_circuit *c = s->c;
  int low = c->ranks, high = 0, n = 0;
  double sum = 0;
  for (int i = 0; i < c->pin.n; i++) {
    const dv_circuit_pin *p = &c->pin.item[i];
    if (p->net != net || !is_wired(c, p)) continue;
    int channel = channel_of(c, p);
    low = channel < low ? channel : low, high = channel > high ? channel : high;
    sum += pin_x(c, p), n++;
    stop_at(s, net, channel, (stop){pin_x(c, p), !p->up, i});
  }
  for (int r = low; n && r < high; r++) pass_through(s, net, r, sum / n);
}

// An upright from above of `a` stands where one from below of `b` does: the track of a has to be the upper one.
static int must_precede(const run *a, const run *b)
{
  for (int i = 0; i < a->stop.n; i++)
    for (int k = 0; k < b->stop.n; k++)
      if (a->stop.item[i].above && !b->stop.item[k].above && fabs(a->stop.item[i].x - b->stop.item[k].x) < NEAR) return 1;
  return 0;
}

static int waits(const sheet *s, const run *r)
{
  for (int i = 0; i < s->run.n; i++) {
    const run *o = &s->run.item[i];
    if (o != r && o->channel == r->channel && !o->done && must_precede(o, r)) return 1;
  }
  return 0;
}

static int lowest_track(const sheet *s, const run *r)
{
  int track = 0;
  for (int again = 1; again;) {
    again = 0;
    for (int i = 0; i < s->run.n; i++) {
      const run *o = &s->run.item[i];
      if (o == r || o->channel != r->channel || !o->done) continue;
      int beside = o->hi + SIDE < r->lo || r->hi + SIDE < o->lo;
      if ((!beside && o->track == track) || (must_precede(o, r) && o->track >= track)) track = o->track + 1, again = 1;
    }
  }
  return track;
}

// Tracks from above, those first that nothing waits for; where lines wait for each other, any of them.
static int lay_channel(sheet *s, int channel)
{
  int tracks = 0;
  for (;;) {
    run *next = NULL;
    int held = 1;
    for (int i = 0; i < s->run.n; i++) {
      run *r = &s->run.item[i];
      if (r->channel != channel || r->done) continue;
      int wait = waits(s, r);
      if (!next || wait < held || (wait == held && r->lo < next->lo)) next = r, held = wait;
    }
    if (!next) return tracks;
    next->track = lowest_track(s, next);
    next->done = 1;
    if (next->track >= tracks) tracks = next->track + 1;
  }
}

static int has_tank(const dv_circuit *c, int channel)
{
  for (int i = 0; i < c->pin.n; i++) {
    const dv_circuit_pin *p = &c->pin.item[i];
    if (c->net.item[p->net].tank && c->part.item[p->part].rank >= 0 && channel_of(c, p) == channel) return 1;
  }
  return 0;
}

// Heights from the top: channel 0, rank 0, channel 1, ...
static double lay_heights(sheet *s)
{
  const dv_circuit *c = s->c;
  double y = TOP;
  for (int k = 0; k <= c->ranks; k++) {
    int tracks = lay_channel(s, k), tank = has_tank(c, k) ? TANK : 0;
    s->channel_y[k] = y + EDGE + (k ? tank : 0);
    y += (tracks || tank || (k && k < c->ranks) ? 2 * EDGE : 0) + tank + (tracks > 1 ? (tracks - 1) * TRACK : 0);
    if (k == c->ranks) return y;
    s->rank_y[k] = y;
    for (int i = 0; i < c->part.n; i++)
      if (c->part.item[i].rank == k) s->rank_height[k] = fmax(s->rank_height[k], c->part.item[i].symbol->height);
    y += s->rank_height[k];
  }
  return y;
}

static double track_y(const sheet *s, const run *r) { return s->channel_y[r->channel] + r->track * TRACK; }

static double stop_y(const sheet *s, const run *r, const stop *t)
{
  if (t->pin >= 0) return s->c->part.item[s->c->pin.item[t->pin].part].y + s->c->pin.item[t->pin].y;
  return t->above ? s->rank_y[r->channel - 1] + s->rank_height[r->channel - 1] : s->rank_y[r->channel];
}

static int arms(const run *r, double x)
{
  int n = (x > r->lo + 0.5) + (x < r->hi - 0.5), above = 0, below = 0;
  for (int i = 0; i < r->stop.n; i++)
    if (fabs(r->stop.item[i].x - x) < 0.5) above |= r->stop.item[i].above, below |= !r->stop.item[i].above;
  return n + above + below;
}

static void put_run(dv_text *o, const sheet *s, const run *r)
{
  const dv_circuit_net *net = &s->c->net.item[r->net];
  const char *class = net->feeds ? "feed" : "line";
  double y = track_y(s, r);
  if (r->hi > r->lo + 0.5) dv_svg_line(o, class, r->lo, y, r->hi, y);
  for (int i = 0; i < r->stop.n; i++) {
    const stop *t = &r->stop.item[i];
    dv_svg_line(o, class, t->x, y, t->x, stop_y(s, r, t));
    if (arms(r, t->x) < 3) continue;
    dv_text_add(o, "<circle class=\"%sdot\" cx=\"", class);
    dv_pixel(o, t->x);
    dv_text_add(o, "\" cy=\"");
    dv_pixel(o, y);
    dv_text_add(o, "\" r=\"2.6\"/>\n");
  }
  int named = 1;  // once, in its first channel
  for (const run *k = s->run.item; k < r; k++) named &= k->net != r->net;
  if (named) dv_svg_text(o, "small", r->lo + 4, y - 3, net->name);
}

static void put_part(dv_text *o, const dv_circuit_part *p)
{
  dv_text_add(o, "<g transform=\"matrix(1 0 0 %d ", p->turned ? -1 : 1);
  dv_pixel(o, p->x);
  dv_text_put(o, " ", 1);
  dv_pixel(o, p->y + (p->turned ? p->symbol->height : 0));
  dv_text_add(o, ")\"><path class=\"symbol\" d=\"%s\"/><path class=\"solid\" d=\"%s\"/></g>\n", p->symbol->lines,
              p->symbol->filled);
  dv_svg_text(o, "name", p->x + p->symbol->width + 6, p->y + p->symbol->height / 2 + 4, p->name);
}

// A return into the tank: down, or up and over.
static void put_tank(dv_text *o, const dv_circuit *c, const dv_circuit_pin *pin)
{
  const dv_circuit_part *p = &c->part.item[pin->part];
  double x = p->x + pin->x, y = p->y + pin->y;
  dv_text_add(o, "<path class=\"line\" d=\"M");
  dv_pixel(o, x);
  dv_text_put(o, " ", 1);
  dv_pixel(o, y);
  dv_text_add(o, "%s\"/>\n", pin->up ? "v-8h18v12m-8 -6v8h16v-8" : "v14m-9 -6v9h18v-9");
}

static const char style[] = "<style>.symbol{fill:none;stroke:#1b2733;stroke-width:1.3;stroke-linejoin:round}.solid{fill:#1b2733}"
                            ".line,.feed{fill:none;stroke:#1f5fd6;stroke-width:1.4}.feed{stroke:#c0392b}"
                            ".linedot{fill:#1f5fd6}.feeddot{fill:#c0392b}</style>\n";

static double width_of(const sheet *s)
{
  double most = 0;
  for (int i = 0; i < s->c->part.n; i++) most = fmax(most, s->c->part.item[i].x + s->c->part.item[i].room);
  for (int i = 0; i < s->run.n; i++) most = fmax(most, s->run.item[i].hi);
  return most + 30;
}

const char *dv_circuit_svg(dv_circuit *c, size_t *n)
{
  dv_circuit_place(c);
  sheet s = {.c = c,
             .rank_y = DV_TAKE(c->arena, double, c->ranks + 2),
             .rank_height = DV_TAKE(c->arena, double, c->ranks + 2),
             .channel_y = DV_TAKE(c->arena, double, c->ranks + 2)};
  for (int i = 0; i < c->net.n; i++)
    if (!c->net.item[i].tank) wire(&s, i);
  double height = lay_heights(&s);
  for (int i = 0; i < c->part.n; i++) {
    dv_circuit_part *p = &c->part.item[i];
    if (p->rank >= 0) p->y = s.rank_y[p->rank] + (s.rank_height[p->rank] - p->symbol->height) / 2;
  }
  dv_text o = {.arena = c->arena};
  dv_svg_head(&o, (int)width_of(&s), ceil(height + TOP));
  dv_text_add(&o, style);
  for (int i = 0; i < s.run.n; i++) put_run(&o, &s, &s.run.item[i]);
  for (int i = 0; i < s.pass.n; i++) {
    const pass *p = &s.pass.item[i];
    dv_svg_line(&o, c->net.item[p->net].feeds ? "feed" : "line", p->x, s.rank_y[p->rank], p->x,
                s.rank_y[p->rank] + s.rank_height[p->rank]);
  }
  for (int i = 0; i < c->part.n; i++)
    if (c->part.item[i].rank >= 0) put_part(&o, &c->part.item[i]);
  for (int i = 0; i < c->pin.n; i++)
    if (c->net.item[c->pin.item[i].net].tank && c->part.item[c->pin.item[i].part].rank >= 0) put_tank(&o, c, &c->pin.item[i]);
  dv_text_add(&o, "</svg>\n");
  *n = o.n;
  return dv_text_all(&o);
}
