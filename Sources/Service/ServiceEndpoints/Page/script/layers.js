// The layers of the chosen avatar, and the sliders of the chosen one, or of all.
function listLayers() {
  const { layers } = fitting().manifest;
  const all = layers.filter(isPlaced).length === 1 ? [] : [radio(phrase('allLayers'), () => chooseLayer(together))];
  byId('layers').replaceChildren(...all, ...layers.flatMap((layer, index) => {
    if (layer.occluder) return [];
    const button = radio(layer.name, () => chooseLayer(index));
    button.dataset.layer = index;
    return [button];
  }));
  showLayers();
  showOutline();
}

function chooseLayer(index) {
  letGo();
  fitting().layer = index;
  showLayers();
  showOutline();
}

function showLayers() {
  const now = fitting();
  const visible = new Set(drawn().map(entry => entry.layer));
  const buttons = [...byId('layers').children];
  for (const button of buttons.filter(isOfLayer)) {
    button.classList.toggle('absent', visible.size > 0 && !visible.has(now.manifest.layers[button.dataset.layer].name));
  }
  showMovement();
  showFaults();
  check(byId('layers'), buttons.findIndex(button => Number(button.dataset.layer ?? together) === now.layer));
  const layer = currentLayer();
  const isAbsent = layer && visible.size > 0 && !visible.has(layer.name);
  byId('absent').hidden = !isAbsent;
  write(byId('absent'), isAbsent ? phrase('notHere', { reason: reasonOf(layer) }) : '');
  showSliders();
}

const isOfLayer = button => 'layer' in button.dataset;

// Why a layer is not drawn, as far as its own conditions say it.
function reasonOf(layer) {
  const conditions = [layer.when ?? []].flat()
    .map(({ signal, blendshape, above }) => phrase('goesAbove', { signal: signal ?? blendshape, above }))
    .reduce((one, other) => (one ? phrase('both', { one, other }) : other), null);
  return conditions ? phrase('showsWhen', { conditions }) : phrase('notSeen');
}

function showSliders() {
  const now = target();
  const form = byId('sliders');
  if (form.children.length === 0) makeSliders(form);
  for (const input of form.querySelectorAll('input')) {
    input.disabled = !now;
    const property = targetProperties().find(property => property.path === input.dataset.path);
    input.hidden = !property;
    if (!property) continue;
    Object.assign(input, { min: property.least, max: property.most });
    // What is being typed is left alone.
    if (now && (input !== document.activeElement || input.type === 'range')) input.value = value(now, property);
  }
  for (const path of form.querySelectorAll('small')) {
    const property = targetProperties().find(property => property.path === path.dataset.path);
    path.textContent = `${property?.sign ?? ''}${path.dataset.path}`;
    path.parentElement.hidden = !property;
  }
  for (const button of byId('layers').children) {
    const has = isOfLayer(button) ? isChanged(button.dataset.layer) : !isSame(fitting().whole, untouched());
    button.classList.toggle('changed', has);
  }
  byId('reset-layer').disabled = !currentLayer() || !isChanged(fitting().layer) || !originalOf(currentLayer());
  byId('reset').disabled = !anythingChanged();
  byId('download').disabled = false;
  byId('all-poses').disabled = fitting().base === null;
  showProfile();
  showLayerTools();
  showFields();
  showHandles();
}

function makeSliders(form) {
  for (const property of modelProperties) {
    const label = document.createElement('label');
    const path = document.createElement('small');
    path.dataset.path = property.path;
    const words = document.createElement('span');
    write(words, phrase(property.label));
    label.append(words, path);
    label.htmlFor = `slider-${property.path}`;
    const inputs = ['range', 'number'].map(type => {
      const input = document.createElement('input');
      Object.assign(input, { type, step: property.step });
      input.dataset.path = property.path;
      input.addEventListener('input', () => {
        if (!Number.isFinite(input.valueAsNumber)) return;
        letGo();
        put(property, input.valueAsNumber);
        showSliders();
        render();
      });
      // What was typed and does not count gives way to what does.
      input.addEventListener('blur', showSliders);
      return input;
    });
    // Finer than the slider's steps: what dragging gives.
    inputs[1].step = 'any';
    inputs[0].id = label.htmlFor;
    write(inputs[1], phrase('asNumber', { label: phrase(property.label), path: property.path }), 'aria-label');
    form.append(label, ...inputs);
  }
  form.addEventListener('submit', event => event.preventDefault());
}
