// things.js: parts at one place: thrusters, supports, grips, contacts, ground.
import * as THREE from 'three';
import { material, solid } from './shapes.js';
import { Y, STEEL, tag } from './draw.js';

// Duct, hub and blades that turn; a jet as long as the thrust.
export function thruster(machine, part) {
  const place = machine.scene.places[part.ports[0].place];
  const { dx, dy, dz, radius } = part.params;
  const group = new THREE.Group();
  const r = radius || 0.05 * machine.rough;
  const duct = solid(new THREE.TorusGeometry(1.05 * r, 0.16 * r, 16, 48), material(0x23272c));
  duct.rotation.x = Math.PI / 2;
  duct.scale.z = 3.2;
  const blades = new THREE.Group();
  for (let i = 0; i < 4; i++) {
    const blade = solid(new THREE.BoxGeometry(0.9 * r, 0.06 * r, 0.32 * r), material(0xb98a3a, STEEL));
    blade.position.x = 0.48 * r;
    blade.rotation.x = 0.7;
    const arm = new THREE.Group();
    arm.rotation.y = (i * Math.PI) / 2;
    arm.add(blade);
    blades.add(arm);
  }
  const hub = solid(new THREE.CapsuleGeometry(0.2 * r, 0.5 * r, 8, 16), material(0x444a52));
  const jet = new THREE.Mesh(new THREE.ConeGeometry(0.8 * r, 1, 24, 1, true).translate(0, -0.5, 0),
    new THREE.MeshBasicMaterial({ color: 0xbfe6ff, transparent: true, opacity: 0.28, depthWrite: false, side: THREE.DoubleSide }));
  group.add(duct, blades, hub, jet);
  group.quaternion.setFromUnitVectors(Y, new THREE.Vector3(dx, dy, dz).normalize());
  group.position.fromArray(place.on.at);
  (place.on.body < 0 ? machine.stage.world : machine.bodies[place.on.body]).add(tag(group, part));
  const thrust = machine.film.channel(`${part.name}.thrust`);
  let most = 1;
  return {
    update(t) {
      const f = thrust < 0 ? 0 : machine.film.now(thrust);
      most = Math.max(most, Math.abs(f));
      jet.scale.set(1, (-Math.sign(f) || 1) * -Math.max(6 * r * (Math.abs(f) / most), 1e-4), 1);
      jet.visible = Math.abs(f) > 0.01 * most;
      blades.rotation.y = 9 * t * Math.sign(f) + 0.02 * f;
    },
  };
}

// A pillar with its top at the plane where the part says, and wherever the object rests: where it starts, and where it is put
// down; a ring on the plane shows where that would be.
export function support(machine, part) {
  const { nx, ny, nz, level } = part.params;
  const n = new THREE.Vector3(nx, ny, nz).normalize();
  const { on } = machine.scene.places[part.ports[0].place];
  const r = 0.08 * machine.rough;
  const half = on.body >= 0 ? 0.5 * extent(machine.bodies[on.body], n) : 0;
  const at = new THREE.Vector3();
  const below = (p) => p.addScaledVector(n, level - half - p.dot(n));
  const foot = () => below(machine.point(on.body, on.at, at));
  const pillars = (part.tables.pillars || []).map((p) => pillar(machine, part, r, n, below(new THREE.Vector3(...p))));
  const carry = () => {
    if (pillars.some((p) => p.position.distanceTo(foot()) < 2 * r)) return;
    pillars.push(pillar(machine, part, r, n, foot()));
  };
  const ring = new THREE.Mesh(new THREE.RingGeometry(1.3 * r, 1.6 * r, 48), new THREE.MeshBasicMaterial({ color: 0xffffff, transparent: true, opacity: 0.4, side: THREE.DoubleSide, depthWrite: false }));
  ring.quaternion.setFromUnitVectors(new THREE.Vector3(0, 0, 1), n);
  machine.stage.world.add(tag(ring, part));
  const touch = machine.film.channel(`${part.name}.touch`);
  carry();
  if (touch >= 0 && !machine.film.live) restsOf(machine, touch, carry);
  return {
    update() {
      const touches = touch >= 0 && machine.film.n > 0 && machine.film.now(touch) > 0.5;
      if (touches) carry();
      ring.visible = !touches && machine.film.n > 0;
      ring.position.copy(foot());
    },
  };
}

