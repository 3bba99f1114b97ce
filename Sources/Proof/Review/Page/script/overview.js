// Overview.

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
  $('proportions').replaceChildren();
  $('chips').replaceChildren();
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
  if (index.obsolete.length && $('obsolete').hidden) {
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
  renderApproval();
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
