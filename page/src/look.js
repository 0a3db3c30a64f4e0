// look.js: what the keys of a plot in the machine file say (src/spec/keys_plot.c): pens, windows, limits, marks. Quantities are
// [value in SI, unit]; `film.scene.plots` has them.
import uPlot from 'uplot';
import { matching } from './dom.js';

const value = (q) => (q ? q[0] : undefined);
const among = (names, list, c) => (list || []).some((pattern) => matching(names, pattern).includes(c));

// {colour, style, points}: what is not solid has the colour of the last solid curve before it; style null: by its place.
export function penOf(look, names, channels, i) {
  const style = (c) => (among(names, look.dotted, c) ? 2 : among(names, look.dashed, c) ? 1 : among(names, look.points, c) ? 0 : -1);
  const solid = (k) => style(channels[k]) < 0;
  if (!channels.some((_, k) => !solid(k))) return { colour: null, style: null, points: false };
  let colour = -1;
  for (let k = 0; k <= i; k++) if (solid(k) || colour < 0) colour++;
  return { colour, style: Math.max(0, style(channels[i])), points: among(names, look.points, channels[i]) };
}

// All values; of a curve that is zero throughout, zero in the middle.
const whole = (u, least, most, scale) => (least === 0 && most === 0 ? [-1, 1] : uPlot.rangeNum(least ?? -1, most ?? 1, 0.1, scale !== 'x'));

const rangeOf = (u, low, high, log) => {
  const lo = value(low);
  const hi = value(high);
  const base = log ? { distr: 3 } : {};
  if (lo === undefined && hi === undefined) return log || !u.settles ? base : { ...base, range: whole };
  const shown = (x) => u.factor * x + u.offset;
  return { ...base, range: (p, least, most) => [lo === undefined ? least : shown(lo), hi === undefined ? most : shown(hi)] };
};

export function rangesOf(plot) {
  const { look } = plot;
  const scales = { x: { time: false, ...rangeOf(plot.across, look.from, look.to, look.log & 1) } };
  plot.units.forEach((u, i) => {
    if (!plot.isRight(i)) scales[plot.scaleOf(i)] = rangeOf({ ...u, settles: true }, look.lower, look.upper, look.log & 2);
    else scales[plot.scaleOf(i)] = { range: whole };
  });
  return scales;
}

// Where a column passes a value, or half of its way.
function crossings(plot, mark) {
  const { film } = plot.owner;
  const [c] = matching(film.names, mark.of);
  if (c === undefined) return [];
  const y = film.series(c);
  const x = plot.over < 0 ? film.times() : film.series(plot.over);
  const finite = y.filter(Number.isFinite);
  const least = finite.reduce((m, v) => Math.min(m, v), Infinity);
  const most = finite.reduce((m, v) => Math.max(m, v), -Infinity);
  const at = value(mark.through) ?? (least + most) / 2;
  const out = [];
  for (let i = 1; i < y.length; i++) if ((y[i - 1] < at) !== (y[i] < at)) out.push(x[i - 1] + (x[i] - x[i - 1]) * (at - y[i - 1]) / (y[i] - y[i - 1]));
  return out;
}

function put(u, from, to, across, name, red) {
  const { ctx, bbox } = u;
  ctx.beginPath();
  if (to !== null) {
    ctx.fillStyle = '#0072B21c';
    if (across) ctx.fillRect(bbox.left, Math.min(from, to), bbox.width, Math.abs(to - from));
    else ctx.fillRect(Math.min(from, to), bbox.top, Math.abs(to - from), bbox.height);
  } else {
    ctx.setLineDash(red ? [7, 3] : [2, 3]);
    ctx.strokeStyle = red ? '#c33' : '#888';
    if (across) { ctx.moveTo(bbox.left, from); ctx.lineTo(bbox.left + bbox.width, from); } else { ctx.moveTo(from, bbox.top); ctx.lineTo(from, bbox.top + bbox.height); }
    ctx.stroke();
  }
  ctx.fillStyle = '#888';
  ctx.textAlign = across ? 'right' : 'left';
  if (name) ctx.fillText(name, across ? bbox.left + bbox.width - 4 : from + 3, across ? from - 3 : bbox.top + 11);
}

export function drawLines(u, plot) {
  const { look } = plot;
  if (!look.limits && !look.marks) return;
  const left = plot.units.findIndex((_, i) => !plot.isRight(i));
  const y = (v) => u.valToPos(plot.units[left].factor * v + plot.units[left].offset, plot.scaleOf(left), true);
  const x = (v) => u.valToPos(plot.across.factor * v + plot.across.offset, 'x', true);
  u.ctx.save();
  u.ctx.beginPath();
  u.ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  u.ctx.clip();
  for (const l of left < 0 ? [] : look.limits || []) if (l.at) put(u, y(l.at[0]), l.to ? y(l.to[0]) : null, true, l.name, true);
  for (const m of look.marks || []) for (const at of m.of ? crossings(plot, m) : [m.at[0]]) put(u, x(at), m.to ? x(m.to[0]) : null, false, m.name, false);
  u.ctx.restore();
}
