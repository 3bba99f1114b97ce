"""Surfaces of triangles to build a glTF model with: grids, tubes, lathes, curves, turns, baked ambient light.

Lengths are metres, y up, z to the front; colours are sRGB, 0...1. gltf_writer.py writes them.
"""

import numpy as np


class Surface:
    """Triangles with the attributes of their corners; `morphs` maps a target's name to the corners' displacements."""

    def __init__(self, points, triangles, material=0, normals=None, uv=None, colours=None, morphs=None):
        self.points = np.asarray(points, float).reshape(-1, 3)
        self.triangles = np.asarray(triangles, int).reshape(-1, 3)
        self.material = material
        self.uv = None if uv is None else np.asarray(uv, float).reshape(-1, 2)
        self.colours = None if colours is None else np.broadcast_to(
            np.asarray(colours, float), (len(self.points), np.shape(colours)[-1])).copy()
        self.morphs = {name: np.asarray(delta, float).reshape(-1, 3) for name, delta in (morphs or {}).items()}
        self.joints = self.weights = None
        self.normals = smooth_normals(self.points, self.triangles) if normals is None else np.asarray(
            normals, float).reshape(-1, 3)

    def moved(self, matrix=np.eye(3), by=(0, 0, 0)):
        """A copy, turned and scaled by a 3 x 3 matrix and then moved; a mirroring one keeps the front outside."""
        matrix = np.asarray(matrix, float)
        mirrored = np.linalg.det(matrix) < 0
        normals = self.normals @ np.linalg.inv(matrix)
        copy = Surface(
            self.points @ matrix.T + by, self.triangles[:, ::-1] if mirrored else self.triangles, self.material,
            normals / np.maximum(np.linalg.norm(normals, axis=1, keepdims=True), 1e-12), self.uv, self.colours,
            {name: delta @ matrix.T for name, delta in self.morphs.items()})
        copy.joints, copy.weights = self.joints, self.weights
        return copy

    def mirrored(self):
        """A copy on the other side of x = 0; targets change sides with it."""
        copy = self.moved(np.diag([-1.0, 1, 1]))
        swap = {"Left": "Right", "Right": "Left"}
        swapped = lambda name: next((name[:-len(end)] + to for end, to in swap.items() if name.endswith(end)), name)
        copy.morphs = {swapped(name): delta for name, delta in copy.morphs.items()}
        return copy

    def flat(self):
        """A copy whose triangles share no corners, so that each is lit as a plane."""
        each = self.triangles.ravel()
        copy = Surface(
            self.points[each], np.arange(len(each)), self.material, None, None if self.uv is None else self.uv[each],
            None if self.colours is None else self.colours[each],
            {name: delta[each] for name, delta in self.morphs.items()})
        return copy


