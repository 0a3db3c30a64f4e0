// machine.js: the machine in the stage: bodies at the solver's poses, its parts, and what is known about size and place.
import * as THREE from 'three';
import { bodyGroup } from './shapes.js';
import { makeLooks } from './looks.js';
import { Bends } from './bends.js';

const FAR = 3;  // sizes of the machine: what is its own lies no further apart

// The body that each body hangs on at the end: what flies free or stands on the world hangs on nothing.
function roots(scene) {
  const above = new Map(scene.joints.map((j) => [j.child, j.parent]));
  return scene.bodies.map((_, i) => {
    let root = i;
    for (let up = above.get(root); up >= 0; up = above.get(root)) root = up;
    return root;
  });
}

// The largest tree of joints: the machine, of whatever else is there.
function largest(list) {
  const count = (r) => list.filter((x) => x === r).length;
  return list.reduce((best, r) => (count(r) > count(best) ? r : best), list[0]);
}

// Longest distance between joints and points of the machine at rest, as a first guess of its size.
function rough(scene) {
  let size = 0;
  for (const j of scene.joints) size += Math.hypot(...j.at.slice(9));
  for (const b of scene.bodies) {
    for (const p of b.points) size = Math.max(size, Math.hypot(...p.at));
    for (const s of b.shapes) if (s.shape !== 'mesh') size = Math.max(size, ...s.size);
    size = Math.max(size, 2 * Math.hypot(...b.com));
  }
  return size || 1;
}

export class Machine {
  constructor(scene, film, stage) {
    this.scene = scene;
    this.film = film;
    this.stage = stage;
    this.rough = rough(scene);
    this.bodies = scene.bodies.map((b, i) => bodyGroup(scene, i, this.rough));
    for (const b of this.bodies) stage.world.add(b);
    this.bends = new Bends(this);
    this.roots = roots(scene);
    this.main = largest(this.roots);
    this.begin();
    this.measure();
    if (scene.start) this.begin();
    this.looks = makeLooks(this);
    this.update(film.start);
  }

  // Box around the bodies over the whole film, in three's axes.
  measure() {
    const box = new THREE.Box3();
    const times = this.film.n > 1 ? Array.from({ length: 9 }, (_, i) => this.film.start + (i / 8) * (this.film.end - this.film.start)) : [this.film.start];
    const now = this.time ?? this.film.start;
    this.spread = [0, 0, 0];
    for (const t of this.film.live ? [now] : times) {
      this.pose(t);
      this.addSpread(1 / times.length);
      this.stage.world.updateMatrixWorld(true);
      box.union(this.together(this.bodies.map((b) => (b.children.length ? new THREE.Box3().setFromObject(b) : new THREE.Box3()))));
    }
    this.pose(now);
    if (box.isEmpty()) box.set(new THREE.Vector3(-1, 0, -1), new THREE.Vector3(1, 1, 1));
    this.box = box;
    this.center = box.getCenter(new THREE.Vector3());
    this.size = Math.max(box.getSize(new THREE.Vector3()).length() / 1.6, 1e-3);
    this.first ??= this.size;
  }

  // Around the boxes of the bodies; what a live machine has left far behind is no longer of it.
  together(boxes) {
    const tree = (root) => boxes.reduce((box, b, i) => (this.roots[i] === root ? box.union(b) : box), new THREE.Box3());
    const box = tree(this.main);
    for (const root of new Set(this.roots)) {
      const both = box.clone().union(tree(root));
      if (!this.film.live || !this.first || box.isEmpty() || both.getSize(new THREE.Vector3()).length() < FAR * 1.6 * this.first) box.copy(both);
    }
    return box;
  }

