// The curves of a clip: a measure over its frames, where a click opens one.

let cursors = [];
function renderCurves() {
  cursors = [];
  $('curves').replaceChildren(...(detail.frames.length < 2 ? [] : [spanTimeline(), ...detail.curves.map(curve)].filter(Boolean)));
}
function curve(data) {
  const width = 1000, height = 112, top = 12, bottom = 94;
  const values = data.values.map(value => typeof value === 'number' ? value : null);
  const known = values.filter(value => value !== null);
  const limit = typeof data.allowed === 'number' ? data.allowed : null;
  const { isLeast, shown } = rungOf(data.rung ?? '');
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
    const [left, right] = [Math.max(0, x(i) - step / 2), Math.min(width, x(end) + step / 2)];
    svg.append(drawn('rect', { class: 'failing', x: left, y: top - 8, width: right - left, height: bottom - top + 8 }));
    svg.append(drawn('rect', { class: 'bad', x: left, y: bottom + 2, width: Math.max(4, right - left), height: 4 }));
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
  if (limit !== null) {
    // The side that is not allowed, shaded: below a least value, above a greatest.
    svg.append(drawn('rect', { class: `forbidden ${isLeast ? 'below' : 'above'}`, x: 0, width, y: isLeast ? y(limit) : top - 8, height: Math.max(0, isLeast ? bottom - y(limit) : y(limit) - top + 8) }),
      drawn('line', { class: 'limit', x1: 0, x2: width, y1: y(limit), y2: y(limit), ...plain }));
  }
  const hover = drawn('line', { class: 'hover', y1: top - 8, y2: bottom, visibility: 'hidden', ...plain });
  const cursor = drawn('line', { class: 'cursor', y1: top - 8, y2: bottom, ...plain });
  svg.append(hover, cursor);
  const allowed = limit === null ? '' : `${isLeast ? 'at least' : 'at most'} ${shown(limit)} allowed`;
  const output = make('output');
  const tell = i => output.replaceChildren(`frame ${whole.format(detail.frames[i].frame)}: `, make('b', {}, values[i] === null ? 'no value' : shown(values[i])));
  const move = () => { cursor.setAttribute('x1', x(state.frame)); cursor.setAttribute('x2', x(state.frame)); tell(state.frame); };
  const at = event => { const box = svg.getBoundingClientRect(); return clamp(Math.round((event.clientX - box.left) / box.width * (values.length - 1)), 0, values.length - 1); };
  svg.addEventListener('pointermove', event => {
    const i = at(event);
    hover.setAttribute('x1', x(i)); hover.setAttribute('x2', x(i)); hover.setAttribute('visibility', 'visible');
    tell(i);
  });
  svg.addEventListener('pointerleave', () => { hover.setAttribute('visibility', 'hidden'); tell(state.frame); });
  svg.addEventListener('click', event => showFrame(at(event)));
  const worst = known.length ? `, from ${shown(known.reduce((a, b) => Math.min(a, b)))} to ${shown(known.reduce((a, b) => Math.max(a, b)))}` : '';
  svg.setAttribute('aria-label', `${data.name} over ${plural(values.length, 'frame')}${worst}${limit === null ? '' : `; ${allowed}`}. The arrow keys step through the frames.`);
  cursors.push(move);
  return make('figure', { class: 'curve' }, make('header', {}, make('h3', { dir: 'auto' }, data.name),
    limit === null ? null : make('span', { class: 'v-failed' }, allowed), output), svg);
}
