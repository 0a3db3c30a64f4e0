// words.js: what can stand where the cursor is: keys from the schema, kinds, units, and the names of the machine itself.
import { find, names, parse, pathOf, place } from './yaml.js';

// Sizes that machines of this trade have, by the unit of SI.
const SIZES = {
  m: ['0.1 m', '0.2 m', '0.5 m', '1 m', '1.2 m', '1.5 m', '2 m', '5 m'],
  kg: ['10 kg', '50 kg', '100 kg', '200 kg', '500 kg', '1 t'],
  rad: ['0 deg', '15 deg', '30 deg', '45 deg', '60 deg', '90 deg', '-15 deg', '-30 deg', '-45 deg', '-60 deg', '-90 deg'],
  'rad/s': ['0 rad/s', '1 rad/s', '10 rpm'],
  Pa: ['10 bar', '50 bar', '100 bar', '200 bar'],
  'm^2': ['5 cm^2', '10 cm^2', '20 cm^2', '50 cm^2'],
  'm^3': ['0.1 l', '0.5 l', '1 l', '10 l'],
  'm^3/s': ['10 l/min', '50 l/min'],
  s: ['1 ms', '10 ms', '0.1 s', '1 s', '10 s', '20 s'],
  N: ['100 N', '1 kN', '10 kN'],
  'N.m': ['10 N.m', '100 N.m', '1 kN.m'],
  'm/s^2': ['9.81 m/s^2', '0'],
};
const VECTORS = ['[0, 0, 0]', '[1, 0, 0]', '[0, 1, 0]', '[0, 0, 1]', '[0, 0, -1]', '[0.5, 0, 0]', '[2, 0, 0]', '[-1, 0, 0]'];
const NEW = { bodies: 'body', joints: 'joint', axes: 'axis', parts: 'part', signals: 'signal', cases: 'case', points: 'point', parameters: 'parameter', loops: 'loop', metrics: 'metric' };
const NODES = ['A', 'B', 'P', 'T', 'C', 'D'];
const unitOf = (doc) => /\[([^\]]*)\]$/.exec(doc || '')?.[1];

export class Words {
  constructor({ schema, kinds }) {
    Object.assign(this, { schema, kinds });
  }

  resolve(s) { return s?.$ref ? { ...this.schema.$defs[s.$ref.split('/').pop()], ...s, $ref: undefined, name: s.$ref.split('/').pop() } : s; }

  kindName(n) {
    const short = find(n, 'kind')?.value;
    return this.kinds[short] ? short : this.kinds[`signal.${short}`] ? `signal.${short}` : null;
  }

  // All that a value may be, alternatives apart; a part is what its kind says.
  forms(s, n) {
    const one = this.resolve(s);
    if (!one) return [];
    if (one.allOf) {
      const kind = this.kindName(n);
      return kind ? [this.schema.$defs[kind], one] : [one];
    }
    return one.anyOf ? one.anyOf.flatMap((x) => this.forms(x, n)) : [one];
  }

  // What the value of a key of this map may be.
  under(forms, key) {
    const out = [];
    for (const f of forms) {
      if (key === '[]') { if (f.items) out.push(f.items); } else if (f.properties?.[key]) out.push(f.properties[key]);
      else if (f.additionalProperties) out.push(f.additionalProperties);
    }
    return out;
  }

  // The forms of a node of the text. A case changes sections: what it may hold is what the machine may.
  at(n) {
    if (!n.parent) return this.forms(this.schema, n);
    const inside = this.under(this.at(n.parent), n.key).flatMap((s) => this.forms(s, n));
    return inside.length ? inside : n.parent.parent?.key === 'cases' ? this.under(this.at({ children: [] }), n.key).flatMap((s) => this.forms(s, n)) : [];
  }

  // ---- names of the machine

  bodies(tree) { return names(find(tree, 'bodies')); }

  points(tree) {
    const of = (who, n) => names(find(n, 'points')).map((p) => `${who}.${p}`);
    return [...of('world', find(tree, 'world')), ...(find(tree, 'bodies')?.children ?? []).flatMap((b) => of(b.key, b))];
  }

