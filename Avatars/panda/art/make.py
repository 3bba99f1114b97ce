"""Makes panda.glb: a whole head that does what the wearer's face does, for puppets.

Run it with python3 and numpy. Lengths are centimetres until the end; the origin is between the wearer's eyes, y up, z to
the front. Morph targets have the names of blendshapes, which drive them.
"""

import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[3] / "Scripts"))
import gltf_writer as gltf  # noqa: E402
from gltf_writer import grid, hex_colour, join, lathe, rotation, tube  # noqa: E402

model = gltf.Model()
WHITE, CREAM, INK, GREY = map(hex_colour, ("#fffdf8", "#f1e7da", "#221d22", "#4a4148"))
BLUSH, PINK, DEEP, RED, GOLD = map(hex_colour, ("#ffb9b0", "#ef6f7d", "#5b1420", "#d8242c", "#f6c04a"))
FUR = model.material("fur", roughness=0.85)
GLOSS = model.material("gloss", roughness=0.12)
METAL = model.material("gold", GOLD, 1.0, 0.3)
parts = {"Head": [], "Jaw": [], "EyeLeft": [], "EyeRight": []}
EYE, MOUTH = np.array([4.5, 0.2, 3.4]), np.array([0, -6.6, 4.2])
HINGE = np.array([0, -4.5, -3.5])


def smooth(low, high, x):
    t = np.clip((x - low) / (high - low), 0, 1)
    return t * t * (3 - 2 * t)


def over(colour, paint, mask):
    return colour + (paint - colour) * mask[..., None]


def ellipsoid(centre, radii, rows, columns, turned=None):
    """Points from below to above, from the back round the right side and the front."""
    theta = np.linspace(-np.pi / 2, np.pi / 2, rows)[:, None]
    phi = np.linspace(-np.pi, np.pi, columns)
    way = np.stack([np.cos(theta) * np.sin(phi), np.sin(theta) + 0 * phi, np.cos(theta) * np.cos(phi)], -1)
    points = way * radii
    return (points if turned is None else points @ turned.T) + centre


def ball(centre, radii, colour, material=FUR, rows=13, columns=21, turned=None):
    return grid(ellipsoid(centre, radii, rows, columns, turned), material, colours=[*colour])


def mirrored(surface):
    """The same on the other side, moved by the other side's blendshapes."""
    other = surface.mirrored()
    other.morphs = {name.replace("Left", "Right"): moves for name, moves in other.morphs.items()}
    return other


def add_both(node, surface):
    parts[node].append(surface)
    parts[node.replace("Left", "Right")].append(mirrored(surface))


# The head: round, with full cheeks; eye patches, blush and shade are painted.
head = ellipsoid([0, 0, -6], [12.4, 11.4, 11.2], 33, 49)
cheek = np.exp(-((head[..., 1] + 4.6) / 4.2) ** 2)
head[..., 0] *= 1 + 0.1 * cheek
head[..., 1] -= 1.0


def on_head(p):
    x, y, z = abs(p[..., 0]), p[..., 1], p[..., 2]
    front = smooth(-6, -2, z)
    colour = over(np.zeros(p.shape) + WHITE, CREAM, 0.8 * smooth(-1, -10, y) + 0.5 * smooth(-6, -15, z))
    u, v = x - 4.9, y + 0.55
    turn = np.radians(-32)
    u, v = u * np.cos(turn) - v * np.sin(turn), u * np.sin(turn) + v * np.cos(turn)
    colour = over(colour, INK * 1.25, front * smooth(1.06, 0.94, np.hypot(u / 3.1, (v + 0.35) / 4.3)))
    colour = over(colour, BLUSH, 0.75 * front * smooth(1.3, 0.2, np.hypot((x - 8.2) / 3.2, (y + 5.6) / 2.3)))
    return colour, np.zeros(p.shape[:2])


material, uv = gltf.painted(model, "face", head, on_head, (768, 768))
skin = grid(head, material, uv=uv)
q = skin.points
for name, side in (("Left", 1), ("Right", -1)):
    near = np.exp(-(((q[:, 0] - side * 8.4) / 4.5) ** 2) - ((q[:, 1] + 5.5) / 4.2) ** 2 - ((q[:, 2] - 1) / 6) ** 2)
    skin.morphs["mouthSmile" + name] = near[:, None] * [side * 0.5, 0.9, 0.7]
puff = sum(np.exp(-(((q[:, 0] - s * 9) / 4.5) ** 2) - ((q[:, 1] + 5.5) / 4.5) ** 2) for s in (1, -1))
skin.morphs["cheekPuff"] = puff[:, None] * np.stack([0.16 * q[:, 0], 0 * q[:, 0], 1.2 + 0 * q[:, 0]], -1)
parts["Head"].append(skin)

# Eyes that look about, with lids.
TURNS = np.arange(20) * 2 * np.pi / 20
bands = np.array([1, 0.7, 0.52, 0.5, 0.42, 0.33, 0.31, 0.15, 0])
tones = [WHITE * 0.9, WHITE, WHITE, hex_colour("#3a1d0d"), hex_colour("#6b3a18"), hex_colour("#8a5022"), INK * 0.4,
         INK * 0.3, INK * 0.3]
