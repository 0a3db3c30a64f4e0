// scenes.cjs: what the page shows around a machine and in which units. usage: node scenes.cjs DAVIT SOURCE OUT [PATTERN of names]
//
// Heights and places are those of the machine files, computed here by hand. Nothing is timed: pages are held still, and frames
// that a test wants are given to the film.
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { chrome, Browser } = require('./browser.cjs');
const { until, run } = require('./client.cjs');

const [davit, source, out, only = ''] = process.argv.slice(2);

async function open(html, size = [960, 560]) {
  const page = await new Browser().open(...size);
  page.faults = [];
  page.on('Runtime.exceptionThrown', ({ exceptionDetails: e }) => page.faults.push(e.exception?.description || e.text));
  await page.go(`file://${html}`);
  await until(() => page.evaluate('Boolean(window.davit && davit.film.n > 0)').catch(() => false), 'frames', 60000);
  return page;
}

async function close(page) {
  await page.close();
  assert.deepStrictEqual(page.faults, []);
}

// The live page of a shipped machine, at rest.
async function still(name) {
  const html = path.join(out, `${name}.html`);
  execFileSync(davit, ['page', path.join(source, 'machines', `${name}.yaml`), '--only', '-o', html], { stdio: 'ignore' });
  const page = await open(html);
  await page.evaluate("davit.live.send({ do: 'pause' })");
  await until(() => page.evaluate('Boolean(davit.live.status.paused)'), 'a pause');
  return page;
}

const near = (a, b, within, what) => assert(Math.abs(a - b) <= within, `${what}: ${a}, not ${b}`);

// Heights: of the ground, and of the lowest point of a body where the machine starts.
const heights = (page, body) => page.evaluate((name) => {
  const { machine, stage } = davit;
  const i = machine.scene.bodies.findIndex((b) => b.name === name);
  machine.begin();
  stage.world.updateMatrixWorld(true);
  const lowest = machine.box.clone().setFromObject(machine.bodies[i], true).min.y;
  return { ground: stage.floor.position.y, lowest, wet: davit.wet };
}, body);

// A machine whose plots ask for all that plots can do.
const bench = `
bodies: {cart: {mass: 2 kg}}
joints: {x: {type: prismatic, axis: x, child: cart, position: 0.2 m}}
nodes: {P: {}}
signals:
  wish: 21000000
${Array.from({ length: 12 }, (_, i) => `  wave${i + 1}: sin(t + ${i})`).join('\n')}
parts:
  spring: {kind: force.spring, axis: x, stiffness: 8 N/m}
  supply: {kind: hydraulic.pressure, a: P, pressure: 200 bar}
  relief: {kind: hydraulic.leak, a: P, b: T, conductance: 1e-12 m3/s/Pa}
  tank: {kind: hydraulic.pressure, a: T, pressure: 0 bar}
plots:
  - {title: orbit, x: x, columns: [x.rate]}
  - {title: many, columns: [${Array.from({ length: 12 }, (_, i) => `wave${i + 1}`).join(', ')}]}
  - {title: supply, columns: [P.pressure, wish]}
until: 7 s
`;

function report(options = []) {
  const [yaml, result, html] = ['bench.yaml', 'bench.h5', `bench${options.join('')}.html`].map((f) => path.join(out, f));
  fs.writeFileSync(yaml, bench);
  execFileSync(davit, ['run', yaml, '--out', result], { stdio: 'ignore' });
  execFileSync(davit, ['report', result, '-o', html, ...options], { stdio: 'ignore' });
  return { html, result };
}

// A machine of this test as a live page that stands still, or the report of its run.
function written(name, text, live) {
  const [yaml, result, html] = ['yaml', 'h5', 'html'].map((e) => path.join(out, `${name}.${e}`));
  fs.writeFileSync(yaml, text);
  if (!live) execFileSync(davit, ['run', yaml, '--out', result], { stdio: 'ignore' });
  execFileSync(davit, live ? ['page', yaml, '--only', '-o', html] : ['report', result, '-o', html], { stdio: 'ignore' });
  return html;
}

