// water.js: the surface of the water, with the waves that the machine's own kinds make.
//
//   z = level + sum a cos(k (x cos b + y sin b) - w t + phase),   w^2 = g k tanh(k h)
import * as THREE from 'three';

function number(w, g, h) {
  let k = (w * w) / g;
  for (let i = 0; i < 60; i++) k = (w * w) / (g * Math.tanh(k * h));
  return k;
}

function trains(parts) {
  const list = [];
  for (const { look, params: p, tables } of parts) {
    if (look === 'wave') {
      const w = (2 * Math.PI) / p.period;
      list.push([p.amplitude, w, number(w, p.gravity, p.depth), p.phase, Math.cos(p.direction), Math.sin(p.direction)]);
    }
    if (look === 'sea') for (const [w, a, k, phase, c, s] of tables.frequencies) list.push([a, w, k, phase, c, s]);
  }
  return list;
}

export function water(machine) {
  const parts = machine.scene.parts.filter((p) => ['water', 'wave', 'sea'].includes(p.look));
  const still = parts.filter((p) => p.look === 'water');
  if (!still.length) return null;
  const level = still.reduce((s, p) => s + p.params.level, 0);
  const size = machine.rough;
  machine.surface = level;
  if (level > 60 * size) return null;
  const cells = 110;
  const wide = 40 * size;
  const waves = trains(parts);
  const geometry = new THREE.PlaneGeometry(wide, wide, cells, cells);
  const mesh = new THREE.Mesh(geometry, new THREE.MeshPhysicalMaterial({
    color: 0x2a7fa5, transparent: true, opacity: 0.55, roughness: 0.12, metalness: 0, side: THREE.DoubleSide, depthWrite: false,
  }));
  const up = machine.stage.up;
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), up);
  const middle = machine.bodies.length ? machine.bodies[0].position.clone() : new THREE.Vector3();
  mesh.position.copy(middle).addScaledVector(up, level - middle.dot(up));
  machine.stage.world.add(mesh);
  const at = geometry.attributes.position;
  const p = new THREE.Vector3();
  return {
    update(t) {
      if (!waves.length) return;
      for (let i = 0; i < at.count; i++) {
        p.set(at.getX(i), at.getY(i), 0).applyQuaternion(mesh.quaternion).add(mesh.position);
        let z = 0;
        for (const [a, w, k, phase, c, s] of waves) z += a * Math.cos(k * (p.x * c + p.y * s) - w * t + phase);
        at.setZ(i, z);
      }
      at.needsUpdate = true;
      geometry.computeVertexNormals();
    },
  };
}
