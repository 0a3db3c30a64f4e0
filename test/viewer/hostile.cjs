// hostile.cjs: whatever texts a machine file has, none is code in what is made of it: page, report, pictures, formulas, the
// report of a search. usage: node hostile.cjs DAVIT SOURCE OUT
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const { chrome } = require('./browser.cjs');
const { run } = require('./client.cjs');
const { open, close } = require('./film.cjs');

const [davit, , out] = process.argv.slice(2);
const at = (name) => path.join(out, name);
// What it would be as a script, as a tag, as the end of an attribute, of a title, of data.
const bad = `</title></script></style>"'><img src=x onerror="window.hit=1"><svg onload=window.hit=2><script>window.hit=3</script>`;
const text = JSON.stringify(bad);
const machine = `name: ${text}
doc: ${text}
bodies: {arm: {mass: 2 kg, com: [1 m, 0, 0], inertia: [1, 1, 1], visual: [{box: [1, 1, 1]}]}}
joints: {pin: {type: revolute, axis: y, child: arm}}
signals: {lever: {kind: input}}
parts: {m: {kind: force.effort, axis: pin, effort: '(lever + 1)*1[N.m]'}}
plots: [{title: ${text}, columns: [pin], names: [${text}], caption: ${text}}]
cases: {one: {doc: ${text}}}
until: 0.1 s
solver: {method: rk4, step: 1 ms}
operator: {controls: {lever: {axis: 0, keys: [a, d], label: ${text}}}}
scenario: {dig: {doc: ${text}, limit: 20 s, steps: [{do: ${text}, column: pin, above: 1 rad}], events: [{step: 1, fault: f, lasts: 1 s, say: ${text}}]}}
faults: {f: {input: lever, value: 0.7, doc: ${text}}}
`;
const make = (...words) => execFileSync(davit, words, { cwd: out, stdio: ['ignore', 'pipe', 'ignore'] });

// No tag of ours holds these letters, so they stand nowhere as they are.
function harmless(name) {
  assert(!/<img src=x|<svg onload|<script>window/.test(fs.readFileSync(at(name), 'latin1')), `${name} has a text as a tag`);
}

// All tabs are opened; the texts are there to be read, and nothing more.
async function looked(name) {
  harmless(name);
  if (!chrome) return;
  const page = await open(`file://${at(name)}`, [1280, 800]);
  const shown = await page.evaluate(`[...document.querySelectorAll('nav button')].map((b) => { b.click(); return document.body.textContent.includes('window.hit=1'); })`);
  assert(shown.length > 1 && shown.some(Boolean), `${name} shows none of the texts`);
  assert.strictEqual(await page.evaluate('String(window.hit)'), 'undefined', name);
  assert.strictEqual(await page.count('img[src=x]'), 0, name);
  await close(page);
}

const tests = [
  ['a page that simulates', async () => {
    make('page', 'm.yaml', '-o', 'page.html');
    await looked('page.html');
  }],
  ['a report', async () => {
    make('run', 'm.yaml', '--out', 'r.h5');
    make('report', 'r.h5', '-o', 'report.html');
    await looked('report.html');
  }],
  ['figures, sketches, formulas, robots', () => {
    make('plot', 'r.h5', '-o', 'figures');
    for (const f of fs.readdirSync(at('figures'))) harmless(path.join('figures', f));
    for (const f of ['m.svg', 'm.urdf', 'm.sdf']) { make('convert', 'm.yaml', f); harmless(f); }
    fs.writeFileSync(at('formulas.html'), make('equations', 'm.yaml', '--symbolic', '--page'));
    harmless('formulas.html');
  }],
  ['the report of a search', () => {
    const r = spawnSync(davit, ['optimise', 'm.yaml', '--min', 'max(pin)', '--vary', 'bodies.arm.mass=1..3kg', '-o', 'o.yaml', '--report', 'search.html'], { cwd: out, encoding: 'utf8' });
    if (/without NLopt/.test(r.stderr)) return;
    assert.strictEqual(r.status, 0, r.stderr);
    harmless('search.html');
  }],
];

fs.rmSync(out, { recursive: true, force: true });
fs.mkdirSync(out, { recursive: true });
fs.writeFileSync(at('m.yaml'), machine);
run(tests);
