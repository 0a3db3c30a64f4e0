// plots.js: plots of any channel, found by name, over time or over another channel; their cursor is the clock's time.
import uPlot from 'uplot';
import { h, palette, matching, download, trim } from './dom.js';
import { SECONDS, shown, unitsOf } from './curves.js';
import { drawLines, penOf, rangesOf } from './look.js';
import { wantedUnit } from './units.js';

const HEIGHT = 150;
const MARGIN = 40;  // px of the panel and of a plot's own frame
const DASHES = [[], [7, 4], [2, 3], [10, 3, 2, 3]];
const dark = () => document.documentElement.dataset.theme === 'dark';
const colour = (i) => palette[i % palette.length];
const dash = (i) => DASHES[Math.floor(i / palette.length) % DASHES.length];

// A curve in the order of its points, which x need not rise along; or its points alone.
function path(u, i) {
  const [xs, ys] = u.data[i];
  const { ctx } = u;
  const { x, y } = { x: u.series[i].facets[0].scale, y: u.series[i].facets[1].scale };
  ctx.save();
  ctx.beginPath();
  ctx.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  ctx.clip();
  ctx.beginPath();
  const { pen } = u.series[i];
  const r = 2 * uPlot.pxRatio;
  for (let k = 0; k < xs.length; k++) {
    const [px, py] = [u.valToPos(xs[k], x, true), u.valToPos(ys[k], y, true)];
    if (pen.points) ctx.rect(px - r / 2, py - r / 2, r, r);
    else ctx.lineTo(px, py);
  }
  ctx.strokeStyle = ctx.fillStyle = pen.stroke;
  ctx.setLineDash(pen.dash);
  ctx.lineWidth = 1.6 * uPlot.pxRatio;
  if (pen.points) ctx.fill();
  else ctx.stroke();
  ctx.restore();
  return null;
}

class Plot {
  // over: channel of the x axis, -1: time; look: the plot's keys in the machine file
  constructor(owner, title, channels, over = -1, look = {}) {
    Object.assign(this, { owner, channels, over, look });
    this.body = h('div', { class: 'plot-body' });
    this.legend = h('div', { class: 'legend' });
    this.unit = h('small', {});
    this.element = h('section', { class: 'plot' },
      h('header', {}, h('b', {}, title || ''), this.unit, h('span', { class: 'grow' }),
        h('button', { title: 'save these columns as CSV', onclick: () => this.save() }, 'CSV'),
        h('button', { title: 'remove this plot', onclick: () => owner.remove(this) }, '✕')),
      this.body, this.legend);
    this.draw();
  }

  measure() {
    const { film } = this.owner;
    this.units = unitsOf(film, this.channels).map((u, i) => wantedUnit(this.look, film.units[this.channels[i]]) || u);
    this.across = this.over < 0 ? SECONDS : unitsOf(film, [this.over])[0];
    return [this.across, ...this.units].map((u) => u.unit).join(' ');
  }

  data() {
    const { film } = this.owner;
    const x = shown(film, this.over, this.across);
    const ys = this.channels.map((c, i) => shown(film, c, this.units[i]));
    return this.over < 0 ? [x, ...ys] : [null, ...ys.map((y) => [x, y])];
  }

