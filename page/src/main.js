// main.js: starts the page: a result that lies in it, a machine that runs in it, or one that runs behind a socket.
import { h } from './dom.js';
import { LiveFilm, StoredFilm, unpack } from './film.js';
import { Live, Socket } from './live.js';
import { Hall, LocalLive, unpackMachine } from './local.js';
import { App } from './app.js';

const app = document.getElementById('app');
const lying = (id) => document.getElementById(id);

async function replay() {
  const scene = JSON.parse(lying('davit-scene').textContent);
  const result = JSON.parse(lying('davit-result').textContent);
  const data = await unpack(lying('davit-film').textContent, result.frames * result.width);
  const film = new StoredFilm(scene, result.frames, data);
  window.davit = new App(app, film, { result });
}

function fault(error) {
  app.replaceChildren(h('p', { class: 'fault' }, `This page cannot be shown: ${error.message}`));
  throw error;
}

// The scene comes first; one that differs from what is shown (another machine behind the same address) starts the page anew.
function live() {
  const token = new URLSearchParams(location.search).get('token') || '';
  let known = null;
  const socket = new Socket(`ws://${location.host}/live?token=${encodeURIComponent(token)}`, {
    open: () => {},
    closed: () => { if (window.davit) window.davit.live.lost(); else app.replaceChildren(h('p', { class: 'fault' }, 'The machine does not answer. Is davit view still running?')); },
    text: (m) => {
      if (m.scene) {
        const text = JSON.stringify({ ...m.scene, start: null });  // which a parameter may move
        if (known && known !== text) location.reload();
        known = text;
        if (!window.davit) begin(m.scene);
      } else if (window.davit) window.davit.live.hear(m);
    },
    frame: (f) => { if (window.davit && f.length === window.davit.film.width) window.davit.film.push(f); },
  });
  const begin = (scene) => {
    const film = new LiveFilm(scene);
    window.davit = new App(app, film, { live: new Live(scene, (m) => socket.send(m)) });
  };
}

// A machine that lies in the page runs in it.
async function local() {
  const m = await unpackMachine();
  const film = new LiveFilm(m.scene);
  const hall = new Hall(m, {
    text: (x) => window.davit?.live.hear(x),
    frame: (f) => { if (f.length === film.width) film.push(f); },
  });
  window.davit = new App(app, film, { live: new LocalLive(m, (x) => hall.send(x)) });
}

if (lying('davit-machine')) local().catch(fault);
else if (lying('davit-scene')) replay().catch(fault);
else live();