  // Box around the bodies as they are now, from a box of each in its own axes; three's axes.
  now() {
    this.own ||= this.bodies.map((b) => {
      const back = b.matrixWorld.clone().invert();
      const own = new THREE.Box3();
      b.traverse((o) => {
        if (!o.isMesh || o.userData.part) return;
        o.geometry.boundingBox || o.geometry.computeBoundingBox();
        own.union(o.geometry.boundingBox.clone().applyMatrix4(o.matrixWorld).applyMatrix4(back));
      });
      return own;
    });
    this.stage.world.updateMatrixWorld();
    return this.together(this.bodies.map((b, i) => (this.own[i].isEmpty() ? new THREE.Box3() : this.own[i].clone().applyMatrix4(b.matrixWorld))));
  }

  // Where to look from, in three's axes: across the longer side of the machine, from somewhat above.
  broadside() {
    const s = this.box.getSize(new THREE.Vector3());
    const along = this.stretch();
    const across = new THREE.Vector3(-along.z, 0, along.x);
    if (across.x + across.z < 0) across.negate();
    return across.addScaledVector(along, s.x + s.z > 0.5 * s.y ? 0.45 : 0.3).setY(0.42);
  }

  // Horizontal direction in which the bodies' origins spread most, over the film.
  stretch() {
    const [xx, xz, zz] = this.spread;
    const size = this.box.getSize(new THREE.Vector3());
    const a = 0.5 * Math.atan2(2 * xz, xx + 0.05 * size.x ** 2 - zz - 0.05 * size.z ** 2);
    return new THREE.Vector3(Math.cos(a), 0, Math.sin(a));
  }

  // Second moments of the bodies' origins about their middle, added up.
  addSpread(share) {
    const middle = this.middle(true);
    const p = new THREE.Vector3();
    for (const b of this.bodies) {
      p.copy(b.position).applyQuaternion(this.stage.world.quaternion).sub(middle);
      this.spread[0] += share * p.x * p.x;
      this.spread[1] += share * p.x * p.z;
      this.spread[2] += share * p.z * p.z;
    }
  }

  // The bodies where the machine starts, which the film may not show.
  begin() {
    const { start } = this.scene;
    if (!start) return this.pose(this.film.start);
    this.bodies.forEach((b, i) => {
      const [x, y, z, w, ...v] = start[i];
      b.position.set(x, y, z);
      b.quaternion.set(...v, w);
    });
    this.stage.world.updateMatrixWorld(true);
  }

  pose(t) {
    this.film.at(t);
    if (!this.film.n) return;
    const x = {};
    this.bodies.forEach((b, i) => {
      this.film.pose(i, x);
      b.position.fromArray(x.p);
      b.quaternion.fromArray(x.q);
    });
    this.bends.update();
  }

  update(t) {
    this.time = t;
    this.pose(t);
    for (const l of this.looks) l.update(t);
  }

  // A point of a body (-1: the world) in the world, machine's axes.
  point(body, at, out = new THREE.Vector3()) {
    out.fromArray(at);
    if (body < 0) return out;
    this.bends.carry(body, out);
    return out.applyQuaternion(this.bodies[body].quaternion).add(this.bodies[body].position);
  }

  // Centre of the origins of the machine's bodies, or of all, three's axes: what the camera follows.
  middle(all = false) {
    const out = new THREE.Vector3();
    const list = this.bodies.filter((_, i) => all || this.roots[i] === this.main);
    for (const b of list) out.add(b.position);
    return out.divideScalar(Math.max(list.length, 1)).applyQuaternion(this.stage.world.quaternion);
  }

  highlight(body, part) {
    this.stage.world.traverse((o) => {
      const looks = [o.material].flat();
      if (!o.isMesh || !looks[0].emissive) return;
      const on = (body != null && o.userData.body === body) || (part && o.userData.part === part);
      if (on || o.userData.lit) {
        if (!o.userData.own) { o.material = Array.isArray(o.material) ? looks.map((m) => m.clone()) : o.material.clone(); o.userData.own = true; }
        for (const m of [o.material].flat()) {
          m.emissive.set(on ? 0x2a6fd6 : 0x000000);
          m.emissiveIntensity = on ? 0.55 : 0;
        }
        o.userData.lit = on;
      }
    });
  }
}
