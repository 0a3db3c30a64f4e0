// training.js: the panel of scenarios: the task, its steps as they are done, and the debrief: score, replay, plots, trainees compared.
import { h, show, download, prose, trim } from './dom.js';
import { Play } from './play.js';

const RATE = 60;            // frames of a second
const FILM_MOST = 200e6;    // bytes that a scenario's film may take

export class Training {
  // owner: the app, for its clock and plots
  constructor(film, live, owner) {
    Object.assign(this, { film, live, owner });
    this.list = film.scene.scenarios;
    this.sessions = [];
    this.choice = h('select', { id: 'scenario', onchange: () => this.brief() }, this.list.map((s) => h('option', { value: s.name }, s.name.replace(/-/g, ' '))));
    this.trainee = h('input', { id: 'trainee', class: 'field', placeholder: 'name of the trainee' });
    this.startButton = h('button', { id: 'train', onclick: () => this.start() }, 'Start');
    this.endButton = h('button', { id: 'quit', hidden: true, title: 'ends the task as it is, with its debrief', onclick: () => this.quit() }, 'End');
    this.body = h('div', { id: 'task' });
    this.debriefBody = h('div', { id: 'debrief' });
    this.element = h('div', { class: 'panel', id: 'training' }, h('label', { class: 'choice' }, 'Scenario ', this.choice), this.trainee,
      h('div', { class: 'row' }, this.startButton, this.endButton), this.body, this.debriefBody);
    film.hear = (frame) => this.take(frame);
    this.brief();
  }

  get scenario() { return this.list.find((s) => s.name === this.choice.value); }

  // A column, or the place of a body, in a frame.
  value(frame, name) {
    const c = this.film.channel(name);
    if (c >= 0) return frame[this.film.first + c];
    const [, body, axis] = /^(.*)\.([xyz])$/.exec(name) || [];
    const i = this.film.scene.bodies.findIndex((b) => b.name === body);
    return i < 0 ? NaN : frame[1 + 7 * i + 'xyz'.indexOf(axis)];
  }

  unit(name) {
    const c = name ? this.film.channel(name) : -1;
    return c >= 0 ? this.film.units[c] : name ? 'm' : 's';
  }

  brief() {
    const s = this.scenario;
    this.play = null;
    this.endButton.hidden = true;
    this.debriefBody.replaceChildren();
    this.body.replaceChildren(s.doc ? h('p', { class: 'doc' }, prose(s.doc)) : '', h('ol', { class: 'steps' }, s.steps.map((x) => h('li', {}, x.text))),
      h('p', { class: 'note' }, `At most ${trim(s.limit)} s.`));
  }

  start() {
    const s = this.scenario;
    const frame = 4 * this.film.width;
    this.film.most = Math.max(this.film.most, Math.min(RATE * (s.limit + 10), FILM_MOST / frame));
    this.brief();
    for (const e of s.events) this.put(e.input, undefined);
    this.armed = this.film.n ? this.film.end : 0;
    this.owner.clock.live = true;
    this.owner.clock.play(true);
    this.live.send({ do: 'reset' });
    this.live.send({ do: 'resume' });
    this.message = h('p', { class: 'note', id: 'say' });
    this.bar = h('progress', { max: 1, value: 0 });
    this.body.append(this.bar, this.message);
    this.startButton.textContent = 'Start again';
    this.endButton.hidden = false;
  }

  quit() {
    if (this.play?.state !== 'running') return;
    this.play.end('failed', 'ended by hand');
    this.finish();
  }

  // undefined: as the machine has it
  put(input, value) {
    if (!input) return;
    this.live.put(input, value ?? this.film.scene.inputs.find((i) => i.name === input).value);
    this.live.tell();
  }

  take(frame) {
    const [t] = frame;
    if (this.armed !== undefined && (t < this.armed || t < 0.1)) {
      this.armed = undefined;
      this.began = t;
      this.play = new Play(this.scenario);
    }
    const { play } = this;
    if (!play || play.state !== 'running') return;
    if (t < this.began) return this.brief();  // somebody has reset the machine
    const before = play.step;
    const { inputs, says } = play.take(t - this.began, (name) => this.value(frame, name));
    for (const [input, value] of Object.entries(inputs)) this.put(input, value);
    if (says.length) this.message.textContent = says.join(' ');
    this.bar.value = play.progress;
    if (play.step !== before || play.step === 0) this.mark();
    if (play.state !== 'running') this.finish();
  }

