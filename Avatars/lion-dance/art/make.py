"""Makes lion-dance.glb: the head of a southern lion, as a dancer wears it, with the wearer's face in its mouth.

Run it with python3 and numpy. Lengths are centimetres until the end: see shapes.py.
"""

import pathlib
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve()
sys.path.insert(0, str(HERE.parents[3] / "Scripts"))
import gltf_writer as gltf  # noqa: E402
import paint  # noqa: E402
import shapes  # noqa: E402
from gltf_writer import grid, hex_colour, join, lathe, rotation, spline, tube  # noqa: E402
from paint import BLACK, DARK, DEEP, GREEN, ORANGE, RED, TEAL, WHITE, YELLOW  # noqa: E402
from shapes import EYE, head, on_head, smooth, symmetric, unit  # noqa: E402

random = np.random.default_rng(8)
model = gltf.Model()
parts = {"Head": [], "Jaw": [], "EarLeft": [], "EarRight": [], "SpringLeft": [], "SpringRight": []}
SHINY_RED = hex_colour("#ff5a4a")
GOLD = model.material("gold", hex_colour("#f9c24c"), 1.0, 0.28)
SILVER = model.material("mirror", (0.93, 0.95, 0.97), 1.0, 0.08)
GLOSS = model.material("lacquer", roughness=0.16)
CLOTH = model.material("cloth", roughness=0.75, double=True)
FUR = model.material("fur", roughness=0.9, alpha="MASK", double=True, texture=model.texture(paint.fur(random)))
CIRCLE = np.arange(24) * 2 * np.pi / 24


def add(node, *surfaces, both=False):
    parts[node] += [*surfaces] + ([surface.mirrored() for surface in surfaces] if both else [])


def fur(path, grow, lie, length, layers, root=WHITE * 0.9, tip=(1, 1, 0.98), **more):
    return join(shapes.fur(path, grow, lie, length, layers, root, tip, FUR, random, **more))


def pompom(centre, radius, colour, tips):
    return join(shapes.pompom(centre, radius, colour, tips, FUR, random))


def ring(x, y, z, thick, sides=5):
    """A golden ring, an ellipse about z."""
    return tube(np.stack([x * np.cos(CIRCLE), y * np.sin(CIRCLE), z + 0 * CIRCLE], -1), thick, sides, GOLD, closed=True)


# The upper head: rows from its edge to its top, columns round it from the back over the front, closer there.
s = np.linspace(-1, 1, 49)
ANGLES = np.pi * (0.62 * s + 0.38 * s**3)
skin = head(ANGLES, np.array([0, 0.025, *np.linspace(0.06, 1, 20)])[:, None])
skin_paint, skin_uv = gltf.painted(model, "paint", skin, paint.on_head, (1024, 768))
add("Head", grid(skin, skin_paint, uv=skin_uv))
edge = skin[0]
inside = edge * [0.5, 1, 0] + np.stack([0 * s, 1.5 + 0 * s, -9 + 9.5 * np.exp(-((ANGLES / 0.85) ** 4))], -1)
lining = shapes.rows_to([inside, edge * 0.4 + inside * 0.6 + [0, 0.9, 0], edge * 0.93 + inside * 0.07 + [0, 0.1, 0],
                         edge], 6)
add("Head", grid(lining[:, ::-1], CLOTH, colours=DARK + (DEEP - DARK) * np.linspace(0, 1, 6)[:, None, None] ** 2))
add("Head", tube(edge[:-1] + (edge[:-1] - [0, 6, -5]) * 0.012, 0.3, 4, GOLD, closed=True))
mouth = slice(10, 39)
add("Head", fur(head(ANGLES, 0.115)[mouth] - [0, 0.1, 0], unit(edge - [0, 5.5, -5])[mouth] * 0.9 + [0, 0.5, 0],
                [0, -0.25, 0.6], 1.5, 2, gap=0.2, rows=3))
for side in (1, -1):  # The flaps beside the face: fur that is swept back.
    flap = head(np.radians(np.linspace(50, 104, 13)) * side, 0.035)[::side]
    add("Head", fur(flap, [side * 0.9, -0.35, -0.1], [side * 0.45, 0, 0.6], 3.4, 3))
a = np.radians(np.linspace(-118, 118, 25))
mane = np.stack([10.4 * np.sin(a), 6.2 + 13.0 * np.cos(a), -8 - 1.5 * np.cos(a)], -1)
add("Head", fur(mane, mane - [0, 4, -5.5], [0, 0, 1], 5.8, 4, ORANGE, hex_colour("#ffd84a"), jitter=0.28, bend=-0.35, gap=0.5,
                lock=3.4))
