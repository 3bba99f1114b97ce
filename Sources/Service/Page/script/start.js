// Files in, files out, and the first look.
function download(bytes, name, type) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function take(files) {
  const pictures = [...files].filter(file => /^image\/|\.(png|jpe?g|webp)$/i.test(`${file.type} ${file.name}`));
  const trackings = [...files].filter(file => /\.(jsonl?|gz|zst)$/i.test(file.name));
  if (!pictures.length && !trackings.length) {
    tell(new Error('Neither a picture (PNG, JPEG, WebP) nor a tracking sample (.json, .jsonl) is among these files.'));
    return;
  }
  // A new picture makes the old one's tracking wrong; tracking alone belongs to the picture that is there.
  if (pictures.length) Object.assign(state, { picture: pictures[0], tracking: trackings[0] ?? null });
  else state.tracking = trackings[0];
  if (state.picture) render();
  else tell(new Error('Now the picture that this tracking belongs to.'));
}

async function useSample() {
  try {
    Object.assign(state, await service.sample());
    render();
  } catch (error) { tell(error); }
}

async function showHealth() {
  const health = byId('health');
  try {
    const answer = await fetch('health');
    const body = await answer.json();
    health.className = answer.ok ? 'good' : 'bad';
    health.lastElementChild.textContent = answer.ok ? `ready, version ${body.version}` : 'not ready';
  } catch {
    health.className = 'bad';
    health.lastElementChild.textContent = 'does not answer';
  }
}

async function load() {
  try {
    state.avatars = await service.avatars();
    showAvatars();
    if (!state.avatars.length) return;
    const first = state.avatars.find(avatar => avatar.id === 'dragon') ?? state.avatars[0];
    await chooseAvatar(first.id);
    await useSample();
    await loadThumbnails(await service.sample());
  } catch (error) { tell(error); }
}

byId('sample').addEventListener('click', useSample);
byId('choose').addEventListener('click', () => byId('files').click());
byId('files').addEventListener('change', event => { take(event.target.files); event.target.value = ''; });
for (const id of ['mirror', 'placement']) byId(id).addEventListener('change', render);
byId('outlines').addEventListener('change', showOutline);
byId('reset').addEventListener('click', () => { state.manifest = copy(state.original); showSliders(); render(); });
byId('reset-layer').addEventListener('click', () => {
  state.manifest.layers[state.layer] = copy(state.original.layers[state.layer]);
  showSliders();
  render();
});
byId('download').addEventListener('click', () =>
  download(`${JSON.stringify(state.manifest, null, 2)}\n`, 'avatar.json', 'application/json'));
byId('save-picture').addEventListener('click', async () => {
  const picture = await (await fetch(byId('picture').src)).blob();
  download(picture, `${state.avatar}.jpg`, picture.type);
});
byId('key-open').addEventListener('click', () => { byId('key').value = service.key; byId('key-dialog').showModal(); });
byId('key-dialog').addEventListener('close', () => {
  if (byId('key-dialog').returnValue !== 'use') return;
  service.key = byId('key').value.trim();
  tell(null);
  load();
});

const stage = byId('stage');
stage.classList.add('empty');
for (const name of ['dragenter', 'dragover']) {
  document.addEventListener(name, event => { event.preventDefault(); stage.classList.add('over'); });
}
document.addEventListener('dragleave', event => { if (!event.relatedTarget) stage.classList.remove('over'); });
document.addEventListener('drop', event => {
  event.preventDefault();
  stage.classList.remove('over');
  take(event.dataTransfer.files);
});
startDragging();
showHealth();
load();
