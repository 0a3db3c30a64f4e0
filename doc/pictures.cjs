// pictures.cjs: makes the pictures of README.md and viewer.md anew, in headless Chromium. usage: node doc/pictures.cjs DAVIT SOURCE [PATTERN of names]
//
// A row says which page (a live one, whose levers move by its own clock, or the report of a run), how large, until when, and what is open.
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { Browser } = require('../test/viewer/browser.cjs');
const { sleep, until } = require('../test/viewer/client.cjs');

const [davit, source, only = ''] = process.argv.slice(2);
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'davit-pictures-'));
const WIDE = [1200, 700];

// levers: from when on which inputs have which values
const rows = [
  { to: 'excavator', size: WIDE, at: 8.5, tab: 'plots', levers: [[0, { boom: -0.5 }], [0.7, { boom: 0.1, arm: 0.6, tilt: 0.1 }], [5.4, { boom: 0.25, arm: 0, tilt: 0.8 }], [7.1, { boom: 0.9, tilt: 0 }]] },
  { to: 'titan4-live', of: 'titan4', size: [1280, 800], at: 4, tab: 'drive', levers: [[0.5, { x: 0.6, y: 0.5 }], [2.5, { x: 0, y: 0, z: 0.6 }]] },
  { to: 'rov-manipulator', size: WIDE, at: 6, tab: 'drive', levers: [[0.5, { surge: 0.4 }]] },
  { to: 'forestry-machine', size: WIDE, at: 6, tab: 'graph', levers: [[0.5, { slew: 0.6, reach: 0.5 }]] },
  { to: 'offshore-crane', size: WIDE, at: 12, tab: 'plots', levers: [[0.5, { hoist: -0.5 }]] },
  { to: 'forwarder', size: WIDE, at: 6.5, tab: 'plots', run: ['--case', 'swing-out', '--until', '9s'] },
  { to: 'telescopic-handler', size: WIDE, at: 6, tab: 'plots', run: ['--set', 'signals.raise.value=0.6', '--set', 'signals.extend.value=0.4', '--until', '7s'] },
  { to: 'tracked-loader', size: WIDE, at: 6, tab: 'plots', run: ['--case', 'turn', '--set', 'signals.raise.value=1'] },
  { to: 'bluerov2', size: WIDE, at: 4, tab: 'plots', run: ['--case', 'turn', '--set', 'signals.surge.value=40 N', '--set', 'until=8 s'] },
  { to: 'rov-recoil', size: WIDE, at: 12, tab: 'plots', levers: [] },
  { to: 'knuckle-boom-crane', size: WIDE, at: 3, tab: 'energy', run: [], bend: 20 },
  { to: 'electric-road-arm', size: WIDE, at: 1.5, tab: 'plots', run: ['--case', 'rough-road'] },
];

function write({ to, of = to, run }) {
  const [html, result] = ['html', 'h5'].map((e) => path.join(work, `${to}.${e}`));
  const machine = path.join(source, 'machines', `${of}.yaml`);
  const quiet = { stdio: 'ignore' };
  if (!run) execFileSync(davit, ['page', machine, '--only', '-o', html], quiet);
  else {
    execFileSync(davit, ['run', machine, ...run, '--out', result], quiet);
    execFileSync(davit, ['report', result, '-o', html], quiet);
  }
  return html;
}

// As hands would move the levers, said again and again, since a lever that nobody holds goes back.
async function drive(page, { levers, at }) {
  await page.evaluate(({ list }) => {
    window.hand = setInterval(() => {
      const t = davit.film.end;
      const inputs = Object.assign({}, ...list.filter(([from]) => from <= t).map(([, x]) => x));
      for (const [name, x] of Object.entries(inputs)) davit.live.put(name, x);
      davit.live.send({ inputs });
    }, 20);
  }, { list: levers });
  await until(() => page.evaluate((end) => davit.film.end >= end, at), `${at} s`, 300000);
  await page.evaluate("clearInterval(window.hand); davit.live.send({ do: 'pause' }); window.dispatchEvent(new Event('blur'))");
  await until(() => page.evaluate('Boolean(davit.live.status.paused)'), 'a pause');
}

async function take(row) {
  const page = await new Browser().open(...row.size);
  await page.go(`file://${write(row)}#quality=high`);
  await until(() => page.evaluate('Boolean(window.davit && davit.film.n > 1)').catch(() => false), 'frames', 60000);
  await page.evaluate((id) => document.getElementById(id).click(), `tab-${row.tab}`);
  if (row.run) await page.evaluate((t) => { davit.clock.play(false); davit.clock.seek(t); }, row.at);
  else await drive(page, row);
  if (row.bend) await page.put('#bend', String(Math.log10(row.bend)));
  await page.evaluate("document.getElementById('home').click(); document.querySelector('#hint')?.remove()");
  await sleep(1500);  // pictures and plots come some times a second
  await page.picture(path.join(source, 'doc', `${row.to}.png`));
  console.log(`${row.to}: at ${await page.evaluate('davit.clock.t')} s`);
  await page.close();
}

(async () => {
  for (const row of rows.filter((r) => new RegExp(only).test(r.to))) await take(row);
  fs.rmSync(work, { recursive: true });
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