add("Head", fur(mane * [0.98, 0.98, 1] + [0, 0.1, 1.8], mane - [0, 4, -8.5], [0, 0, 1], 2.4, 2, bend=-0.2, rows=3))

# Eyes: flat domes with lids, in golden rings.
eye_at, _ = on_head(*EYE, lift=0.15)
eye_turn = rotation(x=-8, y=17)


def disc(radii, z, x=0.0, y=0.0, turns=np.arange(18) * 2 * np.pi / 18):
    """Rings from outside to inside, as seen from the front."""
    radii, z = np.asarray(radii)[:, None], np.reshape(z, (-1, 1))
    return np.stack(np.broadcast_arrays(x + radii * np.cos(turns), y + radii * np.sin(turns), z), -1)


def lid(low, high, thick):
    """A lid from an angle at its hidden rim to one at its free edge, which is rolled back."""
    angle = np.radians(low + (high - low) * np.array([0, 0.3, 0.6, 0.85, 0.97, 1.0, 0.99]))[:, None]
    around = np.linspace(-1.5, 1.5, 15)
    lift = np.array([0.27, 0.64, 0.91, 1.02, 0.95, 0.55, 0])[:, None] * thick
    return np.stack([3.1 * np.cos(angle) * np.sin(around), 3.1 * np.sin(angle) + 0 * around,
                     1.78 * np.cos(angle) * np.cos(around) + lift], -1)


bands = np.array([1, 0.85, 0.62, 0.6, 0.56, 0.54, 0.46, 0.44, 0.26, 0.24, 0])
tones = [WHITE * 0.8, WHITE, WHITE, BLACK, BLACK, YELLOW, YELLOW, ORANGE, hex_colour("#7a1206"), BLACK, BLACK]
ball = grid(disc(bands * 3.05, 1.75 * np.sqrt(1 - bands**2)), GLOSS, closed_u=True, colours=np.array(tones)[:, None])
glint = grid(disc([0.42, 0], 1.72, -0.75, 0.8), GLOSS, closed_u=True, colours=[*WHITE])
opened, closed = (lid(78, high, 0.55) for high in (34, -36))
trim = [YELLOW, YELLOW, BLACK, BLACK]
upper = grid(opened[::-1], GLOSS, colours=np.array([GREEN * 0.8, GREEN, GREEN, *trim])[::-1, None],
             morphs={"lidLeft": (closed - opened)[::-1]})
lower = grid(lid(-80, -38, 0.7), GLOSS, colours=np.array([RED * 0.8, RED, RED, *trim])[:, None])
for piece in (ball, glint, upper, lower, ring(3.5, 3.45, 0.4, 0.36)):
    add("Head", piece.moved(eye_turn, eye_at), both=True)
# Brows of fur over the eyes, which rise and fall with the wearer's.
a = np.radians(np.linspace(158, 10, 13))
arc = np.stack([4.0 * np.cos(a), 3.9 * np.sin(a) + 0.5, 0.75 + 0 * a], -1) @ eye_turn.T + eye_at
brow = fur(arc, np.stack([0.45 * np.cos(a) + 0.35, np.sin(a) * 0.9 + 0.1, 0.45 + 0 * a], -1) @ eye_turn.T,
           [0.1, -0.35, 0.8], 2.5, 3, bend=0.3, gap=0.28)
inner = smooth(eye_at[0] + 2, eye_at[0] - 3.5, brow.points[:, :1])
brow.morphs = {"browInnerUp": inner * [0, 1.6, 0.2], "browDownLeft": (0.4 + inner) * [-0.2, -1.0, 0.35]}
add("Head", brow, both=True)

# Nose, with coils of gold about its nostrils.
nose_at, _ = on_head(0, 6.2)
nose = [((0, 0.25, 0.2), (1.7, 1.15, 1.5), 1.9), ((0, 1.2, -0.5), (1.0, 1.2, 1.0), 1.2),
        *(((side * 1.5, -0.25, 0.1), (1.05, 0.95, 1.05), 1.7) for side in (1, -1))]
