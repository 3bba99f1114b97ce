// JSON as its author wrote it: a change of a value changes the characters of that value and no others, so that order,
// indentation, line ends and members that this page does not know stay as they are.
class JSONText {
  // Throws SyntaxError where the text is not JSON.
  constructor(text) {
    this.text = text;
    this.value = JSON.parse(text.replace(/^\uFEFF/, ''));
  }

  toString() { return this.text; }

  // With a value at a path of keys and indices; undefined removes it.
  set(path, value) { return this.with(replaced(this.value, path, value)); }

  // With a further entry of an array.
  insert(path, index, value) {
    const list = path.reduce((object, key) => object[key], this.value);
    return this.set(path, list.toSpliced(index, 0, value));
  }

  // With another value as a whole, of which what is the same is written as it was.
  with(value) {
    if (isSame(value, this.value)) return this;
    // Kept: all steps of a drag change the text that was there before it.
    this.root ??= new JSONScanner(this.text).root();
    this.writer ??= new JSONWriter(this.text, this.root);
    const written = this.writer.entry(this.root, value, 0);
    return new JSONText(this.text.slice(0, this.root.start) + written + this.text.slice(this.root.end));
  }
}

function replaced(value, [key, ...rest], to) {
  if (key === undefined) return to;
  const object = Array.isArray(value) ? [...value] : { ...value };
  const next = rest.length ? replaced(object[key] ?? (typeof rest[0] === 'number' ? [] : {}), rest, to) : to;
  if (next !== undefined) object[key] = next;
  else if (Array.isArray(object)) object.splice(key, 1);
  else delete object[key];
  return object;
}

// Where the values of a JSON text stand; the text has been found to be JSON.
class JSONScanner {
  constructor(text) { Object.assign(this, { text, at: 0 }); }

  root() { return this.node(); }

  space() { while (' \t\r\n\uFEFF'.includes(this.text[this.at]) && this.at < this.text.length) this.at++; }

  string() {
    const start = this.at++;
    while (this.text[this.at] !== '"') this.at += this.text[this.at] === '\\' ? 2 : 1;
    this.at++;
    return JSON.parse(this.text.slice(start, this.at));
  }

  // { start, end, value }, and of objects and arrays their entries, each with where it starts: at its key, if it has one.
  node() {
    this.space();
    const start = this.at;
    const open = this.text[start];
    let entries = null;
    if (open === '{' || open === '[') {
      entries = [];
      this.at++;
      for (this.space(); this.text[this.at] !== '}' && this.text[this.at] !== ']'; this.space()) {
        if (this.text[this.at] === ',') { this.at++; continue; }
        const from = this.at;
        const key = open === '{' ? this.string() : undefined;
        if (open === '{') { this.space(); this.at++; }
        const node = this.node();
        entries.push({ key, from, node });
      }
      this.at++;
    } else if (open === '"') this.string();
    else while (this.at < this.text.length && !' \t\r\n,]}'.includes(this.text[this.at])) this.at++;
    return { start, end: this.at, entries, isArray: open === '[', value: JSON.parse(this.text.slice(start, this.at)) };
  }
}

// Writes changed values in the manner of the text about them.
class JSONWriter {
  static longestLine = 110;

  constructor(text, root) {
    this.text = text;
    const nodes = function* list(node) { yield node; for (const entry of node.entries ?? []) yield* list(entry.node); };
    const parents = [...nodes(root)].filter(({ entries }) => entries?.length);
    const source = ({ start, end }) => text.slice(start, end);
    this.lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
    this.unit = /\n([ \t]+)/.exec(text)?.[1] ?? '  ';
    this.isCompact = !/[:,]\s/.test(text) && parents.length > 0;
    // Whether even what is short has a line for each entry, as JSON.stringify writes it.
    this.isExpanded = parents.some(node => node !== root && source(node).includes('\n') && this.line(node.value).length <= 50);
  }

