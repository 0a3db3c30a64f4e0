// tree.js: bodies and parts by name, and the values of what is chosen.
import { h, prose, show } from './dom.js';
import { LOTS, triangleCount } from './shapes.js';

export class Tree {
  constructor(machine, marks, plots, choose) {
    Object.assign(this, { machine, marks, plots, choose });
    this.values = h('div', { class: 'values' });
    this.items = new Map();
    const { scene } = machine;
    const parts = scene.parts.filter((p) => !p.signal);
    const signals = scene.parts.filter((p) => p.signal);
    this.element = h('div', { class: 'panel', id: 'machine' }, scene.doc ? h('p', { class: 'doc' }, prose(scene.doc)) : null, this.thinning(triangleCount(scene)),
      h('details', { open: true }, h('summary', {}, `Bodies (${scene.bodies.length})`), this.branch(-1)),
      parts.length ? h('details', {}, h('summary', {}, `Parts (${parts.length})`), parts.map((p) => this.partItem(p))) : null,
      signals.length ? h('details', {}, h('summary', {}, `Signals (${signals.length})`), signals.map((p) => this.partItem(p))) : null,
      this.values);
  }

  thinning(n) {
    if (n <= LOTS) return null;
    return h('p', { class: 'note', id: 'triangles' }, `Its meshes have ${Math.round(n)} triangles. They are drawn thinned out until this computer has drawn quickly for a while; #quality=high in the address draws all.`);
  }

  branch(parent) {
    const { scene } = this.machine;
    return h('ul', {}, scene.joints.filter((j) => j.parent === parent && j.child >= 0).map((j) => {
      const b = scene.bodies[j.child];
      const item = h('button', { class: 'item', title: `joint ${j.name}: ${j.type}`, onclick: () => this.choose({ body: j.child }) }, b.name, h('small', {}, ` ${j.name}`));
      this.items.set(`b${j.child}`, item);
      return h('li', {}, item, this.branch(j.child));
    }));
  }

  partItem(p) {
    const item = h('button', { class: 'item', title: p.doc, onclick: () => this.choose({ part: p.name }) }, p.name, h('small', {}, ` ${p.kind}`));
    this.items.set(`p${p.name}`, item);
    return item;
  }

  // Channels that belong to a body (its joint's, too) or a part.
  channels({ body, part }) {
    const { scene, film } = this.machine;
    const owners = part ? [part] : [scene.bodies[body].name, ...scene.joints.filter((j) => j.child === body).map((j) => j.name)];
    return film.names.map((n, i) => (owners.some((o) => n === o || n.startsWith(`${o}.`)) ? i : -1)).filter((i) => i >= 0);
  }

  select(what) {
    for (const i of this.items.values()) i.classList.remove('on');
    this.what = what;
    this.rows = [];
    if (!what) return this.values.replaceChildren();
    const item = this.items.get(what.part ? `p${what.part}` : `b${what.body}`);
    if (item) {
      item.classList.add('on');
      const fold = item.closest('details');
      if (fold) fold.open = true;
      item.scrollIntoView({ block: 'nearest' });
    }
    this.list(what);
    this.update();
  }

  list(what) {
    const { scene, film } = this.machine;
    const name = what.part || scene.bodies[what.body].name;
    const facts = what.part ? scene.parts.find((p) => p.name === what.part).kind : `${show(scene.bodies[what.body].mass, 'kg')}`;
    this.rows = this.channels(what).map((c) => ({ c, cell: h('td', {}) }));
    const points = what.part ? [] : scene.bodies[what.body].points;
    this.values.replaceChildren(h('h3', {}, name, h('small', {}, ` ${facts}`)),
      points.length ? h('p', { class: 'chips' }, 'trace: ', points.map((p) => h('button', { onclick: () => this.marks.trace(what.body, p.at) }, p.name))) : '',
      h('table', {}, this.rows.map(({ c, cell }) => h('tr', { title: scene.channels[c][2] }, h('td', {}, film.names[c]), cell,
        h('td', {}, h('button', { title: 'plot', onclick: () => this.plots.add(film.names[c], [c]) }, '⌁'))))));
  }

  update() {
    const { film } = this.machine;
    if (!this.rows || !this.element.clientWidth) return;
    for (const { c, cell } of this.rows) cell.textContent = show(film.now(c), film.units[c]);
  }
}
