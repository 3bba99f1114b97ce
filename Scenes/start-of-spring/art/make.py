#!/usr/bin/env python3
"""Makes pavilion.glb: a paper pavilion on a snowy hill, which folds up from the card like a page of a pop-up book.

Millimetres, x right, y out of the print, z to the card's lower edge: an item stands it up by "rotation": {"x": 90}. The
pavilion itself leans back by 38 degrees, so that its front is seen on a card held to the camera too.
"""

import numpy as np

import paper as P
from paper import G, box, placed, sheet

HERE = P.pathlib.Path(__file__).resolve().parent
SNOW, ICE, TEAL, BLUE, RED, DEEP, GOLD, CREAM, STONE, WOOD, LEAF = map(G.hex_colour, (
    "#f7fcfd", "#cfe8f1", "#3f93ab", "#2a6482", "#c8302c", "#8f1d22", "#f0b62f", "#fbf1d6", "#dfe6e4", "#7a3a22",
    "#a8c54a"))
LEAN, TIMES = 38, np.arange(0, 2.61, 0.05)

model = G.Model()
drawing = P.Drawing


# Textures

def tiles():
    """Round roof tiles: 4 ribs across, rows that overlap; the length of a slope is 1 high."""
    d = drawing(128, 256, "#2f7390")
    for i in range(4):
        across = (d.x - i * 32 - 16) / 16
        d.fill(abs(across) * 16 - 11, "#4b9ab3")
        d.fill(abs(across + 0.25) * 16 - 3, "#8cc9d8", 0.85)
        d.line(abs(d.x - i * 32 - 16) - 11.5, 2.2, P.INK, 0.9)
    for row in range(9):
        for i in range(4):
            down = d.y - row * 30 - 14 + 8 * np.sqrt(np.clip(1 - ((d.x - i * 32 - 16) / 12) ** 2, 0, 1)) - 8
            d.fill(np.maximum(abs(d.x - i * 32 - 16) - 11, abs(down) - 1.1), P.INK, 0.75)
    for i in range(4):
        d.fill(d.disc(i * 32 + 16, 243, 12.5), P.INK).fill(d.disc(i * 32 + 16, 243, 10.5), GOLD)
        d.line(d.disc(i * 32 + 16, 243, 5.5), 1.8, DEEP).fill(d.disc(i * 32 + 16, 243, 2), DEEP)
    return d.bytes()


def lattice():
    """A window's lattice, cut out of red paper: a square within a frame, joined by bars."""
    d = drawing(96, 96, (0.6, 0.13, 0.12, 0))
    bar = lambda a, b: d.fill(d.segment(a, b) - 2.6, DEEP)
    for i in (0, 96):
        bar((i, 0), (i, 96))
        bar((0, i), (96, i))
    for k in (24, 72):
        bar((24, k), (72, k))
        bar((k, 24), (k, 72))
    for a, b in (((48, 0), (48, 24)), ((48, 72), (48, 96)), ((0, 48), (24, 48)), ((72, 48), (96, 48)),
                 ((0, 24), (24, 24)), ((72, 24), (96, 24)), ((0, 72), (24, 72)), ((72, 72), (96, 72)),
                 ((24, 0), (24, 24)), ((72, 0), (72, 24)), ((24, 72), (24, 96)), ((72, 72), (72, 96)),
                 ((48, 36), (60, 48)), ((60, 48), (48, 60)), ((48, 60), (36, 48)), ((36, 48), (48, 36))):
        bar(a, b)
    d.pixels[..., :3] = DEEP
    return d.bytes(4)


def beam():
    """A painted beam: clouds in white and gold on blue and green, red between them."""
    d = drawing(256, 48, "#1f5f86")
    d.fill(abs(d.x - 128) - 44, RED)
    for side in (1, -1):
        d.fill(abs((d.x - 128) * side - 62) * 0.8 + abs(d.y - 24) * 0.5 - 18, "#3f8f6b")
        d.line(abs((d.x - 128) * side - 62) * 0.8 + abs(d.y - 24) * 0.5 - 18, 2.4, GOLD)
        for k in (92, 112):
            for r, c in ((11, "#8cc9d8"), (7.5, "#f7fcfd"), (4, "#c8302c")):
                d.fill(d.disc(128 + side * k, 24, r), c)
            d.line(d.disc(128 + side * k, 24, 11), 1.6, P.INK)
    for k in range(8):
        turn = k * np.pi / 4
        d.fill(d.disc(128 + 9 * np.cos(turn), 24 + 9 * np.sin(turn), 5), GOLD)
    d.fill(d.disc(128, 24, 5), CREAM)
    d.fill(abs(abs(d.x - 128) - 28) - 1.5, GOLD)
    d.fill(22 - abs(d.y - 24) - 1.2, GOLD).fill(23.4 - abs(d.y - 24), P.INK)
    return d.bytes()


