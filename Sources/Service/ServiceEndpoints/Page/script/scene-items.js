// What types of items are called, as scene.json has them.
const itemTypes = {
  art: 'art', sprite: 'sprite', text: 'textItem', photo: 'photo', flash: 'flash', particles: 'particles', lottie: 'lottie',
  model: 'modelItem',
};
const presets = ['rain', 'petals', 'fireworks', 'balloons', 'snow', 'fireflies', 'sparks', 'lanterns', 'grain'];

// The items of the chosen scene, and the sliders of the chosen one.
function listItems() {
  const scene = currentScene();
  const items = scene ? itemsOf(scene.text) : [];
  if (scene) scene.item = Math.max(0, Math.min(scene.item, items.length - 1));
  const select = byId('item');
  const labels = items.map(item => `${item.name}${isItemChanged(scene, item) ? ' •' : ''}`);
  if (!isSame(labels, [...select.options].map(option => option.textContent))) {
    select.replaceChildren(...labels.map((label, index) => new Option(label, index)));
  }
  select.value = items.length ? scene.item : '';
  select.disabled = !items.length;
  showItem();
}

function chooseItem(index) {
  letGoOfItem();
  currentScene().item = index;
  sceneState.key = null;
  listItems();
  showTimeline();
}

// What the last picture shows of the chosen scene; nothing while it is another's.
const drawnItems = () => (sceneState.frame && sceneState.frame.scene === currentScene() ? sceneState.frame.layers : []);
const currentItem = () => currentScene() && itemsOf(currentScene().text)[currentScene().item];
// The last run's, of several.
const placedItem = () => drawnItems().findLast(entry => entry.item === currentItem()?.name);

function showItem() {
  const scene = currentScene();
  const item = currentItem();
  const stored = item && storedItem(scene, item);
  byId('reset-item').disabled = !stored || isSame(stored, item);
  byId('reset-scene').disabled = !scene || !isSceneChanged(scene);
  byId('item-form').hidden = !item;
  byId('item-up').disabled = !item || scene.item === 0;
  byId('item-down').disabled = !item || scene.item === itemsOf(scene.text).length - 1;
  byId('add-item').disabled = byId('add-kind').disabled = !scene;
  showSteps();
  showItemOutline();
  markFaults();
  if (!item) {
    byId('item-sliders').replaceChildren();
    write(byId('item-words'), scene ? phrase('noItems') : '');
    return;
  }
  write(byId('item-words'), phrase(placedItem() || item.type === 'flash' ? 'itemIs' : 'itemAbsent', { type: itemTypes[item.type] ? phrase(itemTypes[item.type]) : String(item.type) }));
  showItemForm(item);
  const form = byId('item-sliders');
  const paths = propertiesOf(item).map(({ path }) => path).join();
  if (form.dataset.of !== paths || !form.children.length) form.replaceChildren(...propertiesOf(item).flatMap(itemSlider));
  form.dataset.of = paths;
  for (const input of form.querySelectorAll('input')) {
    const value = itemValue(item, input.dataset.path);
    // What is being typed is left alone.
    if (input === document.activeElement && input.type === 'number') continue;
    if (input.type === 'range') Object.assign(input, { min: Math.min(input.min, value), max: Math.max(input.max, value) });
    input.value = value;
  }
}

function optionOf(value, words) {
  const option = new Option('', value);
  write(option, words);
  return option;
}

// The item's name, what begins it, and a text's words.
function showItemForm(item) {
  const put = (id, value) => { if (byId(id) !== document.activeElement) byId(id).value = value; };
  put('item-name', item.name);
  put('item-text', item.text ?? '');
  byId('item-text').parentElement.hidden = item.type !== 'text';
  const on = item.on ?? 'seen';
  const others = ['seen', '{"cue":"tap"}'].includes(JSON.stringify(on).replace(/^"|"$/g, '')) ? [] : [on];
  const options = [['seen', phrase('withCard')], [{ cue: 'tap' }, phrase('atTap')], ...others.map(other => [other, JSON.stringify(other)])];
  if (byId('item-on').length !== options.length || others.length) {
    byId('item-on').replaceChildren(...options.map(([value, words]) => optionOf(JSON.stringify(value), words)));
  }
  byId('item-on').value = JSON.stringify(on);
}

