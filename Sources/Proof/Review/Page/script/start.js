// What happens when the page is opened.

function start() {
  startTheme();
  startApproval();
  renderFacts();
  renderSummary();
  $('views').append(...VIEWS.map(([view, label], i) => make('button', { type: 'button', 'data-view': view, title: `${label} (${i + 1})`, onclick: () => setView(view) }, label)));
  $('layers').append(...LAYERS.map(([layer, label, key]) => make('button', { type: 'button', 'data-layer': layer, 'aria-pressed': state[layer], title: `${label} (${key})`, onclick: () => toggle(layer) }, label)));
  $('search').addEventListener('input', event => { state.search = event.target.value; list(); remember(); });
  $('show-all').addEventListener('click', () => { state.filter = 'all'; state.search = ''; list(); remember(); });
  $('back').addEventListener('click', back);
  $('previous-case').addEventListener('click', () => stepCase(-1));
  $('next-case').addEventListener('click', () => stepCase(1));
  $('help-open').addEventListener('click', openHelp);
  $('zoom-in').addEventListener('click', () => zoomStep(1.5));
  $('zoom-out').addEventListener('click', () => zoomStep(1 / 1.5));
  $('zoom-reset').addEventListener('click', zoomInTurns);
  $('previous-frame').addEventListener('click', () => showFrame(state.frame - 1));
  $('next-frame').addEventListener('click', () => showFrame(state.frame + 1));
  $('previous-failing').addEventListener('click', () => { const i = nextFailing(-1); if (i !== null) showFrame(i); });
  $('next-failing').addEventListener('click', () => { const i = nextFailing(1); if (i !== null) showFrame(i); });
  $('strip').addEventListener('scroll', renderStrip, { passive: true });
  addEventListener('keydown', pressed);
  addEventListener('hashchange', follow);
  addEventListener('popstate', follow);
  new ResizeObserver(() => { if (state.case !== null && set) { layout(); renderStrip(); } }).observe($('stage'));
  list();
  if (location.hash.length > 1) follow();
}
start();