angle = np.arcsin(bands)[:, None] * 1.45
eye = np.stack([np.sin(angle) * np.cos(TURNS), np.sin(angle) * np.sin(TURNS), np.cos(angle) + 0 * TURNS], -1) * 2.1
add_both("EyeLeft", grid(eye, GLOSS, closed_u=True, colours=np.array(tones)[:, None]))
glint = np.stack([0.38 * np.outer([1, 0], np.cos(TURNS)) + 0.62, 0.38 * np.outer([1, 0], np.sin(TURNS)) + 0.75,
                  np.repeat([[1.88], [2.0]], 20, 1)], -1)
parts["EyeLeft"].append(grid(glint, GLOSS, closed_u=True, colours=[*WHITE]))
parts["EyeRight"].append(grid(glint, GLOSS, closed_u=True, colours=[*WHITE]))


def lid(low, high, size=2.28):
    """A part of a shell about the eye, from one angle up to its free edge."""
    angle = np.radians(low + (high - low) * np.array([0, 0.25, 0.5, 0.75, 0.93, 1, 0.985]))[:, None]
    around = np.linspace(-1.62, 1.62, 19)
    radius = size * np.array([1, 1, 1, 1, 1.01, 0.99, 0.9])[:, None]
    return np.stack([radius * np.sin(around) + 0 * angle, radius * np.sin(angle) * np.cos(around),
                     radius * np.cos(angle) * np.cos(around)], -1)


opened, closed, wide = lid(100, 57), lid(100, -36), lid(104, 76)
upper = grid(opened[::-1], FUR, colours=[*INK],
             morphs={"eyeBlinkLeft": (closed - opened)[::-1], "eyeWideLeft": (wide - opened)[::-1]})
opened, squint = lid(-100, -55), lid(-100, -26)
lower = grid(opened, FUR, colours=[*INK], morphs={"eyeSquintLeft": squint - opened, "eyeBlinkLeft": (squint - opened) * 0.45})
for piece in (upper, lower):
    piece = piece.moved(rotation(y=10), EYE)
    parts["Head"] += [piece, mirrored(piece)]

# Brows: soft lines over the patches.
arc = np.linspace(-1, 1, 9)
brow = np.stack([4.6 + 1.9 * arc, 5.5 + 0.5 * (1 - arc**2) - 0.3 * arc], -1)
brow = np.c_[brow, -5.9 + 11.2 * np.sqrt(1 - (brow[:, 0] / 12.4) ** 2 - ((brow[:, 1] + 1) / 11.4) ** 2)]
brow = tube(brow, 0.42 * np.sqrt(1 - arc**2 * 0.92), 7, FUR, colours=[*GREY])
inner = smooth(6.4, 2.8, brow.points[:, :1])
brow.morphs = {"browInnerUp": inner * [0, 1.5, -0.75], "browOuterUpLeft": (1 - inner) * [0, 1.3, -0.8],
               "browDownLeft": (0.35 + inner) * [-0.35, -1.05, 0.4]}
parts["Head"] += [brow, mirrored(brow)]

# Ears.
tilt = rotation(z=-32, x=-8)
for piece in (ball([9.3, 9.2, -6.5], [4.1, 4.1, 2.1], INK, turned=tilt),
              ball([9.25, 9.15, -5.4], [2.5, 2.6, 1.3], GREY, turned=tilt)):
    parts["Head"] += [piece, piece.mirrored()]


# The muzzle, with the line below the nose; under it the jaw, which opens a mouth with a tongue.
def lips(surface, strength=1.0):
    """The morph targets of what lies about the mouth."""
    p = surface.points
    low = smooth(-3.6, -6.6, p[:, 1:2])
    for name, side in (("Left", 1), ("Right", -1)):
        corner = np.exp(-((p[:, :1] - side * 3.9) / 1.7) ** 2 - ((p[:, 1:2] + 6.6) / 1.6) ** 2) * strength
        surface.morphs["mouthSmile" + name] = corner * [side * 0.8, 1.15, -0.1]
        surface.morphs["mouthFrown" + name] = corner * [side * 0.1, -1.1, 0]
        surface.morphs["mouthUpperUp" + name] = corner * [0, 0.9, 0.1]
    surface.morphs["mouthPucker"] = low * strength * np.stack(
        [-0.35 * p[:, 0], 0 * p[:, 0], 0.9 * np.exp(-((p[:, 0] / 3) ** 2))], -1)
    surface.morphs["mouthLeft"] = low * strength * [0.9, 0, 0]
    surface.morphs["mouthRight"] = low * strength * [-0.9, 0, 0]
    return surface


muzzle = ellipsoid([0, -5.0, 3.3], [5.3, 3.7, 4.1], 21, 41)


def on_muzzle(p):
    x, y = abs(p[..., 0]), p[..., 1]
    colour = over(np.zeros(p.shape) + WHITE, CREAM, 0.7 * smooth(-4.5, -8.5, y))
    line = smooth(0.2, 0.1, x) * smooth(-3.6, -4.0, y) * smooth(-0.5, 0.5, p[..., 2])
    return over(colour, GREY, line), np.zeros(p.shape[:2])


