"""Makes paper-crown.glb: a crown folded of golden foil, and round glasses of gold and tortoiseshell.

Run it with python3 and numpy. Lengths here are centimetres in the model's space: the origin is between the eyes.
"""

import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[3] / "Scripts"))
import gltf_writer as gltf  # noqa: E402
from gltf_writer import grid, hex_colour, join, lathe, rotation, spline, tube  # noqa: E402

random = np.random.default_rng(5)
model = gltf.Model()
POINTS, COLUMNS = 12, 8  # Points of the crown, and columns of each.


def smooth(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def line(distance, width, soft):
    return 1 - smooth(width / 2 - soft, width / 2 + soft, abs(distance))


# Foil: a height in parts of the texture's width, and the normals that follow from it. The texture's lower quarter is
# the cuff with its fret, the rest is one point of the crown with a rosette and a border of pearls.
def crumple(u, v):
    """Creased foil: planes of many tilts about strewn places, repeating in u and v."""
    places = random.random((90, 2))
    tilts = random.normal(0, 1, (90, 2))
    best, second, height = np.full(u.shape, 9.0), np.full(u.shape, 9.0), np.zeros(u.shape)
    for (x, y), (a, b) in zip(places, tilts):
        dx, dy = (u - x + 0.5) % 1 - 0.5, (v - y + 0.5) % 1 - 0.5
        d = np.hypot(dx, dy)
        height = np.where(d < best, a * dx + b * dy, height)
        second = np.minimum(np.maximum(d, best), second)
        best = np.minimum(d, best)
    return height * smooth(0, 0.03, second - best)


def foil_textures(size=512):
    v, u = np.mgrid[0:size, 0:size]
    u, v = (u + 0.5) / size, 1 - (v + 0.5) / size  # v runs up.
    height = 0.012 * crumple(u, v)
    # The point: x -1 ... 1 across, y 0 ... 1 up to its tip, as the outline of the foil has it.
    x, y = (u - 0.5) * 2, np.clip((v - 0.25) / 0.75, 0, 1)
    top = outline(x)
    inside = (top - y) * 0.75 - 0.02
    body = (v > 0.25) * smooth(0, 0.01, top - y)
    height += body * 0.006 * (smooth(0.045, 0.055, inside) - smooth(0.075, 0.085, inside))
    for k in range(-6, 7):
        px = k / 6.5
        py = outline(np.array(px)) - 0.155
        if py > 0.12:
            pearl = np.hypot((x - px) * 0.5, (y - py) * 0.75) / 0.014
            height += body * 0.008 * np.sqrt(np.clip(1 - pearl**2, 0, 1))
    px, py = x * 0.5, (y - 0.27) * 0.75
    radius, turn = np.hypot(px, py), np.arctan2(px, py)
    petals = 0.115 * (0.72 + 0.28 * abs(np.cos(4 * turn)))
    seam = smooth(0.02, 0, abs(np.sin(4 * turn)) * radius)
    height += body * 0.009 * smooth(0, 0.03, petals - radius) * (1 - 0.5 * seam)
    for side in (-1, 1):  # Leaves that climb beside the rosette's axis.
        for k in range(3):
            lx, ly = side * px - 0.055 + 0.012 * k, py - 0.16 - 0.085 * k
            leaf = (lx * 0.8 + ly * 0.6) ** 2 / 0.0018 + (lx * 0.6 - ly * 0.8) ** 2 / 0.00025
            height += body * 0.007 * np.sqrt(np.clip(1 - leaf, 0, 1))
    # The cuff: a fret between two cords.
    cuff = v < 0.25
    row = v / 0.25
    key = np.array([[int(c) for c in text] for text in (
        "11111111", "10000000", "10111110", "10100010", "10111010", "10000010", "11111110")])
    cells = key[np.clip(((row - 0.14) / 0.72 * 7).astype(int), 0, 6), (u * 6 * 8).astype(int) % 8]
    fret = np.where((row > 0.14) & (row < 0.86), cells, 0.0)
    cords = line(row - 0.06, 0.07, 0.02) + line(row - 0.94, 0.07, 0.02)
    height += cuff * 0.006 * (fret + cords * (0.75 + 0.25 * np.cos(u * 2 * np.pi * 40 + row * 30)))
    height = (height + np.roll(height, 1, 0) + np.roll(height, 1, 1) + np.roll(height, (1, 1), (0, 1))) / 4
    slope_u = (np.roll(height, -1, 1) - np.roll(height, 1, 1)) * size / 2
    slope_v = (np.roll(height, 1, 0) - np.roll(height, -1, 0)) * size / 2
    normal = np.stack([-slope_u, -slope_v, np.ones(u.shape)], -1)
    normal /= np.linalg.norm(normal, axis=-1, keepdims=True)
    return np.round((normal * 0.5 + 0.5) * 255 / 3) * 3


def outline(x):
    """A point's height, 0...1, at -1 (valley) ... 0 (tip) ... 1."""
    return 0.42 + 0.58 * (1 - abs(x)) ** 1.25


FOIL_NORMALS = model.texture(foil_textures())
FOIL = model.material("foil", hex_colour("#f7bf45"), 1.0, 0.3, normal=FOIL_NORMALS, normal_scale=1.0)
CUFF = model.material("cuff", hex_colour("#fbd06a"), 1.0, 0.24, normal=FOIL_NORMALS, normal_scale=1.0)
GOLD = model.material("gold", hex_colour("#f6c25a"), 1.0, 0.22)
PAPER = model.material("paper", (1, 1, 1), 0.0, 0.8)
GEM = model.material("gem", (1, 1, 1), 0.0, 0.06)
PEARL = model.material("pearl", hex_colour("#fff4ea"), 0.0, 0.18)
HORN_COLOURS = [hex_colour(text) for text in ("#3d1508", "#8c3a0f", "#cf7a28", "#eeb052")]
CRIMSON = hex_colour("#a3122a")
parts = []

# The crown's ring, tilted down at the back; a point's fold stands out, the fold between two lies back.
CENTRE, HALF_X, HALF_Z, LOW, TILT = np.array([0, 0, -7.1]), 8.5, 9.5, 5.3, 7.0


def crown(turn, height, out=0.0):
    """The place at an angle from the front, a height over the lower edge, and so far outside the foil."""
    phase = (turn / (2 * np.pi) * POINTS + 0.5) % 1 - 0.5
    fold = 0.42 - 1.5 * abs(phase)
    rise = np.maximum(height, 0)
    flare = 0.25 + 0.06 * rise - 0.014 * rise**2 + fold * np.minimum(0.35 + 0.3 * rise, 1.75)
    x, z = (HALF_X + flare + out) * np.sin(turn), (HALF_Z + flare + out) * np.cos(turn)
    y = LOW + height + 0 * turn
    back = (z - HALF_Z) * np.sin(np.radians(TILT))
    return np.stack([x, y + back, z], -1) + CENTRE


def point_height(turn):
    """How high the foil is at an angle: higher in front than behind."""
    phase = turn / (2 * np.pi) * POINTS
    middle = np.round(phase)
    neighbour = np.where(phase >= middle, middle + 1, middle - 1)
    cosines = np.cos(np.stack([middle, neighbour]) * 2 * np.pi / POINTS)
    size, other = 6.6 + 1.3 * cosines * (1 + cosines)
    part = abs(phase - middle) * 2  # 0 at the tip, 1 in the valley, where both have one height.
    valley = (size + other) / 2 * 0.42
    return valley + (size - valley) * (1 - part) ** 1.25


for k in range(POINTS):
    for half in (0, 1):  # Each half of a point is a plane of its own: its corners are not shared.
        turn = (k - 0.5 + half * 0.5 + np.linspace(0, 0.5, COLUMNS // 2 + 1)) * 2 * np.pi / POINTS
        turn_in = np.clip(turn, turn[0] + 1e-6, turn[-1] - 1e-6)
        tops = point_height(turn_in)
        rows = np.linspace(0, 1, 7)[:, None] ** 0.85
        outer = crown(turn_in, rows * tops)
        u = np.linspace(0, 0.5, COLUMNS // 2 + 1) + half * 0.5
        shape = outline((u - 0.5) * 2)
        uv = np.stack([0 * rows + u, 1 - (0.25 + 0.75 * (0.002 + rows * shape * 0.998))], -1)
        parts.append(grid(outer, FOIL, uv=uv))
        lining = crown(turn_in, rows * tops, -0.09)
        tone = CRIMSON * (0.85 + 0.15 * rows[..., None])
        parts.append(grid(lining[:, ::-1], PAPER, colours=np.broadcast_to(tone, lining.shape)))
        # The cut edge shows the paper between foil and lining.
        cut = np.stack([outer[-1], lining[-1]])
        parts.append(grid(cut, PAPER, colours=hex_colour("#fff3d6")))

# The cuff, folded up over the lower edge.
ring = np.arange(POINTS * 4 + 1) * 2 * np.pi / (POINTS * 4)
profile = np.array([(0.05, -0.12), (-0.04, -0.02), (-0.14, 0.2), (-0.2, 0.34), (0.0, 0.42), (0.9, 0.46), (1.75, 0.42),
                    (1.86, 0.36), (1.88, 0.2), (1.8, 0.04)])
cuff = np.stack([crown(ring, height, out) for height, out in profile])
cuff_v = np.interp(profile[:, 0], [-0.2, 1.88], [0.0, 0.25])
cuff_uv = np.stack([0 * cuff_v[:, None] + ring / (2 * np.pi) * POINTS / 2, 1 - cuff_v[:, None] + 0 * ring], -1)
parts.append(grid(cuff, CUFF, uv=cuff_uv))

# Gems on the points, rubies and sapphires in turn, in golden collars; pearls on the tips and between the points.
circle = np.arange(10) * 2 * np.pi / 10
for k in range(POINTS):
    turn = k * 2 * np.pi / POINTS
    tip = point_height(np.array(turn))
    facing = rotation(y=np.degrees(turn)) @ rotation(x=90 - 4)
    size = 0.95 if k == 0 else 0.72
    at = crown(np.array(turn), np.array(1.75 + 0.27 / 0.75 * tip * 0.45), 0.02)
    tone = hex_colour(("#d1122f", "#1746b8", "#0c8a58")[k % 3])
    cut = np.array([[1.0, -0.14], [1.0, 0.15], [0.86, 0.32], [0.52, 0.52], [0.0, 0.55]]) * size
    gem = lathe(cut * [1, 0.9], 8).flat()
    facets = 0.75 + 0.45 * random.random(len(gem.triangles))
    gem.colours = np.clip(np.repeat(facets, 3)[:, None] * tone + 0.08 * np.repeat(facets > 1.1, 3)[:, None], 0, 1)
    gem.material = GEM
    stretch = np.diag([0.82, 1, 1.18])
    parts.append(gem.moved(facing @ stretch, at))
    collar = np.stack([1.06 * size * np.cos(circle), 0.1 + 0 * circle, 1.06 * size * np.sin(circle)], -1) @ stretch
    parts.append(tube(collar @ facing.T + at, 0.15, 5, GOLD, closed=True))
    ball = np.linspace(0, np.pi, 7)
    valley = turn + np.pi / POINTS
    for height, angle, radius in ((tip + 0.18, turn, 0.38 if k else 0.5),
                                  (point_height(np.array(valley)) + 0.12, valley, 0.24)):
        pearl = lathe(np.c_[np.sin(ball), -np.cos(ball)] * radius, 9, PEARL)
        parts.append(pearl.moved(by=crown(np.array(angle), np.array(height), -0.04)))

# Glasses: rings of tortoiseshell with a golden wire, on the nose and over the ears.
def horn(points, seed):
    """Tortoiseshell: dark clouds in amber."""
    noise = np.zeros(len(points))
    pick = np.random.default_rng(seed)
    for _ in range(14):
        noise += np.sin(points @ pick.normal(0, 2.2, 3) + pick.random() * 6.3)
    level = np.clip(noise / 5 * 0.5 + 0.5, 0, 1) * 3
    low = np.minimum(level.astype(int), 2)
    tones = np.array(HORN_COLOURS)
    return tones[low] + (tones[low + 1] - tones[low]) * smooth(0.25, 0.75, level - low)[:, None]


SHELL = model.material("tortoiseshell", (1, 1, 1), 0.0, 0.12)
LENS = model.material("lens", (1, 1, 1), 0.0, 0.05, alpha="BLEND")
lens_at, lens_turn, RADIUS = np.array([3.45, -0.35, 2.25]), rotation(x=5, y=7), 2.75
angles = np.arange(40) * 2 * np.pi / 40
section = np.array([[1, 0.55], [0.55, 1], [-0.55, 1], [-1, 0.55], [-1, -0.55], [-0.55, -1], [0.55, -1], [1, -0.55]])


def hoop(radius, lift, thick, material, count=40, flat=1.0):
    """A ring about the lens's middle, of a rounded section."""
    around = np.arange(count) * 2 * np.pi / count
    out = np.stack([np.cos(around), np.sin(around), 0 * around], -1)
    points = out * radius + [0, 0, lift]
    rows = [points + out * a * thick * flat + np.array([0, 0, 1]) * b * thick for a, b in section]
    return grid(np.stack(rows), material, closed_u=True, closed_v=True).moved(lens_turn, lens_at)


frame = []
rim = hoop(RADIUS + 0.2, 0, 0.33, SHELL)
rim.colours = horn(rim.points, 3)
frame += [rim, hoop(RADIUS + 0.2, 0.33, 0.09, GOLD, 40)]
disc = np.array([0, 0.35, 0.7, 1.0])
lens = np.stack([disc[:, None] * RADIUS * np.cos(angles[::2]), disc[:, None] * RADIUS * np.sin(angles[::2]),
                 0.32 * (1 - disc[:, None] ** 2) - 0.05 + 0 * angles[::2]], -1)
tint = np.concatenate([np.broadcast_to(hex_colour("#c98a4a"), lens.shape),
                       (0.16 + 0.2 * smooth(-0.6, 1.0, lens[..., 1:2] / RADIUS))], -1)
lens = grid(lens[::-1], LENS, closed_u=True, colours=tint[::-1])
frame.append(lens.moved(lens_turn, lens_at))
for shift, width in ((-0.55, 0.42), (0.12, 0.16)):  # Light that a lens mirrors.
    t = np.linspace(-0.8, 0.8, 7)[:, None]
    across = np.array([[-0.5, 0.5]]) * width * np.cos(t * 1.5)
    x, y = shift + across + 0.62 * t, 0.55 + across * -0.6 + 1.0 * t
    gleam = np.stack([x, y, 0.32 * (1 - (x**2 + y**2) / RADIUS**2) + 0.08], -1)
    gleam = grid(gleam, LENS, colours=[1, 1, 1, 0.3])
    gleam.normals = np.tile([0.0, 0, 1], (len(gleam.points), 1))
    frame.append(gleam.moved(lens_turn, lens_at))
# End piece, hinge, temple; behind the ear it turns into the head, which hides its end.
edge = lens_at + lens_turn @ [RADIUS + 0.3, 0.75, 0]
arm = spline([edge + [-0.25, 0, 0.05], edge + [0.9, 0.05, -0.05], [8.0, 0.55, -0.3], [8.35, 0.5, -2.5],
              [8.4, 0.35, -5.2], [8.38, 0.15, -7.4], [8.1, -0.4, -8.9], [7.2, -1.4, -9.8], [5.6, -2.8, -10.2]], 34)
split = 19
gold_arm = tube(arm[:split], np.interp(np.arange(split), [0, 3, 6, split], [0.3, 0.26, 0.17, 0.15]), 6, GOLD)
tip = tube(arm[split - 1:], np.interp(np.arange(35 - split), [0, 1, 10, 15], [0.17, 0.26, 0.3, 0.2]), 8, SHELL)
tip.colours = horn(tip.points, 9)
frame += [gold_arm, tip]
star = np.arange(10) * 2 * np.pi / 10
radius = np.where(np.arange(10) % 2 == 0, 0.42, 0.18)
star_points = np.stack([np.stack([r * radius * np.sin(star), r * radius * np.cos(star), z + 0 * star], -1)
                        for r, z in ((1, 0), (1, 0.12), (0.02, 0.24))])
frame.append(grid(star_points[:, ::-1], GOLD, closed_u=True).flat().moved(rotation(y=25), edge + [0.35, 0.05, 0.2]))
# Nose pads on their wires.
pad_at = np.array([1.32, -1.15, 1.55])
theta = np.linspace(-np.pi / 2, np.pi / 2, 7)[:, None]
pad = np.stack([0.16 * np.sin(theta) + 0 * circle, 0.52 * np.cos(theta) * np.cos(circle),
                0.3 * np.cos(theta) * np.sin(circle)], -1)
pad = grid(pad, PEARL, closed_u=True)
frame.append(pad.moved(rotation(y=30, z=14), pad_at))
wire = [lens_at + lens_turn @ [-RADIUS - 0.1, -0.55, -0.15], [1.2, -0.7, 1.0], pad_at + [0.1, 0, -0.1]]
frame.append(tube(spline(wire, 9), 0.07, 5, GOLD))
glasses = frame + [piece.mirrored() for piece in frame]
end = lens_at + [-RADIUS - 0.12, 0.5, 0.3]
bridge = spline([end * [-1, 1, 1], [-0.5, 0.78, 2.72], [0, 0.9, 2.82], [0.5, 0.78, 2.72], end], 17)
glasses.append(tube(bridge, 0.17 + 0.05 * np.cos(np.linspace(-np.pi, np.pi, 17)), 8, GOLD))

# Ambient light, baked; the head itself hides its part of the sky.
for part in parts + glasses:
    part.points = part.points / 100
theta, phi = np.linspace(-np.pi / 2, np.pi / 2, 13)[:, None], np.arange(24) * 2 * np.pi / 24
skull = grid(np.stack([7.5 * np.cos(theta) * np.sin(phi), 0.9 + 10.2 * np.sin(theta) + 0 * phi,
                       -7.3 + 8.6 * np.cos(theta) * np.cos(phi)], -1) / 100, closed_u=True)
solid = [part for part in parts + glasses if part.material != LENS]
for part, value in zip(solid, gltf.openness(solid, [skull], 160, 0.0016)):
    if part.colours is None:
        part.colours = np.ones((len(part.points), 3))
    part.colours = part.colours * (0.5 + 0.5 * np.clip(value * 1.1, 0, 1))[:, None]
root = model.node("PaperCrown")
for name, group in (("Crown", parts), ("Glasses", glasses)):
    joined = [join([p for p in group if p.material == m]) for m in sorted({p.material for p in group})]
    model.node(name, model.mesh(name, joined), root)
model.write(HERE.parents[1] / "paper-crown.glb")
