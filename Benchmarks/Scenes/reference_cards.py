"""Cards of a tracking file: who is where at a time, how it stands before the camera, who shows a gesture.

Part of reference.py. Spaces are those of the geometry: T the tracker's picture, S the scene picture,
K the card (mm; x right, y up, z out of the print). T is un-mirrored as it is read.
"""

import json
import math

import numpy as np

JOIN = 250.0  # samples of a card up to so many ms apart are joined
AHEAD = 0.5  # what is so many ms ahead has come
GESTURE = 200.0  # a gesture fires after so many ms
TIE = 0.01  # with which times of gestures are compared
NEAR_CAMERA = 1.0  # cm before the camera under which nothing is drawn
MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])
UNITS = {"ms": 1.0, "s": 1000.0, "us": 0.001, "ns": 0.000001}


# Shapes


def area(quad):
    """Twice the signed area; above 0 if the corners run clockwise in a picture (y down)."""
    x, y = quad[..., 0], quad[..., 1]
    return (x * np.roll(y, -1, -1) - np.roll(x, -1, -1) * y).sum(-1)


def turns(quad):
    """The cross product of the two edges at each corner."""
    edge = np.roll(quad, -1, -2) - quad
    after = np.roll(edge, -1, -2)
    return edge[..., 0] * after[..., 1] - edge[..., 1] * after[..., 0]


def convex(quad):
    cross = turns(quad)
    return np.isfinite(quad).all((-1, -2)) & ((cross > 0).all(-1) | (cross < 0).all(-1))


def inside(point, quad):
    edge = np.roll(quad, -1, 0) - quad
    to = np.asarray(point) - quad
    cross = edge[:, 0] * to[:, 1] - edge[:, 1] * to[:, 0]
    return bool((cross >= 0).all() or (cross <= 0).all())


def homography(source, target):
    """The 3 x 3 matrix that takes four points to four others, 1 at the middle of the source."""
    rows, right = [], []
    scale = np.abs(target).max() + 1.0
    for (x, y), (u, v) in zip(source, target / scale):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        right += [u, v]
    h = np.append(np.linalg.solve(np.array(rows), np.array(right)), 1.0).reshape(3, 3)
    h[:2] *= scale
    return h


# Rotations


def quaternion(r):
    """A unit quaternion (w, x, y, z) of a rotation, by its largest part."""
    t = np.array([r.trace(), r[0, 0], r[1, 1], r[2, 2]])
    i = int(t.argmax())
    if i == 0:
        q = [1 + t[0], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]]
    elif i == 1:
        q = [r[2, 1] - r[1, 2], 1 + 2 * r[0, 0] - t[0], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0]]
    elif i == 2:
        q = [r[0, 2] - r[2, 0], r[0, 1] + r[1, 0], 1 + 2 * r[1, 1] - t[0], r[1, 2] + r[2, 1]]
    else:
        q = [r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], 1 + 2 * r[2, 2] - t[0]]
    q = np.array(q)
    return q / np.linalg.norm(q)