def lantern_paper():
    """Lantern paper: ribs, and a light that shines through the middle."""
    d = drawing(64, 64, "#d8342c")
    glow = np.exp(-((d.y - 32) / 17) ** 2)
    d.fill(0 * d.x - 9, "#ff9a3c", 0.75 * glow)
    for k in range(8):
        d.line(d.x - k * 8 - 4, 1.1, DEEP, 0.55)
    for y in (4, 60):
        d.fill(abs(d.y - y) - 4.5, GOLD)
    return d.bytes()


seal = P.printed(HERE.parent / "card.png", (-36.2, 21.6), (-30.0, 32.8), 9)
texture = {"fibre": model.texture(P.fibre()), "tiles": model.texture(tiles()), "lattice": model.texture(lattice()),
           "beam": model.texture(beam()), "lantern": model.texture(lantern_paper()),
           "seal": model.texture(seal, "clamp")}
PAPER = model.material("paper", texture=texture["fibre"], roughness=0.92)
TILES = model.material("tiles", texture=texture["tiles"], roughness=0.8)
LATTICE = model.material("lattice", texture=texture["lattice"], roughness=0.9, alpha="MASK", double=True)
BEAM = model.material("beam", texture=texture["beam"], roughness=0.85)
LANTERN = model.material("lantern", texture=texture["lantern"], roughness=0.7, emissive=(0.45, 0.12, 0.06))
SEAL = model.material("seal", texture=texture["seal"], roughness=0.9)
GLOW = model.material("lit paper", G.hex_colour("#ffdf8c"), roughness=0.9, emissive=(0.62, 0.42, 0.16))
FOIL = model.material("gold foil", G.hex_colour("#ffcf5a"), metallic=1.0, roughness=0.34)
assert PAPER == 0


# Parts

def tube(path, radius, sides, tone, material=PAPER):
    part = G.tube(np.asarray(path, float), radius, sides, material, colours=np.asarray(tone, float))
    part.uv = part.points[:, :2] * P.TILE
    return part


def lathe(profile, sides, tone, material=PAPER):
    part = G.lathe(profile, sides, material, colours=np.broadcast_to(tone, (len(profile), 3)))
    part.uv = part.points[:, :2] * P.TILE
    return part


def column(x, z, y0, y1, radius=0.75):
    """A red column on a stone foot, with gold bands; darker to its top, where the eaves keep off the light."""
    heights = np.array([y0, y0 + 0.55, y0 + 0.55, y0 + 1.0, y0 + 1.0, y1])
    radii = np.array([1.5, 1.3, 1.15, 1.0, 1, 1]) * radius
    return lathe(np.c_[radii, heights], 7, [STONE, STONE, GOLD, GOLD, RED * 1.02, DEEP * 0.75]).moved(by=(x, 0, z))


