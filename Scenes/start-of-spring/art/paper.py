"""Cut paper for the scenes' models: sheets with light cut edges, and the textures that are drawn on them.

Lengths are millimetres here; `model_mesh` makes metres of them.
"""

import pathlib
import struct
import sys
import zlib

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "Scripts"))
import gltf_writer as G  # noqa: E402

INK = G.hex_colour("#16314f")
TILE = 1 / 24  # Fibre textures repeat every 24 mm.


def colour(value):
    return G.hex_colour(value) if isinstance(value, str) else np.asarray(value, float)


def joined(surfaces):
    """Surfaces in millimetres as surfaces in metres, one for each material."""
    groups = {}
    for surface in surfaces:
        groups.setdefault(surface.material, []).append(surface)
    out = []
    for group in groups.values():
        whole = G.join(group).moved(np.eye(3) / 1000)
        if group[0].joints is not None:
            whole.joints, whole.weights = (np.concatenate([getattr(s, k) for s in group]) for k in ("joints",
                "weights"))
        out.append(whole)
    return out


def model_mesh(model, name, surfaces):
    return model.mesh(name, joined(surfaces))


def area(points):
    x, y = np.asarray(points, float).T
    return np.sum(x * np.roll(y, -1) - y * np.roll(x, -1)) / 2


def triangulate(outline, holes=()):
    """Corners and triangles of a polygon, anticlockwise, by cutting ears; each hole is joined to it by a bridge."""
    points = [tuple(p) for p in (outline if area(outline) > 0 else outline[::-1])]
    for hole in sorted(holes, key=lambda h: -np.max(np.asarray(h)[:, 0])):
        hole = [tuple(p) for p in (hole if area(hole) < 0 else hole[::-1])]
        start = int(np.argmax([p[0] for p in hole]))
        hole = hole[start:] + hole[:start]
        at, best = np.array(hole[0]), None
        for i in sorted(range(len(points)), key=lambda i: np.hypot(*(np.array(points[i]) - at))):
            if not any(crosses(at, np.array(points[i]), np.array(a), np.array(b))
                       for ring in (points, hole) for a, b in zip(ring, ring[1:] + ring[:1])):
                best = i
                break
        points = points[:best + 1] + hole + [hole[0]] + points[best:]
    p = np.array(points)
    left, triangles = list(range(len(p))), []
    while len(left) > 3:
        for k in range(len(left)):
            a, b, c = left[k - 1], left[k], left[(k + 1) % len(left)]
            if cross(p[b] - p[a], p[c] - p[b]) <= 1e-12:
                continue
            q = p[[i for i in left if i not in (a, b, c)]]
            inside = ((cross(p[b] - p[a], q - p[a]) >= -1e-12) & (cross(p[c] - p[b], q - p[b]) >= -1e-12)
                      & (cross(p[a] - p[c], q - p[c]) >= -1e-12))
            same = (abs(q[:, None] - p[[a, b, c]]).max(2) < 1e-9).any(1)
            if not (inside & ~same).any():
                triangles.append((a, b, c))
                del left[k]
                break
        else:
            del left[0]
    triangles.append(tuple(left))
    return p, np.array(triangles)


def cross(a, b):
    return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]


def crosses(a, b, c, d):
    """Whether two segments cross between their ends."""
    side = lambda p, q, r: cross(q - p, r - p)
    return side(a, b, c) * side(a, b, d) < -1e-12 and side(c, d, a) * side(c, d, b) < -1e-12


