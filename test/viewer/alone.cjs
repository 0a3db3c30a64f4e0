// alone.cjs: pages that simulate by themselves (`davit page`), written, opened and stepped without a browser.
const assert = require('assert');
const { execFileSync, spawnSync } = require('child_process');
const fs = require('fs');
const path = require('path');
const zlib = require('zlib');
const client = require('./client.cjs');

const END = '0.5';

// A test's words: node NAME.cjs DAVIT SOURCE OUT [PATTERN of names]
function words() {
  const [davit, source, out, only = ''] = process.argv.slice(2);
  const machine = (name) => path.join(source, 'machines', `${name}.yaml`);

  function write(name, options = []) {
    const html = path.join(out, `${name}.html`);
    execFileSync(davit, ['page', machine(name), '-o', html, ...options], { stdio: 'ignore' });
    return html;
  }

  // What lies in a page.
  function lying(html) {
    const text = fs.readFileSync(html, 'latin1');
    const find = (id) => new RegExp(`id="${id}">([^<]*)<`).exec(text)[1];
    const open = (base64) => zlib.inflateSync(Buffer.from(base64, 'base64'));
    return { cases: JSON.parse(find('davit-machine')).cases, engine: open(find('davit-engine')), open };
  }

  // The command that the page names, run.
  function native(command) {
    const words = command.match(/'[^']*'|\S+/g).map((w) => w.replace(/'/g, ''));
    assert.strictEqual(words.shift(), 'davit');
    return JSON.parse(execFileSync(davit, [...words, '--json'], { stdio: ['ignore', 'pipe', 'ignore'] })).state;
  }

  async function inNode(html) {
    const { Engine } = await import(path.join(source, 'page/src/engine.mjs'));
    const { cases, engine, open } = lying(html);
    const module = new WebAssembly.Module(engine);
    assert.deepStrictEqual(WebAssembly.Module.imports(module), []);
    return cases.map((c) => {
      const e = new Engine(module, c.code ? new WebAssembly.Module(open(c.code)) : null);
      e.open(open(c.block), c.method, c.step);
      e.goTo(c.until);
      return { hash: e.hash(), command: c.command, compiled: e.compiled, engine: e };
    });
  }

  // Runs the tests that the pattern names; says so where this davit makes no pages.
  function run(tests) {
    fs.mkdirSync(out, { recursive: true });
    const refused = spawnSync(davit, ['page', machine('titan4'), '-o', path.join(out, 'try.html'), '--only'], { encoding: 'utf8' }).stderr;
    if (/built without/.test(refused)) {
      console.log(`nothing is tested: ${refused}`);
      process.exit(0);
    }
    client.run(tests.filter(([name]) => new RegExp(only).test(name)));
  }

  return { davit, source, out, machine, write, lying, native, inNode, run };
}

module.exports = { END, words };
