// units.js: the units that people read: one row per unit of SI. A switch of the page goes back to SI.

const ROWS = {
  rad: ['°', 180 / Math.PI], 'rad/s': ['°/s', 180 / Math.PI], 'rad/s^2': ['°/s²', 180 / Math.PI],
  Pa: ['bar', 1e-5], 'Pa/s': ['bar/s', 1e-5], 'm^3/s': ['l/min', 60000], 'm^3': ['l', 1000], 'm^2': ['cm²', 1e4],
  K: ['°C', 1, -273.15],
};
const PLAIN = new Set(['1', '*', '']);
let si = false;

export const isSI = () => si;
export const setSI = (on) => { si = on; };

// {unit, factor, offset}: value in `unit` = factor x + offset
export function display(unit = '') {
  if (PLAIN.has(unit)) return { unit: '', factor: 1, offset: 0 };
  const row = si ? null : ROWS[unit];
  return row ? { unit: row[0], factor: row[1], offset: row[2] || 0 } : { unit, factor: 1, offset: 0 };
}
