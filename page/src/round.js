// round.js: ropes and belts round wheels: tangents and arcs in a plane, as the laws of force.reeving and force.belt lay them.
import * as THREE from 'three';
import { material, solid } from './shapes.js';
import { STEEL, span, tag, rod } from './draw.js';

const ARC = 12;  // pieces of an arc

// Where the straight line from circle a to b leaves one and meets the other: {x, y, r}, r > 0: counter-clockwise.
function tangent(a, b) {
  const x = b.x - a.x;
  const y = b.y - a.y;
  const angle = Math.atan2(y, x) - Math.asin(Math.max(-1, Math.min(1, (b.r - a.r) / (Math.hypot(x, y) || 1))));
  const on = (c) => ({ x: c.x + c.r * Math.sin(angle), y: c.y - c.r * Math.cos(angle), z: c.z });
  return { angle, from: on(a), to: on(b) };
}

// Points of the way round circle c, from one straight line to the next.
function arc(c, before, after) {
  const s = Math.sign(c.r) || 1;
  let turn = s * (after.angle - before.angle);
  turn -= 2 * Math.PI * Math.floor((turn + 0.5 * Math.PI) / (2 * Math.PI));
  return Array.from({ length: ARC + 1 }, (_, i) => {
    const a = before.angle + (s * Math.max(turn, 0) * i) / ARC;
    return { x: c.x + c.r * Math.sin(a), y: c.y - c.r * Math.cos(a), z: c.z };
  });
}

// The way round circles, in their plane; closed: back to the first one.
function wayRound(circles, closed) {
  const n = circles.length;
  const lines = circles.slice(closed ? 0 : 1).map((c, i) => tangent(closed ? c : circles[i], closed ? circles[(i + 1) % n] : c));
  const inner = closed ? circles : circles.slice(1, -1);
  const way = inner.flatMap((c, i) => (closed ? arc(c, lines[(i + n - 1) % n], lines[i]) : arc(c, lines[i], lines[i + 1])));
  return closed ? [...way, way[0]] : [lines[0].from, ...way, lines[n - 2].to];
}

// A band of `count` pieces and a thin disc for each circle; `look()` gives {circles, origin, u, v, w}: where they are, in which axes.
function band(machine, part, count, discs, color, thick, closed, look) {
  const pieces = Array.from({ length: count }, () => rod(thick, material(color, { roughness: 0.8, metalness: 0 })));
  const wheels = discs.map((r) => {
    const wheel = solid(new THREE.CylinderGeometry(0.97 * r, 0.97 * r, 1.5 * thick, 48), material(0x737b85, STEEL));
    return wheel;
  });
  const group = new THREE.Group();
  group.add(...pieces, ...wheels);
  machine.stage.world.add(tag(group, part));
  const turned = new THREE.Matrix4();
  return {
    update() {
      const f = look();
      const place = (p) => f.origin.clone().addScaledVector(f.u, p.x).addScaledVector(f.v, p.y).addScaledVector(f.w, p.z || 0);
      const way = wayRound(f.circles, closed).map(place);
      pieces.forEach((piece, i) => { piece.scale.y = Math.max(span(piece, way[i], way[i + 1]), 1e-9); });
      turned.makeBasis(f.u, f.w.clone(), f.v.clone().negate());
      wheels.forEach((wheel, i) => {
        wheel.position.copy(place(f.wheels[i]));
        wheel.quaternion.setFromRotationMatrix(turned);
      });
    },
  };
}

// Plane x-z of the frame where the rope begins; the centres where the sheaves' frames are.
export function reeving(machine, part) {
  const { bodies, scene } = machine;
  const place = (name) => scene.places[part.ports.find((p) => p.name === name).place];
  const start = place('from');
  const rows = part.tables.sheaves;
  const drum = part.params.drum || 0;
  const names = ['from', ...rows.map((_, i) => `s${i + 1}`), 'to'];
  const radii = [drum, ...rows.map((r) => r[0]), 0];
  const turn = new THREE.Matrix4();
  const p = new THREE.Vector3();
  const on = (name) => { const at = place(name); return at ? machine.point(at.on.body, at.on.at, p) : p.set(0, 0, 0); };
  const look = () => {
    const R = start.axes;
    const q = start.on.body < 0 ? new THREE.Quaternion() : bodies[start.on.body].quaternion;
    turn.set(R[0], R[1], R[2], 0, R[3], R[4], R[5], 0, R[6], R[7], R[8], 0, 0, 0, 0, 1);
    const [u, w, v] = [0, 1, 2].map((k) => new THREE.Vector3().setFromMatrixColumn(turn, k).applyQuaternion(q));
    const origin = on('from').clone();
    const circles = names.map((name, i) => {
      const d = on(name).clone().sub(origin);
      return { x: d.dot(u), y: d.dot(v), z: d.dot(w), r: radii[i] };
    });
    return { circles, origin, u, v, w, wheels: circles.filter((c) => c.r) };
  };
  const thick = 0.0035 * machine.rough;
  return band(machine, part, (ARC + 1) * rows.length + 1, radii.filter((r) => r).map(Math.abs), 0x22262b, thick, false, look);
}

// Wheels at the joints of its axes, in the plane across the first one.
export function belt(machine, part) {
  const { scene } = machine;
  const rows = part.tables.pulleys;
  const joints = rows.map((_, i) => {
    const at = scene.places[part.ports[i].place];
    return at && at.type === 'coordinate' ? scene.joints.find((j) => j.coordinates.some((c) => (c.name || c) === at.name)) : null;
  });
  if (joints.some((j) => !j)) return null;
  const p = new THREE.Vector3();
  const at = (j, v) => machine.point(j.parent, v, p).clone();
  const look = () => {
    const j = joints[0];
    const origin = at(j, j.at.slice(9));
    const tip = at(j, j.at.slice(9).map((x, i) => x + [0, 1, 2].reduce((s, k) => s + j.at[3 * i + k] * j.axis[k], 0)));
    const w = tip.sub(origin).normalize();
    const flat = rows.map((r) => new THREE.Vector3(r[0] - rows[0][0], r[1] - rows[0][1], 0));
    const centres = joints.map((k) => at(k, k.at.slice(9)).sub(origin));
    // x of the pulleys' plane: the way to the second one, turned back by its angle there
    const along = centres[1].clone().addScaledVector(w, -centres[1].dot(w)).normalize();
    const a = -Math.atan2(flat[1].y, flat[1].x);
    const u = along.clone().multiplyScalar(Math.cos(a)).addScaledVector(w.clone().cross(along), Math.sin(a));
    const v = w.clone().cross(u);
    const circles = centres.map((c, i) => ({ x: c.dot(u), y: c.dot(v), z: 0, r: rows[i][2] }));
    return { circles, origin, u, v, w: w.clone(), wheels: circles };
  };
  return band(machine, part, (ARC + 1) * rows.length, rows.map((r) => Math.abs(r[2])), 0x22262b, 0.004 * machine.rough, true, look);
}
