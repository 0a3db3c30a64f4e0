// touch.js: two thumb sticks, a dead man's grip and buttons on glass: a gamepad for Hands on phones and tablets.
import { h } from './dom.js';

const REACH = 44;  // px from the middle to full deflection

// A stick that moves two axes of the pad; it springs back when the thumb leaves it.
function stick(pad, [across, along], used) {
  const knob = h('i', {});
  const base = h('div', { class: 'stick', 'data-stick': `${across}` }, knob);
  const set = (x, y) => {
    knob.style.transform = `translate(${x * REACH}px, ${y * REACH}px)`;
    pad.axes[across] = x;
    pad.axes[along] = y;
  };
  const follow = (e) => {
    const r = base.getBoundingClientRect();
    const [x, y] = [(e.clientX - r.left - r.width / 2) / REACH, (e.clientY - r.top - r.height / 2) / REACH];
    const size = Math.max(1, Math.hypot(x, y));
    set(used.includes(across) ? x / size : 0, used.includes(along) ? y / size : 0);
  };
  base.addEventListener('pointerdown', (e) => { base.setPointerCapture(e.pointerId); base.held = e.pointerId; follow(e); e.preventDefault(); });
  base.addEventListener('pointermove', (e) => { if (base.held === e.pointerId) follow(e); });
  for (const end of ['pointerup', 'pointercancel', 'lostpointercapture']) base.addEventListener(end, () => { base.held = undefined; set(0, 0); });
  return base;
}

// A button: pressed while it is touched; one that stays down until it is touched again.
function button(pad, at, text, stays) {
  const set = (b, on) => { pad.buttons[at] = { pressed: on, value: on ? 1 : 0 }; b.classList.toggle('on', on); };
  const b = h('button', { class: 'press', 'data-press': `${at}` }, text);
  b.addEventListener('pointerdown', (e) => { set(b, stays ? !pad.buttons[at]?.pressed : true); e.preventDefault(); });
  if (!stays) for (const end of ['pointerup', 'pointercancel', 'pointerleave']) b.addEventListener(end, () => set(b, false));
  return b;
}

// The pad of an operator's desk, and its picture; NULL: nothing of the desk is on axes or buttons.
export function touchPad({ controls, deadMan, nextMode }) {
  const pad = { id: 'touch', connected: true, touch: true, axes: [0, 0, 0, 0], buttons: [] };
  const used = controls.map((c) => c.axis).filter((a) => a !== undefined);
  const sticks = [[0, 1], [2, 3]].filter((pair) => pair.some((a) => used.includes(a)));
  if (!sticks.length) return null;
  const presses = [deadMan?.button !== undefined ? button(pad, deadMan.button, 'hold', true) : null,
    nextMode?.button !== undefined ? button(pad, nextMode.button, 'mode', false) : null,
    ...controls.filter((c) => c.button !== undefined).map((c) => button(pad, c.button, c.label, false))];
  const [left, right] = sticks.map((pair) => stick(pad, pair, used));
  const release = () => {
    pad.axes.fill(0);
    pad.buttons.length = 0;
    for (const b of presses) if (b) b.classList.remove('on');
  };
  return { pad, release, element: h('div', { id: 'touch' }, left, h('div', { class: 'presses' }, presses), right) };
}