def smooth_normals(points, triangles):
    """The corners' normals: the sum of their triangles' (by area); corners at one place share it."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    faces = np.cross(b - a, c - a)
    _, place = np.unique(np.round(points, 7), axis=0, return_inverse=True)
    sums = np.zeros((place.max() + 1, 3))
    for i in range(3):
        np.add.at(sums, place.ravel()[triangles[:, i]], faces)
    normals = sums[place.ravel()]
    length = np.linalg.norm(normals, axis=1, keepdims=True)
    return np.where(length > 1e-20, normals / np.maximum(length, 1e-20), [0, 0, 1.0])


def join(surfaces, material=None):
    """One surface of several; attributes that only some have are filled (white, 0)."""
    has = lambda name: any(getattr(surface, name) is not None for surface in surfaces)
    starts = np.cumsum([0] + [len(surface.points) for surface in surfaces])
    fill = lambda surface, value, width, blank: np.full((len(surface.points), width), blank) if value is None else (
        value if value.shape[1] == width else np.c_[value, np.ones(len(value))])
    names = sorted({name for surface in surfaces for name in surface.morphs})
    width = max((s.colours.shape[1] for s in surfaces if s.colours is not None), default=3)
    return Surface(
        np.concatenate([s.points for s in surfaces]),
        np.concatenate([s.triangles + start for s, start in zip(surfaces, starts)]),
        surfaces[0].material if material is None else material, np.concatenate([s.normals for s in surfaces]),
        np.concatenate([fill(s, s.uv, 2, 0.0) for s in surfaces]) if has("uv") else None,
        np.concatenate([fill(s, s.colours, width, 1.0) for s in surfaces]) if has("colours") else None,
        {n: np.concatenate([s.morphs.get(n, np.zeros_like(s.points)) for s in surfaces]) for n in names})


def grid(points, material=0, closed_u=False, closed_v=False, colours=None, uv=None, morphs=None):
    """The surface over points (rows, columns, 3); seen from its front, columns run right and rows run up.

    `closed_u` joins the last column to the first, `closed_v` the last row to the first. Colours are per point."""
    points = np.asarray(points, float)
    rows, columns = points.shape[:2]
    index = np.arange(rows * columns).reshape(rows, columns)
    if closed_u:
        index = np.c_[index, index[:, :1]]
    if closed_v:
        index = np.r_[index, index[:1]]
    a, b, c, d = index[:-1, :-1], index[:-1, 1:], index[1:, 1:], index[1:, :-1]
    triangles = np.stack([np.stack([a, b, c], -1), np.stack([a, c, d], -1)], 2).reshape(-1, 3)
    flat = points.reshape(-1, 3)
    corners = flat[triangles]
    # A row that is one point (a pole) makes triangles without area.
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1)
    if colours is not None:
        colours = np.asarray(colours, float)
        colours = np.broadcast_to(colours, (rows, columns, colours.shape[-1])).reshape(rows * columns, -1)
    return Surface(flat, triangles[area > 1e-14], material, None, uv, colours, morphs)


def frames(path):
    """Tangent, normal and binormal along a path (n, 3), carried on without twist."""
    path = np.asarray(path, float)
    tangents = np.gradient(path, axis=0)
    tangents /= np.linalg.norm(tangents, axis=1, keepdims=True)
    normal = np.cross(tangents[0], np.eye(3)[np.argmin(abs(tangents[0]))])
    normals = []
    for tangent in tangents:
        normal = normal - tangent * (normal @ tangent)
        normal /= np.linalg.norm(normal)
        normals.append(normal)
    normals = np.array(normals)
    return tangents, normals, np.cross(tangents, normals)


def tube(path, radii, sides=8, material=0, colours=None, closed=False, section=None):
    """A tube along a path (n, 3); `radii` (n) or one; `section` (sides, 2) in place of a circle; colours per ring."""
    path = np.asarray(path, float)
    _, normals, binormals = frames(path)
    angles = np.arange(sides) * 2 * np.pi / sides
    section = np.c_[np.cos(angles), np.sin(angles)] if section is None else np.asarray(section, float)
    radii = np.broadcast_to(radii, len(path))[:, None, None]
    if closed:  # The twist that is left over is spread along the ring.
        left = np.arctan2(normals[-1] @ binormals[0], normals[-1] @ normals[0])
        turn = -left * np.arange(len(path)) / (len(path) - 1)
        cos, sin = np.cos(turn)[:, None], np.sin(turn)[:, None]
        normals, binormals = normals * cos + binormals * sin, binormals * cos - normals * sin
    points = path[:, None] + radii * (section[:, :1] * normals[:, None] + section[:, 1:] * binormals[:, None])
    if colours is not None:
        colours = np.broadcast_to(np.asarray(colours, float), (len(path), np.shape(colours)[-1]))[:, None]
    return grid(points, material, closed_u=True, closed_v=closed, colours=colours)


def lathe(profile, sides=24, material=0, colours=None):
    """Turns a profile (n, 2) of radius and height, from below, about y; colours per ring."""
    profile = np.asarray(profile, float)
    angles = np.arange(sides) * 2 * np.pi / sides
    radius, y = profile[:, :1], profile[:, 1:]
    points = np.stack([radius * np.sin(angles), y + 0 * angles, radius * np.cos(angles)], -1)
    if colours is not None:
        colours = np.asarray(colours, float)[:, None]
    return grid(points, material, closed_u=True, colours=colours)


def spline(points, count):
    """`count` points of the Catmull-Rom curve through points (n, any)."""
    points = np.asarray(points, float)
    padded = np.concatenate([2 * points[:1] - points[1:2], points, 2 * points[-1:] - points[-2:-1]])
    at = np.linspace(0, len(points) - 1, count)
    i = np.minimum(at.astype(int), len(points) - 2)
    t = (at - i)[:, None]
    a, b, c, d = (padded[i + k] for k in range(4))
    return b + t / 2 * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))


def rotation(x=0, y=0, z=0):
    """The matrix of degrees about x, then y, then z."""
    (cx, cy, cz), (sx, sy, sz) = np.cos(np.radians([x, y, z])), np.sin(np.radians([x, y, z]))
    return (np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1.0]]) @ np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
            @ np.array([[1.0, 0, 0], [0, cx, -sx], [0, sx, cx]]))


def quaternion(axis, degrees):
    axis = np.asarray(axis, float) / np.linalg.norm(axis)
    return [*(axis * np.sin(np.radians(degrees) / 2)), float(np.cos(np.radians(degrees) / 2))]


def quaternion_of(matrix):
    """The unit quaternion (x, y, z, w) of a rotation's matrix."""
    m = np.asarray(matrix, float)
    w, x, y, z = np.sqrt(np.maximum(0, 1 + np.array([
        m.trace(), m[0, 0] - m[1, 1] - m[2, 2], m[1, 1] - m[0, 0] - m[2, 2], m[2, 2] - m[0, 0] - m[1, 1]]))) / 2
    largest = int(np.argmax([x, y, z, w]))
    if largest == 3:
        q = [(m[2, 1] - m[1, 2]) / (4 * w), (m[0, 2] - m[2, 0]) / (4 * w), (m[1, 0] - m[0, 1]) / (4 * w), w]
    elif largest == 0:
        q = [x, (m[0, 1] + m[1, 0]) / (4 * x), (m[0, 2] + m[2, 0]) / (4 * x), (m[2, 1] - m[1, 2]) / (4 * x)]
    elif largest == 1:
        q = [(m[0, 1] + m[1, 0]) / (4 * y), y, (m[1, 2] + m[2, 1]) / (4 * y), (m[0, 2] - m[2, 0]) / (4 * y)]
    else:
        q = [(m[0, 2] + m[2, 0]) / (4 * z), (m[1, 2] + m[2, 1]) / (4 * z), z, (m[1, 0] - m[0, 1]) / (4 * z)]
    return np.array(q) / np.linalg.norm(q)


