// editor.cjs: the server of `davit edit` against clients that behave and clients that do not. usage: node editor.cjs DAVIT SOURCE
//
// What must hold: who lacks the token or comes from another page gets nothing; no path of a client is opened or written; no text ends
// or stalls the server; a file is replaced whole, and not over what somebody else wrote.
const assert = require('assert');
const http = require('http');
const os = require('os');
const path = require('path');
const fs = require('fs');
const { TOKEN, launch, Client, frame, sleep, until, run } = require('./client.cjs');

const [davit] = process.argv.slice(2).map((f) => path.resolve(f));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'davit-edit-'));
const inside = path.join(folder, 'inside');
fs.mkdirSync(inside);
const pendulum = 'bodies: {rod: {mass: 1 kg, com: [1, 0, 0]}}\njoints: {pin: {type: revolute, child: rod, axis: y}}\n';
fs.writeFileSync(path.join(folder, 'secret.yaml'), pendulum);
fs.writeFileSync(path.join(inside, 'part.yaml'), pendulum);

const client = (s, o = {}) => new Client(s.port, { protocol: 'davit-edit', path: `/edit?token=${TOKEN}`, ...o });
const get = (port, url) => new Promise((done) => http.get({ port, host: '127.0.0.1', path: url }, (r) => { r.resume(); r.on('end', () => done(r.statusCode)); }).on('error', () => done(0)));

async function withEditor(content, body, options = []) {
  const file = path.join(inside, 'machine.yaml');
  fs.rmSync(file, { force: true });
  if (content !== null) fs.writeFileSync(file, content);
  const s = await launch(davit, ['edit', file, '--no-browser', '--token', TOKEN, ...options]);
  try {
    const c = client(s);
    assert.strictEqual(await c.opened, 101);
    await until(() => c.texts.some((t) => t.disk), 'the file arrives');
    await body(s, c, file);
    assert(s.alive(), `the server is alive: ${s.said()}`);
  } finally {
    assert.strictEqual(await s.stop(), 0, s.said());
  }
}

let number = 0;
async function check(c, text, more = {}) {
  const mine = ++number;
  c.say({ check: text, number: mine, ...more });
  await until(() => c.texts.some((t) => t.number === mine), 'the text is checked', 90000);
  return c.texts.find((t) => t.number === mine).result;
}

async function save(c, text, over) {
  const before = c.texts.filter((t) => t.saved).length;
  c.say({ save: text, ...(over === undefined ? {} : { over }) });
  await until(() => c.texts.filter((t) => t.saved).length > before, 'it is answered');
  return c.texts.filter((t) => t.saved).at(-1).saved;
}

const errors = (r) => r.faults.filter((f) => f.severity === 'error');

