#!/usr/bin/env python3
"""Makes clips of printed cards with the exact place of each card in each frame.

    python3 Benchmarks/Cards/make_clips.py OUT [--only NAME,...] [--quick] [--cards DIR] [--jobs N]
    python3 Benchmarks/Cards/make_clips.py --placeholders DIR

OUT gets NAME.mp4 and NAME.truth.jsonl for each clip; README.md says what they hold. The cards are
DIR/<id>/card.png (default: Scenes in the repository); OUT/cards keeps a copy of them as packages
without items, to track with if they change later. --placeholders writes a set of generated
cards into a folder, for use with --cards and --detect-cards where the real ones do not exist.

The same versions of NumPy, Pillow and ffmpeg make the same clips. Needs these three only.
"""

import argparse
import hashlib
import io
import json
import math
import os
import subprocess
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Callable, Optional

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

sys.dont_write_bytecode = True  # nothing is written outside OUT

import textures as tx  # noqa: E402

F = np.float32
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WIDTH, HEIGHT, FPS = 1280, 720, 30
CARD_MM = 105.0          # the width of every card; its height follows from the picture
PAD = 96                 # texels that a picture's edge is carried on
SAMPLES = 4              # samples a pixel along x and along y, of a card that does not blur;
                         # more of one that is seen at a steep angle
EXPOSURES = 8            # the least number of pictures of a card that blurs
FEW_BELOW = 2.0          # px of motion below which half of them are enough
BLUR_FROM = 0.3          # px of motion in an exposure from which a card is drawn blurred

(SPRING, RAIN, INSECTS, EQUINOX, CLEAR, GRAIN) = CARDS = (
    "start-of-spring", "rain-water", "awakening-of-insects", "spring-equinox",
    "clear-and-bright", "grain-rain")


# Pictures and their mip levels.

class Picture:
    """A picture of a flat thing of known width, with its mip levels."""

    def __init__(self, image, width_mm, has_alpha=False):
        self.width, self.height = image.size
        self.size = (width_mm, width_mm * self.height / self.width)
        self.has_alpha = has_alpha
        array = np.asarray(image.convert("RGBA" if has_alpha else "RGB"))
        right, bottom = ((-(side + 2 * PAD)) % 16 + PAD for side in image.size)
        if has_alpha:
            array = np.pad(array, ((PAD, bottom), (PAD, right), (0, 0)))
            alpha = array[..., 3:].astype(F) / 255
            array = np.concatenate(
                [(array[..., :3] * alpha + 0.5).astype(np.uint8), array[..., 3:]], 2)
            level = Image.frombytes("RGBX", array.shape[1::-1], array.tobytes())
        else:
            array = np.pad(array, ((PAD, bottom), (PAD, right), (0, 0)), mode="edge")
            level = Image.fromarray(array, "RGB")
        self.levels = [level]
        for _ in range(4):
            self.levels.append(self.levels[-1].reduce(2))

    def corners(self):
        """Top left, top right, bottom right, bottom left, in mm."""
        w, h = self.size[0] / 2, self.size[1] / 2
        return np.array([[-w, h], [w, h], [w, -h], [-w, -h]])

    def from_mm(self, level):
        """From mm to the texels of a level, in continuous coordinates."""
        sx, sy = self.width / self.size[0], self.height / self.size[1]
        matrix = np.array([
            [sx, 0, self.width / 2 + PAD], [0, -sy, self.height / 2 + PAD], [0, 0, 1]])
        matrix[:2] /= 2 ** level
        return matrix

    def level_for(self, area, samples):
        """The level whose texels are about as far apart as the samples."""
        texels = math.sqrt(self.width * self.height / max(area, 1.0)) / samples
        return int(np.clip(math.floor(math.log2(max(texels, 1e-6)) + 0.3), 0, 4))


# The camera, and poses: 4 x 4, mm, y up, the camera looks along -z.

@dataclass(frozen=True)
class Camera:
    fov: float

    @property
    def focal(self):
        return HEIGHT / 2 / math.tan(math.radians(self.fov) / 2)

    def homography(self, pose):
        """From mm in a plane to pixels, homogeneous; pixel centres are at + 0.5."""
        k = np.array([[self.focal, 0, -WIDTH / 2], [0, -self.focal, -HEIGHT / 2], [0, 0, -1]])
        return k @ pose[:3][:, [0, 1, 3]]

    def project(self, points):
        """Points of the camera's space to pixels."""
        points = np.asarray(points, float)
        depth = -points[..., 2]
        return np.stack([
            WIDTH / 2 + self.focal * points[..., 0] / depth,
            HEIGHT / 2 - self.focal * points[..., 1] / depth], -1)

    def outline(self, pose, picture):
        points = np.column_stack([picture.corners(), np.zeros(4), np.ones(4)]) @ pose.T
        return self.project(points[:, :3]), -points[:, 2]


def rotation(axis, degrees):
    """About an axis of unit length."""
    x, y, z = axis
    a = math.radians(degrees)
    c, s = math.cos(a), math.sin(a)
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]])
    return np.eye(3) * c + s * cross + (1 - c) * np.outer(axis, axis)


def pose_of(turn, shift):
    pose = np.eye(4)
    pose[:3, :3] = turn
    pose[:3, 3] = shift
    return pose


def place(camera, x, y, width, roll=0.0, tilt=0.0, azimuth=0.0, size=CARD_MM):
    """A thing of a width in mm whose middle is seen at a pixel, so wide when seen from the front.

    tilt is the angle between its normal and the line to the camera; azimuth the direction of the
    tilt's axis in the picture.
    """
    ray = np.array([(x - WIDTH / 2) / camera.focal, -(y - HEIGHT / 2) / camera.focal, -1.0])
    shift = ray * (camera.focal * size / width)
    normal = -ray / np.linalg.norm(ray)
    right = np.cross([0.0, 1.0, 0.0], normal)
    right /= np.linalg.norm(right)
    facing = np.column_stack([right, np.cross(normal, right), normal])
    a = math.radians(azimuth)
    turn = rotation((math.cos(a), math.sin(a), 0.0), tilt) @ rotation((0.0, 0.0, 1.0), roll)
    return pose_of(facing @ turn, shift)


def view(x, y, distance, tilt=0.0, azimuth=0.0, roll=0.0):
    """From a desk (mm, x right, y away, z up) to a camera that looks at (x, y) of it.

    tilt: between the line of sight and the desk's normal; azimuth 0: the camera is on the near
    side, so that the desk's far side is farther away.
    """
    turn = rotation((0.0, 0.0, 1.0), roll) @ rotation((1.0, 0.0, 0.0), -tilt) @ rotation(
        (0.0, 0.0, 1.0), azimuth)
    return pose_of(turn, np.array([0.0, 0.0, -distance]) - turn @ np.array([x, y, 0.0]))


