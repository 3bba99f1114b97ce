// When a layer is shown, and what moves it: the signal from left to right, what it makes of the layer upwards. The
// line stands where the signal is in the picture.
const drivenProperties = ['offset.x', 'offset.y', 'offset.z', 'rotation', 'scale', 'opacity'];
const plot = { width: 280, height: 96, edge: 10 };

const conditionsOf = layer => [layer.when ?? []].flat();
const signalOf = ({ signal, blendshape }) => signal ?? blendshape;
// The key that it has already; a new one is called a signal.
const withSignal = (entry, name) => ('blendshape' in entry ? { ...entry, blendshape: name } : { ...entry, signal: name });

// The signal's value on the face that wears the avatar; null where the picture's tracking does not say it.
function signalIn(sample, name) {
  const shapes = sample?.faces.find(face => drawn().some(entry => entry.face === face.id))?.blendshapes ?? sample?.faces[0]?.blendshapes;
  if (!shapes) return null;
  return name === 'blink' ? (shapes.eyeBlinkLeft + shapes.eyeBlinkRight) / 2 : shapes[name] ?? null;
}

// The range of what a property takes, about what is given.
function rangeOf(property, values) {
  const usual = { rotation: [-45, 45], scale: [0, 2], opacity: [0, 1] }[property] ?? [-1, 1];
  return [Math.min(usual[0], ...values), Math.max(usual[1], ...values)];
}

function putMovement(change, isMerged = false) {
  const now = fitting();
  const layers = copy(now.parts);
  layers[now.layer] = change(layers[now.layer]);
  putLayers(layers, { isMerged });
  render();
}

const drivesOf = layer => [layer.drive ?? []].flat();
const putDrive = (index, drive, isMerged) => putMovement(layer => ({ ...layer, drive: drivesOf(layer).with(index, drive) }), isMerged);

function putCondition(index, condition, isMerged) {
  putMovement(layer => {
    const list = conditionsOf(layer).with(index, condition);
    return { ...layer, when: Array.isArray(layer.when) ? list : list[0] };
  }, isMerged);
}

function numberInput(label, value, put) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'number', step: 'any', value });
  write(input, phrase(label), 'aria-label');
  input.addEventListener('change', () => { if (Number.isFinite(input.valueAsNumber)) put(input.valueAsNumber); });
  return input;
}

function signalInput(name, put) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'text', value: name, spellcheck: false });
  input.setAttribute('list', 'signals');
  write(input, phrase('signal'), 'aria-label');
  input.addEventListener('change', () => put(input.value.trim()));
  return input;
}

function removeButton(remove) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = '×';
  write(button, phrase('remove'), 'aria-label');
  button.addEventListener('click', remove);
  return button;
}

