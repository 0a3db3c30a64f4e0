// stage.js: renderer, light, ground, camera. Inside `world` the axes are the machine's; its up becomes three's y.
import * as THREE from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js';

const LOOK = {
  light: { sky: 0xcfdce8, fog: 0xcfdce8, ground: 0x757f86, line: 0x4d5760, sun: 2.6, hemi: 0.7 },
  dark: { sky: 0x14181e, fog: 0x14181e, ground: 0x1f252d, line: 0x3a4552, sun: 2.0, hemi: 0.35 },
  sea: { sky: 0x0e4a63, fog: 0x0e4a63, ground: 0x8a8468, line: 0x6f6a53, sun: 2.1, hemi: 0.8 },
  seadark: { sky: 0x06222f, fog: 0x06222f, ground: 0x3c3a30, line: 0x2c2b24, sun: 1.5, hemi: 0.5 },
};

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
    this.watch = new ResizeObserver(() => this.resize());
    this.move(parent, gravity);
  }

  // Another machine takes the stage, which is empty then; the camera stays.
  move(parent, gravity) {
    const up = new THREE.Vector3(...gravity).multiplyScalar(-1);
    if (up.length() < 1e-9) up.set(0, 0, 1);
    this.up = up.normalize();
    this.empty(this.world);
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
      o.geometry?.dispose();
      for (const m of [o.material].flat()) m?.dispose();
    });
    group.clear();
  }

  resize() {
    const { clientWidth: w, clientHeight: hgt } = this.parent;
    if (!w || !hgt) return;
    this.renderer.setSize(w, hgt);
    // thumb sticks take the lower part of the picture: the machine stands above them
    const thumbs = this.parent.querySelector('#touch')?.offsetHeight || 0;
    this.camera.setViewOffset(w, hgt, 0, 0.5 * thumbs, w, hgt);
    this.camera.aspect = w / hgt;
    this.camera.updateProjectionMatrix();
  }

  // Ground or sea floor at a height, sized to the machine; what begins below it is seen through it.
  ground(height, size, through) {
    this.size = size;
    const group = new THREE.Group();
    this.plane = new THREE.Mesh(new THREE.CircleGeometry(60 * size, 96), new THREE.MeshStandardMaterial({ roughness: 1, metalness: 0, envMapIntensity: 0.35, ...(through ? { transparent: true, opacity: 0.55, depthWrite: false } : {}) }));
    this.plane.rotation.x = -Math.PI / 2;
    this.plane.receiveShadow = true;
    const step = 10 ** Math.floor(Math.log10(size));
    const cells = 2 * Math.min(100, Math.round((12 * size) / step));
    this.grid = new THREE.GridHelper(cells * step, cells);
    this.grid.position.y = 0.0015 * size;
    this.grid.material.transparent = true;
    this.grid.material.opacity = 0.45;
    group.add(this.plane, this.grid);
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
    this.scene.background = new THREE.Color(look.sky);
    this.scene.fog = new THREE.Fog(look.fog, (wet ? 4 : 5) * this.size, (wet ? 22 : 16) * this.size);
    this.plane.material.color.set(look.ground);
    for (const name of ['color', 'vertexColors']) if (this.grid.material[name] === true) this.grid.material[name] = false;
    this.grid.material.vertexColors = false;
    this.grid.material.color.set(look.line);
    this.grid.material.needsUpdate = true;
    this.sun.intensity = look.sun;
    this.hemi.intensity = look.hemi;
  }

  // The whole sphere in the picture, seen from a direction; three's axes.
  frame(center, radius, from) {
    const d = (1.15 * radius) / Math.sin((this.camera.fov * Math.PI) / 360) / Math.min(1, this.camera.aspect);
    const way = from.clone().normalize();
    this.controls.target.copy(center);
    this.camera.position.copy(center).addScaledVector(way, d);
    this.controls.update();
    this.lit(center);
  }

  lit(center) {
    this.sun.target.position.copy(center);
    this.sun.position.copy(center).add(new THREE.Vector3(2.2, 4.4, 1.6).multiplyScalar(this.size));
  }

  // Moves the camera along with what it follows.
  carry(move) {
    this.camera.position.add(move);
    this.controls.target.add(move);
  }

  // A picture that takes too long on this computer gets no shadows, then fewer pixels. `#quality=high` in the URL keeps all.
  adapt(ms) {
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