  // One scale for each unit: the first has its axis left, the second right.
  axes() {
    const ink = dark() ? '#aab4c0' : '#4a5560';
    const axis = { stroke: ink, grid: { stroke: dark() ? '#ffffff18' : '#00000014', width: 1 }, ticks: { show: false }, font: '11px system-ui' };
    const scales = [...new Set(this.units.map((u, i) => this.scaleOf(i)))].sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0)).slice(0, 2);
    const label = (text) => ({ label: text, labelSize: 14, labelFont: '11px system-ui' });
    const over = this.over < 0 ? {} : label(`${this.owner.film.names[this.over]} [${this.across.unit || '1'}]`);
    return [{ ...axis, size: 26, values: (u, v) => v.map(trim), ...over },
      ...scales.map((scale, i) => ({ ...axis, scale, side: i ? 1 : 3, size: 48, grid: i ? { show: false } : axis.grid, values: (u, v) => v.map(trim), ...label(scale.slice(2) || '1') }))];
  }

  name(i) {
    const { film } = this.owner;
    const at = (this.look.names ? this.look.columns : []).findIndex((c) => matching(film.names, c)[0] === this.channels[i]);
    return this.look.names?.[at] ?? film.names[this.channels[i]];
  }

  isRight(i) { return (this.look.right || []).some((r) => matching(this.owner.film.names, r).includes(this.channels[i])); }

  scaleOf(i) { return `${this.isRight(i) ? 'z' : 'y'} ${this.units[i].unit}`; }

  series() {
    const { film } = this.owner;
    return this.channels.map((c, i) => {
      const scale = this.scaleOf(i);
      const pen = penOf(this.look, film.names, this.channels, i);
      pen.stroke = colour(pen.colour ?? i);
      pen.style ??= DASHES.indexOf(dash(i));
      pen.dash = DASHES[pen.style];
      const line = { label: this.name(i), pen, stroke: pen.stroke, width: pen.points ? 0 : 1.6, dash: pen.dash, points: pen.points ? { show: true, size: 4 } : {}, scale };
      return this.over < 0 ? line : { ...line, facets: [{ scale: 'x', auto: true }, { scale, auto: true }], paths: path };
    });
  }

  draw() {
    if (this.u) this.u.destroy();
    this.drawn = this.measure();
    this.unit.textContent = [...new Set(this.units.map((u) => u.unit || '1'))].join(', ');
    this.u = new uPlot({
      mode: this.over < 0 ? 1 : 2,
      width: Math.max(this.owner.element.clientWidth - MARGIN, 240),
      height: this.over < 0 ? HEIGHT : 1.5 * HEIGHT,
      legend: { show: false },
      cursor: { drag: { x: true, y: false }, points: { show: this.over < 0, size: 5 } },
      scales: rangesOf(this),
      axes: this.axes(),
      series: [{}, ...this.series()],
      hooks: { ready: [(u) => u.over.addEventListener('click', (e) => this.click(u, e))], setScale: [() => this.point()], draw: [(u) => { drawLines(u, this); this.point(); }] },
    }, this.data(), this.body);
    this.needle = h('div', { class: this.over < 0 ? 'needle' : 'needle dot' });
    this.u.over.append(this.needle);
    this.point();
    this.print();
  }

  click(u, e) {
    const { clock } = this.owner;
    if (this.over >= 0) return;
    clock.play(false);
    clock.seek(u.posToVal(e.offsetX, 'x'));
  }

  now(c, { factor, offset }) { return factor * this.owner.film.now(c) + offset; }

  // The line where the clock stands, or the point of the first curve.
  point() {
    if (!this.needle) return;
    const { u } = this;
    const x = u.valToPos(this.over < 0 ? this.owner.clock.t : this.now(this.over, this.across), 'x');
    const y = this.over < 0 ? 0 : u.valToPos(this.now(this.channels[0], this.units[0]), this.scaleOf(0));
    this.needle.hidden = !(x >= 0 && x <= u.over.clientWidth);
    this.needle.style.transform = `translate(${x}px, ${y}px)`;
  }

  // Numbers that have grown may ask for another unit.
  refresh() {
    if (this.measure() !== this.drawn) return this.draw();
    this.u.setData(this.data());
  }

  print() {
    const { film } = this.owner;
    if (!this.cells) {
      this.cells = this.channels.map(() => h('b', {}));
      this.legend.replaceChildren(...this.channels.map((c, i) => {
        const { pen } = this.u.series[i + 1];
        return h('span', { title: film.scene.channels[c][2] },
          h('i', { class: pen.points ? 'dots' : `dash${pen.style}`, style: `color:${pen.stroke}` }), `${this.name(i)} `, this.cells[i]);
      }));
    }
    this.channels.forEach((c, i) => { this.cells[i].textContent = `${trim(rounded(this.now(c, this.units[i])))} ${this.units[i].unit}`.trim(); });
  }

  save() {
    const { film } = this.owner;
    const channels = this.over < 0 ? this.channels : [this.over, ...this.channels];
    const rows = [['time [s]', ...channels.map((c) => `${film.names[c]}${film.units[c] ? ` [${film.units[c]}]` : ''}`)].join(',')];
    const series = channels.map((c) => film.series(c));
    const times = film.times();
    for (let i = 0; i < film.n; i++) rows.push([times[i], ...series.map((s) => s[i])].join(','));
    download(`${film.scene.name || 'davit'}.csv`, `${rows.join('\n')}\n`, 'text/csv');
  }
}

