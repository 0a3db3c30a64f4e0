// thin.js: fewer triangles: corners that lie in one cell of a grid become one, their mean; what loses a corner by that is left out
// (Rossignac, Borrel 1993).
const ACROSS = 1 << 17;  // cells along the longest side at most

function area(at) {
  let sum = 0;
  for (let i = 0; i < at.length; i += 9) {
    const [ux, uy, uz] = [at[i + 3] - at[i], at[i + 4] - at[i + 1], at[i + 5] - at[i + 2]];
    const [vx, vy, vz] = [at[i + 6] - at[i], at[i + 7] - at[i + 1], at[i + 8] - at[i + 2]];
    sum += 0.5 * Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }
  return sum;
}

function bounds(at) {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < at.length; i++) {
    if (at[i] < low[i % 3]) low[i % 3] = at[i];
    if (at[i] > high[i % 3]) high[i % 3] = at[i];
  }
  return { low, side: Math.max(...high.map((x, k) => x - low[k])) };
}

// Which cell each corner is in, and the means; null: there are more than `most` cells.
function cells(at, low, size, most) {
  const mask = 2 ** Math.ceil(Math.log2(2 * most + 2)) - 1;
  const keys = new Float64Array(mask + 1).fill(-1);
  const ids = new Int32Array(mask + 1);
  const sums = new Float64Array(4 * most);
  const of = new Int32Array(at.length / 3);
  let n = 0;
  for (let k = 0; k < of.length; k++) {
    const x = Math.floor((at[3 * k] - low[0]) / size);
    const y = Math.floor((at[3 * k + 1] - low[1]) / size);
    const z = Math.floor((at[3 * k + 2] - low[2]) / size);
    const key = x + ACROSS * (y + ACROSS * z);
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask;
    while (keys[slot] !== key && keys[slot] !== -1) slot = (slot + 1) & mask;
    if (keys[slot] === -1) {
      if (n === most) return null;
      keys[slot] = key;
      ids[slot] = n++;
    }
    const id = ids[slot];
    of[k] = id;
    for (let j = 0; j < 3; j++) sums[4 * id + j] += at[3 * k + j];
    sums[4 * id + 3]++;
  }
  return { of, sums };
}

// The triangles that are left, and which each was.
function left({ of, sums }, most) {
  const from = new Uint32Array(most);
  let n = 0;
  for (let i = 0; i < of.length; i += 3) {
    if (of[i] === of[i + 1] || of[i + 1] === of[i + 2] || of[i + 2] === of[i]) continue;
    if (n === most) return null;
    from[n++] = i / 3;
  }
  const at = new Float32Array(9 * n);
  for (let i = 0; i < 9 * n; i++) {
    const id = of[3 * from[Math.floor(i / 9)] + (Math.floor(i / 3) % 3)];
    at[i] = sums[4 * id + (i % 3)] / sums[4 * id + 3];
  }
  return { at, from: from.subarray(0, n) };
}

// Nine numbers a triangle; at most so many of them are left.
export function thinned(at, most) {
  const { low, side } = bounds(at);
  for (let size = Math.max(Math.sqrt((2 * area(at)) / most), side / (ACROSS - 1), 1e-30); ; size *= 1.25) {
    const found = cells(at, low, size, 2 * most);
    const out = found && left(found, most);
    if (out) return out;
  }
}
