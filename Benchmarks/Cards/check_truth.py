#!/usr/bin/env python3
"""Measures how exactly make_clips.py draws: python3 Benchmarks/Cards/check_truth.py

A board of squares is drawn in many poses, written without loss and read back. About each inner
corner it is compared with a reference, which is drawn sample by sample from the truth's matrix and
field of view, and how far the one is moved against the other is found by least squares. The
matrix is also held against the truth's corners. A white card on black is compared by its area and
centroid with the truth's corners.
"""

import math
import os
import subprocess
import sys
import tempfile

import numpy as np
from PIL import Image

sys.dont_write_bytecode = True

import make_clips as mc  # noqa: E402

COLUMNS, ROWS, SQUARE = 10, 14, 124
WINDOW = 11  # px about a corner
FINE = 40    # samples a pixel along each axis, of the reference


def board():
    y, x = np.mgrid[0:ROWS * SQUARE, 0:COLUMNS * SQUARE] // SQUARE
    grey = np.where((x + y) % 2, 235, 20).astype(np.uint8)
    return mc.Picture(Image.fromarray(grey).convert("RGB"), mc.CARD_MM)


def plain(value):
    return mc.Picture(Image.new("RGB", (COLUMNS * SQUARE, ROWS * SQUARE), (value,) * 3),
                      mc.CARD_MM)


def reference(left, top, maps):
    """A window of the board as it should be: the mean of FINE x FINE samples a pixel."""
    w, h = COLUMNS * SQUARE, ROWS * SQUARE
    steps = (np.arange(WINDOW * FINE) + 0.5) / FINE
    y, x = np.meshgrid(top + steps, left + steps, indexing="ij")
    total = 0
    for m in maps:
        depth = m[2, 0] * x + m[2, 1] * y + m[2, 2]
        u = (m[0, 0] * x + m[0, 1] * y + m[0, 2]) / depth / mc.CARD_MM + 0.5
        v = 0.5 - (m[1, 0] * x + m[1, 1] * y + m[1, 2]) / depth / (mc.CARD_MM * h / w)
        odd = (np.floor(u * COLUMNS) + np.floor(v * ROWS)).astype(int) % 2
        total = total + np.where(odd, 235.0, 20.0)
    return (total / len(maps)).reshape(WINDOW, FINE, WINDOW, FINE).mean((1, 3))


def displacement(drawn, wanted):
    """By how many pixels a window is moved against another, by least squares."""
    gy, gx = np.gradient(wanted)
    inner = np.s_[1:-1, 1:-1]
    gx, gy, change = gx[inner].ravel(), gy[inner].ravel(), (wanted - drawn)[inner].ravel()
    # A gain and an offset of the brightness are free, as drawing rounds down.
    system = np.column_stack([gx, gy, wanted[inner].ravel(), np.ones(gx.size)])
    return np.linalg.lstsq(system, change, rcond=None)[0][:2]


def from_picture(matrix, focal, flipped):
    """From pixels to mm in the card's plane, by a matrix of the truth's form."""
    x = -1 if flipped else 1
    to_picture = np.array([[focal, 0, -mc.WIDTH / 2], [0, -focal, -mc.HEIGHT / 2],
                           [0, 0, -1]]) @ matrix[:3][:, [0, 1, 3]] @ np.diag([x, 1, 1])
    return np.linalg.inv(to_picture), to_picture


def lossless(frames):
    with tempfile.TemporaryDirectory(prefix="truth-") as folder:
        path = os.path.join(folder, "board.mkv")
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
             f"{mc.WIDTH}x{mc.HEIGHT}", "-r", "30", "-i", "-", "-c:v", "libx264rgb", "-qp", "0",
             "-preset", "ultrafast", path], input=b"".join(f.tobytes() for f in frames),
            check=True)
        data = subprocess.run(
            ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
            capture_output=True, check=True).stdout
    return np.frombuffer(data, np.uint8).reshape(-1, mc.HEIGHT, mc.WIDTH, 3)


def rendered(picture, fov, pose, shutter, count, flipped=False):
    clip = mc.Clip(
        frames=count, fov=fov, shutter=shutter, flipped=flipped, layers=[
            mc.Layer(picture=plain(0), pose=lambda t: mc.pose_of(
                np.eye(3) * 40, (0, 0, -900))),
            mc.Layer(picture=picture, pose=pose, name="board", shadow=None)])
    shown = [mc.render(clip, k, None, clean=True) for k in range(count)]
    return lossless([np.ascontiguousarray(frame) for frame, _ in shown]), [
        cards[0] for _, cards in shown]


