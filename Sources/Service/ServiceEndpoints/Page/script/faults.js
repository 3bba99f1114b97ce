// What is to be said against the avatar as it is, beside what it is about: faults with which it cannot be drawn, and what
// lint has to say beyond them.
let lintTimer = 0;
let lints = 0;

// Once nothing was changed for a while: pictures are decoded for it.
function lintSoon() {
  clearTimeout(lintTimer);
  lintTimer = setTimeout(lint, 600);
}

async function lint() {
  const [now, mine] = [fitting(), ++lints];
  if (!now || !isUnsaved(now)) { state.faults = []; showFaults(); return; }
  const text = now.history.current;
  const faults = await service.lint({ manifest: text, avatar: now.base === null ? null : now.id, files: filesToSend(now) }).catch(() => null);
  if (!faults || mine !== lints || now !== fitting() || text !== now.history.current) return;
  state.faults = faults;
  showFaults();
}

function showFaults() {
  for (const mark of document.querySelectorAll('#avatars-view .fault')) mark.remove();
  for (const input of document.querySelectorAll('#avatars-view [aria-invalid]')) input.removeAttribute('aria-invalid');
  const now = fitting();
  if (!now) return;
  const wrong = new Set();
  const elsewhere = [];
  for (const { pointer = '', detail, severity = 'error' } of state.faults) {
    const [list, number, ...rest] = pointer.split('/').slice(1);
    if (list === 'layers' && severity === 'error') wrong.add(Number(number));
    const place = list === 'layers' && Number(number) === now.layer ? placeOfFault(rest) : null;
    if (!place) { elsewhere.push({ detail, severity }); continue; }
    const mark = document.createElement('p');
    mark.className = `fault ${severity}`;
    mark.textContent = detail.replace(/^.*?layers\[\d+\]\.?/, '');
    place.after(mark);
    if (severity === 'error' && place.matches('input, select')) place.setAttribute('aria-invalid', true);
  }
  byId('lint').hidden = !elsewhere.length;
  byId('lint').replaceChildren(...elsewhere.slice(0, 20).map(({ detail, severity }) => {
    const item = document.createElement('li');
    item.className = severity;
    item.textContent = detail;
    return item;
  }));
  for (const button of byId('layers').children) button.classList.toggle('wrong', isOfLayer(button) && wrong.has(Number(button.dataset.layer)));
}

function placeOfFault([key, ...rest]) {
  if (key === 'drive' || key === 'when') return byId('movement').querySelector(`[data-pointer="${key}/${/^\d+$/.test(rest[0]) ? rest[0] : 0}"]`) ?? byId('movement-box');
  if (key === 'name') return byId('layer-name');
  const path = [key, ...rest].join('.');
  const inputs = [...byId('sliders').querySelectorAll('input[type="number"]'), ...byId('fields').querySelectorAll('select, input[type="number"]')];
  return inputs.find(input => input.dataset.path === path || input.dataset.path.split('.')[0] === key) ?? byId('layers');
}
