// line.js: the way to `davit edit`: drafts and orders to save go out, faults, machines and what lies on disk come in.

export class Line {
  constructor(handlers) {
    this.handlers = handlers;
    this.connect();
  }

  connect() {
    const token = new URLSearchParams(location.search).get('token') || '';
    this.ws = new WebSocket(`ws://${location.host}/edit?token=${encodeURIComponent(token)}`, 'davit-edit');
    this.ws.onopen = () => this.handlers.open();
    this.ws.onmessage = (e) => {
      const m = JSON.parse(e.data);
      if (m.disk) this.handlers.disk(m.disk);
      else if (m.saved) this.handlers.saved(m.saved);
      else if (m.result) this.handlers.checked(m);
    };
    this.ws.onclose = () => {
      this.handlers.closed();
      setTimeout(() => this.connect(), 700);
    };
  }

  send(m) {
    if (this.ws.readyState !== 1) return false;
    this.ws.send(JSON.stringify(m));
    return true;
  }
}
