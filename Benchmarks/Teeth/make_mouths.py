#!/usr/bin/env python3
"""Makes clips of mouths out of a recording, a folder a variant, with the labels of `session tune`.

    make_mouths.py RECORDING NAME [FROM-TO,FROM-TO...] OUT [VARIANT,...]

FROM-TO are the times in milliseconds in which teeth are shown, as a person sees them in the recording; "" for never.
Needs ffmpeg, ffprobe and numpy. The tracker's samples are the recording's own in all variants.
"""
import json
import os
import subprocess
import sys

import numpy as np

INNER = [78, 95, 88, 178, 87, 14, 317, 402, 318, 324, 308, 415, 310, 311, 312, 13, 82, 81, 80, 191]
UPPER, ALL, NONE = [81, 82, 13, 312, 311], "all", "none"  # And what a variant leaves of the teeth.


def light(levels):
    part = levels / 255
    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def levels(light):
    light = np.clip(light, 0, 1)
    part = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return part * 255


def tinted(*factors):
    return lambda frame, marks, number: levels(light(frame) * np.array(factors))


def grid(frame):
    return np.meshgrid(*(np.arange(side) + 0.5 for side in frame.shape[1::-1]))


def inside(frame, ring):
    x, y = grid(frame)
    within = np.zeros(x.shape, bool)
    for a, b in zip(ring, np.roll(ring, -1, 0)):
        if a[1] != b[1]:
            crossed = (a[1] <= y) != (b[1] <= y)
            within ^= crossed & (x >= a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
    return within


def bar(frame, centre, length, width, degrees, colour):
    """An opaque bar with a soft edge of a pixel, which begins at its centre where `length` is a pair."""
    x, y = grid(frame)
    turn = np.radians(degrees)
    along = (x - centre[0]) * np.cos(turn) + (y - centre[1]) * np.sin(turn)
    across = -(x - centre[0]) * np.sin(turn) + (y - centre[1]) * np.cos(turn)
    far = np.maximum(np.maximum(length[0] - along, along - length[1]), abs(across) - width / 2)
    part = np.clip(0.5 - far, 0, 1)[..., None]
    shade = (1 - 0.25 * np.clip(across / width + 0.5, 0, 1))[..., None]
    return frame * (1 - part) + np.array(colour) * shade * part


def mouth(marks):
    return (marks[13] + marks[14]) / 2, np.linalg.norm(marks[308] - marks[78])


def white_bar(frame, marks, number):
    centre, size = mouth(marks)
    return bar(frame, centre, (-3 * size, 3 * size), 0.45 * size, 20, (235, 235, 228))


def brush(colour):
    """A handle from the right, with a white head a quarter of the mouth long within it."""

    def draw(frame, marks, number):
        centre, size = mouth(marks)
        frame = bar(frame, centre, (0.1 * size, 3 * size), 0.1 * size, -10, colour)
        return bar(frame, centre, (-0.15 * size, 0.15 * size), 0.13 * size, -10, (240, 240, 240))

    return draw


def tongue(frame, marks, number):
    centre, size = mouth(marks)
    if np.linalg.norm(marks[13] - marks[14]) < 0.03 * size:
        return frame
    x, y = grid(frame)
    down = marks[14] - marks[13]
    middle = marks[13] + 0.65 * down
    far = np.hypot((x - middle[0]) / (0.55 * size), (y - middle[1]) / (0.75 * np.linalg.norm(down)))
    part = np.clip((1 - far) * 20, 0, 1)[..., None]
    shine = (np.hypot(x - middle[0] - 0.1 * size, y - middle[1]) < 0.04 * size)[..., None]
    own = np.where(shine, np.array((245, 235, 235)), np.array((178, 92, 96)) * (1.1 - 0.2 * far[..., None]))
    return frame * (1 - part) + own * part


def braces(frame, marks, number):
    _, size = mouth(marks)
    if np.linalg.norm(marks[13] - marks[14]) < 0.08 * size:
        return frame
    x, y = grid(frame)
    dots = [marks[a] * (1 - t) + marks[b] * t for a, b in zip(UPPER, UPPER[1:]) for t in (0, 0.5)]
    for dot in dots:
        dot = dot + np.array((0, 0.06 * size))
        part = np.clip(0.035 * size - np.maximum(abs(x - dot[0]), abs(y - dot[1])), 0, 1)[..., None]
        frame = frame * (1 - part) + np.array((70, 72, 80)) * part
    return frame


def whiter(frame, marks):
    """Where colours are less red than the skin, about."""
    seen = light(frame)
    cheeks = [seen[int(marks[k][1]), int(marks[k][0])] for k in (50, 280)]
    skin, red = np.median(cheeks, 0), np.maximum(seen[..., 0], 1e-4)
    return (seen[..., 1] / red) * (seen[..., 2] / red) > 0.8 * (skin[1] / skin[0]) * (skin[2] / skin[0])


def toothless(frame, marks, number):
    """Paints what is not as red as the skin between the lips with the cavity's dark red."""
    painted = inside(frame, marks[INNER]) & whiter(frame, marks)
    return np.where(painted[..., None], np.array((70, 30, 30)), frame)


def deep(frame, marks, number):
    """Skin that throws back less and redder light, with the teeth as they are."""
    teeth = inside(frame, marks[INNER]) & whiter(frame, marks)
    return np.where(teeth[..., None], frame, levels(light(frame) * np.array((0.36, 0.27, 0.24))))


def grey(frame, marks, number):
    return np.repeat((frame @ np.array((0.2126, 0.7152, 0.0722)))[..., None], 3, -1)


def moving(frame, marks, number):
    width = max(int(frame.shape[1] * 0.03), 3)
    return sum(np.roll(frame, k - width // 2, 1) for k in range(width)) / width


def noisy(frame, marks, number):
    return frame + np.random.default_rng(number).normal(0, 12, frame.shape)


VARIANTS = {
    "plain": (ALL, lambda frame, marks, number: frame, 1), "dark": (ALL, tinted(0.15, 0.15, 0.15), 1),
    "darker": (ALL, tinted(0.04, 0.04, 0.04), 1), "bright": (ALL, tinted(2, 2, 2), 1),
    "warm": (ALL, tinted(1, 0.65, 0.3), 1), "blue": (ALL, tinted(0.45, 0.7, 1.1), 1),
    "noisy": (ALL, noisy, 1), "moving": (ALL, moving, 1), "braces": (ALL, braces, 1), "deep-skin": (ALL, deep, 1),
    "small": (ALL, lambda frame, marks, number: frame, 0.4),
    "tiny": (ALL, lambda frame, marks, number: frame, 0.15), "grey": (ALL, grey, 1),
    "toothless": (NONE, toothless, 1), "tongue": (NONE, tongue, 1), "white-bar": (NONE, white_bar, 1),
    "brush-blue": (NONE, lambda f, m, n: brush((40, 90, 200))(toothless(f, m, n), m, n), 1),
    "brush-white": (NONE, lambda f, m, n: brush((240, 240, 240))(toothless(f, m, n), m, n), 1),
}


def make(folder, name, spans, out, chosen):
    index = json.load(open(f"{folder}/recording.json"))
    clip = f"{folder}/{index['video']}"
    header, *samples = [json.loads(line) for line in open(f"{folder}/{index['tracking']}")]
    header.pop("source", None)
    width, height = header["width"], header["height"]
    pipe = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", clip, "-vsync", "0", "-pix_fmt", "rgb24", "-f", "rawvideo", "-"],
        stdout=subprocess.PIPE, check=True).stdout
    frames = np.frombuffer(pipe, np.uint8).reshape(-1, height, width, 3)
    rate = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries", "stream=avg_frame_rate", "-of",
         "default=nw=1:nk=1", clip], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    per_second = float(rate.split("/")[0]) / float(rate.split("/")[1])
    path = f"{out}/labels.json"
    labels = json.load(open(path)) if os.path.exists(path) else {
        "format": "avatar-session-labels/1", "recordings": []}
    for variant in chosen:
        kept, draw, scale = VARIANTS[variant]
        own = f"{out}/{name}-{variant}"
        os.makedirs(own, exist_ok=True)
        size = [int(side * scale) // 2 * 2 for side in (width, height)]
        encoder = subprocess.Popen(
            ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{width}x{height}",
             "-r", rate, "-i", "-", "-vf", f"scale={size[0]}:{size[1]}:flags=area", "-pix_fmt", "yuv420p",
             "-crf", "16", f"{own}/clip.mp4"], stdin=subprocess.PIPE)
        for number, frame in enumerate(frames):
            sample = min(samples, key=lambda s: abs(s["timestampMs"] - number * 1000 / per_second))
            shown = frame.astype(float)
            if sample.get("faces"):
                marks = np.array(sample["faces"][0]["landmarks"])[:, :2] * [width, height]
                shown = draw(shown, marks, number)
            encoder.stdin.write(np.clip(shown + 0.5, 0, 255).astype(np.uint8).tobytes())
        encoder.stdin.close()
        encoder.wait()
        json.dump({"video": "clip.mp4", "tracking": "tracking.jsonl"}, open(f"{own}/recording.json", "w"))
        with open(f"{own}/tracking.jsonl", "w") as file:
            file.writelines(json.dumps(line) + "\n" for line in [header] + samples)
        labels["recordings"] = [r for r in labels["recordings"] if r["name"] != f"{name}-{variant}"] + [
            {"name": f"{name}-{variant}", "teeth": spans if kept == ALL else []}]
    json.dump(labels, open(path, "w"), indent=1)


if len(sys.argv) not in (5, 6):
    sys.exit(__doc__)
times = [[float(t) for t in span.split("-")] for span in sys.argv[3].split(",") if span]
make(*sys.argv[1:3], times, sys.argv[4], sys.argv[5].split(",") if len(sys.argv) > 5 else VARIANTS)
