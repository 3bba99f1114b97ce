#!/usr/bin/env python3
"""Judges the correction on made clips whose truth is known.

    python3 Benchmarks/Skin/made.py TOOL RUNNER RECORDINGS OUT [--only NAME,...] [--force]

A real face (`portrait-still`) is moved by known homographies: its plane turns before a camera, its points stand
out of it by the canonical depths. Expression moves brows, cheeks and lids by themselves. Noise of the camera is
added. The tracker drifts as real ones do: slowly by one or two percent of a mask, with jitter that smoothing
left. Slide: RMS in px of the middle of the eyes as placed less as it is, over 1, 5 and 15 frames.
"""

import argparse
import json
import os
import subprocess

import cv2
import numpy as np

from judge import SPANS
from recordings import frames, placements, quads
from square import SIDE, canonical

WIDTH, HEIGHT, FRAMES = 640, 480, 120


def pose(kind, t):
    """Middle, eye distance per 220 px of mask, roll, yaw, pitch (radians) at a frame."""
    x, y, growth, roll, yaw, pitch = 320.0, 240.0, 1.0, 0.0, 0.0, 0.0
    if "still" not in kind:
        x += 25 * np.sin(t / 14) + 6 * np.sin(t / 5)
        y += 12 * np.sin(t / 11 + 1)
        growth += 0.06 * np.sin(t / 21)
        roll = 0.08 * np.sin(t / 17)
    if "turn" in kind:
        yaw, pitch = 0.3 * np.sin(t / 12), 0.12 * np.sin(t / 9)
    if "nod" in kind:
        y += 60 * np.sin(t / 2.2)
    return x, y, growth, roll, yaw, pitch


def smooth(rng, deviation, reach):
    """Gaussian noise of a deviation that is correlated over some frames."""
    kernel = np.exp(-0.5 * (np.arange(-4 * reach, 4 * reach + 1) / reach) ** 2)
    n = np.convolve(rng.normal(size=FRAMES + 8 * reach), kernel, "same")
    n = n[4 * reach:4 * reach + FRAMES]
    return deviation * n / np.std(n)