// What rounding leaves of nothing is nothing.
const rounded = (x) => (Math.abs(x) < 1e-12 ? 0 : x);

export class Plots {
  constructor(film, clock) {
    this.film = film;
    this.clock = clock;
    this.plots = [];
    this.found = h('div', { class: 'found' });
    this.search = h('input', { id: 'search', type: 'search', placeholder: 'plot a column: name or pattern, e.g. *.pressure', oninput: () => this.find(), onkeydown: (e) => { if (e.key === 'Enter') this.addPattern(this.search.value.trim()); } });
    this.list = h('div', {});
    this.element = h('div', { class: 'panel', id: 'plots' }, h('div', { class: 'searchbox' }, this.search, this.found), this.list);
    new ResizeObserver(() => this.fit()).observe(this.element);
  }

  // What the machine file says, or a few coordinates.
  start() {
    const { scene, names } = this.film;
    for (const p of scene.plots) {
      const channels = [...new Set(p.columns.flatMap((c) => matching(names, c)))];
      if (!channels.length) continue;
      const over = p.x ? matching(names, p.x)[0] : -1;
      this.add(p.title, channels, over, p);
      (p.zooms || []).forEach((z) => this.add(`${p.title || ''}: close-up`, channels, over, { ...p, from: z.from, to: z.to, lower: z.lower, upper: z.upper }));
    }
    if (!this.plots.length) {
      const states = names.map((_, i) => i).filter((i) => scene.channels[i][3] === 'state');
      const some = states.filter((i) => names[i].endsWith('.position'));
      if (states.length) this.add('Coordinates', (some.length ? some : states).slice(0, 6));
    }
  }

  find() {
    const text = this.search.value.trim().toLowerCase();
    const hits = text ? this.film.names.map((n, i) => [n, i]).filter(([n]) => n.toLowerCase().includes(text.replace(/\*/g, ''))).slice(0, 40) : [];
    this.found.replaceChildren(...hits.map(([n, i]) => h('button', { onclick: () => { this.add(n, [i]); this.search.value = ''; this.find(); } },
      n, h('small', {}, ` ${this.film.units[i]} ${this.film.scene.channels[i][2]}`))));
  }

  addPattern(text) {
    const channels = matching(this.film.names, text);
    if (!channels.length) return;
    this.add(text, channels);
    this.search.value = '';
    this.find();
  }

  add(title, channels, over = -1, look = {}) {
    const p = new Plot(this, title, channels, over, look);
    this.plots.push(p);
    this.list.append(p.element);
    p.print();
  }

  remove(plot) {
    plot.u.destroy();
    plot.element.remove();
    this.plots = this.plots.filter((p) => p !== plot);
  }

  get shown() { return this.element.clientWidth > 0; }

  fit() {
    if (!this.shown) return;
    const width = Math.max(this.element.clientWidth - MARGIN, 240);
    for (const p of this.plots) if (p.u.width !== width) p.u.setSize({ width, height: p.u.height });
  }

  theme() { for (const p of this.plots) p.draw(); }

  // Live data grow ten times a second; the needle moves with every picture.
  update(grown) {
    if (!this.shown) return;
    for (const p of this.plots) {
      if (grown) p.refresh();
      p.point();
      p.print();
    }
  }
}