def slope(top, eave, y_top, y_eave, lift, flare, snow):
    """A roof's front slope from its upper edge (half width, z) to its eave, curved, with upturned corners.

    Returned about its hinge, the middle of its upper edge: tiles above, rafters below, the light edge, snow on top."""
    s, u = np.linspace(0, 1, 6)[:, None], np.linspace(-1, 1, 17)[None, :]

    def at(s, u, over=0.0):
        corner = abs(u) ** 4 * s ** 2.2
        x = u * (top[0] + (eave[0] - top[0]) * s + flare * corner)
        z = top[1] + (eave[1] - top[1]) * s + flare * corner + 0 * u
        y = y_top + (y_eave - y_top) * (1 - (1 - s) ** 1.75) + lift * corner + over + 0 * u
        return np.stack([x, y - y_top, z - top[1]], -1)

    def face(points, material, tone, uv):
        return G.grid(points[::-1], material, colours=tone[::-1], uv=uv[::-1])

    upper, below = at(s, u), at(s[::5], u, -0.55)
    shade = (0.72 + 0.28 * s ** 0.7) * (0.94 + 0.06 * abs(u))
    part = face(upper, TILES, np.repeat(shade[..., None], 3, 2), np.stack([upper[..., 0] / 6.4 + 0.125, s + 0 * u], -1))
    rafters = np.where((np.arange(17) % 2)[None, :, None] == 1, GOLD * 0.55, RED * 0.55) * (0.7 + 0.3 * s[::5, :, None])
    under = G.grid(below, PAPER, colours=rafters, uv=below[..., [0, 2]] * P.TILE)
    edge = P.rim(below[-1], upper[-1], "#d9eef2", PAPER, closed=False)
    # Snow: a thicker sheet with a wavy lower edge.
    low = snow * (0.8 + 0.24 * np.sin(u * 6.2 + top[0]) + 0.1 * np.sin(u * 11 + 1)) + 0.28 * abs(u) ** 3
    rows = np.linspace(0, 1, 3)[:, None] * low
    cover = at(rows, u * np.ones_like(rows), 0.5)
    tone = np.broadcast_to(SNOW * np.linspace(0.88, 1, 3)[:, None, None], cover.shape)
    return [part, under, edge, face(cover, PAPER, tone, cover[..., [0, 2]] * P.TILE),
            P.rim(at(low, u, 0.05)[0], cover[-1], "#8fc3da", PAPER, closed=False)]


def hip(top, eave, y_top, y_eave, lift, flare):
    """The ridge along the right edge of a front slope, from its top to the upturned corner, which curls on."""
    s = np.linspace(0, 1, 7)
    corner = s ** 2.2
    path = np.c_[top[0] + (eave[0] - top[0]) * s + flare * corner,
                 y_top + (y_eave - y_top) * (1 - (1 - s) ** 1.75) + lift * corner + 0.35,
                 top[1] + (eave[1] - top[1]) * s + flare * corner]
    out = (path[-1] - path[-3]) / 2
    path = np.concatenate([path, [path[-1] + out * 0.6 + (0, 0.5, 0), path[-1] + out * 0.9 + (0, 1.5, 0)]])
    radii = np.r_[np.linspace(0.55, 0.5, 7), 0.42, 0.16]
    return tube(path - (0, y_top, top[1]), radii, 5, np.r_[np.tile(BLUE * 0.8, (7, 1)), [GOLD, GOLD]])


def bracket(size=1.0):
    """A bracket under the eaves: three blocks, each wider than the one below."""
    half = np.array([(0.3, 0), (0.45, 0.55), (0.85, 0.55), (0.95, 1.1), (1.3, 1.1), (1.3, 1.7)])
    return placed(sheet(np.r_[half, half[::-1] * (-1, 1)], 0.9, TEAL * 0.8, "#d9f0ec", back=False), np.eye(3) * size)


def around(parts, half, count_x, count_z, y):
    """Copies along a rectangle's front and sides, each with its front outside."""
    out = []
    for turn, width, depth, count in ((0, half[0], half[1], count_x),
                                      (90, half[1], half[0], count_z), (-90, half[1], half[0], count_z)):
        for x in np.linspace(-width, width, count):
            out += placed(placed(parts, by=(x, y, depth)), G.rotation(y=turn))
    return out


def panel(width, y0, y1, z, material, tone=(1, 1, 1), repeat=(1, 1)):
    points = np.array([[-width, y0, z], [width, y0, z], [width, y1, z], [-width, y1, z]])
    uv = np.array([[0, repeat[1]], [repeat[0], repeat[1]], [repeat[0], 0], [0, 0]])
    return G.Surface(points, [[0, 1, 2], [0, 2, 3]], material, np.tile([0, 0, 1.0], (4, 1)), uv, np.array(tone, float))


def rectangle(x0, y0, x1, y1):
    return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], float)


