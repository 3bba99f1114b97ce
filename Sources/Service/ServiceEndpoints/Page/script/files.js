// Files in, files out.
function save(address, name) {
  const link = document.createElement('a');
  Object.assign(link, { href: address, download: name });
  link.click();
}

function saveBlob(blob, name) {
  const address = URL.createObjectURL(blob);
  save(address, name);
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const saveText = (text, name) => saveBlob(new Blob([text], { type: 'application/json' }), name);

const saveAvatar = () => saveText(fitting().history.current, 'avatar.json');

// Counted, so that a clip which takes long does not replace what was taken after it.
let taken = 0;

// Something else is taken: what was looked through before is not waited for any more.
function takeNext() {
  taken += 1;
  if (!asking) byId('stage').setAttribute('aria-busy', false);
}

// Takes what was dropped: files, each called by its path where a folder was dropped.
async function take(files) {
  const all = [...files];
  if (!all.length) return;
  takeNext();
  const mine = taken;
  // What is said of them stays, while no frame comes after it.
  stopClip();
  stopTurning();
  try {
    await takeAll(all, mine);
  } catch (error) { if (mine === taken) tell(error); }
}

const pathOf = file => file.path ?? file.name;

async function takeAll(all, mine) {
  const entries = all.map(file => ({ file, path: pathOf(file) }));
  if (entries.some(({ path }) => /(^|\/)avatar\.json$/.test(path)) && entries.length > 1) {
    const files = await Promise.all(entries.map(async ({ file, path }) => ({ name: path, bytes: await bytesOf(file) })));
    await takePackage(entries[0].path.split('/')[0], packageIn(files, 'avatar.json'), mine);
    return;
  }
  const kinds = await Promise.all(all.map(kindOf));
  if (mine !== taken) return;
  const of = kind => all[kinds.indexOf(kind)];
  const archive = of('archive');
  if (archive) {
    const files = await filesIn(archive);
    const found = packageIn(files, 'avatar.json');
    if (found) { await takePackage(archive.name, found, mine); return; }
    if (mine === taken && !files.some(({ name }) => /\.zip$/i.test(name))) await takeAll(files.map(({ name, bytes }) => new File([bytes], name.split('/').at(-1))), mine);
    return;
  }
  if (of('manifest')) { await takeManifest(of('manifest')); return; }
  const [picture, tracking, clip, artwork] = ['picture', 'tracking', 'clip', 'artwork'].map(of);
  // A picture with its tracking is a photo, see-through or not.
  if (artwork && !(tracking && /\.(png|webp)$/i.test(artwork.name))) {
    for (const [index, kind] of kinds.entries()) if (kind === 'artwork' && !await takeArtwork(all[index])) return;
    return;
  }
  const photo = picture ?? artwork;
  if (!photo && clip) { takeClip(clip, tracking ?? null); return; }
  if (!photo && !tracking) {
    const names = all.slice(0, 3).map(file => file.name).join(', ');
    throw new Problem(phrase('neither', { names }), phrase('kinds'));
  }
  // A new picture makes the old one's tracking wrong; tracking alone belongs to the picture that is there.
  if (photo) useFiles({ picture: photo, tracking: tracking ?? null, isSample: false });
  else useFiles({ picture: state.picture, tracking, isSample: false });
}

// As many files a package may have.
const mostDropped = 1024;

// The files that were dropped, those of folders with their paths.
async function droppedFiles(transfer) {
  const entries = [...transfer.items ?? []].map(item => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some(entry => entry.isDirectory)) return [...transfer.files];
  const list = [];
  const walk = async (entry, path) => {
    if (entry.name.startsWith('.')) return;
    if (list.length >= mostDropped) throw new Problem(phrase('tooMuch', { name: entries[0].name }));
    if (entry.isFile) {
      const file = await new Promise((resolve, reject) => { entry.file(resolve, reject); });
      list.push(Object.defineProperty(file, 'path', { value: path }));
      return;
    }
    const reader = entry.createReader();
    for (let more = true; more;) {
      const batch = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
      more = batch.length > 0;
      for (const child of batch) await walk(child, `${path}/${child.name}`);
    }
  };
  for (const entry of entries) await walk(entry, entry.name);
  return list;
}

function useFiles(files) {
  Object.assign(state, { moving: null }, files);
  letGo();
  showAge();
  showClip();
  showWhoseFace();
  byId('sample').hidden = state.isSample;
  write(byId('source'), state.isSample
    ? phrase('sample')
    : isHead() ? phrase('drawnHead') : isClip() ? state.moving.name
    : [state.picture, state.tracking].filter(Boolean).map(file => file.name).join(' + '));
  byId('source').classList.toggle('sample', state.isSample);
  render();
}

async function useSample() {
  takeNext();
  const mine = taken;
  try {
    const sample = await service.sample();
    if (mine === taken) useFiles(sample);
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
    if (!byId('scenes-view').hidden) { takeDropOnScenes(event); return; }
    droppedFiles(event.dataTransfer).then(take).catch(tell);
  });
  byId('choose').addEventListener('click', () => byId('files').click());
  byId('files').addEventListener('change', event => { take([...event.target.files]); event.target.value = ''; });
  byId('sample').addEventListener('click', useSample);
  byId('download').addEventListener('click', saveAvatar);
  byId('save-picture').addEventListener('click', () => save(byId('picture').src, `${state.frame.avatar}.jpg`));
}
