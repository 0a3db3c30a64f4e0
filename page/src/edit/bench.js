// bench.js: the machine beside its text: each one that the checker makes takes the place of the one before, under the same camera
// and, where it is made of the same and begins at the same place, in the same state.
import { App } from '../app.js';
import { h } from '../dom.js';
import { LiveFilm } from '../film.js';
import { Hall, LocalLive, forWorker, unpackCase, unpackEngine } from '../local.js';

class EditLive extends LocalLive {
  proof() { return h('span', {}); }  // the text may not be saved: there is no command that gives the same

  caseChoice({ cases, kase, choose }) {
    if (!cases.length) return null;
    const s = h('select', { id: 'case', onchange: () => choose(s.value) }, ['', ...cases].map((c) => h('option', { value: c, selected: c === kase.name }, c || 'the machine as it is')));
    return h('label', { class: 'choice' }, 'Case ', s);
  }
}

export class Bench {
  constructor(root, choose) {
    this.root = root;
    this.choose = choose;
    this.line = Promise.resolve();
    this.swaps = 0;
  }

  // One after the other: unpacking takes a moment.
  show(result) {
    this.line = this.line.then(() => this.put(result)).catch((e) => { this.fault = e.message; });
    return this.line;
  }

  async put({ machine, cases, states, start }) {
    const m = { ...await unpackCase(machine), cases, choose: this.choose };
    if (!m.scene.bodies.length) return;  // nothing to be seen yet
    const key = JSON.stringify([machine.name, states]);
    const begin = JSON.stringify(start);
    const fits = key === this.key && begin === this.begin;
    const looks = JSON.stringify(m.scene);
    const engine = this.hall ? null : await unpackEngine();
    const film = looks === this.looks ? this.film : new LiveFilm(m.scene);
    const wasHall = this.hall;
    this.film = film;
    if (wasHall) wasHall.worker.postMessage({ swap: forWorker(m), fits }, [m.block.buffer]);
    else this.hall = new Hall({ ...m, engine }, { text: (x) => this.app?.live.hear(x), frame: (f) => { if (f.length === this.film.width) this.film.push(f); } });
    this.fits = fits;
    this.swaps++;
    if (looks !== this.looks) this.build(m, film);
    Object.assign(this, { key, begin, looks });
  }

  build(m, film) {
    const before = this.app;
    before?.end();
    this.app = new App(this.root, film, { live: new EditLive(m, (x) => this.hall.send(x)), before });
    window.davit = this.app;
  }
}
