// app.js: the page around one film: stage, panels, clock, and the loop that draws them.
import * as THREE from 'three';
import { h, isWriting } from './dom.js';
import { setSI } from './units.js';
import { Stage } from './stage.js';
import { surroundings } from './ground.js';
import { Machine } from './machine.js';
import { Marks } from './marks.js';
import { Clock } from './clock.js';
import { Plots } from './plots.js';
import { Tree } from './tree.js';
import { Energy } from './energy.js';
import { Graph } from './graph.js';
import { Steps } from './steps.js';
import { summary } from './summary.js';
import { Training } from './training.js';

export class App {
  // extra: {result} of a finished run, or {live} with a panel of a running machine; {before}: the app whose stage it takes over
  constructor(root, film, { result, live, before } = {}) {
    this.film = film;
    this.ending = new AbortController();
    const { scene } = film;
    this.si = !!scene.display?.si || result?.facts.units === 'si';
    setSI(this.si);
    document.title = `${scene.name || 'machine'} – Davit`;
    this.view = h('div', { id: 'view' });
    this.tip = h('div', { id: 'tip', hidden: true });
    this.side = h('aside', {});
    this.tabs = h('nav', {});
    root.replaceChildren(this.view, h('div', { id: 'side' }, this.tabs, this.side));
    if (before) before.stage.move(this.view, scene.gravity);
    this.stage = before ? before.stage : new Stage(this.view, scene.gravity);
    this.machine = new Machine(scene, film, this.stage);
    this.place();
    this.marks = new Marks(this.machine);
    this.clock = new Clock(film, !!live);
    this.clock.onchange((t) => this.show(t));
    this.view.append(this.head(), this.clock.element, this.tip);
    if (live && live.sticks) this.view.append(live.sticks);
    this.stage.resize();
    if (!before) this.look();
    this.hint(live);
    this.panels(result, live);
    this.dark(before ? before.isDark : matchMedia('(prefers-color-scheme: dark)').matches);
    this.listen();
    this.last = performance.now();
    this.grown = 0;
    this.clock.seek(film.start);
    this.settled = film.n > 0 || !!before;
    if (before) this.resume(before);
    requestAnimationFrame((now) => this.loop(now));
  }

  // As the one before was left: the panel that was open, what is laid over the machine.
  resume(before) {
    const was = before.buttons.find((b) => b.classList.contains('on'))?.textContent;
    this.buttons.find((b) => b.textContent === was)?.click();
    for (const id of ['follow', 'forces', 'axes', 'frames', 'trace']) if (before.view.querySelector(`#${id}`)?.classList.contains('on')) this.view.querySelector(`#${id}`).click();
  }

  // Nothing of it goes on; the stage is left to the next.
  end() {
    this.over = true;
    this.ending.abort();
    this.live?.end();
  }

  place() {
    const { machine, stage } = this;
    const { height, wet, through, none } = surroundings(machine);
    this.wet = wet;
    stage.ground(height, machine.size, through);
    stage.floor.visible = !none;
    this.center = machine.middle();
    stage.lit(machine.center);
  }

  // The whole machine in the picture.
  look() {
    const { machine, stage } = this;
    stage.frame(machine.center, (this.film.live ? 0.8 : 0.62) * machine.size, machine.broadside(), machine.box, this.film.live ? 0.75 : 0.9);
    this.center = machine.middle();
  }

  // The first frame of a live machine says where it is by now.
  settle() {
    this.settled = true;
    this.machine.update(this.clock.t);
    this.machine.measure();
    this.look();
  }

  head() {
    const toggle = (id, text, title, onclick) => h('button', { id, title, 'aria-pressed': 'false', onclick: (e) => { const on = e.target.classList.toggle('on'); e.target.setAttribute('aria-pressed', on); onclick(on); } }, text);
    const marks = [['forces', 'Forces', 'reactions in joints and forces of parts'], ['axes', 'Axes', 'joint axes'], ['frames', 'Frames', 'axes of the bodies'], ['trace', 'Trace', 'path of a point']];
    this.theme = h('button', { id: 'theme', title: 'light or dark', onclick: () => this.dark(!this.isDark) }, '◐');
    return h('div', { class: 'head' }, h('h1', {}, this.film.scene.name || 'machine', this.film.scene.case ? h('small', {}, ` ${this.film.scene.case}`) : null),
      toggle('follow', 'Follow', 'the camera goes along', (on) => { this.follow = on; this.center = this.machine.middle(); }),
      marks.map(([id, text, title]) => toggle(id, text, title, (on) => this.marks.show(id, on))),
      h('button', { id: 'home', title: 'whole machine', onclick: () => { this.machine.measure(); this.look(); } }, '⌂'),
      this.theme, h('button', { id: 'si', class: this.si ? 'on' : '', title: 'units of SI instead of degrees, bar and l/min', onclick: (e) => this.units(e.target) }, 'SI'), this.bend());
  }

  // Elastic bodies bend visibly at some tens of times.
  bend() {
    if (!this.machine.bends.list.length) return null;
    const out = h('output', {}, '1×');
    const range = h('input', { id: 'bend', type: 'range', min: 0, max: 2, step: 0.01, value: 0, title: 'how much more elastic bodies bend in the picture', oninput: () => {
      this.machine.bends.factor = 10 ** Number(range.value);
      out.textContent = `${Math.round(this.machine.bends.factor)}×`;
      this.show(this.clock.t);
    } });
    return h('label', { class: 'chip' }, 'Bending ', range, out);
  }

