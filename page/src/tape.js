// tape.js: a recording of all channels, as CSV like that of `davit run`.

const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

export class Tape {
  // channels: [name, unit]
  constructor(channels) {
    this.channels = channels;
    this.list = [];
  }

  get rows() { return this.list.length; }
  get bytes() { return 8 * this.rows * (this.channels.length + 1); }

  // One that is taken up again shows its last instant once more.
  add(row) {
    if (!this.rows || row[0] > this.list.at(-1)[0]) this.list.push(row);
  }

  text() {
    const head = ['time [s]', ...this.channels.map(([name, unit]) => quoted(unit ? `${name} [${unit}]` : name))].join(',');
    return [head, ...this.list.map((row) => row.join(','))].join('\n') + '\n';
  }
}