def lying(x, y, turn=0.0, height=0.4):
    """A card on the desk."""
    return pose_of(rotation((0.0, 0.0, 1.0), turn), (x, y, height))


def wave(t, size, period, phase=0.0):
    """A sine; the period is in frames, the phase in parts of a turn."""
    return size * math.sin(2 * math.pi * (t / period + phase))


def keyed(t, keys):
    """A value between keys [time, value], at rest at each key."""
    if t <= keys[0][0]:
        return keys[0][1]
    for (t0, v0), (t1, v1) in zip(keys, keys[1:]):
        if t < t1:
            s = (t - t0) / (t1 - t0)
            return v0 + (v1 - v0) * s * s * s * (10 - 15 * s + 6 * s * s)
    return keys[-1][1]


def shake(t, seed, size=1.0):
    """Three values as of a hand that holds a camera."""
    phases = tx.random(seed).uniform(0, 1, (3, 4))
    return [
        size * sum(
            wave(t, weight, FPS / hertz, phases[axis][n])
            for n, (hertz, weight) in enumerate(((0.37, 1), (0.9, 0.5), (2.1, 0.18), (4.7, 0.05))))
        for axis in range(3)]


# What a clip is made of.

@dataclass(kw_only=True)
class Layer:
    """A flat thing. Times t are in frames and not whole within an exposure."""

    picture: Picture
    pose: Callable                    # t: pose
    name: Optional[str] = None        # of a card that is looked for
    instance: int = 0
    shown: Callable = lambda k: True  # frame
    shadow: tuple = (5, 9, 7, 0.35)   # dx, dy, softness in px; strength
    gain: tuple = (1.0, 1.0, 1.0)
    glare: Optional[Callable] = None  # t: [(x mm, y mm, radius mm, strength)]
    moire: Optional[Callable] = None  # t: (period px, degrees, phase, strength)
    bend: Optional[Callable] = None   # t: the cylinder's radius in mm, its axis upright
    rolling: float = 0.0              # frames between the first and the last row
    coarse: bool = False              # a background out of focus, drawn at half the size


@dataclass(kw_only=True)
class Clip:
    frames: int
    layers: list                      # the background first, then far to near
    fov: float = 63.0
    shutter: float = 0.12             # part of a frame's time
    noise: float = 2.0
    light: Callable = lambda t: (1.0, 0.12, -0.06, (1, 1, 1))  # level, slopes, colour
    flipped: bool = False
    category: str = "card"
    note: dict = field(default_factory=dict)


# Drawing.

def half_plane(d, nx, ny):
    """The share of a pixel on the inner side of a line, exactly; d: distance of its middle."""
    a, b = max(abs(nx), abs(ny)), min(abs(nx), abs(ny))
    if b < 1e-4:
        return np.clip(d / a + 0.5, 0, 1)

    def part(v):
        v = np.maximum(v, 0)
        return v * v

    p, m = (a + b) / 2, (a - b) / 2
    return (part(d + p) - part(d + m) - part(d - m) + part(d - p)) / (2 * a * b)


def coverage(corners, box):
    """The share of each of a box's pixels that a convex quadrilateral covers."""
    left, top, right, bottom = box
    x = np.arange(left, right) + 0.5
    y = np.arange(top, bottom) + 0.5
    middle = corners.mean(0)
    alpha = np.ones((bottom - top, right - left), F)
    for n in range(4):
        a, b = corners[n], corners[(n + 1) % 4]
        nx, ny = a[1] - b[1], b[0] - a[0]
        length = math.hypot(nx, ny)
        nx, ny = nx / length, ny / length
        if nx * (middle[0] - a[0]) + ny * (middle[1] - a[1]) < 0:
            nx, ny = -nx, -ny
        d = (nx * (x - a[0])).astype(F)[None, :] + (ny * (y - a[1])).astype(F)[:, None]
        share = (d > 0).astype(F)
        near = np.nonzero(np.abs(d) < 0.7072)
        share[near] = half_plane(d[near], nx, ny)
        alpha *= share
    return alpha


def box_of(corners):
    """The pixels about some points, cut to the picture; None where there are none."""
    left, top = np.floor(corners.min(0)).astype(int) - 1
    right, bottom = np.ceil(corners.max(0)).astype(int) + 1
    box = max(0, left), max(0, top), min(WIDTH, right), min(HEIGHT, bottom)
    return box if box[2] > box[0] and box[3] > box[1] else None


def area_of(corners):
    x, y = corners[:, 0], corners[:, 1]
    return 0.5 * abs(float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))))


def draw_flat(layer, camera, pose, box, samples, offset=(0.0, 0.0)):
    """Premultiplied colour (0...255) and alpha of a box's pixels."""
    left, top, right, bottom = box
    picture = layer.picture
    corners, _ = camera.outline(pose, picture)
    level = picture.level_for(area_of(corners), samples)
    grid = np.array([
        [1 / samples, 0, left + offset[0]], [0, 1 / samples, top + offset[1]], [0, 0, 1]])
    matrix = picture.from_mm(level) @ np.linalg.inv(camera.homography(pose)) @ grid
    matrix /= matrix[2, 2]
    size = ((right - left) * samples, (bottom - top) * samples)
    drawn = picture.levels[level].transform(
        size, Image.PERSPECTIVE, matrix.ravel()[:8].tolist(), Image.BILINEAR)
    if samples > 1:
        drawn = drawn.reduce(samples)
    drawn = np.asarray(drawn).astype(F)
    if picture.has_alpha:
        return drawn[..., :3], drawn[..., 3] / 255
    alpha = coverage(corners, box)
    drawn *= alpha[..., None]
    return drawn, alpha


def bilinear(image, u, v):
    """An image at continuous coordinates; outside its edge is carried on."""
    array = np.asarray(image)
    height, width = array.shape[:2]
    u, v = np.clip(u - 0.5, 0, width - 1.001), np.clip(v - 0.5, 0, height - 1.001)
    x, y = u.astype(np.int32), v.astype(np.int32)
    fx, fy = (u - x).astype(F)[..., None], (v - y).astype(F)[..., None]
    flat = array.reshape(-1, array.shape[2])
    at = y * width + x
    upper = flat[at] * (1 - fx) + flat[at + 1] * fx
    lower = flat[at + width] * (1 - fx) + flat[at + width + 1] * fx
    return upper * (1 - fy) + lower * fy


