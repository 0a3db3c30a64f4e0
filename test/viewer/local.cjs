// local.cjs: pages that simulate by themselves, in hands: headless Chromium without a network.
// usage: node local.cjs DAVIT SOURCE OUT [PATTERN of names]
const assert = require('assert');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { words } = require('./alone.cjs');
const { chrome } = require('./browser.cjs');
const { sleep, until } = require('./client.cjs');
const film = require('./film.cjs');

const { out, write, run } = words();
const { close } = film;
const open = (url, size = [1280, 800]) => film.open(url, size);

const value = (page, name) => page.evaluate((n) => davit.film.frames.at(-1)[davit.film.first + davit.film.channel(n)], name);

const tests = [
  // sqrt(2 g/L (1 - cos 60 deg)) at the lowest point, from rest: energy.
  ['a machine that nobody drives: a joint set by hand stands still, and goes from there', async () => {
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
  ['what the panel says of the run does not move what is below it', async () => {
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

  ['from a static server: keys, sliders, faults, notches, pause, reset, recording', async () => {
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

  ['a phone: two sticks and the dead man, nothing overflows, degrees or SI', async () => {
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
];

run(chrome ? tests : []);
