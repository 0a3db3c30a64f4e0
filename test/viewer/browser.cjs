// browser.cjs: headless Chromium over its own protocol (DevTools, through a pipe), as much of it as the tests of the page need.
const { spawn } = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');

const chrome = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((f) => fs.existsSync(f));
const flags = ['--headless', '--remote-debugging-pipe', '--no-startup-window', '--no-sandbox', '--no-first-run', '--disable-background-networking', '--disable-component-update',
  '--disable-default-apps', '--disable-extensions', '--disable-sync', '--mute-audio', '--hide-scrollbars', '--force-device-scale-factor=1', '--disable-dev-shm-usage',
  '--disable-renderer-backgrounding', '--disable-backgrounding-occluded-windows', '--disable-background-timer-throttling', '--disable-features=PaintHolding',
  '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
const SHIFT = 8;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

// Messages are JSON with a zero byte after each: in by descriptor 3 of the child, out by 4.
class Browser {
  constructor() {
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'davit-browser-'));
    this.child = spawn(chrome, [...flags, `--user-data-dir=${this.folder}`], { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.ended = new Promise((done) => this.child.on('exit', done));
    this.asked = new Map();
    this.hearers = [];
    this.last = 0;
    let text = '';
    this.child.stdio[3].on('error', () => {});
    this.child.stdio[4].setEncoding('utf8');
    this.child.stdio[4].on('data', (d) => {
      const parts = (text + d).split('\0');
      text = parts.pop();
      for (const p of parts) this.got(JSON.parse(p));
    });
    this.ended.then(() => { this.gone = true; for (const { fail } of this.asked.values()) fail(new Error('Chromium ended')); });
  }

  got(m) {
    if (m.id === undefined) {
      for (const hear of this.hearers) hear(m);
      return;
    }
    const { done, fail, method } = this.asked.get(m.id);
    this.asked.delete(m.id);
    if (m.error) fail(new Error(`${method}: ${m.error.message}`));
    else done(m.result);
  }

  ask(method, params = {}, sessionId = undefined) {
    const id = ++this.last;
    if (this.gone) return Promise.reject(new Error(`${method}: Chromium ended`));
    this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return new Promise((done, fail) => {
      const late = setTimeout(() => fail(new Error(`${method}: no answer from Chromium in two minutes`)), 120000);
      const settle = (f) => (x) => { clearTimeout(late); f(x); };
      this.asked.set(id, { done: settle(done), fail: settle(fail), method });
    });
  }

  async open(width, height) {
    const { browserContextId } = await this.ask('Target.createBrowserContext');
    const { targetId } = await this.ask('Target.createTarget', { url: 'about:blank', browserContextId });
    const { sessionId } = await this.ask('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, sessionId);
    for (const domain of ['Page', 'Runtime', 'Log', 'Network']) await page.ask(`${domain}.enable`);
    await page.ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });
    await page.ask('Emulation.setFocusEmulationEnabled', { enabled: true });
    await this.ask('Browser.setDownloadBehavior', { browserContextId, behavior: 'allowAndName', downloadPath: this.folder, eventsEnabled: true });
    return page;
  }

  async close() {
    this.ask('Browser.close').catch(() => {});
    const hard = setTimeout(() => this.child.kill('SIGKILL'), 5000);
    await this.ended;
    clearTimeout(hard);
    for (let tries = 0; ; tries++) {
      try { return fs.rmSync(this.folder, { recursive: true, force: true }); } catch (error) { if (tries > 100) throw error; }
      await pause(200);  // its last children may still write there
    }
  }
}

class Page {
  constructor(browser, session) {
    this.browser = browser;
    this.session = session;
    this.shift = 0;
  }

  ask(method, params) { return this.browser.ask(method, params, this.session); }

  // hear(params) at each event of that name, of the page or of the browser.
  on(event, hear) { this.browser.hearers.push((m) => { if (m.method === event && (!m.sessionId || m.sessionId === this.session)) hear(m.params); }); }
  next(event, fits = () => true) { return new Promise((done) => this.on(event, (p) => { if (fits(p)) done(p); })); }

