// What a layer has beside its place: how it is mixed, where it is held, in which order it is drawn.
const layerFields = [
  { path: 'opacity', label: 'opacity', least: 0, most: 1, step: 0.01, usual: 1 },
  { path: 'pivot.x', label: 'pivotAcross', least: 0, most: 1, step: 0.005, usual: 0.5 },
  { path: 'pivot.y', label: 'pivotDown', least: 0, most: 1, step: 0.005, usual: 0.5 },
  { path: 'anchor', label: 'anchor', choices: Object.keys(faceAnchors), usual: 'eyes' },
  { path: 'blend', label: 'blend', choices: ['normal', 'multiply', 'screen', 'overlay', 'add'], usual: 'normal' },
  { path: 'scaleReference', label: 'scaleReference', choices: ['eyes', 'faceWidth', 'pose'], usual: 'eyes' },
  { path: 'mirror', label: 'mirroring', choices: ['follow', 'keep'], usual: 'follow' },
];

function putField({ path, usual }, to) {
  const now = fitting();
  const layers = copy(now.parts);
  const keys = path.split('.');
  const value = to === usual && !keys.slice(1).length && layers[now.layer][keys[0]] === undefined ? undefined : to;
  layers[now.layer] = replaced(layers[now.layer], keys, value);
  // Both parts of a pivot are stated, or none.
  if (keys[0] === 'pivot') layers[now.layer].pivot = { x: 0.5, y: 0.5, ...layers[now.layer].pivot };
  putLayers(layers, { isMerged: true });
  render();
}

function makeFields() {
  const form = byId('fields');
  for (const field of layerFields) {
    const label = document.createElement('label');
    const [words, path] = [document.createElement('span'), document.createElement('small')];
    write(words, phrase(field.label));
    path.textContent = field.path;
    label.append(words, path);
    label.htmlFor = `field-${field.path}`;
    const input = document.createElement(field.choices ? 'select' : 'input');
    input.id = label.htmlFor;
    input.dataset.path = field.path;
    if (field.choices) {
      input.className = 'wide';
      input.append(...field.choices.map(choice => new Option(choice, choice)));
      input.addEventListener('change', () => { letGo(); putField(field, input.value); });
      form.append(label, input);
      continue;
    }
    const number = document.createElement('input');
    Object.assign(input, { type: 'range', min: field.least, max: field.most, step: field.step });
    Object.assign(number, { type: 'number', min: field.least, max: field.most, step: 'any' });
    number.dataset.path = field.path;
    write(number, phrase('asNumber', { label: phrase(field.label), path: field.path }), 'aria-label');
    for (const one of [input, number]) {
      one.addEventListener('input', () => {
        if (!Number.isFinite(one.valueAsNumber)) return;
        letGo();
        putField(field, rounded(Math.min(Math.max(one.valueAsNumber, field.least), field.most)));
      });
      one.addEventListener('blur', showFields);
    }
    form.append(label, input, number);
  }
  form.addEventListener('submit', event => event.preventDefault());
}

function showFields() {
  const layer = fitting()?.parts[fitting().layer];
  const isShown = layer && !layer.occluder;
  byId('more').hidden = !isShown;
  if (!isShown) return;
  for (const input of byId('fields').querySelectorAll('input, select')) {
    const { path, usual } = layerFields.find(field => field.path === input.dataset.path);
    if (input === document.activeElement && input.type === 'number') continue;
    const found = path.split('.').reduce((object, key) => object?.[key], layer) ?? usual;
    if (input.tagName === 'SELECT' && ![...input.options].some(option => option.value === String(found))) input.append(new Option(found, found));
    input.value = found;
  }
  byId('fit-eyes').disabled = !layer.image || /\.(json|lottie)$/i.test(layer.image);
  if (byId('layer-name') !== document.activeElement) byId('layer-name').value = layer.name;
}

// The list's own order is that of drawing, the last on top.
function moveLayer(by) {
  const now = fitting();
  const to = now.layer + by;
  if (now.layer < 0 || to < 0 || to >= now.parts.length) return;
  const layers = [...now.parts];
  [layers[now.layer], layers[to]] = [layers[to], layers[now.layer]];
  putLayers(layers, { layer: to });
  listLayers();
  render();
}

function removeLayer() {
  const now = fitting();
  if (now.layer < 0 || now.parts.length < 2) return;
  putLayers(now.parts.toSpliced(now.layer, 1), { layer: Math.min(now.layer, now.parts.length - 2) });
  listLayers();
  render();
}

function copyLayer() {
  const now = fitting();
  if (now.layer < 0) return;
  const part = copy(now.parts[now.layer]);
  part.name = freeName(part.name, new Set(now.parts.map(({ name }) => name)));
  putLayers(now.parts.toSpliced(now.layer + 1, 0, part), { layer: now.layer + 1 });
  listLayers();
  render();
}

function renameLayer(name) {
  const now = fitting();
  if (now.layer < 0 || !name || now.parts.some((part, index) => index !== now.layer && part.name === name)) return;
  putLayers(now.parts.map((part, index) => (index === now.layer ? { ...part, name } : part)));
  listLayers();
  render();
}

function showLayerTools() {
  const now = fitting();
  const isOne = now.layer >= 0 && !isTogether();
  byId('lower').disabled = !isOne || now.layer === 0;
  byId('raise').disabled = !isOne || now.layer === now.parts.length - 1;
  byId('copy-layer').disabled = !isOne;
  byId('remove-layer').disabled = !isOne || now.parts.length < 2;
}

function startFields() {
  makeFields();
  byId('lower').addEventListener('click', () => moveLayer(-1));
  byId('raise').addEventListener('click', () => moveLayer(1));
  byId('copy-layer').addEventListener('click', copyLayer);
  byId('remove-layer').addEventListener('click', removeLayer);
  byId('add-layer').addEventListener('click', () => byId('layer-file').click());
  byId('layer-file').addEventListener('change', async event => {
    const [file] = event.target.files;
    event.target.value = '';
    try {
      if (file) await addLayer(/\.svg$/i.test(file.name) ? await drawnSVG(file) : file);
    } catch (error) { tell(error); }
  });
  byId('fit-eyes').addEventListener('click', fitEyes);
  byId('layer-name').addEventListener('change', event => renameLayer(event.target.value.trim()));
}
