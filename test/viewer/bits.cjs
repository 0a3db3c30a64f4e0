// bits.cjs: what a page computes, compared with `davit run --hash`: the native engine, another compiler, another C library.
// usage: node bits.cjs DAVIT SOURCE OUT [PATTERN of names]
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { END, words } = require('./alone.cjs');
const { chrome } = require('./browser.cjs');
const { until } = require('./client.cjs');
const film = require('./film.cjs');

const { davit, source, out, machine, write, lying, native, inNode, run } = words();
const shipped = ['titan4', 'rov-recoil', 'knuckle-boom-crane', 'forestry-machine', 'electric-road-arm'];
const MOST = 3e6;  // bytes of a page
const open = (url) => film.open(url, [1280, 800]);

// The hash that the page shows after its check.
async function checked(page) {
  await page.evaluate(() => { document.getElementById('proof').open = true; });
  await page.click('#check');
  await until(async () => /state/.test(await page.text('#checked')), 'the check', 180000);
  return /state (\w{16})/.exec(await page.text('#checked'))[1];
}

run([
  ...shipped.map((name) => [`${name}: node and Chromium have the bits of davit run; at most 3 MB`, async () => {
    const html = write(name, ['--only', '--until', END]);
    const [{ hash, command }] = await inNode(html);
    assert.match(hash, /^[0-9a-f]{16}$/);
    assert.strictEqual(hash, native(command), command);
    assert(fs.statSync(html).size < MOST);
    if (!chrome) return;
    const page = await open(`file://${html}`);
    assert.strictEqual(await checked(page), hash);
    await film.close(page);
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
    await film.close(page);
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
]);