  mark() {
    this.body.querySelectorAll('.steps li').forEach((li, i) => {
      li.className = i < this.play.step ? 'past' : i === this.play.step ? 'now' : '';
    });
  }

  finish() {
    this.live.send({ do: 'pause' });
    for (const e of this.scenario.events) this.put(e.input, undefined);
    this.bar.remove();
    this.endButton.hidden = true;
    const session = this.play.debrief(this.trainee.value.trim() || 'somebody');
    this.sessions.push(session);
    this.debrief(session);
    for (const p of this.scenario.score) {
      const c = p.column ? this.film.channel(p.column) : -1;
      if (c >= 0 && !this.owner.plots.plots.some((q) => q.channels.length === 1 && q.channels[0] === c)) this.owner.plots.add(p.label, [c]);
    }
  }

  debrief(s) {
    const ends = s.state === 'done' ? `Done in ${s.time.toFixed(1)} s` : `Not done: ${s.why}`;
    const spec = this.scenario.score;
    const part = (p, i) => h('tr', {}, h('td', {}, p.label), h('td', {}, show(p.value, this.unit(spec[i].column))),
      h('td', {}, `${show(spec[i].worst, this.unit(spec[i].column))} … ${show(spec[i].best, this.unit(spec[i].column))}`), h('td', {}, `${trim(p.points)} of ${trim(p.weight)}`));
    this.last = s;
    this.debriefBody.replaceChildren(h('h3', {}, `Debrief: ${s.total.toFixed(0)} %`), h('p', { class: s.state === 'done' ? '' : 'note bad' }, ends),
      h('table', {}, h('tr', {}, ['', 'measured', 'worst … best', 'points'].map((c) => h('th', {}, c))), s.parts.map(part)),
      h('table', {}, this.scenario.steps.map((x, i) => h('tr', {}, h('td', {}, x.text), h('td', {}, s.times[i] === undefined ? '–' : `${s.times[i].toFixed(1)} s`)))),
      h('div', { class: 'row' }, h('button', { id: 'replay', onclick: () => this.replay() }, 'Replay'),
        h('button', { onclick: () => download(`${s.scenario}-${s.trainee.replace(/[^\w.-]+/g, '_')}.json`, JSON.stringify(s, null, 1), 'application/json') }, 'Save'), this.loader()),
      ...[this.compared()].flat());
  }

  replay() {
    const { clock } = this.owner;
    clock.live = false;
    clock.seek(this.film.start);
    clock.play(true);
  }

  // Debriefs of others that were saved.
  loader() {
    const box = h('input', { type: 'file', accept: '.json', multiple: true, id: 'others', onchange: async () => {
      for (const f of box.files) this.add(await f.text());
    } });
    return h('label', { class: 'chip' }, 'Compare with ', box);
  }

  add(text) {
    let s = null;
    try { s = JSON.parse(text); } catch { /* no debrief */ }
    if (!this.last || !s || s.scenario !== this.scenario.name || !Array.isArray(s.parts) || !Number.isFinite(s.total)) return;
    this.sessions.push(s);
    this.debrief(this.last);
  }

  compared() {
    const all = this.sessions.filter((s) => s.scenario === this.scenario.name);
    if (all.length < 2) return '';
    return [h('h3', {}, 'Sessions'), h('table', { id: 'sessions' }, h('tr', {}, ['', 'total', 'time', ...this.scenario.score.map((p) => p.label)].map((c) => h('th', {}, c))),
      [...all].sort((a, b) => b.total - a.total).map((s) => h('tr', {}, h('td', {}, String(s.trainee)), h('td', {}, `${s.total.toFixed(0)} %`), h('td', {}, s.state === 'done' ? `${trim(s.time)} s` : 'not done'),
        s.parts.map((p) => h('td', {}, trim(p.points))))))];
  }
}
