// The face that wears the avatar: the picture's, or a head that the service draws in any pose, with any expression.
const shapesOfHeads = [['narrow', 'narrowHead'], ['average', 'averageHead'], ['wide', 'wideHead']];
const poses = [
  { name: 'yaw', label: 'turnAside', most: 90 }, { name: 'pitch', label: 'nod', most: 60 }, { name: 'roll', label: 'tilt', most: 180 },
];
// ARKit's 52 blendshapes; a star stands for Left and Right.
const blendshapeGroups = [
  ['eyes', ['eyeBlink*', 'eyeWide*', 'eyeSquint*', 'eyeLookUp*', 'eyeLookDown*', 'eyeLookIn*', 'eyeLookOut*']],
  ['brows', ['browInnerUp', 'browOuterUp*', 'browDown*']],
  ['jaw', ['jawOpen', 'jawForward', 'jawLeft', 'jawRight']],
  ['mouth', [
    'mouthSmile*', 'mouthFrown*', 'mouthPucker', 'mouthFunnel', 'mouthClose', 'mouthLeft', 'mouthRight', 'mouthUpperUp*',
    'mouthLowerDown*', 'mouthPress*', 'mouthStretch*', 'mouthDimple*', 'mouthRollUpper', 'mouthRollLower', 'mouthShrugUpper',
    'mouthShrugLower', 'tongueOut',
  ]],
  ['cheeksAndNose', ['cheekPuff', 'cheekSquint*', 'noseSneer*']],
].map(([group, names]) => [
  group, names.flatMap(name => (name.endsWith('*') ? ['Left', 'Right'].map(side => name.slice(0, -1) + side) : [name])),
]);

// What is asked of the service, and what was shown before.
const head = { shape: null, pose: { yaw: 0, pitch: 0, roll: 0 }, scores: {}, timestampMs: 0, kept: null, turning: null };
const isHead = () => state.moving === head;
let headAsking = null;
let askHeadAgain = false;

service.head = async options => {
  const body = new FormData();
  body.append('options', new Blob([JSON.stringify(options)], { type: 'application/json' }));
  const { picture, tracking } = await (await service.ask('v1/heads', { method: 'POST', body })).json();
  const letters = atob(picture.base64);
  const bytes = new Uint8Array(letters.length);
  for (let index = 0; index < letters.length; index++) bytes[index] = letters.charCodeAt(index);
  return { picture: new File([bytes], 'head.jpg', { type: picture.mediaType }), tracking: new File([tracking], 'head.jsonl') };
};

// One request at a time, and always one for the last change; the avatar is put on one while the next is drawn.
function drawHead() {
  if (headAsking) { askHeadAgain = true; return headAsking; }
  const ask = async () => {
    do {
      askHeadAgain = false;
      const files = await service.head({
        shape: head.shape, ...head.pose, blendshapes: head.scores, timestampMs: head.timestampMs,
        // As wide as it is shown, in steps, so that it is neither soft nor slow.
        width: Math.min(Math.max(Math.ceil(byId('stage').clientWidth * devicePixelRatio / 160) * 160, 320), 960),
      });
      // Something else may have been taken meanwhile.
      if (!head.shape) return;
      if (isHead()) { Object.assign(state, files); render(); } else useFiles({ ...files, moving: head, isSample: false });
    } while (askHeadAgain);
  };
  headAsking = ask().catch(error => { stopTurning(); tell(error); }).finally(() => { headAsking = null; });
  return headAsking;
}

// A shape, or null for the picture that was there before.
function chooseFace(shape) {
  takeNext();
  stopClip();
  if (!shape) {
    stopTurning();
    head.shape = null;
    if (isHead() && head.kept) useFiles(head.kept);
    showFaces();
    return;
  }
  if (!isHead()) {
    const { picture, tracking, moving, isSample } = state;
    if (picture) head.kept = { picture, tracking, moving, isSample };
  }
  head.shape = shape;
  showFaces();
  drawHead();
}

// What a slider changes is seen on a drawn head; the picture's face is as it is.
function changeHead() {
  letGo();
  if (head.shape) drawHead();
  else chooseFace('average');
}

const showFaces = () => {
  check(byId('faces'), 1 + shapesOfHeads.findIndex(([shape]) => shape === head.shape));
  write(byId('turn-head'), phrase(head.turning ? 'stop' : 'turnHead'));
};

// Called where something is shown: what is no head ends the head.
function showWhoseFace() {
  if (isHead() || !state.picture) return;
  stopTurning();
  head.shape = null;
  showFaces();
}

async function turnHead() {
  if (head.turning) { stopTurning(); return; }
  if (!head.shape) chooseFace('average');
  const mine = head.turning = { since: performance.now() - head.timestampMs };
  showFaces();
  const { roll } = head.pose;
  while (head.turning === mine) {
    const seconds = (performance.now() - mine.since) / 1000;
    head.timestampMs = Math.round(seconds * 1000) % 3_600_000;
    // Aside in four seconds, up and down in six and a half.
    head.pose = {
      yaw: Math.round(45 * Math.sin(seconds * Math.PI / 2)), pitch: Math.round(12 * Math.sin(seconds * Math.PI / 3.25)), roll,
    };
    showHead();
    await drawHead();
    if (state.hasFailed) stopTurning();
    await new Promise(requestAnimationFrame);
  }
}

