// The scenes, and what was changed of them: all changes are changes of the text of their scene.json.
const sceneState = {
  list: null,       // as the service lists them
  scenes: {},       // by id: see sceneOf
  previews: {},     // by id, the sheets that the service draws
  scene: null,      // the chosen id
  seconds: 2,       // after the card was seen
  frame: null,      // the service's last answer, with what it was asked with
  hasFailed: false, // whether what was asked last has no picture
  key: null,        // the chosen key of the chosen item's animations: { track, index }
};

const currentScene = () => sceneState.scenes[sceneState.scene];
// A scene may have no items.
const itemsOf = ({ value }) => value.items ?? [];
const cardWidth = scene => scene.text.value.picture?.widthMm ?? scene.picture.widthMm;
// A scene as it is stored (its text, what that says, and the service's ETag of the package), its text as it was changed,
// the cues that were given, the chosen item's number, the card's height in parts of its width, the print as pixels, the
// package's files where they are known, and the faults of the text.
const sceneOf = (summary, stored, tag) => ({
  ...summary, stored, original: JSON.parse(stored), tag, text: new JSONText(stored), history: new History(stored), given: [], item: 0, aspect: null, print: null,
  files: null, faults: [],
});

// What sliders change of an item, in millimetres, degrees and milliseconds, as scene.json has it.
const places = ['at.x', 'at.y', 'at.z'];
const lain = ['art', 'sprite', 'lottie', 'text', 'photo'];
const itemProperties = [
  { path: 'at.x', label: 'right', least: -120, most: 120, step: 0.5 },
  { path: 'at.y', label: 'upwards', least: -120, most: 120, step: 0.5 },
  { path: 'at.z', label: 'outwards', least: -60, most: 120, step: 0.5 },
  { path: 'width', label: 'size', least: 0.5, most: 300, step: 0.5, of: ['art', 'sprite', 'lottie'] },
  { path: 'size', label: 'size', least: 0.5, most: 100, step: 0.5, of: ['text'] },
  { path: 'scale', label: 'size', least: 0.05, most: 8, step: 0.01, of: ['model'] },
  { path: 'rotation', label: 'turn', least: -180, most: 180, step: 0.5, of: [...lain, 'model'] },
  { path: 'rotation.x', label: 'nod', least: -180, most: 180, step: 0.5, of: ['model'] },
  { path: 'rotation.y', label: 'turnAside', least: -180, most: 180, step: 0.5, of: ['model'] },
  { path: 'angle', label: 'fold', least: 0, most: 180, step: 1, of: lain },
  { path: 'opacity', label: 'opacity', least: 0, most: 1, step: 0.01, of: [...lain, 'model', 'particles'] },
  { path: 'delay', label: 'delay', least: 0, most: 15000, step: 50 },
];
// An angle may be chosen by the scene itself.
const propertiesOf = item => itemProperties.filter(({ path, of }) => (
  of ? of.includes(item.type) && !(path === 'angle' && item.angle === 'auto') : item.type !== 'flash' || path === 'delay'));

// The axis of a turn, nothing of another property.
const axisOf = path => path.match(/^rotation(?:\.(.))?$/)?.slice(1).map(axis => axis ?? 'z')[0];
const usualOf = { scale: 1, opacity: 1, size: 8 };
const limitsOf = path => (axisOf(path) ? [-360, 360] : {
  width: [0.1, 1e4], size: [0.1, 1e4], scale: [0.001, 1e4], angle: [0, 180], opacity: [0, 1], delay: [0, 6e5],
}[path] ?? [-1e3, 1e3]);

function itemValue(item, path) {
  if (axisOf(path)) return turnsOf(item)[axisOf(path)];
  return (places.includes(path) ? item.at?.[places.indexOf(path)] : item[path]) ?? usualOf[path] ?? 0;
}

// The text with an item changed, by what is done to a copy.
function withItem(text, index, change) {
  const item = copy(itemsOf(text)[index]);
  change(item);
  return text.set(['items', index], item);
}

// The text with properties of an item changed, by their paths.
const withValues = (text, index, values) => withItem(text, index, item => {
  for (const [path, to] of Object.entries(values)) putValue(item, path, to);
});

// Within what a scene.json may say, and without the tails of binary fractions.
function putValue(item, path, to) {
  const [least, most] = limitsOf(path);
  const [before, value] = [itemValue(item, path), inThousandths(Math.min(Math.max(to, least), most))];
  if (value === before) return;
  if (places.includes(path)) (item.at ??= [0, 0, 0])[places.indexOf(path)] = value;
  else if (axisOf(path)) turn(item, axisOf(path), value);
  else item[path] = value;
  const isMultiplied = before && ['width', 'opacity'].includes(path);
  moveKeys(item, path, isMultiplied ? key => (key * value) / before : key => key + value - before);
}

// What animates a property takes its place, so it is moved along.
function moveKeys(item, path, along) {
  const [least, most] = limitsOf(path);
  for (const { property, keys } of item.animate ?? []) {
    if (property === path) keys.forEach(key => { key[1] = inThousandths(Math.min(Math.max(along(key[1]), Math.min(least, 0)), most)); });
  }
}

// The text with an item larger by a factor: its width, or what its type has instead.
const scaled = (text, index, factor) => withItem(text, index, item => {
  const path = { text: 'size', model: 'scale' }[item.type] ?? 'width';
  if (item.type !== 'photo') putValue(item, path, itemValue(item, path) * factor);
  if (!item.box) return;
  item.box = item.box.map(side => inThousandths(Math.min(Math.max(side * factor, 0.1), 1e4)));
  moveKeys(item, 'width', key => key * factor);
});

const inThousandths = number => Math.round(number * 1e3) / 1e3;
// The item as the service has it, by its name.
const storedItem = (scene, item) => itemsOf({ value: scene.original }).find(({ name }) => name === item.name);
const isItemChanged = (scene, item) => !isSame(storedItem(scene, item) ?? null, item);
const isSceneChanged = scene => String(scene.text) !== scene.stored;
