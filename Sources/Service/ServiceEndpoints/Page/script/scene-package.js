// Packages of scenes: what is dropped goes into them, what was changed is downloaded or stored.
const textBytes = text => new TextEncoder().encode(text);
// A name that no scene of the service has.
const freeSceneName = name => freeName(name, new Set(sceneState.list.map(({ id }) => id)));

// The files of a package among others, without the folder that they may all be in; nothing where there is none.
function sceneFilesIn(files) {
  const found = packageIn(files, 'scene.json');
  return found && Object.entries(found.files).map(([name, bytes]) => ({ name, bytes }));
}

// The files of a scene's package; of one that was not made here the service gives them.
async function filesOfScene(scene) {
  scene.files ??= sceneFilesIn(await service.sceneFiles(scene.id));
  return scene.files;
}

const withText = (files, text) => files.map(file => (file.name === 'scene.json' ? { ...file, bytes: textBytes(text) } : file));

// Stores a package; of a built-in scene a copy, which takes its place on the page. Of the service's answer the changes
// that are not stored remain.
async function storeFiles(scene, files, stored) {
  const before = scene.id;
  const id = scene.builtIn ? freeSceneName(before) : before;
  const { tag, warnings, ...summary } = await service.storeScene(id, zipOf(files), scene.builtIn ? null : scene.tag).catch(error => {
    scene.faults = error.errors ?? [];
    if (error.code === 'precondition_failed') Object.assign(error, { title: phrase('sceneChangedElsewhere', { scene: id }), detail: phrase('whatToDoThen') });
    throw error;
  });
  Object.assign(scene, summary, { tag, files, stored, base: stored, original: JSON.parse(stored) });
  sceneState.list = await service.scenes();
  if (before !== id) {
    dropDraft('scene', before);
    delete sceneState.scenes[before];
    sceneState.scenes[id] = scene;
    if (sceneState.scene === before) sceneState.scene = id;
  }
  showScenes();
  scene.faults = warnings.map(warningOf);
  if (currentScene() === scene) { showChange(scene); markFaults(); }
  delete sceneState.previews[id];
  loadPreviews();
  return warnings;
}

// Does what asks the service, and says what is wrong.
async function attempt(act) {
  byId('scene-stage').setAttribute('aria-busy', true);
  byId('scene-note').hidden = true;
  try {
    tell(null, byId('scene-problem'));
    await act();
  } catch (error) {
    tell(error instanceof Problem ? error : new Problem(phrase('notRead'), error.message), byId('scene-problem'));
    isOfFrame = false;
    markFaults();
  } finally {
    if (!sceneAsking) byId('scene-stage').setAttribute('aria-busy', false);
  }
}

// A picture as PNG: what is one stays as it is.
async function asPNG(file) {
  if (/\.png$/i.test(file.name)) return bytesOf(file);
  if (/\.svg$/i.test(file.name)) return bytesOf(await drawnSVG(file));
  const image = await createImageBitmap(file).catch(() => { throw new Problem(phrase('noPicture', { name: file.name })); });
  const part = Math.min(1, 4096 / Math.max(image.width, image.height));
  const [canvas, context] = canvasOf(...[image.width, image.height].map(length => Math.max(1, Math.round(length * part))));
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  return bytesOf(await fileOf(canvas));
}

// A new scene of a printed picture, of the width of an A6 card; it has no items yet.
async function makeScene(file) {
  const id = freeSceneName(plainName(file.name, 'scene'));
  const text = `{
  "version": 1,
  "name": {"en": ${JSON.stringify(id.replace(/[-_]+/g, ' '))}},
  "picture": {"name": ${JSON.stringify(id)}, "image": "card.png", "widthMm": 105},
  "items": []
}
`;
  await takeScene(id, [{ name: 'scene.json', bytes: textBytes(text) }, { name: 'card.png', bytes: await asPNG(file) }]);
}