material, uv = gltf.painted(model, "muzzle", muzzle, on_muzzle, (256, 256))
parts["Head"].append(lips(grid(muzzle, material, uv=uv)))
nose = ellipsoid([0, -2.9, 6.6], [1.75, 1.15, 1.2], 13, 21)
nose[..., 0] *= 0.82 + 0.22 * smooth(-4, -2.2, nose[..., 1])
sneer = grid(nose, GLOSS, colours=[*INK])
sneer.morphs = {"noseSneerLeft": np.zeros((len(sneer.points), 3)) + [0, 0.35, 0.1]}
parts["Head"].append(sneer)
jaw = ellipsoid([0, -7.4, 2.3], [4.1, 2.3, 3.7], 15, 31)
jaw[..., 1] = np.minimum(jaw[..., 1], -6.4)
parts["Jaw"].append(lips(grid(jaw, FUR, colours=over(np.zeros(jaw.shape) + WHITE * 0.97, DEEP, smooth(-6.7, -6.45, jaw[..., 1]))), 0.6))
tongue = ellipsoid([0, -6.5, 3.1], [2.3, 0.5, 2.5], 9, 17)
parts["Jaw"].append(grid(tongue, GLOSS, colours=[*PINK]))
throat = grid(ellipsoid([0, -6.2, 2.4], [3.6, 1.5, 3.2], 13, 21), FUR, colours=[*DEEP * 0.6])
parts["Head"].append(throat)
teeth = np.linspace(-0.62, 0.62, 2)
for x in teeth:
    parts["Head"].append(ball([x, -7.75, 5.1], [0.55, 0.75, 0.35], WHITE, GLOSS, 9, 13))

# The neck, and a collar with a bell.
parts["Head"].append(ball([0, -10.9, -5.5], [7.7, 3.1, 7.1], WHITE))
around = np.linspace(0, 2 * np.pi, 41)[:-1]
ring = np.stack([8.2 * np.sin(around), -11.3 - 0.9 * np.cos(around), -5.5 + 7.6 * np.cos(around)], -1)
parts["Head"].append(tube(ring, 0.95, 9, FUR, closed=True, colours=[*RED]))
profile = [[0.35, 1.55], [1.1, 1.25], [1.5, 0.35], [1.55, -0.1], [1.65, -0.25], [1.5, -0.5], [1.15, -1.15], [0.4, -1.5], [0, -1.55]]
bell = lathe(profile[::-1], 24, METAL).moved(by=np.array([0, -13.6, 2.6]))
parts["Head"] += [bell, ball([0, -14.3, 3.9], [0.35, 0.35, 0.25], INK, GLOSS, 7, 11)]

# The jaw turns about its hinge, and the throat opens behind it.
turn = rotation(x=17)
for surface in parts["Jaw"]:
    surface.morphs["jawOpen"] = (surface.points - HINGE) @ turn.T + HINGE - surface.points
    surface.morphs["jawLeft"] = np.zeros((len(surface.points), 3)) + [0.8, 0, 0]
    surface.morphs["jawRight"] = np.zeros((len(surface.points), 3)) + [-0.8, 0, 0]
below = smooth(-5.6, -7.4, throat.points[:, 1:2])
throat.morphs["jawOpen"] = below * [0, -2.1, -0.2]

# Metres; ambient light, baked.
everything = [surface for group in parts.values() for surface in group]
for name in ("EyeLeft", "EyeRight"):
    at = EYE * [1 if name == "EyeLeft" else -1, 1, 1]
    parts[name] = [surface.moved(by=at) for surface in parts[name]]
everything = [surface for group in parts.values() for surface in group]
for surface in everything:
    surface.points, surface.morphs = surface.points / 100, {name: d / 100 for name, d in surface.morphs.items()}
    if surface.colours is None:
        surface.colours = np.ones((len(surface.points), 3))
for surface, value in zip(everything, gltf.openness(everything, directions=160, cell=0.0028)):
    value = np.maximum(value, 0.35) if surface.material == GLOSS else value
    surface.colours[:, :3] *= (0.5 + 0.5 * np.clip(value * 1.2, 0, 1))[:, None]

panda = model.node("Panda")
for name, surfaces in parts.items():
    origin = EYE * [1 if name == "EyeLeft" else -1, 1, 1] / 100 if name.startswith("Eye") else np.zeros(3)
    node = model.node(name, parent=panda, translation=origin)
    # What has the same morph targets is one mesh, so that none holds targets that move nothing of it.
    for number, names in enumerate(sorted({tuple(sorted(surface.morphs)) for surface in surfaces})):
        group = [s.moved(by=-origin) for s in surfaces if tuple(sorted(s.morphs)) == names]
        joined = [join([s for s in group if s.material == m]) for m in sorted({s.material for s in group})]
        model.node(f"{name}Mesh{number}", model.mesh(f"{name}{number}", joined), node)
model.write(HERE.parents[1] / "panda.glb")