  async go(url) {
    const loaded = this.next('Page.loadEventFired');
    const { errorText } = await this.ask('Page.navigate', { url });
    if (errorText) throw new Error(`${url}: ${errorText}`);
    await loaded;
  }

  // The value of an expression, or of a function of the page with one argument.
  async evaluate(what, argument) {
    const expression = typeof what === 'function' ? `(${what})(${JSON.stringify(argument)})` : what;
    const { result, exceptionDetails: e } = await this.ask('Runtime.evaluate', { expression, awaitPromise: true, returnByValue: true });
    if (e) throw new Error(e.exception?.description || e.text);
    return result.value;
  }

  // A selector, with the text that its element has; the last of several if it says so.
  find(selector, { text = '', last = false, within = '' } = {}) {
    return `((list) => list.filter((e) => e.textContent.includes(${JSON.stringify(text)})).at(${last || within ? -1 : 0}))([...${within ? `([...document.querySelectorAll(${JSON.stringify(within)})].at(-1) ?? document)` : 'document'}.querySelectorAll(${JSON.stringify(selector)})])`;
  }

  count(selector) { return this.evaluate(`document.querySelectorAll(${JSON.stringify(selector)}).length`); }
  text(selector) { return this.evaluate(`${this.find(selector)}.textContent`); }

  // Where the element is, once it is there and stands still.
  async place(selector, options) {
    let before = '';
    for (const end = Date.now() + 60000; Date.now() < end; await pause(50)) {
      const at = await this.evaluate(`((e) => { if (!e) return null; e.scrollIntoView({ block: 'nearest' }); const r = e.getBoundingClientRect();
        return r.width && r.height ? [r.left + r.width / 2, r.top + r.height / 2] : null; })(${this.find(selector, options)})`);
      if (at && String(at) === before) return at;
      before = String(at);
    }
    throw new Error(`nothing to click: ${selector}`);
  }

  async mouse(type, [x, y]) { await this.ask('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: type === 'mouseMoved' ? 0 : 1 }); }
  move(at) { return this.mouse('mouseMoved', at); }

  async clickAt(at) {
    for (const type of ['mouseMoved', 'mousePressed', 'mouseReleased']) await this.mouse(type, at);
  }

  async click(selector, options) { await this.clickAt(await this.place(selector, options)); }

  async check(selector, on = true) {
    if ((await this.evaluate(`${this.find(selector)}.checked`)) !== on) await this.click(selector);
  }

  // As if somebody had typed or chosen it.
  put(selector, value) {
    return this.evaluate(`((e, value) => { e.focus(); e.value = value; for (const type of ['input', 'change']) e.dispatchEvent(new Event(type, { bubbles: true })); })(${this.find(selector)}, ${JSON.stringify(value)})`);
  }

  async key(type, key) {
    const letter = key.length === 1;
    if (key === 'Shift') this.shift = type === 'keyDown' ? SHIFT : 0;
    const shown = letter && this.shift ? key.toUpperCase() : key;
    await this.ask('Input.dispatchKeyEvent', { type, key: shown, code: letter ? `Key${key.toUpperCase()}` : 'ShiftLeft', modifiers: this.shift, windowsVirtualKeyCode: letter ? key.toUpperCase().charCodeAt(0) : 16 });
  }

  down(key) { return this.key('keyDown', key); }
  up(key) { return this.key('keyUp', key); }

  // The path of the next file that the page saves.
  async saved() {
    const { guid } = await this.next('Browser.downloadProgress', (p) => p.state === 'completed');
    return path.join(this.browser.folder, guid);
  }

  async picture(file) {
    const { data } = await this.ask('Page.captureScreenshot', { format: 'png' });
    fs.writeFileSync(file, Buffer.from(data, 'base64'));
  }

  close() { return this.browser.close(); }
}

module.exports = { chrome, Browser };
