"""Skia's raster canvas, by skia-python."""

import skia

from drawing import Drawing

VERSION = skia.__version__
ORDER = skia.ColorType.kBGRA_8888_ColorType
ALPHA = skia.AlphaType.kPremul_AlphaType


class Skia:
    """A rectangle filled with the artwork as a shader, the homography the canvas's matrix.

    `drawImage`, the plain way, takes its edge pixels as going on for ever and is two to four times
    as slow for it; with what lies outside transparent ("decal"), Skia draws by its fast stages.
    """

    name = f"Skia {VERSION}"
    is_affine_only = False

    def bilinear(self, artwork, matrix, background):
        return self._fill(artwork, matrix, background, skia.MipmapMode.kNone)

    def best(self, artwork, matrix, background):
        """Mipmaps, with a linear filter in the level, and between levels or not."""
        return {
            "nearest mipmap": self._fill(artwork, matrix, background, skia.MipmapMode.kNearest),
            "linear mipmaps": self._fill(artwork, matrix, background, skia.MipmapMode.kLinear),
        }

    def _fill(self, artwork, matrix, background, mipmaps):
        pixels = background.copy()
        image = skia.Image.fromarray(artwork.premultiplied, ORDER, ALPHA)
        if mipmaps != skia.MipmapMode.kNone:
            image = image.withDefaultMipmaps()
        sampling = skia.SamplingOptions(skia.FilterMode.kLinear, mipmaps)
        decal = skia.TileMode.kDecal
        paint = skia.Paint(Shader=image.makeShader(decal, decal, sampling))
        # A pixel more on each side: the bilinear edge.
        width, height = artwork.size
        bounds = skia.Rect.MakeLTRB(-1, -1, width + 1, height + 1)
        surface, canvas = _canvas(pixels, matrix)

        def run(keep=surface):
            canvas.drawRect(bounds, paint)

        return Drawing(pixels, run)


class SkiaImage:
    """`drawImage`, with the homography as the canvas's matrix."""

    name = f"Skia {VERSION}, drawImage"
    is_affine_only = False

    def bilinear(self, artwork, matrix, background):
        pixels = background.copy()
        image = skia.Image.fromarray(artwork.premultiplied, ORDER, ALPHA)
        sampling = skia.SamplingOptions(skia.FilterMode.kLinear)
        surface, canvas = _canvas(pixels, matrix)

        def run(keep=surface):
            canvas.drawImage(image, 0, 0, sampling)

        return Drawing(pixels, run)


def _canvas(pixels, matrix):
    """A surface of pixels, to be kept as long as its canvas."""
    surface = skia.Surface(pixels, ORDER, ALPHA)
    canvas = surface.getCanvas()
    canvas.setMatrix(skia.Matrix(matrix.astype("float32")))
    return surface, canvas