def wall(width, y0, y1, windows, sill, door=0.0):
    """A storey's wall towards z: red paper with openings, lattices in them, lit paper behind."""
    holes = [rectangle(x - w, y0 + sill, x + w, y1 - 0.7) for x, w in windows]
    if door:
        holes.append(rectangle(-door, y0 + 0.4, door, y1 - 0.9))
    shade = lambda p: 0.72 + 0.28 * np.clip((y1 - p[:, 1]) / (y1 - y0), 0, 1)
    parts = placed(sheet(rectangle(-width, y0, width, y1), 0.55, RED, "#f0a08c", holes, PAPER, shade=shade))
    parts.append(panel(width - 0.1, y0, y1, -0.7, GLOW))
    for x, w in windows:
        high = y1 - 0.7 - y0 - sill
        parts.append(panel(w, y0 + sill, y1 - 0.7, 0.12, LATTICE, repeat=(max(1, round(2 * w / 2.6)),
            max(1, round(high / 2.6)))
                           ).moved(by=(x, 0, 0)))
        parts += placed(sheet(rectangle(x - w - 0.35, y0 + sill - 0.55, x + w + 0.35, y0 + sill), 1.0, GOLD, CREAM))
    if door:
        high = y1 - y0 - 1.3
        leaf = sheet(rectangle(0, 0, door, high), 0.3, DEEP, "#e8806c", [rectangle(0.35, 2.4, door - 0.35, high - 0.5)])
        leaf.append(panel((door - 0.5) / 2, 2.4, high - 0.5, 0.1, LATTICE, repeat=(1, 2)).moved(by=(door / 2, 0, 0)))
        leaf = placed(placed(leaf, G.rotation(y=-58)), by=(-door, y0 + 0.4, 0.2))
        parts += leaf + [part.mirrored() for part in leaf]
    return parts


def four(front, side, half, back=None):
    """Walls for four sides of a house."""
    return (placed(front, by=(0, 0, half[1])) + placed(placed(back or front, by=(0, 0, half[1])), G.rotation(y=180))
            + placed(placed(side, by=(0, 0, half[0])), G.rotation(y=90))
            + placed(placed(side, by=(0, 0, half[0])), G.rotation(y=-90)))


def rail(width, y, height=1.9):
    """A balustrade of white paper with cut-out panels."""
    count = max(2, round(width / 2.2))
    step = 2 * width / count
    holes = [P.blob((step * 0.38, height * 0.3), 0, 1, 6) + (-width + step * (i + 0.5), y + height * 0.48)
             for i in range(count)]
    parts = sheet(rectangle(-width, y, width, y + height), 0.4, STONE, SNOW, holes)
    parts += box((-width - 0.2, y + height, -0.2), (width + 0.2, y + height + 0.35, 0.6), RED, "#f0a08c")
    for x in (-width, width):
        parts += box((x - 0.35, y, -0.2), (x + 0.35, y + height + 1.0, 0.6), STONE, SNOW)
    return parts


def lantern(size=1.0):
    """Hung from its origin: cord, gold caps, paper body, tassel."""
    y = np.linspace(-1, 1, 7)
    body = np.c_[1.75 * np.sqrt(1 - 0.86 * y ** 2), y * 1.6 - 3.6]
    part = G.lathe(body, 10, LANTERN, colours=np.ones((7, 3)))
    part.uv = np.stack(np.broadcast_arrays(np.arange(10) / 5, (1 - y[:, None]) / 2), -1).reshape(-1, 2)
    parts = [part, lathe(np.array([(0.06, -2.1), (0.06, 0.1)]), 3, GOLD * 0.7)]
    for at in (-2.0, -5.4):
        parts.append(lathe(np.array([(0.85, at), (0.85, at + 0.3), (0, at + 0.32)]), 8, np.ones(3), FOIL))
    parts.append(lathe(np.array([(0.42, -8.0), (0.2, -6.2), (0.3, -5.6), (0.1, -5.4)]), 5, [
        RED * 0.8, RED, GOLD, GOLD]))
    return placed(parts, np.eye(3) * size)


# The hill: layers of paper, each shorter than the one below; steps up its middle.

channels = []


def animate(node, path, values, times=TIMES):
    channels.append((node, path, times, values, "LINEAR"))


hill = model.node("Hill")
for k in range(9):
    back, front, wide = -9.5 + 2 * k, 22 - 1.7 * k, 24.5 - 0.7 * k
    ring = P.blob((wide, (front - back) / 2), 0.04, 40 + k, 36, 2.6) - (0, (front + back) / 2)
    squarer = P.blob((wide, (front - back) / 2), 0, 0, 36, 6) - (0, (front + back) / 2)
    ring = np.where(np.arange(36)[:, None] < 19, squarer, ring)  # Behind, it carries the corners of the floor.
    tone = SNOW * np.array([0.90 + 0.012 * k, 0.95 + 0.006 * k, 1])
    parts = placed(sheet(ring, 1.55, tone, "#dcedf5", back=False), G.rotation(x=-90))
    steps = [part for i in range(2) for part in box(
        (-4.2, 0.3 + i * 0.78, front - 2.4), (4.2, 1.05 + i * 0.78, front + 1.5 - i * 0.88), "#f2e7cd", "#d8c7a2")]
    node = model.node(f"Layer {k}", P.model_mesh(model, f"layer {k}", parts + steps), hill)
    rise = P.eased(TIMES, 0.05 * k, 0.35 + 0.07 * k, 0.12)
    animate(node, "translation", np.c_[0 * rise, 1.55 * k * rise, 0 * rise] / 1000)
    animate(node, "scale", np.c_[0.25 + 0.75 * np.clip(rise, 0, 1), np.maximum(rise, 0.03),
        0.25 + 0.75 * np.clip(rise, 0, 1)])


