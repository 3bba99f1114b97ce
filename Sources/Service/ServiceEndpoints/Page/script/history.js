// What can be undone: the texts of a file, as they followed on each other.
class History {
  static most = 1000; // steps

  constructor(initial) {
    Object.assign(this, { texts: [{ text: initial }], at: 0 });
  }

  // What was given along with the text.
  get step() { return this.texts[this.at].step; }

  get current() { return this.texts[this.at].text; }
  get canUndo() { return this.at > 0; }
  get canRedo() { return this.at < this.texts.length - 1; }

  // A step, with what belongs to it; those of one key after each other are one step.
  push(text, { merge, step } = {}) {
    if (text === this.current) return;
    const last = this.texts[this.at];
    this.texts.length = this.at + 1;
    if (merge !== undefined && last.merge === merge) {
      Object.assign(last, { text, step });
      return;
    }
    this.texts.push({ text, merge, step });
    if (this.texts.length > History.most + 1) this.texts.shift();
    this.at = this.texts.length - 1;
  }

  undo() { if (this.canUndo) this.at -= 1; return this.current; }
  redo() { if (this.canRedo) this.at += 1; return this.current; }
}

// What was changed and not saved, kept in this browser: a reload brings it back.
const draftName = (kind, id) => `avatar-overlay-draft/${kind}/${id}`;

// Of a text, and of the text that was changed; false where the browser keeps nothing.
function storeDraft(kind, id, text, base, more = {}) {
  try {
    if (text === base) localStorage.removeItem(draftName(kind, id));
    else localStorage.setItem(draftName(kind, id), JSON.stringify({ text, base, ...more }));
    return true;
  } catch { return false; }
}

function draftOf(kind, id) {
  try { return JSON.parse(localStorage.getItem(draftName(kind, id))); } catch { return null; }
}

function dropDraft(kind, id) {
  try { localStorage.removeItem(draftName(kind, id)); } catch { /* nothing is kept then */ }
}

// The names of what has drafts of a kind.
function draftNames(kind) {
  try {
    return Object.keys(localStorage).filter(key => key.startsWith(draftName(kind, ''))).map(key => key.slice(draftName(kind, '').length));
  } catch { return []; }
}

// Files that belong to drafts, which are too long for localStorage: by path, of one name.
function draftFiles(mode, use) {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('avatar-overlay-drafts', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore('files');
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const transaction = opening.result.transaction('files', mode);
      const request = use(transaction.objectStore('files'));
      transaction.oncomplete = () => { opening.result.close(); resolve(request.result); };
      transaction.onabort = () => { opening.result.close(); reject(transaction.error); };
    };
  });
}

// Gives whether they are kept.
const storeDraftFiles = (kind, id, files) => draftFiles('readwrite', store => store.put(files, draftName(kind, id))).then(() => true, () => false);
const draftFilesOf = (kind, id) => draftFiles('readonly', store => store.get(draftName(kind, id))).catch(() => null);
const dropDraftFiles = (kind, id) => draftFiles('readwrite', store => store.delete(draftName(kind, id))).catch(() => null);
