// What is drawn on pictures.

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
