"""pixman, called straight through ctypes: it has no Python module, and the microsecond that such a
call takes does not show."""

import ctypes

import numpy as np

from artwork import is_affine
from drawing import Drawing, region, translation

_pixman = ctypes.CDLL("libpixman-1.so.0")
_pixman.pixman_version_string.restype = ctypes.c_char_p
_pixman.pixman_image_create_bits.restype = ctypes.c_void_p
_pixman.pixman_filter_create_separable_convolution.restype = ctypes.c_void_p
VERSION = _pixman.pixman_version_string().decode()

# From pixman.h.
A8R8G8B8 = 0x20028888
OP_OVER = 3
FILTER_BILINEAR, FILTER_SEPARABLE_CONVOLUTION = 4, 6
KERNEL_IMPULSE, KERNEL_BOX, KERNEL_LINEAR, KERNEL_CUBIC, KERNEL_LANCZOS2 = 0, 1, 2, 3, 5
FIXED_ONE = 1 << 16


class Pixman:
    """`pixman_image_composite32` with a transform on the region that the artwork covers."""

    name = f"pixman {VERSION}"
    is_affine_only = False

    def bilinear(self, artwork, matrix, background):
        return self._composite(artwork, matrix, background, None)

    def best(self, artwork, matrix, background):
        """Separable convolution as Cairo's better filters use it, where the map is affine."""
        drawings = {"bilinear": self.bilinear(artwork, matrix, background)}
        if is_affine(matrix):
            kernels = {
                "box": (KERNEL_IMPULSE, KERNEL_BOX), "linear box": (KERNEL_LINEAR, KERNEL_BOX),
                "linear": (KERNEL_IMPULSE, KERNEL_LINEAR), "cubic": (KERNEL_IMPULSE, KERNEL_CUBIC),
                "lanczos": (KERNEL_IMPULSE, KERNEL_LANCZOS2),
            }
            for name, kernel in kernels.items():
                drawings[name] = self._composite(artwork, matrix, background, kernel)
        return drawings

    def _composite(self, artwork, matrix, background, kernel):
        pixels, texture = background.copy(), artwork.premultiplied.copy()
        x, y, width, height = region(artwork, matrix, pixels)
        back = np.linalg.inv(matrix) @ translation(x, y)
        source, target = _image(texture), _image(pixels)
        _pixman.pixman_image_set_transform(source, _fixed(back, width, height))
        if kernel is None:
            _pixman.pixman_image_set_filter(source, FILTER_BILINEAR, None, 0)
        else:
            count = ctypes.c_int()
            scale = np.hypot(back[:2, 0], back[:2, 1])
            values = _pixman.pixman_filter_create_separable_convolution(
                ctypes.byref(count), *(max(FIXED_ONE, round(s * FIXED_ONE)) for s in scale),
                kernel[0], kernel[0], kernel[1], kernel[1], 4, 4)
            _pixman.pixman_image_set_filter(
                source, FILTER_SEPARABLE_CONVOLUTION, ctypes.c_void_p(values), count)

        def run(keep=texture):
            _pixman.pixman_image_composite32(
                OP_OVER, source, None, target, 0, 0, 0, 0, x, y, width, height)

        return Drawing(pixels, run)


def _image(pixels):
    height, width = pixels.shape[:2]
    return ctypes.c_void_p(_pixman.pixman_image_create_bits(
        A8R8G8B8, width, height, pixels.ctypes.data_as(ctypes.c_void_p), 4 * width))


def _fixed(matrix, width, height):
    """A homography of a region in 16.16; of one in perspective, whose scale has no meaning, as
    large as the format holds at the region's corners."""
    matrix = matrix / matrix[2, 2]
    if not is_affine(matrix):
        corners = np.array([[0, width, width, 0], [0, 0, height, height], [1, 1, 1, 1]])
        matrix *= 32000 / max(np.abs(matrix @ corners).max(), np.abs(matrix).max())
    return (ctypes.c_int32 * 9)(*np.rint(matrix * FIXED_ONE).astype(int).ravel())
