"""What a frame should be, by plain float64 arithmetic.

Artwork is the bilinear interpolant of its premultiplied texels, transparent outside: the formula
that every program here draws by where it magnifies. So there is one definition for all scales: a
magnified pixel is the interpolant at its middle, a shrunk one the interpolant's mean over its
square. (Over the texels' own squares instead, a picture near its own size would be of another
definition than one a little larger.)
"""

import numpy as np

from drawing import region

SAMPLES = 16  # a pixel's side, where it is a mean


def _bilinear(padded, u, v):
    """The interpolant at points."""
    height, width = padded.shape[:2]
    u = np.clip(u + 1.5, 0, width - 2.001)
    v = np.clip(v + 1.5, 0, height - 2.001)
    left, top = u.astype(np.intp), v.astype(np.intp)
    x, y = (u - left)[..., None], (v - top)[..., None]
    i = top * width + left
    texels = padded.reshape(-1, padded.shape[2])
    return ((texels[i] * (1 - x) + texels[i + 1] * x) * (1 - y)
            + (texels[i + width] * (1 - x) + texels[i + width + 1] * x) * y)


def _at(artwork, matrix, x, y):
    """The artwork at points of the frame; nothing beyond the horizon."""
    back = np.linalg.inv(matrix)
    weight = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    seen = weight * np.sign(np.linalg.det(matrix)) > 0
    weight = np.where(seen, weight, 1)
    u = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / weight
    v = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / weight
    return _bilinear(artwork.padded, u, v) * seen[..., None]


def middle(artwork, matrix, width, height):
    """Premultiplied levels at pixels' middles: magnified artwork."""
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    return _at(artwork, matrix, x, y)


def mean(artwork, matrix, width, height):
    """Premultiplied levels as the mean over pixels' squares: shrunk artwork."""
    frame = np.zeros((height, width, 4))
    # Elsewhere it is transparent.
    left, top, columns, rows = region(artwork, matrix, frame)
    x, y = np.meshgrid(left + np.arange(columns, dtype=float), top + np.arange(rows, dtype=float))
    total = frame[top:top + rows, left:left + columns]
    offsets = (np.arange(SAMPLES) + 0.5) / SAMPLES
    for dy in offsets:
        for dx in offsets:
            total += _at(artwork, matrix, x + dx, y + dy)
    return frame / SAMPLES**2


def over(layer, background):
    """A layer on a frame: source-over of premultiplied levels."""
    return layer + background * (1 - layer[..., 3:] / 255)
