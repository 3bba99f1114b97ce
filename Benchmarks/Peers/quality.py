"""How near a picture is to the truth."""

import cv2
import numpy as np


def psnr(actual, truth, mask):
    """Decibels below full scale of the mean square error over R, G, B of a mask's pixels. Rounding
    to 8 bit alone comes to 58.9."""
    error = (actual[..., :3].astype(np.float64) - truth[..., :3])[mask]
    return 10 * np.log10(255**2 / np.mean(error**2))


def ssim(actual, truth, mask):
    """The mean structural similarity over R, G, B of a mask's pixels.

    Wang, Bovik, Sheikh, Simoncelli, "Image Quality Assessment" (IEEE TIP 13(4), 2004): Gaussian
    window of 11 x 11 with a deviation of 1.5, K1 = 0.01, K2 = 0.03.
    """
    a, b = actual[..., :3].astype(np.float64), truth[..., :3]

    def windowed(picture):
        return cv2.GaussianBlur(picture, (11, 11), 1.5, borderType=cv2.BORDER_REFLECT)

    c1, c2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2
    mean_a, mean_b = windowed(a), windowed(b)
    variance_a = windowed(a * a) - mean_a**2
    variance_b = windowed(b * b) - mean_b**2
    covariance = windowed(a * b) - mean_a * mean_b
    similarity = ((2 * mean_a * mean_b + c1) * (2 * covariance + c2)
                  / ((mean_a**2 + mean_b**2 + c1) * (variance_a + variance_b + c2)))
    return similarity[mask].mean()