add("Head", grid(shapes.lobes(nose_at, nose, 11, 20), GLOSS, closed_u=True, colours=[*hex_colour("#e8202a")]))
fine = shapes.lobes(nose_at, nose, 90, 180)[:, :45].reshape(-1, 3)
turns = np.linspace(0, 4.6, 13)
coil = np.stack([np.cos(turns + 2.2), np.sin(turns + 2.2)], -1) * (0.95 - 0.15 * turns)[:, None]
coil += nose_at[:2] + [1.5, -0.1]
near = (((coil[:, None] - fine[:, :2]) ** 2).sum(-1) - 1e-3 * fine[:, 2]).argmin(1)
depth = np.convolve(np.pad(fine[near, 2], 1, "edge"), [0.25, 0.5, 0.25], "valid") + 0.08
add("Head", tube(np.c_[coil, depth], np.linspace(0.24, 0.14, 13), 5, GOLD), both=True)

# Forehead: the mirror that keeps spirits away, petals about it, the horn.
mirror_at, normal = on_head(0, 15.2, 0.2)
mirror_turn = rotation(x=-np.degrees(np.arctan2(normal[1], normal[2])) * 0.8)
mirror = lathe([[1.95, -0.2], [1.9, 0.22], [1.5, 0.34], [0.8, 0.42], [0.0, 0.45]], 22, SILVER).moved(rotation(x=90))
u, v = np.meshgrid(np.linspace(-1, 1, 3), np.linspace(0, 1, 5))
petal = np.stack([u * 0.62 * np.sin(np.pi * (0.18 + 0.82 * v)) ** 0.8, 2.2 + 1.35 * v,
                  0.25 + 0.25 * (1 - u**2) + 0.4 * v - 0.5 * v**2], -1)
petals = [grid(petal, GLOSS if k % 2 else GOLD, colours=[*(RED if k % 2 else np.ones(3))]).moved(rotation(z=k * 30))
          for k in range(12)]
add("Head", *(piece.moved(mirror_turn, mirror_at) for piece in (mirror, ring(2.1, 2.1, 0.25, 0.34), *petals)))
horn = spline([[0, 17.4, 0.2], [0, 20.2, 0.6], [0, 22.8, 0.3], [0, 24.8, -1.2], [0, 25.6, -3.2]], 25)
steps = np.linspace(0, 1, 25)
wave = np.cos(steps * 2 * np.pi * 6)
thick = (2.3 * (1 - steps) ** 0.75 + 0.45) * (1 + 0.13 * wave * (1 - steps))
add("Head", tube(horn, thick, 9, GLOSS, colours=np.where(wave[:, None] > 0.2, GREEN, TEAL * 0.8)))
_, across, binormal = gltf.frames(horn)
for k in (1, 8, 16, 22):
    hoop = np.cos(CIRCLE[::2, None]) * across[k] + np.sin(CIRCLE[::2, None]) * binormal[k]
    add("Head", tube(horn[k] + (thick[k] + 0.02) * hoop, 0.26 - 0.003 * k, 4, GOLD, closed=True))
add("Head", pompom(horn[-1], 1.8, RED, SHINY_RED))
foot = np.linspace(0, 2 * np.pi, 13)
foot = np.stack([2.6 * np.cos(foot), 17.9 + 0.3 * np.sin(foot), 0.1 - 2.3 * np.sin(foot)], -1)
add("Head", fur(foot, foot - [0, 17.2, 0], [0, 0.6, 0.4], 1.5, 2, rows=3, gap=0.2))

# Teeth of the upper jaw; pompoms and golden bosses at the mouth's corners.
for a in np.radians(np.linspace(-37, 37, 9)):
    at = head(a, 0.0) - [np.sin(a) * 0.55, 0.1, np.cos(a) * 0.55]
    add("Head", shapes.tooth([0.62, 0.85, 0.35], GLOSS, WHITE).moved(rotation(y=np.degrees(a)), at))
root = head(np.radians(47), 0.0) - [0.5, -0.2, 0.5]
fang = spline([root, root + [0, -1.5, 0.35], root + [-0.25, -2.9, 0.2]], 9)
add("Head", tube(fang, 0.62 * (1 - np.linspace(0, 1, 9) ** 1.7) + 0.02, 10, GLOSS, colours=[*WHITE]), both=True)
for side in (1, -1):
    add("Head", pompom(on_head(side * 8.9, 3.2, 0.9)[0], 1.6, RED, SHINY_RED))
boss = lathe([[1.5, -0.1], [1.45, 0.25], [1.1, 0.32], [1.0, 0.2], [0.75, 0.22], [0.6, 0.6], [0, 0.75]], 12, GOLD)
add("Head", boss.moved(rotation(y=72) @ rotation(x=90), [10.35, -5.9, -4.2]), both=True)

