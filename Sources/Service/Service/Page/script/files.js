// Files in, files out.
function save(address, name) {
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
}

function saveManifest() {
  const text = `${JSON.stringify(fitting().manifest, null, 2)}\n`;
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  save(address, 'avatar.json');
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function take(files) {
  const all = [...files];
  if (!all.length) return;
  const picture = all.find(file => /\.(png|jpe?g|webp)$/i.test(file.name) || /^image\/(png|jpeg|webp)$/.test(file.type));
  const tracking = all.find(file => /\.(jsonl?|gz|zst)$/i.test(file.name));
  if (!picture && !tracking) {
    const names = all.slice(0, 3).map(file => file.name).join(', ');
    tell(new Problem(`${names}: neither a picture nor tracking.`, 'Pictures are PNG, JPEG or WebP; tracking is .json or .jsonl.'));
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
  byId('source').textContent = state.isSample
    ? 'the built-in sample'
    : [state.picture, state.tracking].filter(Boolean).map(file => file.name).join(' + ');
  byId('source').classList.toggle('sample', state.isSample);
  render();
}

async function useSample() {
  try { use(await service.sample()); } catch (error) { tell(error); }
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
  byId('download').addEventListener('click', saveManifest);
  byId('save-picture').addEventListener('click', () => save(byId('picture').src, `${state.frame.avatar}.jpg`));
}
