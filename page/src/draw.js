// draw.js: what the drawings of parts share.
import * as THREE from 'three';
import { solid } from './shapes.js';

export const Y = new THREE.Vector3(0, 1, 0);
export const STEEL = { metalness: 0.85, roughness: 0.25 };

// Stretches an object of unit length along y between two points.
export function span(object, a, b) {
  const d = b.clone().sub(a);
  const n = d.length();
  object.position.copy(a);
  if (n > 1e-9) object.quaternion.setFromUnitVectors(Y, d.divideScalar(n));
  return n;
}

export function tag(object, part) {
  object.traverse((o) => { o.userData.part = part.name; });
  return object;
}

export function lineOf(machine, part) {
  const places = part.ports.map((p) => machine.scene.places[p.place]).filter((p) => p && p.type === 'line');
  return places[0];
}

export function rod(radius, mat) {
  const m = solid(new THREE.CylinderGeometry(radius, radius, 1, 32), mat);
  m.geometry.translate(0, 0.5, 0);
  return m;
}