function itemSlider({ path, label: name, least, most, step }) {
  const label = document.createElement('label');
  const [words, small] = ['span', 'small'].map(tag => document.createElement(tag));
  write(words, phrase(name));
  small.textContent = path;
  label.append(words, small);
  label.htmlFor = `item-${path}`;
  let gesture = null;
  const inputs = ['range', 'number'].map(type => {
    const input = document.createElement('input');
    Object.assign(input, { type, step });
    if (type === 'range') Object.assign(input, { min: least, max: most });
    input.dataset.path = path;
    input.addEventListener('input', () => {
      if (!Number.isFinite(input.valueAsNumber)) return;
      letGoOfItem();
      const { item } = currentScene();
      gesture ??= beginGesture();
      changeScene(text => withValues(text, item, { [path]: input.valueAsNumber }), gesture);
    });
    input.addEventListener('change', () => { gesture = null; });
    // What was typed and does not count gives way to what does.
    input.addEventListener('blur', () => { gesture = null; showItem(); });
    return input;
  });
  inputs[0].id = label.htmlFor;
  // Finer than the slider's steps: what dragging gives.
  inputs[1].step = 'any';
  write(inputs[1], phrase('asNumber', { label: phrase(name), path }), 'aria-label');
  return [label, ...inputs];
}

function resetItem() {
  letGoOfItem();
  const scene = currentScene();
  const stored = storedItem(scene, currentItem());
  changeScene(text => text.set(['items', scene.item], stored));
}

// A new item in the middle of the card, of a name that no other has.
function addItem(item) {
  stopPlaying();
  const scene = currentScene();
  const names = itemsOf(scene.text).map(({ name }) => name);
  const base = item.name;
  for (let number = 2; names.includes(item.name); number++) item = { ...item, name: `${base}-${number}` };
  scene.item = names.length;
  sceneState.key = null;
  changeScene(text => (text.value.items ? text.insert(['items'], names.length, item) : text.set(['items'], [item])));
}

function removeItem() {
  letGoOfItem();
  sceneState.key = null;
  const { item } = currentScene();
  changeScene(text => text.set(['items', item], undefined));
}

// One place earlier or later: flat items are drawn in the order of the list.
function shiftItem(by) {
  letGoOfItem();
  const scene = currentScene();
  const from = scene.item;
  const moved = currentItem();
  if (!itemsOf(scene.text)[from + by]) return;
  scene.item = from + by;
  changeScene(text => text.set(['items', from], undefined).insert(['items'], from + by, moved));
}

// What begins after the item keeps its name.
function renameItem(name) {
  const scene = currentScene();
  const before = currentItem().name;
  const isTaken = itemsOf(scene.text).some(item => item.name === name);
  if (!name || isTaken) { byId('item-name').value = before; return; }
  changeScene(text => {
    text = text.set(['items', scene.item, 'name'], name);
    for (const list of ['items', 'sounds']) {
      (text.value[list] ?? []).forEach(({ on }, index) => { if (on?.after === before) text = text.set([list, index, 'on', 'after'], name); });
    }
    return text;
  });
}

function addChosenKind() {
  const [kind, preset] = byId('add-kind').value.split(':');
  const width = cardWidth(currentScene());
  if (kind === 'file') byId('item-files').click();
  else if (kind === 'text') addItem({ name: 'text', type: 'text', text: 'Text', size: inThousandths(width / 12), box: [width * 0.7, width / 8].map(inThousandths), at: [0, 0, 0.5] });
  else addItem({ name: preset, type: 'particles', preset, at: [0, 0, 15] });
}

function startItems() {
  byId('item').addEventListener('change', event => chooseItem(Number(event.target.value)));
  byId('item-sliders').addEventListener('submit', event => event.preventDefault());
  byId('item-form').addEventListener('submit', event => event.preventDefault());
  byId('reset-item').addEventListener('click', resetItem);
  byId('reset-scene').addEventListener('click', () => { letGoOfItem(); changeScene(() => new JSONText(currentScene().stored)); });
  byId('item-up').addEventListener('click', () => shiftItem(-1));
  byId('item-down').addEventListener('click', () => shiftItem(1));
  byId('item-remove').addEventListener('click', removeItem);
  byId('item-name').addEventListener('change', event => renameItem(event.target.value.trim()));
  byId('item-text').addEventListener('change', event => {
    const { item } = currentScene();
    changeScene(text => text.set(['items', item, 'text'], event.target.value));
  });
  byId('item-on').addEventListener('change', event => {
    const { item } = currentScene();
    const on = JSON.parse(event.target.value);
    changeScene(text => text.set(['items', item, 'on'], on === 'seen' ? undefined : on));
  });
  byId('add-kind').append(
    optionOf('file', phrase('addFile')), optionOf('text', phrase('textItem')),
    ...presets.map(preset => optionOf(`particles:${preset}`, [phrase('particles'), preset])));
  byId('add-item').addEventListener('click', addChosenKind);
}
