// Search over window.ENTRIES ([title, address, text] each), and replays that load when they are opened.
(() => {
  const box = document.getElementById('search'), found = document.getElementById('found');
  const entries = (window.ENTRIES || []).map(([title, address, text]) => ({ title, address, text, low: title.toLowerCase(), all: `${title} ${text}`.toLowerCase() }));
  const escape = (s) => s.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

  // Every word has to be there; one in the title counts most, then one at the beginning of a word.
  function score(e, words) {
    let sum = 0;
    for (const w of words) {
      const at = e.all.indexOf(w);
      if (at < 0) return 0;
      sum += e.low.includes(w) ? 10 : 1;
      if (!at || /[^a-z0-9]/.test(e.all[at - 1])) sum += 2;
    }
    return sum + (e.low === words.join(' ') ? 20 : 0);
  }

  function piece(e, words) {
    const at = Math.max(0, e.text.toLowerCase().indexOf(words[0]) - 40);
    return escape(e.text.slice(at, at + 160));
  }

  function look() {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    const hits = words.length ? entries.map((e) => [score(e, words), e]).filter(([s]) => s).sort((a, b) => b[0] - a[0]).slice(0, 30) : [];
    found.innerHTML = hits.map(([, e]) => `<a href="${escape(e.address)}">${escape(e.title)}<small>${piece(e, words)}</small></a>`).join('')
      || (words.length ? '<a>nothing has all these words</a>' : '');
    found.hidden = !words.length;
  }

  function move(by) {
    const links = [...found.querySelectorAll('a[href]')], i = links.findIndex((a) => a.classList.contains('at'));
    if (!links.length) return;
    links[i]?.classList.remove('at');
    const next = links[(i + by + links.length) % links.length];
    next.classList.add('at');
    next.scrollIntoView({ block: 'nearest' });
  }

  box.addEventListener('input', look);
  box.addEventListener('keydown', (e) => {
    if (e.key === 'ArrowDown') move(1);
    else if (e.key === 'ArrowUp') move(-1);
    else if (e.key === 'Enter') (found.querySelector('a.at') || found.querySelector('a[href]'))?.click();
    else if (e.key === 'Escape') found.hidden = true;
    else return;
    e.preventDefault();
  });
  document.addEventListener('click', (e) => { if (!found.contains(e.target) && e.target !== box) found.hidden = true; });
  found.addEventListener('click', () => { found.hidden = true; });
  document.addEventListener('keydown', (e) => { if (e.key === '/' && document.activeElement !== box) { box.focus(); e.preventDefault(); } });

  for (const d of document.querySelectorAll('details.replay'))
    d.addEventListener('toggle', () => { const f = d.querySelector('iframe'); if (d.open && !f.src) f.src = f.dataset.src; });
})();
