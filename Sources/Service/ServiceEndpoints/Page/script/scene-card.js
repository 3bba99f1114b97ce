// The card that a scene is shown on, before a camera of the page's own.
const cardPicture = { width: 800, height: 900, fieldOfView: 50, distance: 1.95 };

// The corners of the print in pixels, from its top left on: seen from the front, or lying with its upper edge away.
function cardCorners(aspect, pose) {
  const { width, height, fieldOfView, distance } = cardPicture;
  const tilt = pose === 'lying' ? (40 * Math.PI) / 180 : 0;
  const focal = height / 2 / Math.tan((fieldOfView * Math.PI) / 360);
  return [[-1, 1], [1, 1], [1, -1], [-1, -1]].map(([x, y]) => {
    const away = distance + (y * aspect * Math.sin(tilt)) / 2;
    const up = (y * aspect * Math.cos(tilt)) / 2 - 0.12;
    return [width / 2 + (focal * x) / 2 / away, height / 2 - (focal * up) / away];
  });
}

// What a tracker would write of it.
function cardTracking(scene, corners, milliseconds) {
  const { width, height, fieldOfView } = cardPicture;
  const header = { format: 'avatar-tracking/1', width, height, verticalFieldOfViewDegrees: fieldOfView };
  const image = { name: scene.picture.name, id: 1, score: 1, widthMm: scene.picture.widthMm, corners: corners.map(([x, y]) => [x / width, y / height]) };
  const lines = [header, { timestampMs: milliseconds, faces: [], images: [image] }];
  return new File([lines.map(line => `${JSON.stringify(line)}\n`).join('')], 'tracking.jsonl');
}

// A table, with a sheet of paper on it where one is given.
function tablePicture(paper) {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [cardPicture.width, cardPicture.height];
  const context = canvas.getContext('2d');
  const ground = context.createLinearGradient(0, 0, 0, canvas.height);
  ['#8d8378', '#6f665c', '#4e473f'].forEach((colour, index) => ground.addColorStop(index / 2, colour));
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  if (paper) {
    context.fillStyle = '#f4efe4';
    context.beginPath();
    paper.forEach(point => context.lineTo(...point));
    context.fill();
  }
  return new Promise(done => canvas.toBlob(blob => done(new File([blob], 'card.png')), 'image/png'));
}

// The print itself as the only item of its scene, drawn by the service: the page has no picture of it.
async function printed(scene, picture, corners, more) {
  const { picture: card, version } = scene.original;
  const item = { name: 'print', type: 'art', image: card.image, width: card.widthMm, mirror: 'follow', ...more };
  return service.frame({
    picture, tracking: cardTracking(scene, corners, 1000), cues: '\n',
    scene: { version, picture: card, appear: { fade: 0, grow: 0 }, items: [item] },
    options: { avatar: 'none', format: 'png', scenes: { named: [`${scene.picture.name}=${scene.id}`] } },
  });
}

// The picture of the card alone; of paper where the print is no picture that items may show.
async function groundOf(scene, pose) {
  if (scene.grounds[pose]) return scene.grounds[pose];
  const table = await tablePicture(null);
  try {
    if (!scene.aspect) {
      // On its side its height goes along the card's width, whatever the card's height was taken for.
      const corners = cardCorners(1.4, 'front');
      const seen = await printed(scene, table, corners, { rotation: 90 });
      const [topLeft, , , bottomLeft] = seen.layers[0].corners;
      const length = ([x0, y0], [x1, y1]) => Math.hypot(x1 - x0, y1 - y0);
      scene.aspect = length(topLeft, bottomLeft) / length(corners[0], corners[1]);
    }
    const { base64 } = await printed(scene, table, cardCorners(scene.aspect, pose), {});
    const bytes = Uint8Array.from(atob(base64), character => character.charCodeAt(0));
    scene.grounds[pose] = new File([bytes], 'card.png');
  } catch (error) {
    if (error.code !== 'bad_scene') throw error;
    scene.aspect ??= 1.4;
    scene.grounds[pose] = await tablePicture(cardCorners(scene.aspect, pose));
  }
  return scene.grounds[pose];
}
