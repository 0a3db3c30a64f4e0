// pad.js: which stick and button of a gamepad moves what: shown, learned by moving it, kept in this browser for this machine.
import { h } from './dom.js';

const KEPT = ['axis', 'button', 'scale', 'deadZone'];
const MOVED = 0.5;  // of a stick's way: then it is meant

// The user's own map of a machine; a browser that keeps nothing has none.
function load(name) {
  try { return JSON.parse(localStorage.getItem(name)) ?? {}; } catch { return {}; }
}

function save(name, map) {
  try {
    if (map) localStorage.setItem(name, JSON.stringify(map));
    else localStorage.removeItem(name);
  } catch { /* it holds until the page is left */ }
}

const apply = (c, own) => { for (const k of KEPT) if (k in own) c[k] = own[k] ?? undefined; };

export class PadMap {
  // changed: told after each change
  constructor(operator, machine, changed) {
    const { controls, deadMan, nextMode } = operator;
    this.name = `davit-pad ${machine}`;
    this.changed = changed;
    this.rows = [...controls.map((c) => ({ id: c.input, label: c.label, c })), deadMan ? { id: ' hold', label: 'hold to drive', c: deadMan, press: true } : null,
      nextMode ? { id: ' mode', label: 'next mode', c: nextMode, press: true } : null].filter(Boolean);
    const own = load(this.name);
    for (const r of this.rows) {
      r.first = Object.fromEntries(KEPT.map((k) => [k, r.c[k]]));
      if (own[r.id]) apply(r.c, own[r.id]);
    }
    this.note = h('p', { class: 'note' });
    this.table = h('table', { class: 'keys' });
    this.element = h('details', { id: 'pad' }, h('summary', {}, 'Gamepad'), this.note, this.table, h('div', { class: 'row' }, h('button', { id: 'pad-reset', onclick: () => this.reset() }, 'As in the file')));
    this.print();
  }

  text(c) { return c.axis !== undefined ? `axis ${c.axis}` : c.button !== undefined ? `button ${c.button}` : '–'; }

  print() {
    this.note.textContent = this.wanted ? `Move the stick or press the button that shall be '${this.wanted.label}'.` : 'Learn: then move a stick or press a button of the gamepad.';
    this.table.replaceChildren(...this.rows.map((r) => h('tr', {}, h('td', {}, r.label), h('td', {}, this.text(r.c)),
      h('td', {}, h('button', { 'data-learn': r.id, class: this.wanted === r ? 'on' : '', onclick: () => this.ask(r) }, 'Learn')),
      h('td', {}, r.press ? '' : h('label', {}, h('input', { type: 'checkbox', 'data-turn': r.id, checked: r.c.scale < 0, onchange: () => { r.c.scale = -r.c.scale; this.keep(); } }), ' turned')))));
  }

  ask(row) {
    this.wanted = this.wanted === row ? null : row;
    this.rest = null;
    this.print();
  }

  // Looks at the pad while somebody teaches it; 1: it does, and nothing shall move.
  learn(pad) {
    const { wanted: r } = this;
    if (!r) return false;
    if (!pad || pad.touch) return true;
    this.rest ??= [...pad.axes];
    const axis = r.press ? -1 : pad.axes.findIndex((a, i) => Math.abs(a - (this.rest[i] ?? 0)) > MOVED);
    const button = pad.buttons.findIndex((b) => b.pressed);
    if (axis < 0 && button < 0) return true;
    r.c.axis = axis >= 0 ? axis : undefined;
    r.c.button = axis >= 0 ? undefined : button;
    this.wanted = null;
    this.keep();
    return true;
  }

  keep() {
    save(this.name, Object.fromEntries(this.rows.map((r) => [r.id, Object.fromEntries(KEPT.map((k) => [k, r.c[k] ?? null]))])));
    this.print();
    this.changed();
  }

  reset() {
    for (const r of this.rows) apply(r.c, r.first);
    this.wanted = null;
    save(this.name, null);
    this.print();
    this.changed();
  }
}
