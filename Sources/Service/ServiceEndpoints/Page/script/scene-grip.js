// What holds an item: how far it is moved, turned or made larger by the pointer.
//
// How far a millimetre goes depends on how the item stands on the card. The page guesses it from the card's quad, sees in
// the answer where the grabbed spot went, and corrects the guess, as with layers. A turn and a change of size are about
// the pivot in the item's own plane, which its quad shows.
let itemGrip = null;
const snapPixels = 6; // of the screen

const letGoOfItem = () => { itemGrip = null; };
const placeOfItem = text => ['at.x', 'at.y'].map(path => itemValue(itemsOf(text)[currentScene().item], path));

// How high a unit of the quad is where it is one wide: the quad is a rectangle before a known camera.
function shapeOf([a, b, , d, e, , g, h]) {
  const { width, height, fieldOfView } = cardPicture;
  const focal = height / 2 / Math.tan((fieldOfView * Math.PI) / 360);
  const length = (x, y, w) => Math.hypot((x - (width / 2) * w) / focal, (y - (height / 2) * w) / focal, w);
  return length(b, e, h) / length(a, d, g);
}

// A point of the picture in the item's plane, from its pivot, in widths of the item.
function inPlane({ map, shape, pivot }, point) {
  const [s, t] = placeOn(map, point);
  return [s - pivot[0], (t - pivot[1]) * shape];
}

// What a millimetre to the right and one up move in the picture, where the item lies on the card.
function guessOfItem([x, y]) {
  const at = (x, y) => pointOf(quadMap(sceneState.frame.corners), onCard(x, y));
  const [here, right, up] = [at(x, y), at(x + 1, y), at(x, y + 1)];
  return [0, 1].map(axis => [right[axis] - here[axis], up[axis] - here[axis]]);
}

// A place of the card in millimetres as parts of its sides.
function onCard(x, y) {
  const scene = currentScene();
  return [0.5 + x / cardWidth(scene), 0.5 - y / (cardWidth(scene) * scene.aspect)];
}

function grabItem(mode, pointer) {
  stopPlaying();
  const { item } = currentScene();
  const entry = placedItem();
  const map = quadMap(entry.corners);
  const offset = placeOfItem(sceneState.frame.text);
  itemGrip = {
    mode, item, pointer, start: pointer, isHeld: true, rounds: 0, guides: [], gesture: beginGesture(), zoom: zoomOfScene(),
    map, shape: shapeOf(map), pivot: entry.box ? [0.5, 0.5] : currentItem().pivot ?? [0.5, 0.5], place: placeOn(map, pointer),
    moves: guessOfItem(offset), seen: { offset, spot: pointer }, change: { factor: 1, angle: 0 },
  };
}

function lagOfItem() {
  const entry = placedItem();
  if (!itemGrip || !entry) return [0, 0];
  const spot = pointOf(quadMap(entry.corners), itemGrip.place);
  return [0, 1].map(axis => itemGrip.pointer[axis] - spot[axis]);
}

// After an answer: what was learnt from it, and whether another is needed.
function followItem() {
  if (!itemGrip) return;
  const entry = placedItem();
  if (!entry) { letGoOfItem(); return; }
  if (itemGrip.mode === 'move') {
    learn(itemGrip, { offset: placeOfItem(sceneState.frame.text), spot: pointOf(quadMap(entry.corners), itemGrip.place) });
    const isThere = Math.hypot(...lagOfItem()) < closeEnough || ++itemGrip.rounds > mostRounds;
    if (!isThere && itemGrip.hasMoved && pursueItem()) return;
  }
  if (!itemGrip.isHeld && sceneState.frame.text === currentScene().text) letGoOfItem();
}

