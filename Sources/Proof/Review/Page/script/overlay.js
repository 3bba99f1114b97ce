// What is drawn on pictures.

const finite = point => Array.isArray(point) && point.length >= 2 && point.every(Number.isFinite);
function overlay() {
  const frame = detail.frames[state.frame];
  const svg = drawn('svg', { width: set.width, height: set.height, viewBox: `0 0 ${set.width} ${set.height}`, 'aria-hidden': 'true' });
  if (!frame) return svg;
  if (state.ignored && frame.regions?.length) svg.append(...ignoredRegions(frame.regions));
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
let patterns = 0;
/** What is not compared, hatched: ignored regions, and all but those that alone are compared. */
function ignoredRegions(regions) {
  const outline = region => `M${region.corners.map(([x, y]) => `${x} ${y}`).join('L')}Z`;
  const known = regions.filter(region => region.corners.every(finite));
  const compared = known.filter(region => region.use === 'compared').map(outline).join('');
  const ignored = known.filter(region => region.use === 'ignored').map(outline).join('');
  const id = `hatch-${++patterns}`;
  const size = Math.max(6, Math.round(Math.max(set.width, set.height) / 90));
  const parts = [drawn('defs', {},
    drawn('pattern', { id, width: size, height: size, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      drawn('rect', { class: 'hatch-ground', width: size, height: size }), drawn('rect', { class: 'hatch-line', width: size / 2, height: size })),
    drawn('mask', { id: `${id}-mask` }, drawn('rect', { class: 'hatch-shown', width: set.width, height: set.height }), drawn('path', { class: 'hatch-hidden', d: compared })))];
  // The page's policy allows no style attribute; a property set by the script counts as the script.
  const hatched = element => { element.style.fill = `url(#${id})`; return element; };
  if (compared) parts.push(hatched(drawn('rect', { class: 'ignored', width: set.width, height: set.height, mask: `url(#${id}-mask)` })),
    drawn('path', { class: 'compared', d: compared }));
  if (ignored) parts.push(hatched(drawn('path', { class: 'ignored', d: ignored })));
  return parts;
}
function redrawOverlays() {
  for (const world of $('stage').querySelectorAll('.world')) world.querySelector('svg').replaceWith(overlay());
  transform();
}