// Calls `seen` at the frames of a film in which a channel is on.
function restsOf(machine, channel, seen) {
  const { film } = machine;
  for (let i = 0; i < film.n; i += Math.max(1, film.n >> 7)) if (film.get(i, film.first + channel) > 0.5) {
    machine.pose(film.time(i));
    seen();
  }
}

// How far a body reaches along a direction of the world, machine's axes.
function extent(body, n) {
  const box = new THREE.Box3();
  const turn = body.quaternion.clone();
  for (const part of body.children) {
    part.updateMatrix();
    if (part.geometry) box.union(new THREE.Box3().setFromBufferAttribute(part.geometry.attributes.position).applyMatrix4(part.matrix));
  }
  if (box.isEmpty()) return 0;
  const size = box.getSize(new THREE.Vector3());
  const m = n.clone().applyQuaternion(turn.invert());
  return Math.abs(m.x) * size.x + Math.abs(m.y) * size.y + Math.abs(m.z) * size.z;
}

function pillar(machine, part, r, n, at) {
  const deep = 6 * machine.rough;
  const top = solid(new THREE.CylinderGeometry(1.6 * r, 1.6 * r, 0.3 * r, 48).translate(0, -0.15 * r, 0), material(0x7d858e));
  const post = solid(new THREE.CylinderGeometry(0.7 * r, 0.9 * r, deep, 32).translate(0, -0.5 * deep - 0.3 * r, 0), material(0x676e76));
  const group = new THREE.Group();
  group.add(top, post);
  group.position.copy(at);
  group.quaternion.setFromUnitVectors(Y, n);
  machine.stage.world.add(tag(group, part));
  return group;
}

// A claw at the hand, which closes when the part holds.
export function grip(machine, part) {
  const on = machine.scene.places[part.ports[0].place].on;
  const r = 0.035 * machine.rough;
  const group = new THREE.Group();
  const fingers = [0, 1, 2].map((i) => {
    const finger = solid(new THREE.CapsuleGeometry(0.18 * r, 1.5 * r, 6, 12).translate(0, 0.8 * r, 0), material(0x30343a, STEEL));
    const arm = new THREE.Group();
    arm.rotation.y = (2 * Math.PI * i) / 3;
    arm.add(finger);
    group.add(arm);
    return finger;
  });
  const way = new THREE.Vector3(...on.at);
  group.quaternion.setFromUnitVectors(Y, way.length() > 1e-6 ? way.normalize() : Y);
  group.position.fromArray(on.at);
  (on.body < 0 ? machine.stage.world : machine.bodies[on.body]).add(tag(group, part));
  return {
    update() {
      const held = machine.film.value(`${part.name}.held`) > 0.5;
      for (const f of fingers) f.rotation.z = held ? 0.25 : -0.75;
    },
  };
}

