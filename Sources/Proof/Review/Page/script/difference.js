// Difference.

// Control points of "inferno" (matplotlib, CC0), which is even in lightness and told apart by people
// of every colour vision; its black end is left out, since the ground is a dimmed grey picture.
const HEAT = [[87, 16, 110], [136, 34, 106], [187, 55, 84], [227, 89, 51], [249, 142, 9], [249, 201, 50], [252, 255, 164]];
const HEAT_TABLE = Array.from({ length: 256 }, (_, i) => {
  const place = i / 255 * (HEAT.length - 1), low = Math.min(Math.floor(place), HEAT.length - 2);
  return HEAT[low].map((value, c) => Math.round(value + (HEAT[low + 1][c] - value) * (place - low)));
});
/** A canvas of the largest channel difference of each pixel; outside of either picture all differs. */
function heatMap(set, gain) {
  if (!set.data) set.data = [pixels(set.expected), pixels(set.actual)];
  const [a, b] = set.data;
  const [width, height] = [Math.max(a.width, b.width), Math.max(a.height, b.height)];
  const canvas = make('canvas', { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const heat = context.createImageData(width, height);
  let differing = 0, largest = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const out = 4 * (y * width + x), i = 4 * (y * a.width + x), j = 4 * (y * b.width + x);
      const inA = x < a.width && y < a.height, inB = x < b.width && y < b.height;
      let most = 0;
      if (inA && inB) {
        for (let c = 0; c < 4; c++) most = Math.max(most, Math.abs(a.data[i + c] - b.data[j + c]));
      } else if (inA || inB) most = 255;
      if (most === 0) {
        const grey = inA ? (a.data[i] * 54 + a.data[i + 1] * 183 + a.data[i + 2] * 19) / 256 * a.data[i + 3] / 255 : 0;
        heat.data[out] = heat.data[out + 1] = heat.data[out + 2] = 14 + grey * .3;
      } else {
        differing += 1;
        largest = Math.max(largest, most);
        const colour = HEAT_TABLE[Math.min(255, Math.round(most * gain))];
        heat.data[out] = colour[0]; heat.data[out + 1] = colour[1]; heat.data[out + 2] = colour[2];
      }
      heat.data[out + 3] = 255;
    }
  }
  context.putImageData(heat, 0, 0);
  return { canvas, differing, largest, count: width * height };
}
