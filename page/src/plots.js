// plots.js: plots of any channel, found by name; their cursor is the clock's time.
import uPlot from 'uplot';
import { h, palette, show, matching, download, brief, trim } from './dom.js';
import { display } from './units.js';

const POINTS = 2000;
const dark = () => document.documentElement.dataset.theme === 'dark';

class Plot {
  constructor(owner, title, channels) {
    this.owner = owner;
    this.channels = channels;
    this.mixed = channels.some((c) => /^(1|\*)?$/.test(owner.film.units[c]));
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

  // Angles beside plain numbers, as a joint beside its reference, stay radians: curves that are equal must look equal.
  unitOf(c) {
    const unit = this.owner.film.units[c];
    return this.mixed && unit === 'rad' ? { unit, factor: 1, offset: 0 } : display(unit);
  }

  valueOf(c) {
    const { film } = this.owner;
    return this.unitOf(c).unit === 'rad' ? `${trim(film.now(c))} rad` : show(film.now(c), film.units[c]);
  }

  data() {
    const { film } = this.owner;
    const stride = Math.max(1, Math.ceil(film.n / POINTS));
    const thin = (a) => (stride === 1 ? a : a.filter((_, i) => i % stride === 0));
    const shown = (c) => {
      const { factor, offset } = this.unitOf(c);
      return factor === 1 && !offset ? thin(film.series(c)) : thin(film.series(c)).map((x) => factor * x + offset);
    };
    return [thin(film.times()), ...this.channels.map(shown)];
  }

  draw() {
    const { film } = this.owner;
    if (this.u) this.u.destroy();
    this.unit.textContent = [...new Set(this.channels.map((c) => this.unitOf(c).unit || '1'))].join(', ');
    const ink = dark() ? '#aab4c0' : '#4a5560';
    const axis = { stroke: ink, grid: { stroke: dark() ? '#ffffff18' : '#00000014', width: 1 }, ticks: { show: false }, font: '11px system-ui' };
    this.u = new uPlot({
      width: Math.max(this.owner.element.clientWidth - 26, 240),
      height: 150,
      legend: { show: false },
      cursor: { drag: { x: true, y: false }, points: { size: 5 } },
      scales: { x: { time: false } },
      axes: [{ ...axis, size: 26 }, { ...axis, size: 52, values: (u, v) => v.map(brief) }],
      series: [{}, ...this.channels.map((c, i) => ({ label: film.names[c], stroke: palette[i % palette.length], width: 1.6 }))],
      hooks: { ready: [(u) => u.over.addEventListener('click', (e) => this.click(u, e))], setScale: [() => this.point()] },
    }, this.data(), this.body);
    this.needle = h('div', { class: 'needle' });
    this.u.over.append(this.needle);
    this.point();
    this.print();
  }

  click(u, e) {
    const { clock } = this.owner;
    clock.play(false);
    clock.seek(u.posToVal(e.offsetX, 'x'));
  }

  // The line where the clock stands.
  point() {
    if (!this.needle) return;
    const x = this.u.valToPos(this.owner.clock.t, 'x');
    this.needle.hidden = !(x >= 0 && x <= this.u.over.clientWidth);
    this.needle.style.transform = `translateX(${x}px)`;
  }

  refresh() { this.u.setData(this.data()); }

  print() {
    const { film } = this.owner;
    if (!this.cells) {
      this.cells = this.channels.map(() => h('b', {}));
      this.legend.replaceChildren(...this.channels.map((c, i) => h('span', { title: film.scene.channels[c][2] },
        h('i', { style: `background:${palette[i % palette.length]}` }), `${film.names[c]} `, this.cells[i])));
    }
    this.channels.forEach((c, i) => { this.cells[i].textContent = this.valueOf(c); });
  }

  save() {
    const { film } = this.owner;
    const rows = [['time [s]', ...this.channels.map((c) => `${film.names[c]}${film.units[c] ? ` [${film.units[c]}]` : ''}`)].join(',')];
    const series = this.channels.map((c) => film.series(c));
    const times = film.times();
    for (let i = 0; i < film.n; i++) rows.push([times[i], ...series.map((s) => s[i])].join(','));
    download(`${film.scene.name || 'davit'}.csv`, `${rows.join('\n')}\n`, 'text/csv');
  }
}

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
      if (channels.length) this.add(p.title, channels);
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

  add(title, channels) {
    const p = new Plot(this, title, channels);
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
    const width = Math.max(this.element.clientWidth - 26, 240);
    for (const p of this.plots) if (p.u.width !== width) p.u.setSize({ width, height: 150 });
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
