// The session of a case: its states over time, what was measured and the thresholds, the log.

let sessionCursors = [];
const STATE_COLOURS = { selectAvatar: '#8a94a6', cameraInit: '#6f7f96', promptTeeth: '#d9a441', teethConfirmed: '#4aa3a0', promptBrushGesture: '#c77b3b', brushGestureConfirmed: '#3f9b5f', completed: '#2f7d4a' };
const seconds = ms => `${few.format(ms / 1000)} s`;
const isNumber = value => typeof value === 'number';

function renderSession() {
  sessionCursors = [];
  const session = detail.session;
  const place = $('session');
  place.hidden = !session;
  if (!session) { place.replaceChildren(); return; }
  const runs = [['expected', session.expected], ['actual', session.actual]].filter(([, run]) => run);
  const times = runs.flatMap(([, run]) => [...run.timesMs, ...run.events.map(event => event.timestampMs)]).filter(isNumber);
  const low = times.reduce((a, b) => Math.min(a, b), Infinity), high = times.reduce((a, b) => Math.max(a, b), -Infinity);
  const span = times.length ? [low, Math.max(high, low + 1)] : [0, 1];
  const x = ms => (ms - span[0]) / (span[1] - span[0]) * 1000;
  const names = [...new Set(runs.flatMap(([, run]) => run.tracks.map(track => track.name)))];
  place.replaceChildren(make('h3', {}, 'Session'), timeline(session, runs, x, span),
    ...names.map(name => sessionCurve(session, runs, name, x, span)), eventList(session));
  moveSessionCursor();
}
/** The frame whose time is nearest. */
function openFrameAt(ms) {
  if (!detail.frames.length) return;
  const nearest = detail.frames.reduce((best, frame, i) => Math.abs(frame.timestampMs - ms) < Math.abs(detail.frames[best].timestampMs - ms) ? i : best, 0);
  showFrame(nearest);
}
function followPointer(svg, span, tell, calm) {
  const at = event => { const box = svg.getBoundingClientRect(); return span[0] + clamp((event.clientX - box.left) / box.width, 0, 1) * (span[1] - span[0]); };
  svg.addEventListener('pointermove', event => tell(at(event)));
  svg.addEventListener('pointerleave', calm);
  svg.addEventListener('click', event => openFrameAt(at(event)));
}
function cursorLine(svg, x, height) {
  const line = drawn('line', { class: 'cursor', y1: 0, y2: height, 'vector-effect': 'non-scaling-stroke', visibility: 'hidden' });
  svg.append(line);
  sessionCursors.push(ms => { line.setAttribute('visibility', ms === null ? 'hidden' : 'visible'); line.setAttribute('x1', x(ms ?? 0)); line.setAttribute('x2', x(ms ?? 0)); });
}
function moveSessionCursor() {
  const ms = detail?.frames[state.frame]?.timestampMs;
  for (const move of sessionCursors) move(isNumber(ms) ? ms : null);
}
function timeline(session, runs, x, span) {
  const rows = runs.length + (session.labels.length ? 1 : 0), rowHeight = 30, height = rows * rowHeight + 18;
  const svg = drawn('svg', { viewBox: `0 0 1000 ${height}`, role: 'img', 'aria-label': 'States over time' });
  runs.forEach(([side, run], row) => {
    const top = row * rowHeight;
    run.states.forEach((one, i) => {
      const left = x(clamp(one.startMs, ...span)), right = x(clamp(run.states[i + 1]?.startMs ?? span[1], ...span));
      svg.append(drawn('rect', { class: 'state', x: left, y: top + 2, width: Math.max(1.5, right - left), height: rowHeight - 8, fill: one.isOutcome ? '#5b6472' : STATE_COLOURS[one.name] ?? '#8a94a6', opacity: side === 'expected' ? .45 : .8 },
        drawn('title', {}, `${side}: ${one.isOutcome ? 'outcome ' : ''}${one.name} from ${seconds(one.startMs)}`)));
      if (right - left > 7 * one.name.length) svg.append(drawn('text', { x: left + 4, y: top + 18 }, one.name));
    });
    for (const event of run.events) svg.append(drawn('line', { class: 'tick', x1: x(event.timestampMs), x2: x(event.timestampMs), y1: top + rowHeight - 6, y2: top + rowHeight - 1 }));
  });
  for (const label of session.labels) {
    const left = x(label.startMs), top = runs.length * rowHeight;
    svg.append(drawn('rect', { class: 'label', x: left, y: top + 2, width: Math.max(1.5, x(label.endMs) - left), height: rowHeight - 8 }), drawn('text', { x: left + 4, y: top + 18 }, label.name));
  }
  for (let i = 0; i <= 5; i++) {
    const ms = span[0] + (span[1] - span[0]) * i / 5;
    svg.append(drawn('text', { class: 'row', x: x(ms), y: height - 3, 'text-anchor': i === 0 ? 'start' : i === 5 ? 'end' : 'middle' }, seconds(ms)));
  }
  cursorLine(svg, x, height - 16);
  const output = make('output');
  followPointer(svg, span, ms => output.replaceChildren(seconds(ms), ' ', ...runs.map(([side, run]) => make('b', {}, `${side}: ${run.states.findLast(one => one.startMs <= ms)?.name ?? '–'} `))), () => output.replaceChildren());
  const keys = runs.length > 1 ? runs.map(([side]) => make('span', { class: `key ${side}` }, side)) : [];
  return make('figure', { class: 'curve timeline' }, make('header', {}, make('h3', {}, runs.length > 1 ? 'States: expected above, actual below' : 'States'), ...keys, output), svg);
}
function sessionCurve(session, runs, name, x, span) {
  const height = 96, top = 8, bottom = 90;
  const limits = session.thresholds.filter(limit => limit.track === name);
  const drawnRuns = runs.map(([side, run]) => [side, run.timesMs, run.tracks.find(track => track.name === name)?.values ?? []]);
  const all = [...drawnRuns.flatMap(([, , values]) => values.filter(isNumber)), ...limits.map(limit => limit.value)];
  const high = Math.max(1e-9, all.reduce((a, b) => Math.max(a, b), 0)), low = all.reduce((a, b) => Math.min(a, b), 0);
  const y = value => bottom - (value - low) / (high - low) * (bottom - top);
  const svg = drawn('svg', { viewBox: `0 0 1000 ${height}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': `${name} over time` });
  const plain = { 'vector-effect': 'non-scaling-stroke' };
  for (const label of session.labels) svg.append(drawn('rect', { class: 'label', x: x(label.startMs), y: top, width: Math.max(1, x(label.endMs) - x(label.startMs)), height: bottom - top }));
  svg.append(drawn('line', { class: 'axis', x1: 0, x2: 1000, y1: bottom, y2: bottom, ...plain }));
  for (const limit of limits) svg.append(drawn('line', { class: 'limit', x1: 0, x2: 1000, y1: y(limit.value), y2: y(limit.value), ...plain }));
  for (const [side, times, values] of drawnRuns) {
    let d = '', joined = false;
    values.forEach((value, i) => {
      if (!isNumber(value)) { joined = false; return; }
      d += `${joined ? 'L' : 'M'}${x(times[i]).toFixed(2)} ${y(value).toFixed(2)}`;
      joined = true;
    });
    svg.append(drawn('path', { class: `trace ${side}`, d, ...plain }));
  }
  cursorLine(svg, x, bottom);
  const output = make('output');
  const valueAt = (times, values, ms) => { const i = times.findLastIndex(time => time <= ms); return i < 0 ? null : values[i]; };
  followPointer(svg, span, ms => output.replaceChildren(`${seconds(ms)}: `, ...drawnRuns.map(([side, times, values]) => make('b', {}, `${drawnRuns.length > 1 ? `${side} ` : ''}${number(valueAt(times, values, ms))} `))), () => output.replaceChildren());
  return make('figure', { class: 'curve' }, make('header', {}, make('h3', {}, name),
    ...limits.map(limit => make('span', { class: 'limits' }, `${limit.name} ${number(limit.value)}`)), output), svg);
}
/** The log; of two that differ, what only one of them has is marked. */
function eventList(session) {
  const actual = session.actual.events.map(event => event.line), expected = session.expected?.events.map(event => event.line);
  const item = (line, side) => make('li', { class: side }, side ? make('b', {}, side) : null, line);
  let items;
  if (!expected) items = actual.map(line => item(line, null));
  else {
    let first = 0;
    while (first < actual.length && first < expected.length && actual[first] === expected[first]) first++;
    let last = 0;
    while (last < actual.length - first && last < expected.length - first && actual.at(-1 - last) === expected.at(-1 - last)) last++;
    items = [...actual.slice(0, first).map(line => item(line, null)), ...expected.slice(first, expected.length - last).map(line => item(line, 'expected')),
      ...actual.slice(first, actual.length - last).map(line => item(line, 'actual')), ...actual.slice(actual.length - last).map(line => item(line, null))];
  }
  return make('details', { open: expected !== undefined && actual.join() !== expected.join() }, make('summary', {}, plural(actual.length, 'event')), make('ol', {}, ...items));
}
