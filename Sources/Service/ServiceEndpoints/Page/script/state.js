// What is shown, and what was changed of it.
const state = {
  avatars: [],      // the list
  fittings: {},     // by id, see fittingOf
  avatar: null,     // the chosen id
  picture: null, tracking: null, isSample: false, // files
  moving: null,     // the clip, or the drawn head, that they are one moment of
  hasTracker: null, // whether the service finds faces by itself; null until it said so
  faults: [],       // of the chosen avatar's manifest, as the service told them: pointer, detail
  frame: null,      // the service's last answer, with what it was asked with
  news: null,       // what is said until something is changed
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

// Whether a layer has a place of its own: occluders are not seen, a picture on the face lies where the face is.
const isPlaced = ({ occluder, surface }) => !occluder && surface?.type !== 'face';

// An avatar that is being changed.
//
// `base` is the avatar.json as it is stored, null for one that is stored nowhere; `history` holds its text as it was
// changed. `files` are the package's files that the service does not have, by path. `parts` are the layers as they were
// changed one by one, `whole` is the change of all together, and the manifest comes of both; `layer` is the number of the
// chosen layer, or `together`.
function fittingOf(id, base, { text = base, files = {}, layer, ...step } = {}) {
  const original = JSON.parse(base ?? text);
  const now = { id, base, original, files, first: base ?? text, history: new History(text) };
  adopt(now, text, step);
  const placed = now.manifest.layers.filter(isPlaced);
  now.layer = layer ?? (placed.length === 1 ? now.manifest.layers.findIndex(isPlaced) : together);
  return now;
}

// Takes a text of the history, with how it was made.
function adopt(now, text, { parts, whole } = {}) {
  now.manifest = JSON.parse(text);
  now.parts = copy(parts ?? now.manifest.layers);
  now.whole = copy(whole ?? untouched());
  now.middle = middleOf(now.parts.filter(isPlaced));
  if (now.layer >= now.parts.length) now.layer = together;
}

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
  record(now, true);
}

// The layers of an avatar, of the chosen one, as a function gives them; of others than sliders move.
function putLayers(layers, { layer = fitting().layer, isMerged = false, now = fitting() } = {}) {
  Object.assign(now, { parts: layers, layer, middle: middleOf(layers.filter(isPlaced)) });
  now.manifest.layers = now.parts.map(part => moved(part, now));
  record(now, isMerged);
}

// Counted at each beginning of something: a drag is one step, however many changes it makes.
let gesture = 0;

// What was changed becomes a step of the history, and is kept in the browser; changes that may be merged are one step
// within a gesture.
function record(now, isMerged) {
  state.news = null;
  const { parts, whole } = now;
  const text = new JSONText(now.history.current).with(now.manifest).text;
  now.history.push(text, { merge: isMerged ? `${gesture} ${now.layer}` : undefined, step: copy({ parts, whole }) });
  keepDraft(now);
  if (now === fitting()) showHistory();
}

const originalOf = layer => fitting().original.layers.find(({ name }) => name === layer.name);
const isChanged = index => !isSame(fitting().parts[index], originalOf(fitting().parts[index]) ?? null);
const isUnsaved = ({ base, history }) => history.current !== base;
const anythingChanged = () => !isSame(fitting().manifest, fitting().original);

// The files that the manifest names, of those that the service does not have.
function filesToSend({ manifest, files }) {
  const text = JSON.stringify(manifest);
  const isNamed = path => text.includes(JSON.stringify(path)) || /\.(bin|png|jpe?g)$/i.test(path) && /\.gltf"/i.test(text);
  return Object.fromEntries(Object.entries(files).filter(([path]) => isNamed(path)));
}
