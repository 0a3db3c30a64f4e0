// server.cjs: the server against clients that behave and clients that do not. usage: node server.cjs DAVIT SOURCE
//
// What must hold: who lacks the token or comes from another page gets nothing; no bytes of a client end or stall the run; a hand
// that is gone lets go.
const assert = require('assert');
const http = require('http');
const os = require('os');
const path = require('path');
const fs = require('fs');
const { TOKEN, start, Client, frame, sleep, until, run } = require('./client.cjs');

const [davit, source] = process.argv.slice(2);
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

run(tests).finally(() => fs.rmSync(folder, { recursive: true, force: true }));
