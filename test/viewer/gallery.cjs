// gallery.cjs: the page of every shipped machine, wide and narrow: for the eye (pictures in OUT), and what a program can see:
// no error, nothing wider than the window, no label cut, the machine whole in the picture. usage: node gallery.cjs DAVIT SOURCE OUT [PATTERN]
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { chrome, Browser } = require('./browser.cjs');
const { sleep, until, run } = require('./client.cjs');

const [davit, source, out, only = ''] = process.argv.slice(2);
const SIZES = [[1280, 800], [390, 844]];
const shipped = ['machines', 'machines/rigs'].flatMap((d) => fs.readdirSync(path.join(source, d)).filter((f) => f.endsWith('.yaml')).map((f) => path.join(d, f)));

// How far the machine reaches to the edges of the picture, of which buttons cover the top and clock and sticks the foot: 1 is the edge.
const reach = () => {
  const { machine, stage } = davit;
  if (!machine.bodies.length) return 0;
  const box = machine.now();
  stage.camera.updateMatrixWorld();
  const edges = (id) => document.querySelector(id)?.getBoundingClientRect();
  const { width, height } = edges('#view canvas');
  const touch = edges('#touch');
  const [low, high] = [edges('.head').bottom, touch?.height ? touch.top : edges('.clock').top];
  let most = 0;
  for (let i = 0; i < 8; i++) {
    const p = box.min.clone().set(i & 1 ? box.max.x : box.min.x, i & 2 ? box.max.y : box.min.y, i & 4 ? box.max.z : box.min.z).project(stage.camera);
    const y = 0.5 * height * (1 - p.y);
    most = Math.max(most, Math.abs(p.x), Math.abs(2 * y - low - high) / (high - low));
  }
  return most;
};

// Texts that do not fit into their place, of what is open.
const cut = () => [...document.querySelectorAll('#side button, #side label span, #side th, #side td, #side h3, .head *, .clock *')]
  .filter((e) => e.offsetParent && !e.closest('nav') && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow !== 'visible').map((e) => e.textContent.slice(0, 40));

async function look(page, what, [w]) {
  assert.strictEqual(await page.evaluate('document.documentElement.scrollWidth'), w, `${what}: wider than the window`);
  assert(await page.evaluate("document.querySelector('aside').scrollWidth <= document.querySelector('aside').clientWidth"), `${what}: the panel is too wide`);
  assert(await page.evaluate("document.querySelector('nav').scrollWidth <= document.querySelector('nav').clientWidth"), `${what}: tabs are cut`);
  assert.deepStrictEqual(await page.evaluate(`(${cut})()`), [], `${what}: cut`);
}

async function visit(file) {
  const name = path.basename(file, '.yaml');
  const html = path.join(out, `${name}.html`);
  execFileSync(davit, ['page', path.join(source, file), '--only', '-o', html], { stdio: 'ignore' });
  const page = await new Browser().open(...SIZES[0]);
  const faults = [];
  page.on('Runtime.exceptionThrown', ({ exceptionDetails: e }) => faults.push(e.exception?.description || e.text));
  try {
    await page.go(`file://${html}`);
    await until(() => page.evaluate('Boolean(window.davit && davit.film.n > 1)').catch(() => false), 'frames', 60000);
    await page.evaluate(() => {  // levers, as a hand would
      const { controls, deadMan } = davit.film.scene.operator;
      for (const key of [deadMan?.key, controls.find((c) => c.up)?.up].filter(Boolean)) window.dispatchEvent(new KeyboardEvent('keydown', { key }));
    });
    await sleep(2000);
    for (const size of SIZES) {
      await page.ask('Emulation.setDeviceMetricsOverride', { width: size[0], height: size[1], deviceScaleFactor: 1, mobile: false });
      await page.evaluate("window.dispatchEvent(new Event('blur'))");
      await page.evaluate("document.getElementById('home').click()");
      await until(async () => (await page.evaluate(`(${reach})()`)) <= 1, `${size}: whole in the picture`);
      for (const tab of await page.evaluate('davit.buttons.map((b) => b.id)')) {
        await page.evaluate((id) => document.getElementById(id).click(), tab);
        await sleep(50);
        await look(page, tab, size);
      }
      await page.evaluate('davit.buttons[0].click()');
      await page.picture(path.join(out, `${name}-${size[0]}.png`));
    }
  } finally { await page.close(); }
  assert.deepStrictEqual(faults, []);
}

fs.mkdirSync(out, { recursive: true });
if (!chrome) {
  console.log('FAIL: no Chromium; tools/setup test installs it');
  process.exit(1);
}
run(shipped.filter((f) => new RegExp(only).test(f)).map((f) => [f, () => visit(f)]));
