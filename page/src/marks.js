// marks.js: what can be laid over the machine: forces, joint axes, frames, the trace of a point.
import * as THREE from 'three';

const KINDS = ['forces', 'axes', 'frames', 'trace'];

function arrow(parent, color) {
  const a = new THREE.ArrowHelper(new THREE.Vector3(0, 1, 0), new THREE.Vector3(), 1, color);
  a.line.material.depthTest = false;
  a.cone.material.depthTest = false;
  a.renderOrder = 5;
  parent.add(a);
  return a;
}

function point(a, from, vector, length) {
  a.visible = length > 1e-9;
  if (!a.visible) return;
  a.position.copy(from);
  a.setDirection(vector.clone().normalize());
  a.setLength(length, 0.16 * length, 0.06 * length);
}

// Reactions on child bodies, and forces that parts put on frames: where and in which axes they are recorded.
function forces(machine) {
  const { scene, film } = machine;
  const list = [];
  for (const j of scene.joints) {
    const c = ['x', 'y', 'z'].map((k) => film.channel(`${j.name}.reaction.f${k}`));
    if (c[0] >= 0 && j.type !== 'free') list.push({ name: j.name, c, sign: 1, body: j.child, at: [0, 0, 0], axes: null, color: 0xff5533 });
  }
  for (const part of scene.parts) {
    for (const port of part.ports) {
      const place = scene.places[port.place];
      const c = ['x', 'y', 'z'].map((k) => film.channel(`${part.name}.${port.name}.effort.f${k}`));
      if (place && place.type === 'frame' && c[0] >= 0) list.push({ name: part.name, c, sign: -1, body: place.on.body, at: place.on.at, axes: place.axes, color: 0x3da5ff });
    }
  }
  return list;
}

export class Marks {
  constructor(machine) {
    this.machine = machine;
    this.groups = {};
    for (const k of KINDS) {
      this.groups[k] = new THREE.Group();
      this.groups[k].visible = false;
      machine.stage.world.add(this.groups[k]);
    }
    this.forces = forces(machine);
    this.arrows = this.forces.map((f) => arrow(this.groups.forces, f.color));
    this.most = 1;
    this.makeFrames();
    this.makeAxes();
    this.makeTrace();
  }

  makeFrames() {
    const size = 0.12 * this.machine.size;
    this.frames = this.machine.bodies.map(() => {
      const a = new THREE.AxesHelper(size);
      a.material.depthTest = false;
      this.groups.frames.add(a);
      return a;
    });
  }

  makeAxes() {
    const { scene } = this.machine;
    const n = 0.35 * this.machine.size;
    this.axes = scene.joints.filter((j) => j.type !== 'free' && j.type !== 'fixed' && j.type !== 'ball').map((j) => {
      const d = new THREE.Vector3(...j.axis).multiplyScalar(n / 2);
      const g = new THREE.BufferGeometry().setFromPoints([d.clone().negate(), d]);
      const line = new THREE.Line(g, new THREE.LineDashedMaterial({ color: 0xff2fb3, dashSize: 0.03 * n, gapSize: 0.02 * n, depthTest: false }));
      line.computeLineDistances();
      this.groups.axes.add(line);
      return { line, joint: j };
    });
  }

  // The last body's first point, or its centre, unless somebody chose another.
  makeTrace() {
    const { bodies } = this.machine.scene;
    const last = bodies.length - 1;
    const tip = last < 0 ? null : bodies.map((b, i) => [i, b]).reverse().find(([, b]) => b.points.some((p) => /tip|end|tool/.test(p.name)));
    this.traced = tip ? { body: tip[0], at: tip[1].points.find((p) => /tip|end|tool/.test(p.name)).at } : { body: last, at: last < 0 ? [0, 0, 0] : bodies[last].com };
    this.line = new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial({ color: 0xffb000 }));
    this.line.frustumCulled = false;
    this.groups.trace.add(this.line);
  }

  trace(body, at) {
    this.traced = { body, at };
    this.update();
  }

  show(kind, on) {
    this.groups[kind].visible = on;
    this.update();
  }

  update() {
    const { groups } = this;
    if (groups.forces.visible) this.updateForces();
    if (groups.frames.visible) this.machine.bodies.forEach((b, i) => { this.frames[i].position.copy(b.position); this.frames[i].quaternion.copy(b.quaternion); });
    if (groups.axes.visible) {
      for (const { line, joint } of this.axes) {
        const b = this.machine.bodies[joint.child];
        line.position.copy(b.position);
        line.quaternion.copy(b.quaternion);
      }
    }
    if (groups.trace.visible) this.updateTrace();
  }

  updateForces() {
    const { machine } = this;
    const values = this.forces.map((f) => new THREE.Vector3(...f.c.map((i) => f.sign * machine.film.now(i))));
    for (const v of values) this.most = Math.max(this.most, v.length());
    this.forces.forEach((f, i) => {
      const v = values[i];
      if (f.axes) v.applyMatrix3(new THREE.Matrix3().fromArray(f.axes).transpose());
      if (f.body >= 0) v.applyQuaternion(machine.bodies[f.body].quaternion);
      point(this.arrows[i], machine.point(f.body, f.at), v, 0.4 * machine.size * Math.sqrt(v.length() / this.most));
    });
  }

  updateTrace() {
    const { film, time } = this.machine;
    const { body, at } = this.traced;
    if (body < 0 || !film.n) return;
    const end = film.before(time) + 1;
    const stride = Math.max(1, Math.floor(end / 1500));
    const points = [];
    const q = new THREE.Quaternion();
    for (let i = 0; i < end; i += stride) {
      const c = 1 + 7 * body;
      q.set(film.get(i, c + 4), film.get(i, c + 5), film.get(i, c + 6), film.get(i, c + 3));
      points.push(new THREE.Vector3(...at).applyQuaternion(q).add(new THREE.Vector3(film.get(i, c), film.get(i, c + 1), film.get(i, c + 2))));
    }
    this.line.geometry.dispose();
    this.line.geometry = new THREE.BufferGeometry().setFromPoints(points);
  }
}
