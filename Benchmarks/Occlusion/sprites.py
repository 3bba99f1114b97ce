"""The two hands that make_clips.py puts before faces, cut out of frames of the recording `gesture`.

    python3 Benchmarks/Occlusion/sprites.py OUT

writes both on green into the folder OUT, twice as large. A sprite is premultiplied RGBA in float32
of 0 to 255 (alpha 0 to 1). Its colours are carried outward over its edges, so that they hold no
background; its arm points down, and its last rows run into one that can be held below the picture.
Needs ffmpeg and numpy.
"""

import argparse
import os
import subprocess
from typing import NamedTuple

import numpy as np

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
RECORDINGS = os.path.join(os.path.dirname(ROOT), "shared", "recordings")
F = np.float32

GESTURE_SIZE = (1280, 720)
FIST_FRAME, THUMB_FRAME = 41, 120


class Sprite(NamedTuple):
    """A hand: its picture, the pixel that is placed, and how many pixels wide its fist is."""

    pixels: np.ndarray
    anchor: tuple
    fist_width: float


class Trace(NamedTuple):
    """A part of an outline, traced on a magnified part of the frame."""

    left: int
    top: int
    scale: float
    points: list

    def in_frame(self):
        return [(self.left + x / self.scale, self.top + y / self.scale) for x, y in self.points]


# The fist of frame 41 and its arm: over the fist, down the arm's right side, up its left side.
FIST = [
    Trace(280, 90, 3.7333, [
        (310, 830), (338, 745), (348, 670), (358, 560), (374, 470), (383, 370), (385, 270),
        (388, 205), (406, 167), (446, 138), (522, 113), (600, 100), (640, 90), (690, 82),
        (760, 86), (875, 82), (908, 97), (928, 130), (923, 165), (913, 200), (903, 240),
        (896, 300), (880, 358), (870, 400), (860, 440), (836, 488), (827, 530), (829, 600),
        (819, 655), (788, 715), (746, 762), (712, 810),
    ]),
    Trace(220, 300, 3.7333, [
        (932, 45), (898, 110), (858, 180), (826, 260), (798, 340), (772, 420), (748, 510),
        (729, 600), (707, 670), (678, 750), (657, 830),
    ]),
    Trace(160, 520, 4, [
        (937, 0), (922, 100), (909, 200), (897, 290), (887, 380), (880, 440), (866, 560),
    ]),
    Trace(160, 520, 4, [
        (252, 392), (290, 330), (324, 250), (354, 180), (404, 80), (438, 0),
    ]),
    Trace(220, 300, 3.7333, [
        (150, 896), (224, 750), (274, 650), (334, 545), (379, 465), (418, 370), (449, 300),
        (466, 210), (484, 150), (529, 75),
    ]),
]

# The fist with its thumb up of frame 120, without an arm.
THUMB = [
    Trace(180, 220, 2.45, [
        (778, 390), (785, 330), (782, 270), (787, 200), (794, 152), (812, 122), (840, 109),
        (868, 113), (888, 133), (896, 165), (898, 220), (896, 280), (889, 340), (887, 395),
        (896, 430), (910, 470), (915, 510), (914, 550), (933, 580), (942, 615), (936, 650),
        (914, 683), (902, 694), (911, 712), (913, 745), (905, 778), (906, 805), (902, 830),
        (885, 860), (880, 888), (860, 912), (810, 922), (740, 927), (690, 928), (667, 934),
        (640, 913), (605, 893), (587, 882), (576, 860), (548, 815), (529, 803), (525, 785),
        (540, 740), (549, 690), (546, 650), (543, 630), (551, 605), (577, 582), (598, 550),
        (603, 502), (618, 477), (642, 452), (682, 428), (702, 411), (740, 398), (762, 402),
    ]),
]


def read(path, filters, width, height, pixel_format="rgb24"):
    """All frames of a video as an array of bytes."""
    channels = 3 if pixel_format == "rgb24" else 1
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", path] + (["-vf", filters] if filters else [])
        + ["-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", pixel_format, "-"],
        stdout=subprocess.PIPE, check=True).stdout
    shape = (-1, height, width, channels) if channels == 3 else (-1, height, width)
    return np.frombuffer(data, np.uint8).reshape(shape)


