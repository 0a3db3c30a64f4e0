// lines.js: parts between two points: cylinders, springs, dampers, tethers, and axes that no look draws.
import * as THREE from 'three';
import { material, solid } from './shapes.js';
import { STEEL, span, tag, lineOf, rod } from './draw.js';

// Barrel at the first point, rod out to the second; lengths from stroke and closed length, thickness from the areas.
export function cylinder(machine, part, line = lineOf(machine, part)) {
  if (!line) return null;
  const { area_a: a, area_b: b, stroke, closed } = part.params;
  const bore = Math.sqrt((a || 2e-3 * machine.rough ** 2 / Math.PI / 10) / Math.PI);
  const rodR = Math.max(a > b ? Math.sqrt((a - b) / Math.PI) : 0, 0.5 * bore);
  const group = new THREE.Group();
  const barrel = rod(1.28 * bore, material(0x2f3338, { metalness: 0.5, roughness: 0.4 }));
  const gland = solid(new THREE.CylinderGeometry(1.45 * bore, 1.45 * bore, 0.5 * bore, 32), material(0x585f68, STEEL));
  const piston = rod(rodR, material(0x76818c, { metalness: 0.6, roughness: 0.3 }));
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

export function spring(machine, part) {
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

export function damper(machine, part) {
  return cylinder(machine, { ...part, params: { area_a: Math.PI * (0.018 * machine.rough) ** 2, area_b: Math.PI * (0.016 * machine.rough) ** 2 } });
}

// A cable through points that `place` fills, between two ends {body, at}.
function cable(machine, part, ends, count, color, place) {
  const radius = Math.max(0.5 * (part.params.diameter || 0), 0.0035 * machine.rough);
  const points = Array.from({ length: count }, () => new THREE.Vector3());
  const pieces = points.slice(1).map(() => rod(radius, material(color, { roughness: 0.8, metalness: 0 })));
  const group = new THREE.Group();
  group.add(...pieces);
  machine.stage.world.add(tag(group, part));
  const a = new THREE.Vector3();
  const b = new THREE.Vector3();
  return {
    update() {
      machine.point(ends[0].body, ends[0].at, a);
      machine.point(ends[1].body, ends[1].at, b);
      points.forEach((p, i) => place(p.lerpVectors(a, b, i / (count - 1)), i, a.distanceTo(b)));
      pieces.forEach((piece, i) => { piece.scale.y = Math.max(span(piece, points[i], points[i + 1]), 1e-9); });
    },
  };
}

const framesOf = (machine, part) => part.ports.map((p) => machine.scene.places[p.place].on);
const SAGS = 25;

// A hanging line of given length: a parabola with the sag that its length asks for.
function hanging(machine, part, ends, color) {
  return cable(machine, part, ends, SAGS, color, (p, i, d) => {
    const s = i / (SAGS - 1);
    const sag = Math.sqrt(Math.max(0, (3 / 8) * d * (part.params.length - d)));
    p.addScaledVector(machine.stage.up, -4 * sag * s * (1 - s));
  });
}

export function tether(machine, part) { return hanging(machine, part, framesOf(machine, part), 0xf2c230); }

// A rope along an axis; on a coordinate it has no ends to draw.
export function rope(machine, part) {
  const line = lineOf(machine, part);
  return line ? hanging(machine, part, [line.from, line.to], 0x22262b) : null;
}

// The rope of a winch is as long as its drum pays out: straight.
export function winch(machine, part) {
  const line = lineOf(machine, part);
  return line ? cable(machine, part, [line.from, line.to], 2, 0x22262b, () => {}) : null;
}

// A line whose lumps are states: how far each is off the straight line.
export function lumps(machine, part) {
  const { film } = machine;
  const lump = [];
  while (film.index.has(`${part.name}.x${lump.length + 1}`)) lump.push(['x', 'y', 'z'].map((k) => film.index.get(`${part.name}.${k}${lump.length + 1}`)));
  return cable(machine, part, framesOf(machine, part), lump.length + 2, 0xf2c230, (p, i) => {
    if (i && i <= lump.length) p.add(new THREE.Vector3(...lump[i - 1].map((c) => film.now(c))));
  });
}

// Lines that no look draws: a thin rod, so that the eye sees where force goes.
export function plainLines(machine, taken) {
  return machine.scene.places.filter((p) => p.type === 'line' && !taken.has(p)).map((line) => {
    const part = machine.scene.parts.find((q) => q.ports.some((o) => machine.scene.places[o.place] === line));
    const name = part ? part.name : line.name;
    const area = Math.PI * (0.012 * machine.rough) ** 2;
    if (line.lower !== undefined) return cylinder(machine, { name, params: { area_a: area, area_b: 0.6 * area, closed: line.lower, stroke: line.upper - line.lower } }, line);
    if (part && part.kind.startsWith('hydraulic.')) return cylinder(machine, { name, params: { area_a: part.params.area_a || area, area_b: part.params.area_b } }, line);
    const look = thinRod(machine, line, 0.008);
    if (part) tag(look.mesh, part);
    return look;
  });
}

function thinRod(machine, { from, to }, share) {
  const mesh = rod(share * machine.rough, material(0x8a929c, STEEL));
  machine.stage.world.add(mesh);
  const a = new THREE.Vector3();
  const b = new THREE.Vector3();
  return { mesh, update() { mesh.scale.y = span(mesh, machine.point(from.body, from.at, a), machine.point(to.body, to.at, b)); } };
}

// Links that the file has as a distance, which a loop holds; results of earlier versions have none.
export const rods = (machine) => (machine.scene.rods || []).map((r) => thinRod(machine, r, 0.016));