# The lower jaw: rows from behind it, over its wall and lip, to the mouth's floor.
N = 27
lip = symmetric([(0, -11.7, 5.2), (3.4, -11.5, 4.7), (6.7, -10.4, 2.9), (9.0, -8.3, 0.3), (10.2, -5.6, -3.2)], N)
out = unit(lip - [0, -9, -4])
behind, under, wall, floor, deep = (symmetric(points, N) for points in (
    [(0, -14.4, -2), (2.8, -14.2, -2.4), (5.2, -13.0, -3.6), (7.2, -10.8, -5.0), (8.6, -8.4, -7)],
    [(0, -15.4, 2.8), (3.2, -15.1, 2.2), (6.0, -13.7, 0.4), (8.0, -11.2, -2.2), (9.2, -8.2, -5.6)],
    [(0, -14.2, 5.2), (3.6, -13.9, 4.6), (6.9, -12.4, 2.6), (9.0, -9.8, -0.4), (9.9, -6.9, -4.2)],
    [(0, -12.9, 1.5), (3, -12.7, 1.0), (5.4, -11.4, -0.8), (7.4, -9.2, -3.2), (8.9, -6.6, -5.5)],
    [(0, -11.8, -3.5), (2.5, -11.4, -4), (4.4, -10.2, -5), (6.0, -8.4, -6.5), (7.4, -6.2, -8)]))
jaw = shapes.rows_to([behind, under, wall, lip + out * 0.75 - [0, 0.5, 0], lip + [0, 0.25, 0],
                      lip - out * 0.7 - [0, 0.2, 0], floor, deep], 16)
jaw_paint, jaw_uv = gltf.painted(model, "jaw", jaw, paint.on_jaw, (512, 256))
rim = lip + out * 0.85
add("Jaw", grid(jaw, jaw_paint, uv=jaw_uv), tube(rim - [0, 0.45, 0], 0.27, 5, GOLD))
add("Jaw", fur(rim[3:-3] - [0, 0.75, 0], out[3:-3] * 0.6 + [0, -0.9, 0], out[3:-3] + [0, 0.5, 0], 1.9, 2, rows=3,
               gap=0.15))
beard = symmetric([(0, -15.1, 4.9), (3.4, -14.7, 4.2), (6.6, -13.2, 2.0), (8.8, -10.4, 0.2)], 18)
for shift, size in ((-1.6, 6.8), (0, 4.8)):
    add("Jaw", fur(beard + [0, 0.3, shift], beard * [0.03, 0, 0] + [0, -1, 0.18],
                   unit(beard - [0, -9, -4]) * [1, 0.2, 1] + [0, 0, 0.4], size, 3, jitter=0.2, bend=0.12, lock=3.6))
for k in (6, 8, 10, 16, 18, 20):
    facing = rotation(y=np.degrees(np.arctan2(out[k, 0], out[k, 2])))
    add("Jaw", shapes.tooth([0.55, 0.75, 0.35], GLOSS, WHITE).moved(facing, lip[k] - out[k] * 0.3 + [0, 0.3, 0]))
# The tongue: over the lip and down, grooved, with a golden hem.
spine = [(0, -12.5, 2.2), (0, -11.1, 4.6), (0, -10.8, 6.2), (0, -12.1, 7.5), (0, -14.2, 7.9), (0, -16.2, 8.6)]
spine = spline(spine, 13)
across, along = np.linspace(-1, 1, 7), np.linspace(0, 1, 13)
half = 2.7 * np.sqrt(np.clip(1 - np.clip((along - 0.55) / 0.45, 0, 1) ** 2.4, 0, 1)) + 0.02
upward = np.cross([1.0, 0, 0], gltf.frames(spine)[0]) * -1
arch = (0.45 * abs(across) ** 0.7 - 0.5 * across**4)[:, None] * np.minimum(half, 1)[:, None, None]
tongue = spine[:, None] + across[:, None] * half[:, None, None] * [1, 0, 0] + upward[:, None] * arch
pink = hex_colour("#e33b50")
pink = pink + (hex_colour("#a5122c") - pink) * np.exp(-((across / 0.13) ** 2))[:, None] * np.ones((13, 1, 1))
belly = tongue - upward[:, None] * 0.45 * np.sqrt(1 - across[:, None] ** 2)
add("Jaw", grid(tongue[:, ::-1], GLOSS, colours=pink), grid(belly, GLOSS, colours=pink * 0.8),
    tube(np.concatenate([tongue[3:, 0], tongue[:2:-1, -1]]), 0.17, 5, GOLD))

