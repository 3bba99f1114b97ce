"""What is painted on the lion: colours of points in space, so that a pattern runs over a surface without a seam."""

import numpy as np
from gltf_writer import hex_colour
from shapes import EYE, edge_height, smooth

RED, DEEP, DARK, WHITE = map(hex_colour, ("#d3131c", "#8e0a16", "#3d0509", "#fff7e8"))
GREEN, TEAL, YELLOW, ORANGE, BLACK = map(hex_colour, ("#0e8a55", "#0b5f73", "#ffc928", "#f2701d", "#140a0c"))
GOLD_PAINT = hex_colour("#f5b942")


def over(colour, paint, mask):
    return colour + (paint - colour) * mask[..., None]


def line(distance, width, soft=0.05):
    return 1 - smooth(width / 2 - soft, width / 2 + soft, abs(distance))


def bands(colour, distance, mask, stripes, soft):
    """Paints (distance, colour) stripes, each over the one before, where the distance is less than its own."""
    for edge, paint in stripes:
        colour = over(colour, paint, mask * smooth(edge + soft, edge - soft, distance))
    return colour


def spiral(u, v, turns, pitch):
    """The distance to a spiral line about the origin, in its plane."""
    radius, turn = np.hypot(u, v), np.arctan2(v, u) / (2 * np.pi)
    return radius - (np.clip(np.round(radius / pitch - turn), 0, turns) + turn) * pitch


def on_head(p):
    """sRGB colours of the upper head's points, and how golden (0...1) each is."""
    x, y, z = abs(p[..., 0]), p[..., 1], p[..., 2]
    front = smooth(-4.5, -2.5, z)
    colour = over(np.zeros(p.shape) + RED, DEEP, 0.85 * smooth(-1, -9, z) + 0.5 * smooth(8, 3.8, y) * front)

    # Scales on the back of the head.
    u, v = np.arctan2(x, -z - 4) * 7.5, y * 0.9
    row = np.floor(v)
    scale = np.hypot((u + 0.5 * (row % 2)) % 1 - 0.5, v - row - 0.1)
    behind = smooth(-5.2, -6.2, z)
    colour = over(colour, ORANGE, 0.55 * behind * smooth(0.25, 0.5, scale) * smooth(0.62, 0.5, scale))
    gold = behind * line(scale - 0.52, 0.09, 0.03)

    # Flames about the eye, in bands of colour with a golden line.
    d = np.hypot(x - EYE[0], (y - EYE[1]) * 1.05)
    turn = np.arctan2(y - EYE[1], x - EYE[0])
    tongues = 0.5 + 0.5 * np.cos(turn * 9 + 1.1 * np.sin(turn * 2 + 1) - 1.6 * d)
    flame = d - (3.7 + (0.5 + 2.0 * tongues**1.5) * (0.3 + 0.7 * smooth(-0.35, 0.6, np.sin(turn + 0.35))))
    colour = bands(colour, flame, front, (
        (1.05, BLACK), (0.93, WHITE), (0.62, YELLOW), (0.32, ORANGE), (0, GREEN), (-0.45, TEAL)), 0.04)
    gold = np.maximum(gold, front * line(flame, 0.16))
    colour = over(colour, DEEP, front * smooth(3.72, 3.66, d))
    gold = np.maximum(gold, front * line(d - 3.75, 0.22) * smooth(1.7, 2.0, x))

    # The nose's bridge: bent stripes; the forehead: a leaf about the mirror.
    inside = (y > 6.2) * (y < 12.9) * front
    bridge = inside * smooth(1.75, 1.68, x - 0.024 * (y - 9) ** 2)
    stripe = ((y + 0.55 * x) / 0.85) % 1
    for low, paint in ((0, RED), (0.28, YELLOW), (0.52, WHITE), (0.76, GREEN)):
        colour = over(colour, paint, bridge * smooth(low - 0.02, low + 0.02, stripe))
    colour = over(colour, BLACK, inside * line(x - 0.024 * (y - 9) ** 2 - 1.7, 0.14))
    leaf = np.hypot(x, (y - 15.3) * 0.9) - 3.4 - 0.35 * np.cos(np.arctan2(x, y - 15.3) * 10)
    colour = bands(colour, np.where(y > 12.2, leaf, 9), front, (
        (0.5, BLACK), (0.4, WHITE), (0.12, TEAL), (-0.3, GREEN), (-0.62, YELLOW)), 0.04)

    # Clouds: spirals on the cheek, seen from the front, and two on the side.
    for u, v, turns, pitch, where in (
        (x - 8.3, y - 5.5, 2.0, 0.62, front), (z + 3.6, y - 8.6, 2.6, 0.95, smooth(9.3, 9.8, x)),
        (z + 2.2, y - 2.2, 2.2, 0.8, smooth(9.0, 9.6, x)),
    ):
        s = spiral(u, v, turns - 1, pitch)
        radius = np.hypot(u, v) - 0.13 * np.cos(10 * np.arctan2(v, u)) - turns * pitch
        colour = bands(colour, radius, where, ((0.38, BLACK), (0.26, WHITE), (0.14, ORANGE)), 0.04)
        disc = where * smooth(0.18, 0.1, radius)
        colour = over(colour, YELLOW, disc * line(s, pitch * 0.5))
        gold = np.maximum(gold * (1 - disc), disc * line(s, pitch * 0.22))

    # Flames that rise from the flaps' edge.
    angle = abs(np.arctan2(x, z + 5))
    above = y - edge_height(angle)
    side = smooth(0.9, 1.05, angle) * smooth(-12.6, -11.8, z)
    flame = above - 1.9 - 2.3 * side * (0.5 + 0.5 * np.cos(angle * 19 - 0.9 * above)) ** 1.5
    colour = bands(colour, flame, side, (
        (0.3, BLACK), (0.2, WHITE), (0, YELLOW), (-0.3, ORANGE), (-0.65, GREEN)), 0.05)
    gold = np.maximum(gold * (1 - side * smooth(0.1, 0, flame)), side * line(flame, 0.14))

    # The lip: white with red dots, along the edge.
    along = smooth(-9.0, -7.0, z)
    lip = along * smooth(1.75, 1.68, above)
    beads = np.hypot((angle * 14) % 1 - 0.5, (above - 1.05) / 0.85)
    colour = bands(colour, above, along, ((1.71, BLACK), (1.58, WHITE)), 0.035)
    colour = over(colour, RED, lip * np.maximum(smooth(0.38, 0.32, beads), smooth(0.62, 0.55, above)))
    gold = np.maximum(gold * (1 - lip), lip * line(beads - 0.38, 0.1, 0.04))
    return over(colour, GOLD_PAINT, gold), gold


