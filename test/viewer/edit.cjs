// edit.cjs: `davit edit` in headless Chromium. usage: node edit.cjs DAVIT SOURCE OUT
//
// From an empty file to a crane of two links that a cylinder lifts, by nothing but what completion offers and the keys that move
// the cursor; then faults, the camera, the state, the guide, examples, saving, and a file that somebody else writes.
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { chrome, Browser } = require('./browser.cjs');
const { TOKEN, launch, sleep, until, run } = require('./client.cjs');
const { listen } = require('./film.cjs');

const [davit, source, out] = process.argv.slice(2).map((f) => path.resolve(f));
fs.mkdirSync(out, { recursive: true });

const KEYS = { Enter: 13, Backspace: 8, Escape: 27, ' ': 32, End: 35, Home: 36, s: 83, z: 90 };
async function press(page, key, modifiers = 0) {
  const common = { key, code: key === ' ' ? 'Space' : key.length === 1 ? `Key${key.toUpperCase()}` : key, windowsVirtualKeyCode: KEYS[key], modifiers };
  await page.ask('Input.dispatchKeyEvent', { type: 'keyDown', ...common, ...(key === 'Enter' ? { text: '\r' } : {}) });
  await page.ask('Input.dispatchKeyEvent', { type: 'keyUp', ...common });
}
const CTRL = 2;
const text = (page) => page.evaluate('edit.text');

// Takes one of the offers; asks for them first if none are shown.
async function choose(page, label) {
  const shown = () => page.evaluate((l) => [...document.querySelectorAll('.cm-tooltip-autocomplete li')].some((e) => e.querySelector('.cm-completionLabel').textContent === l), label);
  await sleep(120);
  if (!await shown()) await press(page, ' ', CTRL);
  await until(shown, `completion offers '${label}' in\n${await text(page)}`);
  await sleep(90);  // what opens at once is not taken by a key that was meant for the text
  const before = await text(page);
  await page.evaluate((l) => {
    const e = [...document.querySelectorAll('.cm-tooltip-autocomplete li')].find((x) => x.querySelector('.cm-completionLabel').textContent === l);
    e.scrollIntoView({ block: 'nearest' });
    e.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
  }, label);
  await until(async () => (await text(page)) !== before, `'${label}' is written`);
}

// A new line, so many steps further left.
async function line(page, back = 0) {
  await press(page, 'Escape');
  await press(page, 'Enter');
  for (let i = 0; i < back; i++) await press(page, 'Backspace');
}

async function write(page, words) {
  for (const w of words) {
    if (typeof w === 'number') await line(page, w);
    else await choose(page, w);
  }
}

async function session(name, body, { content, size = [1280, 800], options = [] } = {}) {
  const file = path.join(out, name);
  fs.rmSync(file, { force: true });
  if (content !== undefined) fs.writeFileSync(file, content);
  const s = await launch(davit, ['edit', file, '--no-browser', '--token', TOKEN, ...options]);
  const page = await new Browser().open(...size);
  listen(page);
  try {
    await page.go(s.url);
    await until(() => page.evaluate('Boolean(window.edit && edit.known !== undefined)').catch(() => false), 'the page knows the file', 30000);
    await page.evaluate('edit.view.focus()');
    await body(page, file, s);
    assert.deepStrictEqual(page.faults, []);
  } finally {
    await page.close();
    assert.strictEqual(await s.stop(), 0, s.said());
  }
}

const checked = async (page) => {
  await until(() => page.evaluate('edit.told === edit.text'), 'the text is checked', 60000);
  return page.evaluate('edit.faults');
};
const moving = (page) => until(() => page.evaluate('Boolean(window.davit && davit.film.n > 5)'), 'the machine runs', 60000);
// Nothing yet: a machine that begins anew has no picture.
const value = (page, name) => page.evaluate((n) => davit.film.frames.at(-1)?.[davit.film.first + davit.film.channel(n)], name);
const crane = fs.readFileSync(path.join(source, 'machines/loader-crane.yaml'), 'utf8');

