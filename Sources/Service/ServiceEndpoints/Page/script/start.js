// The first look.
async function showHealth() {
  const health = byId('health');
  const show = (name, words) => { health.className = name; write(health.lastElementChild, words); };
  if (!service.answered) show('', phrase('asking'));
  const found = await service.health();
  // Undefined where no service answered.
  state.savesAvatars = found?.saves?.avatars ?? false;
  if (fitting()) showSaving();
  state.hasTracker = found ? found.tracker?.available ?? false : undefined;
  if (state.hasTracker) {
    write(byId('hint'), phrase('dropPhoto'));
    write(byId('choose'), phrase('usePhoto'));
  }
  if (found) show(found.isReady ? 'good' : 'bad', found.isReady ? phrase('ready', { version: found.version }) : phrase('notReady'));
  else show('bad', phrase('silent'));
}

// One of the two views, whose tabs arrow keys go through; the scenes are asked for when they are first looked at.
function startViews() {
  const views = ['avatars', 'scenes'];
  const look = name => {
    for (const view of views) {
      const tab = byId(`${view}-tab`);
      tab.setAttribute('aria-selected', view === name);
      tab.tabIndex = view === name ? 0 : -1;
      byId(`${view}-view`).hidden = view !== name;
    }
    write(byId('intro'), phrase(name === 'scenes' ? 'introScenes' : 'introAvatars'));
    stopPlaying();
    stopClip();
    stopTurning();
    if (name === 'scenes') loadScenes();
  };
  views.forEach((view, index) => {
    byId(`${view}-tab`).addEventListener('click', () => look(view));
    byId(`${view}-tab`).addEventListener('keydown', event => {
      if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
      event.preventDefault();
      const other = views[1 - index];
      look(other);
      byId(`${other}-tab`).focus();
    });
  });
  look('avatars');
}

function askForKey(problem) {
  const dialog = byId('key-dialog');
  byId('key-open').hidden = false;
  byId('key-problem').hidden = !problem;
  write(byId('key-problem'), problem);
  byId('key').value = service.key;
  dialog.returnValue = '';
  if (!dialog.open) dialog.showModal();
}

async function load() {
  try {
    state.avatars = await listAvatars();
    byId('key-open').hidden = !service.key;
    showAvatars();
    if (!state.avatars.length) {
      tell(new Problem(phrase('noAvatars'), phrase('addAvatars')));
      return;
    }
    const first = state.avatars.find(avatar => avatar.id === (state.avatar ?? 'dragon')) ?? state.avatars[0];
    await Promise.all([chooseAvatar(first.id), taken ? null : useSample()]);
    await asking;
    await loadThumbnails();
  } catch (error) { tell(error); }
}

function reset(isAll) {
  const now = fitting();
  letGo();
  if (isAll && now.otherTag) { readAgain(now); return; }
  if (isAll) {
    now.history.push(now.first);
    adopt(now, now.first);
    keepDraft(now);
    listLayers();
    showHistory();
  } else putLayers(now.parts.with(now.layer, copy(originalOf(now.parts[now.layer]))));
  showSliders();
  render();
}

byId('all-poses').addEventListener('click', showPoses);
byId('reset').addEventListener('click', () => reset(true));
byId('reset-layer').addEventListener('click', () => reset(false));
for (const id of ['mirror', 'placement', 'light']) byId(id).addEventListener('change', () => { letGo(); render(); });
byId('outlines').addEventListener('change', showOutline);
byId('key-open').addEventListener('click', () => askForKey(''));
byId('key-dialog').addEventListener('close', () => {
  if (byId('key-dialog').returnValue !== 'use') return;
  service.key = byId('key').value.trim();
  tell(null);
  tell(null, byId('scene-problem'));
  load();
  if (!byId('scenes-view').hidden) loadScenes();
});
startLanguage();
startTaking();
startClips();
startFace();
startProfiles();
startDragging();
startHandles();
startFields();
startMovement();
startPackages();
startHistory();
startScenes();
startItems();
startMovingItems();
startTimeline();
startEditing();
startScenePackages();
startViews();
showHealth();
load();
