// training.cjs: scenarios, played without a page by scripts, and in a page by frames. usage: node training.cjs DAVIT SOURCE OUT [PATTERN]
//
// A script stands for a trainee: [s, input, value], or a function that looks at columns and gives inputs, on the machine of `davit page`
// in node, instant by instant, so that every run is the same. In the browser the film is given its frames by the test.
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const { chrome, Browser } = require('./browser.cjs');
const { until, run } = require('./client.cjs');

const [davit, source, out, only = ''] = process.argv.slice(2);

async function playOf() {
  const file = path.join(out, 'play.mjs');
  fs.copyFileSync(path.join(source, 'page/src/play.js'), file);
  return (await import(file)).Play;
}

function write(name, options = []) {
  const html = path.join(out, `${name}${options.join('')}.html`);
  execFileSync(davit, ['page', path.join(source, 'machines', `${name}.yaml`), '--only', ...options, '-o', html], { stdio: 'ignore' });
  return html;
}

// The scenario of a machine, played by a script in steps of 0.1 s.
async function played(html, scenario, script, most = Infinity) {
  const Play = await playOf();
  const { Engine } = await import(path.join(source, 'page/src/engine.mjs'));
  const text = fs.readFileSync(html, 'latin1');
  const find = (id) => new RegExp(`id="${id}">([^<]*)<`).exec(text)[1];
  const inflated = (b) => zlib.inflateSync(Buffer.from(b, 'base64'));
  const [c] = JSON.parse(find('davit-machine')).cases;
  const scene = JSON.parse(inflated(c.scene));
  const e = new Engine(new WebAssembly.Module(inflated(find('davit-engine'))), c.code ? new WebAssembly.Module(inflated(c.code)) : null);
  e.open(inflated(c.block), c.method, c.step);
  const index = new Map(scene.channels.map(([n], i) => [n, i + 1]));
  const own = new Map(scene.inputs.map((i) => [i.name, i.value]));
  const play = new Play(scene.scenarios.find((s) => s.name === scenario));
  const said = [];
  let row = e.row();
  const value = (n) => row[index.get(n) ?? index.get(`${n}.position`)];
  const by = typeof script === 'function' ? (k) => script(k, value, play.step) : (k) => Object.fromEntries(script.filter(([t]) => Math.round(10 * t) === k).map(([, input, x]) => [input, x]));
  for (let k = 0; play.state === 'running' && k < 10 * most; k++) {
    for (const [input, x] of Object.entries(by(k))) e.put(`${input}.value`, x);
    e.goTo((k + 1) / 10);
    row = e.row();
    const { inputs, says } = play.take(row[0], value);
    for (const [n, v] of Object.entries(inputs)) e.put(`${n}.value`, v ?? own.get(n));
    said.push(...says);
  }
  return { play, said };
}

const clip = (x, most) => Math.max(-most, Math.min(most, x));

// One who digs bucket after bucket and looks: what a phase does, and when it is over.
function digger() {
  const phases = [[() => ({ boom: -0.5, arm: 0, tilt: 0, dump: 0 }), (v) => v('edge') < -0.3],
    [() => ({ boom: 0.1, arm: 0.6, tilt: 0.1 }), (v) => v('soil.mass') > 1450],
    [() => ({ boom: 0.3, arm: 0, tilt: 0.8 }), (v) => v('curl') < -2],
    [() => ({ boom: 0.9, tilt: 0 }), (v) => v('edge') > 3],
    [() => ({ boom: 0, arm: -0.3, tilt: -0.9, dump: 1 }), (v) => v('soil.mass') < 100],
    [(v) => ({ dump: 0, arm: clip(3 * (v('pull') + 1.1), 0.9), tilt: clip(3 * (v('curl') + 0.6), 0.9) }), (v) => Math.abs(v('pull') + 1.1) < 0.05 && Math.abs(v('curl') + 0.6) < 0.05]];
  let at = 0;
  return (k, value) => {
    if (phases[at][1](value)) at = (at + 1) % phases.length;
    return phases[at][0](value);
  };
}

