// Changes of the chosen scene: each is a step that can be undone, and stays in the browser until the service has it.
let gestures = 0;

// What belongs together, as a drag does, is one step, and is worked out from the text that was there before it.
const beginGesture = () => ({ base: currentScene().text, merge: `gesture-${++gestures}` });

// Takes the text that `change` makes of the one before the gesture, or of the one that is there; gives whether it is new.
function changeScene(change, gesture = null) {
  const scene = currentScene();
  const text = change(gesture?.base ?? scene.text);
  if (String(text) === String(scene.text)) return false;
  scene.text = text;
  scene.history.push(String(text), gesture ? { merge: gesture.merge } : {});
  showChange(scene);
  return true;
}

// Once nothing changes for a while, or the page goes: browsers take their time for it.
let keeping = null;

function keepDrafts() {
  for (const scene of Object.values(sceneState.scenes).filter(({ isUnkept }) => isUnkept)) {
    const isKept = storeDraft('scene', scene.id, String(scene.text), scene.base ?? scene.stored);
    scene.isUnkept = false;
    if (isKept || scene !== currentScene()) continue;
    byId('scene-note').hidden = false;
    write(byId('scene-note'), phrase('notKept'));
  }
}

function showChange(scene) {
  scene.isUnkept = true;
  clearTimeout(keeping);
  keeping = setTimeout(keepDrafts, 300);
  Object.assign(scene, { draft: null, faults: [] });
  showDraft();
  showCues();
  listItems();
  showTimeline();
  showSceneFile();
  renderScene();
}

function stepScene(isBack) {
  const scene = currentScene();
  if (!scene || !(isBack ? scene.history.canUndo : scene.history.canRedo)) return;
  stopPlaying();
  letGoOfItem();
  if (isBack) scene.history.undo(); else scene.history.redo();
  scene.text = new JSONText(scene.history.current);
  showChange(scene);
}

// What was changed before and not stored: it is there again, and can be dropped.
function bringDraft(scene) {
  const draft = draftOf('scene', scene.id);
  if (!draft || draft.text === scene.stored) return;
  try { scene.text = new JSONText(draft.text); } catch { dropDraft('scene', scene.id); return; }
  scene.history.push(draft.text);
  // Of which file it is a draft is said after the next reload too.
  scene.base = draft.base;
  scene.draft = draft.base === scene.stored ? 'draftIsBack' : 'draftIsOlder';
}

function showDraft() {
  const draft = currentScene()?.draft;
  byId('scene-draft').hidden = !draft;
  if (draft) write(byId('scene-draft').firstElementChild, phrase(draft === 'draftIsBack' ? 'draftIsBack' : 'draftIsOlder'));
}

function showSteps() {
  const history = currentScene()?.history;
  byId('undo-scene').disabled = !history?.canUndo;
  byId('redo-scene').disabled = !history?.canRedo;
}

// What lint says of a package: its text, with the place in the scene.json where it names one.
const warningOf = detail => ({
  detail, isWarning: true, pointer: detail.match(/\bitems\[\d+\][\w.[\]]*/)?.[0].replace(/^|[.[]/g, '/').replaceAll(']', '') ?? '',
});

// The faults of the text, each beside the field, the item or the animation that it is about.
function markFaults() {
  const { faults, item } = currentScene() ?? { faults: [] };
  const parts = faults.map(({ pointer = '', ...fault }) => ({ path: pointer.split('/').slice(1), ...fault }));
  const ofItem = parts.filter(({ path }) => path[0] === 'items' && Number(path[1]) === item);
  for (const field of document.querySelectorAll('#scenes-view [data-path]')) {
    const [name, axis] = field.dataset.path.split('.');
    const found = ofItem.find(({ path }) => path[2] === name && (!axis || path.length < 4 || path[3] === String('xyz'.indexOf(axis)) || path[3] === axis));
    field.setAttribute('aria-invalid', Boolean(found));
    field.title = found?.detail ?? '';
  }
  for (const track of document.querySelectorAll('#timeline [data-track]')) {
    track.classList.toggle('bad', ofItem.some(({ path }) => path[2] === 'animate' && path[3] === track.dataset.track));
  }
  const others = !ofItem.length && parts.find(({ path }) => path[0] === 'items' && path[1]);
  byId('item-fault').hidden = !ofItem.length && !others;
  byId('item-fault').classList.toggle('bad', !(others ? [others] : ofItem).every(({ isWarning }) => isWarning));
  write(byId('item-fault'), ofItem.map(({ detail }) => sentence(detail.replace(/^\S+:\d+:\d+: /, ''))).join(' ')
    || (others ? phrase('faultOf', { item: itemsOf(currentScene().text)[others.path[1]]?.name ?? others.path[1] }) : ''));
  [...byId('item').options].forEach((option, index) => {
    option.classList.toggle('bad', parts.some(({ path }) => path[0] === 'items' && Number(path[1]) === index));
  });
}

function startEditing() {
  byId('undo-scene').addEventListener('click', () => stepScene(true));
  byId('redo-scene').addEventListener('click', () => stepScene(false));
  byId('drop-draft').addEventListener('click', () => {
    changeScene(() => new JSONText(currentScene().stored));
  });
  addEventListener('pagehide', keepDrafts);
  document.addEventListener('keydown', event => {
    const key = event.key.toLowerCase();
    if (byId('scenes-view').hidden || document.querySelector('dialog[open]') || !(event.ctrlKey || event.metaKey) || event.altKey || !['z', 'y'].includes(key)) return;
    // Words that are being typed have steps of their own.
    if (event.target.matches('input:not([type]), input[type="text"], input[type="password"]')) return;
    event.preventDefault();
    // A number that is being typed gives way.
    if (event.target.type === 'number') event.target.blur();
    stepScene(key === 'z' && !event.shiftKey);
  });
}
