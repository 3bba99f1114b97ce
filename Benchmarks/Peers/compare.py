"""The whole ladder of measures on two pictures: ours beside scikit-image and OpenCV.

    compare.py FRAME OVERLAY

Every program gets decoded pictures in memory and gives: pixels that differ, the largest channel
difference, the densest window of 32 x 32, mean and 99.9th percentile of CIEDE2000, and multi-scale
SSIM by five scales of 11 x 11 Gaussian windows.
"""

import ctypes
import platform
import subprocess
import sys
import tempfile
import time

import cv2
import numpy as np
import skimage
from PIL import Image
from skimage.color import deltaE_ciede2000, rgb2lab
from skimage.metrics import structural_similarity

import measure
import ours
import table

TARGET = 3
WEIGHTS = (0.0448, 0.2856, 0.3001, 0.2363, 0.1333)
LUMA = np.array([0.2126, 0.7152, 0.0722], np.float32)
C1, C2 = (0.01 * 255) ** 2, (0.03 * 255) ** 2

_library = ours._library
for _name in ("picture", "mask"):
    getattr(_library, f"bench_{_name}").restype = ctypes.c_void_p
_library.bench_compare.restype = ctypes.c_bool
_libc = ctypes.CDLL(None)
_libc.memcmp.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t]


def handle(make, array):
    """Our picture or mask of an array."""
    height, width = array.shape[:2]
    return ctypes.c_void_p(make(
        array.ctypes.data_as(ctypes.c_void_p), ctypes.c_ssize_t(width), ctypes.c_ssize_t(height)))


def our_ladder(a, b, mask=None):
    """What measures two pictures by our functions."""
    one, other = handle(_library.bench_picture, a), handle(_library.bench_picture, b)
    where = None if mask is None else handle(_library.bench_mask, mask)
    out = (ctypes.c_double * 6)()

    def run():
        if not _library.bench_compare(one, other, where, out):
            raise ValueError("the pictures are not of one size")
        return list(out)
    return run


def counts(a, b):
    """Pixels that differ, the largest difference, and the densest window, by OpenCV."""
    difference = cv2.absdiff(a, b)
    largest = difference.max()
    changed = (cv2.transform(difference, np.ones((1, 4), np.float32)) > 0).astype(np.uint8)
    shares = cv2.boxFilter(changed, cv2.CV_32F, (32, 32), normalize=True)[16:-15, 16:-15]
    return [float(np.count_nonzero(changed)), float(largest), float(shares.max())]


def colour(a, b):
    """Mean and 99.9th percentile of CIEDE2000, by scikit-image."""
    differences = deltaE_ciede2000(rgb2lab(a[..., :3]), rgb2lab(b[..., :3]))
    return [float(differences.mean()), float(np.quantile(differences, 0.999))]


def luma(picture):
    """Luma in float32, by OpenCV."""
    return cv2.transform(picture.astype(np.float32), np.append(LUMA, np.float32(0)).reshape(1, 4))


def halved(plane):
    """The mean of 2 x 2, by OpenCV."""
    return cv2.resize(plane, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)


def similarity_by_scikit_image(x, y, is_last):
    """One scale; a K1 that large leaves contrast and structure alone."""
    return structural_similarity(
        x, y, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255,
        K1=0.01 if is_last else 1e6)


def similarity_by_opencv(x, y, is_last):
    """One scale in float32, by OpenCV's separable Gaussian."""
    def blur(plane):
        return cv2.GaussianBlur(plane, (11, 11), 1.5)[5:-5, 5:-5]
    mx, my = blur(x), blur(y)
    xx, yy, xy = mx * mx, my * my, mx * my
    vx, vy, cov = blur(x * x) - xx, blur(y * y) - yy, blur(x * y) - xy
    value = (2 * cov + C2) / (vx + vy + C2)
    if is_last:
        value *= (2 * xy + C1) / (xx + yy + C1)
    return float(value.mean())


def multi_scale(a, b, similarity):
    """Multi-scale SSIM by a function for one scale."""
    x, y, result = luma(a), luma(b), 1.0
    for scale, weight in enumerate(WEIGHTS):
        result *= max(0, similarity(x, y, scale == len(WEIGHTS) - 1)) ** weight
        x, y = halved(x), halved(y)
    return result


def pictures(frame, overlay):
    """The frame with its overlay; with the overlay moved by 3, 2; and the first after a codec."""
    with Image.open(frame) as one, Image.open(overlay) as other:
        ground = np.array(one.convert("RGBA")).astype(np.float64)
        layer = np.array(other.convert("RGBA")).astype(np.float64)

    def at(dx, dy):
        moved = np.roll(layer, (dy, dx), (0, 1))
        alpha = moved[..., 3:] / 255
        out = ground.copy()
        out[..., :3] = np.rint(moved[..., :3] * alpha + ground[..., :3] * (1 - alpha))
        return np.ascontiguousarray(out.astype(np.uint8))
    a, moved = at(0, 0), at(3, 2)
    height, width = a.shape[:2]
    raw = ["-f", "rawvideo", "-pix_fmt", "rgba"]
    with tempfile.NamedTemporaryFile(suffix=".mp4") as file:
        subprocess.run(
            ["ffmpeg", "-v", "error", "-y", *raw, "-s", f"{width}x{height}", "-i", "-", "-c:v",
             "libx264", "-crf", "20", "-pix_fmt", "yuv420p", file.name], input=a.tobytes(), check=True)
        coded = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", file.name, *raw, "-"], capture_output=True, check=True)
    coded = np.frombuffer(coded.stdout, np.uint8).reshape(a.shape).copy()
    return a, moved, coded


