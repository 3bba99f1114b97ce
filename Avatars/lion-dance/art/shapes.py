"""The forms of the lion's head, in centimetres: the origin is between the wearer's eyes, y up, z to the front."""

import numpy as np
from gltf_writer import grid, spline

EYE = np.array([5.1, 10.3])  # The left eye's middle, seen from the front.


def smooth(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def unit(v):
    return v / np.maximum(np.linalg.norm(v, axis=-1, keepdims=True), 1e-9)


def curve(pairs, x):
    """The smooth curve through (x, y) pairs, at x."""
    fine = spline(pairs, 400)
    return np.interp(x, fine[:, 0], fine[:, 1])


def bump(p, centre, size):
    return np.exp(-(((p[..., 0] - centre[0]) / size[0]) ** 2) - ((p[..., 1] - centre[1]) / size[1]) ** 2)


def rows_to(points, count):
    """Control rows (n, columns, 3) made `count` smooth rows."""
    points = np.asarray(points, float)
    return spline(points.reshape(len(points), -1), count).reshape(count, -1, 3)


def symmetric(points, count):
    """A path from the right side to the left one through points of the left half, the middle first."""
    points = np.array(points, float)
    return spline(np.concatenate([points[:0:-1] * [-1, 1, 1], points]), count)


def edge_height(a):
    """The upper head's edge at an angle from the front: an arch over the brows, flaps over the ears, then the nape."""
    return curve([(0, 3.5), (15, 3.6), (32, 3.9), (48, 3.0), (60, 0.2), (72, -4.2), (90, -6.2), (120, -7), (180, -8)],
                 abs(np.degrees(a)))


def head(a, r):
    """The upper head's point at an angle from the front and a row 0 (edge) ... 1 (top)."""
    a, r = np.broadcast_arrays(a, r)
    y0 = curve([(0, 3.5), (0.06, 4.3), (0.2, 6.9), (0.45, 11.6), (0.7, 16), (0.85, 18.3), (1, 19.6)], r)
    y = y0 - (3.5 - edge_height(a)) * (1 - smooth(0, 0.52, r))
    width = curve([(-9, 8.9), (-4, 10), (0, 10.9), (3.4, 11.4), (7, 11.7), (10.5, 11.5), (13.5, 10.8), (16, 9.1),
                   (18, 6.2), (19.2, 3), (19.7, 0)], y)
    front = curve([(-9, 3), (-4, 3.4), (0, 5), (3.4, 6.8), (5.2, 7.2), (6.8, 6.5), (8.6, 4.9), (10.5, 4.3), (13, 4.9),
                   (15.5, 4.4), (17.5, 2.4), (19, -1.4), (19.7, -5)], y)
    back = curve([(-9, -15), (0, -17.4), (6, -18.2), (10, -17.6), (14, -15.6), (17, -12), (19, -8), (19.7, -5)], y)
    power = lambda v: np.sign(v) * abs(v) ** 0.86
    x = width * power(np.sin(a))
    z = -5 + np.where(np.cos(a) > 0, front + 5, -5 - back) * power(np.cos(a))
    p = np.stack([x, y, z], -1)
    q = abs(p)
    eye = np.hypot(q[..., 0] - EYE[0], y - EYE[1])
    # Round the eyes, over them, on the cheeks, along the nose, on the forehead, on the lip, along the edge.
    lift = (1.0 * np.exp(-((eye / 3.6) ** 4)) + 0.9 * np.exp(-(((eye - 4.1) / 0.8) ** 2)) * smooth(9, 12, y)
            + 1.5 * bump(q, (8.2, 5.6), (2.4, 1.9)) + 1.9 * bump(q, (0, 9.5), (1.7, 3.4))
            + 1.0 * bump(q, (0, 15.2), (3.4, 2.2)) + 0.9 * bump(q, (3.2, 5.3), (2.6, 1.5))
            + 0.5 * np.exp(-((r / 0.05) ** 2)))
    out = unit(np.stack([x, y - 6 - 0.35 * (y - 6), z + 5], -1))
    return p + out * (lift * smooth(-3, 1.5, z))[..., None]


def on_head(x, y, lift=0.0):
    """The point of the upper head's front that is seen at (x, y), and the normal there."""
    fine = head(*np.meshgrid(np.linspace(-1.5, 1.5, 301), np.linspace(0, 1, 241)))
    normals = unit(np.cross(np.gradient(fine, axis=1), np.gradient(fine, axis=0)))
    best = np.unravel_index(np.argmin((fine[..., 0] - x) ** 2 + (fine[..., 1] - y) ** 2), fine.shape[:2])
    return fine[best] + normals[best] * lift, normals[best]


def sphere(rows, columns, closed=False):
    """Directions, from below; `closed`: the last column is the first again."""
    theta = np.linspace(-np.pi / 2, np.pi / 2, rows)[:, None]
    phi = np.linspace(0, 2 * np.pi, columns) if closed else np.arange(columns) * 2 * np.pi / columns
    return np.stack([np.cos(theta) * np.sin(phi), np.sin(theta) + 0 * phi, np.cos(theta) * np.cos(phi)], -1)


def lobes(centre, balls, rows, columns):
    """A smooth surface about (middle, size, weight) lobes: where their sum is 1, solved along rays from the centre."""
    rays = sphere(rows, columns)
    low, high = np.zeros(rays.shape[:2]), np.full(rays.shape[:2], 8.0)
    for _ in range(30):
        middle = (low + high) / 2
        p = rays * middle[..., None]
        value = sum(weight * np.exp(-(((p - at) / size) ** 2).sum(-1)) for at, size, weight in balls)
        low, high = np.where(value > 1, middle, low), np.where(value > 1, high, middle)
    return rays * low[..., None] + centre


def tooth(size, material, colour):
    """A block with rounded corners."""
    p = sphere(5, 8)
    rounded = np.sign(p) * abs(p) ** [0.65, 0.8, 0.65]
    return grid(rounded * size, material, closed_u=True, colours=[*colour])


def fur(path, grow, lie, length, layers, root, tip, material, random, jitter=0.25, bend=0.5, gap=0.35, rows=4,
        lock=2.6):
    """Strips of fur along a path (n, 3): they grow towards `grow`, are stacked along `lie` and bend towards it.

    `lock` is the width that the texture covers."""
    path = np.asarray(path, float)
    n = len(path)
    grow, lie = (unit(np.broadcast_to(np.asarray(v, float), path.shape)) for v in (grow, lie))
    along = np.r_[0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1))] / lock
    t = np.linspace(0, 1, rows)[:, None, None]
    strips = []
    for layer in range(layers):
        way = unit(grow + lie * (0.75 * (layer + 0.5) / layers - 0.3) + random.normal(0, jitter, (n, 3)) * 0.6)
        size = length * (1 - 0.28 * layer / max(layers - 1, 1)) * (1 + random.normal(0, jitter * 0.6, (n, 1)))
        points = path + lie * gap * layer + way * size * t + lie * bend * size * (t**2 - 0.25 * t)
        colours = (root + (tip - root) * t**0.4) * np.ones((1, n, 1)) * (0.93 + 0.07 * (layer + 1) / layers)
        uv = np.stack(np.broadcast_arrays(along + random.random(), 0.02 + 0.96 * t[..., 0]), -1)
        strip = grid(points, material, colours=colours, uv=uv)
        # The light of the whole fur, not of the bent strip; its front is where that light comes from.
        front = lie + 0.55 * way + random.normal(0, 0.22, (n, 3)) + 0.35 * way * t
        faces = strip.normals
        strip.normals = unit(front).reshape(-1, 3)
        if (faces * strip.normals).sum() < 0:
            strip.triangles = strip.triangles[:, ::-1]
        strips.append(strip)
    return strips


