// The card that a scene is shown on, before a camera of the page's own.
const cardPicture = { width: 800, height: 900, fieldOfView: 50, distance: 1.95 };

// How far the card is nodded and turned, in degrees; one that is held moves slowly.
const tilts = { lying: [40, 0], front: [0, 0], tilted: [22, -32] };
const heldTilt = seconds => [
  22 + 7 * Math.sin((2 * Math.PI * seconds) / 5.3), 13 * Math.sin((2 * Math.PI * seconds) / 3.7), 2.5 * Math.sin((2 * Math.PI * seconds) / 4.3),
];
const cardTilt = seconds => (byId('pose').value === 'held' ? heldTilt(seconds) : ['nod', 'turn'].map(axis => byId(`card-${axis}`).valueAsNumber));

// The corners of the print in pixels, from its top left on: turned in its plane, then its right edge away, then its upper edge.
function cardCorners(aspect, [nod, turn, roll = 0]) {
  const { width, height, fieldOfView, distance } = cardPicture;
  const turns = [nod, turn, roll].map(degrees => (degrees * Math.PI) / 180);
  const [[cosNod, sinNod], [cosTurn, sinTurn], [cosRoll, sinRoll]] = turns.map(angle => [Math.cos(angle), Math.sin(angle)]);
  const focal = height / 2 / Math.tan((fieldOfView * Math.PI) / 360);
  return [[-1, 1], [1, 1], [1, -1], [-1, -1]].map(([right, top]) => {
    const [flatX, flatY] = [right / 2, (top * aspect) / 2];
    const [x, y] = [flatX * cosRoll - flatY * sinRoll, flatX * sinRoll + flatY * cosRoll];
    const away = distance + y * sinNod + x * sinTurn * cosNod;
    const up = y * cosNod - x * sinTurn * sinNod - 0.12;
    return [width / 2 + (focal * x * cosTurn) / away, height / 2 - (focal * up) / away];
  });
}

// What a tracker would write of it.
function cardTracking(scene, corners, milliseconds, { width, height } = cardPicture) {
  const header = { format: 'avatar-tracking/1', width, height, verticalFieldOfViewDegrees: cardPicture.fieldOfView };
  const image = { name: scene.picture.name, id: 1, score: 1, widthMm: cardWidth(scene), corners: corners.map(([x, y]) => [x / width, y / height]) };
  const lines = [header, { timestampMs: milliseconds, faces: [], images: [image] }];
  return new File([lines.map(line => `${JSON.stringify(line)}\n`).join('')], 'tracking.jsonl');
}

function canvasOf(width, height) {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  return [canvas, canvas.getContext('2d', { willReadFrequently: true })];
}
const fileOf = (canvas, type = 'image/png') => new Promise(done => { canvas.toBlob(blob => done(new File([blob], 'card.png')), type, 0.92); });

// A table, with the card on it: its print, or a sheet of paper.
let table = null;

