// What is shown, and what was changed of it.
const state = {
  avatars: [],      // the list
  fittings: {},     // by id: { original, manifest, layer }: as it is stored, as it was changed, the chosen layer
  avatar: null,     // the chosen id
  picture: null, tracking: null, isSample: false, // files
  frame: null,      // the service's last answer, with the id and manifest that it was asked with
};
const byId = id => document.getElementById(id);

// A property of a layer by its path: 'offset.x'.
const properties = [
  { path: 'offset.x', label: 'Sideways', least: -3, most: 3, step: 0.01, usual: 0 },
  { path: 'offset.y', label: 'Up', least: -3, most: 3, step: 0.01, usual: 0 },
  { path: 'offset.z', label: 'Forward', least: -1.5, most: 1.5, step: 0.01, usual: 0 },
  { path: 'scale', label: 'Size', least: 0.05, most: 8, step: 0.01, usual: 1 },
  { path: 'rotation', label: 'Turn', least: -180, most: 180, step: 0.5, usual: 0 },
];
const [offsetX, offsetY, , scale, rotation] = properties;

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
const currentLayer = () => fitting()?.manifest.layers[fitting().layer];
const isChanged = index => !isSame(fitting().manifest.layers[index], fitting().original.layers[index]);
const anythingChanged = () => !isSame(fitting().manifest, fitting().original);
