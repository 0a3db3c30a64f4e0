// film.js: frames over time, of a finished run or as they arrive; see doc/viewer.md for the layout.

const POSE = 7;

class Film {
  constructor(scene) {
    this.scene = scene;
    this.bodies = scene.bodies.length;
    this.first = 1 + POSE * this.bodies;
    this.names = scene.channels.map((c) => c[0]);
    this.units = scene.channels.map((c) => c[1]);
    this.width = this.first + this.names.length;
    this.index = new Map(this.names.map((n, i) => [n, i]));
    this.frame = new Float32Array(this.width);
    this.n = 0;
  }

  channel(name) {
    const i = this.index.get(name);
    return i === undefined ? this.index.get(`${name}.position`) ?? -1 : i;
  }

  // Value of a channel in the frame that `at` filled last.
  now(i) { return this.frame[this.first + i]; }

  value(name) {
    const i = this.channel(name);
    return i < 0 ? undefined : this.now(i);
  }

  // Index of the last frame at or before t.
  before(t) {
    let lo = 0;
    let hi = this.n - 1;
    while (lo < hi) {
      const mid = (lo + hi + 1) >> 1;
      if (this.time(mid) <= t) lo = mid;
      else hi = mid - 1;
    }
    return lo;
  }

  // Fills `frame` with the instant t: straight between two frames, attitudes along the shorter way.
  at(t) {
    if (!this.n) return this.frame;
    const i = this.before(t);
    const j = Math.min(i + 1, this.n - 1);
    const a = this.time(i);
    const b = this.time(j);
    const s = b > a ? Math.min(Math.max((t - a) / (b - a), 0), 1) : 0;
    const f = this.frame;
    for (let c = 0; c < this.width; c++) {
      const x = this.get(i, c);
      f[c] = s ? x + s * (this.get(j, c) - x) : x;
    }
    for (let k = 0; k < this.bodies && s; k++) this.turn(1 + POSE * k + 3, i, j, s);
    return f;
  }

  turn(c, i, j, s) {
    let dot = 0;
    for (let k = 0; k < 4; k++) dot += this.get(i, c + k) * this.get(j, c + k);
    const sign = dot < 0 ? -1 : 1;
    let size = 0;
    for (let k = 0; k < 4; k++) {
      const q = (1 - s) * this.get(i, c + k) + s * sign * this.get(j, c + k);
      this.frame[c + k] = q;
      size += q * q;
    }
    for (let k = 0; k < 4; k++) this.frame[c + k] /= Math.sqrt(size);
  }

  pose(body, out = {}) {
    const c = 1 + POSE * body;
    const f = this.frame;
    out.p = [f[c], f[c + 1], f[c + 2]];
    out.q = [f[c + 4], f[c + 5], f[c + 6], f[c + 3]];
    return out;
  }

  get start() { return this.n ? this.time(0) : 0; }
  get end() { return this.n ? this.time(this.n - 1) : 0; }
}

// A whole film, channel after channel.
export class StoredFilm extends Film {
  constructor(scene, frames, data) {
    super(scene);
    this.n = frames;
    this.data = data;
  }

  time(i) { return this.data[i]; }
  get(i, c) { return this.data[c * this.n + i]; }
  series(i) { return this.data.subarray((this.first + i) * this.n, (this.first + i + 1) * this.n); }
  times() { return this.data.subarray(0, this.n); }
}

// The last frames of a running machine.
export class LiveFilm extends Film {
  constructor(scene, most = 60 * 90) {
    super(scene);
    this.most = most;
    this.live = true;
    this.frames = [];
  }

  push(frame) {
    if (this.n && frame[0] < this.end) this.frames.length = 0;
    this.frames.push(frame);
    if (this.frames.length > this.most) this.frames.splice(0, this.most >> 3);
    this.n = this.frames.length;
    if (this.hear) this.hear(frame);
  }

  time(i) { return this.frames[i][0]; }
  get(i, c) { return this.frames[i][c]; }
  series(i) { return Float32Array.from(this.frames, (f) => f[this.first + i]); }
  times() { return Float32Array.from(this.frames, (f) => f[0]); }
}

// Base64 of zlib's deflate -> bytes.
export async function inflate(base64) {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

// Deflated planes of bytes -> floats, channel after channel.
export async function unpack(base64, count) {
  const planes = await inflate(base64);
  const out = new Uint8Array(4 * count);
  for (let b = 0; b < 4; b++) for (let i = 0; i < count; i++) out[4 * i + b] = planes[b * count + i];
  return new Float32Array(out.buffer);
}
