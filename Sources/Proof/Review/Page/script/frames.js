// The frames of a clip: the bar and the strip.

const failing = position => detail.frames[position].verdict !== 'passed';
function nextFailing(by) {
  for (let i = state.frame + by; i >= 0 && i < detail.frames.length; i += by) if (failing(i)) return i;
  return null;
}
function renderFrameBar() {
  moveSessionCursor();
  if (detail.frames.length < 2) return;
  const frame = detail.frames[state.frame];
  const time = typeof frame.timestampMs === 'number' ? `${(frame.timestampMs / 1000).toFixed(3)} s` : '';
  $('frame-title').replaceChildren(`Frame ${whole.format(frame.frame)} `, make('small', {}, `${time} · ${VERDICTS[frame.verdict].label.toLowerCase()}`));
  $('previous-frame').disabled = state.frame === 0;
  $('next-frame').disabled = state.frame === detail.frames.length - 1;
  $('previous-failing').disabled = nextFailing(-1) === null;
  $('next-failing').disabled = nextFailing(1) === null;
  revealInStrip();
  for (const cursor of cursors) cursor();
}
const CELL = 98;
const cells = new Map();
function dropStrip() {
  for (const cell of cells.values()) if (cell.address) URL.revokeObjectURL(cell.address);
  cells.clear();
  $('strip').firstElementChild.replaceChildren();
}
/** Only the cells that can be seen are there, however long the clip. */
function renderStrip() {
  if (!detail || detail.frames.length < 2) return;
  const strip = $('strip');
  const first = Math.max(0, Math.floor(strip.scrollLeft / CELL) - 2);
  const last = Math.min(detail.frames.length - 1, Math.ceil((strip.scrollLeft + strip.clientWidth) / CELL) + 2);
  for (const [i, cell] of cells) {
    if (i >= first && i <= last) continue;
    if (cell.address) URL.revokeObjectURL(cell.address);
    cell.remove();
    cells.delete(i);
  }
  for (let i = first; i <= last; i++) {
    if (!cells.has(i)) cells.set(i, stripCell(i));
    cells.get(i).setAttribute('aria-current', i === state.frame);
  }
}
function stripCell(i) {
  const frame = detail.frames[i], caseIndex = state.case;
  const cell = make('button', { type: 'button', tabindex: -1, 'data-position': i, 'aria-label': `Frame ${frame.frame}, ${VERDICTS[frame.verdict].label}`, onclick: () => showFrame(i) },
    make('span', {}, sign(frame.verdict), frame.frame));
  cell.style.left = `${4 + i * CELL}px`;
  $('strip').firstElementChild.append(cell);
  fillCell(cell, caseIndex, i);
  return cell;
}
/** A page opened at a clip has its cells before the parser has come to their pictures. */
async function fillCell(cell, caseIndex, i) {
  for (const side of ['actual', 'both', 'expected']) {
    const element = await block(`picture-${caseIndex}-${i}-${side}`);
    if (!cell.isConnected) return;
    if (!element?.firstChild) continue;
    cell.address = URL.createObjectURL(blobOf(element));
    cell.prepend(make('img', { alt: '', decoding: 'async', src: cell.address }));
    return;
  }
}
function revealInStrip() {
  const strip = $('strip');
  strip.firstElementChild.style.width = `${detail.frames.length * CELL + 4}px`;
  const left = state.frame * CELL;
  if (left < strip.scrollLeft + 20 || left + CELL > strip.scrollLeft + strip.clientWidth - 20) strip.scrollLeft = left - strip.clientWidth / 2 + CELL / 2;
  renderStrip();
}
