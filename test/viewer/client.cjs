// client.cjs: davit view as a child process, and a WebSocket client of its own that can also misbehave (RFC 6455).
const { execFile, spawn } = require('child_process');
const crypto = require('crypto');
const fs = require('fs');
const net = require('net');
const { promisify } = require('util');
const zlib = require('zlib');

const TOKEN = 'test-token-0123456789';

// Starts davit view and waits for its URL.
function start(davit, file, options = [], cwd = undefined) {
  return launch(davit, ['view', file, '--no-browser', '--token', TOKEN, ...options], { cwd });
}

function launch(davit, words, options) {
  const child = spawn(davit, words, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let said = '';
  child.stderr.on('data', (d) => { said += d; });
  const ready = new Promise((done, fail) => {
    let out = '';
    child.stdout.on('data', (d) => {
      out += d;
      if (out.includes('\n')) done(out.trim());
    });
    child.on('exit', (code) => fail(new Error(`davit view ended with ${code}: ${said}`)));
  });
  return ready.then((url) => ({ url, port: Number(new URL(url).port), child, said: () => said, alive: () => child.exitCode === null, stop: () => stop(child) }));
}

function stop(child) {
  return new Promise((done) => {
    if (child.exitCode !== null) return done(child.exitCode);
    child.removeAllListeners('exit');
    child.on('exit', (code) => done(code));
    child.kill('SIGINT');
  });
}

function frame(opcode, data, { fin = true, masked = true } = {}) {
  const n = data.length;
  const head = [(fin ? 0x80 : 0) | opcode];
  if (n < 126) head.push((masked ? 0x80 : 0) | n);
  else if (n < 65536) head.push((masked ? 0x80 : 0) | 126, n >> 8, n & 255);
  else head.push((masked ? 0x80 : 0) | 127, 0, 0, 0, 0, (n >>> 24) & 255, (n >>> 16) & 255, (n >>> 8) & 255, n & 255);
  if (!masked) return Buffer.concat([Buffer.from(head), data]);
  const key = crypto.randomBytes(4);
  return Buffer.concat([Buffer.from(head), key, Buffer.from(data.map((b, i) => b ^ key[i % 4]))]);
}

// One socket: status of the handshake, then texts and counts of frames.
class Client {
  constructor(port, { token = TOKEN, origin, protocol = 'davit', path } = {}) {
    this.texts = [];
    this.frames = 0;
    this.last = null;
    this.closed = false;
    this.buffer = Buffer.alloc(0);
    this.socket = net.connect(port, '127.0.0.1');
    this.socket.on('error', () => {});
    this.socket.on('close', () => { this.closed = true; });
    this.opened = new Promise((done) => {
      this.socket.on('data', (d) => this.hear(d, done));
      this.socket.on('close', () => done(this.status || 0));
    });
    this.socket.write([`GET ${path || `/live?token=${token}`} HTTP/1.1`, `Host: 127.0.0.1:${port}`, 'Upgrade: websocket', 'Connection: Upgrade',
      `Sec-WebSocket-Key: ${crypto.randomBytes(16).toString('base64')}`, 'Sec-WebSocket-Version: 13', protocol ? `Sec-WebSocket-Protocol: ${protocol}` : null,
      `Origin: ${origin || `http://127.0.0.1:${port}`}`, '', ''].filter((l) => l !== null).join('\r\n'));
  }

  hear(d, done) {
    this.buffer = Buffer.concat([this.buffer, d]);
    if (!this.status) {
      const end = this.buffer.indexOf('\r\n\r\n');
      if (end < 0) return;
      this.status = Number(this.buffer.toString('latin1', 9, 12));
      this.buffer = this.buffer.subarray(end + 4);
      done(this.status);
    }
    while (this.take());
  }

  take() {
    const b = this.buffer;
    if (b.length < 2) return false;
    let n = b[1] & 127;
    let at = 2;
    if (n === 126) { if (b.length < 4) return false; n = b.readUInt16BE(2); at = 4; }
    else if (n === 127) { if (b.length < 10) return false; n = Number(b.readBigUInt64BE(2)); at = 10; }
    if (b.length < at + n) return false;
    this.got(b[0] & 15, b[0] & 128, b.subarray(at, at + n));
    this.buffer = b.subarray(at + n);
    return true;
  }

  got(opcode, fin, data) {
    if (opcode) this.parts = { opcode, list: [] };
    if (!this.parts) return;
    this.parts.list.push(Buffer.from(data));
    if (!fin) return;
    const whole = Buffer.concat(this.parts.list);
    if (this.parts.opcode === 1) this.texts.push(JSON.parse(whole.toString()));
    if (this.parts.opcode === 2) {
      this.frames++;
      this.last = new Float32Array(whole.buffer.slice(whole.byteOffset, whole.byteOffset + whole.length));
    }
    if (this.parts.opcode === 8) this.code = whole.length >= 2 ? whole.readUInt16BE(0) : 0;
  }

  get scene() { return this.texts.find((t) => t.scene)?.scene; }
  get state() { return this.texts.filter((t) => t.status).pop()?.status; }
  value(name) { return this.last[1 + 7 * this.scene.bodies.length + this.scene.channels.findIndex((c) => c[0] === name)]; }
  say(message) { this.raw(frame(1, Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)))); }
  raw(bytes) { this.socket.write(bytes); }
  end() { this.socket.destroy(); }
}

// Times of the frames of a result, by way of its page.
async function filmTimes(davit, file) {
  const html = `${file}.html`;
  await promisify(execFile)(davit, ['report', file, '-o', html]);
  const text = fs.readFileSync(html, 'latin1');
  fs.rmSync(html);
  const lying = (id) => new RegExp(`id="${id}">([^<]*)<`).exec(text)[1];
  const { frames, width } = JSON.parse(lying('davit-result'));
  const planes = zlib.inflateSync(Buffer.from(lying('davit-film'), 'base64'));
  const bytes = Buffer.alloc(4 * frames);
  for (let b = 0; b < 4; b++) for (let i = 0; i < frames; i++) bytes[4 * i + b] = planes[b * frames * width + i];
  return Array.from({ length: frames }, (_, i) => bytes.readFloatLE(4 * i));
}

// What a process holds: memory in MB, and its descriptors, but for `folder` and its files.
function resources(pid, folder = '') {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'latin1');
  const counts = (fd) => {
    try {
      return !folder || !fs.readlinkSync(`/proc/${pid}/fd/${fd}`).startsWith(folder);
    } catch {
      return false;  // closed meanwhile
    }
  };
  return { rss: Number(/VmRSS:\s+(\d+)/.exec(status)[1]) / 1024, open: fs.readdirSync(`/proc/${pid}/fd`).filter(counts).length };
}

const rises = (times) => times.every((t, i) => !i || t > times[i - 1]);

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

async function until(what, name, ms = 60000) {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) if (await what()) return;
  throw new Error(`timeout: ${name}`);
}

// Runs tests one after another and removes their folder; the exit code says whether all passed.
async function run(tests, folder) {
  let failed = 0;
  for (const [name, test] of tests) {
    try {
      await test();
      console.log(`ok   ${name}`);
    } catch (e) {
      failed++;
      console.log(`FAIL ${name}: ${e.stack}`);
    }
  }
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
  process.exit(failed ? 1 : 0);
}

module.exports = { TOKEN, start, launch, Client, frame, filmTimes, resources, rises, sleep, until, run };
