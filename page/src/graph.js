// graph.js: the machine as a bond graph with the power that flows now: thick and warm where it is much.
//
// A bond that no variable measures follows from the balance at a vertex where it is the only unknown.
import { h, svg, show } from './dom.js';

const SIZE = 900;
const FEW = 40;  // bonds that have room for their watts
const RIM = 19;  // where a bond ends, from the middle of its vertex
const narrow = matchMedia('(max-width: 860px)');

// Fruchterman and Reingold 1991 on a fixed start, so that a graph looks the same every time.
function layout(n, bonds) {
  const p = Array.from({ length: n }, (_, i) => {
    const a = 2.399963 * i;
    const r = (SIZE / 2.4) * Math.sqrt((i + 0.5) / n);
    return [SIZE / 2 + r * Math.cos(a), SIZE / 2 + r * Math.sin(a)];
  });
  const k = 0.8 * SIZE / Math.sqrt(n);
  for (let step = 0, heat = 0.1 * SIZE; step < 260; step++, heat *= 0.98) {
    const move = p.map(() => [0, 0]);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < i; j++) {
        const dx = p[i][0] - p[j][0];
        const dy = p[i][1] - p[j][1];
        const f = (k * k) / Math.max(dx * dx + dy * dy, 1);
        move[i][0] += dx * f; move[i][1] += dy * f;
        move[j][0] -= dx * f; move[j][1] -= dy * f;
      }
    }
    for (const { from: a, to: b } of bonds) {
      const dx = p[a][0] - p[b][0];
      const dy = p[a][1] - p[b][1];
      const f = Math.hypot(dx, dy) / k;
      move[a][0] -= dx * f; move[a][1] -= dy * f;
      move[b][0] += dx * f; move[b][1] += dy * f;
    }
    p.forEach((q, i) => {
      const size = Math.hypot(...move[i]) || 1;
      for (const c of [0, 1]) q[c] += (move[i][c] / size) * Math.min(size, heat) - 0.006 * (q[c] - SIZE / 2);
    });
  }
  return fitted(p);
}

function fitted(p) {
  const lo = [0, 1].map((c) => Math.min(...p.map((q) => q[c])));
  const hi = [0, 1].map((c) => Math.max(...p.map((q) => q[c])));
  const wide = (c) => hi[c] - lo[c] > 1;  // one vertex alone stands in the middle
  return p.map((q) => [0, 1].map((c) => (wide(c) ? 50 + ((SIZE - 100) * (q[c] - lo[c])) / (hi[c] - lo[c]) : SIZE / 2)));
}

export class Graph {
  constructor(film) {
    this.film = film;
    const { graph } = film.scene;
    this.element = h('div', { class: 'panel', id: 'graph' });
    if (!graph) return;
    this.bonds = graph.bonds.map((b) => ({ ...b, c: b.power ? film.index.get(b.power) ?? -1 : -1 }));
    this.nodes = graph.nodes;
    this.places = layout(this.nodes.length, this.bonds);
    this.picture = svg('svg', { viewBox: `0 0 ${SIZE} ${SIZE}`, class: 'graph' });
    this.draw();
    narrow.addEventListener('change', () => { this.draw(); this.update(); });
    this.zoom();
    this.element.append(this.picture, h('p', { class: 'note' }, 'Half arrows point the way of positive power; the bar stands at the end that takes the effort. Colour and width: power now. Wheel or two fingers enlarge, dragging moves.'));
  }

  // On a phone few vertices are larger, or nobody could read them.
  draw() {
    const { places } = this;
    this.big = narrow.matches ? Math.min(Math.max(SIZE / Math.sqrt(this.nodes.length) / 112, 1), 1.6) : 1;
    this.picture.replaceChildren();
    this.bonds.forEach((b) => this.drawBond(b, places[b.from], places[b.to]));
    this.nodes.forEach(([label, name], i) => this.picture.append(this.vertex(label, name, places[i])));
  }