def draw_free(layer, camera, t, box):
    """The same for a bent card, or one seen by a rolling shutter: sample by sample."""
    left, top, right, bottom = box
    picture, n = layer.picture, 3
    x = (left + (np.arange((right - left) * n) + 0.5) / n)[None, :]
    y = (top + (np.arange((bottom - top) * n) + 0.5) / n)[:, None]
    w, h = picture.size
    if layer.bend:
        pose, radius = layer.pose(t), layer.bend(t)
        turn = pose[:3, :3].T
        origin = turn @ -pose[:3, 3]
        rays = np.stack(np.broadcast_arrays(
            (x - WIDTH / 2) / camera.focal, -(y - HEIGHT / 2) / camera.focal, -1.0), -1) @ turn.T
        # The cylinder: x^2 + (z + radius)^2 = radius^2, its front.
        ox, oz = origin[0], origin[2] + radius
        a = rays[..., 0] ** 2 + rays[..., 2] ** 2
        b = ox * rays[..., 0] + oz * rays[..., 2]
        inside = b * b - a * (ox * ox + oz * oz - radius * radius)
        s = (-b - np.sqrt(np.maximum(inside, 0))) / a
        mx = radius * np.arctan2(ox + s * rays[..., 0], oz + s * rays[..., 2])
        my = origin[1] + s * rays[..., 1]
        hit = inside > 0
    else:
        times = t + ((y[:, 0] / HEIGHT) - 0.5) * layer.rolling
        maps = np.stack([np.linalg.inv(camera.homography(layer.pose(s))) for s in times])
        m = maps[:, :, :, None]
        depth = m[:, 2, 0] * x + m[:, 2, 1] * y + m[:, 2, 2]
        mx = (m[:, 0, 0] * x + m[:, 0, 1] * y + m[:, 0, 2]) / depth
        my = (m[:, 1, 0] * x + m[:, 1, 1] * y + m[:, 1, 2]) / depth
        hit = True
    alpha = ((np.abs(mx) <= w / 2) & (np.abs(my) <= h / 2) & hit).astype(F)
    corners, _ = camera.outline(layer.pose(t), picture)
    level = picture.level_for(area_of(corners), n)
    scale = picture.from_mm(level)
    colour = bilinear(
        picture.levels[level], mx * scale[0, 0] + scale[0, 2], my * scale[1, 1] + scale[1, 2])
    colour *= alpha[..., None]
    shape = (bottom - top, n, right - left, n)
    return colour.reshape(*shape, 3).mean((1, 3)), alpha.reshape(shape).mean((1, 3))


def true_corners(layer, camera, t):
    """A card's corners in pixels, as seen."""
    pose = layer.pose(t)
    corners, depth = camera.outline(pose, layer.picture)
    if depth.min() < 5:
        return None
    if layer.bend:
        radius = layer.bend(t)
        flat = layer.picture.corners()
        angle = flat[:, 0] / radius
        points = np.column_stack([
            radius * np.sin(angle), flat[:, 1], radius * (np.cos(angle) - 1), np.ones(4)])
        corners = camera.project((points @ pose.T)[:, :3])
    elif layer.rolling:
        for n in range(4):
            for _ in range(20):
                s = t + (corners[n, 1] / HEIGHT - 0.5) * layer.rolling
                corners[n] = camera.outline(layer.pose(s), layer.picture)[0][n]
    return corners