// A slab of ground under what may touch it, as far away as the gap says; it glows where it is touched.
export function contact(machine, part) {
  const { nx = 0, ny = 0, nz = 1, radius = 0, length = 0, width = 0 } = part.params;
  const [object, ground] = part.ports.map((p) => machine.scene.places[p.place]);
  const n = new THREE.Vector3(nx, ny, nz).normalize();
  const size = Math.max(0.12 * machine.rough, 1.3 * length, 1.3 * width);
  const moves = part.inputs?.includes('height');
  const thick = (moves ? 0.12 : 0.02) * size;  // the ground itself, or what moves over it
  const slab = solid(new THREE.BoxGeometry(size, 1, size).translate(0, -0.5, 0), material(0x4a4f55, { roughness: 0.95, metalness: 0 }));
  machine.stage.world.add(tag(slab, part));
  const [gap, touch] = ['gap', 'touch'].map((k) => machine.film.channel(`${part.name}.${k}`));
  const up = new THREE.Vector3();
  return {
    update() {
      up.copy(n);
      if (ground && ground.type === 'frame' && ground.on.body >= 0) up.applyQuaternion(machine.bodies[ground.on.body].quaternion);
      slab.quaternion.setFromUnitVectors(Y, up);
      machine.point(object.on.body, object.on.at, slab.position).addScaledVector(up, -(gap < 0 ? 0 : machine.film.now(gap)) - radius);
      // what moves over the ground is a block that stands on it
      const above = moves && up.dot(machine.stage.up) > 0.9 ? slab.position.dot(machine.stage.up) - (machine.stage.floor?.position.y ?? 0) : 0;
      slab.scale.y = Math.max(thick, above);
      slab.material.emissive.set(touch >= 0 && machine.film.now(touch) > 0.5 ? 0x2a1400 : 0x000000);
    },
  };
}

// A strip of ground with the profile that the machine passes over; it moves past at the part's speed.
export function profile(machine, part) {
  const { direction = 0, speed = 0 } = part.params;
  const { from, step, heights } = part.profile;
  const level = machine.scene.parts.find((p) => p.look === 'contact')?.params.level || 0;
  const cells = 240;
  const long = 3 * machine.rough;
  const wide = 0.6 * machine.rough;
  const strip = new THREE.Mesh(new THREE.PlaneGeometry(long, wide, cells, 1), material(0x55595e, { roughness: 0.95, metalness: 0, side: THREE.DoubleSide }));
  strip.receiveShadow = true;
  strip.rotation.z = direction;
  machine.stage.world.add(tag(strip, part));
  const at = strip.geometry.attributes.position;
  // along the way, straight between the rows
  const height = (place) => {
    const s = Math.min(Math.max((place - from) / step, 0), heights.length - 1.001);
    const i = Math.floor(s);
    return heights[i] + (s - i) * (heights[i + 1] - heights[i]);
  };
  return {
    update(t) {
      for (let i = 0; i < at.count; i++) at.setZ(i, level + height(at.getX(i) + speed * t));
      at.needsUpdate = true;
      strip.geometry.computeVertexNormals();
    },
  };
}

// A strip of soil, from cell to cell as high as the film says.
export function soil(machine, part) {
  const { direction = 0, from, cell, width } = part.params;
  const channels = [];
  for (let i = 1; machine.film.channel(`${part.name}.h${i}`) >= 0; i++) channels.push(machine.film.channel(`${part.name}.h${i}`));
  const n = channels.length;
  const level = machine.scene.parts.find((p) => p.look === 'contact')?.params.level || 0;
  const strip = new THREE.Mesh(new THREE.PlaneGeometry(n * cell, width, 2 * n, 1), material(0x7a5c3e, { roughness: 1, metalness: 0, side: THREE.DoubleSide, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -8 }));
  strip.receiveShadow = true;
  const group = new THREE.Group();
  group.rotation.z = direction;
  strip.position.set(from + 0.5 * n * cell, 0, 0);
  group.add(strip);
  machine.stage.world.add(tag(group, part));
  const at = strip.geometry.attributes.position;
  const bump = (u) => { const a = Math.abs(u), far = Math.max(1.5 - a, 0), near = Math.max(0.5 - a, 0); return 0.5 * (far * far - 3 * near * near); };
  return {
    update() {
      const h = channels.map((c) => machine.film.now(c));
      for (let i = 0; i < at.count; i++) {
        const place = at.getX(i) / cell + 0.5 * n - 0.5;
        const k = Math.floor(place);
        let sum = 0;
        for (let j = Math.max(k - 1, 0); j <= Math.min(k + 2, n - 1); j++) sum += h[j] * bump(place - j);
        at.setZ(i, level + sum);
      }
      at.needsUpdate = true;
      strip.geometry.computeVertexNormals();
    },
  };
}