// A plot whose points are dragged: marks are { x, y } in parts of it, y up; `move` takes a mark's number and its new place.
// `part` gives where a signal's value lies from left to right, `words` what is said of a mark.
function plotOf({ lines, marks, signal, part, sample, label, move, words }) {
  const { width, height, edge } = plot;
  const [px, py] = [x => edge + x * (width - 2 * edge), y => height - edge - y * (height - 2 * edge)];
  const svg = document.createElementNS(svgName, 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('class', 'plot');
  const add = (tag, attributes) => {
    const element = document.createElementNS(svgName, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    svg.append(element);
    return element;
  };
  const line = add('line', { class: 'live', y1: 0, y2: height });
  svg.showSample = sample => {
    const live = signalIn(sample, signal);
    line.toggleAttribute('hidden', live === null);
    if (live !== null) for (const end of ['x1', 'x2']) line.setAttribute(end, px(part(live)));
  };
  svg.showSample(sample);
  const paths = lines(marks).map(points => add('polyline', { points: points.map(([x, y]) => `${px(x)},${py(y)}`).join(' ') }));
  const circles = marks.map(({ x, y }, index) => {
    const circle = add('circle', { cx: px(x), cy: py(y), r: 6, tabindex: 0, role: 'slider', 'aria-valuetext': words(index) });
    write(circle, phrase(label), 'aria-label');
    circle.addEventListener('pointerdown', event => { circle.setPointerCapture(event.pointerId); circle.dataset.isHeld = ''; event.preventDefault(); circle.focus(); });
    const to = (x, y) => {
      const places = marks.map((mark, at) => (at === index ? { x: Math.min(Math.max(x, 0), 1), y: Math.min(Math.max(y, 0), 1) } : mark));
      marks = move(index, places);
      circles.forEach((one, at) => {
        for (const [name, value] of [['cx', px(marks[at].x)], ['cy', py(marks[at].y)], ['aria-valuetext', words(at)]]) one.setAttribute(name, value);
      });
      lines(marks).forEach((points, at) => paths[at].setAttribute('points', points.map(([x, y]) => `${px(x)},${py(y)}`).join(' ')));
    };
    circle.addEventListener('pointermove', event => {
      if (!('isHeld' in circle.dataset)) return;
      const box = svg.getBoundingClientRect();
      to(((event.clientX - box.x) / box.width * width - edge) / (width - 2 * edge), 1 - ((event.clientY - box.y) / box.height * height - edge) / (height - 2 * edge));
    });
    for (const name of ['pointerup', 'pointercancel']) circle.addEventListener(name, () => { delete circle.dataset.isHeld; });
    circle.addEventListener('keydown', event => {
      const steps = { ArrowLeft: [-0.01, 0], ArrowRight: [0.01, 0], ArrowUp: [0, 0.01], ArrowDown: [0, -0.01] }[event.key];
      if (!steps) return;
      event.preventDefault();
      to(marks[index].x + steps[0], marks[index].y + steps[1]);
    });
    return circle;
  });
  return svg;
}

function driveRow(drive, index, sample) {
  const row = document.createElement('div');
  row.className = 'movement';
  row.dataset.pointer = `drive/${index}`;
  const [from, to] = [drive.from ?? [0, 1], drive.to ?? [0, 0]];
  Object.assign(drive, { from, to });
  const property = document.createElement('select');
  property.append(...drivenProperties.map(name => new Option(name, name)));
  property.value = drive.property;
  write(property, phrase('property'), 'aria-label');
  property.addEventListener('change', () => {
    const to = ['scale', 'opacity'].includes(property.value) ? [1, property.value === 'scale' ? 1.3 : 0] : property.value === 'rotation' ? [0, 20] : [0, 0.3];
    putDrive(index, { ...drive, property: property.value, to });
  });
  // Signals of hands go beyond 0 and 1.
  const [left, right] = [Math.min(0, ...from), Math.max(1, ...from)];
  const [low, high] = rangeOf(drive.property, to);
  const [across, upwards] = [value => (value - left) / (right - left), value => (value - low) / (high - low)];
  const marksOf = () => [0, 1].map(end => ({ x: across(drive.from[end]), y: upwards(drive.to[end]) }));
  const plotted = plotOf({
    label: 'drivePoint', signal: signalOf(drive), part: across, sample, marks: marksOf(),
    words: end => `${drive.from[end]} → ${drive.to[end]}`,
    lines: ([a, b]) => { const [l, r] = a.x <= b.x ? [a, b] : [b, a]; return [[[0, l.y], [l.x, l.y], [r.x, r.y], [1, r.y]]]; },
    move: (at, marks) => {
      const other = drive.from[1 - at];
      let signal = shortNumber(left + marks[at].x * (right - left));
      // A slope needs a width.
      if (Math.abs(signal - other) < 0.01) signal = shortNumber(other + (other < right ? 0.01 : -0.01));
      drive = { ...drive, from: drive.from.with(at, signal), to: drive.to.with(at, shortNumber(low + marks[at].y * (high - low))) };
      putDrive(index, drive, true);
      return marksOf();
    },
  });
  const numbers = document.createElement('div');
  numbers.className = 'numbers';
  const pair = (key, label) => [0, 1].map(end => numberInput(label, drive[key][end], value => putDrive(index, { ...drive, [key]: drive[key].with(end, value) })));
  numbers.append(...pair('from', 'driveFrom'), '→', ...pair('to', 'driveTo'));
  const head = document.createElement('div');
  head.className = 'head';
  head.append(signalInput(signalOf(drive), name => putDrive(index, withSignal(drive, name))), property, removeButton(() => putMovement(layer => {
    const list = drivesOf(layer).toSpliced(index, 1);
    return { ...layer, drive: list.length ? list : undefined };
  })));
  row.append(head, plotted, numbers);
  return row;
}

function conditionRow(condition, index, sample) {
  const row = document.createElement('div');
  row.className = 'movement';
  row.dataset.pointer = `when/${index}`;
  const above = condition.above ?? 0;
  const below = condition.below ?? above;
  const right = Math.max(1, above, below);
  const across = value => value / right;
  const plotted = plotOf({
    label: 'conditionPoint', signal: signalOf(condition), part: across, sample,
    marks: [{ x: across(below), y: 0 }, { x: across(above), y: 1 }],
    words: end => String(end ? condition.above : condition.below ?? condition.above),
    // Shown from `above` on, until it is under `below`.
    lines: ([low, high]) => [[[0, 0], [high.x, 0], [high.x, 1], [1, 1]], [[1, 1], [low.x, 1], [low.x, 0], [0, 0]]],
    move: (at, marks) => {
      const value = shortNumber(marks[at].x * right);
      const now = { above: condition.above ?? 0, below: condition.below ?? condition.above ?? 0 };
      // What is dragged stops at the other.
      const next = at === 1 ? { above: Math.max(value, now.below), below: now.below } : { above: now.above, below: Math.min(value, now.above) };
      condition = { ...condition, above: next.above, ...('below' in condition || next.below !== next.above ? { below: next.below } : {}) };
      putCondition(index, condition, true);
      return [{ x: across(next.below), y: 0 }, { x: across(next.above), y: 1 }];
    },
  });
  const numbers = document.createElement('div');
  numbers.className = 'numbers';
  numbers.append(
    numberInput('conditionBelow', below, value => putCondition(index, { ...condition, below: Math.min(value, condition.above) })),
    numberInput('conditionAbove', above, value => putCondition(index, { ...condition, above: value, ...('below' in condition ? { below: Math.min(condition.below, value) } : {}) })));
  const head = document.createElement('div');
  head.className = 'head';
  const words = document.createElement('span');
  write(words, phrase('shownWhen'));
  head.append(words, signalInput(signalOf(condition), name => putCondition(index, withSignal(condition, name))), removeButton(() => putMovement(layer => {
    const list = conditionsOf(layer).toSpliced(index, 1);
    return { ...layer, when: list.length ? list : undefined };
  })));
  row.append(head, plotted, numbers);
  return row;
}

// The rows are made anew only where they are others: what is typed or held stays. Else the lines of the signals move.
async function showMovement() {
  const now = fitting();
  const layer = now?.parts[now.layer];
  byId('movement-box').hidden = !layer || Boolean(layer.occluder);
  if (!layer || !byId('movement-box').open) return;
  const sample = await sampleOf(state.tracking);
  const shown = now.parts[now.layer];
  if (fitting() !== now || shown === undefined) return;
  const box = byId('movement');
  const rows = JSON.stringify([now.id, shown.name, shown.when, shown.drive]);
  const isHeld = box.querySelector('[data-is-held]') || (box.contains(document.activeElement) && document.activeElement.matches('input, select, circle'));
  if (box.dataset.rows === rows || (isHeld && box.dataset.of === `${now.id} ${shown.name}`)) {
    for (const svg of box.querySelectorAll('svg')) svg.showSample(sample);
    return;
  }
  Object.assign(box.dataset, { rows, of: `${now.id} ${shown.name}` });
  box.replaceChildren(
    ...conditionsOf(shown).map((condition, index) => conditionRow({ ...condition }, index, sample)),
    ...drivesOf(shown).map((drive, index) => driveRow({ ...drive }, index, sample)));
  showFaults();
}

function startMovement() {
  const list = byId('signals');
  list.append(...['blink', ...blendshapes].map(name => new Option(name)));
  byId('movement-box').addEventListener('toggle', showMovement);
  // What was typed in is done: the rows follow what became of it.
  byId('movement').addEventListener('focusout', () => setTimeout(showMovement));
  byId('movement').addEventListener('change', () => setTimeout(() => { delete byId('movement').dataset.of; showMovement(); }));
  byId('add-drive').addEventListener('click', () => {
    putMovement(layer => ({ ...layer, drive: [...drivesOf(layer), { signal: 'jawOpen', property: 'offset.y', from: [0, 0.6], to: [0, -0.3] }] }));
    showMovement();
  });
  byId('add-condition').addEventListener('click', () => {
    putMovement(layer => {
      const condition = { signal: 'jawOpen', above: 0.35, below: 0.25 };
      return { ...layer, when: layer.when === undefined ? condition : [...conditionsOf(layer), condition] };
    });
    showMovement();
  });
}