// A package that was dropped: an own scene of its name is replaced when that is wanted, a built-in one is not.
async function takeScene(name, files) {
  const known = sceneState.list.find(scene => scene.id === name);
  if (known && !known.builtIn && !await isSure(phrase('replaceScene', { scene: name }))) return;
  const id = known?.builtIn ? freeSceneName(name) : name;
  const tag = known && !known.builtIn ? (await service.sceneFile(id)).tag : null;
  const text = new TextDecoder().decode(files.find(file => file.name === 'scene.json').bytes);
  const { tag: stored, warnings, ...summary } = await service.storeScene(id, zipOf(files), tag);
  sceneState.list = await service.scenes();
  sceneState.scenes[id] = Object.assign(sceneOf(summary, text, stored), { files });
  dropDraft('scene', id);
  showScenes();
  await chooseScene(id);
  sayStored('sceneTaken', warnings);
  delete sceneState.previews[id];
  loadPreviews();
}

// Asks; the button's words are those of the deed.
function isSure(question, deed = phrase('replace')) {
  const dialog = byId('sure-dialog');
  write(dialog.querySelector('[value="yes"]'), deed);
  write(byId('sure-question'), question);
  dialog.returnValue = 'cancel';
  dialog.showModal();
  return new Promise(done => dialog.addEventListener('close', () => done(dialog.returnValue === 'yes'), { once: true }));
}

// What an item of a file is, and the file itself; nothing where it is none.
async function itemOf(file) {
  const name = plainName(file.name, 'item');
  const width = inThousandths(cardWidth(currentScene()) * 0.4);
  if (/\.glb$/i.test(file.name)) return { bytes: await bytesOf(file), extension: 'glb', item: { name, type: 'model', file: '', at: [0, 0, 0] } };
  if (/\.(json|lottie)$/i.test(file.name)) {
    return { bytes: await bytesOf(file), extension: file.name.match(/\w+$/)[0].toLowerCase(), item: { name, type: 'lottie', file: '', width, at: [0, 0, 0], play: 'loop' } };
  }
  if (/\.gif$/i.test(file.name)) return { bytes: await bytesOf(file), extension: 'gif', item: { name, type: 'sprite', image: '', width, at: [0, 0, 0], play: 'loop' } };
  if (isPicture(file)) return { bytes: await asPNG(file), extension: 'png', item: { name, type: 'art', image: '', width, at: [0, 0, 0] } };
  return null;
}
const isPicture = ({ name, type }) => /\.(png|svg|jpe?g|webp)$/i.test(name) || /^image\/(png|svg|jpeg|webp)/.test(type);
const isSameBytes = (one, other) => one.length === other.length && one.every((byte, index) => byte === other[index]);

// The file goes into the package, where it is stored at once; the item into the text, as any other change.
async function addFile(file) {
  const scene = currentScene();
  const made = await itemOf(file);
  if (!made) throw new Problem(phrase('noItem', { name: file.name }), phrase('itemKinds'));
  const { bytes, extension, item } = made;
  const files = await filesOfScene(scene);
  let name = `${item.name}.${extension}`;
  for (let number = 2; files.some(other => other.name === name && !isSameBytes(other.bytes, bytes)); number++) name = `${item.name}-${number}.${extension}`;
  if (!files.some(other => other.name === name)) await storeFiles(scene, [...files, { name, bytes }], scene.stored);
  if (currentScene() !== scene) return;
  addItem({ ...item, ['file' in item ? 'file' : 'image']: name });
}

// What was dropped or chosen: a package, a scene.json in place of the scene's, or files of items; a picture that is meant
// so, or without a scene, is the print of a new one.
async function takeSceneFiles(files, isNew) {
  const archive = files.find(file => /\.zip$/i.test(file.name));
  const listed = archive ? await filesIn(archive) : await Promise.all(files.map(async file => ({ name: file.path ?? file.name, bytes: await bytesOf(file) })));
  const found = sceneFilesIn(listed);
  if (archive && !found) throw new Problem(phrase('noScene', { name: archive.name }));
  if (found?.length > 1) {
    const folder = files[0].path?.split('/')[0] ?? archive?.name;
    await takeScene(plainName(folder ?? '', 'scene'), found);
  } else if (found && currentScene()) {
    const text = new TextDecoder().decode(found[0].bytes);
    const items = parsed(text)?.items;
    if (!Array.isArray(items) || !items.every(item => item && typeof item === 'object')) throw new Problem(phrase('badScene', { name: files[0].name }));
    letGoOfItem();
    changeScene(() => new JSONText(text));
  } else if (isNew || !currentScene()) {
    const picture = files.find(isPicture);
    if (!picture) throw new Problem(phrase('noItem', { name: files[0].name }), phrase('printKinds'));
    await makeScene(picture);
  } else for (const file of files) await addFile(file);
}

