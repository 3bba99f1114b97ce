// Asking for the picture: one request at a time, and always one for the last change.
let asking = null;
let askAgain = false;

// Whether it is not known where the faces are: such a picture is shown as it is.
const isBare = () => !state.tracking && state.hasTracker === false;

const options = () => ({
  avatar: isBare() || fitting().base === null ? 'none' : state.avatar, placement: byId('placement').value, mirror: byId('mirror').checked, format: 'jpeg',
  ...(byId('light').checked ? { light: 'match' } : {}),
});

function render() {
  if (!state.picture || !fitting()) { byId('stage').setAttribute('aria-busy', false); return; }
  showCurl();
  byId('stage').setAttribute('aria-busy', true);
  if (asking) { askAgain = true; return; }
  asking = ask().finally(() => {
    asking = null;
    if (askAgain) { askAgain = false; render(); } else byId('stage').setAttribute('aria-busy', false);
  });
}

async function ask() {
  const start = performance.now();
  try {
    if (!state.tracking) await showHealth();
    const { picture, tracking, avatar, moving } = state;
    const asked = options();
    const now = fitting();
    const { manifest, whole } = copy({ manifest: now.manifest, whole: now.whole });
    const isOther = isUnsaved(now) && !isBare();
    const frame = await service.frame({
      picture, tracking, manifest: isOther ? now.history.current : null, files: isOther ? filesToSend(now) : {}, options: asked,
    });
    const milliseconds = Math.round(performance.now() - start);
    tell(null);
    await showPicture({ ...frame, avatar, picture, tracking, moving, manifest, whole, mirrored: asked.mirror });
    write(byId('facts'), ` · ${frame.width} × ${frame.height} · ${milliseconds} ms`);
    // Frames of a clip that plays come and go too fast for notes.
    note(playing ? null : await doubtAbout(frame, picture, tracking) ?? state.news);
  } catch (error) {
    letGo();
    showOutline();
    fail(error);
  }
}

// The old picture stays, to be seen for what it is.
function fail(error) {
  stopClip();
  stopTurning();
  state.hasFailed = true;
  showAge();
  tell(error);
  state.faults = error.code === 'bad_avatar' ? error.errors ?? [] : [];
  showFaults();
}

// A picture of something else than what is chosen is dimmed, and is not to be saved under its name.
function showAge() {
  const { frame } = state;
  // The moment before of a clip that plays, or of a head that turns, is not old.
  const keys = ['avatar', ...(frame?.moving && frame.moving === state.moving ? [] : ['picture', 'tracking'])];
  const isOld = frame && (state.hasFailed || keys.some(key => frame[key] !== state[key]));
  byId('stage').classList.toggle('old', Boolean(isOld));
  byId('save-picture').disabled = !frame || isOld;
  if (!frame) return;
  const words = wordsOf(frame);
  write(byId('picture'), isOld ? phrase('oldPicture', { words }) : words, 'alt');
  if (state.hasFailed) for (const id of ['words', 'facts']) write(byId(id), '');
}

// What the picture shows: in English the service's own words, which it has in no other language.
function wordsOf({ words, faces, avatar, layers }) {
  const worn = layers.length > 0 && state.avatars.find(({ id }) => id === avatar);
  const others = phrase('wearing', { faces, avatar: worn ? nameOf(worn) : phrase('none') });
  return named({ ...Object.fromEntries(languages.map(known => [known, others])), en: words });
}

async function putPicture(element, { mediaType, base64 }) {
  element.src = `data:${mediaType};base64,${base64}`;
  // Firefox refuses at times to wait for a picture that it shows all the same.
  await element.decode().catch(() => {});
}

async function showPicture(frame) {
  const picture = byId('picture');
  await putPicture(picture, frame);
  state.frame = frame;
  state.hasFailed = false;
  if (state.faults.some(({ severity = 'error' }) => severity === 'error')) { state.faults = []; showFaults(); }
  showAge();
  byId('frame').style.setProperty('--ratio', frame.width / frame.height);
  byId('frame').hidden = false;
  byId('stage').classList.remove('empty');
  write(byId('words'), wordsOf(frame));
  follow();
  showLayers();
  showOutline();
  // Counted for those who wait for the picture of a change.
  document.documentElement.dataset.frame = Number(document.documentElement.dataset.frame ?? 0) + 1;
}

// What a person would ask who sees nothing on the face, or the avatar beside it.
async function doubtAbout(frame, picture, tracking) {
  if (!tracking && !state.hasTracker) {
    return phrase('noTracking', { picture: picture.name });
  }
  if (!frame.faces) {
    return tracking ? phrase('trackingWithoutFace', { tracking: tracking.name }) : phrase('noFace', { picture: picture.name });
  }
  if (!tracking) return null;
  const header = await headerOf(tracking);
  if (!(header?.width > 0 && header?.height > 0)) return null;
  const isTurned = [90, 270].includes(header.rotationDegrees);
  const [width, height] = isTurned ? [header.height, header.width] : [header.width, header.height];
  // The service fits the one to the other; what differs by more than rounding was another picture.
  if (Math.abs(width * frame.height - height * frame.width) <= 2 * Math.max(width, height, frame.width, frame.height)) return null;
  return phrase('otherShape', {
    tracking: tracking.name, expected: `${width} × ${height}`, picture: picture.name, found: `${frame.width} × ${frame.height}`,
  });
}

// The first line of a tracking file, where it says for what picture it is.
async function headerOf(tracking) {
  try { return JSON.parse((await tracking.slice(0, 4096).text()).split('\n')[0]); } catch { return null; }
}

function tell(error, problem = byId('problem')) {
  if (error && !(error instanceof Problem)) error = new Problem(phrase('notRead'), error.message);
  problem.hidden = !error;
  write(problem.firstElementChild, error?.title ?? error?.message);
  write(problem.lastElementChild, error?.detail);
  if (!error) return;
  note(null);
  if (error.status === 401) askForKey(service.key ? [error.title, error.detail] : '');
}

function note(words) {
  byId('note').hidden = !words;
  write(byId('note'), words);
}

// Stays until something is changed, over pictures that come meanwhile.
function announce(words) {
  state.news = words;
  note(words);
}

function showCurl() {
  const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl ${quoted(new URL('v1/frames', location.href).href)}`];
  if (service.key) lines.push('-H "Authorization: Bearer $AVATAR_OVERLAY_KEY"');
  lines.push(`-F ${quoted(`picture=@${state.picture.name}`)}`);
  if (state.tracking) lines.push(`-F ${quoted(`tracking=@${state.tracking.name}`)}`);
  if (isUnsaved(fitting()) && !isBare()) lines.push("-F 'manifest=@avatar.json'", ...Object.keys(filesToSend(fitting())).map(path => `-F ${quoted(`file:${path}=@${path}`)}`));
  lines.push(`-F ${quoted(`options=${JSON.stringify(options())}`)}`, '-o frame.jpg');
  byId('curl').textContent = lines.join(' \\\n  ');
}
