// What is shown, and what was changed of it.
const state = {
  avatars: [],      // the list
  fittings: {},     // by id, see fittingOf
  avatar: null,     // the chosen id
  picture: null, tracking: null, isSample: false, // files
  hasTracker: null, // whether the service finds faces by itself; null until it said so
  models: {},       // by id, the files of models that were dropped: name, bytes
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
  { path: 'rotation', label: 'turn', axis: 'z', least: -180, most: 180, step: 0.5, usual: 0 },
];
const [offsetX, offsetY, , scale, rotation] = properties;
const modelProperties = [...properties, ...[['x', 'nod'], ['y', 'turnAside']].map(([axis, label]) => (
  { ...rotation, path: `rotation.${axis}`, label, axis }))];
// Of all layers together: what is added to theirs, and what theirs is multiplied by.
const jointProperties = properties.map(property => (property === scale
  ? { ...property, least: 0.1, most: 3, sign: '× ' }
  : { ...property, sign: '+ ' }));

// Turns in degrees about x, y and z; a number is that about z.
const turnsOf = ({ rotation }) => ({ x: 0, y: 0, z: 0, ...(typeof rotation === 'object' ? rotation : { z: rotation ?? 0 }) });

function turn(layer, axis, to) {
  const turns = { ...turnsOf(layer), [axis]: to };
  layer.rotation = turns.x || turns.y ? turns : turns.z;
}

function value(layer, property) {
  if (property.axis) return turnsOf(layer)[property.axis];
  const found = property.path.split('.').reduce((object, key) => object?.[key], layer);
  return found ?? property.usual;
}

// Within the slider's range, and without the tails of binary fractions.
function change(layer, property, to) {
  const number = Math.round(Math.min(Math.max(to, property.least), property.most) * 1e4) / 1e4;
  if (property.axis) {
    turn(layer, property.axis, number);
    return;
  }
  const keys = property.path.split('.');
  const last = keys.pop();
  let object = layer;
  for (const key of keys) object = object[key] ??= {};
  object[last] = number;
}

const copy = object => JSON.parse(JSON.stringify(object));
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const fitting = () => state.fittings[state.avatar];

// An avatar as it is stored, its layers as they were changed one by one, the change of all together, and the manifest
// that comes of both; the chosen layer's number, or `together`.
// Whether a layer has a place of its own: occluders are not seen, a picture on the face lies where the face is.
const isPlaced = ({ occluder, surface }) => !occluder && surface?.type !== 'face';

const fittingOf = original => ({
  original, manifest: copy(original), parts: copy(original.layers), whole: untouched(), middle: middleOf(original.layers.filter(isPlaced)),
  layer: original.layers.filter(isPlaced).length === 1 ? original.layers.findIndex(isPlaced) : together,
});

const isTogether = () => fitting()?.layer === together;
const currentLayer = () => fitting()?.manifest.layers[fitting().layer];
// What the sliders change: a layer, or all.
const targetIn = ({ manifest, whole }) => (isTogether() ? whole : manifest.layers[fitting().layer]);
const target = () => fitting() && (isTogether() || isPlaced(currentLayer()) ? targetIn(fitting()) : null);
const targetProperties = () => (isTogether() ? jointProperties : currentLayer()?.model ? modelProperties : properties);

function put({ path }, to) {
  const now = fitting();
  change(target(), targetProperties().find(property => property.path === path), to);
  if (isTogether()) now.manifest.layers = now.parts.map(layer => moved(layer, now));
  else now.parts[now.layer] = movedBack(currentLayer(), now.parts[now.layer], now, path);
}

const isChanged = index => !isSame(fitting().parts[index], fitting().original.layers[index]);
const anythingChanged = () => !isSame(fitting().manifest, fitting().original);
