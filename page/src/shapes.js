// shapes.js: meshes of bodies: the file's shapes, or a body drawn from its joints and points where there are none.
import * as THREE from 'three';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { thinned } from './thin.js';

// Triangles of a picture: with more its meshes are thinned out to FEW in all, but for small ones, until pictures are quick.
export const LOTS = 300000;
const FEW = 100000;
const SMALL = 2000;

export function placed(object, at) {
  const m = new THREE.Matrix4();
  m.set(at[0], at[1], at[2], at[9], at[3], at[4], at[5], at[10], at[6], at[7], at[8], at[11], 0, 0, 0, 1);
  object.applyMatrix4(m);
  return object;
}

export function material(color, more = {}) {
  return new THREE.MeshStandardMaterial({ color, metalness: 0.25, roughness: 0.45, ...more });
}

export function solid(geometry, mat) {
  const mesh = new THREE.Mesh(geometry, mat);
  mesh.castShadow = true;
  mesh.receiveShadow = true;
  return mesh;
}

// Along z, as the model language says.
function alongZ(geometry) { return geometry.rotateX(Math.PI / 2); }

function bytesOf(base64) {
  const text = atob(base64);
  const out = new Uint8Array(text.length);
  for (let i = 0; i < out.length; i++) out[i] = text.charCodeAt(i);
  return out;
}

// Colors of triangles as colors of their corners; white where a triangle has none.
function cornerColors(base64) {
  const all = bytesOf(base64);
  const out = new Float32Array((all.length / 4) * 9);
  const known = new Map();
  const words = new Uint32Array(all.buffer);
  const color = new THREE.Color();
  words.forEach((word, i) => {
    if (!known.has(word)) known.set(word, word ? color.setRGB((word & 255) / 255, ((word >> 8) & 255) / 255, ((word >> 16) & 255) / 255, THREE.SRGBColorSpace).toArray() : [0.45, 0.45, 0.48]);
    const c = known.get(word);
    for (let k = 0; k < 9; k++) out[9 * i + k] = c[k % 3];
  });
  return out;
}

// The geometry of a mesh file, made once for all shapes that show it. Triangles with one picture are a group.
const made = new WeakMap();
function triangles(mesh) {
  if (!mesh) return null;
  if (made.has(mesh)) return made.get(mesh);
  const g = new THREE.BufferGeometry();
  g.setAttribute('position', new THREE.BufferAttribute(new Float32Array(bytesOf(mesh.triangles).buffer), 3));
  if (mesh.colors) g.setAttribute('color', new THREE.BufferAttribute(cornerColors(mesh.colors), 3));
  if (mesh.uv) g.setAttribute('uv', new THREE.BufferAttribute(new Float32Array(bytesOf(mesh.uv).buffer), 2));
  for (const [first, count, picture] of mesh.skins || []) g.addGroup(3 * first, 3 * count, picture + 1);
  made.set(mesh, g);
  return g;
}

// What the meshes of a scene have in all, each as often as it is shown.
const totals = new WeakMap();
export function triangleCount(scene) {
  if (!totals.has(scene)) {
    const each = (scene.meshes || []).map((m) => (m ? m.triangles.length / 48 : 0));
    totals.set(scene, scene.bodies.flatMap((b) => b.shapes).reduce((n, s) => n + (s.shape === 'mesh' ? each[s.mesh] : 0), 0));
  }
  return totals.get(scene);
}

// The attribute of the corners of those triangles that are left.
function kept(attribute, from) {
  const width = 3 * attribute.itemSize;
  const out = new Float32Array(width * from.length);
  from.forEach((k, i) => out.set(attribute.array.subarray(width * k, width * (k + 1)), width * i));
  return new THREE.BufferAttribute(out, attribute.itemSize);
}

