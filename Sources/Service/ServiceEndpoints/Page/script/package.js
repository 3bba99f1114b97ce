// Whole packages: opened from files, downloaded, saved to the service.

// The files of a package among others, by their paths in it; null where none has a manifest of that name.
function packageIn(files, manifest) {
  const found = files.filter(({ name }) => name === manifest || name.endsWith(`/${manifest}`)).sort((a, b) => a.name.length - b.name.length)[0];
  if (!found) return null;
  const folder = found.name.slice(0, -manifest.length);
  const inside = files.filter(({ name }) => name.startsWith(folder) && !/(^|\/)(\.|__MACOSX\/)/.test(name.slice(folder.length)));
  return { folder: folder.replace(/\/$/, ''), files: Object.fromEntries(inside.map(({ name, bytes }) => [name.slice(folder.length), bytes])) };
}

// Opens a package that was dropped: an avatar that this browser alone has until it is saved.
async function takePackage(name, { folder, files }) {
  const { 'avatar.json': manifest, ...others } = files;
  const text = new TextDecoder().decode(manifest);
  if (!Array.isArray(parsed(text)?.layers)) throw new Problem(phrase('badManifest', { name }));
  const wanted = plainName(folder.split('/').at(-1) || name, 'avatar');
  const known = state.avatars.find(avatar => avatar.id === wanted);
  // One that is dropped again is read again.
  await openPackage(known && !known.isOwn ? freeName(wanted, new Set(state.avatars.map(avatar => avatar.id))) : wanted, text, others);
}

function parsed(text) {
  try { return JSON.parse(text.replace(/^\uFEFF/, '')); } catch { return null; }
}

async function openPackage(id, text, files) {
  const now = fittingOf(id, null, { text, files });
  state.fittings[id] = now;
  keepDraft(now);
  await storeDraftFiles(avatarKind, id, files);
  state.avatars = [{ id, name: now.manifest.name, isOwn: true }, ...state.avatars.filter(avatar => avatar.id !== id)];
  tell(null);
  showAvatars();
  await chooseAvatar(id);
  loadThumbnails().catch(() => {});
}

// A manifest that is dropped alone is a change of the chosen avatar, whose files it names.
async function takeManifest(file) {
  const now = fitting();
  const text = await file.text();
  if (!now || !parsed(text)) throw new Problem(phrase('badManifest', { name: file.name }));
  const missing = [...filesNamed(JSON.parse(text))].find(path => !filesNamed(now.original).has(path) && !now.files[path]);
  if (missing) throw new Problem(phrase('otherManifest', { name: file.name, file: missing }), phrase('dropPackage'));
  now.history.push(text, 'file');
  adopt(now, text);
  keepDraft(now);
  listLayers();
  showHistory();
  render();
}

// All files of an avatar as it is now: of one that the service has, its other files are asked for.
async function packageFiles(now) {
  const stored = now.base === null ? {} : packageIn(await service.avatarFiles(now.id), 'avatar.json')?.files ?? {};
  const all = { ...stored, ...(now.base === null ? now.files : filesToSend(now)), 'avatar.json': new TextEncoder().encode(now.history.current) };
  return Object.entries(all).map(([name, bytes]) => ({ name, bytes }));
}

async function downloadPackage() {
  try {
    const address = URL.createObjectURL(zipOf(await packageFiles(fitting())));
    save(address, `${state.avatar}.zip`);
    setTimeout(() => URL.revokeObjectURL(address), 10_000);
  } catch (error) { tell(error); }
}

const isBuiltIn = id => state.avatars.find(avatar => avatar.id === id)?.builtIn ?? false;

