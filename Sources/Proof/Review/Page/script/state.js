// State and address.

const state = {
  case: null, frame: 0, view: 'side', filter: 'all', search: '',
  landmarks: false, quads: false, region: false, ignored: true, gain: 4, split: .5, rate: 2, blinkOn: true, phase: 0,
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
  // Going back tells twice, by popstate and by hashchange; the second may come after a key was pressed,
  // and following it again would take the focus from where it is by now.
  if ((location.hash || '#') === address()) return;
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
