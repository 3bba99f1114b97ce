"""What every program under measure offers: see `Drawing`."""

import dataclasses
from collections.abc import Callable

import numpy as np


@dataclasses.dataclass
class Drawing:
    """A draw of artwork on a frame, with all that is made once a clip made already."""

    pixels: np.ndarray  # the frame: rows, columns, 4 bytes, colour multiplied by alpha
    run: Callable[[], object]  # draws once


def region(artwork, matrix, frame):
    """The frame's pixels that the artwork may touch: left, top, width, height."""
    height, width = artwork.premultiplied.shape[:2]
    corners = matrix @ np.array([[0, width, width, 0], [0, 0, height, height], [1, 1, 1, 1.0]])
    x, y = corners[:2] / corners[2]
    left, top = max(0, int(np.floor(x.min())) - 1), max(0, int(np.floor(y.min())) - 1)
    right = min(frame.shape[1], int(np.ceil(x.max())) + 1)
    bottom = min(frame.shape[0], int(np.ceil(y.max())) + 1)
    return left, top, right - left, bottom - top


def translation(x, y):
    """The map that adds to a point."""
    return np.array([[1, 0, x], [0, 1, y], [0, 0, 1.0]])
