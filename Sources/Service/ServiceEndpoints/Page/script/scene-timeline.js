// The keys of the chosen item's animations, over the time that the scene's slider has.
const animated = ['at.x', 'at.y', 'at.z', 'width', 'rotation', 'angle', 'opacity'];
const canAnimate = ({ type }) => (type === 'flash' ? [] : animated.filter(path => (
  places.includes(path) || path === 'opacity' || (lain.includes(type) && !(path === 'width' && type === 'text')))));

const tracksOf = item => item?.animate ?? [];
// When the item's clock begins, as far as it is known without a run: with the card, or at the last cue that it waits for.
function beginOf(item) {
  const cues = currentScene().given.filter(({ cue }) => cue === item.on?.cue);
  return (item.on?.cue && cues.length ? cues.at(-1).timestampMs : 0) + (item.delay ?? 0);
}
// As long as the longest animation shows all of its keys.
function timelineEnd() {
  const item = currentItem();
  const last = item ? Math.max(0, ...tracksOf(item).flatMap(({ keys }) => keys.map(([age]) => age))) + beginOf(item) : 0;
  return Math.max(longestSeconds * 1000, last);
}
const ageNow = () => Math.max(0, Math.round(sceneState.seconds * 1000 - beginOf(currentItem())));

function valueAt(keys, age) {
  const after = keys.findIndex(([time]) => time >= age);
  if (after < 0) return keys.at(-1)[1];
  if (after === 0) return keys[0][1];
  const [[t0, v0], [t1, v1]] = keys.slice(after - 1, after + 1);
  return inThousandths(v0 + ((v1 - v0) * (age - t0)) / (t1 - t0));
}

function showTimeline() {
  const item = currentItem();
  const tracks = tracksOf(item);
  const timeline = byId('timeline');
  timeline.hidden = !item || item.type === 'flash';
  if (timeline.hidden) return;
  const rows = byId('tracks');
  const shape = JSON.stringify([item.name, tracks.map(({ property, keys }) => [property, keys.length])]);
  if (rows.dataset.shape !== shape) {
    const hadFocus = document.activeElement?.closest('#tracks .key');
    rows.replaceChildren(...tracks.map(trackRow));
    rows.dataset.shape = shape;
    if (hadFocus) keyButton(sceneState.key)?.focus();
  }
  const [begin, end] = [beginOf(item), timelineEnd()];
  tracks.forEach(({ property, keys, ease, play }, track) => {
    const row = rows.children[track];
    row.querySelector('.ease').value = ease ?? 'linear';
    row.querySelector('.repeat').value = play ?? 'once';
    keys.forEach(([age, value], index) => {
      const button = row.querySelectorAll('.key')[index];
      button.style.left = `${(100 * (begin + age)) / end}%`;
      const isChosen = isSame(sceneState.key, { track, index });
      button.setAttribute('aria-pressed', isChosen);
      write(button, phrase('keyAt', { property, seconds: tenths((begin + age) / 1000), value }), 'aria-label');
    });
  });
  const free = canAnimate(item).filter(path => !tracks.some(({ property }) => property === path));
  const select = byId('animate-property');
  if (!isSame(free, [...select.options].map(({ value }) => value))) select.replaceChildren(...free.map(path => new Option(path, path)));
  byId('animate').disabled = select.disabled = !free.length;
  showKey();
  showPlayHead();
  markFaults();
}

const keyButton = key => key && byId('tracks').children[key.track]?.querySelectorAll('.key')[key.index];

function showPlayHead() {
  if (!currentItem()) return;
  const second = 1e5 / timelineEnd();
  for (const [name, part] of [['--second', second], ['--now', second * sceneState.seconds]]) byId('timeline').style.setProperty(name, `${part}%`);
  write(byId('timeline-end'), phrase('seconds', { seconds: tenths(timelineEnd() / 1000) }));
}