  // What to do first, until somebody has done something.
  hint(live) {
    if (!live) return;
    const said = live.hands.hint();
    if (!said) return;
    this.view.append(said);
    const gone = () => { if (live.hands.moving.length) said.remove(); else if (!this.over) setTimeout(gone, 300); };
    gone();
  }

  panels(result, live) {
    const { film, clock } = this;
    this.plots = new Plots(film, clock);
    this.tree = new Tree(this.machine, this.marks, this.plots, (what) => this.choose(what));
    this.energy = new Energy(film, result && result.facts.ledger ? JSON.parse(result.facts.ledger) : null);
    this.graph = new Graph(film);
    this.steps = new Steps(film);
    // a machine without bodies is its bond graph
    this.bare = !film.scene.bodies.length && !!film.scene.graph;
    this.view.classList.toggle('bare', this.bare);
    if (this.bare) this.view.append(this.graph.element);
    this.live = live;
    const training = live && film.scene.scenarios?.length ? new Training(film, live, this) : null;
    this.training = training;
    const list = [live ? ['Drive', live.element] : null, training ? ['Training', training.element] : null, ['Plots', this.plots.element], ['Machine', this.tree.element], ['Energy', this.energy.element],
      this.steps.charts.length ? ['Steps', this.steps.element] : null, film.scene.graph && !this.bare ? ['Bond graph', this.graph.element] : null, result ? ['Summary', summary(film, result)] : null].filter(Boolean);
    this.buttons = list.map(([name, element]) => {
      const b = h('button', { id: `tab-${element.id}`, onclick: () => this.open(element, b) }, name);
      this.side.append(element);
      return b;
    });
    this.tabs.append(...this.buttons);
    this.open(list[0][1], this.buttons[0]);
    this.plots.start();
  }

  open(element, button) {
    for (const e of this.side.children) e.hidden = e !== element;
    for (const b of this.buttons) b.classList.toggle('on', b === button);
    this.show(this.clock.t);
  }

  units(button) {
    setSI(button.classList.toggle('on'));
    this.plots.theme();
    if (this.live) this.live.relabel();
    this.show(this.clock.t);
  }

  dark(on) {
    this.isDark = on;
    document.documentElement.dataset.theme = on ? 'dark' : 'light';
    this.stage.theme(on, this.wet);
    this.plots.theme();
  }

  // What the mouse points at: a body or a part.
  pick(e) {
    const r = this.stage.renderer.domElement.getBoundingClientRect();
    const at = new THREE.Vector2(((e.clientX - r.left) / r.width) * 2 - 1, 1 - ((e.clientY - r.top) / r.height) * 2);
    const ray = new THREE.Raycaster();
    ray.setFromCamera(at, this.stage.camera);
    const hit = ray.intersectObjects(this.stage.world.children, true).find((x) => x.object.isMesh && (x.object.userData.body !== undefined || x.object.userData.part));
    if (!hit) return null;
    const { body, part } = hit.object.userData;
    return part ? { part } : { body };
  }

  choose(what) {
    this.machine.highlight(what ? what.body : null, what ? what.part : null);
    this.tree.select(what);
    if (what) this.open(this.tree.element, this.buttons.find((b) => b.textContent === 'Machine'));
  }

  listen() {
    const canvas = this.stage.renderer.domElement;
    const { signal } = this.ending;
    let down = null;
    canvas.addEventListener('pointerdown', (e) => { down = [e.clientX, e.clientY]; }, { signal });
    canvas.addEventListener('pointerup', (e) => {
      if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 4) this.choose(this.pick(e));
    }, { signal });
    canvas.addEventListener('pointermove', (e) => {
      const what = e.buttons ? null : this.pick(e);
      this.tip.hidden = !what;
      if (!what) return;
      this.tip.textContent = what.part || this.film.scene.bodies[what.body].name;
      this.tip.style.transform = `translate(${e.offsetX + 14}px, ${e.offsetY + 10}px)`;
    }, { signal });
    window.addEventListener('keydown', (e) => {
      if (isWriting(e.target)) return;
      if (!e.ctrlKey && !e.metaKey && this.clock.key(e)) e.preventDefault();
    }, { signal });
  }

  show(t) {
    this.machine.update(t);
    this.marks.update();
    this.tree.update();
    this.energy.update(t);
    this.graph.update();
    this.steps.update();
    this.plots.update(false);
    this.live?.follow(this.film);
  }

  // The machine stays in the picture, and what goes below the ground is seen.
  attend(dt) {
    if (!this.clock.playing || !this.film.n || !this.machine.bodies.length) return;
    const box = this.machine.now();
    if (box.min.y < this.stage.floor.position.y - 0.05 * this.machine.size) this.stage.seeThrough();
    if (this.live && !this.follow) this.stage.keep(box, dt);
  }

  loop(now) {
    if (this.over) return;
    const dt = Math.min((now - this.last) / 1000, 0.5);
    this.stage.adapt(now - this.last);
    this.last = now;
    this.clock.tick(dt);
    if (!this.settled && this.film.n) this.settle();
    const opened = this.plots.shown && !this.plotted;  // what has grown unseen, also while the clock stands still
    this.plotted = this.plots.shown;
    if (this.live && (opened || (now - this.grown > 100 && this.clock.playing))) {
      this.grown = now;
      this.plots.update(true);
    }
    if (this.follow) {
      const middle = this.machine.middle();
      this.stage.carry(middle.clone().sub(this.center));
      this.stage.lit(middle);
      this.center = middle;
    }
    this.attend(dt);
    this.stage.draw();
    requestAnimationFrame((next) => this.loop(next));
  }
}
