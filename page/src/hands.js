// hands.js: keyboard and gamepad as the machine's `operator:` maps them: dead zone, scale, modes, dead-man switch.
import { h, isWriting } from './dom.js';
import { PadMap } from './pad.js';
import { touchPad } from './touch.js';

const named = (key) => (key === ' ' ? 'space' : key.toLowerCase());

export class Hands {
  constructor(scene) {
    this.operator = scene.operator;
    this.keys = new Set();
    this.mode = 0;
    this.toggled = new Map();
    this.before = new Map();
    this.moving = [];  // inputs that hands move now
    this.wanted = new Set(this.operator.controls.flatMap((c) => [c.down, c.up]).concat(this.operator.deadMan?.key, this.operator.nextMode?.key).filter(Boolean));
    this.pad = h('span', {});
    this.modeLabel = h('b', {});
    this.table = h('table', { class: 'keys', id: 'keymap' });
    this.helpLine = h('p', { class: 'note' });
    this.map = new PadMap(this.operator, scene.name || 'machine', () => this.print());
    this.element = h('div', {}, h('h3', {}, 'Operator ', this.modeLabel), this.pad, this.table, this.helpLine, this.map.element);
    this.print();
    this.touch = touchPad(this.operator);
    this.ending = new AbortController();
    const { signal } = this.ending;
    window.addEventListener('keydown', (e) => this.key(e, true), { signal });
    window.addEventListener('keyup', (e) => this.key(e, false), { signal });
  }

  end() { this.ending.abort(); }

  // The map of keys and sticks, as they are now.
  print() {
    this.table.replaceChildren(h('tr', {}, ['', 'keys', 'gamepad'].map((t) => h('th', {}, t))), ...this.operator.controls.map((c) => h('tr', {},
      h('td', {}, c.label, c.mode ? h('small', {}, ` ${c.mode}`) : null), h('td', {}, [c.down, c.up].filter(Boolean).map((k) => h('kbd', {}, k))),
      h('td', {}, c.axis !== undefined ? `axis ${c.axis}` : '', c.button !== undefined ? ` button ${c.button}` : ''))));
    this.helpLine.replaceChildren(...this.help().filter(Boolean));
  }

  help() {
    const press = (p) => [p.key ? h('kbd', {}, p.key) : null, p.button !== undefined ? `${p.key ? 'or ' : ''}button ${p.button}` : ''];
    const { deadMan, nextMode } = this.operator;
    return [deadMan ? ['Hold ', press(deadMan), ' to drive: nothing moves without it. '] : '', nextMode ? ['Next mode: ', press(nextMode), '.'] : ''].flat(2);
  }

  key(e, down) {
    if (isWriting(e.target)) return;
    const k = named(e.key);
    if (!this.wanted.has(k)) return;
    if (down) this.keys.add(k);
    else this.keys.delete(k);
    e.preventDefault();
    e.stopImmediatePropagation();
  }

  // For a user who has not driven it yet: what to press, or to touch.
  hint() {
    const { controls, deadMan } = this.operator;
    if (!controls.length) return null;
    const keys = [...new Set(controls.filter((c) => !c.toggle && (!c.mode || c.mode === this.operator.modes[0])).flatMap((c) => [c.down, c.up]).filter(Boolean))];
    return h('div', { id: 'hint' }, h('span', { class: 'bykeys' }, deadMan?.key ? ['Hold ', h('kbd', {}, deadMan.key), ' and press '] : 'Press ', keys.map((k) => h('kbd', {}, k)), ' to drive'),
      h('span', { class: 'bytouch' }, deadMan?.button !== undefined ? ['Touch ', h('b', {}, 'hold'), ', then move the sticks'] : 'Move the sticks'));
  }

  // Whoever looks elsewhere holds nothing.
  release() {
    this.keys.clear();
    if (this.touch) this.touch.release();
  }

  gamepad() {
    for (const p of navigator.getGamepads ? navigator.getGamepads() : []) if (p && p.connected) return p;
    return this.touch && this.touch.pad;
  }

  held(press, pad) {
    return !!press && ((press.key && this.keys.has(press.key)) || (press.button !== undefined && !!pad?.buttons[press.button]?.pressed));
  }

  // A press counts once.
  pressed(name, on) {
    const was = this.before.get(name);
    this.before.set(name, on);
    return on && !was;
  }

  // Share of the input's range that one control asks for. Keys are named after what they do to the input, so a turned scale turns
  // the stick alone.
  deflection(c, pad) {
    let x = ((c.up && this.keys.has(c.up) ? 1 : 0) - (c.down && this.keys.has(c.down) ? 1 : 0)) * Math.abs(c.scale);
    if (!x && pad && c.axis !== undefined) {
      const a = pad.axes[c.axis] || 0;
      x = Math.abs(a) <= c.deadZone ? 0 : (c.scale * (a - Math.sign(a) * c.deadZone)) / (1 - c.deadZone);
    }
    if (!x && pad && c.button !== undefined) x = c.scale * (pad.buttons[c.button]?.value || 0);
    if (!c.toggle) return x;
    if (this.pressed(c.input, x > 0.5)) this.toggled.set(c.input, !this.toggled.get(c.input));
    return this.toggled.get(c.input) ? 1 : 0;
  }

  // Values of the inputs that hands move now; one that was let go goes back to its own value once.
  read(inputs) {
    const pad = this.gamepad();
    const { controls, modes, deadMan, nextMode } = this.operator;
    this.pad.textContent = pad && !pad.touch ? `gamepad: ${pad.id.slice(0, 40)}` : '';
    const learning = this.map.learn(pad);
    if (modes.length && this.pressed('mode', this.held(nextMode, pad))) this.mode = (this.mode + 1) % modes.length;
    this.modeLabel.textContent = modes.length ? `– ${modes[this.mode]}` : '';
    const alive = !learning && (!deadMan || this.held(deadMan, pad));
    const out = {};
    this.moving = [];
    for (const c of controls) {
      const works = alive && (!c.mode || c.mode === modes[this.mode]);
      const x = works ? this.deflection(c, pad) : 0;
      const input = inputs.find((i) => i.name === c.input);
      if (!input) continue;
      if (x) this.moving.push(c.input);
      if (!x && !this.before.get(`moved ${c.input}`)) continue;
      this.before.set(`moved ${c.input}`, !!x);
      out[c.input] = x >= 0 ? input.value + x * (input.upper - input.value) : input.value + x * (input.value - input.lower);
    }
    return out;
  }
}
