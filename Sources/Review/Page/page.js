// The review page. Data lie in inert script elements: `index` (all cases in short), `case-N` (a case
// in full), `thumbnail-N` and `picture-CASE-FRAME-SIDE` (base64). They are read when they are shown.
'use strict';
(() => {
const $ = id => document.getElementById(id);
const index = JSON.parse($('index').textContent);
const root = document.documentElement;
const still = matchMedia('(prefers-reduced-motion: reduce)');

// ---------------------------------------------------------------- words and elements

const VERDICTS = {
  failed: { label: 'Failed', one: 'failed', sign: 'M2.5 2.5l7 7m0-7l-7 7' },
  mismatch: { label: 'Mismatch', one: 'of another size', sign: 'M1.5 4.2h9m-9 3.6h9M8.4 1.4l-4.8 9.2' },
  error: { label: 'Error', one: 'with an error', sign: 'M6 1v6.4m0 2.6v1' },
  missing: { label: 'No golden', one: 'without golden', sign: 'M6 1.6a4.4 4.4 0 1 0 .01 0z' },
  passed: { label: 'Passed', one: 'passed', sign: 'M1.6 6.6l3 3 5.8-7' },
};
const RANK = Object.keys(VERDICTS);
const RUNGS = {
  maxChannelDifference: 'Largest channel difference', maxChangedShare: 'Changed pixels',
  maxWindowShare: 'Densest window', maxMeanColourDifference: 'Colour difference, mean ΔE00',
  maxHighColourDifference: 'Colour difference, 99.9 %', minStructuralSimilarity: 'Structural similarity',
};
const VIEWS = [
  ['side', 'Side by side'], ['slider', 'Slider'], ['blink', 'Blink'], ['difference', 'Difference'],
  ['expected', 'Expected'], ['actual', 'Actual'],
];
const LAYERS = [['landmarks', 'Landmarks', 'l'], ['quads', 'Layers', 'q'], ['region', 'Region', 'r']];

/** An element with attributes and children; text is always text, never markup. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || (value === false && !name.startsWith('aria-'))) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name === 'class') element.className = value;
    else element.setAttribute(name, value === true && !name.startsWith('aria-') ? '' : value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}
function drawn(tag, attributes = {}, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}
const sign = verdict => drawn('svg', { viewBox: '0 0 12 12', class: `sign v-${verdict}`, 'aria-hidden': 'true' },
  drawn('path', { d: VERDICTS[verdict].sign, fill: 'none', stroke: 'currentColor', 'stroke-width': 2.1, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }));
function fillBadge(badge, verdict) {
  badge.className = `badge v-${verdict}`;
  badge.replaceChildren(sign(verdict), VERDICTS[verdict].label);
  return badge;
}
const whole = new Intl.NumberFormat('en-GB');
const few = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 4 });
const number = value => typeof value !== 'number' ? String(value ?? '–') : Number.isInteger(value) ? whole.format(value) : few.format(value);
const three = new Intl.NumberFormat('en-GB', { maximumSignificantDigits: 3 });
const share = value => typeof value !== 'number' ? number(value) : `${three.format(value * 100)} %`;
const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const plural = (count, one, many = `${one}s`) => `${whole.format(count)} ${count === 1 ? one : many}`;

// ---------------------------------------------------------------- state and address

const state = {
  case: null, frame: 0, view: 'side', filter: 'all', search: '',
  landmarks: false, quads: true, region: false, gain: 4, split: .5, rate: 2, blinkOn: true, phase: 0,
  fit: true, scale: 1, x: 0, y: 0,
};
let order = [];            // indices of the cases that are listed, in the list's order
let detail = null;         // the open case in full
const byName = new Map(index.cases.map((entry, i) => [entry.name, i]));

function address() {
  const parts = new URLSearchParams();
  if (state.case !== null) {
    parts.set('case', index.cases[state.case].name);
    if (detail && detail.frames.length > 1) parts.set('frame', detail.frames[state.frame].frame);
    if (state.view !== 'side') parts.set('view', state.view);
  } else {
    if (state.filter !== 'all') parts.set('show', state.filter);
    if (state.search) parts.set('search', state.search);
  }
  const text = parts.toString();
  return text ? `#${text}` : '#';
}
/** Writes the place into the address; a new case is a step of the browser's history. */
function remember(step = false) {
  const wanted = address();
  if ((location.hash || '#') === wanted) return;
  history[step ? 'pushState' : 'replaceState'](null, '', wanted);
}
function follow() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const wanted = byName.get(parts.get('case') ?? '');
  if (wanted === undefined) {
    const show = parts.get('show');
    state.filter = show && Object.hasOwn(VERDICTS, show) ? show : 'all';
    state.search = parts.get('search') ?? '';
    closeCase();
    return;
  }
  const view = parts.get('view');
  state.view = VIEWS.some(([name]) => name === view) ? view : 'side';
  openCase(wanted, parts.has('frame') ? Number(parts.get('frame')) : null, false);
}

// ---------------------------------------------------------------- overview

function renderFacts() {
  const when = new Date(index.createdAt);
  const facts = $('facts');
  facts.replaceChildren(
    make('time', { datetime: index.createdAt, title: index.createdAt },
      isNaN(when) ? index.createdAt : when.toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })),
    index.rendererVersion ? ` · renderer ${index.rendererVersion}` : '');
}
function renderSummary() {
  const counts = Object.fromEntries(RANK.map(verdict => [verdict, 0]));
  for (const entry of index.cases) counts[entry.verdict] += 1;
  const total = index.cases.length;
  const wrong = total - counts.passed;
  $('headline').textContent = total === 0 ? 'There are no cases.'
    : wrong === 0 ? (total === 1 ? 'The case passed.' : `All ${whole.format(total)} cases passed.`)
    : `${plural(wrong, 'case')} of ${whole.format(total)} ${wrong === 1 ? 'needs' : 'need'} a look.`;
  for (const verdict of RANK) {
    if (!counts[verdict]) continue;
    const part = make('i', { class: `v-${verdict}` });
    part.style.flexGrow = counts[verdict];
    $('proportions').append(part);
  }
  const chip = (value, content, className) => make('button', {
    type: 'button', class: `chip ${className}`, 'aria-pressed': 'false', 'data-filter': value,
    onclick: () => { state.filter = state.filter === value ? 'all' : value; list(); remember(); },
  }, ...content);
  $('chips').append(chip('all', ['All ', make('b', {}, whole.format(total))], ''));
  for (const verdict of RANK) {
    if (counts[verdict]) $('chips').append(chip(verdict, [sign(verdict), VERDICTS[verdict].label, make('b', {}, whole.format(counts[verdict]))], `v-${verdict}`));
  }
  if (index.obsolete.length) {
    $('obsolete').hidden = false;
    $('obsolete').querySelector('summary').textContent =
      `${plural(index.obsolete.length, 'obsolete golden')}, which no case asks for`;
    $('obsolete').querySelector('ul').append(...index.obsolete.map(name => make('li', { dir: 'auto' }, name)));
  }
}
const groupOf = name => name.includes('/') ? name.slice(0, name.lastIndexOf('/')) : '';
const labelOf = name => name.slice(name.lastIndexOf('/') + 1) || name;

