// Packages made here.
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