# Ears: leaves with fur, hinged at their roots; pompoms on springs.
u, v = np.meshgrid(np.linspace(-1, 1, 7), np.linspace(0, 1, 8))
leaf = np.stack([u * 2.3 * np.sin(np.pi * (0.13 + 0.87 * v)) ** 0.75, 6.4 * v,
                 0.9 * u**2 * (1 - v) - 0.5 + 1.2 * v**2], -1)
hem = np.concatenate([leaf[:, 0], leaf[::-1, -1]])
ear = [grid(leaf, CLOTH, colours=np.where((abs(u) < 0.62 - 0.35 * v)[..., None], ORANGE, RED)),
       grid(leaf[:, ::-1] - [0, 0, 0.2], CLOTH, colours=[*DEEP]), tube(hem, 0.2, 5, GOLD),
       fur(hem, np.repeat([[-1, 0.5, 0.0], [1, 0.5, 0.0]], 8, 0), [0, 0, 1.0], 1.8, 2, rows=3, bend=0.1, gap=0.15)]
hinges = {"EarLeft": np.array([10.2, 13.4, -1.5]), "SpringLeft": np.array([5.0, 17.0, 0.2])}
add("EarLeft", *(piece.moved(rotation(z=-58, y=-14, x=12), hinges["EarLeft"]) for piece in ear))
t = np.linspace(0, 1, 34)
coil = np.stack([2.2 * t + 0.34 * np.cos(t * 30), 4.4 * t, 0.8 * t + 0.34 * np.sin(t * 30)], -1) + hinges["SpringLeft"]
add("SpringLeft", tube(coil, 0.12, 3, GOLD), pompom(coil[-1] + [0, 0.9, 0], 1.8, hex_colour("#ffb02e"), hex_colour("#ffe45c")))
for name in ("Ear", "Spring"):
    add(name + "Right", *(piece.mirrored() for piece in parts[name + "Left"]))
    hinges[name + "Right"] = hinges[name + "Left"] * [-1, 1, 1]

# Metres; ambient light, baked: what lies in a fold or under fur is darker.
for surface in (surface for group in parts.values() for surface in group):
    surface.points, surface.morphs = surface.points / 100, {name: d / 100 for name, d in surface.morphs.items()}
    if surface.colours is None:
        surface.colours = np.ones((len(surface.points), 3))
everything = [surface for group in parts.values() for surface in group]
solid, furs = ([s for s in everything if (s.material == FUR) == is_fur] for is_fur in (False, True))
for surface, value in zip(solid, gltf.openness(solid, directions=160, cell=0.0024)):
    surface.colours[:, :3] *= (0.45 + 0.55 * np.clip(value * 1.15, 0, 1))[:, None]
for surface, value in zip(furs, gltf.openness(furs, solid, directions=64, cell=0.0024)):
    surface.colours[:, :3] *= (0.92 + 0.08 * value)[:, None]

# The wearer's jaw turns the lion's about its hinge.
hinge, turn = np.array([0, -0.03, -0.06]), rotation(x=19)
for surface in parts["Jaw"]:
    surface.morphs["jawOpen"] = (surface.points - hinge) @ turn.T + hinge - surface.points

lion = model.node("Lion")
nodes = {}
for name, surfaces in parts.items():
    origin = hinges.get(name, np.zeros(3)) / 100
    nodes[name] = model.node(name, parent=lion, translation=origin)
    for kind, moves in (("", False), ("Moving", True)):
        group = [s.moved(by=-origin) for s in surfaces if bool(s.morphs) == moves]
        joined = [join([s for s in group if s.material == m]) for m in sorted({s.material for s in group})]
        if joined:
            model.node(name + kind + "Mesh", model.mesh(name + kind, joined), nodes[name])

# Three seconds of life: ears twitch, pompoms swing on their springs.
times = np.linspace(0, 3, 25)
model.animation("Idle", [
    (nodes[name], "rotation", times, [gltf.quaternion((0, 0, 1), degrees * np.sin(2 * np.pi * speed * t / 3 + phase))
                                      for t in times], "LINEAR")
    for name, degrees, speed, phase in (("SpringLeft", 7, 3, 0), ("SpringRight", 7, 3, 2.4), ("EarLeft", 3, 2, 0.5),
                                        ("EarRight", 3, 2, 3.3))])
model.write(HERE.parents[1] / "lion-dance.glb")