function drawTable() {
  const [canvas, context] = canvasOf(cardPicture.width, cardPicture.height);
  const ground = context.createLinearGradient(0, 0, 0, canvas.height);
  ['#8d8378', '#6f665c', '#4e473f'].forEach((colour, index) => ground.addColorStop(index / 2, colour));
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

// With the print's corners; kept, as the card mostly stays while its items are moved.
async function groundOf(scene, seconds, isMoving) {
  await measurePrint(scene);
  const tilt = cardTilt(seconds);
  if (!isSame(scene.ground?.tilt, tilt) || scene.ground.isMoving !== isMoving) {
    scene.ground = { tilt, isMoving, ...await drawGround(scene, cardCorners(scene.aspect, tilt), isMoving) };
  }
  return scene.ground;
}

async function drawGround(scene, corners, isMoving) {
  table ??= drawTable();
  const [canvas, context] = canvasOf(table.width, table.height);
  context.drawImage(table, 0, 0);
  context.beginPath();
  corners.forEach(point => context.lineTo(...point));
  context.fillStyle = '#f4efe4';
  if (scene.print) {
    context.clip();
    drawPrint(context, scene.print, corners, isMoving);
  } else context.fill();
  return { corners, picture: await fileOf(canvas, isMoving ? 'image/jpeg' : 'image/png') };
}

// The print in perspective: with the colours between its pixels, or quickly, with those of the nearest.
function drawPrint(context, print, corners, isQuick) {
  const [xs, ys] = [0, 1].map(axis => corners.map(corner => corner[axis]));
  const [left, top] = [xs, ys].map(list => Math.max(0, Math.floor(Math.min(...list))));
  const [width, height] = [Math.min(cardPicture.width, Math.ceil(Math.max(...xs))) - left, Math.min(cardPicture.height, Math.ceil(Math.max(...ys))) - top];
  if (width < 1 || height < 1) return;
  const [a, b, c, d, e, f, g, h] = quadMap(corners);
  // The inverse of the map, to pixels of the print, but for a factor, which the division below takes out.
  const scales = [print.width, print.height, 1];
  const [[sx, sy, s0], [tx, ty, t0], [wx, wy, w0]] = [
    [e - f * h, c * h - b, b * f - c * e], [f * g - d, a - c * g, c * d - a * f], [d * h - e * g, b * g - a * h, a * e - b * d],
  ].map((row, index) => row.map(value => value * scales[index]));
  const pixels = context.createImageData(width, height);
  const [from, to] = [print.data, pixels.data];
  const [fromWhole, toWhole] = [from, to].map(({ buffer }) => new Uint32Array(buffer));
  const [line, lastX, lastY] = [print.width, print.width - 1, print.height - 1];
  for (let row = 0, at = 0; row < height; row++) {
    const [x, y] = [left + 0.5, top + row + 0.5];
    let s = sx * x + sy * y + s0;
    let t = tx * x + ty * y + t0;
    let w = wx * x + wy * y + w0;
    for (let column = 0; column < width; column++, at++, s += sx, t += tx, w += wx) {
      let u = s / w - 0.5;
      let v = t / w - 0.5;
      // What is clipped away.
      if (u < -2 || v < -2 || u > lastX + 2 || v > lastY + 2) continue;
      u = u < 0 ? 0 : u > lastX ? lastX : u;
      v = v < 0 ? 0 : v > lastY ? lastY : v;
      if (isQuick) {
        toWhole[at] = fromWhole[((v + 0.5) | 0) * line + ((u + 0.5) | 0)];
        continue;
      }
      const i = Math.min(u | 0, lastX - 1);
      const j = Math.min(v | 0, lastY - 1);
      const p = u - i;
      const q = v - j;
      const first = (j * line + i) * 4;
      const second = first + line * 4;
      for (let channel = 0; channel < 3; channel++) {
        const upper = from[first + channel] * (1 - p) + from[first + 4 + channel] * p;
        const lower = from[second + channel] * (1 - p) + from[second + 4 + channel] * p;
        to[at * 4 + channel] = upper * (1 - q) + lower * q;
      }
      to[at * 4 + 3] = 255;
    }
  }
  const [canvas, part] = canvasOf(width, height);
  part.putImageData(pixels, 0, 0);
  context.drawImage(canvas, left, top);
}

// The print itself as the only item of its scene, drawn by the service: the page has no picture of it.
async function printed(scene, size, corners, more) {
  const { picture: card, version } = scene.original;
  const item = { name: 'print', type: 'art', image: card.image, width: cardWidth(scene), mirror: 'follow', ...more };
  return service.frame({
    picture: await fileOf(canvasOf(size.width, size.height)[0]), tracking: cardTracking(scene, corners, 1000, size), cues: '\n',
    scene: JSON.stringify({ version, picture: card, appear: { fade: 0, grow: 0 }, items: [item] }),
    options: { avatar: 'none', format: 'png', scenes: { named: [`${scene.picture.name}=${scene.id}`] } },
  });
}

// The print's shape and pixels; none where it is no picture that items may show.
async function measurePrint(scene) {
  if (scene.aspect) return;
  try {
    // On its side its height goes along the card's width, whatever the card's height was taken for.
    const corners = cardCorners(1.4, tilts.front);
    const seen = await printed(scene, cardPicture, corners, { rotation: 90 });
    const [topLeft, , , bottomLeft] = seen.layers[0].corners;
    const length = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);
    const aspect = length(topLeft, bottomLeft) / length(corners[0], corners[1]);
    // Of all of a picture.
    const size = { width: 800, height: Math.round(Math.min(Math.max(800 * aspect, 2), 3200)) };
    const whole = [[0, 0], [size.width, 0], [size.width, size.height], [0, size.height]];
    const { base64 } = await printed(scene, size, whole, {});
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    const [, context] = canvasOf(size.width, size.height);
    context.drawImage(await createImageBitmap(new Blob([bytes], { type: 'image/png' })), 0, 0);
    Object.assign(scene, { aspect, print: context.getImageData(0, 0, size.width, size.height) });
  } catch (error) {
    if (error.code !== 'bad_scene') throw error;
    scene.aspect = 1.4;
  }
}
