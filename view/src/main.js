// main.js: starts the page: a result that lies in it, or a machine that runs behind a socket.
import { h } from './dom.js';
import { StoredFilm, unpack } from './film.js';
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

if (lying('davit-scene')) replay().catch(fault);
else app.append(h('p', { class: 'fault' }, 'There is nothing to show.'));
