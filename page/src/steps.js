// steps.js: sequences as charts: their steps from top to bottom, what lets each end, the one that is on now lit.
import { h, show, trim } from './dom.js';

const LETTERS = ['a', 'b', 'c', 'd', 'e', 'f'];

// What lets step i end: its condition, its times.
function way(part, row, i) {
  const [least, most] = row;
  const asked = part.inputs.includes(`go_${i + 1}`);
  if (least > 0 && least === most) return `at ${show(least, 's')}`;
  const early = [asked ? `go_${i + 1} > 0` : null, least > 0 ? `after ${show(least, 's')}` : null].filter(Boolean).join(', ');
  return [early, most > 0 ? `at ${show(most, 's')}` : ''].filter(Boolean).join(' or ') || 'never by itself';
}

class Chart {
  constructor(film, part) {
    this.film = film;
    this.step = film.channel(`${part.name}.step`);
    this.time = film.channel(`${part.name}.time`);
    this.cycles = film.channel(`${part.name}.cycles`);
    const rows = part.tables.steps;
    this.used = LETTERS.map((_, k) => rows.some((r) => r[2 + k] !== 0));
    this.boxes = rows.map((row, i) => this.box(part, row, i));
    this.said = h('small', {});
    this.element = h('div', { class: 'sequence' }, h('h3', {}, part.name, ' ', this.said), this.boxes);
  }

  box(part, row, i) {
    const outs = LETTERS.map((l, k) => (this.used[k] ? `${l} ${trim(row[2 + k])}` : null)).filter(Boolean).join('  ');
    return h('div', { class: 'step' }, h('b', {}, String(i + 1)), h('span', {}, outs), h('small', {}, way(part, row, i)));
  }

  update() {
    if (this.step < 0) return;
    const on = Math.floor(this.film.now(this.step) + 1e-6) - 1;
    this.boxes.forEach((b, i) => b.classList.toggle('on', i === on));
    const cycles = this.cycles < 0 ? 0 : Math.floor(this.film.now(this.cycles) + 1e-6);
    this.said.textContent = [this.time < 0 ? '' : `for ${show(this.film.now(this.time), 's')}`, cycles ? `round ${cycles + 1}` : ''].filter(Boolean).join(', ');
  }
}

export class Steps {
  constructor(film) {
    this.charts = film.scene.parts.filter((p) => p.look === 'steps').map((p) => new Chart(film, p));
    this.element = h('div', { class: 'panel', id: 'steps' }, this.charts.map((c) => c.element));
  }

  update() { this.charts.forEach((c) => c.update()); }
}
