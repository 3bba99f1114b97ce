// All layers moved, scaled and turned as one.
//
// An avatar.json has no such fields for the whole avatar, so each layer's own are computed: what reads the file needs
// to know nothing of it. A layer lies at its anchor's place plus its offset, in eye distances. Layers may have different
// anchors: `facePlaces`, which the service adds to this script, says where they lie on the average face.
const together = -1; // in place of a layer's number
const untouched = () => ({ offset: { x: 0, y: 0, z: 0 }, scale: 1, rotation: 0 });
const axes = ['x', 'y', 'z'];

const anchorOf = layer => facePlaces[layer.anchor ?? 'eyes'] ?? facePlaces.eyes;
const offsetOf = layer => axes.map(axis => layer.offset?.[axis] ?? 0);
const rounded = number => Math.round(number * 1e4) / 1e4;

const scaleOf = layer => layer.scale ?? 1;
// In eye distances; a model, whose size is in its file, counts as one that goes around the head.
const widthOf = layer => (layer.model ? 3 : 1) * scaleOf(layer);

// The layers' mean place, large ones counting more: by their squared widths.
function middleOf(layers) {
  const whole = layers.reduce((sum, layer) => sum + widthOf(layer) ** 2, 0);
  return axes.map((_, axis) => layers.reduce(
    (sum, layer) => sum + (widthOf(layer) ** 2 / whole) * (anchorOf(layer)[axis] + offsetOf(layer)[axis]), 0));
}

// Clockwise as seen, y up.
function turned([x, y, z], degrees) {
  const [cosine, sine] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [x * cosine + y * sine, y * cosine - x * sine, z];
}

const turnedBy = (layer, degrees) => {
  const sum = turnsOf(layer).z + degrees;
  return sum - 360 * Math.round(sum / 360);
};

// Only what differs is written.
function withPlace(layer, offset, rotation, scale) {
  const result = copy(layer);
  if (scale !== scaleOf(layer)) result.scale = scale;
  axes.forEach((axis, index) => {
    if (offset[index] !== (layer.offset?.[axis] ?? 0)) (result.offset ??= {})[axis] = offset[index];
  });
  if (rotation !== turnsOf(layer).z) turn(result, 'z', rotation);
  return result;
}

// A layer as it is after the move of all.
function moved(layer, { whole, middle }) {
  if (isSame(whole, untouched()) || !isPlaced(layer)) return copy(layer);
  const [anchor, offset] = [anchorOf(layer), offsetOf(layer)];
  const arm = turned(axes.map((_, axis) => anchor[axis] + offset[axis] - middle[axis]), whole.rotation);
  const place = axes.map((name, axis) => rounded(middle[axis] + whole.offset[name] + whole.scale * arm[axis] - anchor[axis]));
  const width = Math.max(rounded(scaleOf(layer) * whole.scale), 1e-4);
  const result = withPlace(layer, place, rounded(turnedBy(layer, whole.rotation)), width);
  if (Array.isArray(layer.drive)) result.drive = layer.drive.flatMap(drive => driven(drive, whole));
  return result;
}

// What a blendshape moves goes the same way in the turned and scaled avatar: a jaw of twice the size drops twice as far.
function driven(drive, { scale, rotation }) {
  const axis = axes.findIndex(axis => drive.property === `offset.${axis}`);
  if (axis < 0 || !Array.isArray(drive.to)) return [copy(drive)];
  const way = turned(axes.map((_, index) => Number(index === axis)), rotation);
  return axes.flatMap((name, index) => (Math.abs(way[index]) < 1e-9 ? [] : [{
    ...copy(drive), property: `offset.${name}`, to: drive.to.map(value => rounded(value * way[index] * scale)),
  }]));
}

// The layer before the move of all, from how one of its properties was changed after it; the others stay as they were.
function movedBack(layer, before, { whole, middle }, path) {
  if (isSame(whole, untouched())) return copy(layer);
  // Finer than what is shown, which must come back from it.
  const fine = number => Math.round(number * 1e6) / 1e6;
  let [offset, rotation, width] = [offsetOf(before), turnsOf(before).z, scaleOf(before)];
  if (path === 'scale') width = Math.max(fine(layer.scale / whole.scale), 1e-6);
  else if (path === 'rotation') rotation = fine(turnedBy(layer, -whole.rotation));
  else if (path.startsWith('rotation.')) {
    const result = copy(before);
    ['x', 'y'].forEach(axis => turn(result, axis, turnsOf(layer)[axis]));
    return result;
  } else {
    const [anchor, now] = [anchorOf(layer), offsetOf(layer)];
    const arm = axes.map((name, axis) => (anchor[axis] + now[axis] - middle[axis] - whole.offset[name]) / whole.scale);
    offset = turned(arm, -whole.rotation).map((length, axis) => fine(middle[axis] + length - anchor[axis]));
  }
  return withPlace(before, offset, rotation, width);
}
