// local.js: a machine that lies in the page itself: engine and block for the worker, cases to choose, the check of its bits.
import { download, h, trim } from './dom.js';
import { inflate } from './film.js';
import { Live, isSwitch } from './live.js';

const lying = (id) => document.getElementById(id).textContent;
const text = async (packed) => new TextDecoder().decode(await inflate(packed));

// The case that the address names (#case=NAME), or the first.
export function chosen(cases) {
  const name = new URLSearchParams(location.hash.slice(1)).get('case');
  return cases.find((c) => c.name === name) || cases[0];
}

export async function unpackCase(kase) {
  const [block, code, scene, parameters] = await Promise.all([inflate(kase.block), kase.code ? inflate(kase.code) : null, text(kase.scene), text(kase.parameters)]);
  return { kase, block, code, scene: JSON.parse(scene), parameters: JSON.parse(parameters) };
}

export const unpackEngine = () => inflate(lying('davit-engine'));

export async function unpackMachine() {
  const { cases } = JSON.parse(lying('davit-machine'));
  const [engine, m] = await Promise.all([unpackEngine(), unpackCase(chosen(cases))]);
  return { cases, engine, ...m };
}

// What the worker needs of a machine.
export function forWorker({ kase, scene, block, code, parameters }) {
  return { block: block.buffer, code: code?.buffer, method: kase.method, step: kase.step, every: kase.every, until: kase.until, parameters,
    channels: scene.channels.map(([name, unit]) => [name, unit]), inputs: Object.fromEntries(scene.inputs.map((i) => [i.name, i.value])),
    levers: scene.operator.controls.map((c) => c.input) };
}

// The worker, which takes the messages of a socket and answers as one.
export class Hall {
  constructor(m, handlers) {
    // eslint-disable-next-line no-undef
    const url = URL.createObjectURL(new Blob([DAVIT_WORKER], { type: 'text/javascript' }));
    this.worker = new Worker(url);
    this.worker.onmessage = ({ data }) => (data instanceof Float32Array ? handlers.frame(data) : handlers.text(data));
    this.worker.onerror = (e) => handlers.text({ fault: e.message || 'the engine stopped' });
    const machine = forWorker(m);
    this.worker.postMessage({ open: { engine: m.engine.buffer, machine } }, [m.engine.buffer, m.block.buffer]);
  }

  send(m) {
    this.worker.postMessage(m);
    return true;
  }
}

// The panel of such a machine: that of any live one, with its cases, notches of parameters and the check.
export class LocalLive extends Live {
  constructor(m, send) {
    super(m.scene, send);
    this.machine = m;
    this.saves = 0;
    this.line.classList.toggle('short', !m.code);
    this.element.querySelector('.row').after(...[this.caseChoice(m)].filter(Boolean));
    this.element.append(...this.notches(m.parameters), this.proof(m.kase));
  }

  parameters() { return null; }  // no reader here: notches()

  caseChoice({ cases, kase }) {
    if (cases.length < 2) return null;
    const s = h('select', { id: 'case', onchange: () => { location.hash = `case=${encodeURIComponent(s.value)}`; location.reload(); } },
      cases.map((c) => h('option', { value: c.name, selected: c === kase }, c.name || 'the machine as it is')));
    return h('div', {}, h('label', { class: 'choice' }, 'Case ', s), kase.doc ? h('p', { class: 'note' }, kase.doc) : null);
  }

  notches(parameters) {
    const switches = parameters.filter((p) => isSwitch([p.name, p.at[p.start]]) && p.at[0] === 0);
    const list = parameters.filter((p) => !switches.includes(p));
    this.back = new Map();  // how a parameter is shown as in the file
    return [switches.map((p) => this.toggle(p.name, (on) => this.send({ set: { [p.name]: on ? p.start : 0 } }))),
      list.length ? h('details', { id: 'parameters' }, h('summary', {}, `Parameters (${list.length})`), list.map((p) => this.notch(p))) : null].flat().filter(Boolean);
  }

  notch(p) {
    const text = (i) => `${trim(p.at[i])} ${p.unit}`;
    const out = h('output', {}, text(p.start));
    const range = h('input', { type: 'range', min: 0, max: p.at.length - 1, step: 1, value: p.start, 'data-parameter': p.name, 'aria-label': p.name,
      oninput: () => { out.textContent = text(range.value); }, onchange: () => this.send({ set: { [p.name]: Number(range.value) } }) });
    this.back.set(p.name, () => {
      range.value = p.start;
      out.textContent = text(p.start);
    });
    return h('label', { class: 'slider' }, h('span', {}, p.name), range, out);
  }

  proof(kase) {
    this.checkLine = h('output', { id: 'checked' });
    return h('details', { id: 'proof' }, h('summary', {}, 'Same numbers as davit run'),
      h('p', { class: 'note' }, `The engine steps by ${kase.method}, ${trim(1000 * kase.step)} ms, with the bits of the native one. Check runs the machine from its start to ${kase.until} s; this gives the same hash:`),
      h('code', { class: 'command' }, kase.command), h('div', { class: 'row' }, h('button', { id: 'check', onclick: () => { this.checkLine.textContent = 'running…'; this.send({ check: kase.until }); } }, 'Check'), this.checkLine));
  }

  save({ text: csv, rows }) {
    const name = (this.scene.name || 'machine').replace(/[^\w.-]+/g, '_');
    download(`${name}-${++this.saves}.csv`, csv, 'text/csv');
    this.note.textContent = `${rows} rows are saved as ${name}-${this.saves}.csv`;
  }

  hear(m) {
    if (m.fault) {
      this.line.textContent = `the engine stopped: ${m.fault}`;
      this.line.classList.add('bad');
    }
    if (m.saved) this.save(m.saved);
    if (m.checked) this.checkLine.textContent = `state ${m.checked.hash} at t = ${m.checked.until} s, ${trim(m.checked.speed)}× real time${m.checked.compiled ? ', compiled' : ''}`;
    if (m.parameters) for (const name of m.back) this.back.get(name)?.();
    super.hear(m);
  }

  statusLine(s) {
    const how = this.machine.code ? (s.compiled ? ', compiled' : ', interpreted while parameters are moved') : '';
    const pace = s.paused ? 'paused' : s.possible ? `${s.realtime.toFixed(2)}× real time, ${s.possible.toFixed(s.possible < 100 ? 1 : 0)}× possible` : 'starting';
    return `${pace} · ${this.machine.kase.method}, ${trim(1000 * this.machine.kase.step)} ms${how}${s.hash ? ` · state ${s.hash}` : ''}`;
  }
}
