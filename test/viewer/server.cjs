// server.cjs: the server against clients that behave and clients that do not. usage: node server.cjs DAVIT SOURCE
//
// What must hold: who lacks the token or comes from another page gets nothing; no bytes of a client end or stall the run; a hand
// that is gone lets go.
const assert = require('assert');
const http = require('http');
const os = require('os');
const path = require('path');
const fs = require('fs');
const { TOKEN, start, launch, Client, frame, filmTimes, rises, sleep, until, run } = require('./client.cjs');

const [davit, source] = process.argv.slice(2).map((f) => path.resolve(f));
const machine = (name) => path.join(source, 'machines', `${name}.yaml`);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'davit-view-'));

function get(port, url, headers = {}) {
  return new Promise((done) => http.get({ port, host: '127.0.0.1', path: url, headers }, (r) => {
    let n = 0;
    r.on('data', (d) => { n += d.length; });
    r.on('end', () => done([r.statusCode, n]));
  }).on('error', () => done([0, 0])));
}

// The run keeps pace with the wall while something else goes on.
async function keepsPace(watcher, during) {
  const t0 = watcher.last[0];
  const w0 = Date.now();
  await during();
  const wall = (Date.now() - w0) / 1000;
  await until(() => watcher.last[0] >= t0 + 0.8 * wall, 'the run keeps pace', 3000);
}

async function withServer(name, options, body) {
  const s = await start(davit, machine(name), options);
  try {
    const c = new Client(s.port);
    assert.strictEqual(await c.opened, 101);
    await until(() => c.scene && c.frames > 2, 'frames arrive');
    await body(s, c);
    assert(s.alive(), `the server is alive: ${s.said()}`);
  } finally {
    assert.strictEqual(await s.stop(), 0, s.said());
  }
}

