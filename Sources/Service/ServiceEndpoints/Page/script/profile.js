// The moves of whole avatars as a fit profile (avatar-fit/1).
const numbers = ({ offset, scale, rotation }) => [offset?.x ?? 0, offset?.y ?? 0, offset?.z ?? 0, scale ?? 1, turnsOf({ rotation }).z];

// How an avatar was moved as a whole: by all layers, or by its only one, which is the same; null where it was not.
function fitOf({ original, manifest, whole }) {
  const placed = original.layers.filter(isPlaced);
  if (placed.length !== 1) return isSame(whole, untouched()) ? null : whole;
  const layer = manifest.layers.find(({ name }) => name === placed[0].name);
  if (!layer) return null;
  const [before, after] = [placed[0], layer].map(numbers);
  if (isSame(before, after)) return null;
  const [x, y, z] = axes.map((_, axis) => rounded(after[axis] - before[axis]));
  return { offset: { x, y, z }, scale: after[3] / before[3], rotation: rounded(turnedBy({ rotation: after[4] }, -before[4])) };
}

// Of all avatars that were moved; null where none was.
function profile() {
  const fits = Object.entries(state.fittings).map(([id, now]) => [id, fitOf(now)]).filter(([, fit]) => fit);
  return fits.length ? { format: 'avatar-fit/1', avatars: Object.fromEntries(fits) } : null;
}

const profileText = () => `${JSON.stringify(profile(), null, 2)}\n`;

function showProfile() {
  const isThere = Boolean(profile());
  byId('download-profile').disabled = !isThere;
  byId('store-profile').disabled = !isThere || !byId('profile-name').checkValidity() || !byId('profile-name').value;
}

async function storeProfile() {
  const name = byId('profile-name').value;
  try {
    await service.storeProfile(name, profileText());
    tell(null);
    note(phrase('stored', { name }));
  } catch (error) { tell(error); }
}

function startProfiles() {
  byId('download-profile').addEventListener('click', () => saveText(profileText(), 'fit.json'));
  byId('profile-name').addEventListener('input', showProfile);
  byId('profile-form').addEventListener('submit', event => { event.preventDefault(); storeProfile(); });
  showProfile();
}