def tuft(seed):
    """Grass that comes through the snow: blades of paper from one root."""
    random = np.random.default_rng(seed)
    parts = []
    for i in range(5):
        turn, long = np.radians(-42 + 21 * i + random.uniform(-7, 7)), random.uniform(3.2, 5.2)
        axis, side = np.array([np.sin(turn), np.cos(turn)]), np.array([np.cos(turn), -np.sin(turn)])
        bend = side * np.sign(np.sin(turn)) * 0.5
        outline = [-0.45 * side, 0.45 * side, axis * long * 0.55 + 0.55 * side + bend * 0.3, axis * long + bend,
                   axis * long * 0.55 - 0.5 * side + bend * 0.3]
        tone = LEAF * random.uniform(0.62, 1.05)
        parts += placed(sheet(outline, 0.22, tone, "#eef3b8"), G.rotation(y=random.uniform(-35, 35)),
            (0, -0.3, 0.12 * i))
    return parts


def sprig(seed, high):
    """A twig of winter jasmine: bare wood with yellow blossoms of six petals."""
    random = np.random.default_rng(seed)
    lean = random.uniform(-2.5, 2.5)
    path = G.spline([(0, -0.4, 0), (lean * 0.2, high * 0.35, 0.2), (lean, high * 0.7, 0), (lean * 2.2, high, 0.5)], 9)
    parts = [tube(path, np.linspace(0.42, 0.14, 9), 4, WOOD * 0.9)]
    ends = [path[-1]]
    for i, side in ((3, 1), (4, -1), (6, 1), (7, -1)):
        end = path[i] + (side * random.uniform(1.8, 3.2), random.uniform(1.6, 3.0), random.uniform(-0.5, 1.2))
        parts.append(tube(G.spline([path[i], (path[i] + end) / 2 + (0, -0.25, 0), end], 4), np.linspace(0.24, 0.1, 4),
            3, WOOD))
        ends += [end, (path[i] + end) / 2 + (0, 0.2, 0.3)]
    for end in ends:
        turn = np.arange(12) * 2 * np.pi / 12
        star = np.c_[np.cos(turn), np.sin(turn)] * np.where(np.arange(12) % 2, 0.5, 1.2)[:,
            None] * random.uniform(0.95, 1.3)
        flower = sheet(star, 0.0, "#ffd23a")
        flower += placed(sheet(P.blob((0.34, 0.34), 0, 1, 6), 0.0, "#e07a1f", back=False), by=(0, 0, 0.12))
        parts += placed(flower, G.rotation(x=random.uniform(-50, -5), y=random.uniform(-40, 40)), end)
    return parts


plants = [(tuft(1), (-14, 3.1, 17)), (tuft(2), (11.5, 4.7, 16)), (tuft(3), (21.5, 3.1, 10)), (tuft(4), (-21.5, 4.7, 8)),
          (tuft(5), (7.5, 1.5, 20)), (sprig(6, 11), (-18.5, 6.2, 11.5)), (sprig(7, 8.5), (-14.5, 7.8, 12.2)),
          (sprig(8, 9.5), (16.5, 7.8, 11))]
for i, (parts, at) in enumerate(plants):
    node = model.node(f"Plant {i}", P.model_mesh(model, f"plant {i}", parts), hill, np.array(at) / 1000)
    animate(node, "scale", np.repeat(np.maximum(P.eased(TIMES, 0.5, 0.9), 0.01)[:, None], 3, 1))
    animate(node, "rotation", P.turns((1, 0, 0), TIMES, -90 + 62 * P.eased(TIMES, 0.7 + 0.1 * i, 1.15 + 0.1 * i, 0.12)))

# The pavilion, about the hinge at its back: it rises, and its depth opens.