def openness(surfaces, blockers=(), directions=96, cell=0.002, seed=1):
    """For each surface, how much of the half space above each corner is open, 0...1 by the cosine: baked ambient light.

    Points strewn over all triangles make a map of depths from each direction, in cells of so many metres."""
    random = np.random.default_rng(seed)
    strewn = []
    for surface in [*surfaces, *blockers]:
        a, b, c = (surface.points[surface.triangles[:, i]] for i in range(3))
        area = np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
        count = np.ceil(area / cell**2 * 4).astype(int) + 1
        which = np.repeat(np.arange(len(area)), count)
        u, v = random.random((2, len(which)))
        u, v = np.where(u + v > 1, 1 - u, u), np.where(u + v > 1, 1 - v, v)
        strewn.append(a[which] + u[:, None] * (b - a)[which] + v[:, None] * (c - a)[which])
    strewn = np.concatenate(strewn)
    points = np.concatenate([s.points + s.normals * cell * 0.6 for s in surfaces])
    normals = np.concatenate([s.normals for s in surfaces])
    total, seen = np.zeros(len(points)), np.zeros(len(points))
    for i in range(directions):
        y = 1 - (2 * i + 1) / directions
        turn = i * np.pi * (3 - 5**0.5)
        towards = np.array([np.cos(turn) * (1 - y * y) ** 0.5, y, np.sin(turn) * (1 - y * y) ** 0.5])
        right = np.cross([0.3, 1, 0.2], towards)
        right /= np.linalg.norm(right)
        axes = np.stack([right, np.cross(towards, right)])
        place, depth = strewn @ axes.T, strewn @ towards
        low = place.min(0)
        cells = ((place - low) / cell).astype(int)
        width = cells[:, 0].max() + 3
        nearest = np.full(width * (cells[:, 1].max() + 3), -np.inf)
        np.maximum.at(nearest, cells[:, 1] * width + cells[:, 0], depth)
        at = np.maximum(((points @ axes.T - low) / cell).astype(int), 0)
        at = np.minimum(at[:, 1] * width + at[:, 0], len(nearest) - 1)
        weight = np.maximum(0, normals @ towards)
        total += weight
        seen += weight * (points @ towards + cell >= nearest[at])
    value = seen / np.maximum(total, 1e-9)
    return np.split(value, np.cumsum([len(s.points) for s in surfaces])[:-1])
