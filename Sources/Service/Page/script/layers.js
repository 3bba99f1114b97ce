// The layers of the chosen avatar, and the sliders of the chosen layer.
function listLayers() {
  byId('layers').replaceChildren(...fitting().manifest.layers.map((layer, index) => radio(layer.name, () => chooseLayer(index))));
  showLayers();
  showOutline();
}

function chooseLayer(index) {
  letGo();
  fitting().layer = index;
  showLayers();
  showOutline();
}

// The first look is at what covers most of the face, near to it: not what frames it from behind.
function chooseFirstLayer() {
  const now = fitting();
  if (now.layer !== null || state.frame.avatar !== state.avatar) return;
  const all = now.manifest.layers;
  const score = entry => {
    const z = all.find(layer => layer.name === entry.layer)?.offset?.z ?? 0;
    return areaOf(entry.corners) / (1 + (z < 0 ? -20 : 6) * z);
  };
  const best = drawn().reduce((best, entry) => (!best || score(entry) > score(best) ? entry : best), null);
  now.layer = Math.max(all.findIndex(layer => layer.name === best?.layer), 0);
}

function showLayers() {
  const now = fitting();
  const visible = new Set(drawn().map(entry => entry.layer));
  [...byId('layers').children].forEach((button, index) => {
    button.classList.toggle('absent', visible.size > 0 && !visible.has(now.manifest.layers[index].name));
  });
  check(byId('layers'), now.layer ?? -1);
  const layer = currentLayer();
  const isAbsent = layer && visible.size > 0 && !visible.has(layer.name);
  byId('absent').hidden = !isAbsent;
  byId('absent').textContent = isAbsent ? `Not in this picture: ${reasonOf(layer)}` : '';
  showSliders();
}

// Why a layer is not drawn, as far as its own conditions say it.
function reasonOf(layer) {
  const conditions = [layer.when ?? []].flat().map(({ blendshape, above }) => `${blendshape} goes above ${above}`);
  return conditions.length ? `it shows when ${conditions.join(' and ')}.` : 'it is not seen from here.';
}

function showSliders() {
  const layer = currentLayer();
  const form = byId('sliders');
  if (form.children.length === 0) makeSliders(form);
  for (const input of form.querySelectorAll('input')) {
    input.disabled = !layer;
    const property = properties.find(property => property.path === input.dataset.path);
    // What is being typed is left alone.
    if (layer && (input !== document.activeElement || input.type === 'range')) input.value = value(layer, property);
  }
  [...byId('layers').children].forEach((button, index) => button.classList.toggle('changed', isChanged(index)));
  byId('reset-layer').disabled = !layer || !isChanged(fitting().layer);
  byId('reset').disabled = !anythingChanged();
  byId('download').disabled = false;
}

function makeSliders(form) {
  for (const property of properties) {
    const label = document.createElement('label');
    const path = document.createElement('small');
    path.textContent = property.path;
    label.append(property.label, path);
    label.htmlFor = `slider-${property.path}`;
    const inputs = ['range', 'number'].map(type => {
      const input = document.createElement('input');
      Object.assign(input, { type, min: property.least, max: property.most, step: property.step });
      input.dataset.path = property.path;
      input.addEventListener('input', () => {
        if (!Number.isFinite(input.valueAsNumber)) return;
        letGo();
        change(currentLayer(), property, input.valueAsNumber);
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
    inputs[1].setAttribute('aria-label', `${property.label}, ${property.path}, as a number`);
    form.append(label, ...inputs);
  }
  form.addEventListener('submit', event => event.preventDefault());
}