  joints(tree, types) { return (find(tree, 'joints')?.children ?? []).filter((j) => !types || types.includes(find(j, 'type')?.value)).map((j) => j.key); }

  // Nodes that ports name.
  named(tree, fits) {
    return (find(tree, 'parts')?.children ?? []).flatMap((p) => Object.entries(this.kinds[this.kindName(p)]?.ports ?? {})
      .filter(([, port]) => fits(port)).map(([name]) => find(p, name)?.value).filter(Boolean));
  }

  // Nodes of the machine; a source goes where there is none yet.
  nodes(tree, { domain, fixes }) {
    const all = [...new Set([...names(find(tree, 'nodes')), ...this.named(tree, (p) => p.domain === domain)])];
    const fed = fixes ? this.named(tree, (p) => p.fixes) : [];
    return [...all.filter((n) => !fed.includes(n)), ...all.filter((n) => fed.includes(n))];
  }

  // Where a port of a domain can go, the likeliest first.
  ends(tree, port) {
    const { domain } = port;
    const axes = names(find(tree, 'axes'));
    if (domain === 'frame') return [...this.points(tree), ...this.bodies(tree)];
    if (domain === 'linear') return [...axes, ...this.joints(tree, ['prismatic'])];
    if (domain === 'rotary') return this.joints(tree, ['revolute']);
    if (domain === 'axis') return [...axes, ...this.joints(tree)];
    const have = this.nodes(tree, port);
    return [...have, ...NODES.filter((x) => !have.includes(x))];
  }

  signals(tree) {
    const outs = (find(tree, 'parts')?.children ?? []).map((p) => p.key);
    return [...names(find(tree, 'signals')), ...this.joints(tree), ...names(find(tree, 'axes')), ...outs.map((p) => `${p}.`)];
  }

  fresh(map) {
    const stem = NEW[map.key] ?? (map.key === 'nodes' ? null : 'name');
    const taken = names(map);
    if (map.key === 'nodes') return NODES.filter((x) => !taken.includes(x));
    for (let i = 1; ; i++) if (!taken.includes(`${stem}${i}`)) return [`${stem}${i}`];
  }

  // ---- what is offered

  // {from, options: [{label, detail, info, apply, type, boost}]}, or null.
  offer(text, pos) {
    const at = place(text, pos);
    if (!at) return null;
    const tree = parse(text);
    const forms = this.at(at.map);
    const options = at.key === null ? this.keys(at, forms) : this.values(tree, at, forms);
    return options.length ? { from: at.from, options, validFor: /^[^\s,{}[\]]*$/ } : null;
  }

  keys(at, forms) {
    const have = new Set(names(at.map));
    have.delete(at.word);
    const required = new Set(forms.flatMap((f) => f.required ?? []));
    const seen = new Map();
    for (const f of forms) for (const [key, s] of Object.entries(f.properties ?? {})) if (!have.has(key) && !seen.has(key)) seen.set(key, s);
    const options = [...seen].map(([key, s]) => this.key(key, s, at, required.has(key)));
    for (const f of forms) if (f.additionalProperties) {
      for (const name of this.fresh(at.map)) options.push({ ...this.key(name, f.additionalProperties, at, true), detail: 'new', type: 'variable' });
    }
    return options;
  }

  key(key, s, at, required) {
    const forms = this.forms(s, { children: [] });
    const unit = unitOf(s.description ?? this.resolve(s)?.description);
    const below = !at.flow && forms.length && forms.every((f) => (f.properties || f.additionalProperties || f.items?.properties) && !f.enum);
    const indent = ' '.repeat(at.indent + 2);
    const apply = below ? `${key}:\n${indent}${forms[0].items ? '- ' : ''}` : at.flow && forms.every((f) => f.properties || f.additionalProperties) && forms.length ? `${key}: {` : `${key}: `;
    return { label: key, detail: [required ? 'required' : '', unit ? `[${unit}]` : ''].filter(Boolean).join(' '), info: s.description, apply, type: 'property', boost: required ? 50 : 0, again: true };
  }

