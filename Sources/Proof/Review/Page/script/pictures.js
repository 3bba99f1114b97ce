// Pictures.

/** Resolves when the page's parser has come to an element, or to the end without it. */
async function block(id) {
  while (!$(id) && document.readyState === 'loading') await new Promise(done => setTimeout(done, 30));
  return $(id);
}
function bytesOf(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = decoded.charCodeAt(i);
  return bytes;
}
const blobOf = element => new Blob([bytesOf(element.textContent)], { type: element.dataset.kind });

async function picture(caseIndex, frame, side) {
  const element = await block(`picture-${caseIndex}-${frame}-${side}`);
  if (!element) return null;
  const { note, exact } = element.dataset;
  const found = { side, note, exact: exact === 'true', width: Number(element.dataset.width), height: Number(element.dataset.height), bitmap: null };
  if (!element.firstChild) return found;
  try {
    // As stored: neither a profile nor premultiplied alpha may change the values that are compared.
    found.bitmap = await createImageBitmap(blobOf(element), { colorSpaceConversion: 'none', premultiplyAlpha: 'none' });
    found.width ||= found.bitmap.width;
    found.height ||= found.bitmap.height;
  } catch {
    found.note = 'The browser cannot decode this picture.';
  }
  return found;
}
/** The last few frames stay decoded, for going back and forth. */
const kept = new Map();
function frameSet(caseIndex, frame) {
  const key = `${caseIndex}-${frame}`;
  const known = kept.get(key);
  if (known) { kept.delete(key); kept.set(key, known); return known; }
  const loading = Promise.all(['expected', 'actual', 'both'].map(side => picture(caseIndex, frame, side)))
    .then(([expected, actual, both]) => {
      const set = { expected: both ?? expected, actual: both ?? actual, isOne: both !== null };
      const shown = [set.expected, set.actual].filter(Boolean);
      const measures = detail?.frames[frame]?.measures;
      set.width = Math.max(1, measures?.width ?? 0, ...shown.map(p => p.width));
      set.height = Math.max(1, measures?.height ?? 0, ...shown.map(p => p.height));
      return set;
    });
  kept.set(key, loading);
  if (kept.size > 8) {
    const [old, promise] = kept.entries().next().value;
    kept.delete(old);
    promise.then(set => { for (const one of [set.expected, set.actual]) one?.bitmap?.close(); });
  }
  return loading;
}
function pixels(one) {
  const canvas = new OffscreenCanvas(one.bitmap.width, one.bitmap.height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(one.bitmap, 0, 0);
  return context.getImageData(0, 0, canvas.width, canvas.height);
}
