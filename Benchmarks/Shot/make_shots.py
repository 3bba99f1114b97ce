#!/usr/bin/env python3
"""Makes clips of one printed card in changing light, with and without things that lie on it.

    python3 Benchmarks/Shot/make_shots.py OUT [--only NAME,...] [--seed N] [--frames N] [--prints FILE,...]
        [--jobs N] [--ground FILE]

OUT gets of each clip NAME.mp4, NAME.jsonl (a tracking), NAME.truth.json, and NAME.cover.mkv (FFV1, grey: how much of
each pixel something on the card covers). README.md says what the clips show. The prints are the six of Scenes unless
--prints names others; --ground takes the first frame of a clip for the background. The same versions of NumPy, SciPy
and ffmpeg make the same clips. Needs these three only.
"""

import argparse
import glob
import json
import math
import os
import subprocess
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from scipy import ndimage as nd

F = np.float32
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WIDTH, HEIGHT, FPS = 1280, 720, 30
COLUMNS, ROWS = 8, 11     # places of the light's truth
MARGIN = 70               # px about the card that are drawn anew in each frame
LUMA = np.array([0.2126, 0.7152, 0.0722], F)


def linear(v):
    return np.where(v <= 0.04045, v / 12.92, ((v + 0.055) / 1.055) ** 2.4).astype(F)


def encoded(v):
    v = np.clip(v, 0, 1)
    return np.where(v <= 0.0031308, v * 12.92, 1.055 * v ** (1 / 2.4) - 0.055).astype(F)


def read_picture(path):
    """The first frame of a file, R'G'B' in 0...1."""
    probe = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0",
         path], capture_output=True, check=True, text=True).stdout
    width, height = (int(v) for v in probe.strip().strip(",").split(",")[:2])
    data = subprocess.run(
        ["ffmpeg", "-v", "error", "-noautorotate", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24",
         "-"], capture_output=True, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(height, width, 3).astype(F) / 255


def smooth_noise(rng, height, width, size):
    """Noise of a scale in px, about -1...1."""
    small = rng.standard_normal((int(height / size) + 4, int(width / size) + 4))
    y, x = np.mgrid[0:height, 0:width].astype(F) / size
    return nd.map_coordinates(small, [y + 1, x + 1], order=3, mode="nearest").astype(F) * 0.7


def blurred(v, sigma):
    """A Gaussian along y and x."""
    if max(sigma) < 0.05:
        return v
    sigma = tuple(sigma) + (0,) * (v.ndim - 2)
    return nd.gaussian_filter(v, sigma, truncate=3)


# The card's place.

def homography(corners, width=1.0, height=1.0):
    """From (0, 0)...(width, height) to four corners."""
    rows, values = [], []
    for (u, v), (x, y) in zip(((0, 0), (width, 0), (width, height), (0, height)), corners):
        rows += [[u, v, 1, 0, 0, 0, -u * x, -v * x], [0, 0, 0, u, v, 1, -u * y, -v * y]]
        values += [x, y]
    return np.append(np.linalg.solve(np.array(rows, float), values), 1).reshape(3, 3)


def apply(matrix, x, y):
    w = matrix[2, 0] * x + matrix[2, 1] * y + matrix[2, 2]
    return ((matrix[0, 0] * x + matrix[0, 1] * y + matrix[0, 2]) / w,
            (matrix[1, 0] * x + matrix[1, 1] * y + matrix[1, 2]) / w)


def corners_of(x, y, width, aspect, roll, tilt, azimuth):
    """Where a card's corners are seen: its middle, its width in px, degrees; a pinhole camera."""
    focal, a, r, t = 900.0, math.radians(azimuth), math.radians(roll), math.radians(tilt)
    z = focal
    flat = np.array([(-1, -aspect), (1, -aspect), (1, aspect), (-1, aspect)]) * width / 2
    flat = flat @ np.array([[math.cos(r), math.sin(r)], [-math.sin(r), math.cos(r)]])
    axis, across = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)])
    along, off = flat @ axis, flat @ across
    point = np.outer(along, axis) + np.outer(off * math.cos(t), across)
    depth = z + off * math.sin(t)
    return np.array([x, y]) + point * (focal / depth)[:, None]


