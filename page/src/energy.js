// energy.js: where the power goes now. What comes in (sources, emptying stores) stands left, what takes it right.
//
//   sum over sources P = dT/dt + dV/dt + sum over parts (dE/dt + loss)
import { h, svg, show } from './dom.js';

const COLORS = { source: '#e0a100', store: '#2e86ab', loss: '#d1495b', motion: '#5fad56' };
const ROUNDING = 2.4e-7;  // two last digits of a frame's number

export class Energy {
  constructor(film, ledger) {
    this.film = film;
    this.element = h('div', { class: 'panel', id: 'energy' });
    this.picture = h('div', {});
    this.element.append(h('h3', {}, 'Power now'), this.picture);
    if (ledger) this.element.append(table(ledger));
    this.find();
  }

  find() {
    const { film } = this;
    const { scene } = film;
    // what only passes power on (bonds, transformers) takes none
    this.parts = scene.parts.filter((p) => !p.signal && !p.passes).map((p) => ({
      bond: !p.ports.length,
      name: p.name,
      source: p.source,
      power: p.ports.map((o) => film.channel(`${p.name}.${o.name}.power`)).concat(p.ports.length ? [] : [film.index.get(`${p.name}.power`) ?? -1]).filter((i) => i >= 0),
      energy: film.index.get(`${p.name}.energy`) ?? -1,
    })).filter((p) => p.power.length);
    this.drives = scene.joints.flatMap((j) => j.coordinates).filter((c) => c.driven).map((c) => ({
      name: c.name, effort: film.index.get(`${c.name}.effort`) ?? -1, rate: film.index.get(`${c.name}.rate`) ?? -1,
    })).filter((c) => c.effort >= 0 && c.rate >= 0);
    this.motion = ['kinetic', 'potential'].map((n) => ({ name: n, c: film.index.get(`energy.${n}`) ?? -1 })).filter((m) => m.c >= 0);
  }

  // Rate of a stored energy at the clock's time: between the slopes of the frames before, around and after it.
  slope(c, t) {
    const { film } = this;
    const k = Math.min(film.before(t), film.n - 2);
    if (k < 0) return 0;
    const over = (i) => {
      const [from, to] = [film.get(i, film.first + c), film.get(i + 1, film.first + c)];
      return Math.abs(to - from) > ROUNDING * Math.abs(to) ? (to - from) / (film.time(i + 1) - film.time(i)) : 0;
    };
    const middle = (i) => 0.5 * (film.time(i) + film.time(i + 1));
    const other = t < middle(k) ? k - 1 : k + 1;
    if (other < 0 || other > film.n - 2) return over(k);
    return over(k) + ((over(other) - over(k)) * (t - middle(k))) / (middle(other) - middle(k));
  }

  flows(t) {
    const { film } = this;
    const list = [];
    // positive: takes power out of the machine's bonds
    for (const p of this.parts) {
      const power = (p.bond && p.source ? -1 : 1) * p.power.reduce((s, c) => s + film.now(c), 0);  // a source's bond points away from it
      const rate = p.energy >= 0 ? this.slope(p.energy, t) : 0;
      if (p.bond && p.energy >= 0) list.push({ name: `${p.name} stored`, kind: 'store', power });
      else if (p.source) list.push({ name: p.name, kind: power > 0 ? 'loss' : 'source', power });
      else {
        if (p.energy >= 0) list.push({ name: `${p.name} stored`, kind: 'store', power: rate });
        list.push({ name: p.name, kind: 'loss', power: power - rate });
      }
    }
    for (const d of this.drives) list.push({ name: d.name, kind: 'source', power: -film.now(d.effort) * film.now(d.rate) });
    for (const m of this.motion) list.push({ name: m.name, kind: 'motion', power: this.slope(m.c, t) });
    return list;
  }

