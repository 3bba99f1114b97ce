// Keys and buttons.

function setView(view) {
  if (!usable(view)) return;
  state.view = view;
  renderStage();
  remember();
}
function toggle(name) {
  state[name] = !state[name];
  for (const button of $('layers').children) button.setAttribute('aria-pressed', state[button.dataset.layer]);
  if (set && detail.frames.length) { redrawOverlays(); renderControls(shownView()); }
}
function setTheme(theme, keep) {
  root.dataset.theme = theme;
  $('theme').setAttribute('aria-pressed', theme === 'dark');
  if (keep) try { localStorage.setItem('avatar-overlay-review-theme', theme); } catch { /* a file may have no storage */ }
}
function startTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let chosen = null;
  try { chosen = localStorage.getItem('avatar-overlay-review-theme'); } catch { /* as above */ }
  const follow = () => { if (!chosen) setTheme(dark.matches ? 'dark' : 'light', false); };
  if (chosen === 'dark' || chosen === 'light') setTheme(chosen, false); else { chosen = null; follow(); }
  dark.addEventListener('change', follow);
  $('theme').addEventListener('click', () => { chosen = root.dataset.theme === 'dark' ? 'light' : 'dark'; setTheme(chosen, true); });
}
function moveCard(by) {
  const all = [...document.querySelectorAll('.card')];
  const now = all.indexOf(document.activeElement);
  all[now < 0 ? 0 : clamp(now + by, 0, all.length - 1)]?.focus();
}
function openHelp() { if (!$('help').open) $('help').showModal(); }

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || $('help').open || $('approval').open) return;
  const target = event.target;
  const { key } = event;
  if (target === $('search')) {
    if (key === 'Escape') { if (state.search) { state.search = ''; list(); remember(); } target.blur(); }
    else if (key === 'Enter') { event.preventDefault(); document.querySelector('.card')?.focus(); }
    return;
  }
  const isRange = target.type === 'range';
  const done = () => event.preventDefault();
  if (key === '?') { done(); return openHelp(); }
  if (key === 'd') return $('theme').click();
  if (key === 'a') { done(); return askApproval([meantOne()]); }
  if (key === 'A') { done(); return askApproval(state.case === null ? order : [state.case]); }
  if (key === '/') { done(); if (state.case !== null) back(); return $('search').focus(); }
  if (state.case === null) {
    if (key === 'j' || key === 'k') { done(); moveCard(key === 'j' ? 1 : -1); }
    return;
  }
  if (key === 'Escape') { done(); return back(); }
  if (key === 'j' || key === 'k') { done(); return stepCase(key === 'j' ? 1 : -1); }
  if (!detail || !set || !detail.frames.length) return;
  if ((key === 'ArrowLeft' || key === 'ArrowRight') && !isRange) {
    const by = key === 'ArrowLeft' ? -1 : 1;
    done();
    if (detail.frames.length < 2) { if (shownView() === 'slider') splitAt(state.split + by * .02); return; }
    const next = event.shiftKey ? nextFailing(by) : state.frame + by;
    if (next !== null && next >= 0 && next < detail.frames.length) showFrame(next);
    return;
  }
  if (key >= '1' && key <= '6') return setView(VIEWS[key - 1][0]);
  if (key === ' ' && shownView() === 'blink' && target.tagName !== 'BUTTON') { done(); return still.matches && !state.blinkOn ? panes[0].swap() : toggleBlink(); }
  const layer = LAYERS.find(([, , letter]) => letter === key);
  if (layer) return toggle(layer[0]);
  if (key === 'z') zoomInTurns();
  if (key === '+' || key === '=') zoomStep(1.5);
  if (key === '-') zoomStep(1 / 1.5);
  if (key === '0') { state.fit = true; transform(); }
}
