// A quad as the picture of the unit square: top left, top right, bottom right, bottom left
// (Heckbert, Fundamentals of Texture Mapping and Image Warping, 1989, section 2.2.3).
function quadMap([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]) {
  const [dx1, dy1, dx2, dy2] = [x1 - x2, y1 - y2, x3 - x2, y3 - y2];
  const [sx, sy] = [x0 - x1 + x2 - x3, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const [g, h] = [(sx * dy2 - dx2 * sy) / whole, (dx1 * sy - sx * dy1) / whole];
  return [x1 - x0 + g * x1, x3 - x0 + h * x3, x0, y1 - y0 + g * y1, y3 - y0 + h * y3, y0, g, h];
}

function pointOf(map, [s, t]) {
  const [a, b, c, d, e, f, g, h] = map;
  const w = g * s + h * t + 1;
  return [(a * s + b * t + c) / w, (d * s + e * t + f) / w];
}

// Where a point of the picture lies on the quad.
function placeOn(map, [x, y]) {
  const [a, b, c, d, e, f, g, h] = map;
  return solve([[a - g * x, b - h * x], [d - g * y, e - h * y]], [x - c, y - f]);
}

function solve([[a, b], [c, d]], [x, y]) {
  const whole = a * d - b * c;
  return [(x * d - b * y) / whole, (a * y - x * c) / whole];
}

const areaOf = corners => Math.abs(corners.reduce((sum, [x, y], index) => {
  const [nextX, nextY] = corners[(index + 1) % 4];
  return sum + (x * nextY - nextX * y) / 2;
}, 0));

// Of a placement: its quad, or the box about a model, particles or a picture on the face.
function cornersOf({ corners, box, points }) {
  if (corners || !(box ?? points)) return corners;
  const [[left, top], [right, bottom]] = box ? [box.slice(0, 2), box.slice(2)]
    : [Math.min, Math.max].map(choose => [0, 1].map(axis => choose(...points.map(point => point[axis]))));
  return [[left, top], [right, top], [right, bottom], [left, bottom]];
}

// The points about all of them (Andrew's monotone chain, 1979).
function hullOf(points) {
  const sorted = [...points].sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  const half = points => points.reduce((chain, point) => {
    while (chain.length > 1 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop();
    return [...chain, point];
  }, []).slice(0, -1);
  return [...half(sorted), ...half(sorted.reverse())];
}

const turnsLeft = ([x0, y0], [x1, y1], [x2, y2]) => (x1 - x0) * (y2 - y0) - (y1 - y0) * (x2 - x0) > 0;

function isInside(corners, point) {
  const [s, t] = placeOn(quadMap(corners), point);
  return s >= 0 && s <= 1 && t >= 0 && t <= 1;
}
