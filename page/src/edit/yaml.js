// yaml.js: as much of YAML as completion needs: a tree of keys with their places, of a text that may be unfinished.

const KEY = /^("[^"]*"|'[^']*'|[^\s#{}[\],:'"-][^#{}[\],:]*|-[^\s#{}[\],:][^#{}[\],:]*):(?=\s|$)/;

function node(parent, key, indent, from) {
  const n = { parent, key, indent, from, to: from, value: '', children: [], flow: null };
  if (parent) parent.children.push(n);
  return n;
}

// Where a comment or the line ends; '#' inside quotes is none.
function lineEnd(line) {
  let quote = '';
  for (let i = 0; i < line.length; i++) {
    const c = line[i];
    if (quote) { if (c === quote) quote = ''; } else if (c === '"' || c === "'") { if (i === 0 || /[\s,[{:]/.test(line[i - 1])) quote = c; } else if (c === '#' && (i === 0 || /\s/.test(line[i - 1]))) return i;
  }
  return line.length;
}

// A value in braces or brackets from `at` on; gives the place behind it. What is not closed ends with the text or with a line that
// begins a key at or left of the owner's.
function readFlow(text, at, owner, stop) {
  owner.flow = { from: at, to: stop, closed: false };
  const list = text[at] === '[';
  let i = at + 1;
  let begin = i;
  let item = null;
  let colon = -1;
  const end = () => {
    const piece = text.slice(begin, i);
    if (colon >= 0 || piece.trim()) {
      const n = item || node(owner, list ? '[]' : (colon >= 0 ? text.slice(begin, colon) : piece).trim(), -1, begin + (piece.length - piece.trimStart().length));
      n.to = i;
      if (!n.flow) n.value = (colon >= 0 ? text.slice(colon + 1, i) : list ? piece : '').trim();
    }
    item = null;
    colon = -1;
    begin = i + 1;
  };
  while (i < stop) {
    const c = text[i];
    if (c === '{' || c === '[') {
      if (!item) item = node(owner, list ? '[]' : text.slice(begin, colon >= 0 ? colon : i).trim(), -1, begin);
      i = readFlow(text, i, item, stop);
      continue;
    }
    if (c === '}' || c === ']') {
      end();
      owner.flow.to = i + 1;
      owner.flow.closed = true;
      return i + 1;
    }
    if (c === '"' || c === "'") {
      const close = text.indexOf(c, i + 1);
      i = close < 0 || close >= stop ? stop : close + 1;
      continue;
    }
    if (c === ',') end();
    else if (c === ':' && colon < 0 && !list && /\s/.test(text[i + 1] ?? ' ')) colon = i;
    i++;
  }
  end();
  return stop;
}

// Where an open brace must end at the latest: before the next line that begins a key of its own level.
function flowStop(text, at, indent) {
  const rest = /\n( *)(?=[^\s#}\]])/g;
  rest.lastIndex = at;
  for (let m; (m = rest.exec(text));) if (m[1].length <= indent && KEY.test(text.slice(m.index + 1 + m[1].length))) return m.index;
  return text.length;
}

export function parse(text) {
  const root = node(null, null, -1, 0);
  root.to = text.length;
  let stack = [root];
  for (let at = 0; at < text.length;) {
    const eol = text.indexOf('\n', at);
    const next = eol < 0 ? text.length : eol + 1;
    const line = text.slice(at, eol < 0 ? text.length : eol);
    const used = lineEnd(line);
    let column = line.length - line.trimStart().length;
    let rest = line.slice(column, used);
    let jump = next;
    while (rest.trim()) {
      while (stack.length > 1 && stack.at(-1).indent >= column) stack.pop();
      const dash = /^-(\s+|$)/.exec(rest);
      if (dash) {
        stack.push(node(stack.at(-1), '[]', column, at + column));
        column += dash[0].length;
        rest = rest.slice(dash[0].length);
        continue;
      }
      const key = KEY.exec(rest);
      const n = key ? node(stack.at(-1), key[1].trim().replace(/^["']|["']$/g, ''), column, at + column) : stack.at(-1);
      const after = key ? rest.slice(key[0].length) : rest;
      const start = at + column + (key ? key[0].length : 0) + (after.length - after.trimStart().length);
      n.to = at + used;
      if (/^[{[]/.test(after.trimStart())) {
        const stop = readFlow(text, start, n, flowStop(text, start, Math.max(n.indent, 0)));
        n.to = stop;
        if (stop > next) jump = text.indexOf('\n', stop) < 0 ? text.length : text.indexOf('\n', stop) + 1;
      } else n.value = after.trim();
      if (key) stack.push(n);
      break;
    }
    at = jump;
  }
  return root;
}

export const find = (n, ...keys) => keys.reduce((m, k) => m?.children.find((c) => c.key === k), n);
export const names = (n) => (n ? n.children.map((c) => c.key).filter((k) => k && k !== '[]') : []);

export function pathOf(n) {
  const out = [];
  for (let m = n; m && m.parent; m = m.parent) out.unshift(m.key);
  return out;
}

function flowAt(n, pos) {
  for (const c of n.children) {
    if (c.flow && pos > c.flow.from && (c.flow.closed ? pos < c.flow.to : pos <= c.flow.to)) return flowAt(c, pos) || c;
    const inner = flowAt(c, pos);
    if (inner) return inner;
  }
  return null;
}

// Where the cursor is: {map, key, word, from, flow, indent}: the map (a node) that it writes in; key: the value of that one is being
// written, null: a key is.
export function place(text, pos) {
  const lineFrom = text.lastIndexOf('\n', pos - 1) + 1;
  const before = text.slice(lineFrom, pos);
  if (lineEnd(before) < before.length) return null;
  const tree = parse(text);
  const flow = flowAt(tree, pos);
  if (flow) return inFlow(text, pos, flow);
  const [, dashes] = /^(\s*(?:- +)*)/.exec(before);
  const rest = before.slice(dashes.length);
  const key = KEY.exec(rest);
  const above = parse(text.slice(0, lineFrom) + before.slice(0, dashes.length).replace(/- +$/, (d) => d) + (dashes.trim() ? 'x:' : ''));
  let map = dashes.trim() ? find(last(above), 'x')?.parent ?? last(above).parent : owner(above, dashes.length);
  // the real tree knows what stands below the cursor, too
  map = same(tree, map) || map;
  if (!key) return { map, key: null, word: rest, from: pos - rest.length, flow: false, indent: dashes.length };
  const value = rest.slice(key[0].length).trimStart();
  if (rest.length === key[0].length) return null;
  return { map, key: key[1].trim(), word: value, from: pos - value.length, flow: false, indent: dashes.length };
}

function last(n) { return n.children.length ? last(n.children.at(-1)) : n; }

// The node that a line with so much indentation would stand in.
function owner(tree, indent) {
  let n = tree;
  for (;;) {
    const c = n.children.filter((x) => x.indent >= 0).at(-1);
    if (!c || c.indent >= indent) return n;
    n = c;
  }
}

function same(tree, n) {
  const chain = [];
  for (let m = n; m && m.parent; m = m.parent) chain.unshift(m.from);
  let at = tree;
  for (const from of chain) {
    at = at.children.find((c) => c.from === from);
    if (!at) return null;
  }
  return at;
}

function inFlow(text, pos, map) {
  const list = text[map.flow.from] === '[';
  let from = pos;
  for (let depth = 0; from > map.flow.from + 1; from--) {
    const c = text[from - 1];
    if (c === '}' || c === ']') depth++;
    if (c === '{' || c === '[') depth--;
    if (!depth && c === ',') break;
  }
  const piece = text.slice(from, pos).trimStart();
  const colon = list ? -1 : piece.search(/:(\s|$)/);
  if (list) return { map, key: '[]', word: piece, from: pos - piece.length, flow: true, indent: 0 };
  if (colon < 0) return { map, key: null, word: piece, from: pos - piece.length, flow: true, indent: 0 };
  const value = piece.slice(colon + 1).trimStart();
  return { map, key: piece.slice(0, colon).trim(), word: value, from: pos - value.length, flow: true, indent: 0 };
}