// The numbers of the chosen key.
function showKey() {
  const key = sceneState.key && tracksOf(currentItem())[sceneState.key.track]?.keys[sceneState.key.index];
  if (!key) sceneState.key = null;
  for (const id of ['key-time', 'key-value', 'remove-key']) byId(id).disabled = !key;
  byId('add-key').disabled = !tracksOf(currentItem()).length;
  const put = (id, value) => { if (byId(id) !== document.activeElement) byId(id).value = value; };
  put('key-time', key ? inThousandths((beginOf(currentItem()) + key[0]) / 1000) : '');
  put('key-value', key ? key[1] : '');
}

function chooseKey(track, index) {
  sceneState.key = { track, index };
  showTimeline();
}

function trackRow({ property, keys }, track) {
  const row = document.createElement('div');
  row.className = 'track';
  row.dataset.track = track;
  const title = document.createElement('span');
  title.className = 'title';
  title.textContent = property;
  const [ease, repeat] = [
    ['ease', ['linear', 'sine', 'in', 'out', 'step'], 'easing'], ['play', ['once', 'loop', 'ping-pong'], 'repeating'],
  ].map(([member, values, label]) => {
    const select = document.createElement('select');
    select.append(...values.map(value => new Option(value, value)));
    select.className = member === 'play' ? 'repeat' : member;
    write(select, phrase(label, { property }), 'aria-label');
    const { item } = currentScene();
    select.addEventListener('change', () => changeScene(text => text.set(['items', item, 'animate', track, member], select.value)));
    return select;
  });
  const remove = document.createElement('button');
  Object.assign(remove, { type: 'button', className: 'quiet', textContent: '×' });
  write(remove, phrase('stopAnimating', { property }), 'aria-label');
  remove.addEventListener('click', () => removeTrack(track));
  const rail = document.createElement('div');
  rail.className = 'rail';
  rail.append(...keys.map((_, index) => keyOf(track, index)));
  rail.addEventListener('dblclick', event => { if (event.target === rail) addKey(track, 100 * Math.round(timeIn(event, rail) / 100)); });
  row.append(title, ease, repeat, remove, rail);
  return row;
}

// A key: dragged along the time, moved by arrows, a tenth of a second or a step of its value at a time.
function keyOf(track, index) {
  const button = document.createElement('button');
  Object.assign(button, { type: 'button', className: 'key' });
  let held = null;
  button.addEventListener('pointerdown', event => {
    if (event.button !== 0) return;
    stopPlaying();
    letGoOfItem();
    chooseKey(track, index);
    button.setPointerCapture(event.pointerId);
    held = { gesture: beginGesture(), from: event.clientX, age: tracksOf(currentItem())[track].keys[index][0] };
  });
  button.addEventListener('pointermove', event => {
    if (!held) return;
    const by = ((event.clientX - held.from) / button.parentElement.clientWidth) * timelineEnd();
    const step = event.altKey ? 10 : 100;
    if (Math.abs(event.clientX - held.from) > 2) putKey(track, index, step * Math.round((held.age + by) / step), null, held.gesture);
  });
  for (const name of ['pointerup', 'pointercancel']) button.addEventListener(name, () => { held = null; });
  button.addEventListener('focus', () => { if (!isSame(sceneState.key, { track, index })) chooseKey(track, index); });
  button.addEventListener('keydown', event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const [age, value] = tracksOf(currentItem())[track].keys[index];
    const step = event.shiftKey ? 10 : 1;
    const time = { ArrowLeft: -100, ArrowRight: 100 }[event.key];
    const more = { ArrowDown: -1, ArrowUp: 1 }[event.key];
    const unit = tracksOf(currentItem())[track].property === 'opacity' ? 0.01 : 0.5;
    if (time) putKey(track, index, age + time * step, null);
    else if (more) putKey(track, index, age, value + more * step * unit);
    else if (event.key === 'Delete' || event.key === 'Backspace') removeKey();
    else if (event.key === 'Enter') goTo((beginOf(currentItem()) + age) / 1000);
    else return;
    event.preventDefault();
  });
  return button;
}

const timeIn = (event, rail) => {
  const box = rail.getBoundingClientRect();
  return (Math.min(Math.max((event.clientX - box.x) / box.width, 0), 1)) * timelineEnd();
};

