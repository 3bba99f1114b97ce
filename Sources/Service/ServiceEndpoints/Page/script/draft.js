// What was changed of avatars: opened again after a reload, undone and redone.
const avatarKind = 'avatar';

function keepDraft(now) {
  const { parts, whole } = now;
  now.isKept = storeDraft(avatarKind, now.id, now.history.current, now.base, { parts, whole });
}

async function keepFiles(now) {
  if (Object.keys(now.files).length) now.areFilesKept = await storeDraftFiles(avatarKind, now.id, now.files);
  else { dropDraftFiles(avatarKind, now.id); now.areFilesKept = true; }
}

// The service's avatars, and those that this browser alone has.
async function listAvatars() {
  const stored = await service.avatars();
  const isOpen = id => state.fittings[id]?.base === null;
  const own = [...new Set([...draftNames(avatarKind), ...Object.keys(state.fittings).filter(isOpen)])]
    .filter(id => isOpen(id) || isManifest(parsed(draftOf(avatarKind, id)?.text ?? '')) && draftOf(avatarKind, id).base === null);
  const taken = new Set([...stored.map(({ id }) => id), ...own]);
  const listed = [];
  for (const id of own) {
    // The service has another of that name meanwhile.
    const name = stored.some(avatar => avatar.id === id) ? await renameDraft(id, freeName(id, taken)) : id;
    taken.add(name);
    listed.push({ id: name, name: parsed(state.fittings[name]?.history.current ?? draftOf(avatarKind, name).text).name, isOwn: true });
  }
  return [...listed, ...stored];
}

async function renameDraft(id, name) {
  const { text, base, ...step } = draftOf(avatarKind, id) ?? { text: state.fittings[id].history.current, base: null };
  storeDraft(avatarKind, name, text, base, step);
  await storeDraftFiles(avatarKind, name, await draftFilesOf(avatarKind, id) ?? state.fittings[id]?.files ?? {});
  if (state.fittings[id]) { state.fittings[name] = Object.assign(state.fittings[id], { id: name }); delete state.fittings[id]; }
  dropDraft(avatarKind, id);
  dropDraftFiles(avatarKind, id);
  return name;
}

// An avatar as it was left: with what was changed of it in this browser.
async function openAvatar(id) {
  const known = state.avatars.find(avatar => avatar.id === id);
  const draft = draftOf(avatarKind, id);
  const files = draft ? await draftFilesOf(avatarKind, id) ?? {} : {};
  if (!draft) dropDraftFiles(avatarKind, id);
  if (known?.isOwn) {
    if (!draft) throw new Problem(phrase('discardedElsewhere', { name: id }));
    return fittingOf(id, null, { ...draft, files });
  }
  // The tag first: a text that is newer than its tag cannot be saved over, one that is older could.
  const tag = await service.avatarTag(id);
  const base = await service.manifestText(id);
  if (!draft || draft.base === null || !isManifest(parsed(draft.text))) return Object.assign(fittingOf(id, base), { tag });
  const now = fittingOf(id, draft.base, { ...draft, files });
  // A draft of an earlier file keeps that as its base, whose tag is not known.
  const isOfOther = draft.base !== base;
  return Object.assign(now, { isBack: true, isOfOther, tag: isOfOther ? null : tag, otherTag: isOfOther ? tag : undefined });
}

// What the service has becomes what is changed from now on.
function rebase(now, base, tag) {
  Object.assign(now, { base, original: JSON.parse(base), tag, otherTag: undefined, first: base, files: {} });
  now.history.push(base);
  adopt(now, base);
  dropDraft(avatarKind, now.id);
  dropDraftFiles(avatarKind, now.id);
}

// Looks whether the files of the chosen avatar were changed at the service, as by an editor in its folder. What was changed
// here as well stays, and the tag with it: it cannot be saved over the other change.
async function lookForChanges() {
  const now = fitting();
  const isBusy = document.hidden || grip || twist || saving || document.activeElement?.matches('#avatars-view input:not([type="range"], [type="checkbox"])');
  if (isBusy || !now || now.base === null || byId('avatars-view').hidden) return;
  const tag = await service.avatarTag(now.id, now.tag).catch(() => null);
  if (!tag || tag === now.tag || tag === now.otherTag) return;
  const text = await service.manifestText(now.id).catch(() => null);
  if (!isManifest(parsed(text ?? '')) || now !== fitting() || grip || twist || saving) return;
  now.otherTag = tag;
  if (isUnsaved(now)) announce(phrase('changedElsewhere')); else takeBase(now, text, tag);
}

function takeBase(now, text, tag) {
  rebase(now, text, tag);
  announce(phrase('readAgain'));
  listLayers();
  showHistory();
  render();
}

// Takes what the service has in the place of what was changed here.
async function readAgain(now) {
  try {
    const tag = await service.avatarTag(now.id);
    const text = await service.manifestText(now.id);
    if (now === fitting()) takeBase(now, text, tag);
  } catch (error) { tell(error); }
}

function undoOrRedo(way) {
  const now = fitting();
  if (!now?.history[way === 'undo' ? 'canUndo' : 'canRedo']) return;
  letGo();
  adopt(now, now.history[way](), now.history.step);
  keepDraft(now);
  listLayers();
  showHistory();
  render();
}

function showHistory() {
  const { history } = fitting();
  byId('undo').disabled = !history.canUndo;
  byId('redo').disabled = !history.canRedo;
  lintSoon();
  showSaving();
}

function startHistory() {
  byId('undo').addEventListener('click', () => undoOrRedo('undo'));
  byId('redo').addEventListener('click', () => undoOrRedo('redo'));
  document.addEventListener('keydown', event => {
    const isTyping = event.target.matches?.('textarea, [type="text"], [type="search"], input:not([type])');
    if (!(event.ctrlKey || event.metaKey) || event.altKey || isTyping || byId('avatars-view').hidden || document.querySelector('dialog[open]')) return;
    const key = event.key.toLowerCase();
    if (key !== 'z' && key !== 'y') return;
    event.preventDefault();
    undoOrRedo(key === 'y' || event.shiftKey ? 'redo' : 'undo');
  });
  for (const name of ['pointerdown', 'focusin', 'change']) document.addEventListener(name, () => { gesture += 1; }, true);
  document.addEventListener('keydown', event => {
    // A number that is typed is one step, and a key that is held.
    if (!event.repeat && event.target.type !== 'number') gesture += 1;
  }, true);
  const look = () => lookForChanges().catch(() => {}).finally(() => setTimeout(look, 2000));
  look();
}
