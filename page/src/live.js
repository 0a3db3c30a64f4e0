// live.js: a running machine behind a socket: frames in, inputs out; and the panel to drive it.
import { h, show, trim } from './dom.js';
import { Hands } from './hands.js';

export const isSwitch = ([name, text]) => /_on$/.test(name) && Number(text) === 1;
const BEAT = 50;  // ms between messages while somebody drives

export class Socket {
  constructor(url, handlers) {
    this.url = url;
    this.handlers = handlers;
    this.connect();
  }

  connect() {
    this.ws = new WebSocket(this.url, 'davit');
    this.ws.binaryType = 'arraybuffer';
    this.ws.onmessage = (e) => (typeof e.data === 'string' ? this.handlers.text(JSON.parse(e.data)) : this.handlers.frame(new Float32Array(e.data)));
    this.ws.onopen = () => this.handlers.open();
    this.ws.onclose = () => {
      this.handlers.closed();
      setTimeout(() => this.connect(), 700);
    };
    this.ws.onerror = () => {};
  }

  // Nothing is queued: what a slow line cannot take is old anyway.
  send(message) {
    if (this.ws.readyState !== 1 || this.ws.bufferedAmount > 20000) return false;
    this.ws.send(JSON.stringify(message));
    return true;
  }
}

// The first sentence of what the file says of its machine, past initials of names; the rest is behind it.
function about({ doc }) {
  if (!doc) return null;
  const text = doc.trim().replace(/\s*\n\s*/g, ' ');
  const sentence = /^.{20,260}?[^A-Z][.](?=\s|$)/.exec(text)?.[0];
  const first = sentence ?? text.slice(0, 240).replace(/\s\S*$/, '');
  return first.length >= text.length ? h('p', { class: 'about' }, text) : h('details', { class: 'about' }, h('summary', {}, sentence ?? `${first} …`), text.slice(first.length).trim());
}

export class Live {
  constructor(scene, send) {
    this.scene = scene;
    this.send = send;
    this.values = Object.fromEntries(scene.inputs.map((i) => [i.name, i.value]));
    this.told = { ...this.values };  // what the machine has; nothing goes out before a hand moves
    this.grasped = new Set();        // sliders of levers under a finger
    this.hands = new Hands(scene);
    this.status = {};
    this.build();
    this.ending = new AbortController();
    const { signal } = this.ending;
    this.timers = [setInterval(() => this.beat(), BEAT), setInterval(() => this.send({ ping: performance.now() }), 1000)];
    document.addEventListener('visibilitychange', () => { if (document.hidden) this.neutral(); }, { signal });
    window.addEventListener('blur', () => { this.hands.release(); this.grasped.clear(); }, { signal });
  }

  end() {
    this.ending.abort();
    this.hands.end();
    for (const t of this.timers) clearInterval(t);
  }

  build() {
    const { scene } = this;
    const button = (id, text, what) => h('button', { id, onclick: () => this.send({ do: what() }) }, text);
    this.sticks = this.hands.touch && this.hands.touch.element;
    this.pauseButton = button('pause', 'Pause', () => (this.status.paused ? 'resume' : 'pause'));
    this.recordButton = button('record', '● Record', () => (this.status.recording ? 'stop' : 'record'));
    this.line = h('p', { id: 'status', class: 'note' }, 'connecting…');
    this.note = h('p', { class: 'note', id: 'note' });
    const driven = new Set(scene.operator.controls.map((c) => c.input));
    const broken = new Set(scene.faults.map((f) => f.input));
    this.sliders = new Map();
    const plain = scene.inputs.filter((i) => !broken.has(i.name));
    this.element = h('div', { class: 'panel', id: 'drive' },
      h('div', { class: 'row' }, this.pauseButton, button('livestep', 'Step', () => 'step'), button('reset', 'Reset', () => 'reset'), this.recordButton, this.speed()),
      this.line, this.note, about(scene),
      scene.operator.controls.length ? this.hands.element : null,
      plain.length ? [h('h3', {}, 'Inputs'), plain.map((i) => this.slider(i, driven.has(i.name)))] : this.pose(),
      scene.faults.length ? [h('h3', {}, 'Faults'), scene.faults.map((f) => this.fault(f))] : null,
      this.parameters());
  }

  // Without inputs: the joints, set by hand while the machine is held still.
  pose() {
    const free = this.scene.joints.flatMap((j) => j.coordinates).filter((c) => !c.driven && this.scene.channels.some(([n]) => n === `${c.name}.position`));
    if (!free.length) return h('p', { class: 'note' }, 'This machine has no inputs (signals of kind input).');
    this.joints = new Map();
    return [h('h3', {}, 'Joints'), h('p', { class: 'note' }, 'Nobody drives this machine. Move a joint: the machine stands still at once, and Resume lets it go from there.'), free.map((c) => this.joint(c))];
  }

  joint(c) {
    const [, unit] = this.scene.channels.find(([n]) => n === `${c.name}.position`);
    const most = /^rad/.test(unit) ? Math.PI : 1;
    const out = h('output', {});
    const range = h('input', { type: 'range', min: c.lower ?? -most, max: c.upper ?? most, step: 'any', value: 0, 'data-joint': c.name, 'aria-label': c.name, oninput: () => this.send({ pose: { [c.name]: Number(range.value) } }) });
    this.joints.set(c.name, { range, out, unit });
    return h('label', { class: 'slider' }, h('span', {}, c.name), range, out);
  }

