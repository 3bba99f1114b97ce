// Dragging a layer, or all: the spot that was grabbed stays under the pointer.
//
// How far an offset moves it depends on the head's pose, the camera, blendshapes that drive the layer. The page
// does not repeat that arithmetic: it guesses from the quad, sees in the answer where the spot went, corrects the
// guess by it (Broyden's method), and asks until the spot is where the pointer is.
const closeEnough = 0.25; // pixels of the picture
const mostRounds = 8;     // after the pointer was let go, or stands still

let grip = null;

// How far the grabbed spot of the last answer is from the pointer, in pixels.
function lag() {
  const spot = grip && spotOf(grip);
  return spot ? [grip.pointer[0] - spot[0], grip.pointer[1] - spot[1]] : [0, 0];
}

function spotOf({ face, layer, place }) {
  const entry = drawn().find(entry => entry.face === face && entry.layer === layer);
  return entry ? pointOf(quadMap(entry.corners), place) : null;
}

const offsetIn = frame => [offsetX, offsetY].map(property => value(targetIn(frame), property));

// What offset.x and offset.y of 1 move in the picture, as the columns of a matrix, as far as the quad shows it.
function guess({ layer: name, corners: [topLeft, topRight] }) {
  const layer = fitting().manifest.layers.find(layer => layer.name === name);
  const { mirrored } = state.frame;
  const flip = mirrored ? -1 : 1;
  // Artwork that is kept readable in a mirrored picture runs the other way than its face.
  const k = mirrored && layer.mirror === 'keep' ? -1 : 1;
  const [x, y] = [(topRight[0] - topLeft[0]) * flip * k, (topRight[1] - topLeft[1]) * k];
  // What is known of a model is the box about it, which is upright.
  const unit = Math.hypot(x, y) / widthOf(layer);
  // The head's roll and the layer's rotation turn the quad together.
  const roll = Math.atan2(y, x) - (layer.model ? 0 : (value(layer, rotation) * Math.PI) / 180);
  const [cosine, sine] = [Math.cos(roll) * unit, Math.sin(roll) * unit];
  return [[cosine * flip, sine * flip], [sine, -cosine]];
}

const isMovable = ({ layer: name }) => isPlaced(fitting().manifest.layers.find(layer => layer.name === name) ?? {});

function grab(entry, pointer) {
  const { frame, tracking } = state;
  sampleOf(tracking).then(sample => { if (grip?.pivot && grip.layer === entry.layer) grip.anchors = anchorsOf(sample, entry.face, frame); });
  const place = placeOn(quadMap(entry.corners), pointer);
  grip = {
    face: entry.face, layer: entry.layer, place, pointer, isHeld: true, rounds: 0, moves: guess(entry),
    from: pointer, pivot: isTogether() ? null : pivotOf(entry),
    seen: { offset: offsetIn(state.frame), spot: pointer },
  };
}

const letGo = () => { grip = null; };

// After an answer: what was learnt from it, and whether another is needed.
function follow() {
  if (!grip) return;
  const spot = spotOf(grip);
  if (!spot) { letGo(); return; }
  learn(grip, { offset: offsetIn(state.frame), spot });
  const isThere = Math.hypot(...lag()) < closeEnough || ++grip.rounds > mostRounds;
  if (!isThere) { pursue(); return; }
  if (!grip.isHeld) letGo();
}

// Of a grip: offset is what was asked for, of any unit; spot where it went, in pixels.
function learn(grip, now) {
  const [du, dv] = [0, 1].map(axis => now.offset[axis] - grip.seen.offset[axis]);
  const square = du * du + dv * dv;
  // Corners are rounded: small steps teach nothing.
  if (square > 1e-5) {
    grip.moves = grip.moves.map(([a, b], axis) => {
      const miss = (now.spot[axis] - grip.seen.spot[axis] - a * du - b * dv) / square;
      return [a + miss * du, b + miss * dv];
    });
  }
  grip.seen = now;
}

function pursue() {
  const step = solve(grip.moves, lag());
  if (!step.every(Number.isFinite)) { letGo(); return; }
  [offsetX, offsetY].forEach((property, axis) => put(property, grip.seen.offset[axis] + step[axis]));
  showSliders();
  render();
}

// Where in a picture, in its pixels, that fills an element.
function pointIn(event, element, { width, height }) {
  const box = element.getBoundingClientRect();
  return [(event.clientX - box.x) * (width / box.width), (event.clientY - box.y) * (height / box.height)];
}

function startDragging() {
  const outline = byId('outline');
  holdTouches(outline);
  let from = null;
  outline.addEventListener('pointerdown', event => {
    if (event.button !== 0 || !state.frame) return;
    from = pointIn(event, byId('frame'), state.frame);
    outline.setPointerCapture(event.pointerId);
    byId('stage').focus({ preventScroll: true });
    event.preventDefault();
    // Of all layers the largest leads: its corners tell most.
    const onFace = placed().filter(entry => isMovable(entry) && String(entry.face) === event.target.dataset.face);
    if (onFace.length) grab(onFace.reduce((best, entry) => (areaOf(entry.corners) > areaOf(best.corners) ? entry : best)), from);
    showOutline();
  });
  outline.addEventListener('pointermove', event => {
    if (!from || !grip?.isHeld) return;
    grip.pointer = pointIn(event, byId('frame'), state.frame);
    grip.snappedTo = null;
    if (grip.pivot && grip.anchors && !event.altKey) {
      const { name, pointer } = snapped(grip.pointer, grip);
      Object.assign(grip, { pointer, snappedTo: name });
    }
    grip.hasMoved ||= Math.hypot(grip.pointer[0] - from[0], grip.pointer[1] - from[1]) > 2;
    grip.rounds = 0;
    showOutline();
    if (grip.hasMoved) pursue();
  });
  outline.addEventListener('pointerup', () => {
    if (from && !grip?.hasMoved) chooseLayerAt(from);
    from = null;
    if (!grip) return;
    grip.isHeld = false;
    if (byId('stage').getAttribute('aria-busy') === 'false') letGo();
    showOutline();
  });
  outline.addEventListener('pointercancel', () => { from = null; letGo(); showOutline(); });

  byId('stage').addEventListener('keydown', event => {
    const step = event.shiftKey ? 0.1 : 0.01;
    const steps = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const now = target();
    if (!(event.key in steps) || !now || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    letGo();
    const [x, y] = steps[event.key];
    put(offsetX, value(now, offsetX) + (byId('mirror').checked ? -x : x));
    put(offsetY, value(now, offsetY) + y);
    showSliders();
    render();
  });
}

// A click chooses the smallest layer under it, of which less shows otherwise.
function chooseLayerAt(point) {
  letGo();
  const under = drawn().filter(entry => isInside(entry.corners, point));
  if (!under.length) return;
  const smallest = under.reduce((best, entry) => (areaOf(entry.corners) < areaOf(best.corners) ? entry : best));
  chooseLayer(fitting().manifest.layers.findIndex(layer => layer.name === smallest.layer));
}