def write_png(path, picture):
    picture = np.ascontiguousarray(np.clip(picture, 0, 255).astype(np.uint8))
    height, width = picture.shape[:2]
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24",
         "-s", f"{width}x{height}", "-i", "-", "-frames:v", "1", path],
        input=picture.tobytes(), check=True)


def box(array, radius, axis):
    """The mean of 2 * radius + 1 neighbours along an axis; borders are carried on."""
    if radius < 1:
        return array
    padding = [(0, 0)] * array.ndim
    padding[axis] = (radius + 1, radius)
    sums = np.cumsum(np.pad(array, padding, mode="edge"), axis=axis, dtype=np.float64)
    length, size = array.shape[axis], 2 * radius + 1
    upper = np.take(sums, range(size, size + length), axis)
    lower = np.take(sums, range(0, length), axis)
    return ((upper - lower) / size).astype(F)


def blur(array, sigma):
    """A Gaussian: by its kernel where it is small, else by three boxes."""
    array = array.astype(F)
    if sigma < 1.5:
        radius = max(1, int(3 * sigma))
        kernel = np.exp(-0.5 * (np.arange(-radius, radius + 1) / sigma) ** 2)
        kernel /= kernel.sum()
        for axis in (0, 1):
            padding = [(0, 0)] * array.ndim
            padding[axis] = (radius, radius)
            padded = np.pad(array, padding, mode="edge")
            length = array.shape[axis]
            array = sum(
                F(kernel[i]) * np.take(padded, range(i, i + length), axis)
                for i in range(2 * radius + 1))
        return array
    radius = int(round((np.sqrt(4 * sigma * sigma + 1) - 1) / 2))
    for _ in range(3):
        array = box(box(array, radius, 0), radius, 1)
    return array


def polygon(points, height, width, samples=4):
    """How much of each pixel a polygon covers, by samples * samples samples a pixel."""
    points = np.asarray(points, float) * samples
    rows, columns = height * samples, width * samples
    inside = np.zeros((rows, columns), bool)
    x0, y0 = points[:, 0], points[:, 1]
    x1, y1 = np.roll(x0, -1), np.roll(y0, -1)
    for row in range(max(0, int(y0.min())), min(rows, int(y0.max()) + 1)):
        middle = row + 0.5
        cuts = (y0 <= middle) != (y1 <= middle)
        along = (middle - y0[cuts]) / (y1[cuts] - y0[cuts])
        crossings = np.sort(x0[cuts] + along * (x1[cuts] - x0[cuts]))
        for left, right in zip(crossings[::2], crossings[1::2]):
            inside[row, max(0, int(left + 0.5)):max(0, int(right + 0.5))] = True
    return inside.reshape(height, samples, width, samples).mean((1, 3)).astype(F)


def smooth(points, steps=6):
    """A closed Catmull-Rom curve through the points, as a polygon of so many steps a point."""
    points = np.asarray(points, float)
    curve = []
    for i in range(len(points)):
        a, b = points[i - 1], points[i]
        c, d = points[(i + 1) % len(points)], points[(i + 2) % len(points)]
        for t in np.arange(steps) / steps:
            curve.append(0.5 * (
                2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t
                + (3 * b - a - 3 * c + d) * t ** 3))
    return np.array(curve)


def bleed(colours, alpha, core=0.985):
    """Carries the colours of the inside outward, so that edges hold no background."""
    inside = (blur(alpha, 1.3) > core).astype(F)
    known = colours * inside[..., None]
    result = known.copy()
    have = inside.copy()
    for sigma in (1, 2, 4, 8, 16):
        weight = blur(inside, sigma)
        sums = blur(known, sigma)
        new = (have < 0.5) & (weight > 0.02)
        result[new] = (sums / np.maximum(weight, 1e-6)[..., None])[new]
        have[new] = 1
    return result


