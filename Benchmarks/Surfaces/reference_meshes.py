"""What reference.py stands on: pictures, the tracked face in S, and triangles that are seen point by point.

No code is shared with the renderer.
"""

import json
import math
import os
import subprocess

import numpy as np

DATA = os.environ.get("AVATAR_OVERLAY_DATA", os.path.join(
    os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))), "shared", "data"))
KAPPA = 6.302291               # cm between the eyes' centres in C
FIELD = math.radians(31.5)     # half the vertical field of view
EYES = (33, 133, 263, 362)
ANCHORS = {"eyes": EYES, "leftEye": (263, 362), "rightEye": (33, 133), "forehead": (10,), "nose": (4,),
           "mouth": (13, 14), "chin": (152,), "leftCheek": (425,), "rightCheek": (205,), "leftEar": (454,),
           "rightEar": (234,)}


def load(name):
    with open(os.path.join(DATA, name)) as file:
        return json.load(file)


CANONICAL = load("canonical_face.json")
POSITIONS = np.array(CANONICAL["positions"], float)
UVS = np.array(CANONICAL["uvs"], float)
TRIANGLES = np.array(CANONICAL["triangles"], int)
TOPOLOGY = load("landmark_topology.json")["face"]


# Pictures

def png(path, native=False):
    """A PNG as numbers in 0...1, rows x columns x channels: as stored, or as 8-bit straight RGBA."""
    layout = "rgba"
    if native:
        layout = subprocess.run(
            ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=pix_fmt", "-of", "csv=p=0",
             path], capture_output=True, check=True, text=True).stdout.strip().strip(",")
        layout = {"pal8": "rgba", "monob": "gray", "monow": "gray"}.get(layout, layout)
    size = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0",
         path], capture_output=True, check=True, text=True).stdout
    width, height = (int(v) for v in size.strip().strip(",").split(",")[:2])
    data = subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", layout,
                           "-"], capture_output=True, check=True).stdout
    deep = any(mark in layout for mark in ("16", "48", "64"))
    kind = (">u2" if layout.endswith("be") else "<u2") if deep else "u1"
    return np.frombuffer(data, kind).reshape(height, width, -1) / (65535.0 if deep else 255.0)


def write_png(path, picture):
    """Straight RGB or RGBA in 0...1."""
    data = np.floor(np.clip(picture, 0, 1) * 255 + 0.5).astype(np.uint8)
    height, width, channels = data.shape
    subprocess.run(["ffmpeg", "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgba" if channels == 4 else "rgb24",
                    "-s", f"{width}x{height}", "-i", "-", path], input=data.tobytes(), check=True)


def linear(v):
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4)


def encoded(v):
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * np.maximum(v, 1e-9) ** (1 / 2.4) - 0.055)


class Texture:
    def __init__(self, path):
        straight = png(path)
        self.height, self.width = straight.shape[:2]
        self.texels = np.zeros((self.height + 2, self.width + 2, 4))
        self.texels[1:-1, 1:-1] = straight
        self.texels[..., :3] *= self.texels[..., 3:]

    def at(self, x, y):
        """Bilinear, premultiplied; x, y in pixels from the outer corner."""
        x, y = np.clip(x + 0.5, 0, self.width + 0.999999), np.clip(y + 0.5, 0, self.height + 0.999999)
        i, j = x.astype(int), y.astype(int)
        fx, fy = (x - i)[:, None], (y - j)[:, None]
        t = self.texels
        return (t[j, i] * (1 - fx) + t[j, i + 1] * fx) * (1 - fy) + (t[j + 1, i] * (1 - fx) + t[j + 1, i + 1] * fx) * fy


def blended(kind, ground, colour):
    """`colour` (premultiplied RGBA) over `ground`, as W3C Compositing and Blending says."""
    a, b = colour[:, 3:], ground[:, 3:]
    if kind == "add":
        return np.minimum(ground + colour, 1)
    s, d = colour[:, :3] / np.maximum(a, 1e-12), ground[:, :3] / np.maximum(b, 1e-12)
    mixed = {"normal": lambda: s, "multiply": lambda: s * d, "screen": lambda: s + d - s * d,
             "overlay": lambda: np.where(d <= 0.5, 2 * s * d, 1 - 2 * (1 - s) * (1 - d))}[kind]()
    rgb = a * (1 - b) * s + a * b * mixed + (1 - a) * ground[:, :3]
    return np.concatenate((rgb, a + b - a * b), 1)


# The tracked face in S