// A key's time stays between those of its neighbours, which rise.
function putKey(track, index, age, value, gesture = null) {
  const { item } = currentScene();
  const { keys, property } = tracksOf(currentItem())[track];
  const [least, most] = [(keys[index - 1]?.[0] ?? -1) + 1, (keys[index + 1]?.[0] ?? 6e5 + 1) - 1];
  const place = ['items', item, 'animate', track, 'keys', index];
  const [low, high] = limitsOf(property);
  changeScene(text => {
    const moved = text.set([...place, 0], Math.round(Math.min(Math.max(age, least), most)));
    return value === null ? moved : moved.set([...place, 1], inThousandths(Math.min(Math.max(value, Math.min(low, 0)), high)));
  }, gesture);
}

function addKey(track, milliseconds) {
  stopPlaying();
  const { item } = currentScene();
  const { keys } = tracksOf(currentItem())[track];
  const age = Math.max(0, Math.round(milliseconds - beginOf(currentItem())));
  const there = keys.findIndex(([time]) => time === age);
  if (there >= 0) { chooseKey(track, there); return; }
  const index = keys.filter(([time]) => time < age).length;
  sceneState.key = { track, index };
  changeScene(text => text.insert(['items', item, 'animate', track, 'keys'], index, [age, valueAt(keys, age)]));
}

function removeKey() {
  const { track, index } = sceneState.key;
  const { keys } = tracksOf(currentItem())[track];
  if (keys.length === 1) { removeTrack(track); return; }
  sceneState.key = { track, index: Math.min(index, keys.length - 2) };
  const { item } = currentScene();
  changeScene(text => text.set(['items', item, 'animate', track, 'keys', index], undefined));
  keyButton(sceneState.key)?.focus();
}

function removeTrack(track) {
  const { item } = currentScene();
  sceneState.key = null;
  const isLast = tracksOf(currentItem()).length === 1;
  changeScene(text => text.set(['items', item, 'animate', ...(isLast ? [] : [track])], undefined));
}

// A property gets keys: its value at the item's begin, and now.
function animateProperty(property) {
  const { item } = currentScene();
  const now = currentItem();
  const value = property === 'angle' && now.angle === 'auto' ? 45 : property === 'width' ? now.width ?? now.box?.[0] ?? 40 : itemValue(now, property);
  const ages = [...new Set([0, ageNow()])];
  const track = tracksOf(now).length;
  const animation = { property, keys: ages.map(age => [age, value]) };
  sceneState.key = { track, index: ages.length - 1 };
  changeScene(text => (now.animate ? text.insert(['items', item, 'animate'], track, animation) : text.set(['items', item, 'animate'], [animation])));
}

function startTimeline() {
  const ruler = byId('ruler');
  const scrub = event => { stopPlaying(); letGoOfItem(); goTo(timeIn(event, ruler) / 1000); };
  ruler.addEventListener('pointerdown', event => { if (event.button === 0) { ruler.setPointerCapture(event.pointerId); scrub(event); } });
  ruler.addEventListener('pointermove', event => { if (ruler.hasPointerCapture(event.pointerId)) scrub(event); });
  byId('add-key').addEventListener('click', () => addKey(sceneState.key?.track ?? 0, sceneState.seconds * 1000));
  byId('remove-key').addEventListener('click', removeKey);
  byId('animate').addEventListener('click', () => animateProperty(byId('animate-property').value));
  byId('key-form').addEventListener('submit', event => event.preventDefault());
  byId('key-time').addEventListener('change', event => {
    const { track, index } = sceneState.key ?? {};
    if (sceneState.key && Number.isFinite(event.target.valueAsNumber)) putKey(track, index, event.target.valueAsNumber * 1000 - beginOf(currentItem()), null);
    showKey();
  });
  byId('key-value').addEventListener('input', event => {
    const { track, index } = sceneState.key ?? {};
    if (!sceneState.key || !Number.isFinite(event.target.valueAsNumber)) return;
    putKey(track, index, tracksOf(currentItem())[track].keys[index][0], event.target.valueAsNumber);
  });
}
