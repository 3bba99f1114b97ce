// Files in, files out.
function save(address, name) {
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
}

function saveText(text, name) {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const manifestText = manifest => `${JSON.stringify(manifest, null, 2)}\n`;
const saveAvatar = () => (state.models[state.avatar] ? savePackage() : saveText(manifestText(fitting().manifest), 'avatar.json'));

// Counted, so that a clip which takes long does not replace what was taken after it.
let taken = 0;

// Something else is taken: what was looked through before is not waited for any more.
function takeNext() {
  taken += 1;
  if (!asking) byId('stage').setAttribute('aria-busy', false);
}

// Of a clip its best frame is taken, as a picture.
async function takeClip(clip) {
  const mine = taken;
  await showHealth();
  if (mine !== taken) return;
  if (state.hasTracker === undefined) {
    tell(new Problem(phrase('noAnswer'), phrase('dropAgain', { name: clip.name })));
    return;
  }
  if (!state.hasTracker) {
    tell(new Problem(phrase('needsTracker', { name: clip.name }), phrase('dropBoth')));
    return;
  }
  tell(null);
  note(phrase('looking', { name: clip.name }));
  byId('stage').setAttribute('aria-busy', true);
  try {
    const picture = await service.still(clip);
    if (mine === taken) use({ picture, tracking: null, isSample: false });
  } catch (error) {
    if (mine === taken) tell(error);
  } finally {
    if (mine === taken && !asking) byId('stage').setAttribute('aria-busy', false);
  }
}

function take(files) {
  const all = [...files];
  if (!all.length) return;
  const picture = all.find(file => /\.(png|jpe?g|webp)$/i.test(file.name) || /^image\/(png|jpeg|webp)$/.test(file.type));
  const tracking = all.find(file => /\.(jsonl?|gz|zst)$/i.test(file.name));
  const clip = all.find(file => /\.(mp4|mov|mkv|webm)$/i.test(file.name) || /^video\//.test(file.type));
  const model = all.find(file => /\.glb$/i.test(file.name));
  takeNext();
  if (model) takeModel(model);
  if (model && !picture && !tracking) return;
  if (!picture && clip) { takeClip(clip); return; }
  if (!picture && !tracking) {
    const names = all.slice(0, 3).map(file => file.name).join(', ');
    tell(new Problem(phrase('neither', { names }), phrase('kinds')));
    return;
  }
  // A new picture makes the old one's tracking wrong; tracking alone belongs to the picture that is there.
  if (picture) use({ picture, tracking: tracking ?? null, isSample: false });
  else use({ picture: state.picture, tracking, isSample: false });
}

function use(files) {
  Object.assign(state, files);
  letGo();
  showAge();
  byId('sample').hidden = state.isSample;
  write(byId('source'), state.isSample
    ? phrase('sample')
    : [state.picture, state.tracking].filter(Boolean).map(file => file.name).join(' + '));
  byId('source').classList.toggle('sample', state.isSample);
  render();
}

async function useSample() {
  takeNext();
  const mine = taken;
  try {
    const sample = await service.sample();
    if (mine === taken) use(sample);
  } catch (error) {
    if (mine === taken) tell(error);
  }
}

function startTaking() {
  const stage = byId('stage');
  const hasFiles = event => event.dataTransfer?.types.includes('Files');
  for (const name of ['dragenter', 'dragover']) {
    document.addEventListener(name, event => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      stage.classList.add('over');
    });
  }
  document.addEventListener('dragleave', event => { if (!event.relatedTarget) stage.classList.remove('over'); });
  document.addEventListener('drop', event => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    stage.classList.remove('over');
    take(event.dataTransfer.files);
  });
  byId('choose').addEventListener('click', () => byId('files').click());
  byId('files').addEventListener('change', event => { take(event.target.files); event.target.value = ''; });
  byId('sample').addEventListener('click', useSample);
  byId('download').addEventListener('click', saveAvatar);
  byId('all-poses').addEventListener('click', showPoses);
  byId('save-picture').addEventListener('click', () => save(byId('picture').src, `${state.frame.avatar}.jpg`));
}
