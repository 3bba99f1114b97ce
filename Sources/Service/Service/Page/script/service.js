// What the page asks the service for.
const keyName = 'avatar-overlay-key';

// A fault in words: a title, and what is known more.
class Problem extends Error {
  constructor(title, detail = '', status = 0, code = '') {
    super(title);
    Object.assign(this, { detail, status, code });
  }
}

// What to do on this page, where the problem's own words are those of the interface.
const advice = {
  tracking_too_large: 'a recording\'s tracking? keep its first line and the line of this picture.',
  bad_tracking: 'tracking is what a face tracker wrote: a line about the picture, then a line with its faces.',
  rate_limited: 'wait a little, then move something.',
};
const sentence = text => `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}${/[.?!]$/.test(text) ? '' : '.'}`;

const service = {
  get key() { return sessionStorage.getItem(keyName) ?? ''; },
  set key(value) { value ? sessionStorage.setItem(keyName, value) : sessionStorage.removeItem(keyName); },

  async ask(path, options = {}) {
    const headers = { ...options.headers };
    if (service.key) headers.Authorization = `Bearer ${service.key}`;
    const answer = await fetch(path, { ...options, headers }).catch(() => {
      throw new Problem('The service does not answer.', 'Is it still running?');
    });
    if (answer.ok) return answer;
    // Errors are problem details (RFC 9457).
    const problem = await answer.json().catch(() => ({}));
    const details = [problem.detail, advice[problem.code]].filter(Boolean).map(sentence);
    throw new Problem(sentence(problem.title ?? `the service answered ${answer.status}`), details.join(' '), answer.status, problem.code);
  },

  // Asked until it answers: whether it is ready, and whether it finds faces by itself.
  health() {
    return service.answered ??= fetch('health').then(async answer => ({ isReady: answer.ok, ...await answer.json() })).catch(() => {
      service.answered = null;
      return null;
    });
  },

  async avatars() { return (await (await service.ask('v1/avatars')).json()).avatars; },
  async manifest(id) { return (await service.ask(`v1/avatars/${encodeURIComponent(id)}/avatar.json`)).json(); },
  async storeProfile(name, text) {
    await service.ask(`v1/fit-profiles/${encodeURIComponent(name)}`, {
      method: 'PUT', body: text, headers: { 'Content-Type': 'application/json' },
    });
  },
  // The composited picture with where its layers went.
  async frame({ picture, tracking, options, manifest }) {
    const body = new FormData();
    body.append('picture', picture, picture.name ?? 'picture');
    if (tracking) body.append('tracking', tracking, tracking.name ?? 'tracking.json');
    body.append('options', new Blob([JSON.stringify(options)], { type: 'application/json' }));
    if (manifest) body.append('manifest', new Blob([JSON.stringify(manifest)], { type: 'application/json' }), 'avatar.json');
    const answer = await service.ask('v1/frames', {
      method: 'POST', body, headers: { Accept: 'application/json' },
    });
    const frame = await answer.json();
    return { ...frame.picture, faces: frame.faces, words: frame.altText, layers: frame.placements.placements };
  },

  // The best frame of a clip that the service tracks, or its first one where none has a face.
  async still(video) {
    const ask = choice => {
      const body = new FormData();
      body.append('video', video, video.name);
      body.append('options', new Blob([JSON.stringify({ avatar: 'none', format: 'jpeg', ...choice })], { type: 'application/json' }));
      return service.ask('v1/snapshots', { method: 'POST', body });
    };
    const answer = await ask({ best: true }).catch(error => {
      if (error.code !== 'no_face') throw error;
      return ask({ at: 0 });
    });
    return new File([await answer.blob()], `${video.name.replace(/\.\w+$/, '')}.jpg`, { type: 'image/jpeg' });
  },

  async sample() {
    const files = await Promise.all(['sample/picture.jpg', 'sample/tracking.jsonl'].map(async path =>
      new File([await (await service.ask(path)).blob()], path.split('/')[1])));
    return { picture: files[0], tracking: files[1], isSample: true };
  },
};
