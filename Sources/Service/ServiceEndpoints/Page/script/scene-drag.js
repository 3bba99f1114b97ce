// Dragging an item over its card: the spot that was grabbed stays under the pointer, as with layers.
let itemGrip = null;

const letGoOfItem = () => { itemGrip = null; };
const placeOfItem = edits => ['at.x', 'at.y'].map(path => edits[currentScene().item][path] ?? storedValue(currentItem(), path));

function spotOfItem() {
  const entry = placedItem();
  return entry ? pointOf(quadMap(entry.corners), itemGrip.place) : null;
}

function lagOfItem() {
  const spot = itemGrip && spotOfItem();
  return spot ? [itemGrip.pointer[0] - spot[0], itemGrip.pointer[1] - spot[1]] : [0, 0];
}

// What a millimetre to the right and one up move in the picture, where the item lies on the card.
function guessOfItem([x, y]) {
  const { aspect, picture: { widthMm } } = currentScene();
  const map = quadMap(sceneState.frame.corners);
  const at = (x, y) => pointOf(map, [0.5 + x / widthMm, 0.5 - y / (widthMm * aspect)]);
  const [here, right, up] = [at(x, y), at(x + 1, y), at(x, y + 1)];
  return [0, 1].map(axis => [right[axis] - here[axis], up[axis] - here[axis]]);
}

function grabItem(pointer) {
  stopPlaying();
  const offset = placeOfItem(sceneState.frame.edits);
  itemGrip = {
    place: placeOn(quadMap(placedItem().corners), pointer), pointer, isHeld: true, rounds: 0, moves: guessOfItem(offset),
    seen: { offset, spot: pointer },
  };
}

// After an answer: what was learnt from it, and whether another is needed.
function followItem() {
  if (!itemGrip) return;
  const spot = spotOfItem();
  if (!spot) { letGoOfItem(); return; }
  learn(itemGrip, { offset: placeOfItem(sceneState.frame.edits), spot });
  const isThere = Math.hypot(...lagOfItem()) < closeEnough || ++itemGrip.rounds > mostRounds;
  if (!isThere) { pursueItem(); return; }
  if (!itemGrip.isHeld) letGoOfItem();
}

function pursueItem() {
  const step = solve(itemGrip.moves, lagOfItem());
  if (!step.every(Number.isFinite)) { letGoOfItem(); return; }
  const scene = currentScene();
  ['at.x', 'at.y'].forEach((path, axis) => putItem(scene, scene.item, path, itemGrip.seen.offset[axis] + step[axis]));
  showItem();
  renderScene();
}

function showItemOutline() {
  const { frame } = sceneState;
  if (!frame) return;
  const outline = byId('scene-outline');
  outline.classList.toggle('bare', !byId('scene-outlines').checked);
  outline.classList.toggle('held', itemGrip?.isHeld ?? false);
  // Between two answers the held shape goes with the pointer.
  const [dx, dy] = lagOfItem();
  const points = placedItem()?.corners.map(([x, y]) => `${x + dx},${y + dy}`).join(' ');
  drawOutline(outline, frame, points ? ['halo', 'grip'].map(name => ({ points, name })) : []);
}

// A click chooses the smallest item under it, of which less shows otherwise.
function chooseItemAt(point) {
  const under = drawnItems().filter(entry => isInside(entry.corners, point));
  if (!under.length) return;
  const smallest = under.reduce((best, entry) => (areaOf(entry.corners) < areaOf(best.corners) ? entry : best));
  chooseItem(currentScene().original.items.findIndex(item => item.name === smallest.item));
}

function startMovingItems() {
  const [frame, outline, stage] = ['scene-frame', 'scene-outline', 'scene-stage'].map(byId);
  let from = null;
  // All of the picture: a press on what is chosen holds it, a click chooses.
  outline.addEventListener('pointerdown', event => {
    if (event.button !== 0 || !sceneState.frame) return;
    from = pointIn(event, frame, sceneState.frame);
    outline.setPointerCapture(event.pointerId);
    stage.focus({ preventScroll: true });
    event.preventDefault();
    if (placedItem() && event.target.tagName === 'polygon') grabItem(from);
    showItemOutline();
  });
  outline.addEventListener('pointermove', event => {
    if (!from || !itemGrip?.isHeld) return;
    itemGrip.pointer = pointIn(event, frame, sceneState.frame);
    itemGrip.hasMoved ||= Math.hypot(itemGrip.pointer[0] - from[0], itemGrip.pointer[1] - from[1]) > 2;
    itemGrip.rounds = 0;
    showItemOutline();
    if (itemGrip.hasMoved) pursueItem();
  });
  outline.addEventListener('pointerup', () => {
    const point = from;
    const hasMoved = itemGrip?.hasMoved;
    from = null;
    if (itemGrip) itemGrip.isHeld = false;
    if (stage.getAttribute('aria-busy') === 'false' || !hasMoved) letGoOfItem();
    if (point && !hasMoved) chooseItemAt(point);
    showItemOutline();
  });
  outline.addEventListener('pointercancel', () => { from = null; letGoOfItem(); showItemOutline(); });

  stage.addEventListener('keydown', event => {
    const step = event.shiftKey ? 10 : 1;
    const steps = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const scene = currentScene();
    if (!(event.key in steps) || !currentItem() || !propertiesOf(currentItem()).length || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    letGoOfItem();
    ['at.x', 'at.y'].forEach((path, axis) => putItem(scene, scene.item, path, itemValue(scene, scene.item, path) + steps[event.key][axis]));
    showItem();
    renderScene();
  });
}