  // Where the joints are now; one under a finger stays where it is.
  follow(film) {
    if (!this.joints || !this.element.clientWidth) return;
    for (const [name, j] of this.joints) {
      const x = film.value(`${name}.position`);
      j.out.textContent = show(x, j.unit);
      if (document.activeElement !== j.range || !this.status.paused) j.range.value = x;
    }
  }

  // Those called `..._on` that are 1 are switches.
  parameters() {
    const switches = this.scene.parameters.filter(isSwitch);
    const list = this.scene.parameters.filter((p) => !isSwitch(p));
    return [switches.map(([name]) => this.toggle(name, (on) => this.send({ set: { [name]: on ? '1' : '0' } }))),
      list.length ? h('details', {}, h('summary', {}, `Parameters (${list.length})`), list.map((p) => this.parameter(p))) : null];
  }

  toggle(name, change) {
    const box = h('input', { type: 'checkbox', 'data-switch': name, checked: true, onchange: () => change(box.checked) });
    return h('label', { class: 'fault-row' }, box, name.replace(/_on$/, '').replace(/_/g, ' '));
  }

  speed() {
    const s = h('select', { id: 'pace', title: 'simulated time per wall time', onchange: () => this.send({ speed: Number(s.value) }) },
      [0.1, 0.25, 0.5, 1, 2, 4].map((x) => h('option', { value: x, selected: x === 1 }, `${x}×`)));
    return s;
  }

  slider(i, driven) {
    const [lo, hi] = [i.lower ?? -1, i.upper ?? 1];
    const out = h('output', {}, show(i.value, i.unit));
    const range = h('input', { type: 'range', min: lo, max: hi, step: 'any', value: i.value, 'data-input': i.name, 'aria-label': i.name, oninput: () => this.put(i.name, Number(range.value)),
      onpointerdown: () => { if (driven) this.grasped.add(i.name); },
      // a stick springs back
      onchange: () => { this.grasped.delete(i.name); if (driven) this.put(i.name, i.value); },
      onpointerup: () => { this.grasped.delete(i.name); if (driven) this.put(i.name, i.value); } });
    this.sliders.set(i.name, { range, out, unit: i.unit });
    const label = this.scene.operator.controls.find((c) => c.input === i.name)?.label;
    return h('label', { class: 'slider', title: label || '' }, h('span', {}, i.name), range, out);
  }

  fault(f) {
    const input = this.scene.inputs.find((i) => i.name === f.input);
    const box = h('input', { type: 'checkbox', 'data-fault': f.name, onchange: () => this.put(f.input, box.checked ? f.value : input.value) });
    return h('label', { class: 'fault-row', title: f.doc || '' }, box, f.name.replace(/-/g, ' '), f.doc ? h('small', {}, ` ${f.doc}`) : null);
  }

  parameter([name, text]) {
    const box = h('input', { class: 'field', value: text, onchange: () => this.send({ set: { [name]: box.value } }) });
    return h('label', { class: 'slider' }, h('span', {}, name), box);
  }

  relabel() { for (const [name, s] of this.sliders) s.out.textContent = show(this.values[name], s.unit); }

  put(name, value) {
    this.values[name] = value;
    const s = this.sliders.get(name);
    if (!s) return;
    if (Number(s.range.value) !== value) s.range.value = value;
    s.out.textContent = show(value, s.unit);
  }

  neutral() {
    for (const c of this.scene.operator.controls) this.put(c.input, this.scene.inputs.find((i) => i.name === c.input).value);
    this.hands.release();
    this.tell();
  }

  // Sticks and keys first, then what changed goes out, and what a hand holds though it did not change: the machine waits for it.
  // Nothing else does: other levers may be in other hands.
  beat() {
    if (document.hidden) return;
    const moved = this.hands.read(this.scene.inputs);
    for (const [name, value] of Object.entries(moved)) this.put(name, value);
    this.tell([...this.hands.moving, ...this.grasped]);
  }

  tell(held = []) {
    const names = Object.keys(this.values).filter((n) => this.values[n] !== this.told[n] || held.includes(n));
    const inputs = Object.fromEntries(names.map((n) => [n, this.values[n]]));
    if (names.length && this.send({ inputs })) Object.assign(this.told, inputs);
  }

  hear(m) {
    if (m.pong !== undefined) this.latency = performance.now() - m.pong;
    if (m.status) this.status = m.status;
    this.print();
  }

  // Another run may answer; it has its own values, and set points go to it again.
  lost() {
    this.line.textContent = 'connection lost, trying again…';
    this.told = Object.fromEntries(this.scene.inputs.map((i) => [i.name, i.value]));
  }

  statusLine(s) {
    const late = s.steps ? (100 * (1 - s.late / s.steps)).toFixed(2) : '–';
    return `${trim(s.realtime)}× real time · ${late} % of steps in time · latency ${this.latency === undefined ? '–' : this.latency.toFixed(0)} ms · ${s.clients} client${s.clients === 1 ? '' : 's'}`;
  }

  print() {
    const s = this.status;
    if (s.time === undefined) return;
    this.line.textContent = this.statusLine(s);
    this.pauseButton.textContent = s.paused ? 'Resume' : 'Pause';
    this.recordButton.textContent = s.recording ? '■ Stop' : '● Record';
    this.recordButton.classList.toggle('on', !!s.recording);
    this.note.textContent = s.failure ? `The run stopped: ${s.failure}` : s.note || '';
    this.note.classList.toggle('bad', !!s.failure);
  }
}
