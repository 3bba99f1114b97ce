// Pictures, animations and models that are dropped: as layers.
const isArtwork = ({ name }) => /\.(svg|lottie|glb|gif|apng)$/i.test(name);

// What kind a file is, by its name and, of pictures and JSON, by what is in it.
async function kindOf(file) {
  if (/\.zip$/i.test(file.name)) return 'archive';
  if (isArtwork(file)) return 'artwork';
  if (/\.(png|webp)$/i.test(file.name)) return await isSeeThrough(file) ? 'artwork' : 'picture';
  if (/\.(jpe?g)$/i.test(file.name) || /^image\//.test(file.type)) return 'picture';
  if (/\.(mp4|mov|mkv|webm)$/i.test(file.name) || /^video\//.test(file.type)) return 'clip';
  if (/\.json$/i.test(file.name) && file.size < 32 << 20) {
    const json = await file.text().then(JSON.parse).catch(() => null);
    if (Array.isArray(json?.layers)) return 'fr' in json && 'op' in json ? 'artwork' : 'manifest';
    if (file.name === 'recording.json') return 'recording';
  }
  return /\.(jsonl?|gz|zst)$/i.test(file.name) ? 'tracking' : 'other';
}

// A picture's pixels, at most so many on its longest side.
async function pixelsOf(file, side) {
  const bitmap = await createImageBitmap(file);
  const part = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [bitmap.width, bitmap.height].map(length => Math.max(1, Math.round(length * part)));
  const context = new OffscreenCanvas(width, height).getContext('2d');
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

async function isSeeThrough(file) {
  const pixels = await pixelsOf(file, 96).catch(() => null);
  if (!pixels) return false;
  let clear = 0;
  for (let at = 3; at < pixels.data.length; at += 4) clear += pixels.data[at] < 128;
  return clear * 400 > pixels.data.length;
}

// The two eye holes of a mask: clear parts that are not about it, of like size and height. Each place is in parts of
// the picture; null where there are no such two.
function eyeHoles({ data, width, height }) {
  const region = new Int32Array(width * height); // 0: not seen yet, or solid
  const isClear = at => data[4 * at + 3] < 100;
  const flood = (from, number) => {
    const [stack, sum] = [[from], { x: 0, y: 0, size: 0, touches: false }];
    region[from] = number;
    while (stack.length) {
      const at = stack.pop();
      const [x, y] = [at % width, Math.floor(at / width)];
      sum.x += x + 0.5;
      sum.y += y + 0.5;
      sum.size += 1;
      if (x === 0 || y === 0 || x === width - 1 || y === height - 1) sum.touches = true;
      for (const [next, isThere] of [[at - 1, x > 0], [at + 1, x < width - 1], [at - width, y > 0], [at + width, y < height - 1]]) {
        if (isThere && !region[next] && isClear(next)) { region[next] = number; stack.push(next); }
      }
    }
    return { x: sum.x / sum.size / width, y: sum.y / sum.size / height, size: sum.size, touches: sum.touches };
  };
  const holes = [];
  for (let at = 0, number = 1; at < region.length; at++) if (!region[at] && isClear(at)) holes.push(flood(at, number++));
  const fit = holes.filter(({ touches, size }) => !touches && size >= region.length / 1500).sort((a, b) => b.size - a.size).slice(0, 6);
  const pairs = fit.flatMap((one, index) => fit.slice(index + 1).map(other => (one.x < other.x ? [one, other] : [other, one])));
  const ratio = height / width;
  return pairs.find(([left, right]) => Math.max(left.size, right.size) < 2.5 * Math.min(left.size, right.size)
    && Math.abs(left.y - right.y) * ratio < 0.4 * (right.x - left.x)) ?? null;
}

const shortNumber = (number, digits = 3) => Number(number.toFixed(digits));

// A layer that shows a file: where its eyes are, if it has eye holes, else about the eyes.
async function layerOf(file, path, name) {
  if (/\.glb$/i.test(path)) return { layer: { name, model: path }, hasEyes: false };
  const usual = { name, image: path, scale: 2.4 };
  const pixels = /\.(json|lottie)$/i.test(path) ? null : await pixelsOf(file, 240);
  const eyes = pixels && eyeHoles(pixels);
  if (!eyes) return { layer: usual, hasEyes: false };
  const [left, right] = eyes;
  const ratio = pixels.height / pixels.width;
  const [dx, dy] = [right.x - left.x, (right.y - left.y) * ratio];
  const tilt = Math.atan2(dy, dx) * 180 / Math.PI;
  return {
    layer: {
      ...usual, scale: shortNumber(1 / Math.hypot(dx, dy)), ...(Math.abs(tilt) > 1 ? { rotation: shortNumber(-tilt, 1) } : {}),
      pivot: { x: shortNumber((left.x + right.x) / 2), y: shortNumber((left.y + right.y) / 2) },
    }, hasEyes: true,
  };
}

// Puts the chosen layer's eye holes on the eyes.
async function fitEyes() {
  const now = fitting();
  const part = now.parts[now.layer];
  try {
    const bytes = now.files[part.image] ?? (await packageFiles(now)).find(({ name }) => name === part.image)?.bytes;
    const { layer, hasEyes } = await layerOf(new File([bytes ?? ''], part.image), part.image, part.name);
    // Another layer may have been chosen meanwhile, or another avatar.
    const index = now.parts.findIndex(({ name }) => name === part.name);
    if (fitting() !== now || index < 0) return;
    if (!hasEyes) { announce(phrase('noEyes', { name: part.image })); return; }
    const { scale, pivot, rotation } = layer;
    const fresh = now.parts[index];
    const offset = fresh.offset?.z === undefined ? undefined : { z: fresh.offset.z };
    putLayers(now.parts.with(index, { ...fresh, anchor: undefined, scale, pivot, rotation, offset }));
    announce(phrase('eyesFound', { name: part.image }));
    showSliders();
    render();
  } catch (error) { tell(error); }
}

// The drawing of an SVG as a PNG whose longest side has 1,024 pixels.
async function drawnSVG(file) {
  const address = URL.createObjectURL(new Blob([file], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const part = 1024 / Math.max(image.naturalWidth, image.naturalHeight, 1);
    const [width, height] = [image.naturalWidth, image.naturalHeight].map(length => Math.max(1, Math.round(length * part)));
    const canvas = new OffscreenCanvas(width, height);
    canvas.getContext('2d').drawImage(image, 0, 0, width, height);
    return new File([await canvas.convertToBlob({ type: 'image/png' })], file.name.replace(/\.svg$/i, '.png'), { type: 'image/png' });
  } catch {
    throw new Problem(phrase('noDrawing', { name: file.name }));
  } finally { URL.revokeObjectURL(address); }
}

const bytesOf = async file => new Uint8Array(await file.arrayBuffer());
const plainName = (text, otherwise) => text.replace(/\.\w+$/, '').normalize('NFKD').replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+|-+$/g, '').slice(0, 60) || otherwise;

function freeName(name, taken) {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}

const filesNamed = ({ layers }) => new Set(layers.flatMap(layer => [layer.image, layer.model, layer.relief?.image, layer.occluder?.model].filter(Boolean)));

// Asks what a file shall be: a new avatar, a layer of the chosen one, or the picture to try them on.
function askUse(file, isPicture) {
  const dialog = byId('use-dialog');
  write(byId('use-title'), phrase('useOf', { name: file.name }));
  write(byId('use-layer'), phrase('asLayer', { avatar: nameOf(state.avatars.find(({ id }) => id === state.avatar) ?? { id: '' }) }));
  byId('use-layer').hidden = !fitting();
  byId('use-picture').hidden = !isPicture;
  dialog.returnValue = '';
  dialog.showModal();
  return new Promise(resolve => { dialog.addEventListener('close', () => resolve(dialog.returnValue), { once: true }); });
}

// Gives whether the file was taken.
async function takeArtwork(dropped) {
  try {
    const file = /\.svg$/i.test(dropped.name) ? await drawnSVG(dropped) : dropped;
    const now = fitting();
    // A later version of a file that is shown already takes its place.
    if (now && Object.hasOwn(filesToSend(now), file.name)) {
      now.files = { ...now.files, [file.name]: await bytesOf(file) };
      await keepFiles(now);
      announce(phrase('replaced', { name: file.name }));
      lintSoon();
      render();
      return true;
    }
    const use = await askUse(file, /\.(png|webp)$/i.test(file.name));
    if (use === 'picture') { takeNext(); useFiles({ picture: file, tracking: null, isSample: false }); }
    if (use === 'avatar') await makeAvatar(file);
    if (use === 'layer') await addLayer(file);
    return use !== '';
  } catch (error) {
    tell(error);
    return false;
  }
}

async function makeAvatar(file) {
  const ending = /\.\w+$/.exec(file.name)?.[0].toLowerCase() ?? '.png';
  const id = freeName(plainName(file.name, 'mask'), new Set(state.avatars.map(avatar => avatar.id)));
  const path = `${id}${ending}`;
  const { layer, hasEyes } = await layerOf(file, path, layerName(path));
  const layers = layer.model ? [layer, { name: 'head', occluder: 'head' }] : [layer];
  const inline = value => new JSONWriter('', { entries: [] }).line(value);
  const text = `{\n  "version": 1,\n  "name": ${inline({ en: id.replace(/[-_]+/g, ' ') })},\n  "layers": [\n${layers.map(one => `    ${inline(one)}`).join(',\n')}\n  ]\n}\n`;
  await openPackage(id, text, { [path]: await bytesOf(file) });
  announce(layer.model ? null : phrase(hasEyes ? 'eyesFound' : 'noEyes', { name: file.name }));
}

const layerName = path => (/\.glb$/i.test(path) ? 'model' : path.replace(/\.\w+$/, ''));

async function addLayer(file) {
  const now = fitting();
  const ending = /\.\w+$/.exec(file.name)?.[0].toLowerCase() ?? '.png';
  const stem = freeName(plainName(file.name, 'layer'), new Set([...filesNamed(now.manifest), ...Object.keys(now.files)].map(path => path.replace(/\.\w+$/, ''))));
  const path = stem + ending;
  const name = freeName(stem, new Set(now.manifest.layers.map(layer => layer.name)));
  const { layer } = await layerOf(file, path, name);
  now.files = { ...now.files, [path]: await bytesOf(file) };
  await keepFiles(now);
  if (fitting() !== now) return;
  putLayers([...now.parts, layer], { layer: now.parts.length });
  listLayers();
  render();
}
