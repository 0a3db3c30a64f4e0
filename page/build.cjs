// build.cjs: bundles the pages into one HTML file each and those into C. usage: node build.cjs OUT
const esbuild = require('esbuild');
const fs = require('fs');
const path = require('path');

const out = process.argv[2];
const src = path.join(__dirname, 'src');
const packages = path.join(out, 'node_modules');

function bundle(entry, define = {}) {
  const result = esbuild.buildSync({
    entryPoints: [path.join(src, entry)],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2020',
    legalComments: 'none',
    nodePaths: [packages],
    loader: { '.css': 'css' },
    define,
  });
  return result.outputFiles[0].text;
}

// Licences of what is bundled go along with it.
function notices(names) {
  return names.map((name) => {
    const text = fs.readFileSync(path.join(packages, name, 'LICENSE'), 'utf8');
    return `${name}\n\n${text.trim()}`;
  }).join('\n\n---\n\n').replace(/--+>/g, '');
}

// Machines that need no other file, for the menu of the editor.
function examples() {
  const folder = path.join(__dirname, '../machines');
  const texts = fs.readdirSync(folder).filter((f) => f.endsWith('.yaml')).map((f) => [f.replace('.yaml', ''), fs.readFileSync(path.join(folder, f), 'utf8')]);
  return Object.fromEntries(texts.filter(([, text]) => !/^include:|\bcsv:|\bfile:/m.test(text)));
}

// Rows of shown.def: SHOWN("rad", 0, "deg", 57.3, 0).
function shown() {
  const text = fs.readFileSync(path.join(__dirname, '../src/base/shown.def'), 'utf8');
  return [...text.matchAll(/^SHOWN\((.*)\)$/gm)].map(([, row]) => JSON.parse(`[${row}]`));
}

const read = (name) => fs.readFileSync(path.join(__dirname, name), 'utf8');
const inline = (text) => text.replace(/<\/(script|style)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
const rows = { DAVIT_SHOWN: JSON.stringify(shown()) };
const worker = { DAVIT_WORKER: JSON.stringify(bundle('worker.js')) };

function page(script, style, libraries, define = {}) {
  return read('src/page.html')
    .replace('/*style*/', () => inline(bundle(style)))
    .replace('/*script*/', () => inline(bundle(script, { ...rows, ...worker, ...define })))
    .replace('<!--notices-->', () => `<!--\n${notices(libraries)}\n-->`);
}

function array(name, html) {
  const bytes = Buffer.from(html, 'utf8');
  const rows = [];
  for (let i = 0; i < bytes.length; i += 32) rows.push(Array.from(bytes.subarray(i, i + 32)).join(','));
  return `const unsigned char ${name}[] = {\n${rows.join(',\n')},\n0};\nconst unsigned long ${name}_bytes = ${bytes.length};\n`;
}

const libraries = ['three', 'uplot'];
const editing = Object.entries(JSON.parse(read('package-lock.json')).packages).filter(([name, p]) => name && !p.dev && !p.optional).map(([name]) => name.replace('node_modules/', ''));
const view = page('main.js', 'style.css', libraries);
const edit = page('edit.js', 'edit.css', editing,
  { DAVIT_EXAMPLES: JSON.stringify(examples()), DAVIT_GUIDE: JSON.stringify(read('../doc/modelling.md')) });
fs.writeFileSync(path.join(out, 'page.html'), view);
fs.writeFileSync(path.join(out, 'edit.html'), edit);
fs.writeFileSync(path.join(out, 'page.c'), `#include "scene/page.h"\n${array('dv_page', view)}${array('dv_edit_page', edit)}`);