/** Cases that failed come first, and so do the groups that hold them. */
const sorted = index.cases.map((entry, i) => i).sort((a, b) => {
  const [x, y] = [index.cases[a], index.cases[b]];
  return RANK.indexOf(x.verdict) - RANK.indexOf(y.verdict) || (x.name < y.name ? -1 : x.name > y.name ? 1 : a - b);
});
function list() {
  const words = state.search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map();
  for (const i of sorted) {
    const entry = index.cases[i];
    if (state.filter !== 'all' && entry.verdict !== state.filter) continue;
    const text = `${entry.name}\n${entry.words}`.toLowerCase();
    if (!words.every(word => text.includes(word))) continue;
    const group = groupOf(entry.name);
    if (!groups.has(group)) groups.set(group, []);
    groups.get(group).push(i);
  }
  order = [...groups.values()].flat();
  $('groups').replaceChildren(...[...groups].map(([name, cases]) => {
    const wrong = cases.filter(i => index.cases[i].verdict !== 'passed').length;
    return make('section', { class: 'group' },
      groups.size > 1 || name ? make('h2', {}, make('bdi', {}, name || 'Ungrouped'),
        make('span', {}, wrong && wrong < cases.length ? `${wrong} of ${cases.length}` : `${cases.length}`)) : null,
      make('ul', { class: 'cards' }, ...cases.map(card)));
  }));
  $('nothing').hidden = order.length > 0 || index.cases.length === 0;
  for (const chip of $('chips').children) chip.setAttribute('aria-pressed', chip.dataset.filter === state.filter);
  if ($('search').value !== state.search) $('search').value = state.search;
}
const cards = new Map();
function card(i) {
  if (cards.has(i)) return cards.get(i);
  const entry = index.cases[i];
  const thumb = make('div', { class: 'thumb', 'data-thumbnail': i });
  const count = entry.frames > 1
    ? entry.verdict === 'passed' ? plural(entry.frames, 'frame') : `${whole.format(entry.failed)} of ${plural(entry.frames, 'frame')}`
    : '';
  const item = make('li', {}, make('a', {
    class: 'card', href: `#${new URLSearchParams({ case: entry.name })}`, 'data-case': i,
    onclick: event => { if (!event.ctrlKey && !event.metaKey && !event.shiftKey) { event.preventDefault(); openCase(i, null, true); } },
  },
    thumb,
    make('div', { class: 'text' },
      make('div', { class: 'line' }, make('bdi', { class: 'label', title: entry.name.slice(0, 300) }, labelOf(entry.name).slice(0, 300)), fillBadge(make('span'), entry.verdict)),
      entry.words ? make('p', { class: 'first', dir: 'auto' }, entry.words.slice(0, 300)) : null,
      count ? make('p', { class: 'count' }, count) : null)));
  cards.set(i, item);
  seen.observe(thumb);
  return item;
}
/** Thumbnails are decoded when they come near the screen. */
const seen = new IntersectionObserver(entries => {
  for (const { target, isIntersecting } of entries) {
    if (!isIntersecting) continue;
    const block = $(`thumbnail-${target.dataset.thumbnail}`);
    if (block) target.replaceChildren(make('img', { alt: '', decoding: 'async', src: `data:image/jpeg;base64,${block.textContent}` }));
    else target.textContent = 'no picture';
    seen.unobserve(target);
  }
}, { rootMargin: '400px' });

