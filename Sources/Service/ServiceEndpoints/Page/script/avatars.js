// The avatars to choose from.
function radio(label, choose) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'choice';
  button.setAttribute('role', 'radio');
  const span = document.createElement('span');
  write(span, label);
  button.append(span);
  button.addEventListener('click', choose);
  return button;
}

// Arrow keys go through a group of radios, of which one is in the tab order.
function check(group, chosen) {
  const radios = [...group.children];
  radios.forEach((radio, index) => {
    radio.setAttribute('aria-checked', index === chosen);
    radio.tabIndex = index === Math.max(chosen, 0) ? 0 : -1;
    radio.onkeydown = event => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = radios[(index + step + radios.length) % radios.length];
      next.focus();
      next.click();
    };
  });
}

const nameOf = ({ name, id }) => named(name, id);

// Its Chinese name below the other, or its English one below the Chinese.
function addOther(button, { name }) {
  if (!name?.en || !name['zh-Hans']) return;
  const [box, small] = ['span', 'small'].map(tag => document.createElement(tag));
  const byLanguage = of => named(Object.fromEntries(languages.map(known => [known, of(known === 'zh-Hans' ? 'en' : 'zh-Hans')])));
  write(small, byLanguage(other => name[other]));
  write(small, byLanguage(other => other), 'lang');
  box.append(button.firstChild, small);
  button.prepend(box);
}

function showAvatars() {
  byId('avatars').replaceChildren(...state.avatars.map(avatar => {
    const button = radio(nameOf(avatar), () => chooseAvatar(avatar.id));
    button.dataset.avatar = avatar.id;
    addOther(button, avatar);
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 120;
    canvas.setAttribute('aria-hidden', true);
    button.prepend(canvas);
    return button;
  }));
  checkAvatar();
}

const checkAvatar = () => check(byId('avatars'), state.avatars.findIndex(avatar => avatar.id === state.avatar));

// Each avatar on the sample's head, one after another, so that the first picture does not wait for them.
async function loadThumbnails() {
  const sample = await service.sample();
  let box = null;
  for (const { id } of state.avatars) {
    const opened = state.avatars.find(avatar => avatar.id === id)?.isOwn ? state.fittings[id] ?? await openAvatar(id).catch(() => null) : null;
    const own = opened && (state.fittings[id] ??= opened);
    const frame = await service.frame({
      ...sample, manifest: own?.history.current, files: own ? filesToSend(own) : {}, options: { avatar: own ? 'none' : id, format: 'jpeg' },
    }).catch(() => null);
    const canvas = byId('avatars').querySelector(`[data-avatar="${CSS.escape(id)}"] canvas`);
    if (!frame || !canvas) continue;
    const image = new Image();
    image.src = `data:${frame.mediaType};base64,${frame.base64}`;
    await image.decode();
    box ??= await headOf(sample.tracking, frame);
    canvas.getContext('2d').drawImage(image, ...box, 0, 0, canvas.width, canvas.height);
    canvas.dataset.isDrawn = true;
  }
}

// A square about the first head, hats and horns included; the same for all avatars, so that they compare.
async function headOf(tracking, { width, height }) {
  const sample = JSON.parse((await tracking.text()).split('\n')[1]);
  const [eyes, chin] = [168, 152].map(index => sample.faces[0].landmarks[index]);
  const side = Math.min(5.4 * (chin[1] - eyes[1]) * height, width, height);
  const within = (start, most) => Math.min(Math.max(start, 0), most - side);
  return [within(eyes[0] * width - side / 2, width), within(eyes[1] * height - side * 0.56, height), side, side];
}

async function chooseAvatar(id) {
  state.avatar = id;
  byId('adjust').inert = !fitting();
  checkAvatar();
  showAge();
  byId('avatars').querySelector('[aria-checked="true"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  try {
    if (!state.fittings[id]) {
      const opened = await openAvatar(id);
      state.fittings[id] ??= opened;
    }
  } catch (error) {
    if (state.avatar === id) fail(error);
    return;
  } finally { byId('adjust').inert = !fitting(); }
  // Another may have been chosen meanwhile.
  if (state.avatar !== id) return;
  state.faults = [];
  if (state.newsOf !== id) state.news = null;
  state.newsOf = id;
  if (fitting().isBack) { announce(phrase(fitting().isOfOther ? 'changedElsewhere' : 'draftBack')); fitting().isBack = false; }
  letGo();
  listLayers();
  showHistory();
  listFace();
  render();
}
