// The timeline of a clip: a lane a layer, a bar for each span in which it is not where it was expected.

function spanTimeline() {
  const spans = detail.spans ?? [];
  if (!spans.length) return null;
  const lanes = [...new Set(spans.map(span => span.lane))];
  const width = 1000, line = 18, height = lanes.length * line + 4;
  const numbers = detail.frames.map(frame => frame.frame);
  const [first, last] = [numbers[0], numbers[numbers.length - 1]];
  const x = number => (number - first) / Math.max(1, last - first + 1) * width;
  const position = number => { const i = numbers.findIndex(one => one >= number); return i < 0 ? numbers.length - 1 : i; };
  const svg = drawn('svg', { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none', role: 'img' });
  svg.style.height = `${height}px`;
  const output = make('output', {}, plural(spans.length, 'span'));
  for (const [i, lane] of lanes.entries()) {
    const top = 2 + i * line;
    svg.append(drawn('rect', { class: 'lane', x: 0, y: top, width, height: line - 3 }));
    for (const span of spans.filter(span => span.lane === lane)) {
      const bar = drawn('rect', { class: 'span', x: x(span.first), y: top, width: Math.max(3, x(span.last + 1) - x(span.first)), height: line - 3, 'data-frame': span.frame });
      bar.append(drawn('title', {}, span.words));
      bar.addEventListener('pointerenter', () => { output.textContent = span.words; });
      bar.addEventListener('click', event => { event.stopPropagation(); showFrame(position(span.frame)); });
      svg.append(bar);
    }
  }
  const cursor = drawn('line', { class: 'cursor', y1: 0, y2: height, 'vector-effect': 'non-scaling-stroke' });
  svg.append(cursor);
  cursors.push(() => { const at = x(numbers[state.frame] + .5); cursor.setAttribute('x1', at); cursor.setAttribute('x2', at); });
  svg.addEventListener('click', event => { const box = svg.getBoundingClientRect(); showFrame(position(first + Math.floor((event.clientX - box.left) / box.width * (last - first + 1)))); });
  svg.setAttribute('aria-label', `Layers that are not where they were expected: ${spans.map(span => span.words).join('; ')}`);
  const names = make('ul', { class: 'lanes' }, ...lanes.map(lane => make('li', { dir: 'auto' }, lane)));
  return make('figure', { class: 'curve spans' }, make('header', {}, make('h3', {}, 'Layers out of place'), output), make('div', { class: 'rows' }, names, svg));
}
