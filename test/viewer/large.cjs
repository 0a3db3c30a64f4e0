// large.cjs: a page with a mesh of 500 000 triangles begins thinned out, goes on to all of them where pictures are quick, and back
// for good where they are not then. A body whose mesh cannot be read is there by its bars. The times of pictures are given by the test. usage: node large.cjs DAVIT SOURCE OUT
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { chrome, Browser } = require('./browser.cjs');
const { until, run } = require('./client.cjs');

const [davit, , out] = process.argv.slice(2);
const N = 500;  // squares along each side

// Hills as a binary STL.
function hills(file) {
  const bytes = Buffer.alloc(84 + 50 * 2 * N * N);
  const z = (i, j) => 20 * Math.sin(i / 40) * Math.cos(j / 60);
  let at = bytes.writeUInt32LE(2 * N * N, 80);
  for (let i = 0; i < N; i++) {
    for (let j = 0; j < N; j++) {
      for (const corners of [[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]]) {
        at += 12;
        for (const [a, b] of corners) for (const x of [i + a, j + b, z(i + a, j + b)]) at = bytes.writeFloatLE(x, at);
        at += 2;
      }
    }
  }
  fs.writeFileSync(file, bytes);
}

const drawn = () => {
  let n = 0;
  davit.stage.world.traverse((o) => { if (o.userData.whole) n += o.geometry.attributes.position.count / 3; });
  return n;
};

// Of how many shapes a body is drawn.
const parts = (name) => {
  let n = 0;
  const body = davit.film.scene.bodies.findIndex((b) => b.name === name);
  davit.stage.world.traverse((o) => { if (o.isMesh && o.userData.body === body) n++; });
  return n;
};

async function steps() {
  fs.mkdirSync(out, { recursive: true });
  hills(path.join(out, 'hills.stl'));
  fs.writeFileSync(path.join(out, 'torn.stl'), 'no triangles');
  fs.writeFileSync(path.join(out, 'hills.yaml'), 'name: hills\nbodies:\n  land: {mass: 1 kg, visual: [{mesh: hills.stl, color: [0.4, 0.5, 0.3]}]}\n  bob: {mass: 2 kg, com: [0, 0, -30], visual: [{sphere: {radius: 10 m}}]}\n  torn: {mass: 3 kg, com: [20, 0, 0], visual: [{mesh: torn.stl}]}\n'
    + 'joints:\n  land: {type: fixed, child: land}\n  hinge: {type: revolute, child: torn, axis: z}\n  pin: {type: revolute, child: bob, axis: y}\nuntil: 1 s\n');
  const html = path.join(out, 'hills.html');
  execFileSync(davit, ['page', path.join(out, 'hills.yaml'), '--only', '-o', html], { stdio: 'ignore' });
  const page = await new Browser().open(640, 400);
  try {
    await page.go(`file://${html}`);
    await until(() => page.evaluate('Boolean(window.davit && davit.film.n > 1)').catch(() => false), 'frames', 120000);
    await page.evaluate(() => { davit.stage.adapt = () => {}; });  // the test says how long pictures take
    const give = (ms, times) => page.evaluate((x) => { for (let i = 0; i < x.times; i++) davit.stage.refine(x.ms); }, { ms, times });
    assert(await page.evaluate(`(${parts})('torn')`) > 1, 'a body whose mesh cannot be read has vanished');
    const few = await page.evaluate(`(${drawn})()`);
    assert(few > 20000 && few <= 100000, `begins with ${few}`);
    assert((await page.text('#triangles')).includes('500000 triangles'));
    await page.evaluate(() => { davit.stage.quick = 0; });
    await give(20, 40);
    assert.strictEqual(await page.evaluate(`(${drawn})()`), few, 'not yet');
    await give(20, 1);
    assert.strictEqual(await page.evaluate(`(${drawn})()`), 2 * N * N);
    await give(500, 2);
    assert.strictEqual(await page.evaluate(`(${drawn})()`), 2 * N * N, 'the first pictures bring them to the card');
    await give(500, 1);
    assert.strictEqual(await page.evaluate(`(${drawn})()`), few);
    await give(5, 200);
    assert.strictEqual(await page.evaluate(`(${drawn})()`), few, 'never again');
  } finally { await page.close(); }
}

if (!chrome) {
  console.log('FAIL: no Chromium; tools/setup test installs it');
  process.exit(1);
}
run([['thinned out, whole, thinned out', steps]]);
