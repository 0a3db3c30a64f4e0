// keys.cjs: what each key of each shipped desk does to the machine, in node.
// usage: node keys.cjs DAVIT SOURCE OUT [PATTERN of names]
const assert = require('assert');
const fs = require('fs');
const path = require('path');
const { words } = require('./alone.cjs');

const { source, out, write, lying, run } = words();

// What each key does, in words of the machine's own columns: the column, the way that it goes, and by when (1 s if not said).
const presses = {
  bluerov2: { s: ['base.vx', -1], w: ['base.vx', 1], d: ['base.vy', -1], a: ['base.vy', 1], e: ['base.wz', -1], q: ['base.wz', 1], f: ['base.vz', -1], r: ['base.vz', 1] },
  forwarder: { s: ['boom.position', -1], w: ['boom.position', 1], d: ['slew.position', -1], a: ['slew.position', 1] },
  'offshore-crane': { s: ['fall.vz', -1], w: ['fall.vz', 1] },
  'telescopic-handler': { s: ['lift.position', -1, 3], w: ['lift.position', 1, 3], q: null, e: ['slide.position', 1, 3] },
  'tracked-loader': { a: ['fly.vx', -1, 3], q: ['fly.vx', 1, 3], d: ['fly.vx', -1, 3], e: ['fly.vx', 1, 3], f: ['arm.position', -1, 3], r: ['arm.position', 1, 3], g: ['wrist.position', 1, 3], t: ['wrist.position', -1, 3] },
  titan4: { a: ['q1.position', -1], d: ['q1.position', 1], s: ['tool.tip.z', -1], w: ['tool.tip.z', 1], q: ['tool.tip.z', -1], e: ['tool.tip.z', 1] },
  'knuckle-boom-crane': { s: ['boom.tip.y', -1], w: ['boom.tip.y', 1], q: ['knuckle.tip.x', -1], e: ['knuckle.tip.x', 1] },
  'knuckle-boom-crane-deck': { s: ['q1.position', -1], w: ['q1.position', 1], q: ['q2.position', -1], e: ['q2.position', 1] },
  excavator: { f: ['lift.position', -1], r: ['lift.position', 1], w: ['pull.position', 1], s: ['pull.position', -1], d: ['curl.position', 1], a: ['curl.position', -1], x: null },
  'forestry-machine': { d: ['swing.position', -1], a: ['swing.position', 1], s: ['boom.position', -1], w: ['boom.position', 1], q: ['stick.position', -1], e: ['stick.position', 1] },
  'electric-road-arm': { s: ['carrier.shoe.z', -1], w: ['carrier.shoe.z', 1] },
  // north, east, down: the station of the vehicle, then the hand
  'rov-manipulator': { 'vehicle s': ['n_ref.y', -1], 'vehicle w': ['n_ref.y', 1], 'vehicle a': ['e_ref.y', -1], 'vehicle d': ['e_ref.y', 1], 'vehicle q': ['yaw_ref', -1], 'vehicle e': ['yaw_ref', 1],
    'vehicle r': ['d_ref.y', -1], 'vehicle f': ['d_ref.y', 1], 'arm d': ['fore.tip.y', 1], 'arm a': ['fore.tip.y', -1], 'arm s': ['fore.tip.z', 1], 'arm w': ['fore.tip.z', -1],
    'arm q': ['fore.tip.x', -1], 'arm e': ['fore.tip.x', 1] },
};

// The page's hands without a page: keys in, inputs out.
async function handsOf() {
  const folder = path.join(out, 'hands');
  fs.mkdirSync(folder, { recursive: true });
  for (const f of ['hands', 'pad', 'dom', 'units', 'touch']) fs.copyFileSync(path.join(source, 'page/src', `${f}.js`), path.join(folder, `${f}.js`));
  fs.writeFileSync(path.join(folder, 'package.json'), '{"type": "module"}');
  const element = () => ({ setAttribute() {}, append() {}, replaceChildren() {}, addEventListener() {}, style: {}, classList: { toggle() {} } });
  Object.assign(globalThis, { document: { createElement: element }, window: { addEventListener() {} }, DAVIT_SHOWN: [] });
  Object.defineProperty(globalThis, 'navigator', { value: { getGamepads: () => [] }, configurable: true });
  return (await import(path.join(folder, 'hands.js'))).Hands;
}

async function pressed(name) {
  const Hands = await handsOf();
  const { Engine } = await import(path.join(source, 'page/src/engine.mjs'));
  const { cases: [c], engine, open } = lying(write(name, ['--only']));
  const scene = JSON.parse(open(c.scene));
  const module = new WebAssembly.Module(engine);
  const column = (n) => 1 + scene.channels.findIndex((x) => x[0] === n);
  const play = (keys, mode, until = 1) => {
    const hands = new Hands(scene);
    hands.mode = Math.max(0, scene.operator.modes.indexOf(mode));
    for (const k of keys) hands.keys.add(k);
    const e = new Engine(module);
    e.open(open(c.block), c.method, c.step);
    for (const [input, x] of Object.entries(hands.read(scene.inputs))) e.put(`${input}.value`, x);
    e.goTo(until);
    return e.row();
  };
  const stills = new Map();
  const still = (until = 1) => stills.get(until) ?? stills.set(until, play([], undefined, until)).get(until);
  for (const k of scene.operator.controls.filter((x) => !x.toggle)) {
    for (const key of [k.down, k.up].filter(Boolean)) {
      const what = k.mode ? `${k.mode} ${key}` : key;
      assert(what in presses[name], `${name}: what does '${what}' do?`);
      if (!presses[name][what]) continue;  // nothing to be seen from the start on
      const [at, way, when] = presses[name][what];
      assert(column(at) > 0, `${name}: no column ${at}`);
      const by = play([key, scene.operator.deadMan.key], k.mode, when)[column(at)] - still(when)[column(at)];
      assert(by * way > 1e-3, `${name}: '${what}' (${k.label}) moves ${at} by ${by}`);
    }
  }
}

run([
  ['every shipped machine with a desk is among those whose keys are pressed', () => {
    const desks = fs.readdirSync(path.join(source, 'machines')).filter((f) => f.endsWith('.yaml') && /^ {2}controls:/m.test(fs.readFileSync(path.join(source, 'machines', f), 'utf8')));
    assert.deepStrictEqual(desks.map((f) => f.replace('.yaml', '')).sort(), Object.keys(presses).sort());
  }],

  ...Object.keys(presses).map((name) => [`${name}: every key does what its label says`, () => pressed(name)]),
]);
