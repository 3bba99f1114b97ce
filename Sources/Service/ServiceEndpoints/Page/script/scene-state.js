// The scenes, and what was changed of their items.
const sceneState = {
  list: null,       // as the service lists them
  scenes: {},       // by id: see sceneOf
  scene: null,      // the chosen id
  seconds: 2,       // after the card was seen
  frame: null,      // the service's last answer, with what it was asked with
  hasFailed: false, // whether what was asked last has no picture
};

const currentScene = () => sceneState.scenes[sceneState.scene];
// A scene may have no items.
const itemsOf = original => original.items ?? [];
// A scene as it is stored, with how its items were changed, the cues that were given, the chosen item's number, the
// card's height in parts of its width, and the pictures of the card, by pose.
const sceneOf = (summary, original) => ({
  ...summary, original, edits: itemsOf(original).map(() => ({})), given: [], item: 0, aspect: null, grounds: {},
});

// What sliders change of an item, in millimetres and degrees, as scene.json has it.
const places = ['at.x', 'at.y', 'at.z'];
const itemProperties = [
  { path: 'at.x', label: 'right', least: -120, most: 120, step: 0.5 },
  { path: 'at.y', label: 'upwards', least: -120, most: 120, step: 0.5 },
  { path: 'at.z', label: 'outwards', least: -60, most: 120, step: 0.5 },
  { path: 'width', label: 'size', least: 0.5, most: 300, step: 0.5, of: ['art', 'sprite', 'lottie'] },
  { path: 'size', label: 'size', least: 0.5, most: 100, step: 0.5, of: ['text'] },
  { path: 'scale', label: 'size', least: 0.05, most: 8, step: 0.01, of: ['model'] },
  { path: 'rotation', label: 'turn', least: -180, most: 180, step: 0.5, of: ['art', 'sprite', 'lottie', 'text', 'photo', 'model'] },
  { path: 'rotation.x', label: 'nod', least: -180, most: 180, step: 0.5, of: ['model'] },
  { path: 'rotation.y', label: 'turnAside', least: -180, most: 180, step: 0.5, of: ['model'] },
];
const propertiesOf = ({ type }) => (type === 'flash' ? [] : itemProperties.filter(({ of }) => !of || of.includes(type)));

// The axis of a turn, nothing of another property.
const axisOf = path => path.match(/^rotation(?:\.(.))?$/)?.slice(1).map(axis => axis ?? 'z')[0];

function storedValue(item, path) {
  if (axisOf(path)) return turnsOf(item)[axisOf(path)];
  return (places.includes(path) ? item.at?.[places.indexOf(path)] : item[path]) ?? Number(path === 'scale');
}
const itemValue = (scene, index, path) => scene.edits[index][path] ?? storedValue(scene.original.items[index], path);

// Within what a scene.json may say, and without the tails of binary fractions.
function putItem(scene, index, path, to) {
  const [least, most] = axisOf(path) ? [-360, 360] : { width: [0.1, 1e4], size: [0.1, 1e4], scale: [0.001, 1e4] }[path] ?? [-1e3, 1e3];
  const value = inThousandths(Math.min(Math.max(to, least), most));
  if (value === storedValue(scene.original.items[index], path)) delete scene.edits[index][path];
  else scene.edits[index][path] = value;
}

const inThousandths = number => Math.round(number * 1e3) / 1e3;
const isItemChanged = (scene, index) => Object.keys(scene.edits[index]).length > 0;
const isSceneChanged = scene => itemsOf(scene.original).some((_, index) => isItemChanged(scene, index));

// An item with its changes. What animates a property takes its place, so it is moved along.
function editedItem(item, edit) {
  const result = copy(item);
  for (const [path, value] of Object.entries(edit)) {
    const before = storedValue(item, path);
    if (places.includes(path)) (result.at ??= [0, 0, 0])[places.indexOf(path)] = value;
    else if (axisOf(path)) turn(result, axisOf(path), value);
    else result[path] = value;
    const along = path === 'width' ? key => (key * value) / before : key => key + value - before;
    for (const animation of result.animate ?? []) {
      if (animation.property === path) animation.keys = animation.keys.map(([age, key]) => [age, inThousandths(along(key))]);
    }
  }
  return result;
}

function editedScene({ original, edits }) {
  const items = itemsOf(original).map((item, index) => editedItem(item, edits[index]));
  return { ...copy(original), ...(original.items && { items }) };
}
