// What is shown, and what was changed of it.
const state = {
  avatars: [],      // the list
  fittings: {},     // by id, see fittingOf
  avatar: null,     // the chosen id
  picture: null, tracking: null, isSample: false, // files
  hasTracker: null, // whether the service finds faces by itself; null until it said so
  frame: null,      // the service's last answer, with what it was asked with
  hasFailed: false, // whether what was asked last has no picture
};
const byId = id => document.getElementById(id);

// A property of a layer, or of all together, by its path: 'offset.x'.
const properties = [
  { path: 'offset.x', label: 'sideways', least: -3, most: 3, step: 0.01, usual: 0 },
  { path: 'offset.y', label: 'up', least: -3, most: 3, step: 0.01, usual: 0 },
  { path: 'offset.z', label: 'forward', least: -1.5, most: 1.5, step: 0.01, usual: 0 },
  { path: 'scale', label: 'size', least: 0.05, most: 8, step: 0.01, usual: 1 },
  { path: 'rotation', label: 'turn', least: -180, most: 180, step: 0.5, usual: 0 },
];
const [offsetX, offsetY, , scale, rotation] = properties;
// Of all layers together: what is added to theirs, and what theirs is multiplied by.
const jointProperties = properties.map(property => (property === scale
  ? { ...property, least: 0.1, most: 3, sign: '× ' }
  : { ...property, sign: '+ ' }));

function value(layer, property) {
  const found = property.path.split('.').reduce((object, key) => object?.[key], layer);
  return found ?? property.usual;
}

// Within the slider's range, and without the tails of binary fractions.
function change(layer, property, to) {
  const keys = property.path.split('.');
  const last = keys.pop();
  let object = layer;
  for (const key of keys) object = object[key] ??= {};
  object[last] = Math.round(Math.min(Math.max(to, property.least), property.most) * 1e4) / 1e4;
}

const copy = object => JSON.parse(JSON.stringify(object));
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const fitting = () => state.fittings[state.avatar];

// An avatar as it is stored, its layers as they were changed one by one, the change of all together, and the manifest
// that comes of both; the chosen layer's number, or `together`.
const fittingOf = original => ({
  original, manifest: copy(original), parts: copy(original.layers), whole: untouched(), middle: middleOf(original.layers),
  layer: original.layers.length > 1 ? together : 0,
});

const isTogether = () => fitting()?.layer === together;
const currentLayer = () => fitting()?.manifest.layers[fitting().layer];
// What the sliders change: a layer, or all.
const targetIn = ({ manifest, whole }) => (isTogether() ? whole : manifest.layers[fitting().layer]);
const target = () => fitting() && targetIn(fitting());
const targetProperties = () => (isTogether() ? jointProperties : properties);

function put({ path }, to) {
  const now = fitting();
  change(target(), targetProperties().find(property => property.path === path), to);
  if (isTogether()) now.manifest.layers = now.parts.map(layer => moved(layer, now));
  else now.parts[now.layer] = movedBack(currentLayer(), now.parts[now.layer], now, path);
}

const isChanged = index => !isSame(fitting().parts[index], fitting().original.layers[index]);
const anythingChanged = () => !isSame(fitting().manifest, fitting().original);
