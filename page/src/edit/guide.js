// guide.js: the guide of the language (doc/modelling.md) beside the text: the section that a fault is about, and what a kind takes.
import { h } from '../dom.js';
import { parse } from './yaml.js';

// Sections of a machine file -> headings of the guide.
export const HEADING = {
  davit: 'A first machine', name: 'Names, warnings', doc: 'Names, warnings', acknowledge: 'Names, warnings',
  gravity: 'Numbers, units, parameters', include: 'Numbers, units, parameters', parameters: 'Numbers, units, parameters',
  world: 'Bodies', bodies: 'Bodies', joints: 'Joints', loops: 'Loops', independent: 'Loops', contacts: 'Contact and ground', axes: 'Axes, parts, ports', parts: 'Axes, parts, ports',
  nodes: 'Oil and electricity', oil: 'Oil and electricity', initial: 'Oil and electricity', signals: 'Signals', variants: 'Variants', variant: 'Variants', nominal: 'Controllers',
  cases: 'Cases and expectations', metrics: 'Cases and expectations', expect: 'Cases and expectations', studies: 'Studies', optimise: 'Studies', plan: 'Studies',
  until: 'Solver', start: 'Solver', solver: 'Solver', display: 'What people see', operator: 'Operator and faults', faults: 'Operator and faults', scenario: 'Training',
  io: 'A controller elsewhere', record: 'Plots', plots: 'Plots',
};
const FIRST = 'A first machine';

// `code`, **strong** and [links](elsewhere), whose text stays.
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\[[^\]]+\]\([^)]+\))/).filter(Boolean).map((piece) => {
    if (piece.startsWith('`')) return h('code', {}, piece.slice(1, -1));
    if (piece.startsWith('**')) return h('b', {}, piece.slice(2, -2));
    return piece.startsWith('[') && /\]\(/.test(piece) ? /^\[([^\]]+)\]/.exec(piece)[1] : piece;
  });
}

function table(lines) {
  const cells = (l, tag) => h('tr', {}, l.trim().replace(/^\||\|$/g, '').split('|').map((c) => h(tag, {}, inline(c.trim()))));
  return h('table', {}, cells(lines[0], 'th'), lines.slice(2).map((l) => cells(l, 'td')));
}

// Blocks of Markdown as the guide uses them.
function blocks(text) {
  const out = [];
  const lines = text.split('\n');
  for (let i = 0; i < lines.length;) {
    const take = (fits) => { const from = i; while (i < lines.length && fits(lines[i])) i++; return lines.slice(from, i); };
    const line = lines[i];
    const head = /^(#+) (.*)/.exec(line);
    if (line.startsWith('```')) {
      i++;
      out.push(h('pre', {}, take((l) => !l.startsWith('```')).join('\n')));
      i++;
    } else if (head) {
      out.push(h(head[1].length > 2 ? 'h4' : 'h3', { 'data-heading': head[2] }, inline(head[2])));
      i++;
    } else if (line.startsWith('|')) out.push(table(take((l) => l.startsWith('|'))));
    else if (line.startsWith('- ')) out.push(h('ul', {}, take((l) => /^(- |  )/.test(l)).join('\n').split(/\n(?=- )/).map((l) => h('li', {}, inline(l.slice(2))))));
    else if (line.trim()) out.push(h('p', {}, inline(take((l) => l.trim() && !/^(```|#|\||- )/.test(l)).join(' '))));
    else i++;
  }
  return out;
}

export class Guide {
  constructor(text, words) {
    this.words = words;
    this.kind = h('div', { class: 'kind' });
    this.body = h('div', {}, blocks(text));
    this.element = h('div', { id: 'guide', hidden: true }, h('button', { id: 'guide-close', title: 'close', onclick: () => this.close() }, '✕'), this.kind, this.body);
  }

  // The section of the text at a place; with the kind of the part there.
  open(text, pos) {
    let n = parse(text).children.filter((c) => c.from <= pos).at(-1);
    const section = n?.key;
    let kind = null;
    for (; n; n = n.children.filter((c) => c.from <= pos).at(-1)) kind = this.words.kindName(n) ?? kind;
    this.kind.replaceChildren(...(kind ? [h('h3', {}, kind), h('pre', {}, this.words.reference(kind))] : []));
    this.element.hidden = false;
    this.heading = HEADING[section] ?? FIRST;
    const at = [...this.body.children].find((e) => e.dataset.heading === this.heading);
    if (kind) this.element.scrollTop = 0;
    else at?.scrollIntoView({ block: 'start' });
  }

  close() { this.element.hidden = true; }
}