class Face:
    """Landmarks in S, their z in px of S, and how a point of C gets into S."""

    def __init__(self, raw, header, size):
        self.width, self.height = header["width"], header["height"]
        self.turn = header.get("rotationDegrees", 0) % 360
        across = (self.height, self.width) if self.turn in (90, 270) else (self.width, self.height)
        self.scale = np.array(size, float) / across
        self.id = raw.get("id", 0)
        mirrored = header.get("mirrored", False)
        f = self.height / (2 * math.tan(FIELD))
        self.camera = raw.get("intrinsics", header.get("intrinsics", [f, f, self.width / 2, self.height / 2]))
        self.matrix = self.landmarks = self.z = None
        if raw.get("matrix"):
            self.matrix = np.array(raw["matrix"], float).reshape(4, 4)
            if mirrored:
                flip = np.diag([-1.0, 1, 1, 1])
                self.matrix = flip @ self.matrix @ flip
                fx, fy, cx, cy = self.camera
                self.camera = [fx, fy, self.width - cx, cy]
        if raw.get("landmarks"):
            rows = np.array([(list(p) + [0.0])[:3] for p in raw["landmarks"]], float)
            parts = header.get("coordinates", "parts") == "parts"
            unit = np.array([self.width, self.height]) if parts else 1
            xy = rows[:, :2] * unit
            if mirrored:
                xy[:, 0] = self.width - xy[:, 0]
                order = np.array(TOPOLOGY["mirrorIndex"][:len(rows)])
                xy, rows = xy[order], rows[order]
            self.landmarks = self.to_s(xy)
            self.z = rows[:, 2] * (self.width if parts else 1) * self.scale[0]

    def to_s(self, p):
        x, y = p[:, 0], p[:, 1]
        w, h = self.width, self.height
        turned = {0: (x, y), 90: (h - y, x), 180: (w - x, h - y), 270: (y, w - x)}[self.turn]
        return np.stack(turned, 1) * self.scale

    def camera_points(self, m):
        return m @ self.matrix[:3, :3].T + self.matrix[:3, 3]

    def project(self, m):
        """S and the depth (cm) of points of C by the matrix."""
        cam = self.camera_points(m)
        fx, fy, cx, cy = self.camera
        depth = -cam[:, 2]
        return self.to_s(np.stack((cx + fx * cam[:, 0] / depth, cy - fy * cam[:, 1] / depth), 1)), depth

    def in_s_axes(self, v):
        """Directions of T's camera (x right, y up, z to the camera) in S's axes."""
        x, y, z = v[:, 0], v[:, 1], v[:, 2]
        return np.stack({0: (x, y, z), 90: (y, -x, z), 180: (-x, -y, z), 270: (-y, x, z)}[self.turn], 1)

    def eyes(self):
        right, left = self.landmarks[[33, 133]].mean(0), self.landmarks[[263, 362]].mean(0)
        across = left - right
        return math.hypot(*across), math.atan2(across[1], across[0])

    def unit(self, reference="eyes"):
        """The eye distance in px of S, by landmarks."""
        if reference == "faceWidth":
            return math.hypot(*(self.landmarks[454] - self.landmarks[234])) / 2.432189
        if reference == "pose" and self.matrix is not None:
            middle = self.camera_points(POSITIONS[list(EYES)].mean(0)[None])[0]
            return KAPPA * self.camera[1] * self.scale[1] / -middle[2]
        return self.eyes()[0]


class Placing:
    """How layers of one face get into S: `mode` is matrix or landmarks."""

    def __init__(self, face, mode="auto", snap=True):
        self.face, self.snap = face, snap and face.landmarks is not None
        self.by_matrix = face.matrix is not None and (mode != "landmarks" or face.landmarks is None)
        # What a cm is in the unit of depth.
        self.cm = 1.0 if self.by_matrix else face.eyes()[0] / KAPPA

    def place(self, f, anchor, reference="eyes"):
        """S, depth, and the points in S's axes before projection (for light)."""
        places, face = list(ANCHORS.get(anchor, (anchor,))), self.face
        if self.by_matrix:
            origin = POSITIONS[places].mean(0)
            m = origin + KAPPA * f
            s, depth = face.project(m)
            if self.snap:
                s = s + face.landmarks[places].mean(0) - face.project(origin[None])[0][0]
            return s, depth, face.in_s_axes(face.camera_points(m))
        phi, d = face.eyes()[1], face.unit(reference)
        c, sn = math.cos(phi), math.sin(phi)
        x, y = c * f[:, 0] + sn * f[:, 1], -sn * f[:, 0] + c * f[:, 1]      # y up
        s = face.landmarks[places].mean(0) + d * np.stack((x, -y), 1)
        return s, face.z[places].mean() - d * f[:, 2], np.stack((x, y, f[:, 2]), 1)

    def on_face(self):
        """The same of the 468 landmarks."""
        face = self.face
        s, z = face.landmarks[:468], face.z[:468]
        if self.by_matrix:
            return s, face.project(POSITIONS)[1], face.in_s_axes(face.camera_points(POSITIONS))
        return s, z, np.stack((s[:, 0], -s[:, 1], -z), 1)