function stopTurning() {
  if (!head.turning) return;
  head.turning = null;
  showFaces();
}

function showHead() {
  for (const input of byId('face').querySelectorAll('input[data-name]')) {
    const { name } = input.dataset;
    const number = head.pose[name] ?? head.scores[name] ?? 0;
    // Sixty of them, of which one is moved at a time.
    if (input.dataset.shown === String(number)) continue;
    input.dataset.shown = number;
    if (input !== document.activeElement || input.type === 'range') input.value = number;
    if (input.nextElementSibling?.tagName === 'OUTPUT') input.nextElementSibling.textContent = number ? number.toFixed(2) : '0';
  }
}

function resetHead() {
  stopTurning();
  head.pose = { yaw: 0, pitch: 0, roll: 0 };
  head.scores = {};
  head.timestampMs = 0;
  showHead();
  if (head.shape) drawHead();
}

// The blendshapes that the avatar's layers follow: by their names, or by the signals that are made of them.
function followed(manifest) {
  const all = blendshapeGroups.flatMap(([, names]) => names);
  const madeOf = { blink: ['eyeBlinkLeft', 'eyeBlinkRight'] };
  const found = new Set();
  const walk = value => {
    if (typeof value === 'string') (madeOf[value] ?? [value]).forEach(name => found.add(name));
    else if (value && typeof value === 'object') Object.values(value).forEach(walk);
  };
  for (const layer of manifest.layers) walk([layer.when, layer.drive]);
  return all.filter(name => found.has(name));
}

// The sliders by groups, those that the avatar follows first, in a group that is open.
function listFace() {
  const first = followed(fitting().manifest);
    const rows = new Map([...byId('blendshapes').querySelectorAll('.row')].map(row => [row.dataset.row, row]));
  const opened = new Set([...byId('blendshapes').querySelectorAll('details[open]')].map(details => details.dataset.group));
  byId('blendshapes').replaceChildren(...[['followed', first], ...blendshapeGroups].flatMap(([group, names]) => {
    const own = group === 'followed' ? names : names.filter(name => !first.includes(name));
    if (!own.length) return [];
    const details = document.createElement('details');
    details.dataset.group = group;
    details.open = group === 'followed' || opened.has(group);
    const summary = document.createElement('summary');
    write(summary, phrase(group));
    const list = document.createElement('div');
    list.className = 'rows';
    list.append(...own.map(name => rows.get(name) ?? blendshapeRow(name)));
    details.append(summary, list);
    return [details];
  }));
  filterFace();
  showHead();
}

function slider(name, limits, set) {
  const input = document.createElement('input');
  Object.assign(input, { type: 'range', ...limits });
  input.dataset.name = name;
  input.setAttribute('aria-label', name);
  input.addEventListener('input', () => {
    if (!Number.isFinite(input.valueAsNumber)) return;
    set(input.valueAsNumber);
    showHead();
    changeHead();
  });
  // What was typed and does not count gives way to what does.
  input.addEventListener('blur', () => { delete input.dataset.shown; showHead(); });
  return input;
}

function blendshapeRow(name) {
  const row = document.createElement('label');
  row.className = 'row';
  row.dataset.row = name;
  const code = document.createElement('code');
  code.textContent = name;
  row.append(code, slider(name, { min: 0, max: 1, step: 0.01, value: 0 }, to => {
    if (to) head.scores[name] = to; else delete head.scores[name];
  }), document.createElement('output'));
  return row;
}

// Those whose names have all the words; the groups of those are open while something is looked for.
function filterFace() {
  const words = byId('face-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const details of byId('blendshapes').children) {
    const rows = [...details.querySelectorAll('.row')];
    for (const row of rows) row.hidden = !words.every(word => row.dataset.row.toLowerCase().includes(word));
    details.hidden = rows.every(row => row.hidden);
    if (words.length) details.open = true;
  }
  byId('no-blendshape').hidden = [...byId('blendshapes').children].some(details => !details.hidden);
}

function startFace() {
  byId('faces').append(
    radio(phrase('ofPicture'), () => chooseFace(null)), ...shapesOfHeads.map(([shape, words]) => radio(phrase(words), () => chooseFace(shape))));
  for (const { name, label, most } of poses) {
    const words = document.createElement('label');
    write(words, phrase(label));
    words.htmlFor = `head-${name}`;
    const put = to => { stopTurning(); head.pose = { ...head.pose, [name]: Math.min(Math.max(to, -most), most) }; };
    const range = slider(name, { min: -most, max: most, step: 1, value: 0, id: words.htmlFor }, put);
    const number = slider(name, { type: 'number', min: -most, max: most, step: 'any', value: 0 }, put);
    write(number, phrase('asNumber', { label: phrase(label), path: name }), 'aria-label');
    byId('pose-sliders').append(words, range, number);
  }
  byId('pose-sliders').addEventListener('submit', event => event.preventDefault());
  byId('turn-head').addEventListener('click', turnHead);
  byId('reset-head').addEventListener('click', resetHead);
  byId('face-filter').addEventListener('input', filterFace);
  showFaces();
}
