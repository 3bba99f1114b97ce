"""What a frame should be, by plain float64 arithmetic.

Artwork is the bilinear interpolant of its premultiplied texels, transparent outside: the formula
that every program here draws by where it magnifies. So there is one definition for all scales: a
magnified pixel is the interpolant at its middle, a shrunk one the interpolant's mean over its
square. (Over the texels' own squares instead, a picture near its own size would be of another
definition than one a little larger.)
"""

import numpy as np

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


def _place(matrix, x, y):
    """Points of the frame in the artwork, and which of them lie before the horizon."""
    back = np.linalg.inv(matrix)
    weight = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    seen = weight * np.sign(np.linalg.det(matrix)) > 0
    weight = np.where(seen, weight, 1)
    u = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / weight
    v = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / weight
    return u, v, seen


def _at(artwork, matrix, x, y):
    """The artwork at points of the frame; nothing beyond the horizon."""
    u, v, seen = _place(matrix, x, y)
    return _bilinear(artwork.padded, u, v) * seen[..., None]


def middle(artwork, matrix, width, height):
    """Premultiplied levels at pixels' middles: magnified artwork."""
    x, y = np.meshgrid(np.arange(width) + 0.5, np.arange(height) + 0.5)
    return _at(artwork, matrix, x, y)


def mean(artwork, matrix, width, height):
    """Premultiplied levels as the mean over pixels' squares: shrunk artwork."""
    frame = np.zeros((height, width, 4))
    y, x = np.nonzero(_touched(artwork, matrix, width, height))
    offsets = (np.arange(SAMPLES) + 0.5) / SAMPLES
    # By parts, of which the numbers stay in the cache: twice as fast.
    for start in range(0, len(x), 4096):
        part = slice(start, start + 4096)
        frame[y[part], x[part]] = sum(
            _at(artwork, matrix, x[part] + dx, y[part] + dy) for dy in offsets for dx in offsets)
    return frame / SAMPLES**2


def _touched(artwork, matrix, width, height):
    """The pixels of which a corner lies in the artwork or within a texel of it. (Elsewhere all is
    transparent, but for pixels that the artwork's own corners prick; they have a margin.)"""
    x, y = np.meshgrid(np.arange(width + 1.0), np.arange(height + 1.0))
    u, v, seen = _place(matrix, x, y)
    columns, rows = artwork.size
    inside = seen & (u > -1) & (u < columns + 1) & (v > -1) & (v < rows + 1)
    return inside[:-1, :-1] | inside[1:, :-1] | inside[:-1, 1:] | inside[1:, 1:]


def over(layer, background):
    """A layer on a frame: source-over of premultiplied levels."""
    return layer + background * (1 - layer[..., 3:] / 255)
