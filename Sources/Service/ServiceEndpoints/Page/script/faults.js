// What the service finds wrong with the avatar.json, beside what it is about.
function showFaults() {
  for (const mark of document.querySelectorAll('#avatars-view .fault')) mark.remove();
  for (const input of document.querySelectorAll('#avatars-view [aria-invalid]')) input.removeAttribute('aria-invalid');
  const now = fitting();
  if (!now) return;
  const wrong = new Set();
  for (const { pointer, detail } of state.faults) {
    const [list, number, ...rest] = pointer.split('/').slice(1);
    if (list === 'layers') wrong.add(Number(number));
    if (list !== 'layers' || Number(number) !== now.layer) continue;
    const place = placeOfFault(rest);
    if (!place) continue;
    const mark = document.createElement('p');
    mark.className = 'fault';
    mark.textContent = detail.replace(/^.*?avatar\.json:\d+:\d+: layers\[\d+\]\.?/, '');
    place.after(mark);
    if (place.matches('input, select')) place.setAttribute('aria-invalid', true);
  }
  for (const button of byId('layers').children) button.classList.toggle('wrong', isOfLayer(button) && wrong.has(Number(button.dataset.layer)));
}

function placeOfFault([key, ...rest]) {
  if (key === 'drive' || key === 'when') return byId('movement').querySelector(`[data-pointer="${key}/${/^\d+$/.test(rest[0]) ? rest[0] : 0}"]`) ?? byId('movement-box');
  if (key === 'name') return byId('layer-name');
  const path = [key, ...rest].join('.');
  const inputs = [...byId('sliders').querySelectorAll('input[type="number"]'), ...byId('fields').querySelectorAll('select, input[type="number"]')];
  return inputs.find(input => input.dataset.path === path || input.dataset.path.split('.')[0] === key) ?? byId('layers');
}
