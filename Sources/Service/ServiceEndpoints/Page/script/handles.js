// Handles beside the outline that turn and scale what is chosen.
let twist = null; // the handle that is held

// What the handles belong to: the chosen layer on the face on which it is largest, or all layers on it.
function handled() {
  if (!state.frame || !target() || !byId('outlines').checked) return null;
  const entries = shapes().filter(entry => isTogether() || isMovable(entry));
  if (!entries.length) return null;
  const box = ({ corners }) => {
    const [xs, ys] = [0, 1].map(axis => corners.map(corner => corner[axis]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    return [[left, top], [right, top], [right, bottom], [left, bottom]];
  };
  const quads = entries.map(entry => ({ ...entry, corners: isTogether() ? box(entry) : entry.corners }));
  const entry = quads.reduce((best, one) => (areaOf(one.corners) > areaOf(best.corners) ? one : best));
  const middle = isTogether() ? [0, 1].map(axis => (entry.corners[0][axis] + entry.corners[2][axis]) / 2) : pivotOf(entry);
  return { ...entry, middle };
}

function showHandles() {
  const svg = byId('handles');
  const entry = grip ? null : handled();
  if (!state.frame) return;
  const { width, height } = state.frame;
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('preserveAspectRatio', 'none');
  const part = pixelsPerPoint();
  const circle = (kind, [x, y]) => ({ kind, x: Math.min(Math.max(x, 8 * part), width - 8 * part), y: Math.min(Math.max(y, 8 * part), height - 8 * part) });
  const marks = [];
  if (entry) {
    const [topLeft, topRight, bottomRight] = entry.corners;
    const top = [0, 1].map(axis => (topLeft[axis] + topRight[axis]) / 2);
    const out = Math.hypot(top[0] - entry.middle[0], top[1] - entry.middle[1]) || 1;
    marks.push(circle('scale', bottomRight), circle('turn', top.map((value, axis) => value + 22 * part * (value - entry.middle[axis]) / out)));
  }
  if (grip?.isHeld) {
    for (const [name, [x, y]] of Object.entries(grip.anchors ?? {})) marks.push({ kind: name === grip.snappedTo ? 'anchor near' : 'anchor', x, y });
  }
  while (svg.children.length > marks.length) svg.lastElementChild.remove();
  while (svg.children.length < marks.length) svg.append(document.createElementNS(svgName, 'circle'));
  marks.forEach(({ kind, x, y }, index) => {
    const mark = svg.children[index];
    for (const [name, value] of Object.entries({ cx: x, cy: y, r: (kind.startsWith('anchor') ? 3.5 : 7) * part, class: kind })) mark.setAttribute(name, value);
    mark.dataset.kind = kind;
  });
}

function startHandles() {
  const svg = byId('handles');
  holdTouches(svg);
  svg.addEventListener('pointerdown', event => {
    const kind = event.target.dataset.kind;
    const entry = handled();
    if (event.button !== 0 || !entry || (kind !== 'scale' && kind !== 'turn')) return;
    event.preventDefault();
    event.stopPropagation();
    letGo();
    svg.setPointerCapture(event.pointerId);
    const from = pointIn(event, byId('frame'), state.frame);
    const layer = currentLayer();
    const isFlipped = state.frame.mirrored && layer?.mirror !== 'keep';
    const property = targetProperties().find(({ path }) => path === (kind === 'scale' ? 'scale' : 'rotation'));
    twist = { kind, from, middle: entry.middle, property, sign: isFlipped ? -1 : 1, start: value(target(), property) };
  });
  svg.addEventListener('pointermove', event => {
    if (!twist || !state.frame) return;
    const [x, y] = pointIn(event, byId('frame'), state.frame).map((length, axis) => length - twist.middle[axis]);
    const [u, v] = twist.from.map((length, axis) => length - twist.middle[axis]);
    let to = twist.start * Math.hypot(x, y) / Math.max(Math.hypot(u, v), 1);
    if (twist.kind === 'turn') {
      to = twist.start + twist.sign * (Math.atan2(y, x) - Math.atan2(v, u)) * 180 / Math.PI;
      to -= 360 * Math.round(to / 360);
      // Right angles and their halves hold it.
      const whole = 45 * Math.round(to / 45);
      to = !event.altKey && Math.abs(to - whole) < 2 ? whole : rounded(to);
    }
    put(twist.property, to);
    showSliders();
    render();
  });
  for (const name of ['pointerup', 'pointercancel']) svg.addEventListener(name, () => { twist = null; });
}
