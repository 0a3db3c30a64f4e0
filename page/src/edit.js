// edit.js: starts the page of `davit edit`: the text left, the machine right.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, startCompletion } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, bracketMatching, indentService, indentUnit, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { h } from './dom.js';
import { Bench } from './edit/bench.js';
import { Guide } from './edit/guide.js';
import { Line } from './edit/line.js';
import { Words } from './edit/words.js';

/* global DAVIT_EXAMPLES, DAVIT_GUIDE */
const PAUSE = 300;    // ms without a key, after which the text is checked
const MOST = 1 << 20; // bytes of a text

const look = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--key)' }, { tag: tags.comment, color: 'var(--soft)', fontStyle: 'italic' },
  { tag: [tags.string, tags.attributeValue], color: 'var(--text)' }, { tag: [tags.number, tags.content], color: 'var(--ink)' },
]);

// A new line stands where the one before does, deeper after a key without a value.
const indent = indentService.of((context, pos) => {
  const { text } = context.lineAt(pos, -1);
  const column = /^\s*(- +)*/.exec(text)[0].length;
  return column + (/:\s*(#.*)?$/.test(text) ? 2 : 0);
});

class Edit {
  constructor(root) {
    this.words = new Words(JSON.parse(document.getElementById('davit-words').textContent));
    this.known = undefined;  // hash of what lies on disk, as far as this text knows
    this.number = 0;
    this.guide = new Guide(DAVIT_GUIDE, this.words);
    this.build(root);
    this.bench = new Bench(root, (name) => { this.case = name; this.check(); });
    this.line = new Line({ open: () => this.check(), closed: () => this.say('The connection is lost: is davit edit still running?', true), disk: (d) => this.disk(d), saved: (s) => this.saved(s), checked: (m) => this.checked(m) });
  }

  build(root) {
    this.name = h('h1', {});
    this.saveButton = h('button', { id: 'save', title: 'write the file (Ctrl-S)', onclick: () => this.save() }, 'Save');
    this.state = h('span', { id: 'state', class: 'note' });
    this.bar = h('div', { id: 'outside', hidden: true });
    this.list = h('div', { id: 'faults' });
    const examples = h('select', { id: 'examples', title: 'a copy of a machine that comes with davit takes the place of the text', onchange: () => this.example(examples) },
      h('option', { value: '' }, 'Examples…'), Object.keys(DAVIT_EXAMPLES).map((n) => h('option', { value: n }, n)));
    this.holder = h('div', { id: 'text' });
    const left = h('div', { id: 'edit' }, h('div', { class: 'bar' }, this.name, this.saveButton, examples, h('button', { id: 'guide-button', title: 'the guide at the cursor', onclick: () => this.help(this.view.state.selection.main.head) }, 'Guide'), this.state),
      this.bar, this.holder, this.list, this.guide.element);
    document.body.classList.add('editing');
    root.before(left);
    root.replaceChildren(h('p', { class: 'fault' }, 'The machine stands here as soon as the text describes one. Ctrl-Space offers what can be written.'));
    document.documentElement.dataset.theme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    this.view = new EditorView({ parent: this.holder, state: EditorState.create({ extensions: this.extensions() }) });
  }

  extensions() {
    const save = { key: 'Mod-s', preventDefault: true, run: () => { this.save(); return true; } };
    return [lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(),
      indentUnit.of('  '), indent, yaml(), syntaxHighlighting(look), lintGutter(), EditorState.tabSize.of(2),
      autocompletion({ override: [(c) => this.offer(c)], maxRenderedOptions: 300 }),
      keymap.of([save, { key: 'Tab', run: indentMore, shift: indentLess }, ...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...searchKeymap, ...completionKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': 'machine file' }),
      EditorView.updateListener.of((u) => { if (u.docChanged) this.changed(); })];
  }

  get text() { return this.view.state.doc.toString(); }

  replace(text) {
    this.view.dispatch({ changes: { from: 0, to: this.view.state.doc.length, insert: text }, selection: { anchor: 0 } });
  }

  // ---- completion

  offer(context) {
    if (!context.explicit && !context.matchBefore(/[\w.-]+/)) return null;
    const found = this.words.offer(this.text, context.pos);
    if (!found) return null;
    return { ...found, options: found.options.map((o) => ({ ...o, info: o.info ? () => h('div', { class: 'info' }, o.info) : undefined, apply: (view, _, from, to) => this.put(o, from, to) })) };
  }

  put(o, from, to) {
    let text = o.apply ?? o.label;
    if (o.again && this.view.state.sliceDoc(to, to + 1) === ':') text = o.label;
    const closed = text.endsWith('{') ? '}' : '';
    this.view.dispatch({ changes: { from, to, insert: text + closed }, selection: { anchor: from + text.length }, userEvent: 'input.complete' });
    if (o.again) startCompletion(this.view);
  }

  // ---- faults and the machine

  changed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.check(), PAUSE);
    this.print();
  }

  check() {
    if (this.known === undefined) return;
    const { text } = this;
    if (new Blob([text]).size > MOST) return this.say('The text is longer than 1 MB and is not checked.', true);
    if (text.includes('\0')) return this.say('The text holds a zero character, which no machine file has.', true);
    if (this.line.send({ check: text, number: ++this.number, case: this.case ?? null })) this.asked = text;
    return undefined;
  }

  checked({ number, result }) {
    if (number !== this.number) return;
    this.told = this.asked;  // the text that the faults are of
    this.faults = result.faults;
    this.view.dispatch(setDiagnostics(this.view.state, result.faults.map((f) => this.mark(f))));
    this.printFaults();
    document.body.classList.toggle('stale', !result.machine && !!this.bench.app);
    if (result.machine) this.bench.show(result);
    this.print();
  }

  // Where a fault is in the text; one of another file stands at the top.
  mark(f) {
    const { doc } = this.view.state;
    const own = f.file === this.file && f.line > 0;
    const line = doc.line(own ? Math.min(f.line, doc.lines) : 1);
    const from = Math.min(line.from + Math.max((own ? f.col : 1) - 1, 0), line.to);
    const word = /^[^\s,{}[\]]+/.exec(doc.sliceString(from, line.to));
    const to = Math.max(from, Math.min(from + (word ? word[0].length : 1), line.to));
    const where = own || !f.file ? '' : `${f.file}${f.line ? `:${f.line}` : ''}: `;
    f.at = from;
    return { from, to, severity: f.severity, message: `${where}${f.what}${f.remedy ? `\n${f.remedy}` : ''}`, actions: [{ name: 'Guide', apply: (view, at) => this.help(at) }] };
  }

  printFaults() {
    this.list.replaceChildren(...this.faults.map((f) => h('div', { class: `fault-line ${f.severity}` },
      h('button', { class: 'go', onclick: () => this.goTo(f.at) }, f.file === this.file && f.line ? `line ${f.line}` : f.file || 'file'),
      h('span', {}, f.what, f.remedy ? h('small', {}, ` ${f.remedy}`) : null),
      h('button', { class: 'why', title: 'what the guide says', onclick: () => this.help(f.at) }, 'why'))));
  }

  goTo(at) {
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.view.focus();
  }

  help(pos) { this.guide.open(this.text, pos); }

  // ---- the file

  disk({ name, hash, text }) {
    const first = this.known === undefined;
    this.file = name;
    this.name.textContent = name.split('/').pop();
    this.name.title = name;
    document.title = `${this.name.textContent} – Davit`;
    if (first) {
      this.known = hash ?? '';
      this.saidText = text;
      if (text) this.replace(text);
      else this.print();
      this.check();
    } else if ((hash ?? '') !== this.known) this.outside(hash ?? '', text);
    else this.print();
  }

  // Somebody else has written the file.
  outside(hash, text) {
    const settle = (mine) => {
      this.known = hash;
      this.saidText = text;
      this.bar.hidden = true;
      if (!mine) this.replace(text);
      this.print();
    };
    if (text === this.text) return settle(true);
    this.bar.hidden = false;
    return this.bar.replaceChildren(hash ? 'The file was changed outside.' : 'The file was removed outside.', h('button', { id: 'reload', onclick: () => settle(false) }, 'Reload it'), h('button', { id: 'keep', onclick: () => settle(true) }, 'Keep this text'));
  }

  save() {
    this.sent = this.text;
    if (!this.line.send({ save: this.sent, over: this.known })) this.say('Not saved: davit edit does not answer.', true);
  }

  saved({ hash, why }) {
    if (why) return this.say(`Not saved: ${why}`, true);
    this.known = hash;
    this.saidText = this.sent;
    this.bar.hidden = true;
    return this.print();
  }

  example(select) {
    const text = DAVIT_EXAMPLES[select.value];
    if (text) {
      this.case = undefined;
      this.replace(text);
      this.note = `a copy of ${select.value}; undo brings the text back`;
      this.print();
    }
    select.value = '';
    this.view.focus();
  }

  say(text, bad) {
    this.state.textContent = text;
    this.state.classList.toggle('bad', !!bad);
  }

  print() {
    const dirty = this.text !== this.saidText;
    const errors = (this.faults ?? []).filter((f) => f.severity === 'error').length;
    this.saveButton.classList.toggle('on', dirty);
    this.say([this.known === '' ? 'new file' : dirty ? 'not saved' : 'saved', errors ? `${errors} fault${errors > 1 ? 's' : ''}` : '', dirty ? this.note : ''].filter(Boolean).join(' · '), errors > 0);
    if (!dirty) this.note = '';
  }
}

window.edit = new Edit(document.getElementById('app'));
window.addEventListener('beforeunload', (e) => { if (window.edit.text !== window.edit.saidText) e.preventDefault(); });