  // The wheel or two fingers enlarge, dragging moves.
  zoom() {
    const box = [0, 0, SIZE, SIZE];
    const show = () => this.picture.setAttribute('viewBox', box.join(' '));
    const enlarge = (factor, x, y) => {
      const k = Math.min(Math.max(box[2] * factor, SIZE / 12), 1.5 * SIZE) / box[2];
      const r = this.picture.getBoundingClientRect();
      const side = Math.min(r.width, r.height);
      const at = [(x - r.left - (r.width - side) / 2) / side, (y - r.top - (r.height - side) / 2) / side];
      for (const c of [0, 1]) box[c] += box[c + 2] * (1 - k) * at[c];
      box[2] *= k;
      box[3] *= k;
      show();
    };
    const down = new Map();
    const width = () => { const [a, b] = [...down.values()]; return Math.hypot(a.x - b.x, a.y - b.y); };
    this.picture.addEventListener('wheel', (e) => {
      e.preventDefault();
      enlarge(1.0015 ** e.deltaY, e.clientX, e.clientY);
    }, { passive: false });
    this.picture.addEventListener('pointerdown', (e) => down.set(e.pointerId, { x: e.clientX, y: e.clientY }));
    for (const end of ['pointerup', 'pointercancel', 'pointerleave']) this.picture.addEventListener(end, (e) => down.delete(e.pointerId));
    this.picture.addEventListener('pointermove', (e) => {
      const at = down.get(e.pointerId);
      if (!at) return;
      const before = down.size === 2 ? width() : 0;
      const scale = box[2] / Math.min(this.picture.clientWidth, this.picture.clientHeight) / down.size;
      box[0] -= (e.clientX - at.x) * scale;
      box[1] -= (e.clientY - at.y) * scale;
      Object.assign(at, { x: e.clientX, y: e.clientY });
      if (before) enlarge(before / Math.max(width(), 1), e.clientX, e.clientY);
      show();
    });
  }

  vertex(label, name, [x, y]) {
    const plain = label === '0' || label === '1';
    return svg('g', { transform: `translate(${x} ${y}) scale(${this.big})` },
      svg('title', {}, name), svg('circle', { r: plain ? 14 : 20, class: 'vertex' }),
      svg('text', { y: 5, 'text-anchor': 'middle', class: 'label' }, label),
      name && this.nodes.length < 60 ? svg('text', { y: 29, 'text-anchor': 'middle', class: 'name' }, name.split('\n')[0].slice(0, 16)) : null);
  }

  drawBond(b, a, z) {
    const d = Math.hypot(z[0] - a[0], z[1] - a[1]) || 1;
    const u = [(z[0] - a[0]) / d, (z[1] - a[1]) / d];
    const at = (s, side = 0) => [a[0] + u[0] * s - u[1] * side, a[1] + u[1] * s + u[0] * side];
    const rim = RIM * this.big;
    const from = at(rim);
    const to = at(d - rim);
    const barb = at(d - rim - 10, -8);
    const stroke = b.stroke < 0 ? null : b.stroke ? to : from;
    b.line = svg('path', { d: `M${from} L${to} L${barb}`, class: 'bond', fill: 'none' });
    b.tip = svg('title', {}, '');
    b.line.append(b.tip);
    this.picture.append(b.line);
    if (this.bonds.length < FEW && (this.big === 1 || d > 5 * rim)) {
      const [x, y] = at(0.5 * d);
      const flat = Math.abs(u[0]) > 0.8;  // above it, else to the right
      b.watts = svg('text', { x: flat ? x : x + 10, y: flat ? y - 10 : y + 5, class: 'watts', 'text-anchor': flat ? 'middle' : 'start' });
      this.picture.append(b.watts);
    }
    if (stroke) this.picture.append(svg('line', { x1: stroke[0] - 7 * -u[1], y1: stroke[1] - 7 * u[0], x2: stroke[0] + 7 * -u[1], y2: stroke[1] + 7 * u[0], class: 'stroke' }));
  }

  solve() {
    const { film } = this;
    const power = this.bonds.map((b) => (b.c >= 0 ? b.sign * film.now(b.c) : NaN));
    for (let round = 0; round < 8; round++) {
      let found = 0;
      this.nodes.forEach(([label], v) => {
        if (!/^(0|1|M?TF|M?GY|M?R|mux)$/.test(label)) return;
        const mine = this.bonds.map((b, i) => i).filter((i) => this.bonds[i].from === v || this.bonds[i].to === v);
        const unknown = mine.filter((i) => Number.isNaN(power[i]));
        if (unknown.length !== 1 || mine.length < 2) return;
        const sum = mine.filter((i) => i !== unknown[0]).reduce((s, i) => s + (this.bonds[i].to === v ? power[i] : -power[i]), 0);
        power[unknown[0]] = this.bonds[unknown[0]].to === v ? -sum : sum;
        found++;
      });
      if (!found) break;
    }
    return power;
  }

  update() {
    if (!this.picture || !this.element.clientWidth) return;
    const power = this.solve();
    this.most = Math.max(this.most || 1e-9, ...power.filter(Number.isFinite).map(Math.abs));
    power.forEach((p, i) => {
      const b = this.bonds[i];
      const s = Number.isFinite(p) ? Math.sqrt(Math.abs(p) / this.most) : 0;
      b.line.style.strokeWidth = 1.2 + 6 * s + (b.wide > 1 ? 0.8 : 0);
      b.line.style.stroke = s > 0.01 ? `hsl(${p >= 0 ? 32 : 205} ${Math.round(30 + 60 * s)}% 50%)` : '';
      b.tip.textContent = Number.isFinite(p) ? show(this.big > 1 ? Number(p.toPrecision(2)) : p, 'W') : '';
      if (b.watts) b.watts.textContent = b.tip.textContent;
    });
  }
}