// Puts a text in the place of another, as an edit of the user; gives what is found wrong then.
async function edit(page, from, to) {
  await page.evaluate(([a, b]) => {
    const at = edit.text.indexOf(a);
    edit.view.dispatch({ changes: { from: at, to: at + a.length, insert: b } });
  }, [from, to]);
  const faults = await checked(page);
  await page.evaluate('edit.bench.line');
  return faults;
}

const tests = [
  ['from an empty file to a crane that a cylinder lifts, by completion alone', () => session('new-crane.yaml', async (page, file) => {
    await write(page, ['world', 'points', 'point1', '[0, 0, -1]',
      2, 'bodies', 'body1', 'mass', '100 kg', 0, 'com', '[1, 0, 0]', 0, 'points', 'point1', '[1, 0, 0]',
      2, 'body2', 'mass', '50 kg', 0, 'com', '[0.5, 0, 0]',
      2, 'joints', 'joint1', 'type', 'revolute', 0, 'child', 'body1', 0, 'axis', 'y',
      1, 'joint2', 'type', 'revolute', 0, 'parent', 'body1', 0, 'child', 'body2', 0, 'axis', 'y', 0, 'at', 'xyz', '[2, 0, 0]',
      3, 'axes', 'axis1', 'from', 'world.point1', 0, 'to', 'body1.point1',
      2, 'parts', 'part1', 'kind', 'hydraulic.cylinder', 0, 'closed', '1.2 m', 1, 'part2', 'kind', 'hydraulic.pressure',
      1, 'part3', 'kind', 'hydraulic.tank']);
    assert.deepStrictEqual((await checked(page)).filter((f) => f.severity === 'error'), []);
    await moving(page);
    // 40 bar on 20 cm2 are 8 kN; the boom needs 3.1 kN: the rod comes out of 1.414 m until it stops at 1.7 m
    await until(async () => (await value(page, 'axis1')) > 1.65, 'the cylinder lifts the boom', 60000);
    assert((await value(page, 'joint1')) < -0.3);
    await page.picture(path.join(out, 'crane.png'));
    await press(page, 's', CTRL);
    await until(() => fs.existsSync(file), 'it is saved');
    assert.strictEqual(fs.readFileSync(file, 'utf8'), await text(page));
    execFileSync(davit, ['check', file]);
  })],

  ['a broken text leaves the scene; faults have places, remedies and the guide', () => session('broken.yaml', async (page) => {
    assert.deepStrictEqual((await checked(page)).filter((f) => f.severity === 'error'), []);
    await moving(page);
    const bodies = await page.evaluate('davit.machine.bodies.length');
    const faults = await edit(page, '{mass: payload', '{mas: payload');
    assert.strictEqual(faults[0].severity, 'error');
    assert.match(faults[0].remedy, /mass/);
    assert.strictEqual(faults[0].line, crane.split('\n').findIndex((l) => l.includes('{mass: payload')) + 1);
    assert(await page.count('.cm-lintRange-error') > 0, 'it is underlined');
    assert(await page.evaluate("document.body.classList.contains('stale')"));
    await page.picture(path.join(out, 'broken.png'));
    const t = await page.evaluate('davit.film.end');
    await until(async () => (await page.evaluate('davit.film.end')) > t + 0.3, 'the machine before it goes on', 30000);
    for (const broken of ['bodies: {{{{', '\t- : [', '']) {
      await page.evaluate((x) => edit.replace(x), broken);
      await checked(page);
      assert.strictEqual(await page.evaluate('davit.machine.bodies.length'), bodies);
      assert(await page.evaluate('davit.stage.world.children.length') > 0);
    }
    await page.evaluate((x) => edit.replace(x), crane.replace('{mass: payload', '{mas: payload'));
    await checked(page);
    await page.click('.fault-line .why');
    assert.strictEqual(await page.evaluate('edit.guide.heading'), 'Bodies');
    assert(await page.evaluate("[...document.querySelectorAll('#guide [data-heading]')].some((e) => e.dataset.heading === 'Bodies')"));
    await page.picture(path.join(out, 'guide.png'));
    await page.click('#guide-close');
    await page.evaluate((x) => edit.replace(x), crane);
    await checked(page);
    await until(() => page.evaluate("!document.body.classList.contains('stale')"), 'it is whole again');
  }, { content: crane })],

  ['every section of the language leads to a heading of the guide', () => session('guide.yaml', async (page) => {
    const lost = await page.evaluate(() => {
      const headings = new Set([...document.querySelectorAll('#guide [data-heading]')].map((e) => e.dataset.heading));
      return Object.keys(edit.words.schema.properties).filter((key) => { edit.guide.open(`${key}: x`, 3); return !headings.has(edit.guide.heading) || (key !== 'davit' && edit.guide.heading === 'A first machine'); });
    });
    assert.deepStrictEqual(lost, []);
  })],

  ['camera and state stay where they fit', () => session('state.yaml', async (page) => {
    await checked(page);
    await moving(page);
    await until(async () => (await page.evaluate('davit.film.end')) > 1, 'a second has gone', 60000);
    const camera = await page.evaluate(() => { const { controls, camera } = davit.stage; controls.dispatchEvent({ type: 'start' }); camera.position.set(9, 8, 7); controls.update(); return camera.position.toArray(); });  // as a hand turns it
    const swaps = await page.evaluate('edit.bench.swaps');
    const at = () => page.evaluate('({fits: edit.bench.fits, t: davit.film.end, swaps: edit.bench.swaps, camera: davit.stage.camera.position.toArray()})');
    const same = (now) => now.camera.forEach((x, i) => assert(Math.abs(x - camera[i]) < 0.05, `${now.camera}`));
    // another colour: the machine goes on where it is, under the same camera
    await edit(page, 'steelblue', 'red');
    const kept = await at();
    assert.strictEqual(kept.swaps, swaps + 1);
    assert(kept.fits);
    same(kept);
    await until(async () => (await at()).t > 1, 'the run goes on');
    // another payload has another rest to begin in: a new run, under the same camera
    await edit(page, 'payload: 1 t', 'payload: 0.9 t');
    const anew = await at();
    assert(!anew.fits);
    same(anew);
    await until(async () => (await at()).t < kept.t, 'it begins anew');
  }, { content: crane })],

  ['examples are copies; saving is whole; a file that others write is told', () => session('copy.yaml', async (page, file) => {
    await page.put('#examples', 'excavator');
    assert.deepStrictEqual((await checked(page)).filter((f) => f.severity === 'error'), []);
    await moving(page);
    assert(!fs.existsSync(file), 'nothing is written before Save');
    await page.picture(path.join(out, 'excavator.png'));
    await page.click('#save');
    await until(() => fs.existsSync(file), 'it is saved');
    assert.strictEqual(fs.readFileSync(file, 'utf8'), fs.readFileSync(path.join(source, 'machines/excavator.yaml'), 'utf8'), 'byte by byte: formatting is kept');
    await until(async () => /saved/.test(await page.text('#state')), 'the page says so');
    fs.writeFileSync(file, crane);
    await until(() => page.evaluate("!document.getElementById('outside').hidden"), 'the change is noticed');
    await page.click('#keep');
    await until(() => page.evaluate("document.getElementById('outside').hidden"), 'the question is gone');  // and what it moved is back
    await page.click('#save');
    await until(() => fs.readFileSync(file, 'utf8').includes('excavator'), 'the kept text is saved over it');
    fs.writeFileSync(file, crane);
    await until(() => page.evaluate("!document.getElementById('outside').hidden"), 'the change is noticed');
    await page.click('#reload');
    assert.strictEqual(await text(page), crane);
  })],

  ['a narrow window', () => session('narrow.yaml', async (page) => {
    await checked(page);
    await moving(page);
    assert(await page.evaluate('document.documentElement.scrollWidth') <= 390);
    await page.picture(path.join(out, 'narrow.png'));
  }, { content: crane, size: [390, 844] })],
];

if (!chrome) console.log('skipped: no Chromium'), process.exit(0);
run(tests.filter(([n]) => n.includes(process.argv[5] ?? '')));