  // A value on one line.
  line(value) {
    const [comma, colon] = this.isCompact ? [',', ':'] : [', ', ': '];
    if (Array.isArray(value)) return `[${value.map(item => this.line(item)).join(comma)}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return `{${members.map(([key, member]) => JSON.stringify(key) + colon + this.line(member)).join(comma)}}`;
  }

  // A value that was not there.
  fresh(value, depth) {
    const line = this.line(value);
    const isShort = line.length + depth * this.unit.length <= JSONWriter.longestLine;
    const isParent = value !== null && typeof value === 'object' && Object.keys(value).length > 0;
    if (!isParent || this.isCompact || (isShort && !this.isExpanded)) return line;
    const [open, close] = Array.isArray(value) ? '[]' : '{}';
    const indent = this.lineEnd + this.unit.repeat(depth);
    const entries = Array.isArray(value)
      ? value.map(item => this.fresh(item, depth + 1))
      : Object.entries(value).filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${JSON.stringify(key)}: ${this.fresh(member, depth + 1)}`);
    return open + entries.map(entry => indent + this.unit + entry).join(',') + indent + close;
  }

  // A value in the place of a node.
  entry(node, value, depth) {
    const { text } = this;
    if (isSame(node.value, value)) return text.slice(node.start, node.end);
    const isParent = value !== null && typeof value === 'object';
    if (!isParent || !node.entries?.length || node.isArray !== Array.isArray(value)) return this.fresh(value, depth);
    const next = node.isArray ? this.items(node, value) : this.members(node, value);
    if (!next.length) return node.isArray ? '[]' : '{}';
    const { entries } = node;
    const opening = text.slice(node.start, entries[0].from);
    const usual = entries.length > 1 ? text.slice(entries[0].node.end, entries[1].from) : `,${opening.slice(1) || (this.isCompact ? '' : ' ')}`;
    const written = next.map(({ old, key, value }, index) => {
      const before = index > 0 && next[index - 1].old;
      const isNext = before && old && entries.indexOf(old) === entries.indexOf(before) + 1;
      const between = index === 0 ? '' : isNext ? text.slice(before.node.end, old.from) : usual;
      if (old) return between + text.slice(old.from, old.node.start) + this.entry(old.node, value, depth + 1);
      return between + (key === undefined ? '' : JSON.stringify(key) + this.colon(entries)) + this.fresh(value, depth + 1);
    });
    return opening + written.join('') + text.slice(entries.at(-1).node.end, node.end);
  }

  // What stands between the first key and its value.
  colon([{ from, node }]) {
    const between = this.text.slice(from, node.start);
    return between.slice(between.lastIndexOf('"') + 1);
  }

  // Members in their old order, those that are new at the end.
  members({ entries }, value) {
    const kept = entries.filter(({ key }, index) => Object.hasOwn(value, key) && value[key] !== undefined && !entries.slice(index + 1).some(other => other.key === key));
    const known = new Set(kept.map(({ key }) => key));
    return [
      ...kept.map(old => ({ old, key: old.key, value: value[old.key] })),
      ...Object.keys(value).filter(key => !known.has(key) && value[key] !== undefined).map(key => ({ key, value: value[key] })),
    ];
  }

  // Items, each matched with an old one that stands after the one before: the same, or of the same name.
  items({ entries }, value) {
    const nameOf = item => item?.name ?? item?.id ?? item?.atMs;
    const isOfSameLength = entries.length === value.length;
    let from = 0;
    return value.map((item, index) => {
      const isLike = entry => isSame(entry.node.value, item) || (nameOf(item) !== undefined && isSame(nameOf(entry.node.value), nameOf(item)));
      let at = entries.findIndex((entry, place) => place >= from && isLike(entry));
      // What was renamed stands where it stood.
      const isTaken = place => value.some((other, at) => at !== index && isSame(nameOf(entries[place].node.value) ?? NaN, nameOf(other)));
      if (at < 0 && isOfSameLength && index >= from && !isTaken(index)) at = index;
      if (at < 0) return { value: item };
      from = at + 1;
      return { old: entries[at], value: item };
    });
  }
}
