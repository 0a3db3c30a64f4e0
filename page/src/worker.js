// worker.js: a machine that runs inside the page, in a thread of its own: what src/server is to `davit view`, with its messages.
import { Engine } from './engine.mjs';
import { Tape } from './tape.js';

const FRAME = 1 / 60;     // s between pictures
const SLIP = 0.1;         // s that the run may lag before the lag is forgiven
const BUDGET = 12;        // ms of work until messages are looked at
const SILENCE = 500;      // ms without a word after which a lever goes back
const TAPE_MOST = 128e6;  // bytes of a recording; then it goes on in the next file

let module = null;
let code = null;     // of the machine, compiled; null: it is interpreted
let engine = null;
let machine = null;  // {block, code, method, step, every, until, channels, levers, parameters}
let tape = null;
let begun = { wall: 0, time: 0 };
let nextFrame = 0;
let pace = { wall: 0, time: 0, work: 0 };
const state = { paused: false, speed: 1, realtime: 0, possible: 0, steps: 0, late: 0, failure: '', note: '' };
const inputs = new Map();    // as they were set
const heard = new Map();     // levers that a hand holds: when it last said so
const changed = new Map();   // parameters that are others than the file's: name -> notch

const say = (m, give = []) => postMessage(m, give);
const wall = () => performance.now() / 1000;

function setPace() {
  begun = { wall: wall(), time: engine.time };
  pace = { wall: begun.wall, time: begun.time, work: 0 };
  nextFrame = engine.time;
}

function status() {
  say({ status: { time: engine.time, speed: state.speed, realtime: state.realtime, possible: state.possible, compiled: engine.compiled, steps: state.steps, late: state.late, paused: state.paused,
    recording: !!tape, failure: state.failure || null, note: state.note || null, hash: state.paused || state.failure ? engine.hash() : null } });
}

function note(text) {
  state.note = text;
  status();
}

// ---- the run

function fail(error) {
  state.failure = error.message;
  status();
}

function show() {
  const frame = engine.frame();
  say(frame, [frame.buffer]);
  nextFrame = engine.time + FRAME * Math.max(state.speed, 1e-3) - 1e-9;
}

// One piece of time: to the next instant that is shown or recorded.
function piece() {
  const h = machine.step;
  const unit = Math.max(1, Math.round((tape ? Math.min(machine.every, FRAME) : FRAME * Math.min(state.speed, 1)) / h));
  const from = performance.now();
  engine.go((Math.floor(engine.count / unit) + 1) * unit);
  pace.work += performance.now() - from;
  state.steps++;
  if (tape) record();
  if (engine.time >= nextFrame) show();
}

function measure(now) {
  if (now - pace.wall < 0.5) return;
  state.realtime = (engine.time - pace.time) / (now - pace.wall);
  state.possible = pace.work ? (1000 * (engine.time - pace.time)) / pace.work : 0;
  pace = { wall: now, time: engine.time, work: 0 };
  status();
}

function run() {
  const until = performance.now() + BUDGET;
  while (performance.now() < until) {
    const now = wall();
    const due = begun.wall + (engine.time - begun.time) / state.speed;
    if (now < due) break;
    if (now > due + SLIP) {
      begun = { wall: now, time: engine.time };
      state.late++;
    }
    piece();
  }
  measure(wall());
}

function letGo() {
  for (const [name, at] of heard) if (performance.now() - at > SILENCE) {
    heard.delete(name);
    setInput(name, machine.inputs[name]);
  }
}

function beat() {
  if (engine && !state.failure && !state.paused) {
    try {
      letGo();
      run();
    } catch (error) { fail(error); }
  }
  setTimeout(beat, 3);
}

// Joints set by hand: the machine stands still there.
function pose(joints) {
  state.paused = true;
  for (const [name, x] of Object.entries(joints)) {
    if (engine.handle(`${name}.position`) < 0 || !Number.isFinite(x)) continue;
    engine.put(`${name}.position`, x);
    if (engine.handle(`${name}.rate`) >= 0) engine.put(`${name}.rate`, 0);
  }
  show();
}

// ---- recording

function record() {
  tape.add(engine.row());
  if (tape.bytes > TAPE_MOST) {
    keep();
    tape = new Tape(machine.channels);
  }
}

function keep() {
  const done = tape;
  tape = null;
  if (!done || !done.rows) return note('nothing was recorded: the machine stood still');
  say({ saved: { text: done.text(), rows: done.rows } });
}

// ---- orders

