// Clips: the service takes them apart into frames with their tracking, and each frame is drawn as a picture is.
// What is shown of one, a frame after the other.
const isClip = () => Boolean(state.moving?.frames);
// Since when and from which frame's time the clip plays, in milliseconds; null while it stands.
let playing = null;

Object.assign(service, {
  // The frames of a recording, found by the service's own tracker where it comes without tracking.
  async clip(video, tracking) {
    const body = new FormData();
    body.append('video', video, video.name);
    if (tracking) body.append('tracking', tracking, tracking.name);
    const answer = await service.ask('v1/clips', { method: 'POST', body });
    const notes = decodeURIComponent(answer.headers.get('Avatar-Overlay-Notes') ?? '').split('\n').filter(Boolean);
    return clipOf(video.name, await answer.blob(), notes);
  },
  async sampleClip() { return clipOf('sample', await (await service.ask('sample/clip.zip')).blob(), []); },
});

// Of the archive: its pictures, the tracking's first line, the line of each picture, and when each is shown.
async function clipOf(name, archive, notes) {
  const files = await filesIn(archive);
  const text = new TextDecoder().decode(files.find(file => file.name === 'tracking.jsonl').bytes);
  const [header, ...lines] = text.split('\n').filter(Boolean);
  const frames = files.filter(file => file.name.startsWith('frames/')).map(({ bytes }) => new Blob([bytes], { type: 'image/jpeg' }));
  const times = lines.map(line => Number(/"timestampMs":\s*(-?[\d.e+-]+)/.exec(line)[1]));
  return { name, frames, header, lines, times, notes, at: 0 };
}

// The frame as files, of names by which curl is told of them.
function filesOf({ frames, header, lines, at }) {
  return {
    picture: new File([frames[at]], `frame-${at + 1}.jpg`, { type: 'image/jpeg' }),
    tracking: new File([`${header}\n${lines[at]}\n`], `frame-${at + 1}.jsonl`),
  };
}

function goToFrame(index) {
  const clip = state.moving;
  clip.at = Math.min(Math.max(index, 0), clip.frames.length - 1);
  Object.assign(state, filesOf(clip));
  showClip();
  render();
}

// The bar below the picture; of the sample it is there before its clip is.
function showClip() {
  byId('clip').hidden = !isClip() && !state.isSample;
  const scrubber = byId('clip-frame');
  scrubber.disabled = !isClip();
  write(byId('clip-play'), phrase(playing ? 'stop' : 'play'));
  write(byId('clip-notes'), isClip() ? state.moving.notes : '');
  byId('clip-notes').hidden = !isClip() || !state.moving.notes.length;
  if (!isClip()) {
    Object.assign(scrubber, { max: 1, value: 0 });
    write(byId('clip-words'), '');
    return;
  }
  const { at, frames, times } = state.moving;
  Object.assign(scrubber, { max: frames.length - 1, value: at });
  const seconds = tenths((times[at] - times[0]) / 1000);
  const words = { frame: at + 1, frames: frames.length, seconds: phrase('seconds', { seconds }) };
  write(byId('clip-words'), phrase('frameOf', words));
  write(scrubber, phrase('frameInWords', words), 'aria-valuetext');
}

async function playClip() {
  if (!isClip()) await takeSampleClip();
  if (!isClip() || playing) return;
  letGo();
  const clip = state.moving;
  const { times } = clip;
  const mine = playing = { fromMs: times[clip.at], since: performance.now() };
  showClip();
  // What a frame takes is not known: the frame whose time has come is next, whatever is left out between.
  while (playing === mine && state.moving === clip) {
    const usual = times.length > 1 ? (times.at(-1) - times[0]) / (times.length - 1) : 1000;
    const length = times.at(-1) - times[0] + usual;
    const passed = mine.fromMs - times[0] + performance.now() - mine.since;
    const timeMs = times[0] + passed % length;
    const next = times.findLastIndex(time => time <= timeMs);
    if (next === clip.at) await new Promise(requestAnimationFrame);
    else {
      goToFrame(next);
      await asking;
      if (state.hasFailed) break;
    }
  }
  if (playing === mine) stopClip();
}

function stopClip() {
  if (!playing) return;
  playing = null;
  showClip();
}

const toggleClip = () => (playing ? stopClip() : playClip());

function step(frames) {
  stopClip();
  letGo();
  goToFrame(state.moving.at + frames);
}

function useClip(clip, isSample) {
  stopClip();
  useFiles({ ...filesOf(clip), moving: clip, isSample });
}

async function takeSampleClip() {
  takeNext();
  const mine = taken;
  byId('stage').setAttribute('aria-busy', true);
  try {
    const clip = await service.sampleClip();
    if (mine === taken) useClip(clip, true);
  } catch (error) {
    if (mine === taken) tell(error);
  } finally {
    if (mine === taken && !asking) byId('stage').setAttribute('aria-busy', false);
  }
}

// A clip that is dropped plays; one that comes without tracking needs the service's tracker.
async function takeClip(video, tracking) {
  const mine = taken;
  if (!tracking) {
    await showHealth();
    if (mine !== taken) return;
    if (state.hasTracker === undefined) {
      tell(new Problem(phrase('noAnswer'), phrase('dropAgain', { name: video.name })));
      return;
    }
    if (!state.hasTracker) {
      tell(new Problem(phrase('needsTracker', { name: video.name }), phrase('installTracker')));
      return;
    }
  }
  tell(null);
  note(phrase('opening', { name: video.name }));
  byId('stage').setAttribute('aria-busy', true);
  let clip = null;
  try {
    clip = await service.clip(video, tracking);
    if (mine === taken) useClip(clip, false);
  } catch (error) {
    if (mine === taken) tell(error);
  } finally {
    if (mine === taken && !asking) byId('stage').setAttribute('aria-busy', false);
  }
  // Its first frame is seen, or what is wrong with it.
  await asking;
  if (clip && state.moving === clip && !state.hasFailed) playClip();
}

// Space plays, comma and period step, wherever they mean nothing else.
function clipKey(event) {
  if (byId('avatars-view').hidden || byId('clip').hidden || event.ctrlKey || event.metaKey || event.altKey) return;
  const { target } = event;
  if (target.matches('textarea, select, input:not([type=range], [type=checkbox])')) return;
  const isButton = target.closest('button, summary, a, label, input[type=checkbox]');
  if (event.key === ' ' && !isButton) toggleClip();
  else if (event.key === ',' && isClip()) step(-1);
  else if (event.key === '.' && isClip()) step(1);
  else return;
  event.preventDefault();
}

function startClips() {
  byId('clip-play').addEventListener('click', toggleClip);
  byId('clip-frame').addEventListener('input', event => {
    stopClip();
    letGo();
    goToFrame(event.target.valueAsNumber);
  });
  byId('stage').addEventListener('pointerdown', stopClip);
  document.addEventListener('keydown', clipKey);
  showClip();
}
