// actions.cjs: random actions against a live machine. usage: node actions.cjs DAVIT SOURCE OUT [MACHINE [COUNT [SEED]]]
//
// What must hold: the run goes on, every recording is a file that can be read, nothing grows, and the end is clean (under the
// sanitizers that means: no freed memory was read and none is left).
const assert = require('assert');
const { execFileSync } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { start, Client, filmTimes, resources, rises, sleep, until, run } = require('./client.cjs');

const [davit, source, , name = 'titan4', count = '400', seed = '1'] = process.argv.slice(2);
const patience = 600000;  // ms: what counts is that the answer comes
const MORE = 12;           // MB that the C library may keep of what was freed; all builds and recordings of 2000 actions are some hundreds
// Sanitizers keep what is freed for a while, up to 256 MB; they say at the end what was never freed.
const SANITIZED = execFileSync('nm', ['-D', davit]).includes('__asan_init');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'davit-actions-'));

let state = Number(seed);
function draw(n) {
  state = (state * 48271) % 2147483647;
  return state % n;
}
const pick = (list) => list[draw(list.length)];

// A number of the file a little larger or smaller, and now and then something that nobody may set.
function setting(scene) {
  const bad = [['until', '1 s'], ['solver.method', 'euler'], ['parts.P.kind', 'x'], ['nothing', '1'], ['name', '../x'], ['include', '/etc/passwd']];
  const form = /^([-+]?\.?\d[.\deE]*)(.*)$/s;
  const numbers = scene.parameters.filter(([, text]) => form.test(text));
  if (!draw(5) || !numbers.length) return pick(bad);
  const [key, text] = pick(numbers);
  const [, number, rest] = form.exec(text);
  return [key, pick([text, `${Number(number) * (1 + draw(5) / 100)}${rest}`, `${number} furlong`, '1 +', '', `${number}; x`, '{file: /etc/passwd}', '1e999'])];
}

// The page sends these; `seek` and `resize` of the page send nothing, as `look` here: a client that only listens.
const actions = {
  input: (c) => { const i = pick(c.scene.inputs); if (i) c.say({ inputs: { [i.name]: (draw(2001) - 1000) / 500 } }); },
  nobody: (c) => c.say({ inputs: {} }),
  fault: (c) => { const f = pick(c.scene.faults); if (f) c.say({ inputs: { [f.input]: draw(2) ? f.value : 0 } }); },
  set: (c) => { const [key, value] = setting(c.scene); c.say({ set: { [key]: value } }); },
  reset: (c) => c.say({ do: 'reset' }),
  record: (c) => c.say({ do: 'record' }),
  stop: (c) => c.say({ do: 'stop' }),
  pause: (c) => c.say({ do: pick(['pause', 'resume', 'resume', 'step']) }),
  speed: (c) => c.say({ speed: pick([0.1, 1, 4, 0, 1e9]) }),
  look: () => sleep(draw(30)),
};

// A computer that is busy with other things may let a handshake wait until the server gives it up; then once more.
async function connect(s) {
  let c;
  for (let tries = 0; tries < 5 && c?.status !== 101; tries++) {
    c = new Client(s.port);
    await c.opened;
  }
  assert.strictEqual(c.status, 101);
  await until(() => c.scene, 'a scene', patience);
  return c;
}

// Waits until the server has read what was sent before.
async function settle(c, number) {
  c.say({ ping: number });
  await until(() => c.texts.some((t) => t.pong === number), 'the server answers', patience);
  c.texts = c.texts.filter((t) => t.scene || t.status).slice(-3).concat(c.texts.filter((t) => t.scene).slice(0, 1));
}

async function play(s, clients, n) {
  for (let i = 0; i < n; i++) {
    const k = draw(clients.length);
    if (!draw(20)) {
      clients[k].end();
      clients[k] = await connect(s);
    } else await actions[pick(Object.keys(actions))](clients[k]);
    assert(!clients[k].closed, 'nobody is thrown out');
    if (!draw(8)) await settle(clients[k], i + 1);
    assert(s.alive(), `the server is alive: ${s.said()}`);
  }
  for (const c of clients) await settle(c, 1e6 + n);
}

// Every recording that ended was told with its file, and each file is a result.
async function check(said) {
  const told = [...said.matchAll(/davit: (\S+\.h5): (\d+) rows, (\d+) frames/g)];
  const files = fs.readdirSync(folder);
  assert(!/lost|cannot write/.test(said), said);
  assert.deepStrictEqual(told.map((t) => path.basename(t[1])).sort(), files.sort());
  for (const [, file, rows] of told) {
    assert(Number(rows) > 0, file);
    assert(rises(await filmTimes(davit, file)), `${file}: time goes back`);
  }
  return told.length;
}

async function all() {
  const s = await start(davit, path.join(source, 'machines', `${name}.yaml`), ['--record', path.join(folder, 'r')]);
  await drive(s).finally(() => s.child.kill('SIGKILL'));
}

// A disk may be slower than clients that record: up to 64 recordings wait in memory (keeper.c), 0.8 MB each at titan4.
// One that is being written has an empty file under its name, and another beside it.
async function written() {
  const busy = (f) => /\.tmp/.test(f) || !fs.statSync(path.join(folder, f), { throwIfNoEntry: false })?.size;
  for (let before = -1, now = 0; now !== before || fs.readdirSync(folder).some(busy); await sleep(3000)) [before, now] = [now, fs.readdirSync(folder).length];
}

// What the process holds while nothing is recorded: what a recording takes would be left to chance.
async function atRest(s, c, number) {
  c.say({ do: 'stop' });
  await settle(c, number);
  await written();
  return resources(s.child.pid, folder);
}

async function drive(s) {
  const clients = [];
  for (let i = 0; i < 3; i++) clients.push(await connect(s));
  await play(s, clients, Number(count) / 2);
  const half = await atRest(s, clients[0], 2e6);
  await play(s, clients, Number(count) / 2);
  clients[0].say({ do: 'resume' });
  clients[0].say({ do: 'reset' });
  clients[0].say({ do: 'record' });
  clients[0].say({ speed: 1 });
  // numbers that do not fit each other may stop a machine; that is told, and a reset after better ones would start it again
  await until(() => (clients[0].last && clients[0].last[0] > 0.05) || clients[0].state?.failure, 'the run goes on, or says why not', patience);
  let end;  // a client that left may still be on its way out
  await until(() => (end = resources(s.child.pid, folder)).open <= half.open, `descriptors: ${half.open}, then more`);
  end = await atRest(s, clients[0], 3e6);
  if (!SANITIZED) assert(end.rss < half.rss + MORE, `memory grows: ${half.rss.toFixed(1)} MB at half time, ${end.rss.toFixed(1)} MB at the end`);
  clients[0].say({ do: 'record' });
  await sleep(300);
  assert.strictEqual(await s.stop(), 0, s.said());
  const files = await check(s.said());
  assert(files > 0);
  console.log(`     ${name}: ${count} actions, ${files} recordings; ${half.rss.toFixed(0)} MB, ${half.open} descriptors at half time, ${end.rss.toFixed(0)} MB, ${end.open} at the end`);
}

run([[`random actions: the run of ${name} goes on, no recording is lost`, () => all()]], folder);
