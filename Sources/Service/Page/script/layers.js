// The avatars to choose from, their layers, and the sliders of the chosen one.
function radio(label, checked, choose) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'choice';
  button.setAttribute('role', 'radio');
  button.setAttribute('aria-checked', checked);
  const span = document.createElement('span');
  span.textContent = label;
  button.append(span);
  button.addEventListener('click', choose);
  return button;
}

// Arrow keys go through a group of radios, of which one is in the tab order.
function asGroup(group) {
  const radios = [...group.children];
  radios.forEach((radio, index) => {
    radio.tabIndex = radio.getAttribute('aria-checked') === 'true' || (index === 0 && !group.querySelector('[aria-checked="true"]')) ? 0 : -1;
    radio.onkeydown = event => {
      const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const next = (index + step + radios.length) % radios.length;
      radios[next].click();
      group.children[next]?.focus();
    };
  });
}

function showAvatars() {
  const group = byId('avatars');
  group.replaceChildren(...state.avatars.map(avatar => {
    const name = avatar.name?.en ?? Object.values(avatar.name ?? {})[0] ?? avatar.id;
    const button = radio(name, avatar.id === state.avatar, () => chooseAvatar(avatar.id));
    button.dataset.avatar = avatar.id;
    const other = avatar.name?.['zh-Hans'];
    if (other) {
      const small = document.createElement('small');
      small.lang = 'zh-Hans';
      small.textContent = other;
      button.firstChild.append(small);
    }
    const image = document.createElement('img');
    image.alt = '';
    if (avatar.thumbnail) image.src = avatar.thumbnail;
    button.prepend(image);
    return button;
  }));
  asGroup(group);
}

// Each avatar on the sample's face, one after another, so that the first picture does not wait for them.
async function loadThumbnails(sample) {
  for (const avatar of state.avatars) {
    const options = { avatar: avatar.id, size: '192x144', format: 'webp' };
    const frame = await service.frame({ ...sample, options }).catch(() => null);
    if (!frame) continue;
    avatar.thumbnail = `data:${frame.mediaType};base64,${frame.base64}`;
    byId('avatars').querySelector(`[data-avatar="${CSS.escape(avatar.id)}"] img`).src = avatar.thumbnail;
  }
}

async function chooseAvatar(id) {
  try {
    const manifest = await service.manifest(id);
    Object.assign(state, { avatar: id, original: manifest, manifest: copy(manifest), layer: 0 });
    // The layer that most people want to move is the widest.
    state.layer = manifest.layers.reduce((best, layer, index, all) => (layer.scale > all[best].scale ? index : best), 0);
  } catch (error) { tell(error); return; }
  for (const button of byId('avatars').children) button.setAttribute('aria-checked', button.dataset.avatar === id);
  asGroup(byId('avatars'));
  showLayers();
  render();
}

function showLayers() {
  const group = byId('layers');
  group.replaceChildren(...state.manifest.layers.map((layer, index) => radio(layer.name, index === state.layer, () => {
    state.layer = index;
    showLayers();
    showOutline();
  })));
  asGroup(group);
  showSliders();
}

function showSliders() {
  const layer = currentLayer();
  const form = byId('sliders');
  if (form.children.length === 0) makeSliders(form);
  for (const property of properties) {
    const now = value(layer, property);
    for (const input of form.querySelectorAll(`[data-path="${property.path}"]`)) {
      // What is being typed is left alone.
      if (input !== document.activeElement || input.type === 'range') input.value = now;
    }
  }
  [...byId('layers').children].forEach((button, index) => button.classList.toggle('changed', isChanged(index)));
  byId('reset-layer').disabled = !isChanged(state.layer);
  byId('reset').disabled = !anythingChanged();
  byId('download').disabled = false;
}

function makeSliders(form) {
  for (const property of properties) {
    const label = document.createElement('label');
    label.textContent = property.label;
    label.htmlFor = `slider-${property.path}`;
    const inputs = ['range', 'number'].map(type => {
      const input = document.createElement('input');
      Object.assign(input, { type, min: property.least, max: property.most, step: property.step });
      input.dataset.path = property.path;
      input.addEventListener('input', () => {
        const number = input.valueAsNumber;
        if (!Number.isFinite(number)) return;
        change(currentLayer(), property, Math.min(Math.max(number, property.least), property.most));
        showSliders();
        render();
      });
      return input;
    });
    inputs[0].id = label.htmlFor;
    inputs[1].setAttribute('aria-label', `${property.label}, as a number`);
    form.append(label, ...inputs);
  }
  form.addEventListener('submit', event => event.preventDefault());
}