HINGE = -9.0
rise, open_ = P.eased(TIMES, 0.25, 1.05, 0.09), P.eased(TIMES, 0.45, 1.2)
house = model.node("Pavilion", None, None, (0, 0.0006, HINGE / 1000))
animate(house, "rotation", P.turns((1, 0, 0), TIMES, -89 + (89 - LEAN) * rise))
animate(house, "scale", np.c_[1 + 0 * open_, 1 + 0 * open_, 0.04 + 0.96 * open_])

parts = box((-17.5, -1.2, -10.5), (17.5, 0.5, 10.5), STONE * 0.9, SNOW) + box((-16.3, 0.5, -9.6), (16.3, 1.5, 9.6),
    STONE, SNOW)
for x in (-13.2, -4.6, 4.6, 13.2):
    parts += [column(x, 8, 1.5, 14.6), column(x, -8, 1.5, 14.6)]
parts += [column(x, 0, 1.5, 14.6) for x in (-13.2, 13.2)]
front = wall(11.2, 1.5, 14, [(-7.4, 2.7), (7.4, 2.7)], 3.4, 2.8)
side = wall(6, 1.5, 14, [(-2.6, 1.9), (2.6, 1.9)], 3.4)
parts += four(front, side, (11.2, 6), wall(11.2, 1.5, 14, [(-7.4, 2.7), (0, 2.7), (7.4, 2.7)], 3.4))
for turn, width, z in ((0, 14, 8.2), (180, 14, 8.2), (90, 8.6, 13.4), (-90, 8.6, 13.4)):
    parts.append(panel(width, 12.9, 14.9, z + 0.45, BEAM, repeat=(width / 7, 1)).moved(G.rotation(y=turn)))
    parts += placed(box((-width, 12.9, z - 0.4), (width, 14.9, z + 0.43), DEEP, CREAM), G.rotation(y=turn))
parts += around(bracket(), (12.4, 8.3), 7, 4, 14.9)
for x in (-10.3, 10.3):
    parts += placed(rail(3.3, 1.5), by=(x, 0, 9.1))
parts += placed(rail(8.2, 1.5), G.rotation(y=90), (15.6, 0, 0)) + placed(rail(8.2, 1.5), G.rotation(y=-90),
    (-15.6, 0, 0))
model.node("Lower storey", P.model_mesh(model, "lower storey", parts), house, (0, 0, -HINGE / 1000))

upper = model.node("Upper storey", None, house)
parts = box((-10.6, 20.2, -6.4), (10.6, 21.2, 6.4), BLUE, ICE)
front = wall(8, 21, 29, [(-4.6, 1.9), (0, 1.9), (4.6, 1.9)], 1.9)
parts += four(front, wall(4.4, 21, 29, [(-1.8, 1.4), (1.8, 1.4)], 1.9), (8, 4.4))
for x in (-9.2, -2.6, 2.6, 9.2):
    parts += [column(x, 5.5, 21.2, 29.4, 0.55), column(x, -5.5, 21.2, 29.4, 0.55)]
for turn, width, z in ((0, 9.8, 5.6), (180, 9.8, 5.6), (90, 6.1, 9.3), (-90, 6.1, 9.3)):
    parts.append(panel(width, 28.2, 29.8, z + 0.4, BEAM, repeat=(width / 6, 1)).moved(G.rotation(y=turn)))
    parts += placed(box((-width, 28.2, z - 0.3), (width, 29.8, z + 0.38), DEEP, CREAM), G.rotation(y=turn))
parts += around(bracket(0.72), (8.6, 5.7), 5, 3, 29.8)
parts += placed(rail(9.6, 21.2, 1.6), by=(0, 0, 6.3)) + placed(rail(9.6, 21.2, 1.6), G.rotation(y=180), (0, 0, -6.3))
parts += placed(rail(5.6, 21.2, 1.6), G.rotation(y=90), (10.4, 0, 0)) + placed(rail(5.6, 21.2, 1.6),
    G.rotation(y=-90), (-10.4, 0, 0))
plaque = placed(sheet(rectangle(-1.75, -2.9, 1.75, 2.9), 0.5, GOLD, CREAM, material=FOIL))
plaque.append(panel(1.5, -2.62, 2.62, 0.55, SEAL))
parts += placed(plaque, G.rotation(x=14), (0, 25.9, 7.0))
model.node("Upper walls", P.model_mesh(model, "upper walls", parts), upper, (0, 0, -HINGE / 1000))
lift = P.eased(TIMES, 0.95, 1.55, 0.06)
animate(upper, "translation", np.c_[0 * lift, -13.5 * (1 - lift), 0 * lift] / 1000)


