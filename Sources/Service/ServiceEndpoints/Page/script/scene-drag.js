// The outline of the chosen item over the picture, with handles that turn it and make it larger.
const canScale = ({ type }) => !['flash', 'particles'].includes(type);
const canTurn = ({ type }) => lain.includes(type);

function showItemOutline() {
  const { frame } = sceneState;
  if (!frame) return;
  const outline = byId('scene-outline');
  outline.classList.toggle('bare', !byId('scene-outlines').checked);
  outline.classList.toggle('held', itemGrip?.isHeld ?? false);
  const entry = placedItem();
  const polygons = (itemGrip?.guides ?? []).map(line => ({ name: 'guide', points: pointsOf(line) }));
  if (entry) {
    const corners = cornersAhead(entry.corners);
    polygons.push(...['halo', 'grip'].map(name => ({ name, points: pointsOf(corners) })), ...handlesOf(corners));
  }
  drawOutline(outline, frame, polygons);
}

// Pixels of the picture for one of the page.
const zoomOfScene = () => sceneState.frame.width / (byId('scene-frame').clientWidth || 1);
const pointsOf = points => points.map(([x, y]) => `${x},${y}`).join(' ');

// A square at each corner, and one beyond the upper edge.
function handlesOf(corners) {
  const item = currentItem();
  const zoom = itemGrip?.zoom ?? zoomOfScene();
  const half = 5 * zoom;
  const square = (name, [x, y]) => ({ name: `handle ${name}`, points: pointsOf([[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([u, v]) => [x + u * half, y + v * half])) });
  const scales = canScale(item) ? corners.map(corner => square('scale', corner)) : [];
  if (!canTurn(item)) return scales;
  const [top, bottom] = [[0, 1], [2, 3]].map(pair => [0, 1].map(axis => (corners[pair[0]][axis] + corners[pair[1]][axis]) / 2));
  const length = Math.hypot(top[0] - bottom[0], top[1] - bottom[1]) || 1;
  return [...scales, square('turn', top.map((value, axis) => value + ((value - bottom[axis]) / length) * 26 * zoom))];
}

// A click chooses the smallest item under it, of which less shows otherwise; gives whether there is one.
function chooseItemAt(point) {
  const under = drawnItems().filter(entry => isInside(entry.corners, point));
  if (!under.length) return false;
  const smallest = under.reduce((best, entry) => (areaOf(entry.corners) < areaOf(best.corners) ? entry : best));
  const index = itemsOf(currentScene().text).findIndex(item => item.name === smallest.item);
  if (index >= 0) chooseItem(index);
  return true;
}

const isOnCard = point => isInside(sceneState.frame.corners, point);

function startMovingItems() {
  const [frame, outline, stage] = ['scene-frame', 'scene-outline', 'scene-stage'].map(byId);
  holdTouches(outline);
  let from = null;
  // All of the picture: a press on what is chosen holds it, a click chooses, or taps the card.
  outline.addEventListener('pointerdown', event => {
    if (event.button !== 0 || !sceneState.frame || !currentScene()) return;
    from = pointIn(event, frame, sceneState.frame);
    outline.setPointerCapture(event.pointerId);
    stage.focus({ preventScroll: true });
    event.preventDefault();
    const mode = ['scale', 'turn'].find(name => event.target.classList.contains(name)) ?? 'move';
    const isMovable = currentItem() && propertiesOf(currentItem()).some(({ path }) => path === 'at.x');
    if (placedItem() && isMovable && event.target.tagName === 'polygon') grabItem(mode, from);
    showItemOutline();
  });
  outline.addEventListener('pointermove', event => {
    if (!from || !itemGrip?.isHeld) return;
    itemGrip.pointer = pointIn(event, frame, sceneState.frame);
    itemGrip.hasMoved ||= Math.hypot(itemGrip.pointer[0] - from[0], itemGrip.pointer[1] - from[1]) > 2;
    Object.assign(itemGrip, { rounds: 0, snaps: !event.altKey });
    if (itemGrip.hasMoved) pursueItem();
    showItemOutline();
  });
  outline.addEventListener('pointerup', () => {
    const point = from;
    const hasMoved = itemGrip?.hasMoved;
    from = null;
    if (itemGrip) Object.assign(itemGrip, { isHeld: false, guides: [] });
    if (stage.getAttribute('aria-busy') === 'false' || !hasMoved) letGoOfItem();
    if (point && !hasMoved && !chooseItemAt(point) && isOnCard(point)) giveCue();
    showItemOutline();
  });
  outline.addEventListener('pointercancel', () => { from = null; letGoOfItem(); showItemOutline(); });
  // Where there are items, too.
  outline.addEventListener('dblclick', event => {
    const point = sceneState.frame && currentScene() && pointIn(event, frame, sceneState.frame);
    if (point && isOnCard(point) && drawnItems().some(entry => isInside(entry.corners, point))) giveCue();
  });

  stage.addEventListener('keydown', event => {
    if (!currentScene() || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Enter') { giveCue(); return; }
    const item = currentItem();
    const step = event.shiftKey ? 10 : 1;
    const move = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] }[event.key];
    const factor = item && canScale(item) ? { '+': 1.02, '-': 1 / 1.02 }[event.key] : null;
    const angle = item && canTurn(item) ? { '[': -1, ']': 1 }[event.key] : null;
    if (!item || !(factor || angle || (move && propertiesOf(item).length > 1))) return;
    event.preventDefault();
    letGoOfItem();
    const index = currentScene().item;
    const steps = Object.entries(angle ? { rotation: angle } : move ? { 'at.x': move[0], 'at.y': move[1] } : {});
    const values = Object.fromEntries(steps.map(([path, by]) => [path, itemValue(item, path) + by]));
    changeScene(text => (factor ? scaled(text, index, factor) : withValues(text, index, values)));
  });
}