def bilinear(picture, u, v):
    """A picture at the places u, v, interpolated; its borders are carried on."""
    height, width = picture.shape[:2]
    u = np.clip(u, 0, width - 1.001)
    v = np.clip(v, 0, height - 1.001)
    column, row = u.astype(np.int32), v.astype(np.int32)
    fu = (u - column).astype(F)[..., None]
    fv = (v - row).astype(F)[..., None]
    flat = picture.reshape(height * width, -1)
    at = row * width + column
    top = flat[at] * (1 - fu) + flat[at + 1] * fu
    bottom = flat[at + width] * (1 - fu) + flat[at + width + 1] * fu
    return top * (1 - fv) + bottom * fv


def straighten(picture, source, down, width, height, x_to, y_to):
    """Turns a picture: source goes to (x_to, y_to) of width * height, the direction down to +y."""
    down = np.array(down, float)
    down /= np.hypot(*down)
    right = np.array([down[1], -down[0]])
    y, x = np.mgrid[0:height, 0:width].astype(F)
    x -= x_to
    y -= y_to
    return bilinear(
        picture, source[0] + x * right[0] + y * down[0], source[1] + x * right[1] + y * down[1])


def cut_out(frame, traces, steps, sigma):
    """What lies within an outline, premultiplied; its edge is softened by sigma."""
    outline = [point for trace in traces for point in trace.in_frame()]
    width, height = GESTURE_SIZE
    alpha = blur(polygon(smooth(outline, steps), height, width), sigma)
    colours = bleed(frame, alpha)
    return np.dstack([colours * alpha[..., None], alpha])


def fist_sprite(frame):
    picture = straighten(cut_out(frame, FIST, 6, 0.8), (455, 160), (-0.40, 1), 330, 460, 165, 110)
    return Sprite(picture, (165, 110), 146.0)


def thumb_sprite(frame, fist):
    """The fist with its thumb up, before the other fist's arm."""
    width, height = 300, 490
    hand = straighten(
        cut_out(frame, THUMB, 4, 0.7), (180 + 740 / 2.45, 220 + 660 / 2.45), (-0.12, 1),
        width, height, 150, 245)
    # The arm from the wrist on, narrower; the wrist lies behind the fist.
    y, x = np.mgrid[0:height, 0:width].astype(F)
    scale = 1.05
    arm = bilinear(
        fist.pixels, fist.anchor[0] - 5 + (x - 143) * scale, 215 + (y - 262) * scale)
    arm *= np.clip((y - 262) / 6, 0, 1)[..., None]
    shadow = np.roll(blur(hand[..., 3], 6), 7, 0)
    arm[..., :3] *= (1 - 0.45 * shadow)[..., None]
    return Sprite(hand + arm * (1 - hand[..., 3:]), (150, 245), 150.0)


def finish(sprite):
    """Clears the borders but for the lowest, and lets the last rows run into what is held below."""
    pixels = sprite.pixels.copy()
    pixels[:, :2] = 0
    pixels[:, -2:] = 0
    pixels[:2] = 0
    held = pixels[-26:-2].mean(0)
    rows = pixels.shape[0]
    weight = np.clip((np.arange(rows) - (rows - 40)) / 38, 0, 1).astype(F)[:, None, None]
    pixels = pixels * (1 - weight) + held * weight
    return sprite._replace(pixels=pixels.astype(F))


def sprites(recordings=RECORDINGS):
    """Both hands by name."""
    frames = read(
        os.path.join(recordings, "gesture", "clip.mp4"),
        f"select='eq(n,{FIST_FRAME})+eq(n,{THUMB_FRAME})'", *GESTURE_SIZE).astype(F)
    fist = fist_sprite(frames[0])
    thumb = thumb_sprite(frames[1], fist)
    return {"fist": finish(fist), "thumb": finish(thumb)}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT", help="the folder to write into")
    parser.add_argument(
        "--recordings", metavar="DIR", default=RECORDINGS,
        help="the recordings' folder (default: ../shared/recordings beside the repository)")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    for name, sprite in sprites(options.recordings).items():
        green = np.array([40, 200, 60], F)
        shown = sprite.pixels[..., :3] + (1 - sprite.pixels[..., 3:]) * green
        shown = np.repeat(np.repeat(shown, 2, 0), 2, 1)
        write_png(os.path.join(options.out, f"{name}.png"), shown)
        print(name, sprite.pixels.shape)


if __name__ == "__main__":
    main()