class Face:
    """The still, with a map of its depth."""

    def __init__(self, picture, landmarks, quad):
        self.picture = picture
        unit = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32) * np.float32(SIDE / 2)
        self.map = cv2.getPerspectiveTransform(unit, np.asarray(quad, np.float32))
        self.landmarks = cv2.perspectiveTransform(landmarks[None].astype(float), np.linalg.inv(self.map))[0]
        depths = np.array(canonical(list(range(468)))[1])
        # The depth of a grid in the plane, by the nearest landmarks.
        side = np.linspace(-2, 2, 81)
        grid = np.stack(np.meshgrid(side, side), -1)
        far = np.linalg.norm(grid[:, :, None] - self.landmarks[None, None], axis=-1)
        weights = np.exp(-(far / 0.1) ** 2) + 1e-12
        self.depth = ((weights * depths).sum(-1) / weights.sum(-1)).astype(np.float32)
        self.depth *= np.exp(-np.maximum(np.linalg.norm(grid, axis=-1) - 1.3, 0) ** 2 * 3)
        self.depths = depths

    def project(self, points, depths, pose_, size):
        """Places in the plane (eye distances), standing out by depths, as seen."""
        x, y, growth, roll, yaw, pitch = pose_
        c, s = np.cos, np.sin
        turn = (np.array([[c(roll), -s(roll), 0], [s(roll), c(roll), 0], [0, 0, 1]])
                @ np.array([[1, 0, 0], [0, c(pitch), -s(pitch)], [0, s(pitch), c(pitch)]])
                @ np.array([[c(yaw), 0, s(yaw)], [0, 1, 0], [-s(yaw), 0, c(yaw)]]))
        v = np.concatenate([points, depths[..., None]], -1) @ turn.T
        zoom = size * growth / (1 - v[..., 2] / 8)
        return np.stack([x + v[..., 0] * zoom, y + v[..., 1] * zoom], -1)

    def frame(self, pose_, size, expression, rng, noise):
        """Draws by looking up, for a fine mesh, where its places are seen."""
        side = np.linspace(-2, 2, 81)
        grid = np.stack(np.meshgrid(side, side), -1).astype(float)
        seen = self.project(grid + self.moved(grid, expression), self.depth.astype(float), pose_, size)
        # The inverse by iteration: the mesh is smooth.
        yy, xx = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
        flat = self.project(np.array([[-0.5, 0.0], [0.5, 0.0], [0.0, 0.5]]), np.zeros(3), pose_, size)
        a = np.stack([flat[1] - flat[0], 2 * (flat[2] - (flat[0] + flat[1]) / 2)], 1)
        middle = (flat[0] + flat[1]) / 2
        back = np.linalg.inv(a)
        target = np.stack([xx, yy], -1)
        place = (target - middle) @ back.T
        for _ in range(12):
            at = ((place + 2) * 20).astype(np.float32)
            now = np.stack([cv2.remap(seen[..., k].astype(np.float32), at[..., 0], at[..., 1], cv2.INTER_LINEAR,
                                      borderMode=cv2.BORDER_REPLICATE) for k in (0, 1)], -1)
            inside = (abs(place) < 1.99).all(-1, keepdims=True)
            place = place + np.where(inside, (target - now) @ back.T, 0)
        out = cv2.perspectiveTransform(place.reshape(1, -1, 2), self.map).reshape(HEIGHT, WIDTH, 2).astype(np.float32)
        picture = cv2.remap(self.picture, out[..., 0] - 0.5, out[..., 1] - 0.5, cv2.INTER_CUBIC,
                            borderMode=cv2.BORDER_REFLECT).astype(float)
        return np.clip(picture + rng.normal(size=picture.shape) * noise, 0, 255).round().astype(np.uint8)

    @staticmethod
    def moved(points, expression):
        """Brows up, cheeks up and out, lids: bumps of half an eye distance or less."""
        brow, cheek, lid, frown = expression
        move = np.zeros_like(points)
        for cx, cy, radius, dx, dy in (
                (-0.55, -0.42, 0.3, 0, -brow), (0.55, -0.42, 0.3, 0, -brow), (-0.6, 0.55, 0.35, -cheek / 2, -cheek),
                (0.6, 0.55, 0.35, cheek / 2, -cheek), (-0.5, 0, 0.15, 0, lid), (0.5, 0, 0.15, 0, lid),
                (-0.25, -0.35, 0.2, frown, frown / 2), (0.25, -0.35, 0.2, -frown, frown / 2)):
            bump = np.exp(-((points[..., 0] - cx) ** 2 + (points[..., 1] - cy) ** 2) / (2 * radius ** 2 / 4))
            move += bump[..., None] * np.array([dx, dy])
        return move