// A spring and a mass, seen seven times: w = 2 rad/s, from 0.2 m.
const seldom = `
bodies: {cart: {mass: 2 kg, visual: {box: [0.2, 0.2, 0.2]}}}
joints: {x: {type: prismatic, axis: x, child: cart, position: 0.2 m}}
parts: {spring: {kind: force.spring, axis: x, stiffness: 8 N/m}}
solver: {every: 0.5 s}
plots: [{title: orbit, x: x, columns: [x.rate, energy.kinetic], points: [x.rate]}]
until: 3 s
`;

// Two that fly free: a craft of two bodies, and what it has left.
const craft = `
gravity: 0
bodies:
  left: {mass: 1 kg, inertia: [1, 1, 1], visual: {box: [1, 1, 1]}}
  hull: {mass: 1 kg, inertia: [1, 1, 1], visual: {box: [1, 1, 1]}}
  arm: {mass: 1 kg, inertia: [1, 1, 1], visual: {box: [1, 1, 1]}}
joints:
  lies: {type: free, child: left, position: {xyz: [3, 0, 0]}}
  flies: {type: free, child: hull}
  turns: {type: revolute, parent: hull, child: arm, axis: z, at: {xyz: [0, 1, 0]}}
`;

// What stands on a road that moves up and down, 0.1 m above the world's zero; the ground is where the file says.
const road = `
bodies: {shoe: {mass: 1 kg, visual: {box: [0.2, 0.2, 0.2]}}}
joints: {z: {type: prismatic, axis: z, child: shoe, position: 0.1 m}}
signals: {level: {kind: constant, value: 0.1 m}}
parts: {touch: {kind: contact.point, object: shoe, stiffness: 10 kN/m, damping: 100 N.s/m, height: level}}
display: {ground: -1 m}
until: 0.1 s
`;

// A frame of the film in which bodies have been moved by so much along x.
const moved = (page, by) => page.evaluate((list) => {
  const { film, machine } = davit;
  const frame = film.frames.at(-1).slice();
  frame[0] += 1;
  for (const [name, x] of Object.entries(list)) frame[1 + 7 * machine.scene.bodies.findIndex((b) => b.name === name)] += x;
  film.push(frame);
  davit.clock.seek(film.end);
}, by);

