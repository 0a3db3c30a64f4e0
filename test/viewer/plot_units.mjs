// plot_units.mjs DAVIT: the viewer has every unit that a plot may ask for, with the factor of the units' own table, on curves that can have it.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

globalThis.DAVIT_SHOWN = [];  // what the bundle has of shown.def
const source = readFileSync(new URL('../../page/src/units.js', import.meta.url), 'utf8');
const { wantedUnit } = await import(`data:text/javascript,${encodeURIComponent(source)}`);  // Debian's Node 18 takes a .js for CommonJS

// unit, unit of a column, what one of the column is in it (NIST SP 811, 2008, appendix B), what it does not fit
const rows = [
  ['ft', 'm', 1 / 0.3048, 'rad'], ['rpm', 'rad/s', 30 / Math.PI, 'rad'], ['deg', 'rad', 180 / Math.PI, 'rad/s'],
  ['MPa', 'Pa', 1e-6, 'N'], ['kN.m', 'N.m', 1e-3, 'N'], ['kJ', 'J', 1e-3, 'W'], ['l/min', 'm^3/s', 60000, 'm^3'], ['deg/s^2', 'rad/s^2', 180 / Math.PI, 'rad/s'],
];
const folder = mkdtempSync(join(tmpdir(), 'davit-units-'));
const at = (name) => join(folder, name);
writeFileSync(at('m.yaml'), 'bodies: {b: {mass: 1 kg}}\njoints: {x: {type: prismatic, axis: x, child: b}}\nuntil: 0.1 s\nplots:\n'
  + rows.map(([unit]) => `  - {columns: [x.position], unit: ${unit}}\n`).join(''));
execFileSync(process.argv[2], ['run', at('m.yaml'), '--out', at('m.h5')], { stdio: 'ignore' });
execFileSync(process.argv[2], ['report', at('m.h5'), '-o', at('m.html')], { stdio: 'ignore' });
const page = readFileSync(at('m.html'), 'utf8'), start = page.indexOf('"plots": [') + 9;
let end = start;
for (let depth = 0; ; end++) {
  depth += (page[end] === '[' || page[end] === '{') - (page[end] === ']' || page[end] === '}');
  if (!depth) break;
}
// Speed and slip on one panel: a slip has no unit, a reference that nobody gave one is a speed, too.
for (const name of ['units', 'curves']) copyFileSync(new URL(`../../page/src/${name}.js`, import.meta.url), at(`${name}.js`));
writeFileSync(at('package.json'), '{"type": "module"}');
const { unitsOf } = await import(at('curves.js'));
const film = { units: ['m/s', '1', ''], series: (c) => [[0.5], [0.4], [0.6]][c] };
assert.deepEqual(unitsOf(film, [0, 1, 2]).map((u) => u.unit), ['m/s', '', 'm/s']);
const looks = JSON.parse(page.slice(start, end + 1));
rmSync(folder, { recursive: true });
rows.forEach(([unit, column, factor, other], i) => {
  const shown = wantedUnit(looks[i], column);
  assert.equal(shown?.unit, unit);
  assert.ok(Math.abs(shown.factor / factor - 1) < 1e-14, `${unit}: ${shown.factor}`);
  assert.equal(wantedUnit(looks[i], other), null);
  assert.equal(wantedUnit(looks[i], '').unit, unit);
});
console.log(rows.length, 'units');