def rotation(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


def slerp(a, b, part):
    p, q = quaternion(a), quaternion(b)
    dot = float(p @ q)
    if dot < 0:
        q, dot = -q, -dot
    angle = math.acos(min(dot, 1.0))
    if angle < 1e-9:
        r = p + (q - p) * part
    else:
        r = (math.sin((1 - part) * angle) * p + math.sin(part * angle) * q) / math.sin(angle)
    return rotation(r / np.linalg.norm(r))


def unscaled(matrix):
    """The rotation of a pose matrix."""
    return matrix[:3, :3] / np.cbrt(np.linalg.det(matrix[:3, :3]))


# The planar pose of Collins and Bartoli (IPPE), not refined


def planar_poses(points, image):
    """Both poses of a plane through 0: points (x, y) on it, image (x, y) at distance 1 (y down).

    A list of (R, t) in axes x right, y down, z away from the camera.
    """
    h = homography(points, image)
    u, v = h[0, 2], h[1, 2]
    jacobian = np.array(
        [[h[0, 0] - h[2, 0] * u, h[0, 1] - h[2, 1] * u], [h[1, 0] - h[2, 0] * v, h[1, 1] - h[2, 1] * v]]
    )
    # A rotation that takes the z axis to the ray (u, v, 1), about the axis across both.
    ray = np.array([u, v, 1.0]) / math.sqrt(u * u + v * v + 1)
    cross = np.array([[0, 0, ray[0]], [0, 0, ray[1]], [-ray[0], -ray[1], 0]])
    turn = np.eye(3) + cross + cross @ cross / (1 + ray[2])
    b = np.array(
        [
            [turn[0, 0] - u * turn[2, 0], turn[0, 1] - u * turn[2, 1]],
            [turn[1, 0] - v * turn[2, 0], turn[1, 1] - v * turn[2, 1]],
        ]
    )
    a = np.linalg.solve(b, jacobian)
    a = a / np.linalg.svd(a, compute_uv=False)[0]
    rest = np.eye(2) - a.T @ a
    c = np.array([math.sqrt(max(rest[0, 0], 0)), math.sqrt(max(rest[1, 1], 0))])
    if rest[0, 1] < 0:
        c[1] = -c[1]
    poses = []
    for sign in (1, -1):
        first = np.array([a[0, 0], a[1, 0], sign * c[0]])
        second = np.array([a[0, 1], a[1, 1], sign * c[1]])
        r = turn @ np.column_stack([first, second, np.cross(first, second)])
        # The translation by least squares over all points.
        rows, right = [], []
        for (x, y), (px, py) in zip(points, image):
            q = r @ np.array([x, y, 0])
            rows += [[1, 0, -px], [0, 1, -py]]
            right += [px * q[2] - q[0], py * q[2] - q[1]]
        t = np.linalg.lstsq(np.array(rows), np.array(right), rcond=None)[0]
        poses.append((r, t))
    return poses


class Pose:
    """A card in a frame: H, the camera and what they do with points of K (mm of the scene)."""

    def __init__(self, corners, matrix, scale, size_mm, tracking):
        self.corners = corners
        self.tracking = tracking
        self.flip = 1.0 if area(corners) > 0 else -1.0
        self.linear = matrix[:3, :3] @ np.diag([self.flip, 1, 1]) * scale
        self.shift = matrix[:3, 3]
        w, h = size_mm[0] / 2, size_mm[1] / 2
        self.h = homography(np.array([[-w, h], [w, h], [w, -h], [-w, -h]]), corners)
        self.camera = np.linalg.solve(self.linear, -self.shift)
        right, up = tracking.axes
        self.right = self.unit(self.linear.T @ (right * self.flip))
        self.up = self.unit(self.linear.T @ up)

    @staticmethod
    def unit(v):
        return v / np.linalg.norm(v)

    def depth(self, p):
        """Centimetres before the camera."""
        return -(p @ self.linear.T + self.shift)[..., 2]

    def project(self, p):
        return self.tracking.pinhole(p @ self.linear.T + self.shift)

    def horizon(self, p):
        """Above 0 on the card's side of H's horizon."""
        return p[..., 0] * self.h[2, 0] + p[..., 1] * self.h[2, 1] + self.h[2, 2]

    def printed(self, p):
        xy1 = np.stack([p[..., 0], p[..., 1], np.ones(p.shape[:-1])], -1) @ self.h.T
        return xy1[..., :2] / xy1[..., 2:]

    def place(self, p):
        """S points of points of K, and whether each may be drawn."""
        foot = p * np.array([1.0, 1.0, 0.0])
        with np.errstate(all="ignore"):
            seen = (self.depth(p) >= NEAR_CAMERA) & (self.depth(foot) >= NEAR_CAMERA) & (self.horizon(p) > 0)
            return self.printed(p) + self.project(p) - self.project(foot), seen


class Card:
    """All samples of one id."""

    def __init__(self, name):
        self.name = name
        self.times, self.corners, self.matrices, self.widths = [], [], [], []
        self.whole = True  # whether its first sample lies in T
        self.found = {}  # the runs by how long they are held

    def runs(self, hold, others):
        """First and last sample of each run."""
        if hold in self.found:
            return self.found[hold]
        runs = self.found[hold] = [[0, 0]]
        for a, b in zip(range(len(self.times)), range(1, len(self.times))):
            joined = self.times[b] - self.times[a] <= max(hold, JOIN) + AHEAD and not any(
                inside(middle, self.between(a, b, time))
                for other in others
                for time, middle in zip(other.times, (c.mean(0) for c in other.corners))
                if self.times[a] < time < self.times[b]
            )
            if joined:
                runs[-1][1] = b
            else:
                runs.append([b, b])
        return runs

    def between(self, a, b, t):
        return self.corners[a] + (self.corners[b] - self.corners[a]) * (t - self.times[a]) / (
            self.times[b] - self.times[a]
        )

    def within(self, t, scene, others, end):
        """As `at`, where what comes later is known up to the clip's end."""
        runs = [run for run in self.runs(scene.hold, others) if self.times[run[0]] <= t + AHEAD]
        if not runs:
            return None
        first, last = runs[-1]
        left = self.times[last] - t
        if scene.after or left < -AHEAD:
            opacity = 1.0 if -left <= scene.hold else 1 - (-left - scene.hold) / max(scene.vanish, 1e-9)
            if not scene.after or opacity <= 0:
                return None
        else:
            ends = self.times[last] >= end - JOIN or scene.vanish == 0
            opacity = 1.0 if ends else min(max(left / scene.vanish, 0.0), 1.0)
        nearest = min(range(first, last + 1), key=lambda i: abs(self.times[i] - t))
        a = max(i for i in range(first, last + 1) if i == first or self.times[i] <= t)
        if abs(self.times[nearest] - t) <= AHEAD or a == last:
            a = nearest if abs(self.times[nearest] - t) <= AHEAD else last
            found = self.corners[a], self.matrices[a], self.widths[a], opacity
        else:
            part = (t - self.times[a]) / (self.times[a + 1] - self.times[a])
            found = self.between(a, a + 1, t), self.joined(a, a + 1, part), self.widths[a], opacity
        return found if convex(found[0]) else None

    def at(self, t, hold, fade):
        """(corners in S, matrix, width, opacity) at a time, or None."""
        nearest = min(range(len(self.times)), key=lambda i: abs(self.times[i] - t))
        if abs(self.times[nearest] - t) <= AHEAD:
            found = self.corners[nearest], self.matrices[nearest], self.widths[nearest], 1.0
        else:
            before = [i for i, time in enumerate(self.times) if time < t]
            if not before:
                return None
            a, b = before[-1], before[-1] + 1
            if b < len(self.times) and self.times[b] - self.times[a] <= JOIN + 1e-6:
                part = (t - self.times[a]) / (self.times[b] - self.times[a])
                found = (
                    self.corners[a] + (self.corners[b] - self.corners[a]) * part,
                    self.joined(a, b, part),
                    self.widths[a],
                    1.0,
                )
            else:
                lost = t - self.times[a]
                if lost >= hold + fade:
                    return None
                opacity = 1.0 if lost <= hold else 1 - (lost - hold) / fade
                found = self.corners[a], self.matrices[a], self.widths[a], opacity
        return found if convex(found[0]) else None

    def joined(self, a, b, part):
        if self.matrices[a] is None or self.matrices[b] is None:
            return self.matrices[a]
        matrix = np.eye(4)
        matrix[:3, :3] = 0.1 * slerp(unscaled(self.matrices[a]), unscaled(self.matrices[b]), part)
        matrix[:3, 3] = self.matrices[a][:3, 3] * (1 - part) + self.matrices[b][:3, 3] * part
        return matrix


class Tracking:
    def __init__(self, path, size, pictures):
        """`pictures`: name -> (width, height) in mm of the scene's picture."""
        with open(path, encoding="utf-8") as file:
            lines = [json.loads(line) for line in file if line.strip()]
        header = lines[0]
        self.w, self.h = float(header["width"]), float(header["height"])
        self.rotation = header.get("rotationDegrees", 0)
        self.mirrored = header.get("mirrored", False)
        self.offset = header.get("timeOffsetMs", 0)
        self.pixels = header.get("coordinates", "parts") == "pixels"
        self.unit = UNITS[header.get("timeUnit", "ms")]
        fov = header.get("verticalFieldOfViewDegrees") or 63
        self.focal = self.h / (2 * math.tan(math.radians(fov) / 2))
        turned = (self.h, self.w) if self.rotation in (90, 270) else (self.w, self.h)
        self.scale = np.array([size[0] / turned[0], size[1] / turned[1]])
        # S's right and up in the axes of T's camera (x right, y up).
        right, up = {
            0: ((1, 0, 0), (0, 1, 0)),
            90: ((0, 1, 0), (-1, 0, 0)),
            180: ((-1, 0, 0), (0, -1, 0)),
            270: ((0, -1, 0), (1, 0, 0)),
        }[self.rotation]
        self.axes = np.array(right, float), np.array(up, float)
        self.samples = [(line["timestampMs"] * self.unit + self.offset, line) for line in lines[1:]]
        self.read_cards(pictures)

    # T -> S

    def upright(self, p):
        """Step 2: un-mirrored T, pixels, to upright pixels."""
        x, y = p[..., 0], p[..., 1]
        turned = {0: (x, y), 90: (self.h - y, x), 180: (self.w - x, self.h - y), 270: (y, self.w - x)}
        return np.stack(turned[self.rotation], -1)

    def to_s(self, p):
        return self.upright(p) * self.scale

    def pinhole(self, cam):
        x = self.w / 2 + self.focal * cam[..., 0] / -cam[..., 2]
        y = self.h / 2 - self.focal * cam[..., 1] / -cam[..., 2]
        return self.to_s(np.stack([x, y], -1))

    def unmirrored(self, points):
        """Points of the file in pixels of un-mirrored T."""
        p = np.array(points, float)
        if not self.pixels:
            p[..., 0] *= self.w
            p[..., 1] *= self.h
            if p.shape[-1] > 2:
                p[..., 2] *= self.w
        if self.mirrored:
            p[..., 0] = self.w - p[..., 0]
        return p

    # Cards

    def read_cards(self, pictures):
        self.cards = {}
        middles = {}  # id -> where it was last
        used = [
            image["id"]
            for _, line in self.samples
            for image in line.get("images", [])
            if image.get("id") is not None
        ]
        next_free = max(used, default=0) + 1
        for time, line in self.samples:
            images = [(image, self.unmirrored(image["corners"])) for image in line.get("images", [])]
            ids = {n: image["id"] for n, (image, _) in enumerate(images) if image.get("id") is not None}
            # Without id: by name, then the nearest middle, closest pairs first.
            pairs = sorted(
                (float(np.linalg.norm(corners.mean(0) - middle)), id, n)
                for n, (image, corners) in enumerate(images)
                if n not in ids
                for id, middle in middles.items()
                if self.cards[id].name == image["name"]
            )
            for _, id, n in pairs:
                if n not in ids and id not in ids.values():
                    ids[n] = id
            for n in range(len(images)):
                if n not in ids:
                    ids[n] = next_free
                    next_free += 1
            for n, (image, corners) in enumerate(images):
                card = self.cards.setdefault(ids[n], Card(image["name"]))
                middles[ids[n]] = corners.mean(0)
                if not card.times:
                    card.whole = bool(((corners >= 0) & (corners <= [self.w, self.h])).all())
                card.times.append(time)
                card.corners.append(self.to_s(corners))
                card.widths.append(image.get("widthMm"))
                card.matrices.append(self.matrix(card, image, corners, pictures.get(image["name"])))

    def matrix(self, card, image, corners, picture):
        """The pose of a sample: the file's, or the planar pose of the corners."""
        if "matrix" in image:
            matrix = np.array(image["matrix"], float).reshape(4, 4)
            return MIRROR @ matrix @ MIRROR if self.mirrored else matrix
        if picture is None:
            return None
        scale = image.get("widthMm", picture[0]) / picture[0]
        w, h = picture[0] * scale / 20, picture[1] * scale / 20  # half, cm
        f = 1 if area(corners) > 0 else -1
        points = np.array([[-w * f, h], [w * f, h], [w * f, -h], [-w * f, -h]])
        middle = np.array([self.w / 2, self.h / 2])
        solutions = []
        for r, t in planar_poses(points, (corners - middle) / self.focal):
            seen = np.column_stack([points, np.zeros(4)]) @ r.T + t
            error = seen[:, :2] / seen[:, 2:] * self.focal + middle - corners
            matrix = np.eye(4)
            matrix[:3, :3] = 0.1 * np.diag([1, -1, -1]) @ r
            matrix[:3, 3] = np.diag([1, -1, -1]) @ t
            solutions.append((math.sqrt((error**2).mean()), matrix))
        solutions.sort(key=lambda s: s[0])
        (e1, best), (e2, other) = solutions
        last = next((m for m in reversed(card.matrices) if m is not None), None)
        if last is not None and e2 <= max(2 * e1, e1 + 0.15):
            # The smaller angle to the last rotation has the larger trace.
            if (unscaled(other) * unscaled(last)).sum() > (unscaled(best) * unscaled(last)).sum():
                return other
        return best

    # Gestures

    def hands(self, line):
        """(category, landmark 9 in S) of each hand."""
        found = []
        for hand in line.get("hands", []):
            if not hand.get("landmarks"):
                continue
            points = self.unmirrored(hand["landmarks"])
            found.append((self.gesture(hand, points), self.to_s(points[9, :2])))
        return found

    def gesture(self, hand, points):
        if "gestures" in hand or "customGestures" in hand:
            for key in ("customGestures", "gestures"):
                listed = hand.get(key) or []
                if listed:
                    best = max(listed, key=lambda g: g["score"])["categoryName"]
                    if best not in ("", "None") or key == "gestures":
                        return best or "None"
            return "None"
        p = np.column_stack([self.upright(points), points[:, 2]])
        world = None
        if hand.get("worldLandmarks"):
            world = np.array(hand["worldLandmarks"], float)
            if self.mirrored:
                world[:, 0] = -world[:, 0]
            x, y = world[:, 0].copy(), world[:, 1].copy()
            world[:, 0], world[:, 1] = {0: (x, y), 90: (-y, x), 180: (-x, -y), 270: (y, -x)}[self.rotation]
        return rule_gesture(p if world is None else world, world is not None)

    def gesture_runs(self, name, near_card):
        """When a gesture fires: the first sample's time + 200 ms. `near_card`: its state at a time, or None."""
        runs, first, last, fired = [], None, None, False
        for time, line in self.samples:
            if "failed" in line:
                continue
            shown = False
            for category, middle in self.hands(line):
                if category != name:
                    continue
                if near_card is None:
                    shown = True
                else:
                    state = near_card(time)
                    shown = shown or (state is not None and inside(middle, state[0]))
            if not shown:
                first = None
                continue
            if first is None or time - last > JOIN + TIE:
                first, fired = time, False
            last = time
            if not fired and time - first >= GESTURE - TIE:
                fired = True
                runs.append(first + GESTURE)
        return runs


def rule_gesture(p, world):
    """The session's rules for a hand without a recogniser's answer."""

    def length(a, b):
        return float(np.linalg.norm(p[a] - p[b]))

    def up(a, b):
        return -(p[b, 1] - p[a, 1]) / length(a, b)

    curls = []
    for a, b, c, d in ((5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16), (17, 18, 19, 20)):
        curls.append(
            length(d, 0) / length(b, 0)
            if world
            else 1.25 * length(d, a) / (length(a, b) + length(b, c) + length(c, d))
        )
    out, folded = [c > 1.17 for c in curls], [c < 1 for c in curls]
    thumb = length(4, 17) / length(2, 17)
    if all(out) and thumb > 0.85:
        return "Open_Palm"
    if all(folded):
        if thumb < 1:
            return "Closed_Fist"
        if thumb > 1.15 and up(2, 4) >= 0.7:
            return "Thumb_Up"
        if thumb > 1.15 and up(2, 4) <= -0.7:
            return "Thumb_Down"
    if out[0] and all(folded[1:]) and thumb < 1 and up(5, 8) >= 0.7:
        return "Pointing_Up"
    if out[0] and out[1] and folded[2] and folded[3] and thumb < 1:
        return "Victory"
    if out[0] and out[3] and folded[1] and folded[2] and thumb > 1:
        return "ILoveYou"
    return "None"
