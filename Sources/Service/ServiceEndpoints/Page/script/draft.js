// What was changed of avatars: opened again after a reload, undone and redone.
const avatarKind = 'avatar';

function keepDraft(now) {
  const { parts, whole } = now;
  now.isKept = storeDraft(avatarKind, now.id, now.history.current, now.base, { parts, whole });
}

// The service's avatars, and those that this browser alone has.
async function listAvatars() {
  const stored = await service.avatars();
  const isOpen = id => state.fittings[id]?.base === null;
  const own = [...new Set([...draftNames(avatarKind), ...Object.keys(state.fittings).filter(isOpen)])]
    .filter(id => !stored.some(avatar => avatar.id === id) && (isOpen(id) || draftOf(avatarKind, id)?.base === null));
  return [...own.map(id => ({ id, name: nameIn(state.fittings[id]?.history.current ?? draftOf(avatarKind, id).text), isOwn: true })), ...stored];
}

function nameIn(text) {
  try { return JSON.parse(text).name; } catch { return null; }
}

// An avatar as it was left: with what was changed of it in this browser.
async function openAvatar(id) {
  const known = state.avatars.find(avatar => avatar.id === id);
  const draft = draftOf(avatarKind, id);
  const files = draft ? await draftFilesOf(avatarKind, id) ?? {} : {};
  if (known?.isOwn) return fittingOf(id, null, { text: draft.text, files, ...draft });
  const [base, tag] = await Promise.all([service.manifestText(id), service.avatarTag(id)]);
  const now = draft && draft.base !== null && nameIn(draft.text) !== null
    ? { ...fittingOf(id, base, { text: draft.text, parts: draft.parts, whole: draft.whole, files }), isBack: true, isOfOther: draft.base !== base }
    : fittingOf(id, base);
  now.tag = tag;
  return now;
}

// What the service has becomes what is changed from now on.
function rebase(now, base, tag) {
  const [original, isClean] = [JSON.parse(base), !isUnsaved(now)];
  Object.assign(now, { base, original, tag });
  if (!isClean) { keepDraft(now); return; }
  now.files = {};
  now.history.push(base, 'file');
  adopt(now, base);
}

// Looks whether the files of the chosen avatar were changed at the service, as by an editor in its folder.
async function lookForChanges() {
  const now = fitting();
  if (document.hidden || !now || now.base === null || byId('avatars-view').hidden || grip) return;
  const tag = await service.avatarTag(now.id, now.tag).catch(() => null);
  if (!tag || tag === now.tag || now !== fitting()) return;
  const text = await service.manifestText(now.id).catch(() => null);
  if (text === null || now !== fitting() || nameIn(text) === null) return;
  const hasBoth = isUnsaved(now) && text !== now.base;
  rebase(now, text, tag);
  announce(hasBoth ? phrase('changedElsewhere') : phrase('readAgain'));
  listLayers();
  render();
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
  setInterval(lookForChanges, 2000);
}
