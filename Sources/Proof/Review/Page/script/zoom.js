// Zoom and pan, the same in all panes.

function paneSize() {
  const pane = panes[0];
  return pane ? [pane.clientWidth || 1, pane.clientHeight || 1] : [1, 1];
}
const fitScale = () => { const [width, height] = paneSize(); return Math.min(width / set.width, height / set.height); };
/** Gives the panes their height: the picture's, as far as the window has room. */
function layout() {
  if (!set || !panes.length) return;
  const column = panes.length === 2 && getComputedStyle($('stage')).flexDirection === 'column';
  const room = Math.max(220, innerHeight * (column ? .42 : .66));
  const width = panes[0].clientWidth || 1;
  const height = Math.round(clamp(width * set.height / set.width, 140, room));
  for (const pane of panes) { pane.style.height = `${height}px`; pane.style.flexBasis = column ? `${height}px` : ''; pane.style.flexGrow = column ? 0 : ''; }
  transform();
}
function transform() {
  if (!set) return;
  const [width, height] = paneSize();
  if (state.fit) {
    state.scale = fitScale();
    state.x = set.width / 2;
    state.y = set.height / 2;
  }
  // The picture never leaves its pane altogether.
  const half = [width / 2 / state.scale, height / 2 / state.scale];
  state.x = half[0] * 2 >= set.width ? set.width / 2 : clamp(state.x, half[0], set.width - half[0]);
  state.y = half[1] * 2 >= set.height ? set.height / 2 : clamp(state.y, half[1], set.height - half[1]);
  const dx = width / 2 - state.x * state.scale, dy = height / 2 - state.y * state.scale;
  const pixelated = state.scale * devicePixelRatio >= 2;
  for (const pane of panes) {
    pane.classList.toggle('pixelated', pixelated);
    pane.classList.toggle('free', !state.fit);
    for (const world of pane.querySelectorAll('.world')) {
      world.style.transform = `translate(${dx}px, ${dy}px) scale(${state.scale})`;
      // Lines keep their width on the screen; SVG's own non-scaling strokes know nothing of this.
      world.style.setProperty('--pixel', `${1 / state.scale}px`);
    }
    for (const text of pane.querySelectorAll('.quad-name')) {
      text.setAttribute('font-size', 13 / state.scale);
      text.setAttribute('stroke-width', 3 / state.scale);
      text.setAttribute('dy', -6 / state.scale);
    }
  }
  splitAt(state.split);
  $('zoom-reset').textContent = state.fit ? 'Fit' : `${Math.round(state.scale * 100)} %`;
}
/** Zooms about a point of a pane, which stays where it is; the middle without one. */
function zoomTo(scale, at) {
  const [width, height] = paneSize();
  const [ax, ay] = at ?? [width / 2, height / 2];
  const fitting = fitScale();
  const next = clamp(scale, Math.min(fitting, .25), 64);
  const px = state.x + (ax - width / 2) / state.scale, py = state.y + (ay - height / 2) / state.scale;
  state.fit = next <= fitting * 1.001;
  state.scale = next;
  state.x = px - (ax - width / 2) / next;
  state.y = py - (ay - height / 2) / next;
  transform();
}
/** Zoomed by a key or a button, the first thing to see is where most changed. */
function lookAtWorst() {
  const worst = detail.frames[state.frame]?.measures?.densestWindow;
  if (!state.fit || !worst) return;
  state.x = worst.x + worst.width / 2;
  state.y = worst.y + worst.height / 2;
}
function zoomStep(by) {
  if (by > 1) lookAtWorst();
  zoomTo(state.scale * by);
}
function zoomInTurns() {
  lookAtWorst();
  const next = [1, 2, 4].find(scale => scale > (state.fit ? fitScale() : state.scale) * 1.01);
  if (next === undefined || (!state.fit && state.scale >= 4)) { state.fit = true; transform(); } else zoomTo(next);
}
function gestures(pane) {
  const pointers = new Map();
  let mode = null;
  const local = event => { const box = pane.getBoundingClientRect(); return [event.clientX - box.left, event.clientY - box.top]; };
  pane.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, local(event));
    pane.setPointerCapture(event.pointerId);
    const handle = pane.querySelector('.handle');
    const near = handle && Math.abs(local(event)[0] - state.split * pane.clientWidth) < 30;
    mode = pointers.size === 2 ? 'pinch' : handle && (near || state.fit) ? 'split' : 'pan';
    if (mode === 'split') splitAt(local(event)[0] / pane.clientWidth);
  });
  pane.addEventListener('pointermove', event => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = local(event);
    if (mode === 'split') splitAt(now[0] / pane.clientWidth);
    else if (mode === 'pan' && !state.fit) {
      state.x -= (now[0] - before[0]) / state.scale;
      state.y -= (now[1] - before[1]) / state.scale;
      transform();
    } else if (mode === 'pinch' && pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== event.pointerId)[1];
      const apart = point => Math.hypot(point[0] - other[0], point[1] - other[1]) || 1;
      zoomTo(state.scale * apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2]);
    }
    pointers.set(event.pointerId, now);
  });
  const lift = event => { pointers.delete(event.pointerId); if (pointers.size === 0) mode = null; };
  pane.addEventListener('pointerup', lift);
  pane.addEventListener('pointercancel', lift);
  pane.addEventListener('dblclick', event => {
    if (!event.target.closest('.handle')) state.fit ? zoomTo(Math.max(1, fitScale() * 2), local(event)) : (state.fit = true, transform());
  });
  pane.addEventListener('wheel', event => {
    if (!event.ctrlKey && !event.metaKey) return;
    event.preventDefault();
    zoomTo((state.fit ? fitScale() : state.scale) * Math.exp(-event.deltaY / (event.deltaMode ? 8 : 240)), local(event));
  }, { passive: false });
}