// The geometry with at most so many triangles, made once.
const thins = new WeakMap();
function thin(g, most) {
  if (thins.has(g)) return thins.get(g);
  const { at, from } = thinned(g.attributes.position.array, most);
  const out = new THREE.BufferGeometry();
  out.setAttribute('position', new THREE.BufferAttribute(at, 3));
  for (const name of ['color', 'uv']) if (g.attributes[name]) out.setAttribute(name, kept(g.attributes[name], from));
  const before = (k) => { const n = from.findIndex((x) => x >= k); return n < 0 ? from.length : n; };
  for (const { start, count, materialIndex } of g.groups) out.addGroup(3 * before(start / 3), 3 * (before((start + count) / 3) - before(start / 3)), materialIndex);
  out.computeVertexNormals();
  thins.set(g, out);
  return out;
}

// A mesh of a file as it is drawn: whole, or thinned out with the whole at hand.
function dressed(mesh, scene) {
  const whole = mesh.geometry;
  const n = whole.attributes.position.count / 3;
  const total = triangleCount(scene);
  const few = Math.max(Math.round((FEW * n) / total), SMALL);
  if (total > LOTS && n > few) {
    Object.assign(mesh.userData, { whole, few: thin(whole, few) });
    mesh.geometry = mesh.userData.few;
    mesh.raycast = (ray, hits) => {  // what a pointer is over need not be known so well
      const drawn = mesh.geometry;
      mesh.geometry = mesh.userData.few;
      THREE.Mesh.prototype.raycast.call(mesh, ray, hits);
      mesh.geometry = drawn;
    };
  } else if (!whole.attributes.normal) whole.computeVertexNormals();
  return mesh;
}

// A picture as a texture, made once; only what a browser takes as a picture of its own data is loaded.
const textures = new Map();
function texture(uri) {
  if (!/^data:image\/(png|jpeg);base64,/.test(uri)) return null;
  if (!textures.has(uri)) {
    const t = new THREE.TextureLoader().load(uri);
    t.colorSpace = THREE.SRGBColorSpace;
    t.wrapS = t.wrapT = THREE.RepeatWrapping;
    textures.set(uri, t);
  }
  return textures.get(uri);
}

// What the groups of a mesh with pictures wear: first what has none.
function skins(mesh, pictures, plain) {
  const used = new Set((mesh.skins || []).map((s) => s[2]));
  if (![...used].some((k) => k >= 0)) return plain;
  return [plain, ...pictures.map((uri, k) => (used.has(k) ? material(0xffffff, { map: texture(uri), metalness: 0.1, roughness: 0.7 }) : plain))];
}

function geometry(s, bendable, meshes) {
  const [a, b, c] = s.size;
  if (s.shape === 'box' && bendable) return new THREE.BoxGeometry(a, b, c, ...[a, b, c].map((x) => (x === Math.max(a, b, c) ? 48 : 1)));
  if (s.shape === 'box') return new RoundedBoxGeometry(a, b, c, 3, 0.08 * Math.min(a, b, c));
  if (s.shape === 'cylinder') return alongZ(new THREE.CylinderGeometry(a, a, b, 48, bendable ? 48 : 1));
  if (s.shape === 'capsule') return alongZ(new THREE.CapsuleGeometry(a, b, 12, 32));
  if (s.shape === 'sphere') return new THREE.SphereGeometry(a, 48, 32);
  return triangles(meshes[s.mesh]);
}

function shape(s, bendable, scene) {
  const meshes = scene.meshes || [];
  const g = geometry(s, bendable, meshes);
  if (!g) return null;
  const scaled = s.shape === 'mesh' ? new THREE.Matrix4().makeScale(...s.size) : null;
  const painted = s.own && g.attributes.color;
  const [r, gr, b, alpha] = s.color;
  const color = new THREE.Color().setRGB(r, gr, b, THREE.SRGBColorSpace);
  const look = painted ? { vertexColors: true } : alpha < 1 ? { transparent: true, opacity: alpha } : {};
  const plain = material(painted ? 0xffffff : color, look);
  const mesh = solid(g, s.own && meshes[s.mesh] ? skins(meshes[s.mesh], scene.pictures || [], plain) : plain);
  if (s.shape === 'mesh' && !bendable) dressed(mesh, scene);
  else if (!g.attributes.normal) g.computeVertexNormals();
  if (scaled) mesh.applyMatrix4(scaled);
  return placed(mesh, s.at);
}

