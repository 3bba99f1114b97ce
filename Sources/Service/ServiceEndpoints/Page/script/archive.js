// Zip archives: what is made here stores files as they are (APPNOTE.TXT, sections 4.3.7 to 4.3.16).
const crcTable = Array.from({ length: 256 }, (_, index) => {
  let remainder = index;
  for (let bit = 0; bit < 8; bit++) remainder = (remainder >>> 1) ^ (remainder & 1 ? 0xEDB88320 : 0);
  return remainder;
});
const crcOf = bytes => ~bytes.reduce((crc, byte) => crcTable[(crc ^ byte) & 255] ^ (crc >>> 8), -1) >>> 0;

// Numbers as [size in bytes, value], the lowest byte first.
const fields = list => new Uint8Array(list.flatMap(([size, value]) =>
  Array.from({ length: size }, (_, index) => Math.floor(value / 2 ** (8 * index)) & 255)));

// Of files { name, bytes }, with UTF-8 names and the first day that an archive can state.
function zipOf(files) {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const { name, bytes } of files) {
    const path = new TextEncoder().encode(name);
    const size = [4, bytes.length];
    const shared = [[2, 20], [2, 0x800], [2, 0], [2, 0], [2, 0x21], [4, crcOf(bytes)], size, size, [2, path.length], [2, 0]];
    const local = fields([[4, 0x04034B50], ...shared]);
    parts.push(local, path, bytes);
    directory.push(fields([[4, 0x02014B50], [2, 20], ...shared, [2, 0], [2, 0], [2, 0], [4, 0], [4, offset]]), path);
    offset += local.length + path.length + bytes.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const count = [2, files.length];
  const end = fields([[4, 0x06054B50], [2, 0], [2, 0], count, count, [4, length], [4, offset], [2, 0]]);
  return new Blob([...parts, ...directory, end], { type: 'application/zip' });
}

// The files { name, bytes } of an archive in its own order, without folders: stored ones and deflated ones.
async function filesIn(archive) {
  if (archive.size > mostArchiveBytes) throw new Problem(phrase('tooMuch', { name: archive.name ?? 'zip' }));
  const bytes = new Uint8Array(await archive.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const damaged = () => new Problem(phrase('notAnArchive', { name: archive.name ?? 'zip' }));
  const within = (start, length) => {
    if (start + length > bytes.length) throw damaged();
    return bytes.subarray(start, start + length);
  };
  // The directory's end is followed by a comment of at most 65,535 bytes.
  let end = bytes.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054B50) end = end > bytes.length - 65_558 ? end - 1 : -1;
  if (end < 0) throw damaged();
  const files = [];
  let [at, size] = [view.getUint32(end + 16, true), 0];
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    within(at, 46);
    if (view.getUint32(at, true) !== 0x02014B50) throw damaged();
    const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
    const [packed, whole] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)];
    const [nameLength, extra, comment] = [28, 30, 32].map(field => view.getUint16(at + field, true));
    const name = new TextDecoder().decode(within(at + 46, nameLength)).replaceAll('\\', '/');
    const start = view.getUint32(at + 42, true);
    within(start, 30);
    at += 46 + nameLength + extra + comment;
    if (name.endsWith('/')) continue;
    if (flags & 1 || (method !== 0 && method !== 8)) throw damaged();
    size += whole;
    if (size > mostArchiveBytes) throw new Problem(phrase('tooMuch', { name: archive.name ?? 'zip' }));
    const content = within(start + 30 + view.getUint16(start + 26, true) + view.getUint16(start + 28, true), packed);
    files.push({ name, bytes: method ? await inflated(content, whole).catch(() => { throw damaged(); }) : content });
  }
  return files;
}

// What the files of an archive may have together.
const mostArchiveBytes = 512 * 1024 * 1024;

async function inflated(content, size) {
  const stream = new Blob([content]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const reader = stream.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value, at); // Throws where the archive states too small a size.
    at += value.length;
  }
  if (at !== size) throw new RangeError('the archive states another size');
  return bytes;
}
