// The first look.
async function showHealth() {
  const health = byId('health');
  const show = (name, words) => { health.className = name; health.lastElementChild.textContent = words; };
  const found = await service.health();
  // Undefined where nobody answered.
  state.hasTracker = found ? found.tracker?.available ?? false : undefined;
  if (state.hasTracker) {
    byId('hint').textContent = 'Drop a photo or a clip here: its faces are found.';
    byId('choose').textContent = 'Use your photo or clip …';
  }
  if (found) show(found.isReady ? 'good' : 'bad', found.isReady ? `ready, version ${found.version}` : 'not ready');
  else show('bad', 'does not answer');
}

function askForKey(problem) {
  const dialog = byId('key-dialog');
  byId('key-open').hidden = false;
  byId('key-problem').hidden = !problem;
  byId('key-problem').textContent = problem;
  byId('key').value = service.key;
  if (!dialog.open) dialog.showModal();
}

async function load() {
  try {
    state.avatars = await service.avatars();
    byId('key-open').hidden = !service.key;
    showAvatars();
    if (!state.avatars.length) {
      tell(new Problem('This service has no avatars.', 'Put packages into its folder of avatars, or upload one.'));
      return;
    }
    const first = state.avatars.find(avatar => avatar.id === 'dragon') ?? state.avatars[0];
    await Promise.all([chooseAvatar(first.id), taken ? null : useSample()]);
    await asking;
    await loadThumbnails();
  } catch (error) { tell(error); }
}

function reset(isAll) {
  const now = fitting();
  letGo();
  if (isAll) Object.assign(now, { ...fittingOf(now.original), layer: now.layer });
  else {
    now.parts[now.layer] = copy(now.original.layers[now.layer]);
    now.manifest.layers[now.layer] = moved(now.parts[now.layer], now);
  }
  showSliders();
  render();
}

byId('reset').addEventListener('click', () => reset(true));
byId('reset-layer').addEventListener('click', () => reset(false));
for (const id of ['mirror', 'placement']) byId(id).addEventListener('change', () => { letGo(); render(); });
byId('outlines').addEventListener('change', showOutline);
byId('key-open').addEventListener('click', () => askForKey(''));
byId('key-dialog').addEventListener('close', () => {
  if (byId('key-dialog').returnValue !== 'use') return;
  service.key = byId('key').value.trim();
  tell(null);
  load();
});
startTaking();
startProfiles();
startDragging();
showHealth();
load();
