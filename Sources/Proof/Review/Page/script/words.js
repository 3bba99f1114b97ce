// Words and elements.

const $ = id => document.getElementById(id);
const index = JSON.parse($('index').textContent);
const root = document.documentElement;
const still = matchMedia('(prefers-reduced-motion: reduce)');

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
  maxDifferingShare: 'Frames that differ', maxFlicker: 'Flicker, levels',
};
/** What a rung's name says: the words, whether it is a least value, whether it is a share. */
function rungOf(name) {
  const plain = name.replace(/^outside\./, '');
  const words = RUNGS[plain] ?? plain;
  return {
    words: plain === name ? words : `Outside: ${words[0].toLowerCase()}${words.slice(1)}`,
    bound: plain.startsWith('min') ? '≥' : '≤', isLeast: plain.startsWith('min'),
    shown: ['maxChangedShare', 'maxWindowShare', 'maxDifferingShare'].includes(plain) ? share : number,
  };
}
const VIEWS = [
  ['side', 'Side by side'], ['slider', 'Slider'], ['blink', 'Blink'], ['difference', 'Difference'],
  ['expected', 'Expected'], ['actual', 'Actual'],
];
const LAYERS = [['landmarks', 'Landmarks', 'l'], ['quads', 'Layers', 'q'], ['region', 'Region', 'r'], ['ignored', 'Ignored', 'i']];

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
