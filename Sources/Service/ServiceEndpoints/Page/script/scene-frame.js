// Asking for the picture of a scene at a time: one request at a time, and always one for the last change.
let sceneAsking = null;
let askSceneAgain = false;
// Until when the time goes on by itself, in seconds; null while it stands.
let playingTo = null;
const longestSeconds = 15;
// Whether what is said to be wrong is wrong with the last picture.
let isOfFrame = false;
// Whether the card is being tilted.
let isTilting = false;

function renderScene() {
  if (!currentScene()) return;
  byId('scene-stage').setAttribute('aria-busy', true);
  if (sceneAsking) { askSceneAgain = true; return; }
  sceneAsking = askScene().finally(() => {
    sceneAsking = null;
    if (askSceneAgain) { askSceneAgain = false; renderScene(); } else byId('scene-stage').setAttribute('aria-busy', false);
  });
}

async function askScene() {
  const start = performance.now();
  // The other view's picture may still be on its way.
  await asking;
  const [scene, { seconds }] = [currentScene(), sceneState];
  if (!scene) return;
  const { text } = scene;
  try {
    const { picture, corners } = await groundOf(scene, seconds, playingTo !== null || isTilting);
    const frame = await service.frame({
      picture, tracking: cardTracking(scene, corners, Math.round(seconds * 1000)),
      scene: String(text) === scene.stored ? null : String(text),
      cues: scene.given.map(cue => `${JSON.stringify(cue)}\n`).join('') || '\n',
      options: { avatar: 'none', format: 'jpeg', scenes: { named: [`${scene.picture.name}=${scene.id}`] } },
    });
    scene.faults = scene.faults.filter(({ isWarning }) => isWarning);
    if (isOfFrame) tell(null, byId('scene-problem'));
    await showScene({ ...frame, scene, seconds, corners, text });
    goOn(performance.now() - start);
  } catch (error) {
    stopPlaying();
    letGoOfItem();
    sceneState.hasFailed = true;
    scene.faults = error.errors ?? [];
    showSceneAge();
    showItem();
    tell(error, byId('scene-problem'));
    isOfFrame = true;
  }
}

async function showScene(frame) {
  const picture = byId('scene-picture');
  await putPicture(picture, frame);
  sceneState.frame = frame;
  sceneState.hasFailed = false;
  byId('scene-frame').style.setProperty('--ratio', frame.width / frame.height);
  byId('scene-frame').hidden = false;
  byId('scene-stage').classList.remove('empty');
  write(picture, sceneWords(), 'alt');
  showSceneWords();
  showSceneAge();
  followItem();
  showItem();
  // Counted for those who wait for the picture of a change.
  document.documentElement.dataset.sceneFrame = Number(document.documentElement.dataset.sceneFrame ?? 0) + 1;
}

const sceneWords = () => phrase('sceneWords', { scene: nameOf(sceneState.frame.scene), seconds: tenths(sceneState.frame.seconds) });

// While the time goes on nothing is read out, and what was read out holds no longer.
function showSceneWords() {
  write(byId('scene-words'), playingTo === null && sceneState.frame ? sceneWords() : '');
}

function showSceneAge() {
  const { frame, hasFailed } = sceneState;
  const isOld = Boolean(frame) && (hasFailed || frame.scene !== currentScene());
  byId('scene-stage').classList.toggle('old', isOld);
  byId('save-scene-picture').disabled = !frame || isOld;
}

function goTo(seconds) {
  sceneState.seconds = inThousandths(Math.min(Math.max(seconds, 0), longestSeconds));
  byId('time').value = sceneState.seconds;
  const words = phrase('seconds', { seconds: tenths(sceneState.seconds) });
  write(byId('time-words'), words);
  write(byId('time'), words, 'aria-valuetext');
  showPlayHead();
  renderScene();
}

// As far as the answer took, so that what is seen has its own pace.
function goOn(milliseconds) {
  if (playingTo === null) return;
  const next = sceneState.seconds + Math.min(Math.max(milliseconds, 40), 400) / 1000;
  if (next >= playingTo) { const end = playingTo; stopPlaying(); goTo(end); } else goTo(next);
}

function playTo(seconds) {
  playingTo = Math.min(seconds, longestSeconds);
  write(byId('play'), phrase('stop'));
  showSceneWords();
  renderScene();
}

function stopPlaying() {
  playingTo = null;
  write(byId('play'), phrase('play'));
  showSceneWords();
}

// What a user does to the card now; what it begins is seen afterwards.
function giveCue() {
  const scene = currentScene();
  if (!cuesOf(scene).length) return;
  scene.given.push({ timestampMs: Math.round(sceneState.seconds * 1000), cue: byId('cue').value });
  showCues();
  letGoOfItem();
  playTo(sceneState.seconds + 3);
}

// What items and sounds wait for, as the text has it now.
const cuesOf = scene => [...new Set(['items', 'sounds'].flatMap(list => scene.text.value[list] ?? []).map(({ on }) => on?.cue).filter(Boolean))];

function showCues() {
  const { given } = currentScene() ?? { given: [] };
  const cues = currentScene() ? cuesOf(currentScene()) : [];
  if (!isSame(cues, [...byId('cue').options].map(({ value }) => value))) byId('cue').replaceChildren(...cues.map(cue => new Option(cue, cue)));
  const chosen = byId('cue').value;
  byId('cue').hidden = cues.length < 2;
  byId('tap').disabled = !cues.length;
  write(byId('tap'), chosen === 'tap' || !chosen ? phrase('tap') : phrase('doCue', { cue: chosen }));
  byId('forget-cues').disabled = !given.length;
  const times = given.map(({ timestampMs, cue }) => [cue, phrase('seconds', { seconds: tenths(timestampMs / 1000) })]);
  write(byId('cues'), given.length ? phrase('cuesAt', { times: { list: times } }) : '');
}

// The card's tilt: one of some, or what two sliders say.
function startTilting() {
  const inputs = ['nod', 'turn'].map(axis => byId(`card-${axis}`));
  const tilt = () => { letGoOfItem(); renderScene(); };
  byId('pose').addEventListener('change', event => {
    const angles = tilts[event.target.value];
    inputs.forEach((input, index) => { if (angles) input.value = angles[index]; });
    tilt();
  });
  inputs.forEach(input => {
    input.addEventListener('input', () => {
      const angles = inputs.map(each => each.valueAsNumber);
      byId('pose').value = Object.keys(tilts).find(name => isSame(tilts[name], angles)) ?? 'own';
      isTilting = true;
      tilt();
    });
    input.addEventListener('change', () => { isTilting = false; tilt(); });
  });
}

function startScenes() {
  byId('time').addEventListener('input', event => { stopPlaying(); letGoOfItem(); goTo(event.target.valueAsNumber); });
  byId('play').addEventListener('click', () => {
    if (playingTo !== null) { stopPlaying(); return; }
    if (sceneState.seconds >= longestSeconds) goTo(0);
    playTo(longestSeconds);
  });
  byId('tap').addEventListener('click', giveCue);
  byId('cue').addEventListener('change', showCues);
  byId('forget-cues').addEventListener('click', () => { stopPlaying(); currentScene().given = []; showCues(); renderScene(); });
  startTilting();
  byId('scene-outlines').addEventListener('change', showItemOutline);
  byId('save-scene-picture').addEventListener('click', () => save(byId('scene-picture').src, `${sceneState.frame.scene.id}.jpg`));
  write(byId('time-words'), phrase('seconds', { seconds: tenths(sceneState.seconds) }));
}
