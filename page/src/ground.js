// ground.js: where ground, sea floor and water stand: as the file says, else as the machine's parts say, else under the machine.
import * as THREE from 'three';

const DEEP = 1000;  // m: water deeper than this has no floor in the picture

// Heights of the world against gravity at which parts say that ground is.
function told(machine) {
  const { parts, places } = machine.scene;
  const { up } = machine.stage;
  const list = [];
  const lowest = Math.min(0, ...parts.flatMap((p) => (p.profile ? p.profile.heights : [])));
  for (const { look, params: p, ports, inputs = [] } of parts) {
    if (look === 'contact') {
      const ground = places[ports[1]?.place];
      const still = !inputs.includes('height') && !(ground && ground.on && ground.on.body >= 0);
      const n = new THREE.Vector3(p.nx ?? 0, p.ny ?? 0, p.nz ?? 1).normalize();
      if (still && n.dot(up) > 0.9) list.push((p.level ?? 0) + (ground?.on ? new THREE.Vector3(...ground.on.at).dot(up) : 0) + lowest);
    }
    if (look === 'lumps' && p.bed > -1e29) list.push(p.bed);
    if ((look === 'wave' || look === 'sea') && p.depth < DEEP) list.push(p.level - p.depth);
  }
  return list;
}

// {height, wet, through, none}: of the ground, three's y; all of it is under water; something of the machine begins below the ground, or digs there;
// what floats without weight has no ground.
export function surroundings(machine) {
  const { display = {}, joints, gravity } = machine.scene;
  const { box, size, surface } = machine;
  const wet = display.around ? display.around === 'water' && !(surface < box.max.y) : surface !== undefined && surface > box.max.y;
  const parts = told(machine);
  const height = display.ground ?? (parts.length ? Math.min(...parts) : under());
  const none = display.ground === undefined && !parts.length && !wet && !gravity.some(Boolean) && joints.every((j) => j.parent >= 0 || j.type === 'free');
  const dug = machine.scene.parts.some((p) => p.look === 'soil');
  return { height, wet, none, through: dug || box.min.y < height - 0.03 * size };

  // what stands on the world stands on the ground; what floats has its floor below
  function under() {
    const fixed = joints.some((j) => j.parent < 0 && j.type !== 'free');
    const low = box.min.y - (fixed && !wet ? 0 : 0.6 * size);
    return surface !== undefined && !wet ? Math.min(low, surface - 4 * size) : low;
  }
}
