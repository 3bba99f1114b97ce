// What the page asks the service for.
const keyName = 'avatar-overlay-key';

// A fault in words: a title, and what is known more; phrases, or the service's own words.
class Problem extends Error {
  constructor(title, detail = '', status = 0, code = '', errors = []) {
    super(say(title));
    Object.assign(this, { title, detail, status, code, errors });
  }
}

// What to do on this page, where the problem's own words are those of the interface.
const advice = {
  tracking_too_large: phrase('longTracking'),
  bad_tracking: phrase('whatTracking'),
  rate_limited: phrase('waitALittle'),
  precondition_failed: phrase('nameTaken'),
};
// A file's name at its begin stays as it is.
const sentence = text => `${/^[\w-]+\.\w+:/.test(text) ? text[0] : text[0]?.toUpperCase() ?? ''}${text.slice(1)}${/[.?!)]$/.test(text) ? '' : '.'}`;

const service = {
  get key() { return sessionStorage.getItem(keyName) ?? ''; },
  set key(value) { value ? sessionStorage.setItem(keyName, value) : sessionStorage.removeItem(keyName); },

  async ask(path, options = {}) {
    const headers = { ...options.headers };
    if (service.key) headers.Authorization = `Bearer ${service.key}`;
    const answer = await fetch(path, { ...options, headers }).catch(() => {
      throw new Problem(phrase('noAnswer'), phrase('stillRunning'));
    });
    if (answer.ok) return answer;
    // Errors are problem details (RFC 9457).
    const problem = await answer.json().catch(() => ({}));
    const details = [problem.detail && sentence(problem.detail), advice[problem.code]].filter(Boolean);
    const title = problem.title ? sentence(problem.title) : phrase('serviceAnswered', { status: answer.status });
    throw new Problem(title, details, answer.status, problem.code, problem.errors);
  },

  // Asked until it answers: whether it is ready, and whether it finds faces by itself.
  health() {
    return service.answered ??= fetch('health').then(async answer => ({ isReady: answer.ok, ...await answer.json() })).catch(() => {
      service.answered = null;
      return null;
    });
  },

  async avatars() { return (await (await service.ask('v1/avatars')).json()).avatars; },
  async manifestText(id) { return (await service.ask(`v1/avatars/${encodeURIComponent(id)}/avatar.json`)).text(); },
  // The tag of the package as it is now: the known one, where it has not changed.
  async avatarTag(id, known) {
    const headers = { Accept: 'application/json', ...(known ? { 'If-None-Match': known } : {}), ...(service.key ? { Authorization: `Bearer ${service.key}` } : {}) };
    const answer = await fetch(`v1/avatars/${encodeURIComponent(id)}`, { headers });
    return answer.status === 304 ? known : answer.ok ? answer.headers.get('ETag') : null;
  },
  async packageFiles(kind, id) {
    return filesIn(await (await service.ask(`v1/${kind}/${encodeURIComponent(id)}`, { headers: { Accept: 'application/zip' } })).blob());
  },
  avatarFiles: id => service.packageFiles('avatars', id),
  async avatarPreview(id) { return createImageBitmap(await (await service.ask(`v1/avatars/${encodeURIComponent(id)}/preview.png`)).blob()); },
  // Over the package of a tag, or as a new one; gives the answer.
  storePackage(kind, id, body, tag, place) {
    return service.ask(`v1/${kind}/${encodeURIComponent(id)}${place === 'folder' ? '?to=folder' : ''}`, {
      method: 'PUT', body, headers: { 'Content-Type': 'application/zip', ...(tag ? { 'If-Match': tag } : { 'If-None-Match': '*' }) },
    });
  },
  storeAvatar: (id, body, tag, place) => service.storePackage('avatars', id, body, tag, place),
  async scenes() { return (await (await service.ask('v1/scenes')).json()).scenes; },
  // A scene's text, with the tag of the package that it is in: one that is stored meanwhile has another.
  async sceneFile(id) {
    const tag = (await service.ask(`v1/scenes/${encodeURIComponent(id)}`)).headers.get('ETag');
    return { text: await (await service.ask(`v1/scenes/${encodeURIComponent(id)}/scene.json`)).text(), tag };
  },
  sceneFiles: id => service.packageFiles('scenes', id),
  async storeScene(id, body, tag) {
    const answer = await service.storePackage('scenes', id, body, tag);
    return { ...await answer.json(), tag: answer.headers.get('ETag') };
  },
  async scenePreview(id) { return createImageBitmap(await (await service.ask(`v1/scenes/${encodeURIComponent(id)}/preview.png`)).blob()); },
  async storeProfile(name, text) {
    await service.ask(`v1/fit-profiles/${encodeURIComponent(name)}`, {
      method: 'PUT', body: text, headers: { 'Content-Type': 'application/json' },
    });
  },
  async lint({ manifest, avatar, files }) {
    const body = new FormData();
    body.append('manifest', new Blob([manifest], { type: 'application/json' }), 'avatar.json');
    if (avatar) body.append('avatar', avatar);
    for (const [path, bytes] of Object.entries(files)) body.append(`file:${path}`, new Blob([bytes]), 'file');
    return (await (await service.ask('v1/lints', { method: 'POST', body })).json()).faults;
  },

  // The composited picture with where its layers went.
  async frame({ picture, tracking, options, manifest, files = {}, scene, cues }) {
    const body = new FormData();
    body.append('picture', picture, picture.name ?? 'picture');
    if (tracking) body.append('tracking', tracking, tracking.name ?? 'tracking.json');
    body.append('options', new Blob([JSON.stringify(options)], { type: 'application/json' }));
    if (manifest) body.append('manifest', new Blob([manifest], { type: 'application/json' }), 'avatar.json');
    for (const [path, bytes] of Object.entries(files)) body.append(`file:${path}`, new Blob([bytes]), 'file');
    if (scene) body.append('scene', new Blob([scene], { type: 'application/json' }), 'scene.json');
    if (cues) body.append('cues', new Blob([cues], { type: 'application/x-ndjson' }), 'cues.jsonl');
    const answer = await service.ask('v1/frames', {
      method: 'POST', body, headers: { Accept: 'application/json' },
    });
    const frame = await answer.json();
    return { ...frame.picture, faces: frame.faces, words: frame.altText, layers: frame.placements.placements.map(entry => ({ ...entry, corners: cornersOf(entry) })) };
  },

  async sample() {
    const files = await Promise.all(['sample/picture.jpg', 'sample/tracking.jsonl'].map(async path =>
      new File([await (await service.ask(path)).blob()], path.split('/')[1])));
    return { picture: files[0], tracking: files[1], isSample: true };
  },
};
