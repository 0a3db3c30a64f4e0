// stage.js: renderer, light, ground, camera. Inside `world` the axes are the machine's; its up becomes three's y.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';

// sky: at the horizon, where the ground fades into it; top: above.
const LOOK = {
  light: { sky: 0xdde6ee, top: 0x8fb4d6, ground: 0x6c757c, line: 0x39424a, sun: 2.6, hemi: 0.7 },
  dark: { sky: 0x1b222b, top: 0x0b0e13, ground: 0x252c35, line: 0x55626f, sun: 2.0, hemi: 0.35 },
  sea: { sky: 0x0e4a63, top: 0x3f9fb8, ground: 0x8a8468, line: 0x5d583f, sun: 2.1, hemi: 0.8 },
  seadark: { sky: 0x06222f, top: 0x0d4459, ground: 0x3c3a30, line: 0x5a5746, sun: 1.5, hemi: 0.5 },
};
const EDGE = 0.9;   // of half the picture: beyond it the camera goes along
const QUICK = 30;   // ms of a picture
const LONG = 40;    // pictures in a row
const EASE = 0.3;   // s in which most of the way is gone

// Ground with lines, every tenth one stronger, that fade before they are too close for the pixels.
function lined(material, line, cell) {
  material.onBeforeCompile = (s) => {
    Object.assign(s.uniforms, { line, cell });
    s.vertexShader = s.vertexShader.replace('#include <common>', '#include <common>\nvarying vec2 vAt;').replace('#include <begin_vertex>', '#include <begin_vertex>\nvAt = (modelMatrix * vec4(position, 1.0)).xz;');
    s.fragmentShader = s.fragmentShader.replace('#include <common>', `#include <common>
      varying vec2 vAt;
      uniform vec3 line;
      uniform float cell;
      float lines(float size, float wide) {
        vec2 at = vAt / size, w = fwidth(at);
        vec2 l = 1.0 - smoothstep(vec2(0.0), vec2(wide), abs(fract(at - 0.5) - 0.5) / max(w, vec2(1e-6)));
        vec2 seen = clamp(1.2 - 6.0 * w, 0.0, 1.0);
        return max(l.x * seen.x, l.y * seen.y);
      }`).replace('#include <color_fragment>', `#include <color_fragment>
      diffuseColor.rgb = mix(diffuseColor.rgb, line, max(0.28 * lines(cell, 1.1), 0.6 * lines(10.0 * cell, 1.5)));`);
  };
  return material;
}