// Pilots: what they do in each step of the scenario, by what they see.
const pilots = {
  stack: [() => ({ raise: 1 }),
    (v) => ({ raise: clip(3 * (4.9 - v('pallet.z')), 0.6), extend: 0.8 }),
    (v) => ({ raise: clip(3 * (4.7 - v('pallet.z')), 0.3), extend: 0 })],
  'load-truck': [() => ({ drive_left: 0.7, drive_right: 0.7 }),
    (v) => (v('heading') < 1.5 ? { drive_left: -0.2, drive_right: 0.2 } : { drive_left: 0, drive_right: 0 }),
    () => ({ raise: 1 }),
    () => ({ raise: 0, curl: 1 })],
  unload: [(v) => ({ swing: clip(2 * (1.42 - v('slew')), 0.25) }),
    (v) => ({ swing: 0, raise: v('height') > 0.8 ? -0.2 : 0 }),
    () => ({ raise: 0.2 }),
    (v) => ({ raise: v('height') < 2.6 ? 0.2 : 0, swing: clip(-2 * v('slew'), 0.25) })],
  landing: [(v) => ({ hoist: v('fall.z') > -27.2 ? -1 : 0 }), () => ({ hoist: 0 }), (v) => ({ hoist: v('winch.pull') < 24e3 ? 0 : -0.15 })],
};

// Depth and heading by hand on the sticks; the way along x and y by `to`.
function rov() {
  const over = (v, x, yaw) => ({ heave: clip(100 * (-5 - v('base.z')) - 50 * v('base.vz'), 30) + 1, turn: clip(6 * (yaw - v('hull.yaw')) - 4 * v('base.wz'), 6),
    ...(yaw ? { surge: 0 } : { surge: clip(30 * (x - v('base.x')) - 60 * v('base.vx'), 40) }) });
  return [(v) => over(v, 4, 0), (v) => over(v, 4, Math.PI / 2), (v) => over(v, 4, 0), (v) => over(v, 0, 0), () => ({ surge: 0, heave: 0, turn: 0, keep: 1 })];
}
const by = (steps) => (k, value, step) => (k < 10 ? {} : steps[Math.min(step, steps.length - 1)](value));

const line = { name: 'line', doc: '', limit: 10, fails: [{ text: 'too far', column: 'x', above: 3 }],
  steps: [{ text: 'go', column: 'x', above: 1, hold: 0.5 }, { text: 'back', column: 'x', below: 0 }],
  events: [{ text: 'wind', at: 0.3, input: 'wind', value: 2, lasts: 0.4 }, { text: 'second', step: 2, input: 'rain', value: 1 }],
  score: [{ label: 'time', measure: 'time', best: 1, worst: 5, weight: 1 }, { label: 'x', measure: 'max', column: 'x', best: 1, worst: 3, weight: 3 }, { label: 'mean', measure: 'mean', column: 'x', best: 0, worst: 4, weight: 1 }] };

const machine = `
bodies: {cart: {mass: 1 kg}}
joints: {x: {type: prismatic, axis: x, child: cart}}
signals: {push: {kind: input}, gust: {kind: input, value: 0, lower: 0}}
parts: {motor: {kind: force.effort, axis: x, effort: "1[N]*(push + gust)"}}
operator: {controls: {push: {keys: [a, d]}}}
faults: {wind: {input: gust, value: 0.5}}
scenario:
  there:
    steps: [{do: go, column: x, above: 1 m, hold: 0.5 s}]
    events: [{at: 0 s, fault: wind}]
    score: [{label: speed, measure: largest, column: x.rate, best: 0 m/s, worst: 2 m/s}]
until: 5 s
`;

