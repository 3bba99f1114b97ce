// The chosen layer's quad over the picture; dragging it moves the layer.
const svgName = 'http://www.w3.org/2000/svg';

// The placements of the chosen layer, of each face that wears the avatar.
function placed() {
  const name = currentLayer()?.name;
  return (state.frame?.layers ?? []).filter(entry => entry.layer === name);
}

function showOutline() {
  const outline = byId('outline');
  const quads = byId('outlines').checked ? placed() : [];
  outline.hidden = quads.length === 0;
  if (outline.hidden) return;
  const { width, height } = state.frame;
  const picture = byId('picture');
  outline.setAttribute('viewBox', `0 0 ${width} ${height}`);
  outline.style.width = `${picture.clientWidth}px`;
  outline.style.height = `${picture.clientHeight}px`;
  outline.replaceChildren(...quads.map(entry => {
    const polygon = document.createElementNS(svgName, 'polygon');
    polygon.setAttribute('points', entry.corners.map(corner => corner.join()).join(' '));
    polygon.setAttribute('class', 'grip');
    return polygon;
  }));
}

// What a step in the picture's pixels is in eye distances of the face's own axes.
function towardsFace(entry, dx, dy) {
  const [topLeft, topRight] = entry.corners;
  const layer = currentLayer();
  const across = [topRight[0] - topLeft[0], topRight[1] - topLeft[1]];
  const width = Math.hypot(...across);
  const unit = width / value(layer, properties[3]);
  if (!(unit > 0)) return null;
  // A mirrored output runs the top edge of artwork that follows it to the left; artwork that is kept
  // readable runs the other way than its face.
  const mirrored = byId('mirror').checked;
  if (mirrored) across[layer.mirror === 'keep' ? 1 : 0] *= -1;
  // The quad is turned by the face's roll and the layer's rotation together.
  const roll = Math.atan2(across[1], across[0]) - (value(layer, properties[4]) * Math.PI) / 180;
  const [x, y] = [mirrored ? -dx : dx, dy];
  return {
    x: (x * Math.cos(roll) + y * Math.sin(roll)) / unit,
    y: (x * Math.sin(roll) - y * Math.cos(roll)) / unit,
  };
}

function move(step) {
  const layer = currentLayer();
  if (!layer || !step) return;
  change(layer, properties[0], value(layer, properties[0]) + step.x);
  change(layer, properties[1], value(layer, properties[1]) + step.y);
  showSliders();
  render();
}

function startDragging() {
  const outline = byId('outline');
  let last = null;
  let entry = null;
  const point = event => {
    const box = outline.getBoundingClientRect();
    const scale = state.frame.width / box.width;
    return [event.clientX * scale, event.clientY * scale];
  };
  outline.addEventListener('pointerdown', event => {
    const index = [...outline.children].indexOf(event.target);
    if (index < 0) return;
    outline.setPointerCapture(event.pointerId);
    [last, entry] = [point(event), placed()[index]];
    event.preventDefault();
  });
  outline.addEventListener('pointermove', event => {
    if (!last) return;
    const [x, y] = point(event);
    move(towardsFace(entry, x - last[0], y - last[1]));
    last = [x, y];
  });
  for (const name of ['pointerup', 'pointercancel']) outline.addEventListener(name, () => { last = null; });

  byId('stage').addEventListener('keydown', event => {
    const step = event.shiftKey ? 0.1 : 0.01;
    const steps = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step], ArrowDown: [0, -step] };
    const [x, y] = steps[event.key] ?? [];
    if (x === undefined) return;
    event.preventDefault();
    move({ x: byId('mirror').checked ? -x : x, y });
  });
  new ResizeObserver(showOutline).observe(byId('stage'));
}
