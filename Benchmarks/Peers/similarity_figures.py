"""Prints the structural similarities that Tests/ComparisonTests holds the product to.

By scikit-image. It gives the whole of SSIM; with a K1 so large that luminance counts for nothing it
gives contrast and structure alone, which is what the coarser scales are multiplied from.
"""

import numpy
from skimage.metrics import structural_similarity

WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)


def split_mix(seed, count):
    """The top byte of each number of SplitMix64."""
    out, state, mask = [], seed, (1 << 64) - 1
    for _ in range(count):
        state = (state + 0x9E3779B97F4A7C15) & mask
        z = state
        z = ((z ^ z >> 30) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ z >> 27) * 0x94D049BB133111EB) & mask
        out.append((z ^ z >> 31) >> 56)
    return out


def pictures(width, height, seed, noise):
    """A picture of slopes and squares, and the same under noise, as the tests make them."""
    y, x, c = numpy.indices((height, width, 3))
    a = (2 * x + 3 * y * (c + 1) + 60 * ((x // 9 + y // 7) % 2)) % 256
    random = numpy.array(split_mix(seed, width * height * 3)).reshape(height, width, 3)
    b = numpy.clip(a + random * noise // 255 - noise // 2, 0, 255)
    return a.astype(float), b.astype(float)


def luma(picture):
    return picture @ numpy.array([0.2126, 0.7152, 0.0722])


def halved(plane):
    height, width = plane.shape
    plane = numpy.pad(plane, ((0, height % 2), (0, width % 2)), mode="edge")
    return (plane[::2, ::2] + plane[1::2, ::2] + plane[::2, 1::2] + plane[1::2, 1::2]) / 4


def multi_scale(a, b, scales):
    result = 1.0
    total = sum(WEIGHTS[:scales])
    for scale in range(scales):
        k1 = 0.01 if scale == scales - 1 else 1e6
        value = structural_similarity(
            a, b, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255,
            K1=k1)
        result *= max(0, value) ** (WEIGHTS[scale] / total)
        a, b = halved(a), halved(b)
    return result


for width, height, seed, noise, scales in ((17, 13, 1, 40, 1), (40, 31, 2, 40, 2), (61, 90, 3, 90, 3),
                                           (233, 187, 4, 60, 5), (200, 176, 5, 255, 5)):
    one, other = pictures(width, height, seed, noise)
    value = multi_scale(luma(one), luma(other), scales)
    print(f"({width}, {height}, {seed}, {noise}, {value:.10f}),")
