// local.cjs: pages that simulate by themselves (`davit page`), in node and in headless Chromium without a network.
// usage: node local.cjs DAVIT SOURCE OUT [PATTERN of names]
//
// What a page computes is compared with `davit run --hash`: the native engine, another compiler, another C library.
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const http = require('http');
const path = require('path');
const zlib = require('zlib');
const { chrome } = require('./browser.cjs');
const { sleep, until, run } = require('./client.cjs');
const film = require('./film.cjs');
const { close } = film;

const [davit, source, out, only = ''] = process.argv.slice(2);
const machine = (name) => path.join(source, 'machines', `${name}.yaml`);
const shipped = ['titan4', 'rov-recoil', 'knuckle-boom-crane', 'forestry-machine', 'electric-road-arm'];
const MOST = 3e6;  // bytes of a page
const END = '0.5';

function write(name, options = []) {
  const html = path.join(out, `${name}.html`);
  execFileSync(davit, ['page', machine(name), '-o', html, ...options], { stdio: 'ignore' });
  return html;
}

// What lies in a page.
function lying(html) {
  const text = fs.readFileSync(html, 'latin1');
  const find = (id) => new RegExp(`id="${id}">([^<]*)<`).exec(text)[1];
  const open = (base64) => zlib.inflateSync(Buffer.from(base64, 'base64'));
  return { cases: JSON.parse(find('davit-machine')).cases, engine: open(find('davit-engine')), open };
}

// The command that the page names, run.
function native(command) {
  const words = command.match(/'[^']*'|\S+/g).map((w) => w.replace(/'/g, ''));
  assert.strictEqual(words.shift(), 'davit');
  return JSON.parse(execFileSync(davit, [...words, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] })).state;
}

async function inNode(html) {
  const { Engine } = await import(path.join(source, 'page/src/engine.mjs'));
  const { cases, engine, open } = lying(html);
  const module = new WebAssembly.Module(engine);
  assert.deepStrictEqual(WebAssembly.Module.imports(module), []);
  return cases.map((c) => {
    const e = new Engine(module, c.code ? new WebAssembly.Module(open(c.code)) : null);
    e.open(open(c.block), c.method, c.step);
    e.goTo(c.until);
    return { hash: e.hash(), command: c.command, compiled: e.compiled, engine: e };
  });
}

const open = (url, size = [1280, 800]) => film.open(url, size);

const value = (page, name) => page.evaluate((n) => davit.film.frames.at(-1)[davit.film.first + davit.film.channel(n)], name);

// The hash that the page shows after its check.
async function checked(page) {
  await page.evaluate(() => { document.getElementById('proof').open = true; });
  await page.click('#check');
  await until(async () => /state/.test(await page.text('#checked')), 'the check', 180000);
  return /state (\w{16})/.exec(await page.text('#checked'))[1];
}

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

