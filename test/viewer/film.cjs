// film.cjs: opens a page with a machine's picture and hears what it complains about.
const assert = require('assert');
const { Browser } = require('./browser.cjs');
const { until } = require('./client.cjs');

// From now on page.faults has its exceptions, its errors and requests other than `mayAsk(url)`; errors only until page.lost is set.
function listen(page, mayAsk = () => true) {
  page.faults = [];
  const fault = (text) => { if (!page.lost) page.faults.push(text); };
  page.on('Runtime.consoleAPICalled', (m) => { if (m.type === 'error') fault(m.args.map((a) => a.value ?? a.description).join(' ')); });
  page.on('Log.entryAdded', ({ entry }) => { if (entry.level === 'error') fault(`${entry.text} ${entry.url ?? ''}`); });
  page.on('Runtime.exceptionThrown', ({ exceptionDetails: e }) => page.faults.push(e.exception?.description || e.text));
  page.on('Network.requestWillBeSent', ({ request: { url } }) => { if (!/^(data|blob):/.test(url) && !mayAsk(url)) page.faults.push(`asked for ${url}`); });
}

// `mayAsk`: what it may ask for beside itself; nothing unless given.
async function open(url, [width, height], mayAsk = () => false) {
  const page = await new Browser().open(width, height);
  listen(page, (asked) => asked === url || mayAsk(asked));
  await page.go(url);
  // asked again and again: a question put while the page is being made may be lost
  const shows = () => page.evaluate('Boolean(window.davit && davit.film.n > 1)').catch(() => false);
  await until(shows, 'frames', 60000).catch(async () => {
    await page.close();
    throw new Error(`the page shows nothing: ${page.faults}`);
  });
  return page;
}

async function close(page) {
  await page.close();
  assert.deepStrictEqual(page.faults, []);
}

module.exports = { listen, open, close };
