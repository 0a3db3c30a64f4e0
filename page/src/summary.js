// summary.js: what a run was: command, hash, model, peaks, pin loads, pressures.
import { h, show } from './dom.js';

function table(head, rows) {
  return h('table', { class: 'wide' }, h('tr', {}, head.map((c) => h('th', {}, c))), rows.map((r) => h('tr', {}, r.map((c) => h('td', {}, c)))));
}

function peakRow(p) {
  const [lo, tlo, hi, thi, last] = p.extremes;
  return [p.name.replace(/[.]pressure$/, ''), show(lo, p.unit), `${tlo.toFixed(2)} s`, show(hi, p.unit), `${thi.toFixed(2)} s`, show(last, p.unit)];
}

// Largest force and moment of each joint over the film.
function pins(film) {
  const rows = [];
  for (const j of film.scene.joints) {
    const c = ['fx', 'fy', 'fz', 'mx', 'my', 'mz'].map((k) => film.channel(`${j.name}.reaction.${k}`));
    if (c.some((i) => i < 0)) continue;
    const s = c.map((i) => film.series(i));
    let force = 0;
    let moment = 0;
    let when = 0;
    for (let i = 0; i < film.n; i++) {
      const f = Math.hypot(s[0][i], s[1][i], s[2][i]);
      if (f > force) { force = f; when = film.time(i); }
      moment = Math.max(moment, Math.hypot(s[3][i], s[4][i], s[5][i]));
    }
    rows.push([j.name, j.type, show(force, 'N'), `${when.toFixed(2)} s`, show(moment, 'N.m')]);
  }
  return rows;
}

export function summary(film, result) {
  const { scene } = film;
  const { facts, peaks = [] } = result;
  const fact = (k, v) => (v ? h('tr', {}, h('td', {}, k), h('td', {}, h('code', {}, v))) : null);
  const pressures = peaks.filter((p) => p.unit === 'Pa');
  const others = peaks.filter((p) => p.unit !== 'Pa');
  const mass = scene.bodies.reduce((s, b) => s + b.mass, 0);
  const pin = pins(film);
  return h('div', { class: 'panel', id: 'summary' },
    h('h3', {}, 'This run'),
    h('table', { class: 'facts' }, fact('machine', facts.machine), fact('case', facts.case), fact('command', facts.command), fact('file', facts.file),
      fact('hash', facts.hash), fact('solver', facts.solver), fact('formulation', facts.formulation), fact('davit', facts.davit), fact('result', result.result)),
    h('h3', {}, 'Model'),
    h('p', {}, `${scene.bodies.length} bodies (${show(mass, 'kg')}), ${scene.joints.length} joints, ${scene.parts.filter((p) => !p.signal).length} parts, ${scene.parts.filter((p) => p.signal).length} signals, ${scene.states} states; ${result.rows} recorded instants, ${result.columns} columns.`),
    pressures.length ? [h('h3', {}, 'Pressures'), table(['node', 'least', 'at', 'most', 'at', 'end'], pressures.map(peakRow))] : null,
    pin.length ? [h('h3', {}, 'Pin loads, largest'), table(['joint', 'type', 'force', 'at', 'moment'], pin)] : null,
    others.length ? [h('h3', {}, 'Peaks'), table(['column', 'least', 'at', 'most', 'at', 'end'], others.map(peakRow))] : null);
}