function takeDropOnScenes(event) {
  const isNew = Boolean(event.target.closest?.('#scenes-panel'));
  const dropped = droppedFiles(event.dataTransfer);
  attempt(async () => {
    const files = await dropped;
    if (files.length) await takeSceneFiles(files, isNew);
  });
}

// MARK: Out

function showSceneFile() {
  const scene = currentScene();
  for (const id of ['download-scene', 'download-package', 'store-scene', 'copy-scene-command']) byId(id).disabled = !scene;
  byId('card-width').disabled = !scene;
  if (!scene) return;
  if (byId('card-width') !== document.activeElement) byId('card-width').value = cardWidth(scene);
  write(byId('download-package'), phrase('download', { file: `${scene.id}.zip` }));
  write(byId('store-scene'), phrase(scene.builtIn ? 'storeCopy' : 'saveToService'));
  byId('store-scene').classList.toggle('changed', isSceneChanged(scene));
  const { name } = scene.picture;
  byId('scene-command').textContent = `avatar-overlay scenes preview ./${scene.id}.zip -o ${scene.id}.png\n`
    + `avatar-overlay render clip.mp4 --tracking clip.jsonl --avatar none --scene ${name}=${scene.id}.zip -o ${scene.id}.mp4`;
}

function sayStored(key, warnings) {
  byId('scene-note').hidden = false;
  write(byId('scene-note'), [phrase(key, { scene: currentScene().id }), ...(warnings ?? [])]);
}

async function storeScene() {
  const scene = currentScene();
  const text = String(scene.text);
  const warnings = await storeFiles(scene, withText(await filesOfScene(scene), text), text);
  if (currentScene() === scene) sayStored('sceneStored', warnings);
}

async function downloadScenePackage() {
  const scene = currentScene();
  saveBlob(zipOf(withText(await filesOfScene(scene), String(scene.text))), `${scene.id}.zip`);
}

async function copyCommand(command, button) {
  getSelection().selectAllChildren(command);
  // Only pages of a secure origin may write the clipboard; what is selected can be copied by hand.
  const isCopied = await navigator.clipboard?.writeText(command.textContent).then(() => true, () => false) ?? document.execCommand('copy');
  write(button, phrase(isCopied ? 'copied' : 'copySelected'));
  setTimeout(() => write(button, phrase('copyText')), 2000);
}

function startScenePackages() {
  const stage = byId('scene-stage');
  const over = target => {
    stage.classList.toggle('over', Boolean(target) && !target.closest('#scenes-panel'));
    byId('scenes-panel').classList.toggle('over', Boolean(target?.closest('#scenes-panel')));
  };
  document.addEventListener('dragover', event => over(event.dataTransfer?.types.includes('Files') ? event.target : null));
  document.addEventListener('dragleave', event => { if (!event.relatedTarget) over(null); });
  document.addEventListener('drop', () => over(null));
  for (const [button, input, isNew] of [['new-scene', 'scene-files', true], [null, 'item-files', false]]) {
    if (button) byId(button).addEventListener('click', () => byId(input).click());
    byId(input).addEventListener('change', event => {
      const files = [...event.target.files];
      event.target.value = '';
      if (files.length) attempt(() => takeSceneFiles(files, isNew));
    });
  }
  byId('download-scene').addEventListener('click', () => saveText(String(currentScene().text), 'scene.json'));
  byId('download-package').addEventListener('click', () => attempt(downloadScenePackage));
  byId('store-scene').addEventListener('click', () => attempt(storeScene));
  byId('copy-scene-command').addEventListener('click', () => copyCommand(byId('scene-command'), byId('copy-scene-command')));
  byId('card-width').addEventListener('change', event => {
    const width = event.target.valueAsNumber;
    if (width >= 1 && width <= 10_000) changeScene(text => text.set(['picture', 'widthMm'], inThousandths(width)));
    showSceneFile();
  });
}
