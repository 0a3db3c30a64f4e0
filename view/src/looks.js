// looks.js: what parts look like, by the `look` that their kind declares. A look is an object with update(t).
import * as THREE from 'three';
import { material, solid } from './shapes.js';
import { water } from './water.js';

const Y = new THREE.Vector3(0, 1, 0);
const STEEL = { metalness: 0.85, roughness: 0.25 };

// Stretches an object of unit length along y between two points.
function span(object, a, b) {
  const d = b.clone().sub(a);
  const n = d.length();
  object.position.copy(a);
  if (n > 1e-9) object.quaternion.setFromUnitVectors(Y, d.divideScalar(n));
  return n;
}

function tag(object, part) {
  object.traverse((o) => { o.userData.part = part.name; });
  return object;
}

function lineOf(machine, part) {
  const places = part.ports.map((p) => machine.scene.places[p.place]).filter((p) => p && p.type === 'line');
  return places[0];
}

function rod(radius, mat) {
  const m = solid(new THREE.CylinderGeometry(radius, radius, 1, 32), mat);
  m.geometry.translate(0, 0.5, 0);
  return m;
}

// Barrel at the first point, rod out to the second; lengths from stroke and closed length, thickness from the areas.
function cylinder(machine, part, line = lineOf(machine, part)) {
  if (!line) return null;
  const { area_a: a, area_b: b, stroke, closed } = part.params;
  const bore = Math.sqrt((a || 2e-3 * machine.rough ** 2 / Math.PI / 10) / Math.PI);
  const rodR = Math.max(a > b ? Math.sqrt((a - b) / Math.PI) : 0, 0.5 * bore);
  const group = new THREE.Group();
  const barrel = rod(1.28 * bore, material(0x2f3338, { metalness: 0.5, roughness: 0.4 }));
  const gland = solid(new THREE.CylinderGeometry(1.45 * bore, 1.45 * bore, 0.5 * bore, 32), material(0x585f68, STEEL));
  const piston = rod(rodR, material(0xd8dde2, STEEL));
  const eyes = [0, 1].map(() => solid(new THREE.SphereGeometry(1.3 * bore, 24, 16), material(0x3c4148, STEEL)));
  group.add(barrel, gland, piston, ...eyes);
  machine.stage.world.add(tag(group, part));
  const from = new THREE.Vector3();
  const to = new THREE.Vector3();
  return {
    update() {
      machine.point(line.from.body, line.from.at, from);
      machine.point(line.to.body, line.to.at, to);
      const n = span(group, from, to);
      const short = closed > 0 ? closed : Math.max(n - 0.5 * (stroke || n), 0.55 * n);
      const length = Math.min(Math.max(0.94 * short, 0.1 * n), 0.97 * n);
      barrel.scale.y = length;
      gland.position.y = length;
      piston.position.y = 0.5 * length;
      piston.scale.y = n - 0.5 * length;
      eyes[1].position.y = n;
    },
  };
}

function helix(turns, radius, wire) {
  class Path extends THREE.Curve {
    getPoint(s, out = new THREE.Vector3()) {
      const w = 2 * Math.PI * turns * s;
      return out.set(radius * Math.cos(w), s, radius * Math.sin(w));
    }
  }
  return new THREE.TubeGeometry(new Path(), 24 * turns, wire, 8);
}

function spring(machine, part) {
  const line = lineOf(machine, part);
  if (!line) return null;
  const r = 0.02 * machine.rough;
  const coil = solid(helix(9, r, 0.18 * r), material(0x4a7f4f, { metalness: 0.6, roughness: 0.35 }));
  machine.stage.world.add(tag(coil, part));
  const from = new THREE.Vector3();
  const to = new THREE.Vector3();
  return {
    update() {
      coil.scale.y = span(coil, machine.point(line.from.body, line.from.at, from), machine.point(line.to.body, line.to.at, to));
    },
  };
}

function damper(machine, part) {
  return cylinder(machine, { ...part, params: { area_a: Math.PI * (0.018 * machine.rough) ** 2, area_b: Math.PI * (0.016 * machine.rough) ** 2 } });
}

// A hanging line of given length: a parabola with the sag that its length asks for.
function tether(machine, part) {
  const ends = part.ports.map((p) => machine.scene.places[p.place]);
  const points = Array.from({ length: 33 }, () => new THREE.Vector3());
  const line = new THREE.Line(new THREE.BufferGeometry().setFromPoints(points), new THREE.LineBasicMaterial({ color: 0xf2c230 }));
  line.frustumCulled = false;
  machine.stage.world.add(tag(line, part));
  const a = new THREE.Vector3();
  const b = new THREE.Vector3();
  return {
    update() {
      machine.point(ends[0].on.body, ends[0].on.at, a);
      machine.point(ends[1].on.body, ends[1].on.at, b);
      const d = a.distanceTo(b);
      const sag = Math.sqrt(Math.max(0, (3 / 8) * d * (part.params.length - d)));
      points.forEach((p, i) => {
        const s = i / 32;
        p.lerpVectors(a, b, s).addScaledVector(machine.stage.up, -4 * sag * s * (1 - s));
      });
      line.geometry.setFromPoints(points);
    },
  };
}

