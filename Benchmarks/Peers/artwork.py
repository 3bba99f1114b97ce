"""The pictures that are drawn, and the maps that they are drawn by."""

import pathlib

import numpy as np
from PIL import Image

AVATARS = pathlib.Path(__file__).parents[2] / "Avatars"


class Artwork:
    """A picture as a PNG has it, and with its colours multiplied by alpha as the peers take it."""

    def __init__(self, name, straight):
        self.name = name
        self.straight = np.ascontiguousarray(straight, dtype=np.uint8)
        self.exact = self.straight.astype(np.float64)
        self.exact[..., :3] *= self.exact[..., 3:] / 255
        # Two transparent texels on each side.
        self.padded = np.pad(self.exact, ((2, 2), (2, 2), (0, 0)))
        self.premultiplied = np.ascontiguousarray(np.rint(self.exact).astype(np.uint8))

    @property
    def size(self):
        """Width and height."""
        return self.straight.shape[1], self.straight.shape[0]

    def with_margin(self, margin):
        """The picture with transparent pixels around it, so that edges do not depend on what a
        program takes to lie outside a picture."""
        sides = ((margin, margin), (margin, margin), (0, 0))
        return Artwork(self.name, np.pad(self.straight, sides))


def layer(path):
    """A layer of the project's avatars, such as "dragon/mask"."""
    return Artwork(path, np.asarray(Image.open(AVATARS / f"{path}.png").convert("RGBA")))


def _grid(side):
    centre = np.arange(side) + 0.5
    return np.meshgrid(centre, centre)


def face(side):
    """Opaque but for soft edges, slots, and a veil over a quarter: nothing is quite transparent,
    so there is nothing to leave out."""
    x, y = _grid(side)
    edge = np.minimum(np.minimum(x, side - x), np.minimum(y, side - y)) / side
    alpha = np.clip(edge * 16, 0.1, 1)
    alpha[(x % (side / 8)) < side / 128] = 0.5
    alpha[(x > side / 2) & (y > side / 2)] *= 0.75
    return Artwork("mostly opaque", _coloured(x, y, side, alpha))


def veil(side):
    """Semi-transparent everywhere."""
    x, y = _grid(side)
    alpha = 0.5 + 0.4 * np.sin(x * 20 / side) * np.cos(y * 20 / side)
    return Artwork("semi-transparent", _coloured(x, y, side, alpha))


def _coloured(x, y, side, alpha):
    stripes = 127.5 + 127.5 * np.sin((x + 2 * y) * 50 / side)
    return np.rint(np.dstack([255 * x / side, 255 * y / side, stripes, 255 * alpha]))


def zone_plate(side, finest):
    """A disc of rings in three colours, of all frequencies up to a ring in `finest` pixels."""
    x, y = _grid(side)
    squared = (x - side / 2) ** 2 + (y - side / 2) ** 2
    phase = 2 * np.pi / (side * finest) * squared
    waves = [127.5 + 127.5 * np.cos(phase + start) for start in (0, 2, 4)]
    alpha = 255 * np.clip(side / 2 - np.sqrt(squared), 0, 1)
    return Artwork("zone plate", np.rint(np.dstack([*waves, alpha])))


def lines(side):
    """A grid of thin lines, a pixel or two wide, between transparent and coloured fields."""
    x, y = _grid(side)
    picture = np.zeros((side, side, 4))
    fields = ((x // 64 + y // 64) % 2 == 0)
    picture[fields] = (220, 60, 40, 255)
    picture[(x % 16 < 2) | (y % 12 < 1)] = (20, 30, 90, 255)
    picture[((x + y) % 24 < 2)] = (255, 250, 200, 255)
    return Artwork("lines", picture)


def homography(width, height, quad):
    """The map that takes a rectangle from the origin to four corners, clockwise from top left."""
    rows, values = [], []
    for (u, v), (x, y) in zip([(0, 0), (width, 0), (width, height), (0, height)], quad):
        rows += [[u, v, 1, 0, 0, 0, -x * u, -x * v], [0, 0, 0, u, v, 1, -y * u, -y * v]]
        values += [x, y]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1).reshape(3, 3)


def mask_quad(centre, side):
    """Where matrix placement puts a mask: a square in slight perspective."""
    (x, y), r = centre, side / 2
    return [(x - 0.95 * r, y - r), (x + 1.02 * r, y - 0.93 * r), (x + r, y + r),
            (x - 1.03 * r, y + 1.05 * r)]


def turned(size, centre, scale, degrees):
    """The affine map that scales artwork, by one factor or by one an axis, turns it, and puts its
    middle on a point."""
    sx, sy = scale if isinstance(scale, tuple) else (scale, scale)
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    linear = np.array([[c * sx, -s * sy], [s * sx, c * sy]])
    matrix = np.eye(3)
    matrix[:2, :2] = linear
    matrix[:2, 2] = np.array(centre) - linear @ (np.array(size) / 2)
    return matrix


def is_affine(matrix):
    """Whether a homography keeps parallels."""
    return bool(np.all(matrix[2, :2] == 0))


def area(size, matrix):
    """The pixels that a rectangle covers."""
    width, height = size
    corners = matrix @ np.array([[0, width, width, 0], [0, 0, height, height], [1, 1, 1, 1.0]])
    x, y = corners[:2] / corners[2]
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
