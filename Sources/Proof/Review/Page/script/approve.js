// Approving, where the page is served by `report --serve`.

const approvable = i => Boolean(index.approval) && ['failed', 'mismatch', 'missing'].includes(index.cases[i].verdict);
let toApprove = [];

/** What is meant by the keys and buttons: the open case, or all that are listed. */
const meantOne = () => state.case === null ? Number(document.activeElement?.dataset?.case ?? -1) : state.case;
function renderApproval() {
  if (!index.approval) return;
  const all = order.filter(approvable);
  $('approve').hidden = state.case === null || !approvable(state.case);
  $('approve-all').hidden = all.length === 0 || state.case !== null;
  $('approve-all').textContent = `Approve ${plural(all.length, 'case')}`;
}
function askApproval(cases) {
  toApprove = cases.filter(i => index.cases[i] && approvable(i));
  if (!toApprove.length || $('approval').open) return;
  const one = toApprove.length === 1;
  $('approval-title').textContent = one ? `Approve ${index.cases[toApprove[0]].name}?` : `Approve ${plural(toApprove.length, 'case')}?`;
  $('approval-words').textContent = `${one ? 'Its picture becomes' : 'Their pictures become'} golden, approved by ${index.approval.author}.`;
  $('approval-fault').hidden = true;
  $('approval').showModal();
  $('reason').select();
}
async function approve(event) {
  event.preventDefault();
  const reason = $('reason').value.trim();
  if (!reason) { showFault('State why the pictures become golden.'); return; }
  $('approval-send').disabled = true;
  try {
    const answer = await fetch('approve', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Approval-Token': index.approval.token },
      body: JSON.stringify({ cases: toApprove.map(i => index.cases[i].name), reason }),
    });
    const said = await answer.json();
    if (!answer.ok) throw new Error(said.error);
    approved(said, reason);
  } catch (error) {
    showFault(error instanceof TypeError ? 'The server does not answer; is it still running?' : error.message);
  } finally {
    $('approval-send').disabled = false;
  }
}
function showFault(words) {
  $('approval-fault').textContent = words;
  $('approval-fault').hidden = false;
}
function approved(said, reason) {
  const open = state.case;
  const following = open === null ? -1 : order.slice(order.indexOf(open) + 1).find(approvable) ?? -1;
  for (const name of [...said.recorded, ...said.unchanged]) {
    const i = byName.get(name);
    Object.assign(index.cases[i], { verdict: 'passed', approved: true, failed: 0, words: `approved by ${index.approval.author}: ${reason}` });
    cards.delete(i);
  }
  $('approval').close();
  renderSummary();
  list();
  const words = `${plural(said.recorded.length, 'case')} recorded` + (said.notes.length ? `; ${said.notes.join('; ')}` : '');
  $('status').textContent = words;
  if (open === null) return;
  if (following >= 0) openCase(following, null, true);
  else back();
}
function startApproval() {
  if (!index.approval) return;
  $('approve').addEventListener('click', () => askApproval([state.case]));
  $('approve-all').addEventListener('click', () => askApproval(order));
  $('approval-form').addEventListener('submit', approve);
  $('approval-cancel').addEventListener('click', () => $('approval').close());
  for (const row of document.querySelectorAll('#help .served')) row.hidden = false;
}
