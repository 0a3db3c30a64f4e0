// units.js: the units that people read. One row per unit of SI: from which size on, unit, factor, offset; the last that fits counts.
// A switch of the page, or `display: {units: si}` of the machine, goes back to SI.

const TURN = 180 / Math.PI;
const ROWS = {
  rad: [[0, '°', TURN]], 'rad/s': [[0, '°/s', TURN]], 'rad/s^2': [[0, '°/s²', TURN]],
  Pa: [[0, 'bar', 1e-5]], 'Pa/s': [[0, 'bar/s', 1e-5]],
  'm^3/s': [[0, 'l/min', 60000]], 'm^3': [[0, 'l', 1000], [10, 'm³', 1]], 'm^2': [[0, 'cm²', 1e4], [1, 'm²', 1]],
  m: [[0, 'mm', 1000], [1, 'm', 1]], 'm/s': [[0, 'mm/s', 1000], [0.1, 'm/s', 1]], 'm/s^2': [[0, 'm/s²', 1]],
  N: [[0, 'N', 1], [1000, 'kN', 1e-3]], 'N.m': [[0, 'N·m', 1], [1000, 'kN·m', 1e-3]],
  W: [[0, 'W', 1], [1000, 'kW', 1e-3]], J: [[0, 'J', 1], [1000, 'kJ', 1e-3], [1e6, 'MJ', 1e-6]],
  V: [[0, 'V', 1], [1e4, 'kV', 1e-3]], A: [[0, 'A', 1]], kg: [[0, 'kg', 1]],
  K: [[0, '°C', 1, -273.15]],
};
let si = false;

export const isSI = () => si;
export const setSI = (on) => { si = on; };

// A number whose unit nobody has said.
export const isPlain = (unit) => unit === '' || unit === '1' || unit === '*' || unit == null;

// {unit, factor, offset}: value in `unit` = factor x + offset; largest: size of what stands together, whose unit is one
export function display(unit = '', largest = Infinity) {
  if (isPlain(unit)) return { unit: '', factor: 1, offset: 0 };
  const rows = si ? null : ROWS[unit];
  if (!rows) return { unit, factor: 1, offset: 0 };
  const [, name, factor, offset = 0] = rows.findLast(([least]) => largest >= least) || rows[0];
  return { unit: name, factor, offset };
}

// May a plain number of this size be one of the unit that stands beside it? Angles are too much like plain numbers.
export const belongs = (plain, beside, factor) => (factor >= 1000 || factor <= 1e-3) && plain > 1e-3 * beside && plain < 1e3 * beside;
