// The scenes to choose from.
async function loadScenes() {
  if (sceneState.list) { renderScene(); return; }
  try {
    sceneState.list = await service.scenes();
    showScenes();
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

function showScenes() {
  byId('scenes').replaceChildren(...sceneState.list.map(sceneButton));
  sceneState.list.forEach(({ id }) => drawPreview(id));
  checkScene();
}

function sceneButton(scene) {
  const button = radio(nameOf(scene), () => chooseScene(scene.id));
  button.dataset.scene = scene.id;
  addOther(button, scene);
  // A copy has the name of what it is of.
  if (!scene.builtIn) button.querySelector('span')?.append(Object.assign(document.createElement('small'), { textContent: scene.id }));
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 120;
  canvas.setAttribute('aria-hidden', true);
  button.prepend(canvas);
  return button;
}

const checkScene = () => check(byId('scenes'), sceneState.list.findIndex(scene => scene.id === sceneState.scene));

// Of the sheet that shows each scene in four poses at six times, the card lying after six seconds; one after another.
let previewing = Promise.resolve();
const loadPreviews = () => { previewing = previewing.then(drawPreviews); return previewing; };

async function drawPreviews() {
  for (const { id } of sceneState.list) {
    sceneState.previews[id] ??= await service.scenePreview(id).catch(() => null);
    drawPreview(id);
  }
}

function drawPreview(id) {
  const [columns, rows, column, row] = [6, 4, 3, 1];
  const sheet = sceneState.previews[id];
  const canvas = byId('scenes').querySelector(`[data-scene="${CSS.escape(id)}"] canvas`);
  if (!sheet || !canvas || canvas.dataset.isDrawn) return;
  const [width, height] = [sheet.width / columns, sheet.height / rows];
  canvas.getContext('2d').drawImage(
    sheet, column * width, (row + 1) * height - width, width, width, 0, 0, canvas.width, canvas.height);
  canvas.dataset.isDrawn = true;
}

async function chooseScene(id) {
  stopPlaying();
  letGoOfItem();
  byId('scene-note').hidden = true;
  tell(null, byId('scene-problem'));
  sceneState.scene = id;
  checkScene();
  showSceneAge();
  try {
    if (!sceneState.scenes[id]) {
      // Nothing of the scene before, while this one is on its way and where it does not come.
      listScene();
      const { text, tag } = await service.sceneFile(id);
      if (!sceneState.scenes[id]) {
        const scene = sceneOf(sceneState.list.find(scene => scene.id === id), text, tag);
        bringDraft(scene);
        sceneState.scenes[id] = scene;
      }
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
  sceneState.key = null;
  byId('play').disabled = !currentScene();
  showDraft();
  showCues();
  listItems();
  showTimeline();
  showSceneFile();
}
