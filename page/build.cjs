// build.cjs: bundles the page into one HTML file and that into C. usage: node build.cjs OUT
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
function notices() {
  return ['three', 'uplot'].map((name) => {
    const text = fs.readFileSync(path.join(packages, name, 'LICENSE'), 'utf8');
    return `${name}\n\n${text.trim()}`;
  }).join('\n\n---\n\n').replace(/--+>/g, '');
}

const inline = (text) => text.replace(/<\/(script|style)/gi, '<\\/$1');
const html = fs.readFileSync(path.join(src, 'page.html'), 'utf8')
  .replace('/*style*/', () => inline(bundle('style.css')))
  .replace('/*script*/', () => inline(bundle('main.js', { DAVIT_WORKER: JSON.stringify(bundle('worker.js')) })))
  .replace('<!--notices-->', () => `<!--\n${notices()}\n-->`);

const bytes = Buffer.from(html, 'utf8');
const rows = [];
for (let i = 0; i < bytes.length; i += 32) rows.push(Array.from(bytes.subarray(i, i + 32)).join(','));
fs.writeFileSync(path.join(out, 'page.html'), html);
fs.writeFileSync(path.join(out, 'page.c'),
  `#include "scene/page.h"\nconst unsigned char dv_page[] = {\n${rows.join(',\n')},\n0};\nconst unsigned long dv_page_bytes = ${bytes.length};\n`);