# Triangles

class Mesh:
    """Triangles in S, what is seen of them, and how they are painted."""

    def __init__(self, s, depth, triangles, drawn, perspective, texel=None, factor=None):
        self.s, self.depth, self.texel, self.factor = s, depth, texel, factor
        self.triangles, self.perspective = triangles[drawn], perspective
        self.texture, self.opacity, self.blend, self.shared = None, 1.0, "normal", False
        self.near = 1 / np.where(np.abs(depth) < 1e-9, 1e-9, depth) if perspective else -depth
        corners = s[self.triangles]
        self.low, self.high = (corners.min(1), corners.max(1)) if len(corners) else (np.zeros((0, 2)),) * 2

    def visible(self, box, grain):
        """Of the points of a box (x0, y0, x1, y1; in points): their places, triangles and weights, nearest first."""
        x0, y0, x1, y1 = box
        shape = (y1 - y0, x1 - x0)
        best, which = np.full(shape, -np.inf), np.full(shape, -1, np.int32)
        low = np.ceil(self.low * grain - 0.5).astype(int)
        high = np.floor(self.high * grain - 0.5).astype(int) + 1
        low, high = np.maximum(low, (x0, y0)), np.minimum(high, (x1, y1))
        for t in np.nonzero((high > low).all(1))[0]:
            (a, b), (c, d) = low[t], high[t]
            x, y = (np.arange(a, c) + 0.5) / grain, ((np.arange(b, d) + 0.5) / grain)[:, None]
            weights, inside = [], True
            for i in range(3):
                # Neighbours compute a shared edge from the same end, so that a point on it belongs to one of them.
                p, q = self.triangles[t, (i + 1) % 3], self.triangles[t, (i + 2) % 3]
                sense = 1 if p < q else -1
                p, q = min(p, q), max(p, q)
                (px, py), (qx, qy) = self.s[p], self.s[q]
                e = (qx - px) * (y - py) - (qy - py) * (x - px)
                weights.append((e, sense))
            area = sum(e * sense for e, sense in weights)
            front = area.flat[0] > 0
            for e, sense in weights:
                inside = inside & ((e >= 0) if (sense > 0) == front else (e < 0))
            if not inside.any():
                continue
            near = sum(e * sense * self.near[self.triangles[t, i]] for i, (e, sense) in enumerate(weights)) / area
            part = np.s_[b - y0:d - y0, a - x0:c - x0]
            wins = inside & (near > best[part])
            best[part][wins] = near[wins]
            which[part][wins] = t
        rows, columns = np.nonzero(which >= 0)
        found = which[rows, columns]
        p = np.stack(((columns + x0 + 0.5) / grain, (rows + y0 + 0.5) / grain), 1)
        corners = self.s[self.triangles[found]]
        weights = np.stack([cross(corners[:, (i + 2) % 3] - corners[:, (i + 1) % 3], p - corners[:, (i + 1) % 3])
                            for i in range(3)], 1)
        weights /= weights.sum(1, keepdims=True)
        near = (weights * self.near[self.triangles[found]]).sum(1)
        if self.perspective:
            weights = weights * self.near[self.triangles[found]] / near[:, None]
        return rows, columns, found, weights, (1 / near if self.perspective else -near)

    def value(self, of_corner, found, weights):
        return np.einsum("pi,pi...->p...", weights, of_corner[self.triangles[found]])

    def colour(self, found, weights):
        """Premultiplied, lit, times the layer's opacity."""
        texel = self.value(self.texel, found, weights)
        colour = self.texture.at(texel[:, 0], texel[:, 1])
        if self.factor is not None:
            factor = self.value(self.factor, found, weights)[:, None]
            alpha = colour[:, 3:]
            straight = np.clip(colour[:, :3] / np.maximum(alpha, 1e-12), 0, 1)
            colour[:, :3] = encoded(np.clip(linear(straight) * factor, 0, 1)) * alpha
        return colour * self.opacity


def cross(a, b):
    return a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]


def winding(s, triangles):
    a, b, c = (s[triangles[:, i]] for i in range(3))
    return cross(b - a, c - a)