def sheet(outline, thick=0.5, face="#ffffff", edge=None, holes=(), material=0, back=True, shade=None, uv=None):
    """A sheet in x and y, from z = 0 to its front at z = `thick`; `edge`: the cut's colour, by default the face's but
    lighter; `shade` gives the face's factor at points (n, 2), `uv` its texture's place."""
    outline = np.asarray(outline, float)
    outline = outline if area(outline) > 0 else outline[::-1]
    face = colour(face)
    edge = 1 - (1 - face) * 0.45 if edge is None else colour(edge)
    p, triangles = triangulate(outline, holes)
    tone = np.ones(len(p)) if shade is None else shade(p)
    parts = []
    for front in ((True, False) if back else (True,)):
        points = np.c_[p, np.full(len(p), thick if front else 0)]
        parts.append(G.Surface(points, triangles if front else triangles[:, ::-1], material,
                               np.tile([0, 0, 1.0 if front else -1], (len(p), 1)),
                               p * TILE if uv is None or not front else uv(p),
                               face * tone[:, None] * (1 if front else 0.8)))
    rings = [outline] + [np.asarray(h if area(h) < 0 else h[::-1], float) for h in holes]
    if thick:
        parts += [rim(np.c_[ring, np.zeros(len(ring))], np.c_[ring, np.full(len(ring), thick)], edge,
            0) for ring in rings]
    return parts


def rim(low, high, edge, material=0, closed=True):
    """The cut edge between two rings of points; seen from outside, it runs to the right."""
    low, high = np.asarray(low, float), np.asarray(high, float)
    n = len(low) if closed else len(low) - 1
    a, b, c, d = low[:n], np.roll(low, -1, 0)[:n], np.roll(high, -1, 0)[:n], high[:n]
    normals = np.cross(b - a, d - a)
    normals /= np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-9)
    i = np.arange(n)[:, None] * 4
    points = np.stack([a, b, c, d], 1).reshape(-1, 3)
    return G.Surface(points, np.concatenate([i + [0, 1, 2], i + [0, 2, 3]]), material, np.repeat(normals, 4, 0),
                     points[:, :2] * TILE, colour(edge))


def placed(parts, matrix=np.eye(3), by=(0, 0, 0)):
    return [part.moved(matrix, by) for part in parts]


def box(low, high, face, edge=None, material=0):
    """A block between two corners; the top is lit more than the sides."""
    (x0, y0, z0), (x1, y1, z1) = low, high
    ring = [(x0, -z1), (x1, -z1), (x1, -z0), (x0, -z0)]
    top = sheet(ring, y1 - y0, face, edge, material=material)
    return placed(top, G.rotation(x=-90), (0, y0, 0))


def blob(radii, wobble, seed, count=28, power=2.0):
    """A closed curve: an ellipse, or with a higher power nearly a rectangle, with an uneven edge."""
    random = np.random.default_rng(seed)
    t = np.arange(count) * 2 * np.pi / count
    r = 1 + sum(wobble / k * np.sin(k * t + random.uniform(0, 6.28)) for k in (2, 3, 5))
    c, s = np.cos(t), np.sin(t)
    norm = (abs(c)**power + abs(s)**power) ** (-1 / power)
    return np.c_[c * norm * radii[0] * r, s * norm * radii[1] * r]


def fibre(size=128, seed=3, depth=0.10):
    """Paper: short fibres, lighter and darker, that run on over the texture's edge."""
    random = np.random.default_rng(seed)
    value = random.normal(0, 0.25, (size, size))
    for _ in range(size * 5):
        x, y, turn, bend = *random.uniform(0, size, 2), random.uniform(0, np.pi), random.normal(0, 0.05)
        tone = random.choice([-1, 1, 1.2])
        for _ in range(random.integers(6, 20)):
            value[int(y) % size, int(x) % size] += tone
            x, y, turn = x + np.cos(turn), y + np.sin(turn), turn + bend
    value = (value + np.roll(value, 1, 0) + np.roll(value, 1, 1)) / 3
    value = 1 - depth / 2 + np.clip(value / 2.5, -1, 1) * depth / 2
    return np.repeat(np.round(value * 255)[..., None], 3, 2).astype(np.uint8)