const tests = [
  ['points of a plot over another column: dots, nothing between them, and a dot in the legend', async () => {
    const page = await open(written('seldom', seldom));
    await page.evaluate("document.getElementById('tab-plots').click()");
    const seen = await page.evaluate(() => {
      const [p] = davit.plots.plots;
      const [xs, ys] = p.u.data[1];
      const inked = (x, y) => {
        const at = [p.u.valToPos(x, 'x', true), p.u.valToPos(y, p.scaleOf(0), true)].map(Math.round);
        return [...p.u.ctx.getImageData(at[0] - 2, at[1] - 2, 5, 5).data].some((v, i) => i % 4 === 3 && v > 200);
      };
      const middle = (l, i) => 0.5 * (l[i] + l[i + 1]);
      return { dots: [...xs].map((x, i) => inked(x, ys[i])), between: [...xs].slice(1).map((_, i) => inked(middle(xs, i), middle(ys, i))),
        legend: [...p.legend.querySelectorAll('i')].map((i) => [i.className, i.offsetWidth]) };
    });
    assert(seen.dots.every(Boolean), `${seen.dots}`);
    assert(seen.between.filter(Boolean).length <= 1, `a line between them: ${seen.between}`);  // the other curve may pass there
    assert.deepStrictEqual(seen.legend, [['dots', 6], ['dash0', 16]]);
    await close(page);
  }],

  ['what a craft has left far behind is out of the picture, and the craft in it; what is near belongs to it', async () => {
    const page = await open(written('craft', craft, true));
    await page.evaluate("davit.live.send({ do: 'pause' })");
    await until(() => page.evaluate('Boolean(davit.live.status.paused)'), 'a pause');
    const box = () => page.evaluate("document.getElementById('home').click(), [davit.machine.now(), davit.machine.box].map((b) => [b.min.x, b.max.x])");
    assert.deepStrictEqual(await box(), [[-0.5, 3.5], [-0.5, 3.5]]);
    await moved(page, { hull: 200, arm: 200 });
    assert.deepStrictEqual(await box(), [[199.5, 200.5], [199.5, 200.5]]);
    near(await page.evaluate('davit.machine.middle().x'), 200, 1e-4, 'what Follow follows');
    assert(await page.evaluate('davit.stage.reach(davit.machine.now()) < 1'));
    await close(page);
  }],

  ['what floats without weight has no ground; what weighs, stands or swims has', async () => {
    const seen = async (name, text) => {
      const page = await open(written(name, text, true));
      const visible = await page.evaluate('davit.stage.floor.visible');
      await close(page);
      return visible;
    };
    assert.strictEqual(await seen('floats', craft), false);
    assert.strictEqual(await seen('weighs', craft.replace('gravity: 0', 'gravity: 9.81')), true);
    assert.strictEqual(await seen('stands', craft.replace('{type: free, child: hull}', '{type: prismatic, axis: x, child: hull}')), true);
  }],

  ['a road that moves is a block from the ground to the shoe', async () => {
    const page = await open(written('road', road));
    const block = await page.evaluate(() => {
      davit.stage.world.updateMatrixWorld(true);
      const slab = davit.stage.world.children.find((o) => o.userData.part === 'touch');
      const box = davit.machine.box.clone().setFromObject(slab, true);
      return [box.min.y, box.max.y];
    });
    near(block[0], -1, 1e-5, 'its foot');
    near(block[1], 0.1, 1e-3, 'its top');
    await close(page);
  }],

  ['a bond graph without bodies has no picture behind it; one vertex stands in the middle', async () => {
    const wagon = await open(written('wagon', fs.readFileSync(path.join(source, 'machines/wagon-bondgraph.yaml'), 'utf8'), true));
    assert.strictEqual(await wagon.evaluate("getComputedStyle(document.querySelector('#view canvas')).display"), 'none');
    await close(wagon);
    const page = await open(written('vertex', 'bodies: {b: {mass: 1 kg, inertia: [1, 1, 1]}}\njoints: {j: {type: free, child: b}}\n', true));
    assert.deepStrictEqual(await page.evaluate("[...document.querySelectorAll('#graph g')].map((g) => g.getAttribute('transform').split(' scale')[0])"), ['translate(450 450)']);
    await close(page);
  }],

  ['energy: what frames of seven digits cannot tell from rest is no power', async () => {
    // 1 kg held 1 km up: the last digit of its 9.81 kJ is 1 mJ. A push F sin(5 t) beside its weight goes with F/5 (1 - cos 5 t) m/s:
    // no more than 9.81 m/s2 times that is power, whatever frames 20 ms apart seem to say
    const held = (push) => `bodies: {m: {mass: 1 kg, visual: {box: [1, 1, 1]}}}
joints: {z: {type: prismatic, axis: z, child: m, position: 1 km}}
parts: {lift: {kind: force.effort, axis: z, effort: '9.81 + ${push}*sin(5*t)'}}
solver: {every: 20 ms}
until: 2 s
`;
    for (const [push, most] of [[1e-6, 0], [2.5e-3, 0.011]]) {
      const page = await open(written('held', held(push)));
      await page.evaluate("document.getElementById('tab-energy').click()");
      for (let t = 0.1; t < 2; t += 0.05) {
        await page.evaluate((at) => davit.clock.seek(at), t);
        const watts = await page.evaluate('davit.energy.flows(davit.clock.t).map((f) => Math.abs(f.power))');
        const said = await page.text('#energy');
        if (most) assert(Math.max(...watts) < most, `${Math.max(...watts)} W at ${t} s`);
        else assert.match(said, /No power flows now/, `at ${t} s`);
      }
      await close(page);
    }
  }],

  ['ROV: both pillars stand from the start, live, and one more wherever else the object is put down', async () => {
    const page = await still('rov-manipulator');
    const pillars = () => page.evaluate("davit.stage.world.children.filter((o) => o.isGroup && o.userData.part === 'pillar').map((o) => o.position.toArray())");
    const putDown = (...place) => page.evaluate(([north, east]) => {
      const { film, machine } = davit;
      const frame = film.frames.at(-1).slice();
      const at = 1 + 7 * machine.scene.bodies.findIndex((b) => b.name === 'load');
      frame[0] += 1;
      frame[at] = north;
      frame[at + 1] = east;
      frame[film.first + film.channel('pillar.touch')] = 1;
      film.push(frame);
      davit.clock.seek(film.end);
    }, place);
    // hand in the pose at work, on a vehicle at its station; the object is a cube of 0.3 m; z points down
    const far = 0.121 + 0.851 * Math.cos(0.5) + 0.483 * Math.cos(-0.7);
    const zs = 0.3 - 0.195 - 0.851 * Math.sin(0.5) - 0.483 * Math.sin(-0.7);
    const [[x, y, z], second, ...more] = await pillars();
    assert.strictEqual(more.length, 0);
    near(x, 1 + 1.4 + far, 1e-6, 'north');
    near(y, 0.4, 1e-6, 'east');
    near(z, zs + 0.15, 1e-3, 'top of the pillar: under the object');
    near(second[0], 3.2216, 1e-6, 'the second: where the lift puts it down (sheet, V21)');
    near(second[1], 2.9984, 1e-6, 'the second, east');
    near(second[2], z, 1e-6, 'as high as the first');
    await putDown(3.2216, 2.9984);
    assert.strictEqual((await pillars()).length, 2);
    await putDown(x, 1.9);
    const all = await pillars();
    assert.strictEqual(all.length, 3);
    near(all[2][1], 1.9, 1e-5, 'the third stands where the object does');
    await page.picture(path.join(out, 'pillars.png'));
    await close(page);
  }],

  ['forestry machine: the wheels stand on the ground, the head hangs above it', async () => {
    const page = await still('forestry-machine');
    const wheels = await heights(page, 'vehicle');
    // centre at -0.104 m, axles 0.55 m below it, wheels of 0.62 m
    near(wheels.ground, -1.274, 1e-6, 'the ground');
    near(wheels.lowest, wheels.ground, 0.02, 'the lowest point of the wheels');
    assert((await heights(page, 'processor')).lowest > wheels.ground);
    await close(page);
  }],

  ['recoil craft: in water, over a sea floor', async () => {
    const page = await still('rov-recoil');
    const craft = await heights(page, 'vehicle');
    assert.strictEqual(craft.wet, true);
    near(craft.ground, -2.2, 1e-9, 'the sea floor');
    assert(craft.lowest > craft.ground + 1);
    await close(page);
  }],

  ['plots over another column, of more than ten curves, in bar; SI on request', async () => {
    const { html } = report();
    const page = await open(html);
    const plots = await page.evaluate(() => davit.plots.plots.map((p) => ({ unit: p.unit.textContent, curves: p.u.series.length - 1,
      looks: new Set([...p.legend.querySelectorAll('i')].map((i) => i.className + i.style.color)).size, x: p.over < 0 ? 'time' : davit.film.names[p.over],
      largest: Math.max(...(p.over < 0 ? p.u.data.slice(1) : p.u.data.slice(1).map((d) => d[1])).flatMap((d) => [...d])) })));
    const [orbit, many, supply] = plots;
    assert.strictEqual(orbit.x, 'x.position');
    // w = sqrt(8/2) = 2 rad/s about rest at 0: v = 0.2 * 2 m/s
    near(orbit.largest, 0.4, 2e-3, 'speed, m/s');
    assert.strictEqual(many.curves, 12);
    assert.strictEqual(many.looks, 12);
    assert.strictEqual(supply.unit, 'bar');
    near(supply.largest, 210, 1e-3, 'a number of that size beside a pressure is one');
    await page.click('#si');
    // on one scale with it in SI, too: equal curves look equal
    assert.strictEqual(await page.evaluate('davit.plots.plots[2].unit.textContent'), 'Pa');
    await close(page);
    const si = await open(report(['--si']).html);
    assert.strictEqual(await si.evaluate('davit.plots.plots[2].unit.textContent'), 'Pa');
    await close(si);
  }],

  ['davit plot draws bar, or Pa with --si', () => {
    const { result } = report();
    const svg = (...more) => {
      const file = path.join(out, `bench${more.join('')}.svg`);
      execFileSync(davit, ['plot', result, 'P.pressure', '-o', file, ...more], { stdio: 'ignore' });
      return fs.readFileSync(file, 'utf8');
    };
    assert.match(svg(), /\[bar\]/);
    assert.match(svg('--si'), /\[MPa\]/);
  }],
];

fs.mkdirSync(out, { recursive: true });
if (!chrome) {
  console.log('FAIL: no Chromium; tools/setup test installs it');
  process.exit(1);
}
run(tests.filter(([name]) => new RegExp(only).test(name)));
