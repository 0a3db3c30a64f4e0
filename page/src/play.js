// play.js: a scenario as it is played: which step is on, which events have come, what has been measured. It knows frames and
// nothing of the page: time and columns come in, inputs and words go out.

const inside = (x, { above = -Infinity, below = Infinity }) => x >= above && x <= below;

// Has a condition held for as long as it says? Each call is one instant.
class Watch {
  constructor(condition) { this.condition = condition; }

  met(t, value) {
    const { column, hold = 0 } = this.condition;
    if (!column) return true;
    const x = value(column);
    if (!Number.isFinite(x) || !inside(x, this.condition)) {
      this.since = undefined;
      return false;
    }
    this.since ??= t;
    return t - this.since >= hold - 1e-9;
  }

  // Share of the time that it must hold.
  share(t) { return this.since === undefined ? 0 : Math.min(1, (t - this.since) / (this.condition.hold || 1e-9)); }
}

const measures = {
  max: (m, x) => Math.max(m ?? -Infinity, x),
  min: (m, x) => Math.min(m ?? Infinity, x),
  largest: (m, x) => Math.max(m ?? 0, Math.abs(x)),
  final: (m, x) => x,
};

class Part {
  constructor(spec) { this.spec = spec; }

  take(t, value) {
    const { measure, column } = this.spec;
    if (measure === 'time') this.now = t;
    else if (measure === 'mean') this.mean(t, value(column));
    else this.now = measures[measure](this.now, value(column));
  }

  // over time: frames need not be equally far apart
  mean(t, x) {
    if (this.last !== undefined && t > this.last[0]) this.sum = (this.sum ?? 0) + 0.5 * (x + this.last[1]) * (t - this.last[0]);
    this.first ??= t;
    this.last = [t, x];
    this.now = t > this.first ? this.sum / (t - this.first) : x;
  }

  get points() {
    const { best, worst, weight } = this.spec;
    return Number.isFinite(this.now) ? weight * Math.min(1, Math.max(0, (this.now - worst) / (best - worst))) : 0;
  }
}

export class Play {
  constructor(scenario) {
    this.scenario = scenario;
    this.state = 'running';  // done, failed: over
    this.why = '';
    this.step = 0;
    this.times = [];  // s at which steps were done
    this.t = 0;
    this.watches = scenario.steps.map((s) => new Watch(s));
    this.fails = scenario.fails.map((f) => new Watch(f));
    this.events = scenario.events.map((e) => ({ event: e, watch: new Watch(e), state: 'waits' }));
    this.parts = scenario.score.map((s) => new Part(s));
  }

  // One instant, seconds since the start. Gives {inputs, says}: what the script sets (undefined: back to its own value) and tells.
  take(t, value) {
    const out = { inputs: {}, says: [] };
    if (this.state !== 'running') return out;
    this.t = t;
    for (const p of this.parts) p.take(t, value);
    for (const e of this.events) this.script(e, t, value, out);
    while (this.step < this.watches.length && this.watches[this.step].met(t, value)) {
      this.times.push(t);
      this.step++;
    }
    const fail = this.fails.findIndex((f) => f.met(t, value));
    if (this.step === this.watches.length) this.end('done', '');
    else if (fail >= 0) this.end('failed', this.scenario.fails[fail].text);
    else if (t >= this.scenario.limit) this.end('failed', 'the time is up');
    return out;
  }

  script(e, t, value, out) {
    const { event } = e;
    if (e.state === 'waits') {
      if (t < (event.at ?? 0) || this.step + 1 < (event.step ?? 1) || !e.watch.met(t, value)) return;
      e.state = 'on';
      e.since = t;
      if (event.text) out.says.push(event.text);
      if (event.input) out.inputs[event.input] = event.value;
    }
    if (e.state === 'on' && t - e.since >= (event.lasts ?? Infinity) - 1e-9) {
      e.state = 'over';
      if (event.input) out.inputs[event.input] = undefined;
    }
  }

  end(state, why) {
    this.state = state;
    this.why = why;
  }

  // Share of the step that is on.
  get progress() { return this.step < this.watches.length ? this.watches[this.step].share(this.t) : 1; }

  // Percent: what the parts have of their weight, by the share of the steps that were done.
  get total() {
    const most = this.parts.reduce((s, p) => s + p.spec.weight, 0);
    const got = most ? this.parts.reduce((s, p) => s + p.points, 0) / most : 1;
    return (100 * got * this.step) / this.watches.length;
  }

  // What is kept of it.
  debrief(trainee) {
    return { scenario: this.scenario.name, trainee, state: this.state, why: this.why, time: this.t, total: this.total, times: this.times,
      parts: this.parts.map((p) => ({ label: p.spec.label, value: p.now ?? null, points: p.points, weight: p.spec.weight })) };
  }
}