const tests = [
  ['every shipped machine with a desk is among those whose keys are pressed', () => {
    const desks = fs.readdirSync(path.join(source, 'machines')).filter((f) => f.endsWith('.yaml') && /^ {2}controls:/m.test(fs.readFileSync(path.join(source, 'machines', f), 'utf8')));
    assert.deepStrictEqual(desks.map((f) => f.replace('.yaml', '')).sort(), Object.keys(presses).sort());
  }],

  ...Object.keys(presses).map((name) => [`${name}: every key does what its label says`, () => pressed(name)]),

  ...shipped.map((name) => [`${name}: node and Chromium have the bits of davit run; at most 3 MB`, async () => {
    const html = write(name, ['--only', '--until', END]);
    const [{ hash, command }] = await inNode(html);
    assert.match(hash, /^[0-9a-f]{16}$/);
    assert.strictEqual(hash, native(command), command);
    assert(fs.statSync(html).size < MOST);
    if (!chrome) return;
    const page = await open(`file://${html}`);
    assert.strictEqual(await checked(page), hash);
    await close(page);
  }]),

  ...shipped.map((name) => [`${name}: compiled, the same bits in node and Chromium`, async () => {
    const html = write(name, ['--only', '--compiled', '--until', END]);
    const [{ hash, command, compiled }] = await inNode(html);
    assert(compiled);
    assert.strictEqual(hash, native(command), command);
    assert(fs.statSync(html).size < MOST);
    if (!chrome) return;
    const page = await open(`file://${html}`);
    assert.strictEqual(await checked(page), hash);
    assert.match(await page.text('#checked'), /, compiled/);
    await close(page);
  }]),

  // The code has the file's numbers in it: with others the machine is interpreted, and the bits are those of --set.
  ['compiled: a notch of a parameter is interpreted, and compiled again when it is back', async () => {
    const html = write('rov-recoil', ['--only', '--compiled', '--until', END]);
    const [{ engine, command, hash }] = await inNode(html);
    const { cases: [c], open: inflated } = lying(html);
    const mass = JSON.parse(inflated(c.parameters)).find((k) => k.name === 'm1');
    for (const [kg, compiled] of [[2200, false], [2000, true], [2200, false]]) {
      engine.reset();
      engine.turn(mass, mass.at.indexOf(kg));
      engine.renumbered();
      assert.strictEqual(engine.compiled, compiled);
      engine.goTo(c.until);
      assert.strictEqual(engine.hash(), compiled ? hash : native(`${command} --set 'm1=${kg}kg'`));
    }
    engine.reset();
    assert(engine.compiled);
  }],

  // A controller that asks for the model of a machine with loops, at a place of its own.
  ['compiled: a case that cannot be is interpreted and told; without a compiler nothing is written', async () => {
    const html = path.join(out, 'lateral.html');
    const r = spawnSync(davit, ['page', machine('electric-road-arm'), '--case', 'lateral', '--only', '--compiled', '--until', '0.1', '-o', html], { encoding: 'utf8' });
    assert.strictEqual(r.status, 0, r.stderr);
    assert.match(r.stderr, /case lateral is interpreted in the page: 'law' cannot be compiled/);
    const [{ hash, command, compiled }] = await inNode(html);
    assert(!compiled);
    assert.strictEqual(hash, native(command), command);
    const none = spawnSync(davit, ['page', machine('titan4'), '--only', '--compiled', '-o', path.join(out, 'no.html')], { encoding: 'utf8', env: { ...process.env, WASM_CC: 'no-such-compiler' } });
    assert.notStrictEqual(none.status, 0);
    assert.match(none.stderr, /there is no program 'no-such-compiler'; install clang and lld/);
    assert(!fs.existsSync(path.join(out, 'no.html')));
  }],

  ['compiled: code of another machine is refused', async () => {
    const { Engine } = await import(path.join(source, 'page/src/engine.mjs'));
    const mine = lying(write('titan4', ['--only', '--compiled', '--until', END]));
    const other = lying(path.join(out, 'rov-recoil.html'));
    const e = new Engine(new WebAssembly.Module(mine.engine), new WebAssembly.Module(other.open(other.cases[0].code)));
    assert.throws(() => e.open(mine.open(mine.cases[0].block), mine.cases[0].method, mine.cases[0].step), /another machine/);
  }],

  ['all fixed-step methods have the bits of davit run', async () => {
    for (const method of ['rk4', 'rk3', 'lie-rk4', 'rkn', 'heun', 'rosenbrock']) {
      const [{ hash, command }] = await inNode(write('rov-recoil', ['--only', '--until', END, '--formulation', 'velocity', '--solver', method, '--step', '2 ms']));
      assert.strictEqual(hash, native(command), command);
    }
  }],

  ['cases are in the page; each has the bits of its run', async () => {
    const list = await inNode(write('pendulum-on-wagon', ['--until', END]));
    assert(list.length > 1);
    for (const { hash, command } of list) assert.strictEqual(hash, native(command), command);
  }],

  // From a block with other numbers: what a notch does is what --set does.
  ['a notch of a parameter is the machine made with it', async () => {
    const html = write('rov-recoil', ['--only', '--until', END]);
    const [{ engine, command }] = await inNode(html);
    const { cases, open: inflated } = lying(html);
    const knobs = JSON.parse(inflated(cases[0].parameters));
    const mass = knobs.find((k) => k.name === 'm1');
    const at = mass.at.findIndex((x) => x === 2200);
    engine.reset();
    engine.turn(mass, at);
    engine.renumbered();
    engine.goTo(cases[0].until);
    assert.strictEqual(engine.hash(), native(`${command} --set 'm1=2200kg'`));
  }],

  // Titan 4 begins with the pressures that hold its weight: another mass, other pressures.
  ['a notch that moves the start moves it at the next reset', async () => {
    const html = write('titan4', ['--only', '--until', END]);
    const [{ engine, command }] = await inNode(html);
    const { cases, open: inflated } = lying(html);
    const mass = JSON.parse(inflated(cases[0].parameters)).find((k) => k.name === 'm6');
    const at = mass.at.findIndex((x) => x === 18);
    assert(mass.index.some((i) => i >= engine.numbers().length));
    engine.turn(mass, at);
    engine.reset();
    engine.turn(mass, at);
    engine.renumbered();
    engine.goTo(cases[0].until);
    assert.strictEqual(engine.hash(), native(`${command} --set 'm6=18kg'`));
  }],

  // Servos of kp = I w^2, w = 2 pi 5/s, with what each joint carries: a rod of 2 kg (com 0.25 m, 0.05 kg m2) and, 0.5 m out, one of
  // 1 kg (0.2 m, 0.02 kg m2). At rest kp (goal - q) is the weight's moment; without weight nothing sags.
  ['a robot: a slider for each joint, and gravity that can be switched off', async () => {
    const file = path.join(out, 'arm.urdf');
    const link = (name, m, r, i) => `<link name="${name}"><inertial><origin xyz="${r} 0 0"/><mass value="${m}"/><inertia ixx="0.01" iyy="${i}" izz="${i}" ixy="0" ixz="0" iyz="0"/></inertial></link>`;
    const joint = (name, from, to, at) => `<joint name="${name}" type="revolute"><parent link="${from}"/><child link="${to}"/><axis xyz="0 1 0"/><origin xyz="${at}"/><limit lower="-1.5" upper="1.5" effort="500" velocity="9"/></joint>`;
    fs.writeFileSync(file, `<robot name="arm"><link name="base"/>${link('upper', 2, 0.25, 0.05)}${link('fore', 1, 0.2, 0.02)}${joint('shoulder', 'base', 'upper', '0 0 1')}${joint('elbow', 'upper', 'fore', '0.5 0 0')}</robot>`);
    const html = path.join(out, 'arm.html');
    execFileSync(davit, ['page', file, '-o', html], { stdio: 'ignore' });
    const { Engine } = await import(path.join(source, 'page/src/engine.mjs'));
    const { cases: [c], engine, open } = lying(html);
    assert.strictEqual(c.name, 'servo');
    const scene = JSON.parse(open(c.scene));
    assert.deepStrictEqual(scene.inputs.map((i) => [i.name, i.lower, i.upper]), [['shoulder_goal', -1.5, 1.5], ['elbow_goal', -1.5, 1.5]]);
    const knob = JSON.parse(open(c.parameters)).find((k) => k.name === 'gravity_on');
    assert.strictEqual(knob.at[0], 0);
    const column = (n) => 1 + scene.channels.findIndex((x) => x[0] === n);
    const rest = (notch) => {
      const e = new Engine(new WebAssembly.Module(engine));
      e.open(open(c.block), c.method, c.step);
      e.turn(knob, notch);
      e.renumbered();
      e.put('shoulder_goal.value', -0.4);
      e.goTo(4);
      const row = e.row();
      return [row[column('shoulder.position')], row[column('elbow.position')]];
    };
    const w = (2 * Math.PI * 5) ** 2;
    const digits = (x) => Number(x.toPrecision(3));
    const [k1, k2] = [digits((0.05 + 2 * 0.25 ** 2 + 0.02 + 0.7 ** 2) * w), digits((0.02 + 0.2 ** 2) * w)];
    let [a, b] = [-0.4, 0];
    for (let i = 0; i < 50; i++) {
      b = (9.81 * 0.2 * Math.cos(a + b)) / k2;
      a = -0.4 + (9.81 * ((2 * 0.25 + 0.5) * Math.cos(a) + 0.2 * Math.cos(a + b))) / k1;
    }
    const [on, off] = [rest(knob.start), rest(0)];
    assert(Math.abs(on[0] - a) < 1e-6 && Math.abs(on[1] - b) < 1e-6, `${on}, not ${a}, ${b}`);
    assert(Math.abs(off[0] + 0.4) < 1e-9 && Math.abs(off[1]) < 1e-9, `${off}`);
  }],

  // sqrt(2 g/L (1 - cos 60 deg)) at the lowest point, from rest: energy.
  chrome && ['a machine that nobody drives: a joint set by hand stands still, and goes from there', async () => {
    const page = await open(`file://${write('planar-pendulum', ['--only'])}`);
    await page.put('[data-joint=pin]', String(Math.PI / 3));
    await until(() => page.evaluate('davit.live.status.paused'), 'it stands still');
    await until(async () => Math.abs((await value(page, 'pin.position')) - Math.PI / 3) < 1e-6, 'where it was put');
    assert.strictEqual(await value(page, 'pin.rate'), 0);
    await page.click('#pause');
    const from = await page.evaluate('davit.film.end');
    const most = () => page.evaluate((t) => davit.film.frames.reduce((m, f) => (f[0] > t ? Math.max(m, Math.abs(f[davit.film.first + davit.film.channel('pin.rate')])) : m), 0), from);
    await until(async () => (await most()) > 0.995 * Math.sqrt(9.81), 'it swings down');
    assert((await most()) < 1.0001 * Math.sqrt(9.81));
    await close(page);
  }],

  // The status changes twice a second: at some lengths it took two lines, and what a pointer was about to click moved.
  chrome && ['what the panel says of the run does not move what is below it', async () => {
    for (const [size, how] of [[[1280, 800], ['--compiled']], [[390, 844], ['--compiled']], [[390, 844], []]]) {
      const page = await open(`file://${write('rov-recoil', ['--only', ...how])}`, size);
      await page.evaluate("davit.live.send({ do: 'pause' }); document.getElementById('proof').open = true; document.querySelector('aside').style.overflowAnchor = 'none'");
      const places = await page.evaluate(() => [[0, 0], [1, 9.9], [1, 99.9], [1, 1234.5], [1, 9876.5]].flatMap(([realtime, possible]) => [[true, null], [true, '0123456789abcdef'], [false, null]].flatMap(([compiled, hash]) => ['', 'recording', 'm1 = 2200 kg'].map((note) => {
        davit.live.hear({ status: { ...davit.live.status, realtime, possible, compiled, hash, note, paused: !!hash } });
        return document.getElementById('check').getBoundingClientRect().top;
      }))));
      assert.strictEqual(new Set(places).size, 1, `${size} ${how}: ${places}`);
      await close(page);
    }
  }],

  ['wrong use is told', () => {
    const fails = (...options) => {
      const r = spawnSync(davit, ['page', ...options], { encoding: 'utf8' });
      assert.notStrictEqual(r.status, 0);
      return r.stderr;
    };
    assert.match(fails(machine('titan4'), '--solver', 'cvode', '-o', path.join(out, 'no.html')), /cannot step by cvode/);
    assert.match(fails(machine('titan4'), '--step', 'auto', '--solver', 'rosenbrock', '-o', path.join(out, 'no.html')), /fixed steps/);
    assert.match(fails(machine('titan4'), '--case', 'nosuch', '-o', path.join(out, 'no.html')), /nosuch/);
    assert.match(fails(machine('titan4'), '-o', path.join(out, 'no.txt')), /no name of a page/);
    assert(!fs.existsSync(path.join(out, 'no.html')));
  }],

  chrome && ['from a static server: keys, sliders, faults, notches, pause, reset, recording', async () => {
    const html = write('titan4', ['--only']);
    const server = http.createServer((q, r) => r.end(fs.readFileSync(html)));
    await new Promise((done) => server.listen(0, '127.0.0.1', done));
    const page = await open(`http://127.0.0.1:${server.address().port}/`);
    const q2 = await value(page, 'q2.position');
    await page.down('s');
    await sleep(300);
    assert(Math.abs((await value(page, 'q2.position')) - q2) < 2e-3, 'dead man');
    await page.down('Shift');
    await until(async () => Math.abs((await value(page, 'q2.position')) - q2) > 0.02, 'the keyboard moves joint 2');
    await page.up('s');
    await page.up('Shift');
    await until(async () => (await value(page, 'y')) === 0, 'it lets go');
    await page.check('[data-fault=supply-drops]');
    await until(async () => Math.abs((await value(page, 'P.pressure')) - 0.4 * 187e5) < 10, 'the supply drops');
    await page.check('[data-fault=supply-drops]', false);
    await page.evaluate(() => { document.getElementById('parameters').open = true; });
    await page.put('[data-parameter=Ps]', '3');
    await until(async () => Math.abs((await value(page, 'P.pressure')) - 0.9 * 187e5) < 10, 'a parameter');
    await page.click('#record');
    await until(() => page.evaluate('davit.live.status.recording'), 'recording');
    const from = await page.evaluate('davit.live.status.time');
    await until(async () => (await page.evaluate('davit.live.status.time')) > from + 0.3, 'time goes on');
    const saved = page.saved();
    await page.click('#record');
    const rows = fs.readFileSync(await saved, 'utf8').trim().split('\n').map((r) => r.split(','));
    const at = rows[0].findIndex((n) => n.startsWith('P.pressure'));
    assert.match(rows[0][0], /^time \[s\]$/);
    assert(rows.slice(1).every((r, i) => r.length === rows[0].length && (!i || Math.abs(r[0] - rows[i][0] - 0.01) < 1e-9) && Math.abs(r[at] - 0.9 * 187e5) < 10));
    await page.click('#pause');
    await until(() => page.evaluate('davit.live.status.paused'), 'paused');
    const t = await page.evaluate('davit.live.status.time');
    await page.click('#livestep');
    await until(async () => (await page.evaluate('davit.live.status.time')) > t, 'a step');
    assert((await page.evaluate('davit.live.status.time')) < t + 0.1);
    await page.click('#reset');
    await until(async () => (await page.evaluate('davit.live.status.time')) === 0, 'reset');
    server.close();
    await close(page);
  }],

  chrome && ['a phone: two sticks and the dead man, nothing overflows, degrees or SI', async () => {
    const page = await open(`file://${write('titan4', ['--only'])}`, [390, 844]);
    assert.strictEqual(await page.evaluate('document.documentElement.scrollWidth'), 390);
    const q1 = await value(page, 'q1.position');
    const [x, y] = await page.place('[data-stick="0"]');
    await page.mouse('mousePressed', [x, y]);
    await page.mouse('mouseMoved', [x + 40, y]);
    await sleep(300);
    assert(Math.abs((await value(page, 'q1.position')) - q1) < 2e-3, 'dead man');
    await page.mouse('mouseReleased', [x + 40, y]);
    await page.click('[data-press="5"]');
    await page.mouse('mousePressed', [x, y]);
    await page.mouse('mouseMoved', [x + 40, y]);
    await until(async () => (await value(page, 'q1.position')) > q1 + 0.03, 'the stick slews to the right');
    await page.mouse('mouseReleased', [x + 40, y]);
    await until(async () => (await value(page, 'x')) === 0, 'it springs back');
    await page.picture(path.join(out, 'titan4-390.png'));
    await page.click('#tab-plots');
    // joints beside references without a unit stay radians, so that equal curves look equal
    const unit = () => page.evaluate("[...document.querySelectorAll('.plot header small')].map((e) => e.textContent)");
    assert.match((await unit())[0], /rad/);
    await page.evaluate("davit.plots.addPattern('q*.position')");
    await until(async () => (await unit()).at(-1) === '°', 'degrees');
    assert.match(await page.evaluate("[...document.querySelectorAll('.legend')].at(-1).textContent"), /q1\.position -?[\d.]+ °/);
    await page.click('#si');
    await until(async () => (await unit()).at(-1) === 'rad', 'radians');
    await close(page);
  }],
].filter(Boolean);

fs.mkdirSync(out, { recursive: true });
const refused = spawnSync(davit, ['page', machine('titan4'), '-o', path.join(out, 'try.html'), '--only'], { encoding: 'utf8' }).stderr;
if (/built without/.test(refused)) {
  console.log(`nothing is tested: ${refused}`);
  process.exit(0);
}
run(tests.filter(([name]) => new RegExp(only).test(name)));
