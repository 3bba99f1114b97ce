// The scenes to choose from.
async function loadScenes() {
  if (sceneState.list) { renderScene(); return; }
  try {
    sceneState.list = await service.scenes();
    byId('scenes').replaceChildren(...sceneState.list.map(sceneButton));
    checkScene();
    if (!sceneState.list.length) {
      tell(new Problem(phrase('noScenes')), byId('scene-problem'));
      return;
    }
    await chooseScene(sceneState.list[0].id);
    await sceneAsking;
    await loadPreviews();
  } catch (error) {
    sceneState.list = null;
    tell(error, byId('scene-problem'));
  }
}

function sceneButton(scene) {
  const button = radio(nameOf(scene), () => chooseScene(scene.id));
  button.dataset.scene = scene.id;
  addOther(button, scene);
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 120;
  canvas.setAttribute('aria-hidden', true);
  button.prepend(canvas);
  return button;
}

const checkScene = () => check(byId('scenes'), sceneState.list.findIndex(scene => scene.id === sceneState.scene));

// Of the sheet that shows each scene in four poses at six times, the card lying after six seconds.
async function loadPreviews() {
  const [columns, rows, column, row] = [6, 4, 3, 1];
  for (const { id } of sceneState.list) {
    const sheet = await service.scenePreview(id).catch(() => null);
    const canvas = byId('scenes').querySelector(`[data-scene="${CSS.escape(id)}"] canvas`);
    if (!sheet || !canvas) continue;
    const [width, height] = [sheet.width / columns, sheet.height / rows];
    canvas.getContext('2d').drawImage(
      sheet, column * width, (row + 1) * height - width, width, width, 0, 0, canvas.width, canvas.height);
    canvas.dataset.isDrawn = true;
  }
}

async function chooseScene(id) {
  stopPlaying();
  letGoOfItem();
  sceneState.scene = id;
  checkScene();
  showSceneAge();
  try {
    if (!sceneState.scenes[id]) {
      // Nothing of the scene before, while this one is on its way and where it does not come.
      listScene();
      const original = await service.sceneFile(id);
      sceneState.scenes[id] ??= sceneOf(sceneState.list.find(scene => scene.id === id), original);
    }
  } catch (error) {
    if (sceneState.scene === id) { sceneState.hasFailed = true; showSceneAge(); tell(error, byId('scene-problem')); }
    return;
  }
  // Another may have been chosen meanwhile.
  if (sceneState.scene !== id) return;
  listScene();
  renderScene();
}

// What the chosen scene has to change and to give.
function listScene() {
  byId('cue').replaceChildren(...(currentScene()?.cues ?? []).map(cue => new Option(cue, cue)));
  byId('play').disabled = !currentScene();
  showCues();
  listItems();
}
