// page.cjs: the page in headless Chromium, live and as a report. usage: node page.cjs DAVIT SOURCE OUT [PATTERN of names]
//
// Pictures of every machine are left in OUT. Whatever the page asks of anybody but our server, and every error in its console,
// is a failure.
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { chrome } = require('./browser.cjs');
const { start, sleep, until, run } = require('./client.cjs');
const film = require('./film.cjs');
const { close } = film;

const [davit, source, out, only = ''] = process.argv.slice(2);
const machine = (name) => path.join(source, 'machines', `${name}.yaml`);

// Reports of the machines: name, options of the run, instant of the picture.
const films = [
  ['titan4', ['--until', '8'], 5],
  ['rov-manipulator', ['--until', '40'], 38],
  ['rov-recoil', ['--until', '6'], 2],
  ['forestry-machine', ['--until', '6'], 4],
  ['knuckle-boom-crane', ['--until', '6'], 4],
  ['electric-road-arm', ['--case', 'rough-road', '--until', '2'], 1.5],
  ['pendulum-on-wagon', [], 1.3],
];

// A page from a file needs nothing but itself, one from a server what its own server has.
const open = (url) => film.open(url, [960, 560], (asked) => url.startsWith('http') && new URL(asked).host === new URL(url).host);

// Without the machine the picture is another one, in at least one of a hundred places.
async function isNotBlank(page) {
  const share = await page.evaluate(() => {
    const gl = davit.stage.renderer.getContext();
    const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const picture = (visible) => {
      const pixels = new Uint8Array(4 * w * h);
      davit.stage.world.visible = visible;
      davit.stage.draw();
      gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
      return pixels;
    };
    const [without, whole] = [picture(false), picture(true)];
    let differ = 0;
    for (let i = 0; i < w * h; i++) if (Math.abs(without[4 * i] - whole[4 * i]) + Math.abs(without[4 * i + 1] - whole[4 * i + 1]) + Math.abs(without[4 * i + 2] - whole[4 * i + 2]) > 30) differ++;
    return differ / (w * h);
  });
  assert(share > 0.01, `${share} of the picture shows the machine`);
}

const time = (page) => page.evaluate('davit.clock.t');
const value = (page, name) => page.evaluate((n) => davit.film.value(n), name);
const seek = (page, t) => page.evaluate((x) => { davit.clock.play(false); davit.clock.seek(x); }, t);

async function report(name, options, at, bare = false) {
  const result = path.join(out, `${name}.h5`);
  const html = path.join(out, `${name}.html`);
  execFileSync(davit, ['run', machine(name), ...options, '--out', result], { stdio: ['ignore', 'ignore', 'ignore'] });
  execFileSync(davit, ['report', result, '-o', html]);
  assert(fs.statSync(html).size < 5e6);
  const page = await open(`file://${html}`);
  await seek(page, at);
  await sleep(300);
  if (!bare) await isNotBlank(page);
  await page.picture(path.join(out, `${name}.png`));
  return page;
}

async function live(name, options, body) {
  const s = await start(davit, machine(name), options);
  try {
    const page = await open(s.url);
    await body(page, s);
    await close(page);
  } finally {
    await s.stop();
  }
}

// A gamepad that the test moves: pad.axes, pad.press.
const fakePad = `(() => {
  window.pad = { axes: [0, 0, 0, 0], press: [] };
  navigator.getGamepads = () => [{ id: 'test pad', connected: true, axes: window.pad.axes,
    buttons: Array.from({ length: 17 }, (_, i) => ({ pressed: window.pad.press.includes(i), value: window.pad.press.includes(i) ? 1 : 0 })) }];
})()`;

