"""Cairo, by pycairo. Its maps are affine: it cannot draw in perspective."""

import cairo

from drawing import Drawing, region

VERSION = cairo.cairo_version_string()


class Cairo:
    """A surface pattern filled into the region that it covers."""

    name = f"Cairo {VERSION}"
    is_affine_only = True

    def bilinear(self, artwork, matrix, background):
        return self._fill(artwork, matrix, background, cairo.FILTER_BILINEAR)

    def best(self, artwork, matrix, background):
        return {
            "GOOD": self._fill(artwork, matrix, background, cairo.FILTER_GOOD),
            "BEST": self._fill(artwork, matrix, background, cairo.FILTER_BEST),
        }

    def _fill(self, artwork, matrix, background, filter):
        pixels = background.copy()
        surface = _surface(pixels)
        texture = artwork.premultiplied.copy()
        pattern = cairo.SurfacePattern(_surface(texture))
        pattern.set_filter(filter)
        inverse = cairo.Matrix(*matrix[:2].T.ravel())
        inverse.invert()
        pattern.set_matrix(inverse)
        context = cairo.Context(surface)
        context.set_source(pattern)
        box = region(artwork, matrix, pixels)

        def run():
            context.rectangle(*box)
            context.fill()
            surface.flush()

        return Drawing(pixels, run)


def _surface(pixels):
    height, width = pixels.shape[:2]
    return cairo.ImageSurface.create_for_data(
        memoryview(pixels).cast("B"), cairo.FORMAT_ARGB32, width, height, 4 * width)
