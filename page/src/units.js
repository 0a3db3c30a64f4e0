// units.js: the units that people read, and how they are written.
// A switch of the page, or `display: {units: si}` of the machine, goes back to SI.

// [unit of SI, from which size on, unit, factor, offset] of src/base/shown.def, put here by build.cjs; the last that fits counts.
const ROWS = DAVIT_SHOWN;
let si = false;

export const setSI = (on) => { si = on; };

// A number whose unit nobody has said.
export const isPlain = (unit) => unit === '' || unit === '1' || unit === '*' || unit == null;

// "deg/s^2" as a page writes it: °/s²
const written = (unit) => unit.replace(/deg/g, '°').replace(/\^2/g, '²').replace(/\^3/g, '³').replace(/\./g, '·');

// {unit, factor, offset}: value in `unit` = factor x + offset; largest: size of what stands together, whose unit is one
export function display(unit = '', largest = Infinity) {
  if (isPlain(unit)) return { unit: '', factor: 1, offset: 0 };
  if (si) return { unit, factor: 1, offset: 0 };
  const row = ROWS.findLast(([of, least]) => of === unit && (least <= 0 || largest >= least));
  const [, , name, factor, offset] = row || [unit, 0, unit, 1, 0];
  return { unit: written(name), factor, offset };
}

// May a plain number of this size be one of the unit that stands beside it? Angles are too much like plain numbers.
export const belongs = (plain, beside, factor) => (factor >= 1000 || factor <= 1e-3) && plain > 1e-3 * beside && plain < 1e3 * beside;

// The unit that the plot asks for, where the curve can have it. Angles are bare in `scale` (src/spec/plots_json.c).
const withoutAngle = (unit) => unit.replace(/^rad\b/, '1').replace('/rad', '').replace(/^J\b/, 'N.m').replace(/^1$/, '');
export function wantedUnit(look, unit) {
  const [si, factor, offset] = look.scale || [];
  return factor && (!unit || unit === '1' || withoutAngle(unit) === si) ? { unit: look.unit, factor, offset } : null;
}