const tests = [
  ['a script crosses the line: steps, events, score', async () => {
    const Play = await playOf();
    const p = new Play(line);
    const told = [];
    // x = 2 t to 1.5 s, then back at 3/s
    const x = (t) => Math.min(2 * t, 3 - 3 * (t - 1.5));
    for (let k = 0; p.state === 'running'; k++) {
      const { inputs, says } = p.take(k / 10, () => x(k / 10) - (k === 15 ? 0.5 : 0));
      told.push(...says.map((s) => [k, s]), ...Object.entries(inputs).map(([n, v]) => [k, n, v]));
    }
    // x >= 1 from 0.5 s on: held for 0.5 s at 1.0 s; x <= 0 at 2.5 s
    assert.deepStrictEqual(p.times, [1, 2.5]);
    assert.deepStrictEqual(told, [[3, 'wind'], [3, 'wind', 2], [7, 'wind', undefined], [11, 'second'], [11, 'rain', 1]]);
    assert.strictEqual(p.state, 'done');
    const [time, most, mean] = p.parts;
    assert(Math.abs(time.points - (5 - 2.5) / 4) < 1e-12);
    assert(Math.abs(most.now - 2.8) < 1e-12 && Math.abs(most.points - (3 * (3 - 2.8)) / 2) < 1e-12);
    // trapezia under the triangle of 3 m and 2.5 s, whose tip reads 0.5 less in one row
    assert(Math.abs(mean.now - (0.5 * 3 * 2.5 - 0.05) / 2.5) < 1e-9, `${mean.now}`);
  }],

  ['a step that is left before its time begins anew; what fails ends it; time is up', async () => {
    const Play = await playOf();
    const p = new Play(line);
    for (const [t, x] of [[0, 1], [0.4, 1], [0.5, 0.9], [0.6, 1], [1.0, 1]]) p.take(t, () => x);
    assert.strictEqual(p.step, 0);
    p.take(1.1, () => 3.5);
    assert.deepStrictEqual([p.state, p.why, p.step], ['failed', 'too far', 1]);
    const late = new Play(line);
    late.take(10, () => 0);
    assert.deepStrictEqual([late.state, late.why, late.total], ['failed', 'the time is up', 0]);
  }],

  ['ROV: the valve is turned with a lost thruster', async () => {
    const { play, said } = await played(write('rov-manipulator', ['--case', 'valve']), 'turn-the-valve', [[0, 'surge', 1], [2.5, 'surge', 0], [3, 'sway', -1], [6.8, 'sway', 0], [20, 'hold', 1], [22, 'surge', -1], [22, 'sway', 1],
      [22.9, 'surge', 0], [22.9, 'sway', 0], [40, 'surge', -1], [40, 'sway', 1], [40.5, 'surge', 0], [41, 'sway', 0], [90, 'hold', 0]]);
    assert.strictEqual(play.state, 'done', play.why);
    assert.strictEqual(said.length, 2);
  }],

  ['crane on a vessel: the load is brought out', async () => {
    const { play, said } = await played(write('knuckle-boom-crane-deck'), 'transfer',
      [[2, 'luff', 0.25], [9, 'luff', 0], [20, 'luff', 0.2], [20, 'fold', 0.25], [26, 'luff', 0], [36, 'fold', 0], [56, 'luff', -0.2], [66, 'luff', 0]]);
    assert.strictEqual(play.state, 'done', play.why);
    assert.deepStrictEqual(said, ['The pump fails for some seconds.']);
  }],

  // the file's own cycle by hand: lower, pull, curl, lift, dump
  ['excavator: a bucket is dug and dumped; who digs too deep hits the pipe', async () => {
    const html = write('excavator');
    const { play, said } = await played(html, 'trench', [[0, 'boom', -0.5], [0.7, 'boom', 0.1], [0.7, 'arm', 0.6], [0.7, 'tilt', 0.1], [5.4, 'boom', 0.25], [5.4, 'arm', 0], [5.4, 'tilt', 0.8],
      [7.1, 'boom', 0.9], [7.1, 'tilt', 0], [8.6, 'boom', 0], [8.6, 'arm', -0.3], [8.6, 'tilt', -0.9], [8.6, 'dump', 1]], 10.5);
    assert.strictEqual(play.step, 4, `steps done: ${play.step}`);
    assert.deepStrictEqual(said, ['The stick answers slowly.']);
    const deep = await played(html, 'trench', [[0, 'boom', -1], [0, 'tilt', -0.5]], 5);
    assert.deepStrictEqual([deep.play.state, deep.play.why], ['failed', 'the bucket has hit the pipe']);
  }],

  // a bucket holds 1500 kg of 1800 kg/m3: two are too few for 2 m3
  ['excavator: 2 m3 are dug, to the end and its score', async () => {
    const { play, said } = await played(write('excavator', ['--compiled']), 'trench', digger());
    assert.deepStrictEqual([play.state, play.why, play.step], ['done', '', 5]);
    assert(play.times[4] > 2 * play.times[3] && play.times[4] < 60, `${play.times}`);
    assert.deepStrictEqual(said, ['The stick answers slowly.']);
    const [time, depth, fuel] = play.parts;
    assert.deepStrictEqual([time.points, fuel.points], [1, 1]);
    assert(depth.now < -0.6 && Math.abs(play.total - (100 * (2 + (depth.now + 1.1) / 0.5)) / 3) < 1e-9, `${depth.now} ${play.total}`);
  }],

  ['ROV: out to a pile and home, a thruster lost, a current; who sinks lies on the bottom', async () => {
    const html = write('bluerov2');
    const { play, said } = await played(html, 'inspect', by(rov()));
    assert.deepStrictEqual([play.state, play.why, said.length], ['done', '', 2]);
    const sunk = await played(html, 'inspect', [[0, 'heave', -20]]);
    assert.deepStrictEqual([sunk.play.state, sunk.play.why], ['failed', 'it lies on the bottom']);
  }],

  ['offshore crane: landed softly after the compensation has failed; lowered at full speed it breaks', async () => {
    const html = write('offshore-crane', ['--compiled']);
    const { play, said } = await played(html, 'landing', by(pilots.landing));
    assert.deepStrictEqual([play.state, play.why, said.length], ['done', '', 1]);
    assert(play.parts[1].now < 0.2, `${play.parts[1].now}`);
    const fast = await played(html, 'landing', (k, v, step) => ({ hoist: step === 2 || v('fall.z') > -27.2 ? -1 : 0 }));
    assert.deepStrictEqual([fast.play.state, fast.play.why], ['failed', 'the load has hit the bed too fast']);
  }],

  ['forwarder: a log out to the side and back; swung round at full speed the vehicle tips', async () => {
    const html = write('forwarder', ['--compiled']);
    const { play } = await played(html, 'unload', by(pilots.unload));
    assert.deepStrictEqual([play.state, play.why], ['done', '']);
    const wild = await played(html, 'unload', (k) => ({ swing: 1, raise: k < 40 ? -0.4 : 0 }));
    assert.strictEqual(wild.play.state, 'failed');
  }],

  ['telescopic handler: a pallet into a rack; who reaches out first hits the shelf', async () => {
    const html = write('telescopic-handler', ['--compiled']);
    const { play } = await played(html, 'stack', by(pilots.stack));
    assert.deepStrictEqual([play.state, play.why], ['done', '']);
    const early = await played(html, 'stack', [[1, 'extend', 1]]);
    assert.deepStrictEqual([early.play.state, early.play.why], ['failed', 'the pallet has hit the shelf']);
  }],

  ['tracked loader: a bucket into a truck; who does not stop is in the ditch', async () => {
    const html = write('tracked-loader', ['--compiled']);
    const { play } = await played(html, 'load-truck', by(pilots['load-truck']));
    assert.deepStrictEqual([play.state, play.why], ['done', '']);
    const far = await played(html, 'load-truck', [[1, 'drive_left', 1], [1, 'drive_right', 1]]);
    assert.deepStrictEqual([far.play.state, far.play.why], ['failed', 'it is in the ditch']);
  }],

  // places and twists of bodies are in a page where a scenario or a plot names them
  ['what scenarios and plots ask for is in the page', async () => {
    const file = path.join(out, 'lift.yaml');
    fs.writeFileSync(file, machine.replace('column: x, above', 'column: cart.x, above').replace('column: x.rate', 'column: cart.vx') + 'plots: [{columns: [cart.r11, "cart.w?"]}]\n');
    const html = path.join(out, 'lift.html');
    execFileSync(davit, ['page', file, '--only', '-o', html], { stdio: 'ignore' });
    const { play } = await played(html, 'there', [[0, 'push', 1]]);
    assert.strictEqual(play.state, 'done');
    assert(play.parts[0].now > 1, `${play.parts[0].now}`);
    const names = JSON.parse(zlib.inflateSync(Buffer.from(JSON.parse(/id="davit-machine">([^<]*)</.exec(fs.readFileSync(html, 'latin1'))[1]).cases[0].scene, 'base64'))).channels.map((c) => c[0]);
    for (const n of ['cart.x', 'cart.r11', 'cart.vx', 'cart.wx', 'cart.wy', 'cart.wz']) assert(names.includes(n), n);
    assert(!names.includes('cart.y'));
  }],

  ['wrong scenarios are told', () => {
    const check = (from, to) => {
      const file = path.join(out, 'wrong.yaml');
      fs.writeFileSync(file, machine.replace(from, to));
      return spawnSync(davit, ['check', file], { encoding: 'utf8' });
    };
    assert.strictEqual(check('', '').status, 0);
    for (const [from, to, says] of [['fault: wind}]', 'fault: wnd}]', /did you mean 'wind'/], ['above: 1 m', 'abov: 1 m', /unknown key 'abov'.*did you mean 'above'/], ['column: x, above: 1 m, hold', 'hold', /says nothing about when/],
      ['worst: 2 m/s', 'worst: 0 m/s', /best where its worst is/], ['column: x,', 'column: xx,', /'xx'/], ['measure: largest', 'measure: biggest', /biggest/], ['above: 1 m, hold: 0.5 s', 'above: 1 m, below: 0.5 m', /no number is above 1 and below 0.5/],
      ['above: 1 m', 'above: 1 apple', /apple/], ['column: x, above', 'column: cart.xx, above', /looks at 'cart.xx', which is no column.*did you mean 'cart.x'/s],
      ['column: x, above', 'column: time, above', /'time', which is no column.*signal of t/s], ['column: x.rate', 'column: x*', /'x\*', which is no column/]]) {
      const r = check(from, to);
      assert.notStrictEqual(r.status, 0, to);
      assert.match(r.stderr, says);
    }
  }],

  chrome && ['the page: task, steps, debrief, replay, trainees compared', async () => {
    const [yaml, html] = ['cart.yaml', 'cart.html'].map((f) => path.join(out, f));
    fs.writeFileSync(yaml, machine);
    execFileSync(davit, ['page', yaml, '-o', html], { stdio: 'ignore' });
    const page = await new Browser().open(960, 560);
    const faults = [];
    page.on('Runtime.exceptionThrown', ({ exceptionDetails: e }) => faults.push(e.exception?.description || e.text));
    await page.go(`file://${html}`);
    await until(() => page.evaluate('Boolean(window.davit && davit.film.n > 0)').catch(() => false), 'frames', 60000);
    await page.evaluate("davit.live.send({ do: 'pause' })");
    await until(() => page.evaluate('Boolean(davit.live.status.paused)'), 'a pause');
    await page.click('#tab-training');
    // the machine stands still; the test gives the frames
    await page.evaluate(() => {
      const { film, training } = davit;
      davit.live.send = () => true;
      training.trainee.value = 'Ann';
      training.start();
      const frame = (t, x, v) => {
        const f = new Float32Array(film.width);
        f[0] = t;
        f[film.first + film.channel('x')] = x;
        f[film.first + film.channel('x.rate')] = v;
        return f;
      };
      for (let k = 0; k <= 20; k++) film.push(frame(k / 10, k / 10, 1));
    });
    // x >= 1 m from 1.0 s, held for 0.5 s; half of the score for 1 m/s
    assert.match(await page.text('#debrief h3'), /Debrief: 50 %/);
    assert.match(await page.text('#debrief'), /Done in 1\.5 s/);
    assert.strictEqual(await page.evaluate('davit.live.values.gust'), 0);  // the wind is gone
    await page.evaluate(() => davit.training.add(JSON.stringify({ scenario: 'there', trainee: 'Bo', state: 'done', time: 2, total: 80, parts: [{ points: 0.8 }] })));
    assert.deepStrictEqual(await page.evaluate("[...document.querySelectorAll('#sessions td:first-child')].map((e) => e.textContent)"), ['Bo', 'Ann']);
    await page.evaluate(() => davit.training.add('no debrief'));
    await page.click('#replay');
    assert.strictEqual(await page.evaluate('davit.clock.live'), false);
    // plots that are opened after the end have the whole of it, though the clock stands still
    await page.evaluate('davit.clock.play(false)');
    await page.click('#tab-plots');
    await until(() => page.evaluate('davit.plots.plots[0].u.data[0].length === davit.film.n'), 'curves', 60000);
    // who gives up has a debrief, too
    await page.click('#tab-training');
    await page.evaluate(() => {
      const { film, training } = davit;
      training.start();
      for (let k = 0; k <= 3; k++) film.push(Float32Array.from({ length: film.width }, (_, i) => (i ? 0 : k / 10)));
    });
    await page.click('#quit');
    assert.match(await page.text('#debrief'), /Debrief: 0 %Not done: ended by hand/);
    await page.close();
    assert.deepStrictEqual(faults, []);
  }],
].filter(Boolean);

fs.mkdirSync(out, { recursive: true });
run(tests.filter(([name]) => new RegExp(only).test(name)));