const tests = [
  ['token, origin, protocol, path', () => withEditor(pendulum, async (s, c) => {
    assert.strictEqual(c.texts[0].disk.text, pendulum);
    assert.strictEqual(await get(s.port, '/'), 403);
    assert.strictEqual(await get(s.port, `/?token=${TOKEN}`), 200);
    assert.strictEqual(await get(s.port, `/machine.yaml?token=${TOKEN}`), 404);
    for (const o of [{ path: '/edit?token=wrong' }, { path: '/edit' }, { origin: 'http://elsewhere.example' }, { protocol: null }, { protocol: 'davit' }]) {
      const other = client(s, o);
      assert.notStrictEqual(await other.opened, 101, JSON.stringify(o));
      other.end();
    }
  })],

  ['faults with places and remedies; a machine where there are none', () => withEditor(pendulum, async (s, c) => {
    const good = await check(c, pendulum);
    assert.deepStrictEqual(errors(good), []);
    assert(good.machine.block.length > 100 && good.states.length === 2);
    const bad = await check(c, pendulum.replace('mass', 'mas'));
    assert(!bad.machine);
    assert.deepStrictEqual([bad.faults[0].line, bad.faults[0].col, bad.faults[0].remedy], [1, 16, "did you mean 'mass'?"]);
    for (const text of ['', '{', '[', '\t', '%', '&a *a', 'a: &x [*x]', 'bodies: {rod: {mass: 1e999 kg}}', 'davit: 99']) await check(c, text);
  })],

  ['files below the folder are taken in, others are not', () => withEditor(pendulum, async (s, c) => {
    assert.deepStrictEqual(errors(await check(c, 'include: part.yaml\n')), []);
    for (const name of ['../secret.yaml', path.join(folder, 'secret.yaml'), '/etc/passwd', 'link.yaml']) {
      if (name === 'link.yaml') fs.symlinkSync(path.join(folder, 'secret.yaml'), path.join(inside, name));
      const r = await check(c, `include: ${name}\n`);
      assert(!r.machine, name);
      assert.match(errors(r)[0].remedy, /--folder/);
    }
  })],

  ['--folder names another', () => withEditor(pendulum, async (s, c) => {
    assert.deepStrictEqual(errors(await check(c, 'include: ../secret.yaml\n')), []);
  }, ['--folder', folder])],

  ['a text that takes long holds nobody up', () => withEditor(pendulum, async (s, c) => {
    const n = 3000;
    const chain = `bodies:\n${Array.from({ length: n }, (_, i) => `  b${i}: {mass: 1 kg}`).join('\n')}\njoints:\n${Array.from({ length: n }, (_, i) => `  j${i}: {type: revolute, child: b${i}, parent: ${i ? `b${i - 1}` : 'world'}, at: {xyz: [1, 0, 0]}}`).join('\n')}\n`;
    const slow = check(c, chain);
    const from = Date.now();
    const other = client(s);
    assert.strictEqual(await other.opened, 101);
    assert.strictEqual(await get(s.port, `/?token=${TOKEN}`), 200);
    assert(Date.now() - from < 8000, 'others are answered meanwhile');
    await slow;  // a machine, or the message that it takes too long
    assert.deepStrictEqual(errors(await check(other, pendulum)), []);
    other.end();
  })],

  ['messages that are too large or not understood end their connection only', () => withEditor(pendulum, async (s, c) => {
    const bad = [Buffer.from('{'), Buffer.from('[]'), Buffer.from('{"check": 3}'), Buffer.from('{"check": "x"}'), Buffer.from('{"save": ["/etc/passwd"]}'), Buffer.from('{"path": "/etc/passwd"}')];
    for (const b of bad) {
      const other = client(s);
      assert.strictEqual(await other.opened, 101);
      other.raw(frame(1, b));
      await until(() => other.closed, `closed after ${b}`);
    }
    const other = client(s);
    assert.strictEqual(await other.opened, 101);
    for (let i = 0; i < 40 && !other.closed; i++) { other.raw(frame(i ? 0 : 1, Buffer.alloc(100000, 120), { fin: false })); await sleep(5); }
    await until(() => other.closed, 'closed after 4 MB');
    const many = Array.from({ length: 12 }, () => client(s));
    const answers = await Promise.all(many.map((x) => x.opened));
    assert.strictEqual(answers.filter((x) => x === 101).length, 7, 'eight pages at most');
    for (const x of many) x.end();
    assert.deepStrictEqual(errors(await check(c, pendulum)), []);
  })],

  ['saving: whole, only this file, not over what others wrote', () => withEditor(null, async (s, c, file) => {
    assert.strictEqual(c.texts[0].disk.hash, null);
    const { hash } = await save(c, pendulum, '');
    assert.strictEqual(fs.readFileSync(file, 'utf8'), pendulum);
    assert.deepStrictEqual(fs.readdirSync(inside).sort().filter((f) => !/link|part/.test(f)), ['machine.yaml'], 'no temporary file is left');
    fs.writeFileSync(file, '# mine\n');
    await until(() => c.texts.some((t) => t.disk?.text === '# mine\n'), 'the change is told');
    const refused = await save(c, pendulum, hash);
    assert.match(refused.why, /outside/);
    assert.strictEqual(fs.readFileSync(file, 'utf8'), '# mine\n');
    assert((await save(c, pendulum)).hash === hash, 'asked for, it is written all the same');
    assert.match((await save(c, 'x'.repeat((1 << 20) + 1))).why, /1 MB/);
    assert.strictEqual(fs.readFileSync(file, 'utf8'), pendulum);
    fs.rmSync(file);
    await until(() => c.texts.filter((t) => t.disk).at(-1).disk.hash === null, 'that it is gone is told');
  })],

  ['what cannot be edited is not replaced; who may read stays', () => withEditor(pendulum, async (s, c, file) => {
    fs.chmodSync(file, 0o600);
    assert((await save(c, '# mine\n')).hash);
    assert.strictEqual(fs.statSync(file).mode & 0o777, 0o600, 'a file that nobody else may read stays so');
    for (const bytes of [Buffer.from('name: a\0b\n'), Buffer.from([0x61, 0xff, 0x0a]), Buffer.alloc((1 << 20) + 1, 0x23)]) {
      const before = c.texts.filter((t) => t.disk).length;
      fs.writeFileSync(file, bytes);
      await until(() => c.texts.filter((t) => t.disk).length > before || c.texts.at(-1).disk?.hash === null, 'it is told');
      for (const over of ['', undefined]) assert.match((await save(c, pendulum, over)).why, /stays/);
      assert(fs.readFileSync(file).equals(bytes), 'what lay there lies there');
      fs.writeFileSync(file, `# ${bytes.length}\n`);
      await until(() => c.texts.filter((t) => t.disk).at(-1).disk.text === `# ${bytes.length}\n`, 'a text again');
    }
  })],

  ['200 000 keys in a message hold nobody up', () => withEditor(pendulum, async (s, c) => {
    const other = client(s);
    assert.strictEqual(await other.opened, 101);
    const keys = Array.from({ length: 200000 }, (_, i) => `"${i.toString(36)}":0`).join(',');
    for (let at = 0; at < 4; at++) other.raw(frame(1, Buffer.from(`{"check":"x","number":${at},${keys}}`)));
    assert.deepStrictEqual(errors(await check(c, pendulum)), []);
    assert(!other.closed, 'it was understood');
    other.end();
  })],
];

run(tests.filter(([n]) => n.includes(process.argv[5] ?? '')), folder);