  values(tree, at, forms) {
    if (at.key === 'kind') return this.kindOptions(tree, at);
    const schemas = this.under(forms, at.key);
    const inside = schemas.flatMap((s) => this.forms(s, find(at.map, at.key) ?? { children: [] }));
    const doc = schemas.map((s) => s.description ?? this.resolve(s)?.description).find(Boolean) ?? '';
    const list = (values, detail, type) => values.map((v, i) => ({ label: v, detail, info: doc || undefined, type, boost: 20 - i }));
    const out = [];
    for (const f of inside) {
      if (f.enum) out.push(...list(f.enum, '', 'enum'));
      if (f.type === 'array' && f.minItems <= 3 && f.maxItems >= 3) out.push(...list(VECTORS, unitOf(doc) ?? '', 'constant'));
    }
    out.push(...list(this.references(tree, at, inside), 'of this machine', 'variable'));
    const unit = unitOf(doc);
    const numbers = inside.some((f) => f.name === 'number');
    if (numbers && at.key !== '[]') out.push(...list(SIZES[unit] ?? (unit ? [`1 ${unit.replace(/ /g, '.')}`] : ['0', '1']), unit ?? '', 'constant'), ...list(names(find(tree, 'parameters')), 'parameter', 'variable'));
    return out.filter((o, i) => out.findIndex((x) => x.label === o.label) === i);
  }

  references(tree, at, inside) {
    const [section] = pathOf(at.map);
    const port = this.kinds[this.kindName(at.map)]?.ports[at.key];
    if (port) return this.ends(tree, port);
    if (section === 'joints' && at.key === 'child') return this.bodies(tree).filter((b) => !(find(tree, 'joints')?.children ?? []).some((j) => j !== at.map && find(j, 'child')?.value === b));
    if (at.key === 'parent') return ['world', ...this.bodies(tree)];
    if (section === 'joints' && at.key === 'axis') return ['x', 'y', 'z', '-x', '-y', '-z'];
    if (at.key === 'from' || at.key === 'to') return this.points(tree);
    if (at.key === 'input') return names(find(tree, 'signals'));
    if (at.key === 'case') return names(find(tree, 'cases'));
    if (this.kindName(at.map) && !inside.every((f) => f.enum)) return this.signals(tree);
    return [];
  }

  // A kind brings along what it needs: its ports, and numbers as its example has them.
  kindOptions(tree, at) {
    const [section] = pathOf(at.map);
    return Object.entries(this.kinds).filter(([, k]) => k.signal === (section === 'signals')).map(([name, k]) => ({
      label: section === 'signals' ? name.replace(/^signal\./, '') : name, detail: k.doc, info: this.reference(name), type: 'class',
      apply: (section === 'signals' ? name.replace(/^signal\./, '') : name) + this.needs(tree, at, name) }));
  }

  needs(tree, at, name) {
    const have = new Set(names(at.map));
    const { ports, example } = this.kinds[name];
    const shown = this.sample(parse(example ?? ''), name);
    const taken = new Set();
    const lines = [];
    for (const [key, port] of Object.entries(ports)) {
      const end = this.ends(tree, port).find((e) => !taken.has(e));
      if (have.has(key) || port.may || !end) continue;
      taken.add(end);
      lines.push(`${key}: ${end}`);
    }
    for (const key of this.schema.$defs[name].required ?? []) {
      const value = find(shown, key);
      if (key === 'kind' || have.has(key) || ports[key] || !value) continue;
      lines.push(`${key}: ${value.flow ? example.slice(value.flow.from, value.flow.to) : value.value}`);
    }
    return lines.map((l) => (at.flow ? `, ${l}` : `\n${' '.repeat(at.indent)}${l}`)).join('');
  }

  // The part or signal of an example that is of this kind.
  sample(tree, name) {
    return [...(find(tree, 'parts')?.children ?? []), ...(find(tree, 'signals')?.children ?? [])].find((p) => this.kindName(p) === name);
  }

  reference(name) {
    const keys = Object.entries(this.schema.$defs[name].properties).filter(([k]) => k !== 'kind');
    return `${this.kinds[name].doc}\n\n${keys.map(([k, s]) => `${k}: ${s.description ?? ''}`).join('\n')}`;
  }
}