def wall(runs, rounds):
    """Seconds on the clock that each function takes at least."""
    best = dict.fromkeys(runs, float("inf"))
    for _ in range(rounds):
        for name, run in runs.items():
            start = time.perf_counter()
            run()
            best[name] = min(best[name], time.perf_counter() - start)
    return best


def ladder(title, a, b):
    """Prints the table of a pair."""
    mine = our_ladder(a, b)
    parts = {
        "counts and window, OpenCV": lambda: counts(a, b),
        "CIEDE2000, scikit-image": lambda: colour(a, b),
        "multi-scale SSIM, scikit-image": lambda: multi_scale(a, b, similarity_by_scikit_image),
        "multi-scale SSIM, OpenCV": lambda: multi_scale(a, b, similarity_by_opencv),
    }
    runs = {"avatar-overlay, all": mine, **parts}
    cv2.setNumThreads(1)
    one = measure.interleaved(runs, rounds=measure.ROUNDS, repeats=1)
    cv2.setNumThreads(-1)
    free = wall(runs, 4 * measure.ROUNDS)
    names = list(parts)
    for times in (one, free):
        common = times[names[0]] + times[names[1]]
        times["all, scikit-image and OpenCV"] = common + times[names[2]]
        times["all, with OpenCV's SSIM"] = common + times[names[3]]
    print(f"\n## {title}\n")
    rows = []
    for name in one:
        least = min(one[name] / one["avatar-overlay, all"], free[name] / free["avatar-overlay, all"])
        target = (f"{TARGET} times", table.at_least(least, TARGET)) if name.startswith("all") else (None, None)
        rows.append([name, f"{1e3 * one[name]:.1f}", f"{one[name] / one['avatar-overlay, all']:.1f}",
                     f"{1e3 * free[name]:.1f}", f"{free[name] / free['avatar-overlay, all']:.1f}", *target])
    print(table.markdown(
        ["", "ms, one thread", "times ours", "ms, as they come", "times ours", "target", ""], rows))
    theirs = counts(a, b) + colour(a, b) + [multi_scale(a, b, similarity_by_scikit_image)]
    header = ["", "differ", "largest", "window", "CIEDE2000, mean", "99.9th percentile", "MS-SSIM"]
    print(table.markdown(header, [
        [name, f"{v[0]:.0f}", f"{v[1]:.0f}", f"{v[2]:.4f}", f"{v[3]:.4f}", f"{v[4]:.3f}", f"{v[5]:.6f}"]
        for name, v in (("avatar-overlay", mine()), ("scikit-image and OpenCV", theirs))]))


def identical(a):
    """Prints what pictures with the same bytes take."""
    b, copy = a.copy(), np.empty_like(a)
    height, width = a.shape[:2]
    y, x = np.mgrid[:height, :width]
    mask = ((x - width / 2) ** 2 + (y - height / 2) ** 2 < 200 ** 2).astype(np.uint8)
    runs = {
        "avatar-overlay": our_ladder(a, b),
        "avatar-overlay, in a mask": our_ladder(a, b, mask),
        "memcmp": lambda: _libc.memcmp(a.ctypes.data, b.ctypes.data, a.nbytes),
        "memcpy": lambda: np.copyto(copy, a),
        "NumPy, array_equal": lambda: np.array_equal(a, b),
    }
    times = measure.interleaved(runs, rounds=20 * measure.ROUNDS)
    print("\n## Identical pictures in different memory\n")
    print(table.markdown(["", "ms", "GB/s read", "times memcmp"], [
        [name, f"{1e3 * t:.3f}", f"{(1 if name == 'memcpy' else 2) * a.nbytes / t / 1e9:.1f}",
         f"{t / times['memcmp']:.2f}"] for name, t in times.items()]))


def main(frame, overlay):
    a, moved, coded = pictures(frame, overlay)
    height, width = a.shape[:2]
    print(f"Peers: scikit-image {skimage.__version__}, OpenCV {cv2.__version__}; Python "
          f"{platform.python_version()}, NumPy {np.__version__}.")
    print(f"\nA frame of {width} x {height} with the dragon. One thread: CPU time of the thread, the least "
          f"of {measure.ROUNDS}\nrounds in turn; as they come: on the clock, the least of "
          f"{4 * measure.ROUNDS}, which other load on the machine\nmakes longer. Our comparison has one "
          "thread in both. It does no more than it must where\npictures are the same, so a pair that "
          "differs nearly everywhere stands beside one that differs\nwhere the avatar is.")
    ladder(f"The avatar moved by 3, 2 pixels: {100 * (a != moved).any(-1).mean():.0f} % of the pixels differ",
           a, moved)
    ladder(f"After x264 at crf 20: {100 * (a != coded).any(-1).mean():.0f} % of the pixels differ", a, coded)
    identical(a)


main(*sys.argv[1:])