def roof(name, parent, top, eave, y_top, y_eave, lift, flare, snow, begin):
    """Four slopes, each hinged at its upper edge: they hang at the walls, then swing out."""
    swap = lambda pair: (pair[1], pair[0])
    for i, turn in enumerate((0, 180, 90, -90)):
        a, b = (top, eave) if i < 2 else (swap(top), swap(eave))
        parts = slope(a, b, y_top, y_eave, lift, flare, snow)
        if i < 2:
            parts += [hip(a, b, y_top, y_eave, lift, flare), hip(a, b, y_top, y_eave, lift, flare).mirrored()]
        hinge = G.rotation(y=turn) @ (0, y_top, a[1]) - (0, 0, HINGE)
        base = model.node(f"{name} {i}", None, parent, hinge / 1000, G.rotation(y=turn))
        node = model.node(f"{name} slope {i}", P.model_mesh(model, f"{name} slope {i}", parts), base)
        animate(node, "rotation", P.turns((1, 0, 0), TIMES, 34 * (1 - P.eased(TIMES, begin + 0.08 * i,
            begin + 0.55 + 0.08 * i, 0.14))))


LOWER = ((10.6, 6.4), (18.5, 13.2), 20.8, 15.6, 3.4, 1.6)
UPPER = ((4.4, 0.25), (14.6, 10.2), 38.2, 30.2, 3.8, 1.6)
roof("Lower roof", house, *LOWER, 0.42, 1.0)
roof("Upper roof", upper, *UPPER, 0.30, 1.45)

parts = [tube(np.array([(-4.7, 38.5, 0), (-2, 38.35, 0), (2, 38.35, 0), (4.7, 38.5, 0)]), 0.85, 8, BLUE * 0.8)]
curl = np.array([(0, -0.6), (1.2, -0.6), (1.5, 0.6), (1.25, 1.7), (0.4, 2.6), (-0.6, 2.7), (-0.9, 2.1), (-0.2, 1.9),
    (0.2, 1.3),
                 (0.0, 0.6)])
for side_ in (1, -1):
    parts += placed(placed(sheet(curl * (side_, 1), 0.9, GOLD, CREAM, material=FOIL), by=(0, 0, -0.45)),
        by=(side_ * 4.2, 38.6, 0))
parts.append(lathe(np.array([(0.9, 38.6), (1.15, 39.2), (0.5, 39.7), (1.25, 40.6), (1.3, 41.2), (0.55, 42.0),
    (0.75, 42.6), (0.35, 43.4),
                             (0.02, 45.0)]), 11, np.ones(3), FOIL))
top = model.node("Finial", P.model_mesh(model, "finial", parts), upper, (0, 0, -HINGE / 1000))

# Lanterns under the corners and in the front: they swing out last.
spots = [(house, x, 16.9, z, 1.0) for x in (-17.2, 17.2) for z in (12.0,)] + [(house, x, 15.4, 11.2,
    0.82) for x in (-8.9, 8.9)] + [
    (house, x, 16.9, -12.0, 0.9) for x in (-17.2, 17.2)] + [(upper, x, 31.6, 9.0, 0.66) for x in (-13.2, 13.2)]
shapes = {size: P.model_mesh(model, "lantern", lantern(size)) for size in {spot[4] for spot in spots}}
for i, (parent, x, y, z, size) in enumerate(spots):
    node = model.node(f"Lantern {i}", shapes[size], parent, np.array((x, y, z - HINGE)) / 1000)
    t = np.clip(TIMES - 1.55 - 0.05 * i, 0, None)
    grown = P.eased(TIMES, 1.5 + 0.05 * i, 1.85 + 0.05 * i)
    swing = np.sign(x) * 55 * np.exp(-3.6 * t) * np.cos(2 * np.pi * 1.6 * t) * (1 - P.eased(TIMES, 2.2, 2.6))
    animate(node, "rotation", P.turns((0, 0, 1), TIMES, swing))
    animate(node, "scale", np.repeat(0.05 + 0.95 * grown[:, None], 3, 1))

model.animation("Unfold", channels)
model.write(HERE.parent / "pavilion.glb")
