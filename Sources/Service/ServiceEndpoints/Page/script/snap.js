// Where the face's anchors are in the picture, and what is dragged is drawn to.
const snapDistance = 8; // pixels of the screen

const samples = new WeakMap();

// The first line of a tracking file with its sample; null where it is of another format, or turned.
async function sampleOf(tracking) {
  if (!tracking) return null;
  if (!samples.has(tracking)) {
    samples.set(tracking, tracking.slice(0, 1 << 20).text().then(text => {
      const [header, sample] = text.split('\n').slice(0, 2).map(parsed);
      return sample?.faces && !header?.rotationDegrees && !header?.mirrored ? sample : null;
    }).catch(() => null));
  }
  return samples.get(tracking);
}

// The anchors of a face in pixels of the picture as it is shown, by name.
function anchorsOf(sample, id, { width, height, mirrored }) {
  const face = sample?.faces.find(face => face.id === id) ?? (sample?.faces.length === 1 ? sample.faces[0] : null);
  if (!face?.landmarks) return {};
  return Object.fromEntries(Object.entries(faceAnchors).map(([name, numbers]) => {
    const [x, y] = [0, 1].map(axis => numbers.reduce((sum, number) => sum + face.landmarks[number][axis], 0) / numbers.length);
    return [name, [(mirrored ? 1 - x : x) * width, y * height]];
  }));
}

// The pivot of what is shown: where its anchor is while it has no offset.
function pivotOf({ layer: name, corners }) {
  const { pivot, model } = fitting().manifest.layers.find(layer => layer.name === name) ?? {};
  return pointOf(quadMap(corners), model ? [0.5, 0.5] : [pivot?.x ?? 0.5, pivot?.y ?? 0.5]);
}

const pixelsPerPoint = () => state.frame.width / Math.max(byId('frame').clientWidth, 1);

// The pointer, moved so that the pivot lies on an anchor, or straight above or below the eyes, where it is near.
function snapped(pointer, { anchors, pivot, from }) {
  const at = [0, 1].map(axis => pivot[axis] + pointer[axis] - from[axis]);
  const most = snapDistance * pixelsPerPoint();
  const near = Object.entries(anchors).map(([name, point]) => ({ name, point, far: Math.hypot(point[0] - at[0], point[1] - at[1]) }))
    .filter(({ far }) => far < most).sort((a, b) => a.far - b.far)[0];
  if (near) return { name: near.name, pointer: [0, 1].map(axis => pointer[axis] + near.point[axis] - at[axis]) };
  const { forehead, chin } = anchors;
  if (!forehead || !chin) return { pointer };
  // The face's own middle line.
  const [dx, dy] = [chin[0] - forehead[0], chin[1] - forehead[1]];
  const away = ((at[0] - forehead[0]) * dy - (at[1] - forehead[1]) * dx) / Math.hypot(dx, dy);
  if (Math.abs(away) > most / 2) return { pointer };
  return { name: 'middle', pointer: [pointer[0] - away * dy / Math.hypot(dx, dy), pointer[1] + away * dx / Math.hypot(dx, dy)] };
}
