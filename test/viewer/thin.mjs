// thin.mjs: meshes thinned out keep to their number, their surface and what is in them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const source = readFileSync(new URL('../../page/src/thin.js', import.meta.url), 'utf8');
const { thinned } = await import(`data:text/javascript,${encodeURIComponent(source)}`);  // Debian's Node 18 takes a .js for CommonJS

// A sphere of radius r at c by latitude and longitude, far from the origin.
function sphere(n, r, c) {
  const p = (i, j) => [Math.sin((Math.PI * i) / n) * Math.cos((Math.PI * (j % (2 * n))) / n), Math.sin((Math.PI * i) / n) * Math.sin((Math.PI * (j % (2 * n))) / n), Math.cos((Math.PI * i) / n)].map((x, k) => c[k] + r * x);
  const out = [];
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < 2 * n; j++) {
      if (i > 0) out.push(...p(i, j), ...p(i + 1, j + 1), ...p(i, j + 1));
      if (i < n - 1) out.push(...p(i, j), ...p(i + 1, j), ...p(i + 1, j + 1));
    }
  }
  return new Float32Array(out);
}

function sums(at, c) {
  let volume = 0;
  let far = 0;
  for (let i = 0; i < at.length; i += 9) {
    const [a, b, d] = [0, 3, 6].map((k) => [0, 1, 2].map((m) => at[i + k + m] - c[m]));
    volume += (a[0] * (b[1] * d[2] - b[2] * d[1]) + a[1] * (b[2] * d[0] - b[0] * d[2]) + a[2] * (b[0] * d[1] - b[1] * d[0])) / 6;
    for (const x of [a, b, d]) far = Math.max(far, Math.abs(Math.hypot(...x) - 2));
  }
  return { volume, far };
}

const c = [10, -20, 5];
const whole = sphere(350, 2, c);
for (const most of [100000, 20000, 2000]) {
  const { at, from } = thinned(whole, most);
  assert(at.length === 9 * from.length && from.length <= most && from.length > most / 5, `${from.length} of ${most}`);
  assert(from.every((k, i) => k < whole.length / 9 && (i === 0 || k > from[i - 1])));
  // a cell is 1.25 times at most what area says, so a corner stays within its diagonal; means lie inside by s^2 / 8 r of a cap
  const cell = 1.25 * 1.25 * 1.25 * Math.sqrt((2 * 16 * Math.PI) / most);
  const { volume, far } = sums(at, c);
  assert(far < (cell * Math.sqrt(3)) ** 2 / 4, `${most}: corners ${far} from the sphere`);
  assert(Math.abs(volume / ((32 / 3) * Math.PI) - 1) < (1.5 * (cell * Math.sqrt(3)) ** 2) / 4 + 1e-3, `${most}: volume ${volume}`);
  const edges = new Map();  // still closed: each edge once in each direction, of corners that are equal bit by bit
  for (let i = 0; i < at.length; i += 9) {
    const p = [0, 3, 6].map((k) => at.subarray(i + k, i + k + 3).join());
    p.forEach((a, k) => {
      const [b, sign] = [p[(k + 1) % 3], a < p[(k + 1) % 3] ? 1 : -1];
      const key = sign > 0 ? `${a}|${b}` : `${b}|${a}`;
      edges.set(key, (edges.get(key) || 0) + sign);
    });
  }
  assert([...edges.values()].every((x) => x === 0), `${most}: open`);
}
// what is few already stays as it is but for what is finer than a cell; a point and nothing do no harm
assert.equal(thinned(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0]), 100).from.length, 1);
assert.equal(thinned(new Float32Array(18), 100).from.length, 0);
assert.equal(thinned(new Float32Array(0), 100).from.length, 0);
