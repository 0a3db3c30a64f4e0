// pages.cjs: the table of doc/viewer.md: pages that simulate, in headless Chromium without a network, from a file and from a static
// server, interpreted and compiled, beside `davit run --hash`. usage: node pages.cjs DAVIT SOURCE OUT [MACHINE...]
//
// The speed is the better of two checks (the machine from its start to its end, in the page's worker), in simulated seconds per second
// that the worker's thread had a core, so that a busy computer tells the same. A hash that differs, a request to anybody or a page of more than 3 MB is an error.
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const http = require('http');
const path = require('path');
const { Browser } = require('../test/viewer/browser.cjs');
const { until } = require('../test/viewer/client.cjs');

const [davit, source, out, ...names] = process.argv.slice(2);
const machines = names.length ? names : ['titan4', 'rov-recoil', 'knuckle-boom-crane', 'forestry-machine', 'electric-road-arm'];
const MOST = 3e6;
const CHECKS = 2;

function write(name, compiled) {
  const html = path.resolve(out, `${name}${compiled ? '-compiled' : ''}.html`);
  execFileSync(davit, ['page', path.join(source, 'machines', `${name}.yaml`), '--only', ...(compiled ? ['--compiled'] : []), '-o', html], { stdio: 'ignore' });
  const size = fs.statSync(html).size;
  assert(size <= MOST, `${html}: ${size} bytes`);
  return { html, size, kase: JSON.parse(/id="davit-machine">([^<]*)</.exec(fs.readFileSync(html, 'latin1'))[1]).cases[0] };
}

function native(command) {
  const words = command.match(/'[^']*'|\S+/g).map((w) => w.replace(/'/g, '')).slice(1);
  return JSON.parse(execFileSync(davit, [...words, '--json'], { stdio: ['ignore', 'pipe', 'ignore'], cwd: source })).state;
}

// Seconds of a core that the worker of a browser's page has had, by the system's own books.
function worked(browser) {
  const field = (file, i) => fs.readFileSync(file, 'utf8').replace(/^.*\) /s, '').split(' ')[i];
  const all = fs.readdirSync('/proc').filter((f) => /^\d+$/.test(f));
  const parent = new Map();
  for (const pid of all) try { parent.set(pid, field(`/proc/${pid}/stat`, 1)); } catch { /* it has ended */ }
  const ours = (pid) => pid === String(browser.child.pid) || (parent.has(pid) && ours(parent.get(pid)));
  let ticks = 0;
  for (const pid of all.filter(ours)) {
    for (const task of fs.readdirSync(`/proc/${pid}/task`)) {
      const at = `/proc/${pid}/task/${task}`;
      if (/^DedicatedWorker/.test(fs.readFileSync(`${at}/comm`, 'utf8'))) ticks += Number(field(`${at}/stat`, 11)) + Number(field(`${at}/stat`, 12));
    }
  }
  return ticks / 100;
}

async function check(page) {
  const end = await page.evaluate('davit.live.machine.kase.until');
  const from = worked(page.browser);
  await page.evaluate("document.getElementById('checked').textContent = ''; davit.live.send({ check: davit.live.machine.kase.until })");
  await until(() => page.evaluate("/^state/.test(document.getElementById('checked').textContent)"), 'the check', 300000);
  const [, hash] = /state (\w{16}) /.exec(await page.text('#checked'));
  return { hash, speed: end / (worked(page.browser) - from) };
}

// Nothing is asked for but the page itself, and after it is there the network is cut.
async function visit(browser, url) {
  const page = await browser.open(480, 320);
  const asked = [];
  page.on('Network.requestWillBeSent', ({ request }) => { if (!/^(data|blob):/.test(request.url) && request.url !== url) asked.push(request.url); });
  await page.go(url);
  await page.ask('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
  await until(() => page.evaluate('Boolean(window.davit && davit.film.n > 1)').catch(() => false), 'frames', 120000);
  await page.evaluate("davit.live.send({ do: 'pause' }); window.requestAnimationFrame = () => 0");  // nor is anything drawn meanwhile
  const checks = [];
  for (let i = 0; i < CHECKS; i++) checks.push(await check(page));
  await page.ask('Page.close');
  assert.deepStrictEqual(asked, []);
  assert.strictEqual(new Set(checks.map((c) => c.hash)).size, 1);
  return { hash: checks[0].hash, speed: Math.max(...checks.map((c) => c.speed)) };
}

async function served(browser, html) {
  const server = http.createServer((q, r) => r.end(fs.readFileSync(html)));
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const seen = await visit(browser, `http://127.0.0.1:${server.address().port}/`);
  server.close();
  return seen;
}

async function row(browser, name) {
  const plain = write(name, false);
  const fast = write(name, true);
  assert(fast.kase.code, `${name} is not compiled`);
  const bits = native(plain.kase.command);
  const seen = [await visit(browser, `file://${plain.html}`), await served(browser, plain.html), await visit(browser, `file://${fast.html}`), await served(browser, fast.html)];
  for (const s of seen) assert.strictEqual(s.hash, bits, plain.kase.command);
  const best = (a, b) => Math.round(Math.max(a.speed, b.speed));
  const mb = (x) => (x / 1e6).toFixed(2);
  console.log(`| ${name}, ${plain.kase.name} | ${plain.kase.method} | ${plain.kase.until} s | ${best(seen[0], seen[1])} | ${best(seen[2], seen[3])} | ${mb(plain.size)} / ${mb(fast.size)} | \`${bits}\` |`);
}

(async () => {
  fs.mkdirSync(out, { recursive: true });
  console.log('| machine, case | method | until | times real time, interpreted | compiled | MB | state: native, file, server |\n|---|---|---|---|---|---|---|');
  const browser = new Browser();
  for (const name of machines) await row(browser, name);
  await browser.close();
})().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