// Brings the item to where the pointer has it; gives whether that is news.
function pursueItem() {
  const { mode, item, gesture } = itemGrip;
  if (mode === 'move') return moveItem();
  const [[x0, y0], [x, y]] = [itemGrip.start, itemGrip.pointer].map(point => inPlane(itemGrip, point));
  if (mode === 'scale') {
    // The corner goes along its diagonal.
    const factor = (x * x0 + y * y0) / (x0 * x0 + y0 * y0);
    if (!(factor > 0.01 && factor < 100)) return false;
    itemGrip.change.factor = factor;
    return changeScene(text => scaled(text, item, factor), gesture);
  }
  const before = itemValue(itemsOf(gesture.base)[item], 'rotation');
  let after = before + ((Math.atan2(y, x) - Math.atan2(y0, x0)) * 180) / Math.PI;
  after -= 360 * Math.round(after / 360);
  const round = 15 * Math.round(after / 15);
  if (itemGrip.snaps && Math.abs(after - round) < 2) after = round;
  itemGrip.change.angle = after - before;
  return changeScene(text => withValues(text, item, { rotation: after }), gesture);
}

function moveItem() {
  const { seen, moves, item, gesture } = itemGrip;
  const step = solve(moves, lagOfItem());
  if (!step.every(Number.isFinite)) { letGoOfItem(); return false; }
  const to = snappedItem(step.map((value, axis) => seen.offset[axis] + value));
  return changeScene(text => withValues(text, item, { 'at.x': to[0], 'at.y': to[1] }), gesture);
}

// The place, or a near one at which the item's pivot, middle or edge is at the card's middle or edge.
function snappedItem(to) {
  itemGrip.guides = [];
  const entry = placedItem();
  if (!itemGrip.snaps || !entry) return to;
  const { aspect } = currentScene();
  const sides = [cardWidth(currentScene()), cardWidth(currentScene()) * aspect];
  const card = quadMap(sceneState.frame.corners);
  const corners = entry.corners.map(corner => placeOn(card, corner)).map(([s, t]) => [(s - 0.5) * sides[0], (0.5 - t) * sides[1]]);
  const isFlat = !currentItem().angle && (currentItem().facing ?? 'card') === 'card' && corners.flat().every(Number.isFinite);
  return to.map((value, axis) => {
    const [low, high] = [Math.min, Math.max].map(choose => choose(...corners.map(corner => corner[axis])) - itemGrip.seen.offset[axis]);
    const half = sides[axis] / 2;
    // Of what is animated `at` says how far it goes along, not where it is.
    const isStill = !tracksOf(currentItem()).some(({ property }) => property === ['at.x', 'at.y'][axis]);
    const places = [...(isStill ? [[0, 0]] : []), ...(isFlat ? [[-(low + high) / 2, 0], [-half - low, -half], [half - high, half]] : [])];
    const near = (snapPixels * itemGrip.zoom) / Math.hypot(...itemGrip.moves.map(row => row[axis]));
    const best = places.filter(([place]) => Math.abs(place - value) <= near).sort(([one], [other]) => Math.abs(one - value) - Math.abs(other - value))[0];
    if (!best) return value;
    const ends = [-1, 1].map(end => (axis === 0 ? [best[1], (end * sides[1]) / 2] : [(end * sides[0]) / 2, best[1]]));
    itemGrip.guides.push(ends.map(end => pointOf(card, onCard(...end))));
    return best[0];
  });
}

// Where the item's corners are once what is asked for is there.
function cornersAhead(corners) {
  if (!itemGrip) return corners;
  const { mode, map, shape, pivot, change: { factor, angle }, moves } = itemGrip;
  if (mode === 'move') {
    const [before, now] = [sceneState.frame.text, currentScene().text].map(placeOfItem);
    const [dx, dy] = [now[0] - before[0], now[1] - before[1]];
    return corners.map(corner => corner.map((value, axis) => value + moves[axis][0] * dx + moves[axis][1] * dy));
  }
  const [cosine, sine] = [Math.cos, Math.sin].map(of => factor * of((angle * Math.PI) / 180));
  return [[0, 0], [1, 0], [1, 1], [0, 1]].map(([s, t]) => {
    const [x, y] = [s - pivot[0], (t - pivot[1]) * shape];
    return pointOf(map, [x * cosine - y * sine + pivot[0], (x * sine + y * cosine) / shape + pivot[1]]);
  });
}
