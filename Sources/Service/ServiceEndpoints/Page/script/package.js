// Whole packages: opened from files, downloaded, saved to the service.

// The files of a package among others, by their paths in it; null where none has a manifest of that name.
function packageIn(files, manifest) {
  const found = files.filter(({ name }) => name === manifest || name.endsWith(`/${manifest}`)).sort((a, b) => a.name.length - b.name.length)[0];
  if (!found) return null;
  const folder = found.name.slice(0, -manifest.length);
  const inside = files.filter(({ name }) => name.startsWith(folder) && !/(^|\/)(\.|__MACOSX\/)/.test(name.slice(folder.length)));
  return { folder: folder.replace(/\/$/, ''), files: Object.fromEntries(inside.map(({ name, bytes }) => [name.slice(folder.length), bytes])) };
}

// Whether a value can be taken for an avatar.json; what is wrong within its layers the service says.
const isManifest = value => Array.isArray(value?.layers) && value.layers.length > 0
  && value.layers.every(layer => layer && typeof layer === 'object' && typeof (layer.name ?? '') === 'string');

// Opens a package that was dropped: an avatar that this browser alone has until it is saved.
async function takePackage(name, { folder, files }, mine) {
  const { 'avatar.json': manifest, ...others } = files;
  const text = new TextDecoder().decode(manifest);
  if (!isManifest(parsed(text))) throw new Problem(phrase('badManifest', { name }));
  if (mine !== undefined && mine !== taken) return;
  const wanted = plainName(folder.split('/').at(-1) || name, 'avatar');
  const known = state.avatars.find(avatar => avatar.id === wanted);
  const now = state.fittings[wanted];
  // One that is dropped again is a step of the one that is open.
  if (known?.isOwn && now?.base === null) {
    await chooseAvatar(wanted);
    now.files = { ...now.files, ...others };
    await keepFiles(now);
    takeText(now, text);
    return;
  }
  await openPackage(known ? freeName(wanted, new Set(state.avatars.map(avatar => avatar.id))) : wanted, text, others);
}

function takeText(now, text) {
  now.history.push(text);
  adopt(now, text);
  keepDraft(now);
  listLayers();
  showHistory();
  render();
}

function parsed(text) {
  try { return JSON.parse(text.replace(/^\uFEFF/, '')); } catch { return null; }
}

async function openPackage(id, text, files) {
  const now = fittingOf(id, null, { text, files });
  state.fittings[id] = now;
  keepDraft(now);
  await keepFiles(now);
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
  if (!now || !isManifest(parsed(text))) throw new Problem(phrase('badManifest', { name: file.name }));
  const missing = [...filesNamed(JSON.parse(text))].find(path => !filesNamed(now.original).has(path) && !now.files[path]);
  if (missing) throw new Problem(phrase('otherManifest', { name: file.name, file: missing }), phrase('dropPackage'));
  takeText(now, text);
}

// All files of an avatar as it is now: of one that the service has, its other files are asked for.
async function packageFiles(now) {
  const stored = now.base === null ? {} : packageIn(await service.avatarFiles(now.id), 'avatar.json')?.files ?? {};
  const all = { ...stored, ...(now.base === null ? now.files : filesToSend(now)), 'avatar.json': new TextEncoder().encode(now.history.current) };
  return Object.entries(all).map(([name, bytes]) => ({ name, bytes }));
}

async function downloadPackage() {
  const now = fitting();
  try {
    saveBlob(zipOf(await packageFiles(now)), `${now.id}.zip`);
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
  byId('save-avatar').disabled = saving || !name.value || !name.checkValidity() || (!isNew && !isUnsaved(now));
  byId('save-folder').hidden = !state.savesAvatars;
  byId('save-folder').disabled = saving || !name.checkValidity() || (now.base !== null && !isUnsaved(now));
  byId('discard').hidden = now.base !== null;
  byId('unsaved').hidden = !isUnsaved(now);
  write(byId('unsaved'), phrase(now.isKept === false || now.areFilesKept === false ? 'notKept' : 'keptHere'));
  byId('all-poses').disabled = now.base === null || isUnsaved(now);
  byId('command').textContent = `unzip ${now.id}.zip -d Avatars/${now.id}\navatar-overlay avatars lint Avatars/${now.id}\navatar-overlay render RECORDING --avatar ${now.id} -o out.mp4\navatar-overlay snapshot RECORDING --best --avatar ${now.id} --card zodiac -o card.png`;
}

// While a save runs there is no other.
let saving = false;

// Saves the avatar under a name, for the tenant or into the folder that the service reads: over the one that was opened, if
// the service still has it as it was, or as another.
async function saveAvatarTo(place) {
  const now = fitting();
  if (saving || !now) return;
  saving = true;
  showSaving();
  const from = now.id;
  const id = place === 'folder' && byId('save-name').value === byId('save-name').dataset.usual ? from : byId('save-name').value;
  const isOver = id === from && now.base !== null;
  try {
    const [text, sent] = [now.history.current, now.files];
    const answer = await service.storeAvatar(id, zipOf(await packageFiles(now)), isOver ? now.tag ?? '""' : null, place);
    const tag = answer.headers.get('ETag');
    // What was changed meanwhile stays a change.
    const files = Object.fromEntries(Object.entries(now.files).filter(([path, bytes]) => sent[path] !== bytes));
    Object.assign(now, { id, base: text, original: JSON.parse(text), tag, otherTag: undefined, first: text, files });
    state.fittings[id] = now;
    if (id !== from) {
      delete state.fittings[from];
      dropDraft(avatarKind, from);
      dropDraftFiles(avatarKind, from);
    }
    keepDraft(now);
    await keepFiles(now);
    if (state.avatar === from) state.avatar = id;
    state.avatars = await listAvatars().catch(() => state.avatars);
    showAvatars();
    if (state.avatar === id) {
      await chooseAvatar(id);
      announce(phrase(place === 'folder' ? 'savedInFolder' : 'savedAs', { name: id }));
    }
    loadThumbnails().catch(() => {});
  } catch (error) {
    tell(error);
  } finally {
    saving = false;
    if (fitting()) showSaving();
  }
}

async function discardAvatar() {
  const { id } = fitting();
  if (!await isSure(phrase('sureToDiscard', { name: id }), phrase('discard'))) return;
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
  byId('copy-command').addEventListener('click', () => copyCommand(byId('command'), byId('copy-command')));
}
