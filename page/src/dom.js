// dom.js: elements, numbers as people read them, colours.
import { display } from './units.js';

export function h(tag, props = {}, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(props)) {
    if (k === 'class') e.className = v;
    else if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
    else if (v === true) e.setAttribute(k, '');
    else if (v !== false && v != null) e.setAttribute(k, v);
  }
  e.append(...children.flat(Infinity).filter((c) => c != null));
  return e;
}

export function svg(tag, props = {}, ...children) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [k, v] of Object.entries(props)) e.setAttribute(k, v);
  e.append(...children.flat(Infinity).filter((c) => c != null));
  return e;
}

// "12.3 kN", "31.5 °", "187 bar"
export function show(x, si = '') {
  if (x == null || !Number.isFinite(x)) return '–';
  const { unit, factor, offset } = display(si, Math.abs(x));
  const shown = factor * x + offset;
  return `${trim(Math.abs(shown) < 1e-12 ? 0 : shown)} ${unit}`.trim();
}

export function trim(x) {
  const a = Math.abs(x);
  if (a === 0) return '0';
  if (a >= 1e5 || a < 1e-4) return x.toExponential(2);
  return String(Number(x.toPrecision(4)));
}

// A text of the file, whose lines were broken for the file: paragraphs and items of lists stay apart.
export const prose = (text) => text.trim().replace(/([^\n])\n(?![\n\s]|[-*] )/g, '$1 ');

// Keys that go into a text are no keys of the machine.
export const isWriting = (e) => (/^(INPUT|SELECT|TEXTAREA)$/.test(e.tagName) && e.type !== 'range') || e.isContentEditable;

export const palette = ['#e4572e', '#2e86ab', '#5fad56', '#b16ad6', '#e0a100', '#17a398', '#d1497a', '#7a7f8c', '#4361ee', '#9c6644'];

export function download(name, text, type = 'text/plain') {
  const a = h('a', { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  a.click();
  setTimeout(() => URL.revokeObjectURL(a.href), 1000);
}

// '*' stands for any run of characters, '?' for one; "x" means "x.position" too.
export function matching(names, pattern) {
  if (!/[*?]/.test(pattern)) {
    const i = names.indexOf(pattern);
    const j = i < 0 ? names.indexOf(`${pattern}.position`) : i;
    return j < 0 ? [] : [j];
  }
  const re = new RegExp(`^${pattern.replace(/[.+^${}()|[\]\\]/g, '\\$&').replace(/\*/g, '.*').replace(/\?/g, '.')}$`);
  return names.map((n, i) => (re.test(n) ? i : -1)).filter((i) => i >= 0);
}