def draw(layer, clip, camera, k):
    """A layer in frame k: its box, premultiplied colour and alpha; and its motion in px."""
    picture = layer.picture
    at = [camera.outline(layer.pose(k + s * clip.shutter), picture) for s in (-0.5, 0.0, 0.5)]
    if min(depth.min() for _, depth in at) < 5:
        return None
    motion = float(np.hypot(*(at[2][0] - at[0][0]).T).mean())
    if layer.bend or layer.rolling:
        corners = [true_corners(layer, camera, k)]
        if layer.bend:
            corners.append(at[1][0])
        box = box_of(np.concatenate(corners))
        if box is None:
            return None
        return box, *draw_free(layer, camera, k, box), motion
    steep = is_steep(layer.pose(k)) and layer.name is not None
    if motion < BLUR_FROM:
        box = box_of(at[1][0])
        if box is None:
            return None
        return box, *draw_flat(
            layer, camera, layer.pose(k), box,
            2 if not layer.name else 6 if steep else SAMPLES), motion
    box = box_of(np.concatenate([corners for corners, _ in at]))
    if box is None:
        return None
    count = 4 if motion < FEW_BELOW else max(EXPOSURES, math.ceil(motion * 1.2 / 4) * 4)
    colour = alpha = 0
    for n in range(count):
        pose = layer.pose(k + ((n + 0.5) / count - 0.5) * clip.shutter)
        # Two samples along each axis, moved by a quarter of their distance from picture to
        # picture, so that all together lie as 4 x 4.
        offset = ((n % 2 - 0.5) / 4, (n // 2 % 2 - 0.5) / 4)
        c, a = draw_flat(
            layer, camera, pose, box, 1 if not layer.name else 3 if steep else 2, offset)
        colour, alpha = colour + c, alpha + a
    return box, colour / count, alpha / count, motion


def draw_ground(layer, camera, k):
    """The background, which covers the frame."""
    step = 2 if layer.coarse else 1
    matrix = layer.picture.from_mm(0) @ np.linalg.inv(
        camera.homography(layer.pose(k))) @ np.diag([step, step, 1])
    matrix /= matrix[2, 2]
    drawn = layer.picture.levels[0].transform(
        (WIDTH // step, HEIGHT // step), Image.PERSPECTIVE, matrix.ravel()[:8].tolist(),
        Image.BILINEAR)
    if step > 1:
        drawn = drawn.resize((WIDTH, HEIGHT), Image.BICUBIC)
    return np.asarray(drawn).astype(F)


def is_steep(pose):
    """Whether a card is so tilted that it needs more samples."""
    return pose[:3, 2] @ -pose[:3, 3] < 0.55 * np.linalg.norm(pose[:3, 3])


def soft_shadow(box, alpha, shadow):
    """How much a layer darkens each pixel of the frame, by a smaller picture; and where."""
    dx, dy, softness, strength = shadow
    left, top, right, bottom = box
    small = Image.new("L", (WIDTH // 4, HEIGHT // 4), 0)
    part = Image.fromarray((alpha * 255).astype(np.uint8), "L").resize(
        (max(1, (right - left) // 4), max(1, (bottom - top) // 4)), Image.BOX)
    small.paste(part, (round((left + dx) / 4), round((top + dy) / 4)))
    reach = int(softness * 3 / 4) + 2
    x0, y0, x1, y1 = small.getbbox() or (0, 0, 1, 1)
    area = (
        max(0, x0 - reach), max(0, y0 - reach), min(WIDTH // 4, x1 + reach),
        min(HEIGHT // 4, y1 + reach))
    small = small.filter(ImageFilter.GaussianBlur(softness / 4)).crop(area)
    full = small.resize((small.width * 4, small.height * 4), Image.BILINEAR)
    dark = 1 - np.asarray(full, F) * (strength / 255)
    return np.s_[area[1] * 4:area[3] * 4, area[0] * 4:area[2] * 4], dark


def add_effects(layer, camera, k, box, colour, alpha):
    """Gloss and a screen's pattern, on the layer alone."""
    if layer.gain != (1.0, 1.0, 1.0):
        colour *= np.asarray(layer.gain, F)
    if layer.moire:
        period, degrees, phase, strength = layer.moire(k)
        x = np.arange(box[0], box[2], dtype=F)[None, :]
        y = np.arange(box[1], box[3], dtype=F)[:, None]
        a = math.radians(degrees)
        s = (x * math.cos(a) + y * math.sin(a)) * (2 * math.pi / period) + phase
        for channel in range(3):
            colour[..., channel] *= 1 + strength * np.sin(s + channel * 0.9)
    if layer.glare:
        to_mm = np.linalg.inv(camera.homography(layer.pose(k)))
        x = np.arange(box[0], box[2])[None, :] + 0.5
        y = np.arange(box[1], box[3])[:, None] + 0.5
        depth = to_mm[2, 0] * x + to_mm[2, 1] * y + to_mm[2, 2]
        mx = (to_mm[0, 0] * x + to_mm[0, 1] * y + to_mm[0, 2]) / depth
        my = (to_mm[1, 0] * x + to_mm[1, 1] * y + to_mm[1, 2]) / depth
        for gx, gy, radius, strength in layer.glare(k):
            spot = strength * np.exp(
                -((mx - gx) ** 2 + ((my - gy) * 0.6) ** 2) / (2 * radius * radius))
            colour += (spot * alpha * 255).astype(F)[..., None]
        np.minimum(colour, 255 * alpha[..., None], out=colour)


@lru_cache(1)
def noise_bank():
    bank = tx.random(99).standard_normal((HEIGHT + 256, WIDTH + 256, 3), F)
    bank += bank.mean(2, keepdims=True)  # a part of it is the same in all channels
    return bank * F(0.8)


def finish(frame, clip, k, rng):
    """Light and noise, and the frame in 8 bits."""
    level, slope_x, slope_y, tint = clip.light(k)
    x = np.linspace(-1, 1, WIDTH, dtype=F)[None, :]
    y = np.linspace(-1, 1, HEIGHT, dtype=F)[:, None]
    gain = (level + slope_x * x + slope_y * y).astype(F)[..., None]
    if tuple(tint) != (1, 1, 1):
        gain = gain * np.asarray(tint, F)
    frame *= gain
    bank = noise_bank()
    dx, dy = rng.integers(0, 256, 2)
    grain = frame * F(clip.noise * 0.3 / 128)  # more of it where it is light
    grain += F(clip.noise * 0.7)
    grain *= bank[dy:dy + HEIGHT, dx:dx + WIDTH]
    frame += grain
    frame += F(0.5)
    np.clip(frame, 0, 255, out=frame)
    return frame.astype(np.uint8)


def render(clip, k, rng, clean=False):
    """Frame k and the truth about its cards."""
    camera = Camera(clip.fov)
    base, *layers = clip.layers
    frame = draw_ground(base, camera, k)
    seen = []
    for layer in layers:
        if not layer.shown(k):
            continue
        drawn = draw(layer, clip, camera, k)
        if drawn is None:
            continue
        box, colour, alpha, motion = drawn
        add_effects(layer, camera, k, box, colour, alpha)
        if layer.shadow:
            where, dark = soft_shadow(box, alpha, layer.shadow)
            frame[where] *= dark[..., None]
        part = np.s_[box[1]:box[3], box[0]:box[2]]
        through = 1 - alpha
        frame[part] *= through[..., None]
        frame[part] += colour
        for card in seen:
            card["open"][part] *= through
        if layer.name:
            free = np.zeros((HEIGHT, WIDTH), F)
            free[part] = alpha
            seen.append({"layer": layer, "open": free, "motion": motion})
    cards = [truth_of(card, clip, camera, k) for card in seen]
    frame = (frame + F(0.5)).astype(np.uint8) if clean else finish(frame, clip, k, rng)
    return frame[:, ::-1] if clip.flipped else frame, [card for card in cards if card]


def truth_of(card, clip, camera, k):
    """What the truth file says of a card that is in the picture."""
    layer = card["layer"]
    corners = true_corners(layer, camera, k)
    area = area_of(corners)
    visible = min(1.0, float(card["open"].sum()) / area)
    if visible < 1e-4:
        return None
    pose = layer.pose(k)
    to_camera = -pose[:3, 3] / np.linalg.norm(pose[:3, 3])
    tilt = math.degrees(math.acos(np.clip(pose[:3, 2] @ to_camera, -1, 1)))
    if clip.flipped:
        corners = corners * [-1, 1] + [WIDTH, 0]
        flip = np.diag([-1.0, 1, 1, 1])
        pose = flip @ pose @ flip
    matrix = pose.copy()
    matrix[:3] *= 0.1
    aspect = layer.picture.size[1] / layer.picture.size[0]
    return {
        "name": layer.name, "instance": layer.instance,
        "corners": [[float(f"{x / WIDTH:.9f}"), float(f"{y / HEIGHT:.9f}")] for x, y in corners],
        "visible": round(visible, 4), "widthPx": round(math.sqrt(area / aspect), 3),
        "tiltDegrees": round(tilt, 3),
        "matrix": [float(f"{value:.9f}") for value in matrix.ravel()],
        "blurPx": round(card["motion"], 3)}


# The clips.

class Stage:
    """The cards, and things that several clips use; each is made when it is first asked for."""

    def __init__(self, folder):
        self.folder = folder

    @lru_cache(None)
    def card(self, name):
        path = os.path.join(self.folder, name, "card.png")
        with Image.open(path) as image:
            return Picture(image.convert("RGB"), CARD_MM)

    def file_hash(self, name):
        with open(os.path.join(self.folder, name, "card.png"), "rb") as file:
            return hashlib.sha256(file.read()).hexdigest()

    @lru_cache(None)
    def desk(self, kind, seed):
        make = {"wood": tx.wood, "cloth": tx.cloth, "papers": tx.desk_with_papers}[kind]
        return Picture(make(seed, 3000, 2600), 1230)

    @lru_cache(None)
    def backdrop(self, kind, seed, fov):
        make = {"shelf": tx.shelf, "room": tx.room, "cloth": tx.cloth}[kind]
        image = make(seed, 1792, 1008).filter(ImageFilter.GaussianBlur(1.3))
        return Picture(image, 2 * 900 * math.tan(math.radians(fov) / 2) * 16 / 9 * 1.4)

    def on_desk(self, kind, seed, camera):
        """A desk as background; camera: t: pose of the desk."""
        return Layer(picture=self.desk(kind, seed), pose=camera)

    def before(self, kind, seed, fov, size=1.0):
        """A wall as background, seen by a camera held by hand."""
        def pose(t):
            pan, nod, roll = shake(t, seed, size)
            turn = rotation((0, 1, 0), pan * 1.6) @ rotation((1, 0, 0), nod * 1.2) @ rotation(
                (0, 0, 1), roll * 0.8)
            return pose_of(turn, turn @ np.array([0.0, 0.0, -900.0]))
        return Layer(picture=self.backdrop(kind, seed, fov), pose=pose, coarse=True)

    @lru_cache(None)
    def sprite(self, kind, seed, width_mm):
        image = {"hand": tx.hand, "thumb": tx.thumb, "face": tx.face}[kind](seed)
        return Picture(image, width_mm, True)


def on(camera, thing):
    """The pose of a thing on the desk, seen by a moving camera."""
    return lambda t: camera(t) @ thing(t)


def moved(stage):
    eye = Camera(63)

    def pose(t):
        return place(
            eye, 640 + wave(t, 330, 110) + wave(t, 30, 31), 360 + wave(t, 130, 47, 0.2),
            280 + wave(t, 90, 61, 0.6), wave(t, 14, 57), 18 + wave(t, 14, 70), t * 3)
    return Clip(frames=90, layers=[
        stage.before("room", 11, 63),
        Layer(picture=stage.card(SPRING), pose=pose, name=SPRING)])


def turned(stage):
    def camera(t):
        x, y, roll = shake(t, 5, 3)
        return view(x, y, 215 + wave(t, 20, 90), 18 + wave(t, 8, 75), t * 0.4, roll * 0.4)
    return Clip(frames=120, layers=[
        stage.on_desk("papers", 21, camera),
        Layer(picture=stage.card(RAIN), name=RAIN, pose=on(
            camera, lambda t: lying(wave(t, 10, 66), wave(t, 8, 51), -keyed(t, [(4, 0), (112, 360)])
                                    )))])


def tilted(stage, name, fov, seed, frames, low, high, width):
    eye = Camera(fov)

    def pose(t):
        tilt = (low + high) / 2 - (high - low) / 2 * math.cos(2 * math.pi * t / 50)
        return place(
            eye, 640 + wave(t, 120, 83), 360 + wave(t, 50, 59, 0.3), width + wave(t, 25, 71),
            wave(t, 25, 90, 0.1), tilt, 15 + t * 3.4)
    return Clip(frames=frames, fov=fov, layers=[
        stage.before("shelf", seed, fov), Layer(picture=stage.card(name), name=name, pose=pose)])


def tilted60(stage):
    return tilted(stage, INSECTS, 55, 31, 100, 20, 61, 340)


def tilted70(stage):
    return tilted(stage, EQUINOX, 63, 32, 100, 62, 71, 400)


def covered(stage):
    eye = Camera(63)

    def camera(t):
        x, y, roll = shake(t, 7, 3)
        return view(x, y, 210, 22 + wave(t, 6, 80), wave(t, 12, 90), roll * 0.5)

    def over(t):
        x = keyed(t, [(0, 1500), (25, 700), (45, 560), (60, 760), (75, 640), (98, -300)])
        y = keyed(t, [(0, 900), (25, 480), (45, 560), (60, 400), (75, 520), (98, 820)])
        return place(eye, x, y + 135, 540, wave(t, 12, 50), 12, 40, 180)
    return Clip(frames=100, layers=[
        stage.on_desk("wood", 23, camera),
        Layer(picture=stage.card(CLEAR), name=CLEAR, pose=on(
            camera, lambda t: lying(wave(t, 8, 70), 0, 12 + wave(t, 10, 90)))),
        Layer(picture=stage.sprite("hand", 1, 180), pose=over, shadow=(14, 20, 14, 0.4))])


def blurred(stage):
    eye = Camera(63)

    def pose(t):
        s = t + wave(t, 4, 100)
        return place(
            eye, 640 + wave(s, 280, 56), 370 + wave(s, 60, 43, 0.15), 260 + wave(s, 40, 90),
            wave(s, 22, 50), 15 + wave(s, 14, 66), 40 + t)
    return Clip(frames=110, shutter=0.32, layers=[
        stage.before("shelf", 41, 63, 0.5),
        Layer(picture=stage.card(GRAIN), name=GRAIN, pose=pose)])


def light(stage):
    def camera(t):
        x, y, roll = shake(t, 15, 4)
        return view(x, y, 225, 24 + wave(t, 8, 80), wave(t, 20, 120), roll * 0.5)

    def lamp(t):
        level = 0.85 + wave(t, 0.22, 37) + (0.18 if 52 <= t < 70 else 0) + wave(t, 0.02, 3)
        warm = wave(t, 0.12, 90)
        return level, wave(t, 0.3, 60), wave(t, 0.2, 45, 0.25), (1 + warm, 1, 1 - warm)
    return Clip(frames=100, light=lamp, layers=[
        stage.on_desk("cloth", 24, camera),
        Layer(picture=stage.card(SPRING), name=SPRING, pose=on(
            camera, lambda t: lying(wave(t, 15, 90), 3, wave(t, 15, 70))))])


def glare(stage):
    def camera(t):
        x, y, roll = shake(t, 16, 4)
        return view(x, y, 205, 25 + wave(t, 10, 90), wave(t, 25, 110), roll * 0.5)

    def spots(t):
        return [
            (wave(t, 50, 70), wave(t, 60, 90, 0.2), 10, 1.2),
            (wave(t, 40, 50, 0.4), wave(t, 50, 64, 0.7), 5, 1.4),
            (30 - t, 20, 26, 0.3)]
    return Clip(frames=100, layers=[
        stage.on_desk("wood", 25, camera),
        Layer(picture=stage.card(RAIN), name=RAIN, glare=spots, pose=on(
            camera, lambda t: lying(0, wave(t, 8, 80), -10 + wave(t, 8, 64))))])


def noisy(stage):
    eye = Camera(63)

    def pose(t):
        return place(
            eye, 620 + wave(t, 160, 80), 350 + wave(t, 60, 55), 250 + wave(t, 40, 70),
            wave(t, 12, 60), 22 + wave(t, 14, 80), 70 + t * 2)
    return Clip(
        frames=90, noise=11, light=lambda t: (0.55, 0.12, -0.1, (1.06, 1, 0.9)), layers=[
            stage.before("room", 12, 63),
            Layer(picture=stage.card(INSECTS), name=INSECTS, pose=pose)])


def three(stage):
    def camera(t):
        x, y, roll = shake(t, 17, 8)
        return view(x, y, 330, 26 + wave(t, 10, 85), wave(t, 22, 120), roll * 0.4)
    return Clip(frames=100, fov=50, layers=[
        stage.on_desk("papers", 26, camera),
        Layer(picture=stage.card(EQUINOX), name=EQUINOX, instance=0, pose=on(
            camera, lambda t: lying(-135 + wave(t, 10, 80), 5, 10 + wave(t, 12, 90)))),
        Layer(picture=stage.card(CLEAR), name=CLEAR, instance=1, pose=on(
            camera, lambda t: lying(0, -4 + wave(t, 10, 60), -8 - t * 0.3))),
        Layer(picture=stage.card(GRAIN), name=GRAIN, instance=2, pose=on(
            camera, lambda t: lying(
                keyed(t, [(20, 480), (50, 140), (200, 140)]), wave(t, 8, 70), 15)))])


def twins(stage):
    def camera(t):
        x, y, roll = shake(t, 18, 5)
        return view(x, y, 315, 20 + wave(t, 10, 75), wave(t, 15, 90), roll * 0.4)

    def orbit(phase):
        def pose(t):
            a = math.radians(-keyed(t, [(10, 0), (90, 180)])) + phase
            return lying(105 * math.cos(a), 100 * math.sin(a), wave(t, 20, 95, phase / 6))
        return on(camera, pose)
    return Clip(frames=100, layers=[
        stage.on_desk("wood", 27, camera),
        Layer(picture=stage.card(SPRING), name=SPRING, instance=0, pose=orbit(0)),
        Layer(picture=stage.card(SPRING), name=SPRING, instance=1, pose=orbit(math.pi))])


def sliding(stage):
    def camera(t):
        x, y, roll = shake(t, 19, 4)
        return view(x, y, 270, 24 + wave(t, 8, 70), wave(t, 15, 90), roll * 0.4)
    return Clip(frames=110, layers=[
        stage.on_desk("cloth", 28, camera),
        Layer(picture=stage.card(RAIN), name=RAIN, instance=0, pose=on(
            camera, lambda t: lying(-62 + wave(t, 6, 90), 0, 6 + wave(t, 6, 80)))),
        Layer(picture=stage.card(GRAIN), name=GRAIN, instance=1, shadow=(4, 7, 5, 0.45), pose=on(
            camera, lambda t: lying(
                keyed(t, [(5, 75), (45, -2), (60, -2), (105, 72)]),
                keyed(t, [(5, 0), (45, 25), (60, -30), (105, 0)]), -8 + wave(t, 8, 60),
                0.9)))])


def leaving(stage):
    def camera(t):
        x, y, roll = shake(t, 20, 4)
        return view(x, y, 220, 22 + wave(t, 8, 80), wave(t, 15, 90), roll * 0.4)

    def path(t):
        x = keyed(t, [(22, 0), (36, 420), (57, 420), (71, 0), (91, 0), (105, -420), (185, -420),
                      (199, 0)])
        return lying(x, wave(t, 8, 60), wave(t, 15, 80))
    return Clip(frames=225, layers=[
        stage.on_desk("wood", 29, camera),
        Layer(picture=stage.card(CLEAR), name=CLEAR, pose=on(camera, path))])


def swapped(stage):
    def camera(t):
        x, y, roll = shake(t, 22, 5)
        return view(x, y, 225, 22 + wave(t, 8, 70), wave(t, 15, 90), roll * 0.4)
    pose = on(camera, lambda t: lying(wave(t, 14, 75), wave(t, 8, 60), wave(t, 12, 66)))
    return Clip(frames=90, note={"swapFrame": 45, "oldName": EQUINOX, "newName": GRAIN}, layers=[
        stage.on_desk("papers", 30, camera),
        Layer(picture=stage.card(EQUINOX), name=EQUINOX, instance=0, pose=pose,
              shown=lambda k: k < 45),
        Layer(picture=stage.card(GRAIN), name=GRAIN, instance=1, pose=pose,
              shown=lambda k: k >= 45)])


def phone_picture(card_height_mm):
    """A phone around a card shown on its screen, as wide as the screen; without the card."""
    mm = 8.0
    inner_w, inner_h, rim = CARD_MM, CARD_MM * 19.5 / 9, 4.5
    w, h = round((inner_w + 2 * rim) * mm), round((inner_h + 2 * rim) * mm)
    big = Image.new("RGBA", (w, h), (0, 0, 0, 0))
    pen = ImageDraw.Draw(big)
    pen.rounded_rectangle((0, 0, w - 1, h - 1), 17 * mm, fill=(70, 72, 78, 255))
    pen.rounded_rectangle((9, 9, w - 10, h - 10), 16 * mm, fill=(8, 8, 10, 255))
    x0, y0, x1, y1 = rim * mm, rim * mm, w - rim * mm, h - rim * mm
    pen.rounded_rectangle((x0, y0, x1, y1), 13 * mm, fill=(22, 24, 30, 255))
    pen.rounded_rectangle(
        (w * 0.3, y0 - 4, w * 0.7, y0 + 8 * mm), 4 * mm, fill=(8, 8, 10, 255))
    rng = tx.random(8)
    tx.write(big, rng, (int(w * 0.12), int(y0 + 4 * mm), int(w * 0.27), int(y0 + 9 * mm)), 34,
             (240, 240, 245))
    tx.write(big, rng, (int(w * 0.76), int(y0 + 4 * mm), int(w * 0.92), int(y0 + 9 * mm)), 34,
             (240, 240, 245))
    low = h / 2 + card_height_mm / 2 * mm
    for n in range(4):
        x, y, r = w * (0.2 + 0.2 * n), low + (h - low) * 0.45, 5 * mm
        pen.ellipse((x - r, y - r, x + r, y + r), outline=(220, 222, 230, 255), width=9)
        pen.line((x - r * 0.5, y, x + r * 0.5, y), fill=(220, 222, 230, 255), width=9)
    pen.rounded_rectangle((w * 0.33, h - 10 * mm, w * 0.67, h - 8.6 * mm), 5, fill=(230, 230, 235))
    return Picture(big, inner_w + 2 * rim, True)


def screen(stage):
    eye = Camera(63)
    card = stage.card(EQUINOX)

    def pose(t):
        return place(
            eye, 640 + wave(t, 130, 85), 360 + wave(t, 25, 60), 265 + wave(t, 25, 70),
            wave(t, 10, 75), 20 + wave(t, 14, 64), t * 3.1)
    return Clip(
        frames=100, light=lambda t: (0.8 + wave(t, 0.015, 7), 0.08, -0.05, (0.97, 1, 1.03)),
        layers=[
            stage.before("room", 13, 63),
            Layer(picture=phone_picture(card.size[1]), pose=pose, gain=(0.95, 1, 1.1)),
            Layer(picture=card, name=EQUINOX, pose=pose, shadow=None, gain=(1.08, 1.16, 1.3),
                  moire=lambda t: (13 + wave(t, 4, 90), 20 + t * 0.7, t * 0.4, 0.045),
                  glare=lambda t: [(-60 + t, 30, 40, 0.07)])])


def near_wide(stage):
    eye = Camera(90)

    def pose(t):
        return place(
            eye, 640 + wave(t, 190, 80), 360 + wave(t, 60, 53), 380 + wave(t, 50, 63),
            wave(t, 15, 70), 28 + wave(t, 17, 50), 10 + t * 3)
    return Clip(frames=100, fov=90, layers=[
        stage.before("shelf", 34, 90), Layer(picture=stage.card(CLEAR), name=CLEAR, pose=pose)])


def lens41(stage):
    eye = Camera(41)

    def pose(t):
        return place(
            eye, 640 + wave(t, 230, 82), 360 + wave(t, 70, 57), 300 + wave(t, 50, 66),
            wave(t, 12, 75), 30 + wave(t, 18, 60), 40 + t * 3)
    return Clip(frames=90, fov=41, layers=[
        stage.before("room", 14, 41), Layer(picture=stage.card(RAIN), name=RAIN, pose=pose)])


def held(stage):
    eye = Camera(63)
    card = stage.card(GRAIN)

    def pose(t):
        x, y, roll = shake(t, 44, 12)
        return place(
            eye, 800 + x * 2 + wave(t, 40, 90), 400 + y, 270 + wave(t, 20, 80),
            8 + roll * 0.4, 20 + wave(t, 12, 70), 60 + t * 2)

    def by_card(x, y, z, turn):
        own = pose_of(rotation((0, 0, 1), turn), (x, y, z))
        return lambda t: pose(t) @ own

    def head(t):
        x, y, roll = shake(t, 45, 8)
        return place(eye, 380 + x, 400 + y, 620, roll * 0.3, 0, 0, 280)
    w, h = card.size
    return Clip(frames=100, layers=[
        stage.before("room", 15, 63),
        Layer(picture=stage.sprite("face", 31, 280), pose=head, shadow=(10, 14, 16, 0.2)),
        Layer(picture=stage.sprite("hand", 2, 190),
              pose=by_card(w / 2 + 38, -h / 2 - 74, -4, 22), shadow=(10, 14, 12, 0.3)),
        Layer(picture=card, name=GRAIN, pose=pose),
        Layer(picture=stage.sprite("thumb", 3, 150), shadow=(3, 6, 5, 0.35),
              pose=by_card(w / 2 + 22, -h / 2 - 2, 4, -8))])


def mirrored(stage):
    eye = Camera(63)

    def pose(t):
        return place(
            eye, 660 + wave(t, 190, 80), 360 + wave(t, 70, 57), 280 + wave(t, 50, 66),
            wave(t, 15, 75), 28 + wave(t, 16, 60), 40 + t * 3)
    return Clip(frames=90, flipped=True, layers=[
        stage.before("room", 16, 63), Layer(picture=stage.card(CLEAR), name=CLEAR, pose=pose)])


def small(stage, name, width, tilt, seed):
    eye = Camera(63)

    def pose(t):
        angle = tilt * (0.6 + wave(t, 0.4, 60))
        across = width / math.sqrt(math.cos(math.radians(angle)))
        return place(
            eye, 640 + wave(t, 150, 90), 370 + wave(t, 70, 71), across, wave(t, 15, 70), angle,
            20 + t * 3)
    return Clip(frames=100, layers=[
        stage.before("room", seed, 63), Layer(picture=stage.card(name), name=name, pose=pose,
                                              shadow=(2, 3, 3, 0.35))])


def small90(stage):
    return small(stage, SPRING, 90, 35, 17)


def small64(stage):
    return small(stage, GRAIN, 65, 25, 18)


def still(stage):
    eye = view(4, -3, 215, 24, 10, 3)
    return Clip(frames=90, layers=[
        stage.on_desk("papers", 33, lambda t: eye),
        Layer(picture=stage.card(RAIN), name=RAIN, pose=lambda t: eye @ lying(6, 2, 9))])


def no_card(stage, number):
    """Other printed matter, shown one after the other, some of it two at once."""
    eye = Camera(63)
    makers = {
        "page": lambda s: tx.text_page(s), "poster": lambda s: tx.poster(s),
        "playing": lambda s: tx.playing_card(s), "book": lambda s: tx.book_page(s),
        "back": lambda s: tx.card_back(s), "tv": lambda s: tx.television(s),
        "greeting": lambda s: tx.framed_card(s, tx.PLAIN[s % len(tx.PLAIN)])}
    orders = (
        ("greeting", "page", "playing", "book", "back", "poster", "greeting"),
        ("poster", "tv", "greeting", "page", "book", "greeting", "playing"),
        ("back", "greeting", "book", "poster", "tv", "greeting", "page"))
    ground = (
        stage.before("shelf", 51, 63), stage.before("room", 52, 63),
        stage.before("cloth", 53, 63))[number]
    layers = [ground]
    span = 50
    for n, kind in enumerate(orders[number]):
        image = makers[kind](100 * number + 7 * n + 3)
        picture = Picture(image, 105 if image.height > image.width else 150)

        def pose(t, n=n, size=picture.size[0]):
            s = t - n * span
            x = 560 + 160 * (n % 2) + wave(s, 110, 70)
            x += keyed(s, [(-12, -1100), (4, 0), (span + 12, 0), (span + 28, 1100)])
            return place(
                eye, x, 360 + wave(s, 60, 55), (260 + 30 * (n % 3)) * size / 105, wave(s, 20, 80),
                25 + wave(s, 20, 60), 50 * n + s * 3, size)
        layers.append(Layer(
            picture=picture, pose=pose,
            shown=lambda k, n=n: n * span - 14 <= k <= (n + 1) * span + 30))
    return Clip(frames=350, category="no-card", layers=layers)


def bent(stage):
    eye = Camera(63)

    def pose(t):
        return place(
            eye, 640 + wave(t, 100, 80), 360, 320, wave(t, 10, 60), 20 + wave(t, 12, 50), 70 + t)
    return Clip(frames=60, shutter=0.0, layers=[
        stage.before("shelf", 35, 63),
        Layer(picture=stage.card(INSECTS), name=INSECTS, pose=pose,
              bend=lambda t: 110 + wave(t, 45, 60))], category="look")


def rolling(stage):
    eye = Camera(63)

    def pose(t):
        return place(
            eye, 640 + wave(t, 220, 40), 360 + wave(t, 70, 31), 280, wave(t, 12, 45), 20, t * 4)
    return Clip(frames=60, shutter=0.0, layers=[
        stage.before("room", 19, 63),
        Layer(picture=stage.card(EQUINOX), name=EQUINOX, pose=pose, rolling=0.6)],
        category="look")


CLIPS = {
    "moved": moved, "tilted60": tilted60, "still": still, "three": three, "twins": twins,
    "small64": small64, "blurred": blurred, "no-card-1": lambda stage: no_card(stage, 0),
    "turned": turned, "tilted70": tilted70, "covered": covered, "light": light, "glare": glare,
    "noise": noisy, "sliding": sliding, "leaving": leaving, "swapped": swapped, "screen": screen,
    "near-wide": near_wide, "lens41": lens41, "held": held, "mirrored": mirrored,
    "small90": small90, "no-card-2": lambda stage: no_card(stage, 1),
    "no-card-3": lambda stage: no_card(stage, 2), "bent": bent, "rolling": rolling}

# The small set: first frame and count.
QUICK = {
    "moved": (0, 20), "tilted60": (14, 20), "twins": (40, 20), "small64": (0, 24),
    "swapped": (35, 22), "no-card-1": (26, 20)}


# Writing.

def encoder(path):
    return subprocess.Popen(
        ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24",
         "-s", f"{WIDTH}x{HEIGHT}", "-r", str(FPS), "-i", "-",
         "-vf", "scale=out_color_matrix=bt709:out_range=tv:flags=bicubic+accurate_rnd"
         "+full_chroma_inp", "-c:v", "libx264", "-threads", "1", "-preset", "medium",
         "-crf", "28", "-pix_fmt", "yuv420p", "-color_range", "tv", "-colorspace", "bt709",
         "-color_primaries", "bt709", "-color_trc", "bt709", "-movflags", "+faststart",
         "-fflags", "+bitexact", "-flags:v", "+bitexact", path],
        stdin=subprocess.PIPE)


def make(name, folder, cards, quick):
    """Writes a clip and its truth; the seconds it took."""
    begin = time.time()
    stage = Stage(cards)
    clip = CLIPS[name](stage)
    first, count = QUICK[name] if quick else (0, clip.frames)
    if "swapFrame" in clip.note:
        clip.note["swapFrame"] -= first
    rng = tx.random(sum(name.encode()) * 7919)
    names = sorted({layer.name for layer in clip.layers if layer.name})
    head = {
        "clip": name, "width": WIDTH, "height": HEIGHT, "fps": FPS, "frames": count,
        "verticalFieldOfViewDegrees": clip.fov, "category": clip.category,
        "shutter": clip.shutter, "pictures": {card: stage.file_hash(card) for card in names},
        **clip.note}
    path = os.path.join(folder, name)
    process = encoder(path + ".part.mp4")
    with open(path + ".truth.jsonl.part", "w") as file:
        file.write(json.dumps(head) + "\n")
        for n in range(count):
            frame, cards_seen = render(clip, first + n, rng)
            process.stdin.write(np.ascontiguousarray(frame).tobytes())
            file.write(json.dumps({
                "frame": n, "timestampMs": round(n * 1000 / FPS, 3), "cards": cards_seen}) + "\n")
    process.stdin.close()
    if process.wait():
        raise SystemExit(f"{name}: ffmpeg failed")
    os.replace(path + ".part.mp4", path + ".mp4")
    os.replace(path + ".truth.jsonl.part", path + ".truth.jsonl")
    return name, count, time.time() - begin


def write_package(folder, name, picture):
    """A scene without items; the picture's bytes."""
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    for file_name, data in (("card.png", picture), ("scene.json", json.dumps({
            "version": 1, "name": {"en": name}, "picture": {
                "name": name, "image": "card.png", "widthMm": 105}}, indent=1).encode())):
        path = os.path.join(folder, name, file_name)
        with open(path + ".part", "wb") as file:
            file.write(data)
        os.replace(path + ".part", path)


def write_placeholders(folder):
    for n, name in enumerate(CARDS):
        data = io.BytesIO()
        tx.greeting_card(n + 1, name).save(data, "PNG")
        write_package(folder, name, data.getvalue())


def keep_cards(source, folder):
    """Copies the cards, so that clips and trackings can use the same ones if they change later."""
    for name in CARDS:
        with open(os.path.join(source, name, "card.png"), "rb") as file:
            data = file.read()
        with Image.open(io.BytesIO(data)) as image:
            image.load()  # a picture that is being written is refused here
        write_package(folder, name, data)


def outdated(out, cards):
    """Clips in a folder that were made with other cards."""
    stage, names = Stage(cards), []
    for entry in sorted(os.listdir(out)):
        if entry.endswith(".truth.jsonl"):
            with open(os.path.join(out, entry)) as file:
                head = json.loads(file.readline())
            if any(stage.file_hash(card) != wanted for card, wanted in head["pictures"].items()):
                names.append(head["clip"])
    return names


def parse_arguments():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", metavar="OUT", nargs="?", help="the folder of the clips")
    parser.add_argument("--only", metavar="NAME,...", help="only these clips")
    parser.add_argument("--quick", action="store_true", help="a few short clips")
    parser.add_argument(
        "--cards", metavar="DIR", default=os.path.join(ROOT, "Scenes"),
        help="the folder of the cards (default: Scenes in the repository)")
    parser.add_argument("--placeholders", metavar="DIR", help="write generated cards and stop")
    parser.add_argument(
        "--jobs", metavar="N", type=int, default=1, help="clips made at once (default: 1)")
    return parser.parse_args()


def main():
    options = parse_arguments()
    if options.placeholders:
        write_placeholders(options.placeholders)
        return
    if not options.out:
        sys.exit("name a folder for the clips; --help says more")
    names = list(QUICK if options.quick else CLIPS)
    if options.only:
        wanted = options.only.split(",")
        unknown = [name for name in wanted if name not in names]
        if unknown:
            sys.exit(f"no such clip: {', '.join(unknown)}; there are {', '.join(names)}")
        names = wanted
    missing = [card for card in CARDS if not os.path.exists(
        os.path.join(options.cards, card, "card.png"))]
    if missing:
        sys.exit(f"{options.cards} lacks card.png of {', '.join(missing)}; see --placeholders")
    cards = os.path.join(options.out, "cards")
    os.makedirs(cards, exist_ok=True)
    keep_cards(options.cards, cards)
    begin = time.time()
    with ProcessPoolExecutor(options.jobs) as pool:
        jobs = [pool.submit(make, name, options.out, cards, options.quick)
                for name in names]
        for job in jobs:
            name, count, seconds = job.result()
            print(f"{name:12s} {count:4d} frames {seconds:6.1f} s", flush=True)
    print(f"{len(names)} clips in {time.time() - begin:.0f} s")
    old = outdated(options.out, cards)
    if old:
        print(f"NOTE: made earlier, with other cards: {', '.join(old)}. Make them again.")


if __name__ == "__main__":
    main()
