// Stage.

let set = null;            // the shown frame's pictures
let panes = [];            // what follows zoom and pan
let blinkTimer = null;
let heated = null;

function surface(one) {
  const canvas = make('canvas', { width: one.bitmap.width, height: one.bitmap.height });
  canvas.getContext('2d').drawImage(one.bitmap, 0, 0);
  // A reduced copy is shown in the place of the picture that it stands for.
  canvas.style.width = `${one.width}px`;
  canvas.style.height = `${one.height}px`;
  return canvas;
}
function sheet(canvas) {
  const world = make('div', { class: 'world' }, canvas, overlay());
  world.style.width = `${set.width}px`;
  world.style.height = `${set.height}px`;
  return make('div', { class: 'sheet' }, world);
}
function caption(text, side, right) {
  return make('figcaption', { 'data-side': side, class: right ? 'right' : '' }, text);
}
function absent(one, side) {
  return make('div', { class: 'absent' }, one?.note || (side === 'expected' ? 'There is no golden.' : 'Nothing was rendered.'));
}
const has = side => Boolean(set?.[side]?.bitmap);

function usable(view) {
  if (!set) return false;
  if (set.isOne) return view === 'actual' && has('actual');
  if (view === 'expected' || view === 'actual') return has(view);
  return view === 'side' ? true : has('expected') && has('actual');
}
/** The wanted view, or the nearest that this frame's pictures allow. */
function shownView() {
  if (usable(state.view)) return state.view;
  if (set?.isOne) return 'actual';
  return ['side', 'actual', 'expected'].find(usable) ?? 'side';
}
function renderStage() {
  clearInterval(blinkTimer);
  heated = null;
  const view = shownView();
  const stage = $('stage');
  const pane = (...children) => make('figure', { class: 'pane' }, ...children);
  const single = side => pane(has(side) ? sheet(surface(set[side])) : absent(set[side], side),
    caption(set.isOne ? 'Expected and actual' : side === 'expected' ? 'Expected' : 'Actual', set.isOne ? '' : side));
  if (view === 'side') panes = [single('expected'), single('actual')];
  else if (view === 'slider') panes = [sliderPane(pane)];
  else if (view === 'blink') panes = [blinkPane(pane)];
  else if (view === 'difference') {
    heated = heatMap(set, state.gain);
    heated.canvas.style.width = `${set.width}px`;
    heated.canvas.style.height = `${set.height}px`;
    heated.canvas.id = 'heat';
    panes = [pane(sheet(heated.canvas), caption('Difference', ''))];
  } else panes = [single(view)];
  stage.className = panes.length === 2 ? 'two' : '';
  stage.replaceChildren(...panes);
  for (const one of panes) gestures(one);
  for (const button of $('views').children) {
    button.disabled = !usable(button.dataset.view);
    button.setAttribute('aria-pressed', button.dataset.view === view);
  }
  for (const button of $('layers').children) if (button.dataset.layer === 'ignored') button.hidden = !detail.frames[state.frame]?.regions?.length;
  renderControls(view);
  renderNote(view);
  layout();
}
function sliderPane(pane) {
  const top = sheet(surface(set.actual));
  top.id = 'clipped';
  const handle = make('div', {
    class: 'handle', id: 'handle', role: 'slider', tabindex: 0, 'aria-label': 'Where expected ends and actual begins',
    'aria-valuemin': 0, 'aria-valuemax': 100,
    onkeydown: event => {
      const step = event.shiftKey ? .1 : .02;
      const to = { ArrowLeft: state.split - step, ArrowDown: state.split - step, ArrowRight: state.split + step, ArrowUp: state.split + step, Home: 0, End: 1 }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      splitAt(to);
    },
  });
  return pane(sheet(surface(set.expected)), top, caption('Expected', 'expected'), caption('Actual', 'actual', true), handle);
}
function splitAt(value) {
  state.split = clamp(value, 0, 1);
  const handle = $('handle');
  if (!handle) return;
  const percent = state.split * 100;
  handle.style.left = `${percent}%`;
  handle.setAttribute('aria-valuenow', Math.round(percent));
  handle.setAttribute('aria-valuetext', `${Math.round(percent)} % expected`);
  $('clipped').style.clipPath = `inset(0 0 0 ${percent}%)`;
}
function blinkPane(pane) {
  const sheets = [sheet(surface(set.expected)), sheet(surface(set.actual))];
  const label = caption('', '');
  const show = () => {
    sheets.forEach((one, i) => { one.style.visibility = i === state.phase ? 'visible' : 'hidden'; });
    label.textContent = state.phase ? 'Actual' : 'Expected';
    label.dataset.side = state.phase ? 'actual' : 'expected';
  };
  const result = pane(...sheets, label);
  result.swap = () => { state.phase = 1 - state.phase; show(); };
  show();
  startBlinking(result);
  return result;
}
function startBlinking(pane) {
  clearInterval(blinkTimer);
  if (state.blinkOn) blinkTimer = setInterval(() => { if (!document.hidden) pane.swap(); }, 1000 / state.rate);
}
function renderControls(view) {
  const controls = $('controls');
  const range = (label, id, low, high, step, value, words, changed) => {
    const output = make('output', { for: id }, words(value));
    const input = make('input', { type: 'range', id, min: low, max: high, step, value,
      oninput: () => { output.textContent = words(Number(input.value)); changed(Number(input.value)); } });
    return make('label', {}, label, input, output);
  };
  const parts = [];
  if (view === 'blink') {
    const stop = make('button', { class: 'quiet', type: 'button', id: 'blink-stop', onclick: toggleBlink });
    stop.textContent = state.blinkOn ? 'Stop' : 'Start';
    // Six swaps are three flashes a second, the most that is safe for all viewers (WCAG 2.3.1).
    parts.push(stop, make('button', { class: 'quiet', type: 'button', id: 'blink-swap', onclick: () => panes[0].swap() }, 'Swap'),
      range('Rate', 'rate', .5, 6, .5, state.rate, value => `${value} a second`, value => { state.rate = value; startBlinking(panes[0]); }));
  }
  if (view === 'difference') {
    parts.push(range('Gain', 'gain', 0, 7, 1, Math.log2(state.gain), value => `× ${2 ** value}`, value => { state.gain = 2 ** value; regain(); }));
    const bar = make('canvas', { width: 256, height: 1, 'aria-hidden': 'true' });
    const context = bar.getContext('2d');
    HEAT_TABLE.forEach(([r, g, b], x) => { context.fillStyle = `rgb(${r} ${g} ${b})`; context.fillRect(x, 0, 1, 1); });
    parts.push(make('span', { class: 'scale' }, '1', bar, make('span', { id: 'scale-end' }, scaleEnd())),
      make('span', { id: 'heat-words' }, heated.differing === 0 ? 'No pixel differs.'
        : `${plural(heated.differing, 'pixel differs', 'pixels differ')} (${share(heated.differing / heated.count)}), by up to ${plural(heated.largest, 'level')}.`));
  }
  if (state.quads && detail.frames[state.frame]?.quads.length && view !== 'side') {
    parts.push(make('span', { class: 'key expected' }, 'expected'), make('span', { class: 'key actual' }, 'actual'));
  }
  const regions = detail.frames[state.frame]?.regions ?? [];
  if (state.ignored && regions.length) {
    const names = use => [...new Set(regions.filter(region => region.use === use).map(region => region.name))].join(', ');
    const [ignored, compared] = [names('ignored'), names('compared')];
    parts.push(make('span', { class: 'key ignored', id: 'ignored-key' }, 'hatched: not compared',
      ignored ? ` (${ignored})` : '', compared ? `${ignored ? ' and' : ','} all but ${compared}` : ''));
  }
  if (view === 'slider') parts.unshift(make('span', {}, 'Drag the handle, or use the arrow keys on it.'));
  controls.replaceChildren(...parts);
  controls.hidden = parts.length === 0;
}
const scaleEnd = () => `${Math.ceil(255 / state.gain)}${state.gain > 1 ? '+' : ''} levels`;
function regain() {
  const fresh = heatMap(set, state.gain);
  heated.canvas.getContext('2d').drawImage(fresh.canvas, 0, 0);
  $('scale-end').textContent = scaleEnd();
}
function toggleBlink() {
  state.blinkOn = !state.blinkOn;
  if ($('blink-stop')) $('blink-stop').textContent = state.blinkOn ? 'Stop' : 'Start';
  if (panes[0]?.swap) startBlinking(panes[0]);
}
function renderNote(view) {
  const notes = [];
  if (set.isOne) notes.push(`Passed: one picture stands for both${set.actual.note ? `, ${set.actual.note}` : ''}.`);
  else {
    for (const side of ['expected', 'actual']) {
      if (set[side]?.note) notes.push(`${side === 'expected' ? 'Expected' : 'Actual'}: ${set[side].note}.`);
    }
    if (view === 'difference' && !(set.expected.exact && set.actual.exact)) notes.push('The difference is that of the previews.');
  }
  $('note').hidden = notes.length === 0;
  $('note').className = set.isOne ? 'calm' : '';
  $('note').textContent = notes.join(' ');
}
