// bends.js: elastic bodies: their meshes bend as the modal coordinates of the solver say, `factor` times as much if asked.
//
//   u(x) = sum phi_k(x) q_k,   a point beside the axis: r + u + theta x r
//
// What hangs on a beam is where the solver puts it; beyond factor 1 it is carried along with the exaggerated part.
import * as THREE from 'three';

class Bend {
  constructor(machine, index) {
    const { beam } = machine.scene.bodies[index];
    this.film = machine.film;
    this.index = index;
    this.axis = beam.axis;
    this.shapes = beam.shapes;
    this.modes = beam.modes.map((n) => this.film.channel(n));
    this.places = beam.shapes.map((r) => r[0]);
    this.u = beam.shapes.map(() => new Float32Array(6));
    this.group = machine.bodies[index];
    this.meshes = [];
    this.group.updateMatrixWorld(true);
    const home = this.group.matrixWorld.clone().invert();
    this.group.traverse((o) => {
      if (!o.isMesh) return;
      // vertices in body axes, so that one law bends them all
      o.geometry = o.geometry.clone().applyMatrix4(home.clone().multiply(o.matrixWorld));
      this.meshes.push({ mesh: o, rest: o.geometry.attributes.position.array.slice() });
    });
    for (const { mesh } of this.meshes) {
      this.group.add(mesh);
      mesh.position.set(0, 0, 0);
      mesh.quaternion.identity();
      mesh.scale.set(1, 1, 1);
    }
  }

  // Displacement and rotation along the beam now.
  read() {
    const q = this.modes.map((c) => (c < 0 ? 0 : this.film.now(c)));
    this.shapes.forEach((row, i) => {
      const u = this.u[i];
      u.fill(0);
      q.forEach((x, k) => { for (let c = 0; c < 6; c++) u[c] += x * row[1 + 6 * k + c]; });
    });
  }

  // u and theta at a place along the beam, straight between the rows.
  at(x, out) {
    const { places, u } = this;
    const n = places.length;
    const s = Math.min(Math.max((x / places[n - 1]) * (n - 1), 0), n - 1.000001);
    const i = Math.floor(s);
    for (let c = 0; c < 6; c++) out[c] = u[i][c] + (s - i) * (u[i + 1][c] - u[i][c]);
    return out;
  }

  bend(factor) {
    const v = new Float32Array(6);
    for (const { mesh, rest } of this.meshes) {
      const p = mesh.geometry.attributes.position;
      for (let i = 0; i < p.count; i++) {
        const r = [rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]];
        this.at(r[this.axis], v);
        this.displace(r, v, factor);
        p.setXYZ(i, r[0], r[1], r[2]);
      }
      p.needsUpdate = true;
      mesh.geometry.computeVertexNormals();
    }
  }

  displace(r, v, factor) {
    const beside = [...r];
    beside[this.axis] = 0;
    const [x, y, z] = beside;
    r[0] += factor * (v[0] + v[4] * z - v[5] * y);
    r[1] += factor * (v[1] + v[5] * x - v[3] * z);
    r[2] += factor * (v[2] + v[3] * y - v[4] * x);
  }
}

export class Bends {
  constructor(machine) {
    this.machine = machine;
    this.factor = 1;
    this.list = machine.scene.bodies.map((b, i) => (b.beam ? new Bend(machine, i) : null)).filter(Boolean);
    this.of = new Map(this.list.map((b) => [b.index, b]));
  }

  update() {
    if (!this.list.length || !this.machine.film.n) return;
    for (const b of this.list) b.read();
    if (this.factor !== 1) this.displace();
    for (const b of this.list) b.bend(this.factor);
  }

  // Moves what hangs on beams by the exaggerated part of the bending where it hangs.
  displace() {
    const { scene, bodies } = this.machine;
    const more = bodies.map(() => new THREE.Matrix4());
    const v = new Float32Array(6);
    for (const j of scene.joints) {
      if (j.parent < 0 || j.child < 0) continue;
      more[j.child].copy(more[j.parent]);
      const beam = this.of.get(j.parent);
      if (beam) more[j.child].multiply(this.exaggerated(bodies[j.parent], j.at.slice(9), beam.at(j.at[9 + beam.axis], v)));
    }
    bodies.forEach((b, i) => {
      b.updateMatrix();
      b.matrix.premultiply(more[i]).decompose(b.position, b.quaternion, b.scale);
    });
  }

  // World displacement (factor - 1) u and rotation (factor - 1) theta about a point of a body.
  exaggerated(body, at, v) {
    const k = this.factor - 1;
    const turn = new THREE.Vector3(v[3], v[4], v[5]).multiplyScalar(k).applyQuaternion(body.quaternion);
    const shift = new THREE.Vector3(v[0], v[1], v[2]).multiplyScalar(k).applyQuaternion(body.quaternion);
    const pivot = new THREE.Vector3(...at).applyQuaternion(body.quaternion).add(body.position);
    const angle = turn.length();
    const m = new THREE.Matrix4().makeTranslation(shift.add(pivot));
    if (angle > 1e-9) m.multiply(new THREE.Matrix4().makeRotationAxis(turn.normalize(), angle));
    return m.multiply(new THREE.Matrix4().makeTranslation(pivot.negate()));
  }

  // A point of a body, body axes, goes with its section.
  carry(body, point) {
    const beam = this.of.get(body);
    if (!beam) return;
    const r = point.toArray();
    beam.displace(r, beam.at(r[beam.axis], new Float32Array(6)), this.factor);
    point.fromArray(r);
  }
}