def on_jaw(p):
    """The same for the lower jaw, whose rows run from behind it (0) over its lip (0.57) to the mouth's floor (1)."""
    row = np.broadcast_to(np.linspace(0, 1, p.shape[0])[:, None], p.shape[:2])
    turn = np.arctan2(abs(p[..., 0]), p[..., 2] + 6) * 8
    colour = over(np.zeros(p.shape) + RED, DEEP, smooth(0.28, 0.1, row))
    scallop = row - 0.36 + 0.06 * abs(np.sin(turn * np.pi))
    for edge, paint in ((-0.012, BLACK), (0.0, WHITE), (0.022, YELLOW), (0.045, GREEN)):
        colour = over(colour, paint, smooth(edge - 0.004, edge + 0.004, scallop))
    colour = over(colour, WHITE, smooth(0.442, 0.448, row))
    colour = over(colour, RED, smooth(0.4, 0.34, np.hypot(turn % 1 - 0.5, (row - 0.497) / 0.085)))
    for low, high, paint in ((0.55, 0.556, RED), (0.6, 0.7, hex_colour("#e8474a")), (0.8, 1.0, DARK)):
        colour = over(colour, paint, smooth(low, high, row))
    gold = line(scallop, 0.016, 0.004) * (row < 0.5)
    return over(colour, GOLD_PAINT, gold), gold


def fur(random, height=128, width=256, locks=13):
    """A texture of locks that end at different heights: white, darker at their sides; alpha is their outline."""
    v, u = np.mgrid[0:height, 0:width]
    v, u = (v + 0.5) / height, (u + 0.5) / width * locks
    shade, alpha = np.zeros((2, height, width))
    for lock in random.permutation(locks * 2):
        end = 0.62 + 0.36 * random.random()
        lean = random.normal(0, 0.35)
        across = (u - lock / 2 - lean * v**2 - 0.12 * np.sin(v * 6 + lock) + locks / 2) % locks - locks / 2
        half = 0.62 * np.clip(1 - (v / end) ** 2.2, 0, 1) ** 0.8
        inside = np.where(v < end, np.clip((half - abs(across)) / 0.1 + 0.5, 0, 1), 0)
        strand = 0.5 + 0.5 * np.cos(across * 22 + lock * 2.1)
        tone = (0.94 + 0.06 * strand) * (0.92 + 0.08 * np.cos(np.clip(across / np.maximum(half, 0.05), -1, 1) * 1.5))
        tone = tone * (0.96 + 0.04 * random.random())
        shade = np.where(inside > 0.5, tone, shade)
        alpha = np.maximum(alpha, inside)
    # Beside a lock its colour goes on, so that its edge is not dark.
    shade = np.where(shade > 0, shade, 0.85)
    return np.round(np.concatenate([np.repeat(shade[..., None], 3, 2), alpha[..., None]], -1) * 51) * 5
