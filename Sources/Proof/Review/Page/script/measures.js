// The measures beside the pictures.

/** A path that breaks after its slashes. */
const path = text => make('bdi', { class: 'file' }, ...text.split('/').flatMap((part, i, all) => i < all.length - 1 ? [`${part}/`, make('wbr')] : [part]));
function renderAside() {
  const frame = detail.frames[state.frame];
  const panels = [];
  if (detail.rungs.length) {
    panels.push(make('section', { class: 'panel' }, make('h3', {}, detail.frames.length > 1 ? 'Thresholds, at the worst frame' : 'Thresholds'),
      make('table', { id: 'rungs' },
        make('thead', {}, make('tr', {}, make('th', { scope: 'col' }, 'Measure'), make('th', { scope: 'col', class: 'number' }, 'Found'), make('th', { scope: 'col', class: 'number' }, 'Allowed'), make('th', { scope: 'col', class: 'mark' }, make('span', { class: 'unseen' }, 'Kept')))),
        make('tbody', {}, ...detail.rungs.map(rung => {
          const { words, bound, shown } = rungOf(rung.rung);
          const kept = rung.passed ? 'passed' : 'failed';
          const asked = rung.allowed !== undefined && rung.allowed !== null;
          return make('tr', {},
            make('th', { scope: 'row', title: rung.rung }, words),
            make('td', { class: `number${rung.passed ? '' : ' over'}` }, shown(rung.found)),
            make('td', { class: 'number' }, asked ? `${bound} ${shown(rung.allowed)}` : '–'),
            make('td', { class: 'mark' }, asked || !rung.passed ? sign(kept) : '', make('span', { class: 'unseen' }, asked || !rung.passed ? (rung.passed ? 'kept' : 'not kept') : 'not asked for')));
        })))));
  }
  if (frame) {
    const facts = [];
    const m = frame.measures;
    if (m) {
      facts.push(['Size', `${m.width} × ${m.height}`], ['Compared pixels', number(m.comparedPixels)], ['That differ', number(m.differingPixels)],
        ['Over the pixel threshold', number(m.changedPixels)]);
      if (m.antialiasedPixels) facts.push(['Antialiasing', number(m.antialiasedPixels)]);
      if (m.densestWindow) facts.push(['Densest window', `${share(m.densestWindow.share)} at ${m.densestWindow.x}, ${m.densestWindow.y}`]);
    }
    const layers = [...new Set(frame.quads.map(quad => quad.layer))];
    if (layers.length) facts.push(['Layers', layers.join(', '), 'long']);
    if (frame.variant) facts.push(['Variant', frame.variant]);
    if (frame.landmarks.length) facts.push(['Landmarks', number(frame.landmarks.length)]);
    if (frame.expected) facts.push(['Expected', path(frame.expected), 'long']);
    if (frame.actual) facts.push(['Actual', path(frame.actual), 'long']);
    const words = detail.frames.length > 1 ? frame.explanation : [];
    if (facts.length || words.length) {
      panels.push(make('section', { class: 'panel', id: 'frame-facts' }, make('h3', {}, detail.frames.length > 1 ? `Frame ${whole.format(frame.frame)}` : 'Picture'),
        ...words.map(text => make('p', { dir: 'auto' }, text)),
        make('dl', {}, ...facts.map(([term, value, kind]) => make('div', { class: kind }, make('dt', {}, term), make('dd', { dir: 'auto' }, value))))));
    }
  }
  $('aside').replaceChildren(...panels);
}
