// A case: opening it, its frames, leaving it.

async function openCase(i, frameNumber, step) {
  const entry = index.cases[i];
  if (state.case === null) overviewScroll = scrollY;
  const changed = state.case !== i;
  state.case = i;
  const element = await block(`case-${i}`);
  if (state.case !== i) return;
  if (changed || !detail) {
    detail = JSON.parse(element?.textContent ?? 'null') ?? { explanation: [], rungs: [], frames: [], curves: [] };
    if (entry.approved) {
      detail.explanation = [entry.words];
      for (const frame of detail.frames) Object.assign(frame, { verdict: 'passed', explanation: [] });
    }
    state.fit = true;
    state.blinkOn = !still.matches;
    state.phase = 0;
    dropStrip();
  }
  const wanted = detail.frames.findIndex(frame => frame.frame === frameNumber);
  state.frame = wanted >= 0 ? wanted : changed || frameNumber === null ? entry.shown ?? 0 : state.frame;
  $('overview').hidden = true;
  $('case').hidden = $('steps').hidden = $('back').hidden = false;
  document.body.className = 'on-case';
  fillBadge($('verdict'), entry.verdict);
  renderApproval();
  const group = groupOf(entry.name);
  $('name').replaceChildren(make('bdi', {}, group ? make('span', { class: 'path' }, `${group}/`) : '', labelOf(entry.name)));
  // Of a clip, how many frames differ is not yet what happened: the second sentence is.
  const leading = detail.frames.length > 1 ? 2 : 1;
  const others = detail.explanation.slice(leading);
  const first = detail.explanation.length ? detail.explanation.slice(0, leading)
    : [entry.verdict === 'passed' ? 'Nothing that counts differs.' : 'No explanation was given.'];
  $('words').replaceChildren(
    ...first.map(words => make('p', { dir: 'auto' }, words)), ...(others.length ? [make('ul', {}, ...others.map(words => make('li', { dir: 'auto' }, words)))] : []));
  const place = order.indexOf(i);
  $('position').textContent = place < 0 ? '' : `${whole.format(place + 1)} of ${whole.format(order.length)}`;
  document.title = `${entry.name.slice(0, 80)} – ${index.title}`;
  if (changed) { scrollTo(0, 0); $('name').focus({ preventScroll: true }); }
  $('clip').hidden = detail.frames.length < 2;
  renderCurves();
  renderSession();
  await showFrame(state.frame, step);
}
async function showFrame(position, step = false) {
  const caseIndex = state.case;
  state.frame = clamp(position, 0, Math.max(0, detail.frames.length - 1));
  remember(step);
  renderFrameBar();
  renderAside();
  const loaded = await frameSet(caseIndex, state.frame);
  if (state.case !== caseIndex || position !== state.frame && detail.frames.length) return;
  set = loaded;
  $('stage').hidden = detail.frames.length === 0;
  document.querySelector('.toolbar').hidden = detail.frames.length === 0;
  $('controls').hidden = $('note').hidden = true;
  if (detail.frames.length) renderStage();
  root.dataset.shown = `${caseIndex}/${state.frame}`;
  const frame = detail.frames[state.frame];
  const entry = index.cases[caseIndex];
  $('status').textContent = `${entry.name.slice(0, 120)}, ${VERDICTS[entry.verdict].label}` + (detail.frames.length > 1 ? `, frame ${frame.frame}, ${VERDICTS[frame.verdict].label}` : '');
}
let overviewScroll = 0;
function closeCase() {
  clearInterval(blinkTimer);
  const from = state.case;
  Object.assign(state, { case: null });
  detail = set = null;
  dropStrip();
  delete root.dataset.shown;
  document.body.className = '';
  document.title = index.title;
  $('overview').hidden = false;
  $('case').hidden = $('steps').hidden = $('back').hidden = true;
  list();
  if (from !== null) {
    scrollTo(0, overviewScroll);
    document.querySelector(`[data-case="${from}"]`)?.focus({ preventScroll: true });
  }
}
function back() { closeCase(); remember(true); }
function stepCase(by) {
  const place = order.indexOf(state.case);
  const next = order[place < 0 ? 0 : place + by];
  if (next !== undefined) openCase(next, null, true);
}
