// curves.js: the numbers of a plot as they are drawn: in units that people read, one scale for each unit.
import { display, belongs, isPlain } from './units.js';

const POINTS = 2000;

const largestOf = (a) => a.reduce((m, x) => (Number.isFinite(x) ? Math.max(m, Math.abs(x)) : m), 0);

// Of one size: then a number without a unit stands on the scale beside it, or equal curves would look different.
const near = (plain, beside) => plain === 0 || (plain > 0.1 * beside && plain < 10 * beside);

// How each channel of a plot is shown: {unit, factor, offset}. Columns of one unit have one; a number whose unit nobody has said
// goes with the unit beside it if it is of that size: curves that are equal must look equal. Angles beside such numbers stay
// radians. What is said to have no unit (a slip, a share) is shown as that.
export function unitsOf(film, channels) {
  const size = new Map();
  const largest = new Map(channels.map((c) => [c, largestOf(film.series(c))]));
  for (const c of channels) size.set(film.units[c], Math.max(size.get(film.units[c]) || 0, largest.get(c)));
  const named = [...size.keys()].filter((u) => !isPlain(u));
  const plain = channels.some((c) => isPlain(film.units[c]));
  const one = named.length === 1 ? display(named[0], size.get(named[0])) : null;
  return channels.map((c) => {
    const unit = film.units[c];
    if (unit === '1') return display(unit);
    if (isPlain(unit)) {
      const beside = size.get(named[0]);
      if (one && belongs(largest.get(c), beside, one.factor)) return one;
      const raw = one && (one.factor === 1 || named[0].startsWith('rad'));
      return raw && near(largest.get(c), beside) ? { unit: named[0], factor: 1, offset: 0 } : display(unit);
    }
    return plain && unit.startsWith('rad') ? { unit, factor: 1, offset: 0 } : display(unit, size.get(unit));
  });
}

// The series of a channel, thinned.
export function shown(film, c, { factor, offset }) {
  const stride = Math.max(1, Math.ceil(film.n / POINTS));
  const all = c < 0 ? film.times() : film.series(c);
  const thin = stride === 1 ? all : all.filter((_, i) => i % stride === 0);
  return factor === 1 && !offset ? thin : thin.map((x) => factor * x + offset);
}

export const SECONDS = { unit: 's', factor: 1, offset: 0 };