function showSaving() {
  const now = fitting();
  const name = byId('save-name');
  if (name.dataset.avatar !== now.id) {
    name.dataset.avatar = now.id;
    name.value = isBuiltIn(now.id) ? freeName(now.id, new Set(state.avatars.map(avatar => avatar.id))) : now.id;
    name.dataset.usual = name.value;
  }
  const isNew = name.value !== now.id || now.base === null;
  byId('save-avatar').disabled = !name.value || !name.checkValidity() || (!isNew && !isUnsaved(now));
  byId('save-folder').hidden = !state.savesAvatars;
  byId('save-folder').disabled = !name.checkValidity() || (now.base !== null && !isUnsaved(now));
  byId('discard').hidden = now.base !== null;
  byId('unsaved').hidden = !isUnsaved(now);
  write(byId('unsaved'), phrase(now.isKept === false ? 'notKept' : 'keptHere'));
  byId('command').textContent = `unzip ${now.id}.zip -d Avatars/${now.id}\navatar-overlay avatars lint Avatars/${now.id}\navatar-overlay render RECORDING --avatar ${now.id} -o out.mp4\navatar-overlay snapshot RECORDING --best --avatar ${now.id} --card zodiac -o card.png`;
}

// Saves the avatar under a name, for the tenant or into the folder that the service reads: over the one that was opened, if
// the service still has it as it was, or as another.
async function saveAvatarTo(place) {
  const now = fitting();
  const id = place === 'folder' && byId('save-name').value === byId('save-name').dataset.usual ? now.id : byId('save-name').value;
  const isSame = id === now.id && now.base !== null;
  try {
    const text = now.history.current;
    await service.storeAvatar(id, zipOf(await packageFiles(now)), isSame ? now.tag : null, place);
    dropDraft(avatarKind, now.id);
    dropDraftFiles(avatarKind, now.id);
    if (!isSame) delete state.fittings[now.id];
    state.avatars = await listAvatars();
    const tag = await service.avatarTag(id);
    if (isSame) { Object.assign(now, { base: text, original: JSON.parse(text), tag, files: {} }); keepDraft(now); } else {
      state.fittings[id] = Object.assign(fittingOf(id, text), { tag });
    }
    showAvatars();
    await chooseAvatar(id);
    announce(phrase(place === 'folder' ? 'savedInFolder' : 'savedAs', { name: id }));
    loadThumbnails().catch(() => {});
  } catch (error) { tell(error); }
}

async function discardAvatar() {
  const { id } = fitting();
  dropDraft(avatarKind, id);
  dropDraftFiles(avatarKind, id);
  delete state.fittings[id];
  state.avatars = state.avatars.filter(avatar => avatar.id !== id);
  showAvatars();
  if (state.avatars.length) await chooseAvatar(state.avatars[0].id);
}

// The head in all poses: the service draws it of a package as it is stored.
async function showPoses() {
  try {
    const sheet = await service.avatarPreview(state.avatar);
    const canvas = byId('poses');
    [canvas.width, canvas.height] = [sheet.width, sheet.height];
    canvas.getContext('2d').drawImage(sheet, 0, 0);
    byId('poses-dialog').showModal();
  } catch (error) { tell(error); }
}

const folderKey = 'avatar-overlay-saves-into-folder';

function startPackages() {
  byId('download-zip').addEventListener('click', downloadPackage);
  byId('save-name').addEventListener('input', showSaving);
  byId('save-form').addEventListener('submit', event => { event.preventDefault(); saveAvatarTo('service'); });
  byId('save-folder').addEventListener('click', () => {
    // Asked once: it writes into files that others may have open.
    if (sessionStorage.getItem(folderKey)) saveAvatarTo('folder'); else byId('folder-dialog').showModal();
  });
  byId('folder-dialog').addEventListener('close', () => {
    if (byId('folder-dialog').returnValue !== 'save') return;
    sessionStorage.setItem(folderKey, 'yes');
    saveAvatarTo('folder');
  });
  byId('discard').addEventListener('click', discardAvatar);
  byId('copy-command').addEventListener('click', () => navigator.clipboard?.writeText(byId('command').textContent));
}
