// engine.mjs: the engine (page/engine/page_sim.c) with the texts, arrays and errors of JavaScript.

const utf8 = new TextEncoder();
const PAGE = 65536;
const CODE_BASE = 4 << 20;  // as cli/page_code.c links it
const CODE_ROOM = 8 << 20;

export class Engine {
  // One machine for one instance of the module, which imports nothing. code: the machine itself compiled, a module beside it.
  constructor(module, code = null) {
    this.raw = new WebAssembly.Instance(module, {}).exports;
    this.raw._initialize();
    this.handles = new Map();
    if (code) this.load(code);
  }

  // The code was linked for the room behind the engine's first memory; what the engine takes later lies behind it.
  load(code) {
    const { memory, __indirect_function_table: table } = this.raw;
    this.raw.give(this.raw.take(1));
    if (memory.buffer.byteLength !== CODE_BASE) throw new Error('the page has no room for the code of its machine');
    memory.grow(CODE_ROOM / PAGE);
    const own = new WebAssembly.Instance(code, { env: { memory, __indirect_function_table: table } }).exports;
    const place = (f) => {
      if (!f) return 0;
      const at = table.grow(1);
      table.set(at, f);
      return at;
    };
    this.raw.code(own.open_list(), own.open_count(), own.key_low(), own.key_high(), place(own.davit_rates_x1), place(own.davit_sample_x1), place(own.davit_all_roots_x1), place(own.davit_all_tidy_x1));
  }

  // Whether the machine's own code steps it: while its numbers are those that were compiled.
  get compiled() { return Boolean(this.raw.by_code()); }

  text(at) {
    const bytes = new Uint8Array(this.raw.memory.buffer);
    let end = at;
    while (bytes[end]) end++;
    return new TextDecoder().decode(bytes.slice(at, end));
  }

  // f with bytes in the module's memory.
  lend(bytes, f) {
    const at = this.raw.take(bytes.length + 1);
    const room = new Uint8Array(this.raw.memory.buffer, at, bytes.length + 1);
    room.set(bytes);
    room[bytes.length] = 0;
    const out = f(at);
    this.raw.give(at);
    return out;
  }

  // 0, or an error that says what the engine says.
  check(code) {
    if (code) throw new Error(this.text(this.raw.text()).replace(/^.*?error: /, ''));
  }

  open(block, method, step) {
    this.step = step;
    this.handles.clear();
    this.lend(block, (at) => this.lend(utf8.encode(method), (name) => this.check(this.raw.open(at, block.length, name, step))));
  }

  get time() { return this.raw.now(); }

  // Steps since t = 0.
  get count() { return Math.round(this.time / this.step); }

  go(count) { if (count > this.count) this.check(this.raw.go(count, this.step)); }
  goTo(t) { this.check(this.raw.go_to(t)); }
  reset() { this.check(this.raw.reset()); }

  // A picture, as the film of the page takes it.
  frame() {
    const at = this.raw.shoot();
    this.check(!at);
    return new Float32Array(this.raw.memory.buffer, at, this.raw.width()).slice();
  }

  // Time and channels as doubles.
  row() {
    const at = this.raw.record();
    this.check(!at);
    return new Float64Array(this.raw.memory.buffer, at, this.raw.channels() + 1).slice();
  }

  // -1: there is none.
  handle(name) {
    if (!this.handles.has(name)) this.handles.set(name, this.lend(utf8.encode(name), (at) => this.raw.find(at)));
    return this.handles.get(name);
  }

  put(name, value) {
    const handle = this.handle(name);
    if (handle < 0) throw new Error(`the machine has no '${name}'`);
    this.check(this.raw.put(handle, value));
  }

  get(name) { return this.raw.get(this.handle(name)); }

  numbers() { return new Float64Array(this.raw.memory.buffer, this.raw.numbers(), this.raw.number_count()); }
  starts() { return new Float64Array(this.raw.memory.buffer, this.raw.starts(), this.raw.start_count()); }
  renumbered() { this.raw.renumbered(); }

  // A parameter at one of its notches: numbers of the model at once, its start from the next reset on. Then: renumbered().
  turn(parameter, notch) {
    const numbers = this.numbers();
    const starts = this.starts();
    parameter.index.forEach((at, i) => {
      const value = parameter.values[notch][i];
      if (at < numbers.length) numbers[at] = value;
      else starts[at - numbers.length] = value;
    });
  }

  // All that the machine goes on from, and another one that is made of the same and goes on from it.
  state() {
    const at = this.raw.state();
    this.check(!at);
    return new Float64Array(this.raw.memory.buffer, at, this.raw.start_count()).slice();
  }

  goOn(time, state) {
    if (state.length !== this.raw.start_count()) throw new Error('this is the state of another machine');
    this.lend(new Uint8Array(state.buffer), (at) => this.check(this.raw.go_on(time, at)));
  }

  hash() { return this.text(this.raw.hash()); }
}