// ---------------------------------------------------------------- pictures

/** Resolves when the page's parser has come to an element, or to the end without it. */
async function block(id) {
  while (!$(id) && document.readyState === 'loading') await new Promise(done => setTimeout(done, 30));
  return $(id);
}
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
  return bytes;
}
const blobOf = element => new Blob([bytesOf(element.textContent)], { type: element.dataset.kind });

async function picture(caseIndex, frame, side) {
  const element = await block(`picture-${caseIndex}-${frame}-${side}`);
  if (!element) return null;
  const { note, exact } = element.dataset;
  const found = { side, note, exact: exact === 'true', width: Number(element.dataset.width), height: Number(element.dataset.height), bitmap: null };
  if (!element.firstChild) return found;
  try {
    // As stored: neither a profile nor premultiplied alpha may change the values that are compared.
    found.bitmap = await createImageBitmap(blobOf(element), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
    found.width ||= found.bitmap.width;
    found.height ||= found.bitmap.height;
  } catch {
    found.note = 'The browser cannot decode this picture.';
  }
  return found;
}
/** The last few frames stay decoded, for going back and forth. */
const kept = new Map();
function frameSet(caseIndex, frame) {
  const key = `${caseIndex}-${frame}`;
  const known = kept.get(key);
  if (known) { kept.delete(key); kept.set(key, known); return known; }
  const loading = Promise.all(['expected', 'actual', 'both'].map(side => picture(caseIndex, frame, side)))
    .then(([expected, actual, both]) => {
      const set = { expected: both ?? expected, actual: both ?? actual, isOne: both !== null };
      const shown = [set.expected, set.actual].filter(Boolean);
      const measures = detail?.frames[frame]?.measures;
      set.width = Math.max(1, measures?.width ?? 0, ...shown.map(p => p.width));
      set.height = Math.max(1, measures?.height ?? 0, ...shown.map(p => p.height));
      return set;
    });
  kept.set(key, loading);
  if (kept.size > 8) {
    const [old, promise] = kept.entries().next().value;
    kept.delete(old);
    promise.then(set => { for (const one of [set.expected, set.actual]) one?.bitmap?.close(); });
  }
  return loading;
}
function pixels(one) {
  const canvas = new OffscreenCanvas(one.bitmap.width, one.bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(one.bitmap, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

// ---------------------------------------------------------------- difference

// Control points of "inferno" (matplotlib, CC0), which is even in lightness and told apart by people
// of every colour vision; its black end is left out, since the ground is a dimmed grey picture.
const HEAT = [[87, 16, 110], [136, 34, 106], [187, 55, 84], [227, 89, 51], [249, 142, 9], [249, 201, 50], [252, 255, 164]];
const HEAT_TABLE = Array.from({ length: 256 }, (_, i) => {
  const place = i / 255 * (HEAT.length - 1), low = Math.min(Math.floor(place), HEAT.length - 2);
  return HEAT[low].map((value, c) => Math.round(value + (HEAT[low + 1][c] - value) * (place - low)));
});
/** A canvas of the largest channel difference of each pixel; outside of either picture all differs. */
function heatMap(set, gain) {
  if (!set.data) set.data = [pixels(set.expected), pixels(set.actual)];
  const [a, b] = set.data;
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const canvas = make('canvas', { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const heat = context.createImageData(width, height);
  let differing = 0, largest = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const out = 4 * (y * width + x), i = 4 * (y * a.width + x), j = 4 * (y * b.width + x);
      const inA = x < a.width && y < a.height, inB = x < b.width && y < b.height;
      let most = 0;
      if (inA && inB) {
        for (let c = 0; c < 4; c++) most = Math.max(most, Math.abs(a.data[i + c] - b.data[j + c]));
      } else if (inA || inB) most = 255;
      if (most === 0) {
        const grey = inA ? (a.data[i] * 54 + a.data[i + 1] * 183 + a.data[i + 2] * 19) / 256 * a.data[i + 3] / 255 : 0;
        heat.data[out] = heat.data[out + 1] = heat.data[out + 2] = 14 + grey * .3;
      } else {
        differing += 1;
        largest = Math.max(largest, most);
        const colour = HEAT_TABLE[Math.min(255, Math.round(most * gain))];
        heat.data[out] = colour[0]; heat.data[out + 1] = colour[1]; heat.data[out + 2] = colour[2];
      }
      heat.data[out + 3] = 255;
    }
  }
  context.putImageData(heat, 0, 0);
  return { canvas, differing, largest, count: width * height };
}

// ---------------------------------------------------------------- stage

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
    // Six swaps are three flashes a second, the most that is safe for everybody (WCAG 2.3.1).
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
  $('note').textContent = notes.join(' ');
}

// ---------------------------------------------------------------- what is drawn on pictures

const finite = point => Array.isArray(point) && point.length >= 2 && point.every(Number.isFinite);
function overlay() {
  const frame = detail.frames[state.frame];
  const svg = drawn('svg', { width: set.width, height: set.height, viewBox: `0 0 ${set.width} ${set.height}`, 'aria-hidden': 'true' });
  if (!frame) return svg;
  if (state.region && frame.measures?.densestWindow) {
    const { x, y, width, height } = frame.measures.densestWindow;
    for (const halo of [' halo', '']) svg.append(drawn('rect', { class: `region${halo}`, x, y, width, height }));
  }
  if (state.quads) {
    const named = new Set(frame.quads.filter(quad => quad.side === 'actual').map(quad => quad.layer));
    for (const quad of frame.quads) {
      if (!quad.corners.every(finite)) continue;
      const d = `M${quad.corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
      for (const halo of [' halo', '']) svg.append(drawn('path', { class: `quad ${quad.side}${halo}`, d }));
      if (quad.side === 'expected' && named.has(quad.layer)) continue;
      const [x, y] = quad.corners.reduce((top, corner) => corner[1] < top[1] ? corner : top);
      svg.append(drawn('text', { class: 'quad-name', x, y, 'data-x': x }, quad.layer));
    }
  }
  if (state.landmarks) {
    const d = frame.landmarks.filter(finite).map(([x, y]) => `M${x} ${y}h0`).join('');
    if (d) for (const halo of [' halo', '']) svg.append(drawn('path', { class: `landmarks${halo}`, d }));
  }
  return svg;
}
function redrawOverlays() {
  for (const world of $('stage').querySelectorAll('.world')) world.querySelector('svg').replaceWith(overlay());
  transform();
}

// ---------------------------------------------------------------- zoom and pan, the same in all panes

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

// ---------------------------------------------------------------- a case

async function openCase(i, frameNumber, step) {
  const entry = index.cases[i];
  if (state.case === null) overviewScroll = scrollY;
  const changed = state.case !== i;
  state.case = i;
  const element = await block(`case-${i}`);
  if (state.case !== i) return;
  if (changed || !detail) {
    detail = JSON.parse(element?.textContent ?? 'null') ?? { explanation: [], rungs: [], frames: [], curves: [] };
    state.fit = true;
    state.blinkOn = !still.matches;
    state.phase = 0;
    dropStrip();
  }
  const wanted = detail.frames.findIndex(frame => frame.frame === frameNumber);
  state.frame = wanted >= 0 ? wanted : changed || frameNumber === null ? entry.shown ?? 0 : state.frame;
  $('overview').hidden = true;
  $('case').hidden = $('steps').hidden = $('back').hidden = false;
  document.body.className = 'on-case';
  fillBadge($('verdict'), entry.verdict);
  const group = groupOf(entry.name);
  $('name').replaceChildren(make('bdi', {}, group ? make('span', { class: 'path' }, `${group}/`) : '', labelOf(entry.name)));
  const [first, ...others] = detail.explanation;
  $('words').replaceChildren(
    make('p', { dir: 'auto' }, first ?? (entry.verdict === 'passed' ? 'Nothing that counts differs.' : 'No explanation was given.')),
    ...(others.length ? [make('ul', {}, ...others.map(words => make('li', { dir: 'auto' }, words)))] : []));
  const place = order.indexOf(i);
  $('position').textContent = place < 0 ? '' : `${whole.format(place + 1)} of ${whole.format(order.length)}`;
  document.title = `${entry.name.slice(0, 80)} – ${index.title}`;
  if (changed) { scrollTo(0, 0); $('name').focus({ preventScroll: true }); }
  $('clip').hidden = detail.frames.length < 2;
  renderCurves();
  await showFrame(state.frame, step);
}
async function showFrame(position, step = false) {
  const caseIndex = state.case;
  state.frame = clamp(position, 0, Math.max(0, detail.frames.length - 1));
  remember(step);
  renderFrameBar();
  renderAside();
  const loaded = await frameSet(caseIndex, state.frame);
  if (state.case !== caseIndex || position !== state.frame && detail.frames.length) return;
  set = loaded;
  $('stage').hidden = detail.frames.length === 0;
  document.querySelector('.toolbar').hidden = detail.frames.length === 0;
  $('controls').hidden = $('note').hidden = true;
  if (detail.frames.length) renderStage();
  root.dataset.shown = `${caseIndex}/${state.frame}`;
  const frame = detail.frames[state.frame];
  const entry = index.cases[caseIndex];
  $('status').textContent = `${entry.name.slice(0, 120)}, ${VERDICTS[entry.verdict].label}` + (detail.frames.length > 1 ? `, frame ${frame.frame}, ${VERDICTS[frame.verdict].label}` : '');
}
let overviewScroll = 0;
function closeCase() {
  clearInterval(blinkTimer);
  const from = state.case;
  Object.assign(state, { case: null });
  detail = set = null;
  dropStrip();
  delete root.dataset.shown;
  document.body.className = '';
  document.title = index.title;
  $('overview').hidden = false;
  $('case').hidden = $('steps').hidden = $('back').hidden = true;
  list();
  if (from !== null) {
    scrollTo(0, overviewScroll);
    document.querySelector(`[data-case="${from}"]`)?.focus({ preventScroll: true });
  }
}
function back() { closeCase(); remember(true); }
function stepCase(by) {
  const place = order.indexOf(state.case);
  const next = order[place < 0 ? 0 : place + by];
  if (next !== undefined) openCase(next, null, true);
}
/** A path that breaks after its slashes. */
const path = text => make('bdi', { class: 'file' }, ...text.split('/').flatMap((part, i, all) => i < all.length - 1 ? [`${part}/`, make('wbr')] : [part]));
function renderAside() {
  const frame = detail.frames[state.frame];
  const panels = [];
  if (detail.rungs.length) {
    const isShare = rung => rung === 'maxChangedShare' || rung === 'maxWindowShare';
    panels.push(make('section', { class: 'panel' }, make('h3', {}, detail.frames.length > 1 ? 'Thresholds, at the worst frame' : 'Thresholds'),
      make('table', { id: 'rungs' },
        make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Measure'), make('th', { scope: 'col', class: 'number' }, 'Found'), make('th', { scope: 'col', class: 'number' }, 'Allowed'), make('th', { scope: 'col', class: 'mark' }, make('span', { class: 'unseen' }, 'Kept')))),
        make('tbody', {}, ...detail.rungs.map(rung => {
          const shown = isShare(rung.rung) ? share : number;
          const kept = rung.passed ? 'passed' : 'failed';
          const asked = rung.allowed !== undefined && rung.allowed !== null;
          return make('tr', {},
            make('th', { scope: 'row', title: rung.rung }, RUNGS[rung.rung] ?? rung.rung),
            make('td', { class: `number${rung.passed ? '' : ' over'}` }, shown(rung.found)),
            make('td', { class: 'number' }, asked ? `${rung.rung.startsWith('min') ? '≥' : '≤'} ${shown(rung.allowed)}` : '–'),
            make('td', { class: 'mark' }, asked || !rung.passed ? sign(kept) : '', make('span', { class: 'unseen' }, asked || !rung.passed ? (rung.passed ? 'kept' : 'not kept') : 'not asked for')));
        })))));
  }
  if (frame) {
    const facts = [];
    const m = frame.measures;
    if (m) {
      facts.push(['Size', `${m.width} × ${m.height}`], ['Compared', plural(m.comparedPixels, 'pixel')], ['Different', number(m.differingPixels)],
        ['Over the pixel threshold', number(m.changedPixels)]);
      if (m.antialiasedPixels) facts.push(['Antialiasing', number(m.antialiasedPixels)]);
      if (m.densestWindow) facts.push(['Densest window', `${share(m.densestWindow.share)} at ${m.densestWindow.x}, ${m.densestWindow.y}`]);
    }
    const layers = [...new Set(frame.quads.map(quad => quad.layer))];
    if (layers.length) facts.push(['Layers', layers.join(', ')]);
    if (frame.landmarks.length) facts.push(['Landmarks', number(frame.landmarks.length)]);
    if (frame.expected) facts.push(['Expected', path(frame.expected)]);
    if (frame.actual) facts.push(['Actual', path(frame.actual)]);
    const words = detail.frames.length > 1 ? frame.explanation : [];
    if (facts.length || words.length) {
      panels.push(make('section', { class: 'panel', id: 'frame-facts' }, make('h3', {}, detail.frames.length > 1 ? `Frame ${whole.format(frame.frame)}` : 'Picture'),
        ...words.map(text => make('p', { dir: 'auto' }, text)),
        make('dl', {}, ...facts.map(([term, value]) => make('div', {}, make('dt', {}, term), make('dd', { dir: 'auto' }, value))))));
    }
  }
  $('aside').replaceChildren(...panels);
}

// ---------------------------------------------------------------- frames and curves

const failing = position => detail.frames[position].verdict !== 'passed';
function nextFailing(by) {
  for (let i = state.frame + by; i >= 0 && i < detail.frames.length; i += by) if (failing(i)) return i;
  return null;
}
function renderFrameBar() {
  if (detail.frames.length < 2) return;
  const frame = detail.frames[state.frame];
  const time = typeof frame.timestampMs === 'number' ? `${(frame.timestampMs / 1000).toFixed(3)} s` : '';
  $('frame-title').replaceChildren(`Frame ${whole.format(frame.frame)} `, make('small', {}, `${time} · ${VERDICTS[frame.verdict].label.toLowerCase()}`));
  $('previous-frame').disabled = state.frame === 0;
  $('next-frame').disabled = state.frame === detail.frames.length - 1;
  $('previous-failing').disabled = nextFailing(-1) === null;
  $('next-failing').disabled = nextFailing(1) === null;
  revealInStrip();
  for (const cursor of cursors) cursor();
}
const CELL = 98;
const cells = new Map();
function dropStrip() {
  for (const cell of cells.values()) if (cell.address) URL.revokeObjectURL(cell.address);
  cells.clear();
  $('strip').firstElementChild.replaceChildren();
}
/** Only the cells that can be seen are there, however long the clip. */
function renderStrip() {
  if (!detail || detail.frames.length < 2) return;
  const strip = $('strip');
  const first = Math.max(0, Math.floor(strip.scrollLeft / CELL) - 2);
  const last = Math.min(detail.frames.length - 1, Math.ceil((strip.scrollLeft + strip.clientWidth) / CELL) + 2);
  for (const [i, cell] of cells) {
    if (i >= first && i <= last) continue;
    if (cell.address) URL.revokeObjectURL(cell.address);
    cell.remove();
    cells.delete(i);
  }
  for (let i = first; i <= last; i++) {
    if (!cells.has(i)) cells.set(i, stripCell(i));
    cells.get(i).setAttribute('aria-current', i === state.frame);
  }
}
function stripCell(i) {
  const frame = detail.frames[i], caseIndex = state.case;
  const cell = make('button', { type: 'button', tabindex: -1, 'data-position': i, 'aria-label': `Frame ${frame.frame}, ${VERDICTS[frame.verdict].label}`, onclick: () => showFrame(i) },
    make('span', {}, sign(frame.verdict), frame.frame));
  cell.style.left = `${4 + i * CELL}px`;
  $('strip').firstElementChild.append(cell);
  const element = ['actual', 'both', 'expected'].map(side => $(`picture-${caseIndex}-${i}-${side}`)).find(found => found?.firstChild);
  if (element) setTimeout(() => {
    if (!cell.isConnected) return;
    cell.address = URL.createObjectURL(blobOf(element));
    cell.prepend(make('img', { alt: '', decoding: 'async', src: cell.address }));
  });
  return cell;
}
function revealInStrip() {
  const strip = $('strip');
  strip.firstElementChild.style.width = `${detail.frames.length * CELL + 4}px`;
  const left = state.frame * CELL;
  if (left < strip.scrollLeft + 20 || left + CELL > strip.scrollLeft + strip.clientWidth - 20) strip.scrollLeft = left - strip.clientWidth / 2 + CELL / 2;
  renderStrip();
}
let cursors = [];
function renderCurves() {
  cursors = [];
  $('curves').replaceChildren(...(detail.frames.length < 2 ? [] : detail.curves.map(curve)));
}
function curve(data) {
  const width = 1000, height = 112, top = 12, bottom = 94;
  const values = data.values.map(value => typeof value === 'number' ? value : null);
  const known = values.filter(value => value !== null);
  const limit = typeof data.allowed === 'number' ? data.allowed : null;
  const all = limit === null ? known : [...known, limit];
  let low = Math.min(...[0].concat(all.reduce((a, b) => Math.min(a, b), Infinity))), high = all.reduce((a, b) => Math.max(a, b), -Infinity);
  // What stays near one would be a flat line above a zero.
  const least = all.reduce((a, b) => Math.min(a, b), Infinity);
  if (least > .5 && high <= 1) low = least - (1 - least) * .15;
  if (!(high > low)) high = low + 1;
  const x = i => values.length < 2 ? width / 2 : i / (values.length - 1) * width;
  const y = value => bottom - (value - low) / (high - low) * (bottom - top);
  const svg = drawn('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img' });
  const plain = { 'vector-effect': 'non-scaling-stroke' };
  const step = width / Math.max(1, values.length - 1);
  for (let i = 0; i < values.length; i++) {
    if (!failing(i)) continue;
    let end = i;
    while (end + 1 < values.length && failing(end + 1)) end++;
    svg.append(drawn('rect', { class: 'failing', x: x(i) - step / 2, y: top - 8, width: (end - i + 1) * step, height: bottom - top + 8 }));
    svg.append(drawn('rect', { class: 'bad', x: x(i) - Math.min(step / 2, 2), y: bottom + 2, width: Math.max(4, (end - i) * step + Math.min(step, 4)), height: 4 }));
    i = end;
  }
  svg.append(drawn('line', { class: 'axis', x1: 0, x2: width, y1: bottom, y2: bottom, ...plain }));
  let d = '', area = '', start = null;
  values.forEach((value, i) => {
    if (value === null) return;
    const joined = i > 0 && values[i - 1] !== null;
    d += `${joined ? 'L' : 'M'}${x(i).toFixed(2)} ${y(value).toFixed(2)}`;
    if (!joined) start = x(i);
    area += `${joined ? 'L' : `M${start.toFixed(2)} ${bottom}L`}${x(i).toFixed(2)} ${y(value).toFixed(2)}`;
    if (values[i + 1] === null || i === values.length - 1) area += `L${x(i).toFixed(2)} ${bottom}Z`;
  });
  svg.append(drawn('path', { class: 'area', d: area }), drawn('path', { class: 'trace', d, ...plain }));
  if (limit !== null) svg.append(drawn('line', { class: 'limit', x1: 0, x2: width, y1: y(limit), y2: y(limit), ...plain }));
  const hover = drawn('line', { class: 'hover', y1: top - 8, y2: bottom, visibility: 'hidden', ...plain });
  const cursor = drawn('line', { class: 'cursor', y1: top - 8, y2: bottom, ...plain });
  svg.append(hover, cursor);
  const output = make('output');
  const tell = i => output.replaceChildren(`frame ${whole.format(detail.frames[i].frame)}: `, make('b', {}, values[i] === null ? 'no value' : number(values[i])));
  const move = () => { cursor.setAttribute('x1', x(state.frame)); cursor.setAttribute('x2', x(state.frame)); tell(state.frame); };
  const at = event => { const box = svg.getBoundingClientRect(); return clamp(Math.round((event.clientX - box.left) / box.width * (values.length - 1)), 0, values.length - 1); };
  svg.addEventListener('pointermove', event => {
    const i = at(event);
    hover.setAttribute('x1', x(i)); hover.setAttribute('x2', x(i)); hover.setAttribute('visibility', 'visible');
    tell(i);
  });
  svg.addEventListener('pointerleave', () => { hover.setAttribute('visibility', 'hidden'); tell(state.frame); });
  svg.addEventListener('click', event => showFrame(at(event)));
  const worst = known.length ? `, from ${number(known.reduce((a, b) => Math.min(a, b)))} to ${number(known.reduce((a, b) => Math.max(a, b)))}` : '';
  svg.setAttribute('aria-label', `${data.name} over ${plural(values.length, 'frame')}${worst}${limit === null ? '' : `; threshold ${number(limit)}`}. The arrow keys step through the frames.`);
  cursors.push(move);
  return make('figure', { class: 'curve' }, make('header', {}, make('h3', { dir: 'auto' }, data.name),
    limit === null ? null : make('span', { class: 'v-failed' }, `threshold ${number(limit)}`), output), svg);
}

// ---------------------------------------------------------------- keys and buttons

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
  if (event.ctrlKey || event.metaKey || event.altKey || $('help').open) return;
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

function start() {
  startTheme();
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
})();
