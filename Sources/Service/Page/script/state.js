// What is shown, and what was changed of it.
const state = {
  avatars: [], avatar: null,   // the list, the chosen one's id
  original: null, manifest: null, // its avatar.json as it is stored, and as it was changed
  layer: 0,
  picture: null, tracking: null,  // files
  frame: null,                 // the service's last answer
};
const byId = id => document.getElementById(id);

// A property of a layer by its path: 'offset.x'.
const properties = [
  { path: 'offset.x', label: 'Offset x', least: -3, most: 3, step: 0.01, usual: 0 },
  { path: 'offset.y', label: 'Offset y', least: -3, most: 3, step: 0.01, usual: 0 },
  { path: 'offset.z', label: 'Offset z', least: -1.5, most: 1.5, step: 0.01, usual: 0 },
  { path: 'scale', label: 'Scale', least: 0.05, most: 8, step: 0.01, usual: 1 },
  { path: 'rotation', label: 'Rotation', least: -180, most: 180, step: 0.5, usual: 0 },
];

function value(layer, property) {
  const found = property.path.split('.').reduce((object, key) => object?.[key], layer);
  return found ?? property.usual;
}

function change(layer, property, to) {
  const keys = property.path.split('.');
  const last = keys.pop();
  let object = layer;
  for (const key of keys) object = object[key] ??= {};
  // Hundredths: what a slider means, without the tails of binary fractions.
  object[last] = Math.round(to * 1e4) / 1e4;
}

const currentLayer = () => state.manifest?.layers?.[state.layer];
const isChanged = index =>
  JSON.stringify(state.manifest.layers[index]) !== JSON.stringify(state.original.layers[index]);
const anythingChanged = () => JSON.stringify(state.manifest) !== JSON.stringify(state.original);
const copy = object => JSON.parse(JSON.stringify(object));