def pompom(centre, radius, colour, tips, material, random, count=24):
    """A ball of fur: locks round a core, each a small strip that stands out."""
    way = sphere(8, 11, closed=True)
    uv = np.stack(np.broadcast_arrays(np.linspace(0, np.pi, 11), 0.18 + 0.12 * way[..., 1]), -1)
    core = grid(way * radius * 0.8, material, colours=colour + (tips - colour) * 0.5, uv=uv)
    core.normals = way.reshape(-1, 3)
    pieces = [core]
    for k in range(count):
        height, turn = 1 - (2 * k + 1) / count, k * 2.39996
        out = np.array([np.cos(turn) * (1 - height**2) ** 0.5, height, np.sin(turn) * (1 - height**2) ** 0.5])
        aside = unit(np.cross(out, random.normal(0, 1, 3))) * radius * 0.62
        spread = np.linspace(-1, 1, 3)[:, None] * aside
        lock = fur(out * radius * 0.6 + spread * 0.7, out + spread * 0.3, out, radius * 0.62, 1, colour * 0.92, tips,
                   material, random, 0.05, 0, rows=2, lock=radius * 1.5)[0]
        lock.normals = np.tile(out, (len(lock.points), 1))
        pieces.append(lock)
    return [piece.moved(by=centre) for piece in pieces]