  update(t) {
    if (!this.element.clientWidth || !this.film.n) return;
    const flows = this.flows(t);
    const still = 1e-6 * Math.max(...this.motion.map((m) => Math.abs(this.film.now(m.c))), 1e-2);  // W: what frames of 7 digits cannot tell from rest
    this.most = Math.max((this.most || 0) * 0.995, ...flows.map((f) => Math.abs(f.power)), still);
    const few = (list) => {
      const big = list.filter((f) => Math.abs(f.power) > 0.004 * this.most).sort((a, b) => Math.abs(b.power) - Math.abs(a.power));
      if (big.length <= 12) return big;
      const rest = big.slice(11).reduce((s, f) => s + f.power, 0);
      return [...big.slice(0, 11), { name: 'others', kind: 'loss', power: rest }];
    };
    if (!flows.some((f) => Math.abs(f.power) > 0.004 * this.most)) return this.picture.replaceChildren(h('p', { class: 'note' }, 'No power flows now.'));
    this.picture.replaceChildren(sankey(few(flows.filter((f) => f.power < 0)), few(flows.filter((f) => f.power > 0))));
  }
}

const LETTER = 6.3;  // px, about, of a label

// Bands from the left column through one bus to the right column; heights are watts. Labels stand in two lines beside them, and
// the picture is as wide as they are.
function sankey(left, right) {
  const label = (f) => [f.name, show(Math.abs(f.power), 'W')];
  const room = (list) => Math.max(60, ...list.flatMap(label).map((t) => LETTER * t.length + 10));
  const [from, to] = [room(left), room(right)];
  const width = from + 130 + to;
  const total = (l) => l.reduce((s, f) => s + Math.abs(f.power), 0);
  const sum = Math.max(total(left), total(right), 1e-12);
  const rows = Math.max(left.length, right.length, 1);
  const height = Math.max(170, 40 * rows);
  const scale = (height - 30 * rows - 10) / sum;
  const s = svg('svg', { viewBox: `0 0 ${width} ${height}`, class: 'sankey' });
  const bus = 0.5 * (height - scale * sum);
  const side = (list, x, at, anchor) => {
    let y = 5;
    let inner = bus;
    for (const f of list) {
      const d = Math.max(scale * Math.abs(f.power), 0.7);
      const a = y + 15;
      s.append(svg('path', { d: `M${x} ${a} C${(x + at) / 2} ${a} ${(x + at) / 2} ${inner} ${at} ${inner} l0 ${d} C${(x + at) / 2} ${inner + d} ${(x + at) / 2} ${a + d} ${x} ${a + d} Z`, fill: COLORS[f.kind], opacity: 0.72 }));
      const text = { x: x + (anchor === 'end' ? -5 : 5), 'text-anchor': anchor };
      const [name, power] = label(f);
      s.append(svg('text', { ...text, y: a + d / 2 - 2 }, name), svg('text', { ...text, y: a + d / 2 + 11, class: 'power' }, power));
      y += d + 30;
      inner += d;
    }
  };
  side(left, from, from + 53, 'end');
  side(right, from + 130, from + 77, 'start');
  s.append(svg('rect', { x: from + 53, y: bus, width: 24, height: Math.max(scale * sum, 1), rx: 3, class: 'bus' }));
  return s;
}

function table(l) {
  const noise = 1e-13 * l.throughput;  // what rounding leaves
  const rows = l.elements.filter((r) => [r.supplied, r.dissipated, r.stored].some((x) => Math.abs(x) > noise)).sort((a, b) => Math.abs(b.supplied) + b.dissipated - Math.abs(a.supplied) - a.dissipated);
  const cells = (r) => [r.supplied, r.dissipated, r.stored].map((x) => h('td', {}, Math.abs(x) > noise ? show(x, 'J') : ''));
  return h('div', {}, h('h3', {}, 'Ledger of the run'),
    h('table', { class: 'wide ledger' }, h('tr', {}, ['', 'supplied', 'dissipated', 'stored'].map((c) => h('th', {}, c))),
      rows.map((r) => h('tr', {}, h('td', {}, r.name), cells(r))),
      h('tr', {}, h('td', {}, 'motion and height'), h('td', {}), h('td', {}), h('td', {}, show(l.kinetic + l.potential, 'J'))),
      h('tr', { class: 'sum' }, h('td', {}, 'all'), [l.supplied, l.dissipated, l.stored].map((x) => h('td', {}, show(x, 'J'))))),
    h('p', { class: 'note' }, `residual ${show(l.residual, 'J')}: ${l.relative.toExponential(1)} of the throughput ${show(l.throughput, 'J')}`));
}
