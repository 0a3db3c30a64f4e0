// clock.js: the time that is shown: play, pause, step, speed, reverse, seek. Everything that shows time listens.
import { h } from './dom.js';

const SPEEDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export class Clock {
  constructor(film, live) {
    this.film = film;
    this.live = live;
    this.t = film.start;
    this.playing = true;
    this.speed = 1;
    this.reverse = false;
    this.listeners = [];
    this.build();
  }

  onchange(f) { this.listeners.push(f); }

  build() {
    const button = (id, text, title, onclick) => h('button', { id, title, 'aria-label': title, onclick }, text);
    this.playButton = button('play', '❚❚', 'play or pause (space)', () => this.toggle());
    this.slider = h('input', { id: 'time', type: 'range', min: 0, max: 1000, value: 0, step: 'any', 'aria-label': 'time', oninput: () => this.scrub() });
    this.label = h('output', { id: 'clock' });
    this.select = h('select', { id: 'speed', title: 'speed', onchange: () => { this.speed = Number(this.select.value); } },
      SPEEDS.map((s) => h('option', { value: s, selected: s === 1 }, `${s}×`)));
    this.back = button('reverse', '◀', 'reverse', () => { this.reverse = !this.reverse; this.back.classList.toggle('on', this.reverse); this.play(true); });
    this.element = h('div', { class: 'clock' }, button('stepback', '❙◀', 'one frame back (,)', () => this.step(-1)), this.back, this.playButton,
      button('step', '▶❙', 'one frame on (.)', () => this.step(1)), this.slider, this.label, this.select);
    this.sign();
    this.print();
  }

  // A live machine goes on whatever is shown: the button leads back to now.
  get atNow() { return this.live && this.playing; }

  key(e) {
    if (e.key === ' ') this.toggle();
    else if (e.key === ',') this.step(-1);
    else if (e.key === '.') this.step(1);
    else return false;
    return true;
  }

  toggle() { this.play(!this.playing); }

  play(on) {
    this.playing = on;
    this.sign();
    if (on && !this.live && !this.reverse && this.t >= this.film.end) this.t = this.film.start;
  }

  sign() {
    const [text, title] = this.live ? ['● Live', this.playing ? 'shows the machine as it is now; touch to hold the picture (space)' : 'back to the machine as it is now (space)'] : [this.playing ? '❚❚' : '▶', 'play or pause (space)'];
    this.playButton.textContent = text;
    this.playButton.title = title;
    this.playButton.classList.toggle('on', !!this.atNow);
    this.element.classList.toggle('live', !!this.live);
  }

  scrub() {
    this.play(false);
    this.seek(this.film.start + (Number(this.slider.value) / 1000) * (this.film.end - this.film.start));
  }

  step(n) {
    this.play(false);
    const i = Math.min(Math.max(this.film.before(this.t) + n, 0), this.film.n - 1);
    if (i >= 0) this.seek(this.film.time(i));
  }

  seek(t) {
    this.t = Math.min(Math.max(t, this.film.start), this.film.end);
    this.print();
    for (const f of this.listeners) f(this.t);
  }

  // Called once per drawn picture with the wall time since the last.
  tick(dt) {
    if (!this.playing || !this.film.n) return;
    if (this.live) return this.seek(this.film.end);
    const { start, end } = this.film;
    let t = this.t + dt * this.speed * (this.reverse ? -1 : 1);
    if (t > end) t = end > start ? start + ((t - end) % (end - start)) : start;
    if (t < start) t = end;
    this.seek(t);
  }

  print() {
    const { start, end } = this.film;
    if (document.activeElement !== this.slider || this.playing) this.slider.value = end > start ? (1000 * (this.t - start)) / (end - start) : 0;
    this.label.textContent = this.atNow ? `${this.t.toFixed(2)} s` : `${this.t.toFixed(2)} / ${end.toFixed(2)} s`;
  }
}
