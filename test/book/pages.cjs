// pages.cjs: the book in a real browser: every page at 1280 and 390 px: links lead somewhere, pictures are there, nothing is wider than the
// window, searching finds and leads, a replay plays. usage: node pages.cjs FOLDER WORD...
const fs = require('fs');
const path = require('path');
const { Browser } = require('../viewer/browser.cjs');

const [folder, ...words] = process.argv.slice(2);
const pages = fs.readdirSync(folder).filter((f) => f.endsWith('.html'));
const faults = [];
const places = new Map();  // the names that links may point to, by file
const names = (file) => {
  if (!places.has(file)) places.set(file, new Set([...fs.readFileSync(file, 'utf8').matchAll(/\sid="([^"]+)"/g)].map((m) => m[1])));
  return places.get(file);
};

function check_link(page, href) {
  if (/^(https?|mailto):/.test(href)) return;
  const [file, place] = decodeURIComponent(href).split('#');
  const to = path.join(folder, file || page);
  if (!fs.existsSync(to)) faults.push(`${page}: ${href} leads nowhere`);
  else if (place && to.endsWith('.html') && !names(to).has(place)) faults.push(`${page}: ${href}: there is no such place`);
}

async function check_page(p, page, width) {
  await p.go(`file://${path.resolve(folder)}/${page}`);
  const seen = await p.evaluate(async () => {
    const images = [...document.images];
    for (const i of images) i.loading = 'eager';
    await Promise.all(images.map((i) => i.decode().catch(() => {})));
    return { broken: images.filter((i) => !i.naturalWidth).map((i) => i.getAttribute('src')), wide: document.documentElement.scrollWidth,
      links: [...document.querySelectorAll('a[href]')].map((a) => a.getAttribute('href')), articles: document.querySelectorAll('article').length };
  });
  for (const b of seen.broken) faults.push(`${page}: the picture ${b} cannot be shown`);
  if (seen.wide > width) faults.push(`${page}: at ${width} px it is ${seen.wide} px wide`);
  if (width > 1000) for (const href of new Set(seen.links)) check_link(page, href);
}

async function search(p, word) {
  await p.go(`file://${path.resolve(folder)}/index.html`);
  const found = await p.evaluate((w) => {
    const box = document.getElementById('search');
    box.value = w;
    box.dispatchEvent(new Event('input'));
    return [...document.querySelectorAll('#found a[href]')].map((a) => a.getAttribute('href'));
  }, word);
  if (!found.length) faults.push(`searching for '${word}' finds nothing`);
  else check_link('index.html', found[0]);
  const none = await p.evaluate(() => { const b = document.getElementById('search'); b.value = 'zzqqxx'; b.dispatchEvent(new Event('input')); return document.querySelectorAll('#found a[href]').length; });
  if (none) faults.push('searching for nonsense finds something');
}

async function replay(p) {
  const page = pages.find((f) => fs.readFileSync(path.join(folder, f), 'utf8').includes('class="replay"'));
  if (!page) return;
  await p.go(`file://${path.resolve(folder)}/${page}`);
  const drawn = await p.evaluate(async () => {
    const d = document.querySelector('details.replay'), f = d.querySelector('iframe');
    d.open = true;
    for (let i = 0; i < 200; i++) {
      await new Promise((done) => setTimeout(done, 100));
      if (f.src) return f.src;
    }
    return '';
  });
  if (!drawn.endsWith('.html')) faults.push(`${page}: the replay does not load`);
}

(async () => {
  const browser = new Browser();
  try {
    for (const width of [1280, 390]) {
      const p = await browser.open(width, 900);
      p.on('Runtime.exceptionThrown', (e) => faults.push(`${width} px: ${e.exceptionDetails.exception?.description || e.exceptionDetails.text}`));
      for (const page of pages) await check_page(p, page, width);
      for (const word of words) await search(p, word);
      if (width > 1000) await replay(p);
    }
  } finally {
    await browser.close();
  }
  for (const f of faults) console.log(f);
  console.log(`${pages.length} pages at two widths, ${faults.length} faults`);
  process.exit(faults.length ? 1 : 0);
})();
