// The chosen layer's quad over the picture, on each face that wears the avatar; of all layers, what is about them.
const svgName = 'http://www.w3.org/2000/svg';

// What is drawn of the chosen avatar; nothing while the picture is still another's.
const drawn = () => (state.frame?.avatar === state.avatar ? state.frame.layers : []);
const placed = () => drawn().filter(entry => isTogether() || entry.layer === currentLayer()?.name);

// The rim of a layer: a bent one is told by nine points, three in a row, and goes beyond its corners.
const rim = [0, 1, 2, 5, 8, 7, 6, 3];
const rimOf = ({ corners, surface, points }) => (surface === 'curved' && points?.length === 9 ? rim.map(index => points[index]) : corners);

function shapes() {
  if (!isTogether()) return placed();
  const faces = [...new Set(placed().map(entry => entry.face))];
  return faces.map(face => ({
    face, corners: hullOf(placed().filter(entry => entry.face === face).flatMap(rimOf)),
  }));
}

function showOutline() {
  if (!state.frame) return;
  const outline = byId('outline');
  outline.classList.toggle('bare', !byId('outlines').checked);
  outline.classList.toggle('held', grip?.isHeld ?? false);
  const [dx, dy] = lag();
  const polygons = shapes().flatMap(entry => {
    // Between two answers the held shape goes with the pointer.
    const [x, y] = entry.face === grip?.face ? [dx, dy] : [0, 0];
    const points = (isTogether() ? entry.corners : rimOf(entry)).map(corner => `${corner[0] + x},${corner[1] + y}`).join(' ');
    return ['halo', 'grip'].map(name => ({ points, name, face: entry.face }));
  });
  drawOutline(outline, state.frame, polygons);
  showHandles();
}

function drawOutline(outline, { width, height }, polygons) {
  outline.setAttribute('viewBox', `0 0 ${width} ${height}`);
  outline.setAttribute('preserveAspectRatio', 'none');
  // Kept where they are enough: a polygon under the pointer must stay.
  while (outline.children.length > polygons.length) outline.lastElementChild.remove();
  while (outline.children.length < polygons.length) outline.append(document.createElementNS(svgName, 'polygon'));
  polygons.forEach(({ points, name, face }, index) => {
    const polygon = outline.children[index];
    polygon.setAttribute('points', points);
    polygon.setAttribute('class', name);
    polygon.dataset.face = face;
  });
}

// A finger on a shape holds it: browsers heed touch-action of what is in an SVG where they like, and scroll.
function holdTouches(outline) {
  outline.addEventListener('touchstart', event => {
    if (event.target !== outline && event.cancelable) event.preventDefault();
  }, { passive: false });
}
