// What types of items are called, as scene.json has them.
const itemTypes = {
  art: 'art', sprite: 'sprite', text: 'textItem', photo: 'photo', flash: 'flash', particles: 'particles', lottie: 'lottie',
  model: 'modelItem',
};

// The items of the chosen scene, and the sliders of the chosen one.
function listItems() {
  const scene = currentScene();
  const items = scene ? itemsOf(scene.original) : [];
  byId('item').replaceChildren(...items.map((item, index) => new Option(item.name, index)));
  byId('item').value = scene?.item ?? '';
  byId('item').disabled = !items.length;
  byId('item-sliders').replaceChildren();
  showItem();
}

function chooseItem(index) {
  letGoOfItem();
  currentScene().item = index;
  byId('item').value = index;
  byId('item-sliders').replaceChildren();
  showItem();
}

// What the last picture shows of the chosen scene; nothing while it is another's.
const drawnItems = () => (sceneState.frame?.scene === sceneState.scene ? sceneState.frame.layers : []);
const currentItem = () => currentScene() && itemsOf(currentScene().original)[currentScene().item];
const placedItem = () => drawnItems().find(entry => entry.item === currentItem()?.name);

function showItem() {
  const scene = currentScene();
  const item = currentItem();
  byId('reset-item').disabled = !item || !isItemChanged(scene, scene.item);
  byId('reset-scene').disabled = !item || !isSceneChanged(scene);
  byId('download-scene').disabled = !scene;
  showItemOutline();
  if (!item) {
    write(byId('item-words'), scene ? phrase('noItems') : '');
    return;
  }
  write(byId('item-words'), phrase(placedItem() || item.type === 'flash' ? 'itemIs' : 'itemAbsent', { type: phrase(itemTypes[item.type]) }));
  const form = byId('item-sliders');
  if (!form.children.length) propertiesOf(item).forEach(property => form.append(...itemSlider(property)));
  for (const input of form.querySelectorAll('input')) {
    const value = itemValue(scene, scene.item, input.dataset.path);
    // What is being typed is left alone.
    if (input === document.activeElement && input.type === 'number') continue;
    if (input.type === 'range') Object.assign(input, { min: Math.min(input.min, value), max: Math.max(input.max, value) });
    input.value = value;
  }
  [...byId('item').options].forEach((option, index) => {
    option.textContent = `${scene.original.items[index].name}${isItemChanged(scene, index) ? ' •' : ''}`;
  });
}

function itemSlider({ path, label: name, least, most, step }) {
  const label = document.createElement('label');
  const [words, small] = ['span', 'small'].map(tag => document.createElement(tag));
  write(words, phrase(name));
  small.textContent = path;
  label.append(words, small);
  label.htmlFor = `item-${path}`;
  const inputs = ['range', 'number'].map(type => {
    const input = document.createElement('input');
    Object.assign(input, { type, step });
    if (type === 'range') Object.assign(input, { min: least, max: most });
    input.dataset.path = path;
    input.addEventListener('input', () => {
      if (!Number.isFinite(input.valueAsNumber)) return;
      letGoOfItem();
      putItem(currentScene(), currentScene().item, path, input.valueAsNumber);
      showItem();
      renderScene();
    });
    // What was typed and does not count gives way to what does.
    input.addEventListener('blur', showItem);
    return input;
  });
  inputs[0].id = label.htmlFor;
  // Finer than the slider's steps: what dragging gives.
  inputs[1].step = 'any';
  write(inputs[1], phrase('asNumber', { label: phrase(name), path }), 'aria-label');
  return [label, ...inputs];
}

function resetItems(indices) {
  letGoOfItem();
  for (const index of indices) currentScene().edits[index] = {};
  showItem();
  renderScene();
}

function startItems() {
  byId('item').addEventListener('change', event => chooseItem(Number(event.target.value)));
  byId('item-sliders').addEventListener('submit', event => event.preventDefault());
  byId('reset-item').addEventListener('click', () => resetItems([currentScene().item]));
  byId('reset-scene').addEventListener('click', () => resetItems(currentScene().edits.keys()));
}
