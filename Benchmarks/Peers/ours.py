"""This project's compositor, through the C functions of `BenchBridge`."""

import ctypes
import pathlib

import numpy as np

from drawing import Drawing

_library = ctypes.CDLL(
    str(pathlib.Path(__file__).parents[1] / ".build/release/libbench-bridge.so"))
for _name in ("compositor", "texture", "frame", "frame_bytes"):
    getattr(_library, f"bench_{_name}").restype = ctypes.c_void_p
_library.bench_draw.restype = ctypes.c_bool
_library.bench_instruction_set.restype = ctypes.c_bool


def instruction_sets():
    """The names of what this processor runs, the fastest first."""
    name, names = ctypes.create_string_buffer(32), []
    while _library.bench_instruction_set(
            ctypes.c_ssize_t(len(names)), name, ctypes.c_ssize_t(len(name))):
        names.append(name.value.decode())
    return names


def _checked(handle, what):
    if not handle:
        raise ValueError(f"there is no {what}")
    return ctypes.c_void_p(handle)


class Frame:
    """A dark picture of a format."""

    def __init__(self, format, width, height):
        self.format = format
        self.handle = _checked(
            _library.bench_frame(
                format.encode(), ctypes.c_ssize_t(width), ctypes.c_ssize_t(height)), format)
        self.base = _library.bench_frame_bytes(self.handle)

    def bytes(self, count):
        """The first bytes, to be read and written."""
        return np.ctypeslib.as_array((ctypes.c_uint8 * count).from_address(self.base))


class Ours:
    """The kernels of one instruction set."""

    is_affine_only = False

    def __init__(self, instruction_set):
        self.name = f"avatar-overlay, {instruction_set}"
        self.compositor = _checked(
            _library.bench_compositor(instruction_set.encode()), instruction_set)

    def layer(self, artwork, matrix, frame):
        """A function that draws artwork on a frame, prepared for it."""
        width, height = artwork.size
        texture = _checked(
            _library.bench_texture(
                frame.format.encode(), artwork.straight.ctypes.data_as(ctypes.c_void_p),
                ctypes.c_ssize_t(width), ctypes.c_ssize_t(height)), "texture")
        numbers = (ctypes.c_double * 9)(*matrix.ravel())

        def run():
            if not _library.bench_draw(self.compositor, texture, numbers, frame.handle):
                raise ValueError("nothing was drawn")

        return run

    def bilinear(self, artwork, matrix, background):
        """Source-over on packed pixels."""
        height, width = background.shape[:2]
        frame = Frame("rgba", width, height)
        pixels = frame.bytes(4 * width * height).reshape(height, width, 4)
        pixels[:] = background
        return Drawing(pixels, self.layer(artwork, matrix, frame))

    def best(self, artwork, matrix, background):
        """The same: there is one quality."""
        return {"": self.bilinear(artwork, matrix, background)}