class Drawing:
    """A texture that shapes are painted on, each given as a signed distance in pixels (below 0: inside)."""

    def __init__(self, width, height, ground=(1, 1, 1, 1)):
        ground = colour(ground)
        self.pixels = np.tile(np.r_[ground, np.ones(4 - len(ground))], (height, width, 1))
        self.x, self.y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)

    def fill(self, distance, paint, alpha=1.0):
        cover = np.clip(0.5 - distance, 0, 1)[..., None] * (np.asarray(alpha)[..., None] if np.ndim(alpha) else alpha)
        a = self.pixels[..., 3:]
        total = cover + a * (1 - cover)
        self.pixels[..., :3] = np.where(
            total > 0, (colour(paint) * cover + self.pixels[..., :3] * a * (1 - cover)) / np.maximum(total, 1e-9),
            self.pixels[..., :3])
        self.pixels[..., 3:] = total
        return self

    def line(self, distance, width, paint, alpha=1.0):
        return self.fill(abs(distance) - width / 2, paint, alpha)

    def disc(self, x, y, radius):
        return np.hypot(self.x - x, self.y - y) - radius

    def segment(self, a, b):
        a, b = np.asarray(a, float), np.asarray(b, float)
        d = b - a
        t = np.clip(((self.x - a[0]) * d[0] + (self.y - a[1]) * d[1]) / max(d @ d, 1e-9), 0, 1)
        return np.hypot(self.x - a[0] - t * d[0], self.y - a[1] - t * d[1])

    def bytes(self, channels=3):
        return np.round(np.clip(self.pixels[..., :channels], 0, 1) * 255).astype(np.uint8)


def read_png(path):
    """The pixels of a PNG file of 8 bits without interlacing."""
    data, at, idat = pathlib.Path(path).read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        at += 12 + size
        if kind == b"IHDR":
            width, height, _, kind_of_colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            idat += body
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[kind_of_colour]
    stride, raw = width * channels, zlib.decompress(idat)
    before, rows = bytearray(stride), []
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        if kind == 2:
            row = bytearray(((np.frombuffer(row, np.uint8) + np.frombuffer(before, np.uint8)) & 255).tobytes())
        elif kind:
            for i in range(stride):
                left, corner = (row[i - channels], before[i - channels]) if i >= channels else (0, 0)
                up = before[i]
                if kind == 4:
                    p, q, r = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
                    guess = left if p <= q and p <= r else up if q <= r else corner
                else:
                    guess = left if kind == 1 else (left + up) >> 1
                row[i] = (row[i] + guess) & 255
        rows.append(bytes(row))
        before = row
    return np.frombuffer(b"".join(rows), np.uint8).reshape(height, width, channels)


def printed(card, low, high, scale):
    """The card's print between two corners in millimetres (x right, y up), `scale` pixels a millimetre."""
    pixels = read_png(card).astype(float)[..., :3]
    per = pixels.shape[1] / 105
    size = np.round((np.asarray(high) - low) * scale).astype(int)
    columns = ((low[0] + 52.5) * per + np.arange(size[0] + 1) * per / scale).clip(0, pixels.shape[1])
    rows = ((74 - high[1]) * per + np.arange(size[1] + 1) * per / scale).clip(0, pixels.shape[0])
    total = np.zeros((pixels.shape[0] + 1, pixels.shape[1] + 1, 3))
    total[1:, 1:] = pixels.cumsum(0).cumsum(1)

    def at(values, axis):
        index = np.minimum(values.astype(int), total.shape[axis] - 2)
        part = (values - index).reshape([-1 if i == axis else 1 for i in range(3)])
        return lambda array: array.take(index, axis) * (1 - part) + array.take(index + 1, axis) * part

    sums = at(columns, 1)(at(rows, 0)(total))
    cells = sums[1:, 1:] - sums[:-1, 1:] - sums[1:, :-1] + sums[:-1, :-1]
    weight = np.outer(np.diff(rows), np.diff(columns))[..., None]
    return np.round(cells / np.maximum(weight, 1e-9)).clip(0, 255).astype(np.uint8)


def turns(axis, times, degrees):
    """Keys of a rotation about one axis."""
    return np.array([G.quaternion(axis, d) for d in np.broadcast_to(degrees, len(times))])


def eased(times, begin, end, overshoot=0.0):
    """0 before `begin`, 1 after `end`; between them smooth, past 1 and back by `overshoot`."""
    t = np.clip((np.asarray(times) - begin) / (end - begin), 0, 1)
    return t * t * (3 - 2 * t) + overshoot * np.sin(np.pi * np.clip((t - 0.55) / 0.45, 0, 1)) ** 2
