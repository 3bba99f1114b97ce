// Asking for the picture: one request at a time, and always one for the last change.
let asking = null;
let askAgain = false;

const options = () => ({
  avatar: state.avatar, placement: byId('placement').value, mirror: byId('mirror').checked, format: 'jpeg',
});

function render() {
  if (!state.picture || !state.avatar || !state.manifest) return;
  showCurl();
  if (asking) { askAgain = true; return; }
  asking = ask().finally(() => {
    asking = null;
    if (askAgain) { askAgain = false; render(); }
  });
}

async function ask() {
  byId('stage').classList.add('busy');
  const start = performance.now();
  try {
    const { picture, tracking } = state;
    const manifest = anythingChanged() ? state.manifest : null;
    const frame = await service.frame({ picture, tracking, manifest, options: options() });
    state.frame = frame;
    await showPicture(frame);
    const milliseconds = Math.round(performance.now() - start);
    byId('facts').textContent = `${frame.words} · ${frame.width} × ${frame.height} · ${milliseconds} ms`;
    tell(null);
  } catch (error) {
    tell(error);
  } finally {
    byId('stage').classList.remove('busy');
  }
}

async function showPicture(frame) {
  const picture = byId('picture');
  picture.src = `data:${frame.mediaType};base64,${frame.base64}`;
  picture.alt = frame.words;
  await picture.decode();
  picture.hidden = false;
  byId('stage').classList.remove('empty');
  byId('save-picture').disabled = false;
  // Tests wait for the picture of their last change.
  document.documentElement.dataset.frame = Number(document.documentElement.dataset.frame ?? 0) + 1;
  showOutline();
}

function tell(error) {
  const problem = byId('problem');
  problem.hidden = !error;
  problem.textContent = error?.message ?? '';
  if (error?.status === 401) byId('key-dialog').showModal();
}

function showCurl() {
  const quoted = text => `'${text.replaceAll("'", "'\\''")}'`;
  const lines = [`curl ${quoted(new URL('v1/frames', location.href).href)}`];
  if (service.key) lines.push('-H "Authorization: Bearer $AVATAR_OVERLAY_KEY"');
  lines.push(`-F ${quoted(`picture=@${state.picture.name}`)}`);
  if (state.tracking) lines.push(`-F ${quoted(`tracking=@${state.tracking.name}`)}`);
  if (anythingChanged()) lines.push("-F 'manifest=@avatar.json'");
  lines.push(`-F ${quoted(`options=${JSON.stringify(options())}`)}`, '-o frame.jpg');
  byId('curl').textContent = lines.join(' \\\n  ');
}