// A sky that is lighter or darker above than at the horizon.
function dome(colors) {
  const material = new THREE.ShaderMaterial({ uniforms: colors, side: THREE.BackSide, depthWrite: false, depthTest: false, fog: false,
    vertexShader: 'varying vec3 vWay; void main() { vWay = position; gl_Position = projectionMatrix * vec4(mat3(modelViewMatrix) * position, 1.0); }',
    fragmentShader: 'varying vec3 vWay; uniform vec3 sky; uniform vec3 top; void main() { gl_FragColor = vec4(mix(sky, top, smoothstep(0.0, 0.55, normalize(vWay).y)), 1.0); }' });
  const mesh = new THREE.Mesh(new THREE.SphereGeometry(1, 32, 24), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = -10;
  return mesh;
}

export class Stage {
  constructor(parent, gravity) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.toneMapping = THREE.ACESFilmicToneMapping;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.scene = new THREE.Scene();
    const pmrem = new THREE.PMREMGenerator(this.renderer);
    this.scene.environment = pmrem.fromScene(new RoomEnvironment(), 0.04).texture;
    this.scene.environmentIntensity = 0.55;
    this.world = new THREE.Group();
    this.scene.add(this.world);
    this.camera = new THREE.PerspectiveCamera(38, 1, 0.01, 2000);
    this.room = 1;  // share of the height that nothing lies over
    this.lift = 0;  // how far its middle is above the picture's, of half the height
    this.controls = new OrbitControls(this.camera, this.renderer.domElement);
    this.controls.enableDamping = true;
    this.controls.dampingFactor = 0.12;
    this.hemi = new THREE.HemisphereLight(0xffffff, 0x8a8478, 0.7);
    this.sun = new THREE.DirectionalLight(0xfff4e2, 2.6);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.bias = -0.0004;
    this.sun.shadow.normalBias = 0.02;
    this.scene.add(this.hemi, this.sun, this.sun.target);
    this.colors = { sky: { value: new THREE.Color() }, top: { value: new THREE.Color() }, line: { value: new THREE.Color() }, cell: { value: 1 } };
    this.scene.add(dome(this.colors));
    this.controls.addEventListener('start', () => { this.held = true; });
    this.watch = new ResizeObserver(() => this.resize());
    this.move(parent, gravity);
  }

  // Another machine takes the stage, which is empty then; the camera stays.
  move(parent, gravity) {
    const up = new THREE.Vector3(...gravity).multiplyScalar(-1);
    if (up.length() < 1e-9) up.set(0, 0, 1);
    this.up = up.normalize();
    this.empty(this.world);
    this.whole = undefined;
    this.tried = false;
    this.world.quaternion.setFromUnitVectors(this.up, new THREE.Vector3(0, 1, 0));
    if (this.floor) {
      this.empty(this.floor);
      this.scene.remove(this.floor);
    }
    this.parent = parent;
    parent.append(this.renderer.domElement);
    this.watch.disconnect();
    this.watch.observe(parent);
    this.resize();
  }

  empty(group) {
    group.traverse((o) => {
      for (const g of [o.geometry, o.userData.whole, o.userData.few]) g?.dispose();
      for (const m of [o.material].flat()) m?.dispose();
    });
    group.clear();
  }

  resize() {
    const { clientWidth: w, clientHeight: hgt } = this.parent;
    if (!w || !hgt) return;
    this.renderer.setSize(w, hgt);
    // buttons lie over the top of the picture, clock and thumb sticks over its lower part: the machine stands between them
    const { top, bottom } = this.margins();
    this.room = Math.max(1 - (top + bottom) / hgt, 0.3);
    this.lift = (bottom - top) / hgt;
    this.camera.setViewOffset(w, hgt, 0, 0.5 * (bottom - top), w, hgt);
    this.camera.aspect = w / hgt;
    // in another window what is shown is as large as before
    const fit = Math.min(this.room, this.camera.aspect);
    if (this.controls && this.fit) this.camera.position.sub(this.controls.target).multiplyScalar(this.fit / fit).add(this.controls.target);
    this.fit = fit;
    this.camera.updateProjectionMatrix();
  }

  // px that are covered from above and from below.
  margins() {
    const high = (id) => { const e = this.parent.querySelector(id); return e?.offsetHeight ? e : null; };
    const [head, foot] = [high('.head'), high('#touch') || high('.clock')];
    return { top: head ? head.offsetTop + head.offsetHeight : 0, bottom: foot ? this.parent.clientHeight - foot.offsetTop : 0 };
  }

  // What is below the ground is seen through it.
  seeThrough() {
    if (this.clear) return;
    this.clear = true;
    Object.assign(this.plane.material, { transparent: true, opacity: 0.55, depthWrite: false, needsUpdate: true });
  }

  // Ground or sea floor at a height, sized to the machine; what begins below it is seen through it.
  ground(height, size, through) {
    this.size = size;
    const group = new THREE.Group();
    this.plane = new THREE.Mesh(new THREE.CircleGeometry(60 * size, 96), lined(new THREE.MeshStandardMaterial({ roughness: 1, metalness: 0, envMapIntensity: 0.35 }), this.colors.line, this.colors.cell));
    this.plane.rotation.x = -Math.PI / 2;
    this.plane.receiveShadow = true;
    this.colors.cell.value = 10 ** Math.floor(Math.log10(size / 1.5));
    this.clear = false;
    if (through) this.seeThrough();
    group.add(this.plane);
    group.position.y = height;
    this.floor = group;
    this.scene.add(group);
    this.sun.shadow.camera.near = 0.1 * size;
    this.sun.shadow.camera.far = 12 * size;
    Object.assign(this.sun.shadow.camera, { left: -2 * size, right: 2 * size, top: 2 * size, bottom: -2 * size });
    this.sun.shadow.camera.updateProjectionMatrix();
    this.camera.near = 0.01 * size;
    this.camera.far = 120 * size;
    this.camera.updateProjectionMatrix();
  }

  theme(dark, wet) {
    const look = LOOK[wet ? (dark ? 'seadark' : 'sea') : dark ? 'dark' : 'light'];
    this.scene.fog = new THREE.Fog(look.sky, (wet ? 4 : 5) * this.size, (wet ? 22 : 40) * this.size);
    const paint = (name, space) => new THREE.Color(look[name]).getRGB(this.colors[name].value, space);
    for (const name of ['sky', 'top']) paint(name, THREE.SRGBColorSpace);
    paint('line', THREE.LinearSRGBColorSpace);
    this.plane.material.color.set(look.ground);
    this.sun.intensity = look.sun;
    this.hemi.intensity = look.hemi;
  }

  // A box in the picture, of which it fills that share, seen from a direction; three's axes. The sphere around it is a first guess.
  frame(center, radius, from, box, fill) {
    let d = this.distance(radius);
    this.held = this.going = false;
    const way = from.clone().normalize();
    this.controls.target.copy(center);
    for (let i = 0; i < 6; i++) {
      this.camera.position.copy(center).addScaledVector(way, d);
      this.controls.update();
      d *= Math.min(Math.max(this.reach(box) / fill, 0.7), 2);
    }
    this.lit(center);
  }

  // How far a box reaches to the edges of what nothing lies over: 1 is the edge; 9: it is beside or behind the camera.
  reach(box) {
    const { camera } = this;
    camera.updateMatrixWorld();
    const p = new THREE.Vector3();
    let out = 0;
    for (let i = 0; i < 8; i++) {
      p.set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).project(camera);
      out = Math.max(out, Math.abs(p.x), Math.abs(p.y - this.lift) / this.room, p.z > 1 ? 9 : 0);
    }
    return out;
  }

  // The picture goes along with what leaves it, and further back for what is too large for it; not after a hand has turned it.
  keep(box, dt) {
    if (this.held || box.isEmpty()) return;
    const { camera, controls } = this;
    if (this.reach(box) > EDGE) this.going = true;
    if (!this.going) return;
    const way = camera.position.clone().sub(controls.target);
    const move = box.getCenter(new THREE.Vector3()).sub(controls.target);
    const small = this.reach(box.clone().translate(move.clone().negate())) / (EDGE - 0.1);  // at most 1: in the middle it has room
    const share = 1 - Math.exp(-dt / EASE);
    this.carry(move.multiplyScalar(share));
    if (small > 1) camera.position.addScaledVector(way, share * (small - 1));
    this.lit(controls.target);
    this.going = move.length() > 0.02 * share * this.size || small > 1.02;
  }

  // From which a sphere is whole in the picture.
  distance(radius) { return (1.06 * radius) / Math.sin((this.camera.fov * Math.PI) / 360) / Math.min(this.room, this.camera.aspect); }

  lit(center) {
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).add(new THREE.Vector3(2.2, 4.4, 1.6).multiplyScalar(this.size));
  }

  // Moves the camera along with what it follows.
  carry(move) {
    this.camera.position.add(move);
    this.controls.target.add(move);
  }

  // Large meshes begin thinned out (shapes.js). When pictures have been quick for a while all triangles are drawn; where that is slow, never again.
  refine(ms) {
    const high = location.hash === '#quality=high';
    if (this.whole === undefined) this.setWhole(high);
    if (high || this.tried || !this.thin) return;
    this.quick = ms < QUICK ? (this.quick || 0) + 1 : 0;
    if (!this.whole && this.quick > LONG) this.setWhole(true);
    else if (this.whole && ms > 2 * QUICK && this.since++ > 1) {  // the first one brings the triangles to the card
      this.tried = true;
      this.slow = 16;
      this.setWhole(false);
    }
  }

  setWhole(whole) {
    this.whole = whole;
    this.since = 0;
    this.thin = false;
    this.world.traverse((o) => {
      if (!o.userData.whole) return;
      this.thin = true;
      if (whole && !o.userData.whole.attributes.normal) o.userData.whole.computeVertexNormals();
      o.geometry = whole ? o.userData.whole : o.userData.few;
    });
  }

  // A picture that takes too long on this computer gets no shadows, then fewer pixels. `#quality=high` in the URL keeps all.
  adapt(ms) {
    if (!document.hidden) this.refine(ms);
    if (location.hash === '#quality=high' || document.hidden) return;
    this.slow = 0.8 * (this.slow || 16) + 0.2 * Math.min(ms, 400);
    this.coarse ||= 0;
    if (this.slow < 50 || this.coarse > 2) return;
    this.coarse = this.slow > 90 ? 3 : this.coarse + 1;
    this.slow = 16;
    this.sun.castShadow = false;
    this.renderer.setPixelRatio([1, 1, 0.6, 0.4][this.coarse]);
  }

  draw() {
    this.controls.update();
    this.renderer.render(this.scene, this.camera);
  }
}
