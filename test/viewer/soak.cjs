// soak.cjs: a live machine with ten clients for an hour. usage: node soak.cjs DAVIT SOURCE OUT [MACHINE [MINUTES]]
//
// Two drive, one sets parameters, one records and resets, one comes and goes, the others watch. Recordings lie in memory until they
// are written, and the heap gives some of that back late: what may not grow is the least memory and the least number of open files
// of a tenth of the time. The second tenth and the last are compared.
const assert = require('assert');
const fs = require('fs');
const os = require('os');
const path = require('path');
const { start, Client, filmTimes, resources, rises, sleep, until, run } = require('./client.cjs');

const [davit, source, , name = 'titan4', minutes = '60'] = process.argv.slice(2);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'davit-soak-'));
const MORE = 1;  // MB

async function connect(s) {
  const c = new Client(s.port);
  assert.strictEqual(await c.opened, 101);
  await until(() => c.scene, 'a scene');
  return c;
}

// Old texts go, the scene stays.
function forget(c) { c.texts = [c.texts.find((t) => t.scene), ...c.texts.filter((t) => t.status).slice(-1)]; }

// Recordings are looked at and removed.
async function look() {
  const files = fs.readdirSync(folder).filter((f) => f.endsWith('.h5'));
  for (const f of files) {
    assert(rises(await filmTimes(davit, path.join(folder, f))), f);
    fs.rmSync(path.join(folder, f));
  }
  return files.length;
}

// What happens in second i.
async function second(s, c, i) {
  const number = /^([-+]?\.?\d[.\deE]*)(.*)$/s;
  const [inputs, parameters] = [c[0].scene.inputs, c[0].scene.parameters.filter(([, t]) => number.test(t))];
  const [key, text] = parameters[i % parameters.length] || [];
  if (i % 5 === 0 && key) c[2].say({ set: { [key]: `${Number(number.exec(text)[1]) * (i % 2 ? 1.01 : 1)}${number.exec(text)[2]}` } });
  if (i % 20 === 3) c[3].say({ do: 'record' });
  if (i % 20 === 13) c[3].say({ do: 'stop' });
  if (i % 50 === 9) c[3].say({ do: 'reset' });
  if (i % 3 === 0) {
    c[4].end();
    c[4] = await connect(s);
  }
  for (let k = 0; k < 10; k++, await sleep(100))
    for (const d of [0, 1]) if (inputs.length && (i + d) % 10 < 6) c[d].say({ inputs: { [inputs[(d + i) % inputs.length].name]: Math.sin(i + k + d) } });
  c.forEach(forget);
}

// The least of a tenth of the time.
function watch(pid) {
  const tenth = [];
  return {
    tenth,
    look(k) {
      const r = resources(pid), least = tenth[k] || r;
      tenth[k] = { rss: Math.min(r.rss, least.rss), open: Math.min(r.open, least.open) };
    },
  };
}

async function hour() {
  const s = await start(davit, path.join(source, 'machines', `${name}.yaml`), ['--record', path.join(folder, 'r')]);
  const clients = [];
  let [files, lost] = [0, 0];  // lost: connections of clients that the computer kept from listening for too long
  const seconds = Math.round(60 * Number(minutes));
  try {
    for (let i = 0; i < 10; i++) clients.push(await connect(s));
    const least = watch(s.child.pid), begin = Date.now();
    for (let i = 0, k = 0; k < 10; i++, k = Math.floor((Date.now() - begin) / (100 * seconds))) {
      await second(s, clients, i);
      assert(s.alive(), s.said().slice(-2000));
      for (let k = 0; k < clients.length; k++) if (clients[k].closed) lost += !!(clients[k] = await connect(s));
      if (i % 60 === 59) files += await look();
      least.look(k);
    }
    const [, early, ...rest] = least.tenth.filter(Boolean), last = rest.pop();  // on a busy computer a second may be longer than a tenth
    console.log(`     least memory of each tenth: ${least.tenth.map((r) => r.rss.toFixed(1)).join(' ')} MB, ${last.open} descriptors`);
    assert(last.rss < early.rss + MORE, 'memory grows');
    assert(last.open <= early.open, 'descriptors grow');
    assert.strictEqual(await s.stop(), 0, s.said().slice(-2000));
    console.log(`     ${files + (await look())} recordings, ${lost} connections lost`);
  } finally {
    s.child.kill('SIGKILL');
  }
}

run([[`${name}, ten clients, ${minutes} minutes: nothing grows`, hour]], folder);