function setInput(name, value) {
  if (!(name in machine.inputs) || !Number.isFinite(value)) return;
  inputs.set(name, value);
  engine.put(`${name}.value`, value);
}

// Numbers and start of the model as the notches of all parameters say that were ever moved.
function applyParameters() {
  const moved = machine.parameters.filter((p) => p.touched || changed.has(p.name));
  for (const p of moved) {
    p.touched = true;
    engine.turn(p, changed.get(p.name) ?? p.start);
  }
  if (moved.length) engine.renumbered();
}

// Two parameters that change one number need the reader: the other one goes back, and the page says so.
function setParameter(name, notch) {
  const p = machine.parameters.find((x) => x.name === name);
  if (!p || !p.values[notch]) return;
  const own = new Set(p.index);
  const back = [...changed.keys()].filter((other) => other !== name && machine.parameters.find((x) => x.name === other).index.some((i) => own.has(i)));
  for (const other of back) changed.delete(other);
  if (notch === p.start) changed.delete(name);
  else changed.set(name, notch);
  applyParameters();
  note(`${name} = ${p.at[notch]} ${p.unit}${back.length ? `; ${back.join(', ')} as in the file again: they change the same numbers` : ''}`);
  say({ parameters: Object.fromEntries(changed), back });
}

// Inputs and parameters stay as they were set.
function reset() {
  const recording = !!tape;
  if (recording) keep();
  state.failure = '';
  applyParameters();  // the start, from which the reset begins
  engine.reset();
  applyParameters();  // the numbers, which it took from the file
  for (const [name, value] of inputs) engine.put(`${name}.value`, value);
  if (recording) tape = new Tape(machine.channels);
  Object.assign(state, { steps: 0, late: 0 });
  setPace();
  show();
}

const orders = {
  pause: () => { state.paused = true; },
  resume: () => { state.paused = false; setPace(); },
  step: () => { if (!state.failure) piece(); show(); },
  reset,
  record: () => { if (!tape) { tape = new Tape(machine.channels); note('recording'); } },
  stop: () => { if (tape) keep(); },
};

// A second machine from the start to the end, with nobody's hand on it: what `davit run --hash` gives.
function check(until) {
  const fresh = new Engine(module, code);
  fresh.open(machine.block, machine.method, machine.step);
  const from = performance.now();
  fresh.goTo(until);
  say({ checked: { hash: fresh.hash(), until: fresh.time, compiled: fresh.compiled, speed: (1000 * until) / (performance.now() - from) } });
  setPace();
}

// Another machine takes the place of this one; where it can, it goes on from the same state. What cannot be opened changes nothing.
function swap(m, fits) {
  const next = new Engine(module);
  const block = new Uint8Array(m.block);
  next.open(block, m.method, m.step);
  const going = fits && !state.failure;
  if (going) next.goOn(engine.time, engine.state());
  if (tape) keep();
  engine = next;
  code = null;
  machine = { ...m, block };
  changed.clear();
  heard.clear();
  for (const [name, value] of inputs) {
    if (going && name in machine.inputs) engine.put(`${name}.value`, value);
    else inputs.delete(name);
  }
  Object.assign(state, { failure: '', note: '', steps: 0, late: 0 });
  setPace();
  show();
  status();
}

async function open(m) {
  module = await WebAssembly.compile(m.engine);
  machine = { ...m.machine, block: new Uint8Array(m.machine.block) };
  code = machine.code ? await WebAssembly.compile(machine.code) : null;
  engine = new Engine(module, code);
  engine.open(machine.block, machine.method, machine.step);
  setPace();
  show();
  status();
  beat();
}

function obey(m) {
  if (m.inputs) for (const [name, value] of Object.entries(m.inputs)) {
    setInput(name, value);
    if (machine.levers.includes(name)) heard.set(name, performance.now());
  }
  if (m.set) for (const [name, notch] of Object.entries(m.set)) setParameter(name, notch);
  if (m.pose) pose(m.pose);
  if (m.do && orders[m.do]) orders[m.do]();
  if (m.speed > 0) { state.speed = m.speed; setPace(); }
  if (m.check) check(m.check);
  if (m.ping !== undefined) say({ pong: m.ping });
  else if (!m.inputs) status();
}

onmessage = async ({ data: m }) => {
  try {
    if (m.open) await open(m.open);
    else if (m.swap && engine) swap(m.swap, m.fits);
    else if (engine) obey(m);
  } catch (error) {
    if (engine) fail(error);
    else say({ fault: error.message });
  }
};
