// Packages made here: a zip archive whose files are stored as they are (APPNOTE.TXT, sections 4.3.7 to 4.3.16).
const crcTable = Array.from({ length: 256 }, (_, index) => {
  let remainder = index;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xEDB88320 : 0);
  return remainder;
});
const crcOf = bytes => ~bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;

// Numbers as [size in bytes, value], the lowest byte first.
const fields = list => new Uint8Array(list.flatMap(([size, value]) =>
  Array.from({ length: size }, (_, index) => Math.floor(value / 2 ** (8 * index)) & 255)));

// Of files { name, bytes }, with UTF-8 names and the first day that an archive can state.
function zipOf(files) {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const size = [4, bytes.length];
    const shared = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crcOf(bytes)], size, size, [2, path.length], [2, 0]];
    const local = fields([[4, 0x04034B50], ...shared]);
    parts.push(local, path, bytes);
    directory.push(fields([[4, 0x02014B50], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), path);
    offset += local.length + path.length + bytes.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = [2, files.length];
  const end = fields([[4, 0x06054B50], [2, 0], [2, 0], count, count, [4, length], [4, offset], [2, 0]]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

// An avatar of the model that was dropped, as it was dropped: at the eyes, in metres, hidden by the head.
const modelManifest = (id, file) => ({
  version: 1, name: { en: id.replace(/[-_]+/g, ' ') }, layers: [{ name: 'model', model: file }, { name: 'head', occluder: 'head' }],
});

const packageOf = ({ name, bytes }, manifest) => zipOf([
  { name: 'avatar.json', bytes: new TextEncoder().encode(manifestText(manifest)) }, { name, bytes },
]);

// The avatar becomes one of the service's; an avatar of its name is replaced only where it shows an earlier file of that
// name and nothing else, and keeps how it was placed.
async function takeModel(file) {
  const mine = taken;
  const id = file.name.replace(/\.glb$/i, '').replace(/[^A-Za-z0-9_-]+/g, '-').replace(/^[-_]+/, '').slice(0, 64) || 'model';
  try {
    const model = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
    const isKnown = state.avatars.some(avatar => avatar.id === id);
    const stored = isKnown ? state.fittings[id]?.manifest ?? await service.manifest(id) : null;
    const isEarlier = stored?.layers.every(layer => layer.occluder || layer.model === file.name);
    const manifest = isEarlier ? stored : modelManifest(id, file.name);
    await service.storeAvatar(id, packageOf(model, manifest), !isEarlier);
    state.models[id] = model;
    delete state.fittings[id];
    state.avatars = await service.avatars();
    showAvatars();
    if (mine === taken) await chooseAvatar(id);
    loadThumbnails().catch(() => {});
  } catch (error) { tell(error); }
}

function savePackage() {
  const address = URL.createObjectURL(packageOf(state.models[state.avatar], fitting().manifest));
  save(address, `${state.avatar}.zip`);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

// The head in all poses: the service draws it of the package as it is stored, so it is stored as it is placed here.
async function showPoses() {
  const id = state.avatar;
  try {
    await service.storeAvatar(id, packageOf(state.models[id], fitting().manifest), false);
    const sheet = await service.avatarPreview(id);
    const canvas = byId('poses');
    [canvas.width, canvas.height] = [sheet.width, sheet.height];
    canvas.getContext('2d').drawImage(sheet, 0, 0);
    byId('poses-dialog').showModal();
  } catch (error) { tell(error); }
}