const tests = [
  ...films.map(([name, options, at]) => [`report of ${name}: opens from a file, is not blank`, async () => close(await report(name, options, at))]),

  ['play, pause, seek, step, reverse, speed', async () => {
    const page = await open(`file://${path.join(out, 'pendulum-on-wagon.html')}`);
    const t0 = await time(page);
    await until(async () => (await time(page)) !== t0, 'it plays');
    await page.click('#play');
    const t1 = await time(page);
    await sleep(200);
    assert.strictEqual(await time(page), t1);
    await page.click('#step');
    assert((await time(page)) > t1);
    await page.click('#stepback');
    await page.evaluate(() => { const s = document.getElementById('time'); s.value = 500; s.dispatchEvent(new Event('input')); });
    const middle = await time(page);
    assert(Math.abs(middle - 0.5 * (await page.evaluate('davit.film.end'))) < 0.1);
    await page.put('#speed', '0.25');
    await page.click('#reverse');
    await until(async () => (await time(page)) < middle, 'it runs backwards');
    await close(page);
  }],

  ['poses of the page are those of the solver', async () => {
    const page = await open(`file://${path.join(out, 'pendulum-on-wagon.html')}`);
    await seek(page, 1);
    // slide is the wagon's only coordinate, along x
    const gap = await page.evaluate(() => Math.abs(davit.machine.bodies[0].position.x - davit.film.value('slide.position')));
    assert(gap < 1e-6, `${gap} m`);
    await close(page);
  }],

  ['search, plots, tree, marks, energy, bond graph, summary, theme', async () => {
    const page = await open(`file://${path.join(out, 'titan4.html')}`);
    const plots = await page.count('.plot');
    await page.put('#search', 'a2.pressure');
    await page.click('.found button');
    assert.strictEqual(await page.count('.plot'), plots + 1);
    const saved = page.saved();
    await page.click('button', { text: 'CSV', within: '.plot' });
    assert(/^time \[s\],a2.pressure \[Pa\]\n0,/.test(fs.readFileSync(await saved, 'utf8')));
    for (const id of ['forces', 'axes', 'frames', 'trace', 'follow', 'theme', 'home']) await page.click(`#${id}`);
    await page.click('#tab-machine');
    await page.click('.item', { text: 'upper' });
    assert(/q2.reaction.fx/.test(await page.text('.values')));
    for (const tab of ['energy', 'graph', 'summary']) {
      await page.click(`#tab-${tab}`);
      await sleep(150);
    }
    assert(/davit run .*titan4.yaml/.test(await page.text('#summary')));
    await page.picture(path.join(out, 'titan4-dark.png'));
    await close(page);
  }],

  // out at 2 m/s until 3 m, there for a second from 1 s on, back at 1 m/s until 5 s, and again
  ['sequences are charts; the step that is on is lit', async () => {
    const [file, result, html] = ['yaml', 'h5', 'html'].map((end) => path.join(out, `cart.${end}`));
    fs.writeFileSync(file, `signals:
  x: {kind: state, rate: cart, initial: {y: 1}}
  cart: {kind: control.sequence, end: repeat, go_1: x - 3, go_3: 'less(x, 0)', steps: [[0, 0, 2, 0, 0, 0, 0, 0], [1 s, 1 s, 0, 1, 0, 0, 0, 0], [0, 0, -1, 2, 0, 0, 0, 0]]}
until: 6 s
`);
    execFileSync(davit, ['run', file, '--out', result], { stdio: ['ignore', 'ignore', 'ignore'] });
    execFileSync(davit, ['report', result, '-o', html]);
    const page = await open(`file://${html}`);
    await page.click('#tab-steps');
    for (const [t, step, said] of [[0.5, 0, /for 0.5 s/], [1.5, 1, /for 0.5 s/], [4, 2, /for 2 s/], [5.5, 0, /round 2/]]) {
      await seek(page, t);
      await until(() => page.evaluate((n) => [...document.querySelectorAll('.sequence .step')].map((b) => b.classList.contains('on')).join() === [0, 1, 2].map((i) => i === n).join(), step), `step ${step + 1} is lit`);
      assert(said.test(await page.text('.sequence h3')));
    }
    assert(/go_1 > 0/.test(await page.text('.sequence .step')));
    await page.picture(path.join(out, 'cart.png'));
    await close(page);
  }],

  ['a click on a body chooses it', async () => {
    const page = await open(`file://${path.join(out, 'rov-recoil.html')}`);
    await seek(page, 0);
    const at = await page.evaluate(() => {
      const p = davit.machine.bodies[0].getWorldPosition(davit.stage.camera.position.clone()).project(davit.stage.camera);
      const r = davit.stage.renderer.domElement.getBoundingClientRect();
      return [r.left + (r.width * (p.x + 1)) / 2, r.top + (r.height * (1 - p.y)) / 2];
    });
    await page.move(at);
    await until(() => page.evaluate(() => document.getElementById('tip').textContent === 'vehicle'), 'its name is shown');
    await page.clickAt(at);
    assert(/vehicle/.test(await page.text('.values h3')));
    await close(page);
  }],

  ['the energy picture of a bond graph balances; transformers take nothing', async () => {
    const page = await report('wagon-bondgraph', [], 4, true);
    for (const t of [0.5, 2, 4, 7]) {
      await seek(page, t);
      const flows = await page.evaluate('davit.energy.flows(davit.clock.t)');
      assert(!flows.some((f) => ['lifted', 'swung', 'carried'].includes(f.name)));
      const most = Math.max(...flows.map((f) => Math.abs(f.power)));
      assert(Math.abs(flows.reduce((s, f) => s + f.power, 0)) < 1e-3 * most, `${t} s: ${JSON.stringify(flows)}`);
    }
    await close(page);
  }],

  ['elastic booms bend, and more if asked', async () => {
    const page = await open(`file://${path.join(out, 'knuckle-boom-crane.html')}`);
    await seek(page, 4);
    // how far the middle of the boom's mesh lies from the chord
    const sag = () => page.evaluate(() => {
      const p = davit.machine.bends.list[0].meshes[0].mesh.geometry.attributes.position;
      let most = 0;
      for (let i = 0; i < p.count; i++) most = Math.max(most, Math.abs(p.getY(i)));
      return most;
    });
    const [mode, rest] = [await value(page, 'boom.bending_y.1.position'), await sag()];
    await page.evaluate(() => { const r = document.getElementById('bend'); r.value = 1; r.dispatchEvent(new Event('input')); });
    // the first mode of a hinged beam is a sine of the coordinate's height
    assert(Math.abs((await sag()) - rest - 9 * Math.abs(mode)) < 0.4 * 9 * Math.abs(mode), `${rest} ${await sag()} ${mode}`);
    await close(page);
  }],

  ['a slider changes the machine', () => live('rov-recoil', [], async (page) => {
    await page.evaluate(() => { const s = document.querySelector('[data-input=period_1]'); s.value = 2; s.dispatchEvent(new Event('input')); });
    await until(async () => (await value(page, 'period_1')) === 2, 'the input arrives');
    await page.picture(path.join(out, 'rov-recoil-live.png'));
  })],

  ['keyboard and gamepad move Titan 4; without the dead-man switch nothing moves', () => live('titan4', [], async (page) => {
    await page.evaluate(fakePad);
    const q1 = await value(page, 'q1.position');
    await page.evaluate(() => { pad.axes[0] = 1; });
    await sleep(500);
    assert(Math.abs((await value(page, 'q1.position')) - q1) < 1e-3, 'dead man');
    await page.evaluate(() => { pad.press = [5]; });
    await until(async () => (await value(page, 'q1.position')) > q1 + 0.05, 'the gamepad moves joint 1');
    await page.picture(path.join(out, 'titan4-live.png'));
    await page.evaluate(() => { pad.axes[0] = 0.05; });
    await until(async () => (await value(page, 'x')) === 0, 'inside the dead zone');
    await page.evaluate(() => { pad.press = []; });
    const q2 = await value(page, 'q2.position');
    await page.down('Shift');
    await page.down('s');
    await until(async () => Math.abs((await value(page, 'q2.position')) - q2) > 0.02, 'the keyboard moves joint 2');
    await page.up('s');
    await page.up('Shift');
    await until(async () => (await value(page, 'y')) === 0, 'it lets go');
  })],

  ['a gamepad is taught: another axis, turned round, kept, and as in the file again', () => live('titan4', [], async (page) => {
    await page.evaluate(fakePad);
    await page.evaluate(() => { document.getElementById('pad').open = true; });
    await page.click('[data-learn="x"]');
    await sleep(300);  // it looks where the sticks rest
    await page.evaluate(() => { pad.axes[2] = 0.9; });
    await until(() => page.evaluate(() => [...document.querySelectorAll('#keymap tr')][1].textContent.includes('axis 2')), 'the map shows it');
    await page.evaluate(() => { pad.axes[2] = 0; });
    await page.click('[data-turn="x"]');
    await page.evaluate(() => { pad.press = [5]; pad.axes[2] = 1; });
    await until(async () => (await value(page, 'x')) === -1, 'the other axis moves it, the other way');
    await page.picture(path.join(out, 'titan4-pad.png'));
    await page.evaluate(() => { pad.press = []; pad.axes[2] = 0; });
    assert.match(await page.evaluate("localStorage.getItem('davit-pad titan4')"), /"axis":2/);
    await page.click('#pad-reset');
    await until(() => page.evaluate(() => [...document.querySelectorAll('#keymap tr')][1].textContent.includes('axis 0')), 'as in the file');
    assert.strictEqual(await page.evaluate("localStorage.getItem('davit-pad titan4')"), null);
  })],

  ['a hidden page lets go', () => live('titan4', [], async (page) => {
    await page.down('Shift');
    await page.down('d');
    await until(async () => (await value(page, 'x')) === 1, 'driven');
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { get: () => true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await until(async () => (await page.evaluate('davit.film.frames.at(-1)[davit.film.first + davit.film.channel("x")]')) === 0, 'neutral');
  })],

  ['a fault of the trainer', () => live('titan4', [], async (page) => {
    await page.check('[data-fault=supply-drops]');
    await until(async () => Math.abs((await value(page, 'P.pressure')) - 0.4 * 187e5) < 10, 'the supply drops');
    await page.check('[data-fault=supply-drops]', false);
    await until(async () => Math.abs((await value(page, 'P.pressure')) - 187e5) < 10, 'and comes back');
  })],

  ['the page finds a server that was started again', async () => {
    const first = await start(davit, machine('titan4'), ['--port', '18931']);
    const page = await open(first.url).finally(() => first.stop());
    page.lost = true;
    await until(async () => /lost/.test(await page.text('#status')), 'it notices');
    const second = await start(davit, machine('titan4'), ['--port', '18931']);
    try {
      await until(async () => /real time/.test(await page.text('#status')), 'it is back');
      await until(async () => (await page.evaluate('davit.film.n')) > 5, 'frames come');
    } finally {
      await second.stop();
    }
    await close(page);
  }],
];

fs.mkdirSync(out, { recursive: true });
if (!chrome) {
  console.log('FAIL: no Chromium; tools/setup test installs it');
  process.exit(1);
}
run(tests.filter(([name]) => new RegExp(only).test(name)));