// A bar from one point to another, thicker where it starts.
export function bar(from, to, r0, r1, mat) {
  const a = new THREE.Vector3(...from);
  const b = new THREE.Vector3(...to);
  const d = b.clone().sub(a);
  const mesh = solid(new THREE.CylinderGeometry(r1, r0, d.length(), 24), mat);
  mesh.position.copy(a).addScaledVector(d, 0.5);
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), d.normalize());
  return mesh;
}

const AUTO = [0xe8a33d, 0xd9dde3, 0x5b8fb9, 0xc65d3b, 0x7fa66b, 0x8d8aa8];

function reaches(scene, i) {
  const body = scene.bodies[i];
  const ends = scene.joints.filter((j) => j.parent === i).map((j) => j.at.slice(9));
  for (const p of body.points) ends.push(p.at);
  if (body.mass > 0) ends.push(body.com.map((x) => 2 * x));
  return ends;
}

// Bars to all joints and points; a ball where there is nothing to reach.
function guessed(scene, i, size) {
  const group = new THREE.Group();
  const mat = material(AUTO[i % AUTO.length]);
  const far = reaches(scene, i).filter((p) => Math.hypot(...p) > 0.01 * size);
  const seen = [];
  for (const p of far.sort((a, b) => Math.hypot(...b) - Math.hypot(...a))) {
    const n = Math.hypot(...p);
    if (seen.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]) < 0.05 * n)) continue;
    // what lies on a bar that is there already needs none
    if (seen.some((q) => onBar(p, q))) continue;
    seen.push(p);
    const r = Math.min(0.07 * n, 0.035 * size);
    group.add(bar([0, 0, 0], p, r, 0.7 * r, mat));
  }
  // as large as its mass in steel
  const ball = Math.cbrt((3 * scene.bodies[i].mass) / (4 * Math.PI * 7850));
  group.add(solid(new THREE.SphereGeometry(Math.min(Math.max(ball, 0.008 * size), 0.03 * size), 32, 24), mat));
  return group;
}

function onBar(p, q) {
  const qq = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
  const s = (p[0] * q[0] + p[1] * q[1] + p[2] * q[2]) / qq;
  return s > 0 && s < 1 && Math.hypot(p[0] - s * q[0], p[1] - s * q[1], p[2] - s * q[2]) < 0.02 * Math.sqrt(qq);
}

// A pin through a revolute joint, in the child's axes.
function pin(scene, joint, group) {
  if (joint.look !== 'pin' || joint.parent < 0) return null;
  const spans = group.children.map((o) => new THREE.Box3().setFromObject(o).getSize(new THREE.Vector3()).toArray());
  const girth = Math.min(...spans.map((x) => Math.min(...x)));
  if (girth > 0.4 * Math.max(...spans.flat())) return null;
  const axis = new THREE.Vector3(...joint.axis);
  const mesh = solid(new THREE.CylinderGeometry(0.32 * girth, 0.32 * girth, 1.25 * girth, 32), material(0x3c4148, { metalness: 0.7, roughness: 0.35 }));
  mesh.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), axis.normalize());
  return mesh;
}

export function bodyGroup(scene, i, size) {
  const body = scene.bodies[i];
  const group = new THREE.Group();
  for (const s of body.shapes) {
    const m = shape(s, !!body.beam, scene);
    if (m) group.add(m);
  }
  if (!group.children.length && body.mass > 0) group.add(guessed(scene, i, size));  // no shapes, or files that cannot be read
  const joint = scene.joints.find((j) => j.child === i);
  const p = joint && group.children.length ? pin(scene, joint, group) : null;
  if (p) group.add(p);
  group.traverse((o) => { o.userData.body = i; });
  return group;
}