KINDS = {  # mask in px, strength of the expression in eye distances, noise in levels, drift in eye distances
    "still": (220, 0, 2, 0.02), "moving": (220, 0, 2, 0.02), "still-expression": (220, 0.06, 2, 0.02),
    "moving-expression": (220, 0.06, 2, 0.02), "turn": (220, 0, 2, 0.02), "turn-expression": (220, 0.06, 2, 0.02),
    "moving-small": (90, 0, 2, 0.02), "moving-noise": (220, 0, 6, 0.02), "nod": (220, 0, 2, 0.02),
    "moving-exact": (220, 0, 2, 0.0), "turn-exact": (220, 0, 2, 0.0)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("tool", "runner", "recordings", "out"):
        parser.add_argument(name)
    parser.add_argument("--only", default="")
    parser.add_argument("--force", action="store_true", help="correct where the clip does not allow it too")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    numbers = [int(x) for x in subprocess.check_output([options.runner]).split()]
    folder = os.path.join(options.recordings, "portrait-still")
    still = cv2.imread(os.path.join(folder, "clip.png"), cv2.IMREAD_GRAYSCALE)
    lines = [json.loads(l) for l in open(os.path.join(folder, "tracking.jsonl"))]
    mesh = next(l for l in lines if l.get("faces"))["faces"][0]["landmarks"]
    points = np.array([[p["x"], p["y"]] if isinstance(p, dict) else p[:2] for p in mesh])
    points = points[:468] * [still.shape[1], still.shape[0]]
    eyes = [points[[33, 133]].mean(0), points[[263, 362]].mean(0)]
    middle, line = (eyes[0] + eyes[1]) / 2, eyes[1] - eyes[0]
    down = np.array([-line[1], line[0]])
    quad = [middle + SIDE / 2 * (u * line + v * down) for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    face = Face(still, points, quad)
    square = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * SIDE / 2
    for name, (mask, strength, noise, drift) in KINDS.items():
        if options.only and name not in options.only.split(","):
            continue
        rng = np.random.default_rng(7)
        size = mask / SIDE
        poses = [pose(name, t) for t in range(FRAMES)]
        expressions = strength * np.abs(np.stack([smooth(rng, 1, 6) for _ in range(4)], 1)) * [1, 0.8, 1, 0.4]
        # Slow error, and jitter that smoothing left: in eye distances; a hundredth as much in turn and growth.
        error = np.stack([smooth(rng, drift, 8) + smooth(rng, drift / 8, 1) for _ in range(4)], 1)
        lines, video, truth, placed = [], [], [], []
        for t in range(FRAMES):
            video.append(face.frame(poses[t], size, expressions[t], rng, noise))
            own = square @ np.array([[1 + error[t, 2] / 2, -error[t, 3] / 2], [error[t, 3] / 2, 1 + error[t, 2] / 2]]).T
            quad = face.project(own + error[t, :2], np.zeros(4), poses[t], size)
            seeds = face.landmarks[numbers]
            seen = seeds + face.moved(seeds, expressions[t]) + error[t, :2]
            seen = face.project(seen, face.depths[numbers], poses[t], size)
            entry = {"id": 1, "raw": quad.tolist(), "smoothed": quad.tolist(), "seeds": seen.tolist(), "isSample": True}
            lines.append(json.dumps({"ms": t * 40.0, "faces": [entry]}))
            truth.append(poses[t])
            placed.append(quad)
        path = os.path.join(options.out, f"{name}.faces.jsonl")
        with open(path, "w") as file:
            file.write("\n".join(lines) + "\n")
        run = subprocess.run([options.runner, str(WIDTH), str(HEIGHT), path] + ["force"] * options.force,
                             input=b"".join(v.tobytes() for v in video), capture_output=True, check=True)
        print(run.stderr.decode().strip()[:400])
        stuck = list(placed)
        for line in run.stdout.splitlines():
            entry = json.loads(line)
            stuck[entry["frame"]] = np.array(entry["corners"])
        unit = (square / SIDE + 0.5).astype(np.float32)

        def off(quads_):
            """The middle of the square less the middle of the eyes, in the face's plane, in px."""
            result = []
            for t, quad in enumerate(quads_):
                to = cv2.getPerspectiveTransform(unit, np.asarray(quad, np.float32))
                middle = cv2.perspectiveTransform(np.array([[[0.5, 0.5]]]), to)[0, 0]
                result.append(middle - face.project(np.zeros((1, 2)), np.zeros(1), poses[t], size)[0])
            return np.array(result)

        texts = []
        for way in (placed, stuck):
            o = off(way)
            slides = [np.sqrt(((o[k:] - o[:-k]) ** 2).sum(1).mean()) for k in SPANS]
            texts.append(" / ".join(f"{slide:.2f}" for slide in slides))
        print(f"{name:18} tracked {texts[0]}   stuck {texts[1]}", flush=True)
        cv2.imwrite(os.path.join(options.out, f"{name}.png"), np.hstack([video[0], video[40], video[80]]))


if __name__ == "__main__":
    main()