const tests = [
  ['page: token, host, path', () => withServer('titan4', [], async (s) => {
    const [code, n] = await get(s.port, `/?token=${TOKEN}`);
    assert.strictEqual(code, 200);
    assert(n > 100000);
    assert.strictEqual((await get(s.port, '/'))[0], 403);
    assert.strictEqual((await get(s.port, '/?token=wrong'))[0], 403);
    assert.strictEqual((await get(s.port, `/?token=${TOKEN}`, { Host: 'elsewhere.example' }))[0], 403);
    assert.strictEqual((await get(s.port, `/other?token=${TOKEN}`))[0], 404);
  })],

  ['sockets: token, origin, protocol', () => withServer('titan4', [], async (s) => {
    for (const o of [{ token: 'wrong' }, { path: '/live' }, { origin: 'http://elsewhere.example' }, { origin: `http://127.0.0.1:${s.port + 1}` }, { protocol: null }, { protocol: 'http' }]) {
      const c = new Client(s.port, o);
      assert.notStrictEqual(await c.opened, 101, JSON.stringify(o));
      c.end();
    }
  })],

  ['malformed and oversized messages end the connection, not the run', () => withServer('titan4', [], (s, watcher) => keepsPace(watcher, async () => {
    const bad = [
      frame(1, Buffer.from('{"inputs": {"x": 1')),             // no JSON
      frame(1, Buffer.from('{"inputs": {"nothing": 1}}')),     // no such input
      frame(1, Buffer.from('{"inputs": {"x": "high"}}')),      // no number
      frame(1, Buffer.from('[1, 2, 3]')),
      frame(1, Buffer.from('{"do": "explode"}')),
      frame(1, Buffer.from('{"set": 5}')),
      frame(1, Buffer.from('{"pose": {"q1": 1}}')),           // what has inputs is driven by them
      frame(1, Buffer.from(`{"x": "${'a'.repeat(5000)}"}`)),   // too long
      frame(1, Buffer.alloc(200000, 0x61)),
      frame(2, Buffer.from([1, 2, 3])),                        // binary
      frame(5, Buffer.from('reserved')),
      Buffer.from([0xf1, 0x85, 1, 2, 3, 4, 5, 6, 7, 8, 9]),    // reserved bits
      Buffer.concat([Buffer.from([0x81, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 2, 3, 4]), Buffer.alloc(6000, 0x61)]),  // says 2^63 bytes
      Buffer.concat(Array.from({ length: 100 }, (_, i) => frame(i ? 0 : 1, Buffer.alloc(100, 0x61), { fin: false }))),  // endless fragments
    ];
    for (const bytes of bad) {
      const c = new Client(s.port);
      assert.strictEqual(await c.opened, 101);
      c.raw(bytes);
      await until(() => c.closed || c.code !== undefined, `refused: ${bytes.subarray(0, 40).toString('hex')}`, 12000);
      c.end();
    }
  }))],

  // sqrt(2 g/L (1 - cos 60 deg)) at the lowest point, from rest: energy.
  ['a machine without inputs: a joint is set by hand and goes from there', () => withServer('planar-pendulum', [], async (s, c) => {
    await until(() => c.last, 'a frame');
    c.say({ pose: { pin: Math.PI / 3 } });
    await until(() => c.state?.paused && Math.abs(c.value('pin.position') - Math.PI / 3) < 1e-6, 'it stands where it was put');
    assert.strictEqual(c.value('pin.rate'), 0);
    const t = c.last[0];
    c.say({ do: 'resume' });
    let most = 0;
    await until(() => { most = Math.max(most, Math.abs(c.value('pin.rate'))); return c.last[0] > t + 2.5; }, 'a period', 60000);
    assert(most > 0.99 * Math.sqrt(9.81) && most < 1.0001 * Math.sqrt(9.81), `${most}`);
  })],

  ['a connection that is cut anywhere does no harm', () => withServer('titan4', [], (s, watcher) => keepsPace(watcher, async () => {
    const whole = frame(1, Buffer.from('{"inputs": {"x": 0.5}}'));
    for (let n = 1; n < whole.length; n += 3) {
      const c = new Client(s.port);
      await c.opened;
      c.raw(whole.subarray(0, n));
      await sleep(5);
      c.end();
    }
  }))],

  ['random bytes', () => withServer('titan4', [], (s, watcher) => keepsPace(watcher, async () => {
    let seed = 12345;
    const next = () => { seed = (seed * 16807) % 2147483647; return seed & 255; };
    for (let i = 0; i < 40; i++) {
      const c = new Client(s.port);
      await c.opened;
      c.raw(Buffer.from(Array.from({ length: 1 + (i * 37) % 300 }, next)));
      await sleep(5);
      c.end();
    }
  }))],

  ['fifty clients at once, half of them deaf', () => withServer('titan4', [], (s, watcher) => keepsPace(watcher, async () => {
    const all = Array.from({ length: 50 }, () => new Client(s.port));
    for (const c of all) assert.strictEqual(await c.opened, 101);
    all.forEach((c, i) => { if (i % 2) c.socket.pause(); });
    await sleep(2000);
    const heard = all.filter((c, i) => i % 2 === 0).map((c) => c.frames);
    assert(Math.min(...heard) > 10, `frames: ${heard}`);
    for (const c of all) c.end();
    await until(() => watcher.state && watcher.state.clients === 1, 'they are gone');
  }))],

  ['an input moves the machine; silence lets it go', () => withServer('titan4', [], async (s, c) => {
    const q0 = c.value('q1.position');
    const beat = setInterval(() => c.say({ inputs: { x: 1 } }), 50);
    await until(() => c.value('q1.position') > q0 + 0.05, 'the joint moves');
    assert.strictEqual(c.value('x'), 1);
    clearInterval(beat);
    await until(() => c.value('x') === 0, 'neutral after silence', 2000);
  })],

  ['an input is neutral when its client is gone', () => withServer('titan4', [], async (s, c) => {
    const driver = new Client(s.port);
    await driver.opened;
    driver.say({ inputs: { y: 1 } });
    await until(() => c.value('y') === 1, 'driven', 2000);
    driver.end();
    await until(() => c.value('y') === 0, 'neutral', 400);
  })],

  ['a lever goes to rest when its driver is silent, whoever else talks', () => withServer('titan4', [], async (s, c) => {
    const driver = new Client(s.port);
    await driver.opened;
    driver.say({ inputs: { x: 1 } });
    await until(() => c.value('x') === 1, 'driven', 2000);
    const beat = setInterval(() => { c.say({ inputs: {} }); c.say({ inputs: { y: 0.5 } }); }, 50);
    await until(() => c.value('x') === 0, 'x is at rest', 3000).finally(() => clearInterval(beat));
    assert.strictEqual(c.value('y'), 0.5);
    assert(!driver.closed);
  })],

  ['pause, step, reset, speed', () => withServer('titan4', [], async (s, c) => {
    c.say({ do: 'pause' });
    await until(() => c.state?.paused, 'paused');
    await sleep(100);
    const t = c.last[0];
    await sleep(300);
    assert.strictEqual(c.last[0], t);
    c.say({ do: 'step' });
    await until(() => c.last[0] > t, 'one step');
    c.say({ do: 'resume' });
    await until(() => c.last[0] > t + 0.3, 'goes on');
    c.say({ do: 'reset' });
    await until(() => c.last[0] < t, 'back at the start');
    c.say({ speed: 0.25 });
    await until(() => c.state && c.state.speed === 0.25 && c.state.realtime < 0.4, 'a quarter as fast');
  })],

  ['a parameter changes while the machine runs', () => withServer('rov-recoil', [], async (s, c) => {
    const before = c.last[0];
    c.say({ set: { m1: '3000 kg' } });
    await until(() => c.state?.note === 'm1=3000 kg', 'it is told');
    await until(() => c.last[0] > before + 0.5, 'it goes on');
    c.say({ set: { nothing: '3 kg' } });
    await until(() => /nothing/.test(c.state?.note) && !/^m1/.test(c.state.note), 'a fault is told');
    assert(!c.closed);
  })],

  ['clients set parameters, nothing else; no file is read for them', () => withServer('rov-manipulator', [], async (s, c) => {
    const secret = path.join(folder, 'secret.csv');
    fs.writeFileSync(secret, 'password hunter2\nhunter2,hunter2\n');
    for (const [name, value] of [['signals.e_ref.data', secret], ['parts.none', secret], ['include', secret], ['name', 'hunter2'], ['until', '1 s'],
      ['solver.method', 'euler'], ['cases.x', '{}'], ['variant', 'x'], ['parameters.g', '1'], ['g=1 m/s^2', '2']]) {
      c.say({ set: { [name]: value } });
      await until(() => c.state?.note?.includes(`'${name}' is no parameter`), `${name} is refused`, 3000);
    }
    const own = c.scene.parameters[0][0];
    for (const value of [`{data: ${secret}}`, `[${secret}]`, `"${secret}"`, `!include ${secret}`, `| ${secret}`, '1\n2', `1 #${'x'.repeat(300)}`]) {
      c.say({ set: { [own]: value } });
      await until(() => c.state?.note?.startsWith(`${own}: `), `${value} is refused`, 3000);
      c.say({ set: { nothing: '1' } });
      await until(() => c.state?.note?.includes("'nothing'"), 'told', 3000);
    }
    c.say({ set: { '\x1b[2Jclear\nline': '1' } });
    await until(() => c.state?.note?.includes('clear'), 'told', 3000);
    assert(!/[\x00-\x09\x0b-\x1f]/.test(s.said()) && s.said().includes('\\x1b[2Jclear\\x0aline'), 'no control character reaches the terminal');
    assert(!JSON.stringify(c.texts).includes('hunter2') && !s.said().includes('hunter2'));
  })],

  ['a recording goes on while parameters change, and across a reset in a second file', () => withServer('rov-recoil', ['--record', path.join(folder, 'long')], async (s, c) => {
    c.say({ do: 'record' });
    await until(() => c.state?.recording, 'records');
    const begin = c.last[0];
    for (const mass of [2500, 3000, 2000]) {
      c.say({ set: { m1: `${mass} kg` } });
      await until(() => c.state?.note === `m1=${mass} kg`, 'it is told');
    }
    const end = c.last[0];
    c.say({ do: 'reset' });
    await until(() => /long-1.h5/.test(c.state?.note), 'the first file is told');
    assert(c.state.recording);
    await until(() => c.last[0] > 0.3, 'it goes on');
    c.say({ do: 'stop' });
    await until(() => /long-2.h5/.test(c.state?.note), 'the second file is told');
    const [first, second] = await Promise.all([1, 2].map((i) => filmTimes(davit, path.join(folder, `long-${i}.h5`))));
    assert(rises(first) && rises(second));
    assert(first[0] < begin + 0.2 && first.at(-1) >= end - 0.1, `${first[0]} to ${first.at(-1)}, not ${begin} to ${end}`);
    assert(second[0] < 0.1 && second.at(-1) > 0.2);
  })],

  ['a recording that cannot be written where it should is written elsewhere', () => withServer('rov-recoil', ['--record', path.join(folder, 'none', 'x')], async (s, c) => {
    c.say({ do: 'record' });
    await sleep(400);
    c.say({ do: 'stop' });
    await until(() => /rows/.test(c.state?.note), 'it is told');
    const file = /^(\S+\.h5): /.exec(c.state.note)[1];
    assert(rises(await filmTimes(davit, file)));
    fs.rmSync(path.dirname(file), { recursive: true });
  })],

  ['a recording that finds no room anywhere waits for it', async () => {
    const later = path.join(folder, 'later');
    const env = { ...process.env, TMPDIR: path.join(folder, 'nowhere') };
    const s = await launch(davit, ['view', machine('rov-recoil'), '--no-browser', '--token', TOKEN, '--record', path.join(later, 'x')], { env });
    const c = new Client(s.port);
    await c.opened;
    c.say({ do: 'record' });
    await until(() => c.state?.recording, 'records');
    await sleep(300);
    c.say({ do: 'stop' });
    await until(() => /waits in memory/.test(c.state?.note), 'it is told');
    fs.mkdirSync(later);
    c.say({ do: 'stop' });
    await until(() => /x-1.h5: \d+ rows/.test(c.state?.note), 'it is written');
    assert((await filmTimes(davit, path.join(later, 'x-1.h5'))).length > 2);
    assert.strictEqual(await s.stop(), 0);
  }],

  ['a machine named as a path records into this folder', async () => {
    const file = path.join(folder, 'inner', 'm.yaml');
    fs.mkdirSync(path.dirname(file));
    fs.writeFileSync(file, 'davit: 1\nname: ../outside\nbodies: {a: {mass: 1 kg}}\njoints: {j: {type: prismatic, child: a, axis: z}}\n');
    const s = await start(davit, file, [], path.dirname(file));
    const c = new Client(s.port);
    await until(() => c.frames > 2, 'frames arrive');
    c.say({ do: 'record' });
    await sleep(300);
    assert.strictEqual(await s.stop(), 0, s.said());
    assert.deepStrictEqual(fs.readdirSync(path.dirname(file)).sort(), ['_._outside-live-1.h5', 'm.yaml']);
  }],

  ['the token is on no command line, and in no recording', async () => {
    const bin = path.join(folder, 'bin');
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$*" > ${bin}/words.new\nstat -c '%a %U' "$1" > ${bin}/mode\ncat "$1" > ${bin}/page\nmv ${bin}/words.new ${bin}/words\n`, { mode: 0o755 });
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, DISPLAY: ':0', XDG_RUNTIME_DIR: bin };
    const s = await launch(davit, ['view', machine('rov-recoil'), '--token', TOKEN, '--record', path.join(folder, 'secret')], { env });
    const c = new Client(s.port);
    await until(() => fs.existsSync(path.join(bin, 'words')), 'a browser is started');
    const read = (name) => fs.readFileSync(path.join(bin, name), 'utf8').trim();
    assert(!read('words').includes(TOKEN) && read('words').endsWith('.html'), read('words'));
    assert.strictEqual(read('mode'), `600 ${os.userInfo().username}`);
    assert(read('page').includes(`url=http://127.0.0.1:${s.port}/?token=${TOKEN}`));
    assert(!fs.readFileSync(`/proc/${s.child.pid}/cmdline`, 'latin1').includes(TOKEN));
    await until(() => c.frames > 2, 'frames arrive');
    c.say({ do: 'record' });
    await sleep(300);
    assert.strictEqual(await s.stop(), 0, s.said());
    assert(!fs.existsSync(read('words')), 'the file is gone');
    assert(!fs.readFileSync(path.join(folder, 'secret-1.h5'), 'latin1').includes(TOKEN));
  }],

  ['recordings are results', () => withServer('titan4', ['--record', path.join(folder, 'drive')], async (s, c) => {
    c.say({ do: 'record' });
    await until(() => c.state?.recording, 'records');
    await sleep(500);
    c.say({ do: 'stop' });
    const file = path.join(folder, 'drive-1.h5');
    await until(() => fs.existsSync(file), 'the file is there');
    const { execFileSync } = require('child_process');
    await until(() => /drive-1.h5/.test(c.state?.note), 'it is told');
    assert(/frames/.test(execFileSync(davit, ['report', file]).toString()));
  })],

  ...['titan4', 'rov-manipulator', 'rov-recoil', 'forestry-machine', 'knuckle-boom-crane', 'electric-road-arm'].map((name) => [`${name} runs live`, () => withServer(name, [], async (s, c) => {
    await until(() => c.last[0] > 1, 'a second of it');
    assert(c.last.every(Number.isFinite));
    assert.strictEqual(c.state?.failure ?? null, null);
  })]),

  ['ping', () => withServer('titan4', [], async (s, c) => {
    c.say({ ping: 17.25 });
    await until(() => c.texts.some((t) => t.pong === 17.25), 'pong');
  })],
];

run(tests, folder);
