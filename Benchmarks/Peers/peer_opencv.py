"""OpenCV: a warp of the premultiplied artwork into the region that it covers, then source-over of
that region, of which OpenCV has no function of its own."""

import cv2
import numpy as np

from drawing import Drawing, region, translation

cv2.setNumThreads(1)
VERSION = cv2.__version__


class OpenCV:
    """One thread, `warpPerspective` with `INTER_LINEAR`."""

    name = f"OpenCV {VERSION}"
    is_affine_only = False

    def bilinear(self, artwork, matrix, background):
        return self._warp(artwork.premultiplied, artwork, matrix, background)

    def best(self, artwork, matrix, background):
        """`INTER_AREA` by many a factor of each axis, then the linear warp."""
        factors = [1, 1.5, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20]
        return {
            f"AREA to 1/{x:g} by 1/{y:g}": self.after_area(artwork, matrix, background, x, y)
            for x in factors for y in factors if max(x, y) <= 6 * min(x, y)}

    def after_area(self, artwork, matrix, background, x, y):
        """`INTER_AREA` by a factor of each axis, then the linear warp."""
        width, height = artwork.size
        small = (max(1, round(width / x)), max(1, round(height / y)))
        shrunk = cv2.resize(artwork.premultiplied, small, interpolation=cv2.INTER_AREA)
        back = np.diag([width / small[0], height / small[1], 1.0])
        return self._warp(shrunk, artwork, matrix @ back, background, matrix)

    def _warp(self, source, artwork, matrix, background, placed=None):
        pixels = background.copy()
        x, y, width, height = region(artwork, matrix if placed is None else placed, pixels)
        # OpenCV's coordinates are those of pixels' middles.
        centred = translation(-x - 0.5, -y - 0.5) @ matrix @ translation(0.5, 0.5)
        under = pixels[y:y + height, x:x + width]
        warped, weights, product = (np.empty((height, width, 4), np.uint8) for _ in range(3))
        alpha = np.empty((height, width), np.uint8)

        def run():
            cv2.warpPerspective(
                source, centred, (width, height), dst=warped, flags=cv2.INTER_LINEAR)
            # The fastest of what was tried, by 2 to 20 times a step: `mixChannels` or `transform`
            # for the weights, products in 16 bit or float. (`blendLinear` takes straight alpha.)
            cv2.extractChannel(warped, 3, dst=alpha)
            cv2.bitwise_not(alpha, dst=alpha)
            cv2.merge((alpha, alpha, alpha, alpha), dst=weights)
            cv2.multiply(under, weights, dst=product, scale=1 / 255)
            cv2.add(product, warped, dst=under)

        return Drawing(pixels, run)