class Print:
    """A print in linear light, with its mip levels."""

    def __init__(self, path):
        self.levels = [linear(read_picture(path))]
        self.height, self.width = self.levels[0].shape[:2]
        self.name = os.path.basename(os.path.dirname(os.path.abspath(path)))
        while min(self.levels[-1].shape[:2]) > 80:
            v = self.levels[-1]
            v = v[:v.shape[0] // 2 * 2, :v.shape[1] // 2 * 2]
            self.levels.append((v[::2, ::2] + v[1::2, ::2] + v[::2, 1::2] + v[1::2, 1::2]) / 4)

    def at(self, u, v, texels):
        """The print at parts of its width and height, sampled at a distance of so many texels."""
        level = int(np.clip(round(math.log2(max(texels, 1e-3))), 0, len(self.levels) - 1))
        picture = self.levels[level]
        h, w = picture.shape[:2]
        x, y = np.clip(u * w - 0.5, 0, w - 1.001), np.clip(v * h - 0.5, 0, h - 1.001)
        i, j = x.astype(np.int32), y.astype(np.int32)
        fx, fy = (x - i)[..., None].astype(F), (y - j)[..., None].astype(F)
        flat, at = picture.reshape(-1, 3), j * w + i
        upper = flat[at] * (1 - fx) + flat[at + 1] * fx
        lower = flat[at + w] * (1 - fx) + flat[at + w + 1] * fx
        return upper * (1 - fy) + lower * fy


# What lies on the card: each gives linear reflectance and coverage of a box's pixels.

def capsule(x, y, a, b, r0, r1):
    """Distance beyond the edge of a rounded stroke in px, its place along and across (-1...1), and its radius."""
    d = np.array(b, float) - a
    length = max(float(np.hypot(*d)), 1e-6)
    along = ((x - a[0]) * d[0] + (y - a[1]) * d[1]) / length ** 2
    across = ((y - a[1]) * d[0] - (x - a[0]) * d[1]) / length
    s = np.clip(along, 0, 1)
    r = r0 + (r1 - r0) * s
    distance = np.hypot(x - a[0] - d[0] * s, y - a[1] - d[1] * s)
    return distance - r, along, across / r, distance / r


def soft_edge(distance):
    return np.clip(0.5 - distance, 0, 1).astype(F)


def finger(x, y, a, b, radius, skin, rng):
    distance, along, across, part = capsule(x, y, a, b, radius * 1.12, radius * 0.82)
    bulge = np.sqrt(np.clip(1 - np.minimum(part, 1) ** 2, 0, 1))
    shade = 0.42 + 0.58 * np.clip(bulge * 0.86 - across * 0.3 * np.sqrt(np.clip(1 - across ** 2, 0, 1)), 0, 1)
    length = math.hypot(b[0] - a[0], b[1] - a[1])
    for crease in (0.45, 0.49, 0.78):
        shade = shade - 0.22 * np.exp(-((along - crease) * length / (0.07 * radius)) ** 2) * bulge
    colour = np.asarray(skin, F) * shade[..., None]
    blotch = nd.zoom(rng.standard_normal((9, 9, 1)), (x.shape[0] / 9, x.shape[1] / 9, 1), order=1)
    blotch = blotch[:x.shape[0], :x.shape[1]]
    colour = colour * (1 + 0.07 * blotch * np.array([0.5, 1.0, 1.2], F))
    nail = ((along - 0.97) * length / (0.75 * radius)) ** 2 + (across / 0.6) ** 2
    colour = colour + (np.array([0.16, 0.12, 0.11], F) * np.clip(1.3 - nail, 0, 1)[..., None])
    return colour.astype(F), soft_edge(distance)


def over(under, upper):
    colour, alpha = upper
    return (under[0] * (1 - alpha[..., None]) + colour * alpha[..., None],
            1 - (1 - under[1]) * (1 - alpha))


SKINS = ((0.62, 0.36, 0.26), (0.5, 0.28, 0.19), (0.27, 0.135, 0.08), (0.72, 0.47, 0.36), (0.13, 0.065, 0.042))


class Things:
    """What a clip's parameters put on the card, in parts of the card's width from its top left."""

    def __init__(self, kind, seed, other):
        self.kind, self.seed, self.other = kind, seed, other
        rng = np.random.default_rng(seed)
        self.skin = SKINS[int(rng.integers(len(SKINS)))]
        self.turn, self.side = rng.uniform(-0.5, 0.5), int(rng.integers(2))
        self.values = rng.uniform(0, 1, 16)

    def draw(self, t, x, y, to_frame, scale, aspect, rng):
        """Of pixels x, y: colour and coverage; t 0...1; to_frame: from parts of the width; scale: px a width."""
        empty = np.zeros((*x.shape, 3), F), np.zeros(x.shape, F)
        v = self.values

        def at(i, j):
            return np.array(apply(to_frame, i, j))

        reach = 0.5 - 0.5 * math.cos(2 * math.pi * min(1, t * 1.15))   # comes in and leaves
        drawn = empty
        if self.kind == "edge":      # a thumb before, holding a lower corner; finger tips at a side
            i = 0.1 if self.side else 0.9
            s = 1 if self.side else -1
            drawn = over(drawn, finger(
                x, y, at(i - s * 0.3, aspect + 0.12), at(i + s * (0.1 + 0.12 * v[1]), aspect - 0.14), 0.085 * scale,
                self.skin, rng))
            for n in range(3):
                j = aspect * (0.35 + 0.12 * n + 0.1 * v[2])
                drawn = over(drawn, finger(
                    x, y, at(0.5 + s * 0.75, j + 0.05), at(0.5 + s * (0.42 - 0.1 * reach - 0.03 * n), j),
                    0.06 * scale, self.skin, rng))
        elif self.kind == "fingers":  # fingers that come from below and lie on the print
            for n in range(4):
                i = 0.25 + 0.14 * n + 0.05 * v[3]
                top = aspect * (1.12 - (0.35 + 0.22 * v[4] + 0.07 * math.sin(1.1 * n + 1)) * reach)
                drawn = over(drawn, finger(x, y, at(i + self.turn * 0.4, aspect * 1.5), at(i, top), 0.068 * scale,
                                           self.skin, rng))
        elif self.kind == "point":    # one finger from a side
            i = 1.1 - (0.4 + 0.3 * v[5]) * reach
            drawn = over(drawn, finger(x, y, at(1.7, aspect * (0.5 + 0.4 * v[6])),
                                       at(i, aspect * (0.3 + 0.4 * v[6])), 0.075 * scale, self.skin, rng))
        elif self.kind == "sleeve":
            a = at(-0.4, aspect * (0.75 + 0.2 * v[7])), at(0.05 + 0.6 * reach, aspect * (0.55 + 0.3 * v[8]))
            distance, along, across, part = capsule(x, y, *a, 0.26 * scale, 0.2 * scale)
            weave = 1 + 0.12 * np.sin((x * 0.8 + y * 0.9)) * np.sin((x * 0.9 - y * 0.8)) + 0.25 * np.sin(
                along * 17 + 3 * across)
            tone = np.array(((0.022, 0.024, 0.03), (0.03, 0.026, 0.024), (0.016, 0.022, 0.045))[int(v[9] * 3)], F)
            colour = tone * (weave * (0.6 + 0.5 * np.sqrt(np.clip(1 - part ** 2, 0, 1))))[..., None]
            hand = finger(x, y, a[1] - (a[1] - a[0]) * 0.05, a[1] + (a[1] - a[0]) * 0.32, 0.1 * scale, self.skin, rng)
            drawn = over(over(drawn, hand), (colour.astype(F), soft_edge(distance)))
        elif self.kind == "pen":
            i, j = 0.35 + 0.4 * v[10] + 0.1 * math.sin(6 * t), aspect * (0.35 + 0.3 * v[11] + 0.06 * math.sin(8 * t))
            a, b = at(i + 0.75, j + 0.6), at(i, j)
            distance, along, across, part = capsule(x, y, a, b, 3 + 2 * v[12], 3 + 2 * v[12])
            tone = np.array(((0.02, 0.03, 0.2), (0.5, 0.03, 0.03), (0.02, 0.02, 0.02), (0.75, 0.75, 0.72))[
                int(v[13] * 4)], F)
            light = 0.5 + 0.6 * np.exp(-((across + 0.3) / 0.3) ** 2)
            colour = tone * light[..., None] + (0.25 * np.exp(-((across + 0.3) / 0.12) ** 2))[..., None]
            drawn = over(drawn, (colour.astype(F), soft_edge(distance)))
        elif self.kind == "hair":
            hair_rng = np.random.default_rng(self.seed)
            for n in range(7):
                i0, i1, bow = hair_rng.uniform(-0.1, 1.1, 3)
                p = [at(i0 + (i1 - i0) * s + 0.3 * (bow - 0.5) * math.sin(math.pi * s) + 0.03 * math.sin(5 * t),
                        (s * 1.2 - 0.15) * aspect) for s in np.linspace(0, 1, 9)]
                for a, b in zip(p, p[1:]):
                    distance = capsule(x, y, a, b, 0.9, 0.9)[0]
                    drawn = over(drawn, (np.broadcast_to(np.array([0.03, 0.02, 0.015], F), (*x.shape, 3)),
                                         soft_edge(distance)))
        elif self.kind in ("card", "paper"):
            i, j = 0.95 - 0.5 * reach, aspect * (0.45 + 0.4 * v[14] - 0.2 * reach)
            a = self.turn
            e1, e2 = np.array([math.cos(a), math.sin(a)]), np.array([-math.sin(a), math.cos(a)]) * aspect
            quad = [at(*(np.array([i, j]) + p)) for p in (0 * e1, e1, e1 + e2, e2)]
            u, w = apply(np.linalg.inv(homography(quad)), x, y)
            edge = np.minimum(np.minimum(u, 1 - u), np.minimum(w, 1 - w) * aspect) * scale
            if self.kind == "card":
                colour = self.other.at(u, w, self.other.width / scale)
            else:
                ink = (np.sin(w * 190) > 0.3) & (np.sin(u * 210 + 9 * np.sin(w * 30)) > -0.2) & (edge > 0.1 * scale)
                colour = np.where(ink[..., None], F(0.12), np.array([0.8, 0.79, 0.75], F))
            drawn = over(drawn, (colour.astype(F), soft_edge(-edge)))
        return drawn


# Clips: what differs from the defaults.

DEFAULTS = dict(
    thing=None, print=0, width=300, tilt=12, roll=4, azimuth=60, move=8, level=0.8, tint=(1, 1, 1), gradient=0.1,
    fade=None, step=None, shadow=0.35, loose=0.0, glare=0.0, veil=0.0, blur=(0.6, 0.6), noise=1.6, film=False, bend=0.0,
    crf=21, jitter=0.0, ink=False, flipped=False, still=False)

CLIPS = {
    "edge": dict(thing="edge"), "edge-film": dict(thing="edge", print=1, film=True, jitter=0.3, width=260),
    "fingers": dict(thing="fingers", print=2), "fingers-warm": dict(
        thing="fingers", print=3, tint=(1.25, 0.95, 0.6), level=0.5, shadow=0.5),
    "fingers-blur": dict(thing="fingers", print=4, blur=(2.5, 2.5), jitter=0.3), "fingers-dim": dict(
        thing="fingers", print=5, level=0.15, noise=3, crf=23),
    "fingers-move": dict(thing="fingers", print=0, move=60, blur=(0.8, 4.0)), "point": dict(
        thing="point", print=1, gradient=0.5, film=True), "point-bent": dict(
        thing="point", print=2, bend=4, jitter=0.2),
    "point-small": dict(thing="point", print=3, width=130), "point-tilted": dict(
        thing="point", print=4, tilt=50, width=380, flipped=True),
    "sleeve": dict(thing="sleeve", print=2), "sleeve-dim": dict(thing="sleeve", print=0, level=0.4, film=True),
    "sleeve-rain": dict(thing="sleeve", print=3, level=0.9), "pen": dict(thing="pen", print=5), "pen-film": dict(
        thing="pen", print=3, film=True, width=340), "hair": dict(thing="hair", print=1),
    "card": dict(thing="card", print=1), "card-film": dict(thing="card", print=4, film=True, jitter=0.3),
    "paper": dict(thing="paper", print=5),
    "plain": dict(print=2), "plain-film": dict(print=3, film=True, jitter=0.3, crf=23), "plain-dim": dict(
        print=0, level=0.15, noise=3, crf=23), "plain-still": dict(print=4, still=True, move=0, noise=2.5),
    "plain-ink": dict(print=5, ink=True, film=True, tint=(0.75, 0.95, 1.2)), "plain-warm": dict(
        print=1, tint=(1.25, 0.95, 0.6), gradient=0.6), "plain-small": dict(print=0, width=90),
    "bent": dict(print=1, bend=6, jitter=0.2), "bent-film": dict(print=4, bend=3, film=True),
    "glare": dict(print=2, glare=1.3), "glare-dark": dict(print=0, glare=0.8, level=0.4), "veil": dict(
        print=3, veil=0.12, jitter=0.2), "veil-film": dict(print=1, veil=0.2, film=True),
    "defocus": dict(print=5, blur=(5, 5)), "defocus-light": dict(print=2, blur=(3, 3), jitter=0.3), "motion": dict(
        print=1, blur=(0.7, 6), move=90), "motion-dim": dict(print=3, blur=(4, 0.7), level=0.2, noise=3),
    "shadow": dict(print=0, loose=0.6), "shadow-film": dict(print=1, loose=0.5, film=True, jitter=0.3),
    "shadow-dark": dict(print=3, loose=0.62, level=0.5), "fade": dict(print=4, fade=(0.9, 0.25)), "step": dict(
        print=2, step=(0.8, 0.4), tint=(0.8, 1.0, 1.15)),
}


class Shot:
    def __init__(self, name, prints, seed, frames, ground):
        index = list(CLIPS).index(name)
        self.name, self.frames = name, frames
        self.options = {**DEFAULTS, **CLIPS[name]}
        o = self.options
        self.rng = np.random.default_rng([seed, index])
        turn = seed % len(prints)
        self.print = prints[(o["print"] + turn) % len(prints)]
        self.things = Things(o["thing"], seed * 1000 + index, prints[(o["print"] + turn + 1) % len(prints)])
        self.aspect = self.print.height / self.print.width
        self.phase, self.angle = self.rng.uniform(0, 2 * math.pi, 4), self.rng.uniform(0, 2 * math.pi)
        if ground is not None:
            reach = np.minimum(ground.shape[0] * 16 // 9, ground.shape[1])
            rows, columns = np.linspace(0, reach * 9 // 16 - 1, HEIGHT), np.linspace(0, reach - 1, WIDTH)
            ground = linear(ground[np.ix_(rows.astype(int), columns.astype(int))])
        else:
            base = np.array([0.24, 0.2, 0.17], F) * (1 + 0.6 * smooth_noise(self.rng, HEIGHT, WIDTH, 90))[..., None]
            ground = np.clip(base * (1 + 0.3 * smooth_noise(self.rng, HEIGHT, WIDTH, 5))[..., None], 0.005, 0.9)
        self.ground = ground * o["level"] * np.asarray(o["tint"], F)

    def corners(self, k):
        o, s = self.options, k / FPS * 2 * math.pi
        sway = [math.sin(s * hertz + phase) for hertz, phase in zip((0.6, 0.8, 0.5, 0.7), self.phase)]
        still = 0 if o["still"] else 1
        corners = corners_of(
            640 + o["move"] * sway[0] + 0.3, 360 + o["move"] * 0.4 * sway[1], o["width"], self.aspect,
            o["roll"] + 2 * sway[2] * still, o["tilt"] + 3 * sway[3] * still, o["azimuth"])
        return corners

    def light(self, k, u, v):
        """The light at parts of the card, one value a place and channel, without shadow."""
        o, t = self.options, k / max(self.frames - 1, 1)
        level = o["level"]
        if o["fade"]:
            level = o["fade"][0] + (o["fade"][1] - o["fade"][0]) * t
        if o["step"]:
            level = o["step"][0 if t < 0.5 else 1]
        slope = (u - 0.5) * math.cos(self.angle) + (v - 0.5) * math.sin(self.angle)
        return (level * (1 + o["gradient"] * slope))[..., None].astype(F) * np.asarray(o["tint"], F)

    def render(self, k):
        o, t = self.options, k / max(self.frames - 1, 1)
        corners = self.corners(k)
        x0, y0 = np.maximum(np.floor(corners.min(0)).astype(int) - MARGIN, 0)
        x1, y1 = np.minimum(np.ceil(corners.max(0)).astype(int) + MARGIN, (WIDTH, HEIGHT))
        box = np.s_[y0:y1, x0:x1]
        y, x = np.mgrid[y0:y1, x0:x1] + 0.5
        to_card = np.linalg.inv(homography(corners))
        to_frame = homography(corners, 1, self.aspect)
        total, inside = 0, 0
        for dy in (-0.25, 0.25):
            for dx in (-0.25, 0.25):
                u, v = apply(to_card, x + dx, y + dy)
                if o["bend"]:
                    for _ in range(2):   # a bent card's middle is moved; its corners are not
                        c, d = np.clip(u, 0, 1), np.clip(v, 0, 1)
                        rise = o["bend"] * (4 * c * (1 - c) * (0.7 + 0.3 * np.cos(2 * (d - 0.4))))
                        u, v = apply(to_card, x + dx + 0.5 * rise, y + dy - 0.85 * rise)
                total = total + self.print.at(u, v, self.print.width / o["width"] / 2)
                inside = inside + ((u >= 0) & (u <= 1) & (v >= 0) & (v <= 1))
        ink = total / 4
        if o["ink"]:  # what is printed is not what is in the file
            ink = 0.035 + 0.83 * ink ** 1.12 * np.array([1, 0.96, 0.9], F)
        alpha = (inside / 4).astype(F)
        light = self.light(k, u, v)
        scale = o["width"]
        colour, cover = self.things.draw(t, x, y, to_frame, scale, self.aspect, np.random.default_rng(self.things.seed))
        shade = np.ones(x.shape, F)
        if o["thing"] and o["shadow"]:
            # Things lie on the card or nearly so: the shadow is soft and beside them.
            cast = 0.5 * blurred(cover, (0.02 * scale,) * 2) + 0.5 * blurred(cover, (0.05 * scale,) * 2)
            shade *= 1 - o["shadow"] * nd.shift(cast, (0.03 * scale, 0.02 * scale), order=1, mode="nearest")
        if o["loose"]:  # of a hand above the card, which is not in the picture
            i, j = 0.35 + 0.5 * math.sin(3 * t + self.phase[0]), self.aspect * (0.5 + 0.3 * math.cos(4 * t))
            hand = sum(soft_edge(capsule(x, y, apply(to_frame, i + 0.17 * n, j + 0.8), apply(to_frame, i + 0.13 * n, j),
                                         0.075 * scale, 0.06 * scale)[0]) for n in range(3))
            shade *= 1 - o["loose"] * blurred(np.minimum(hand, 1), (0.022 * scale,) * 2)
        card = ink * light * shade[..., None]
        card = card * (1 - cover[..., None]) + colour * light * cover[..., None]
        ground = self.ground[box]
        frame = ground * (1 - np.maximum(alpha, cover))[..., None]
        frame += card * alpha[..., None] + colour * light * (cover * (1 - alpha))[..., None]
        blur = tuple(o["blur"])
        frame, cover = blurred(frame, blur), blurred(cover, blur)
        if o["glare"]:
            gx, gy = apply(to_frame, 0.3 + 0.4 * t, self.aspect * (0.35 + 0.2 * t))
            r = 0.16 * scale
            frame += (o["glare"] * np.exp(-((x - gx) ** 2 + (y - gy) ** 2) / (2 * r * r)))[..., None].astype(F)
        frame += F(o["veil"] * o["level"]) * np.asarray(o["tint"], F)
        truth = self.truth(k, corners, shade, alpha, cover, to_card, x, y)
        return box, frame, cover * (alpha > 0), corners, truth

    def truth(self, k, corners, shade, alpha, cover, to_card, x, y):
        """The light's mean in each place, of pixels that nothing covers; None where there are few."""
        u, v = apply(to_card, x, y)
        open_ = (alpha > 0.99) & (cover < 0.02)
        row, column = np.clip(v * ROWS, 0, ROWS - 1).astype(int), np.clip(u * COLUMNS, 0, COLUMNS - 1).astype(int)
        at = (row * COLUMNS + column)[open_]
        count = np.bincount(at, minlength=COLUMNS * ROWS)
        light = (self.light(k, u, v) * shade[..., None])[open_]
        sums = [np.bincount(at, light[:, c], COLUMNS * ROWS) for c in range(3)]
        return [[round(float(s[n] / count[n]), 5) for s in sums] if count[n] > 40 else None
                for n in range(COLUMNS * ROWS)]

    def camera(self, frame, rng):
        """R'G'B' of linear light: curve, sharpening, vignetting, noise."""
        o = self.options
        if o["film"]:
            y, x = np.mgrid[-1:1:HEIGHT * 1j, -1:1:WIDTH * 1j].astype(F)
            frame = frame * (1 - 0.22 * (x * x + y * y) / 2)[..., None]
        v = encoded(frame)
        if o["film"]:
            v = v + F(0.18) * v * (1 - v) * (2 * v - 1)
            v += F(0.6) * (v - nd.uniform_filter(v, (3, 3, 1)))
        grain = rng.standard_normal((HEIGHT, WIDTH, 1), dtype=F) * 0.8 + rng.standard_normal(
            (HEIGHT, WIDTH, 3), dtype=F) * 0.5
        return np.clip((v * 255 + o["noise"] * grain) + 0.5, 0, 255).astype(np.uint8)

    def make(self, folder):
        path = os.path.join(folder, self.name)
        size = ["-f", "rawvideo", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(FPS)]
        clip = subprocess.Popen(
            ["ffmpeg", "-y", "-v", "error", *size, "-pix_fmt", "rgb24", "-i", "-", "-vf",
             "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset",
             "veryfast", "-crf", str(self.options["crf"]), "-threads", "1", "-colorspace", "bt709",
             "-color_primaries", "bt709", "-color_trc", "bt709", path + ".mp4"], stdin=subprocess.PIPE)
        masks = subprocess.Popen(
            ["ffmpeg", "-y", "-v", "error", *size, "-pix_fmt", "gray", "-i", "-", "-c:v", "ffv1", path + ".cover.mkv"],
            stdin=subprocess.PIPE)
        lines, lights, exact = [], [], []
        for k in range(self.frames):
            rng = np.random.default_rng([self.things.seed, k])
            box, part, cover, corners, light = self.render(k)
            frame, mask = self.ground.copy(), np.zeros((HEIGHT, WIDTH), np.uint8)
            frame[box], mask[box] = part, np.round(np.clip(cover, 0, 1) * 255)
            picture = self.camera(frame, rng)
            if self.options["flipped"]:
                picture, mask, corners = picture[:, ::-1], mask[:, ::-1], corners * [-1, 1] + [WIDTH, 0]
            clip.stdin.write(np.ascontiguousarray(picture).tobytes())
            masks.stdin.write(np.ascontiguousarray(mask).tobytes())
            seen = corners + rng.normal(0, 1, (4, 2)) * self.options["jitter"]
            lines.append({"timestampMs": k * 1000 / FPS, "images": [
                {"id": 0, "name": self.print.name, "corners": (seen / [WIDTH, HEIGHT]).round(7).tolist(), "score": 1}]})
            lights.append(light)
            exact.append(corners.round(4).tolist())
        for process in (clip, masks):
            process.stdin.close()
            if process.wait():
                raise SystemExit(f"{self.name}: ffmpeg failed")
        with open(path + ".jsonl", "w") as file:
            head = {"format": "avatar-overlay-tracking", "version": 1, "width": WIDTH, "height": HEIGHT}
            file.writelines(json.dumps(line) + "\n" for line in [head, *lines])
        with open(path + ".truth.json", "w") as file:
            json.dump({"clip": self.name, "print": self.print.name, **{
                key: value for key, value in self.options.items() if key != "print"},
                "corners": exact, "light": lights}, file)


def make(job):
    name, paths, seed, frames, folder, ground = job
    Shot(name, [Print(path) for path in paths], seed, frames, read_picture(ground) if ground else None).make(folder)
    return name


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("out")
    parser.add_argument("--only", default="")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--frames", type=int, default=36)
    parser.add_argument("--prints", default="")
    parser.add_argument("--ground")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    paths = options.prints.split(",") if options.prints else sorted(glob.glob(os.path.join(ROOT, "Scenes/*/card.png")))
    names = options.only.split(",") if options.only else list(CLIPS)
    jobs = [(name, paths, options.seed, options.frames, options.out, options.ground) for name in names]
    with ProcessPoolExecutor(options.jobs) as pool:
        for name in pool.map(make, jobs):
            print(name, flush=True)


if __name__ == "__main__":
    main()