// Duct, hub and blades that turn; a jet as long as the thrust.
function thruster(machine, part) {
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

// A pillar with its top at the plane, under where the object starts.
function support(machine, part) {
  const { nx, ny, nz, level } = part.params;
  const n = new THREE.Vector3(nx, ny, nz).normalize();
  const on = machine.scene.places[part.ports[0].place].on;
  const p = machine.point(on.body, on.at);
  p.addScaledVector(n, level - p.dot(n));
  if (on.body >= 0) {
    const box = new THREE.Box3().setFromObject(machine.bodies[on.body]);
    const height = box.getSize(new THREE.Vector3()).y;
    if (n.dot(machine.stage.up) > 0.9) p.addScaledVector(n, -0.5 * height);
  }
  const r = 0.08 * machine.rough;
  const deep = 3 * machine.rough;
  const top = solid(new THREE.CylinderGeometry(1.6 * r, 1.6 * r, 0.3 * r, 48).translate(0, -0.15 * r, 0), material(0x7d858e));
  const post = solid(new THREE.CylinderGeometry(0.7 * r, 0.9 * r, deep, 32).translate(0, -0.5 * deep - 0.3 * r, 0), material(0x676e76));
  const group = new THREE.Group();
  group.add(top, post);
  group.position.copy(p);
  group.quaternion.setFromUnitVectors(Y, n);
  machine.stage.world.add(tag(group, part));
  return null;
}

// A claw at the hand, which closes when the part holds.
function grip(machine, part) {
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
function contact(machine, part) {
  const { nx = 0, ny = 0, nz = 1, radius = 0, length = 0, width = 0 } = part.params;
  const [object, ground] = part.ports.map((p) => machine.scene.places[p.place]);
  const n = new THREE.Vector3(nx, ny, nz).normalize();
  const size = Math.max(0.12 * machine.rough, 1.3 * length, 1.3 * width);
  const slab = solid(new THREE.BoxGeometry(size, 0.12 * size, size).translate(0, -0.06 * size, 0), material(0x4a4f55, { roughness: 0.95, metalness: 0 }));
  machine.stage.world.add(tag(slab, part));
  const [gap, touch] = ['gap', 'touch'].map((k) => machine.film.channel(`${part.name}.${k}`));
  const up = new THREE.Vector3();
  return {
    update() {
      up.copy(n);
      if (ground && ground.type === 'frame' && ground.on.body >= 0) up.applyQuaternion(machine.bodies[ground.on.body].quaternion);
      slab.quaternion.setFromUnitVectors(Y, up);
      machine.point(object.on.body, object.on.at, slab.position).addScaledVector(up, -(gap < 0 ? 0 : machine.film.now(gap)) - radius);
      slab.material.emissive.set(touch >= 0 && machine.film.now(touch) > 0.5 ? 0x2a1400 : 0x000000);
    },
  };
}

// A strip of ground with the profile that the machine passes over; it moves past at the part's speed.
function profile(machine, part) {
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

const LOOKS = { profile, contact, cylinder, spring, damper, tether, thruster, support, grip };

// Lines that no look draws: a thin rod, so that the eye sees where force goes.
function plainLines(machine, taken) {
  return machine.scene.places.filter((p) => p.type === 'line' && !taken.has(p)).map((line) => {
    const part = machine.scene.parts.find((q) => q.ports.some((o) => machine.scene.places[o.place] === line));
    const name = part ? part.name : line.name;
    const area = Math.PI * (0.012 * machine.rough) ** 2;
    if (line.lower !== undefined) return cylinder(machine, { name, params: { area_a: area, area_b: 0.6 * area, closed: line.lower, stroke: line.upper - line.lower } }, line);
    if (part && part.kind.startsWith('hydraulic.')) return cylinder(machine, { name, params: { area_a: part.params.area_a || area, area_b: part.params.area_b } }, line);
    const mesh = rod(0.008 * machine.rough, material(0x8a929c, STEEL));
    machine.stage.world.add(part ? tag(mesh, part) : mesh);
    const a = new THREE.Vector3();
    const b = new THREE.Vector3();
    return {
      update() {
        mesh.scale.y = span(mesh, machine.point(line.from.body, line.from.at, a), machine.point(line.to.body, line.to.at, b));
      },
    };
  });
}

export function makeLooks(machine) {
  const taken = new Set();
  const list = [];
  for (const part of machine.scene.parts) {
    const make = LOOKS[part.look];
    if (!make) continue;
    const line = lineOf(machine, part);
    if (line && taken.has(line)) continue;
    const look = make(machine, part);
    if (line && look) taken.add(line);
    if (look) list.push(look);
  }
  list.push(...plainLines(machine, taken));
  const sea = water(machine);
  if (sea) list.push(sea);
  return list;
}