def measure(name, fov, pose, shutter=0.0, count=10, flipped=False):
    picture = board()
    w, h = picture.size
    frames, cards = rendered(picture, fov, pose, shutter, count, flipped)
    focal = mc.HEIGHT / 2 / math.tan(math.radians(fov / 2))
    outer, moved = 0.0, []
    for k, (frame, card) in enumerate(zip(frames, cards)):
        grey = frame[..., 1].astype(float)
        matrix = np.array(card["matrix"]).reshape(4, 4)
        _, to_picture = from_picture(matrix, focal, flipped)
        for (x, y), corner in zip(picture.corners(), card["corners"]):
            u, v, s = to_picture @ [x, y, 1]
            outer = max(outer, math.hypot(
                u / s - corner[0] * mc.WIDTH, v / s - corner[1] * mc.HEIGHT))
        maps = [from_picture(matrix, focal, flipped)[0]]
        if shutter:
            maps = []
            for n in range(32):
                now = pose(k + ((n + 0.5) / 32 - 0.5) * shutter).copy()
                now[:3] *= 0.1
                maps.append(from_picture(now, focal, flipped)[0])
        for i in range(1, COLUMNS, 3):
            for j in range(1, ROWS, 4):
                x, y = (i / COLUMNS - 0.5) * w, (0.5 - j / ROWS) * h
                u, v, s = to_picture @ [x, y, 1]
                left, top = int(u / s) - WINDOW // 2, int(v / s) - WINDOW // 2
                if min(left, top) < 0 or left + WINDOW > mc.WIDTH or top + WINDOW > mc.HEIGHT:
                    continue
                window = grey[top:top + WINDOW, left:left + WINDOW]
                moved.append(displacement(window, reference(left, top, maps)))
    errors = np.array(moved)
    size = np.hypot(*errors.T)
    print(f"{name:20s} {len(errors):4d} corners, mean ({errors[:, 0].mean():+.4f}, "
          f"{errors[:, 1].mean():+.4f}), RMS {np.sqrt((size ** 2).mean()):.4f}, 95 % "
          f"{np.percentile(size, 95):.4f}, worst {size.max():.4f} px; matrix to outer corners "
          f"{outer:.6f} px", flush=True)


def measure_outline(name, fov, pose, shutter=0.0, count=10):
    """Area and centroid of a white card."""
    frames, cards = rendered(plain(255), fov, pose, shutter, count)
    shifts, areas = [], []
    y, x = np.mgrid[0:mc.HEIGHT, 0:mc.WIDTH] + 0.5
    for frame, card in zip(frames, cards):
        alpha = frame[..., 1] / 255.0
        p = np.array(card["corners"]) * [mc.WIDTH, mc.HEIGHT]
        q = np.roll(p, -1, 0)
        cross = p[:, 0] * q[:, 1] - q[:, 0] * p[:, 1]
        area = cross.sum() / 2
        centre = ((p + q) * cross[:, None]).sum(0) / (6 * area)
        mass = alpha.sum()
        shifts.append(np.hypot((alpha * x).sum() / mass - centre[0],
                               (alpha * y).sum() / mass - centre[1]))
        areas.append(math.sqrt(mass / abs(area)) - 1)
    print(f"{name:20s} outline {len(frames):5d} frames, centroid off by at most "
          f"{max(shifts):.4f} px, width by at most {100 * max(map(abs, areas)):.4f} %")


def main():
    def around(fov, width, tilt, roll=7.0):
        eye = mc.Camera(fov)
        return lambda t: mc.place(
            eye, 560.3 + 13.37 * t, 350.1 + 3.11 * t, width + 3.3 * t, roll * t, tilt, 31 * t)
    eye = mc.Camera(63)
    measure("frontal", 63, around(63, 290, 0, 0))
    measure("turned, tilt 30", 63, around(63, 290, 30))
    measure("tilt 60", 55, around(55, 380, 60))
    measure("tilt 70", 63, around(63, 400, 70))
    measure("90 degrees, tilt 45", 90, around(90, 380, 45))
    measure("wide 150", 63, around(63, 150, 30))
    measure("mirrored, tilt 30", 63, around(63, 290, 30), flipped=True)
    measure("blur 1 px", 63, lambda t: mc.place(
        eye, 560 + 5 * t, 360, 290, 3 * t, 30, 40), 0.2)
    measure("blur 6 px", 63, lambda t: mc.place(
        eye, 500 + 12 * t, 360 + 2 * t, 330, t, 20, 40), 0.5)
    measure_outline("frontal", 63, around(63, 290, 0, 0))
    measure_outline("tilt 60", 55, around(55, 270, 60))
    measure_outline("wide 64", 63, around(63, 64, 25))
    measure_outline("blur 6 px", 63, lambda t: mc.place(
        eye, 500 + 12 * t, 360 + 2 * t, 330, t, 20, 40), 0.5)


if __name__ == "__main__":
    main()
