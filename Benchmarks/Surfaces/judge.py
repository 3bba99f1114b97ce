#!/usr/bin/env python3
"""Holds frames of layers with volume against reference.py.

    judge.py make DIR                    writes the cases: packages, trackings, a plain ground
    judge.py render DIR LOOKS --tool T   has the tool T draw them: LOOKS/NAME.png and NAME.jsonl (the sidecar)
    judge.py judge DIR LOOKS [--only NAME,...] [--sheet FOLDER]

A case's landmarks are those of the canonical face under its matrix, exactly, unless its name says otherwise. `judge`
prints of each case the worst error of the sidecar's points in px, the decibels inside the overlay and the bar, and ends
with 1 where a case misses one. --sheet writes both pictures and four times their difference, side by side.
Needs NumPy, SciPy and ffmpeg.
"""

import argparse
import json
import math
import os
import subprocess
import sys

import numpy as np
from scipy import ndimage as nd

import reference
from reference_meshes import EYES, POSITIONS, png, write_png

SIZE, GROUND = (640, 480), "#6a7f8c"
POINTS, PICTURE, SINGLE = 0.005, 42, 46
ART, PAINT = {"image": "art.png"}, {"image": "paint.png"}
BENT = {"surface": {"type": "curved", "radius": {"x": 2.2, "y": 4}}}
CARVED = {"relief": {"image": "relief.png", "depth": 0.45}}
MASK = {"name": "mask", **ART, "scale": 3.4}
FACE = {"name": "paint", **PAINT, "surface": {"type": "face"}}
RING = {"name": "ring", **ART, "scale": 3.6, "offset": {"y": 1.2}, "surface": {"type": "curved", "radius": {"x": 1.75}},
        "depth": "shared"}
BACK = {"name": "back", **ART, "scale": 3.6, "offset": {"y": 1.3, "z": -1.4}, "depth": "shared"}
HEAD = {"name": "head", "occluder": "head"}

# Name, layers, (yaw, pitch, roll), the bar, what else.
CASES = [
    ("flat-yaw20", [MASK], (20, 0, 0), SINGLE, {}),
    ("flat-keep-landmarks", [MASK | {"mirror": "keep", "offset": {"x": 0.4, "y": 0.2}, "rotation": 25, "opacity": 0.8}],
     (0, 0, 20), SINGLE, {"placement": "landmarks", "mirror": True}),
    ("curved-front", [MASK | BENT], (0, 0, 0), SINGLE, {}),
    ("curved-yaw40", [MASK | BENT], (40, 10, 0), SINGLE, {}),
    ("curved-yaw-75", [MASK | BENT | {"lit": 0.8}], (-75, 0, 0), PICTURE, {}),
    ("curved-pivot-pitch40", [MASK | {"surface": {"type": "curved", "about": "pivot", "radius": {"x": 2, "y": 1.5}},
                                      "rotation": 20, "pivot": {"x": 0.4, "y": 0.7}, "anchor": "nose",
                                      "offset": {"x": 0.2, "y": -0.3, "z": 0.2}}], (0, 40, 0), PICTURE, {}),
    ("curved-y-roll30-landmarks", [MASK | {"surface": {"type": "curved", "radius": {"y": 2}}, "lit": 0.5}], (0, 0, 30),
     SINGLE, {"placement": "landmarks"}),
    ("relief-front", [MASK | BENT | CARVED | {"lit": 0.8}], (0, 0, 0), SINGLE, {}),
    ("relief-yaw20", [MASK | BENT | CARVED | {"lit": 0.8}], (20, -10, 5), SINGLE, {}),
    ("relief-yaw-60", [MASK | BENT | CARVED], (-60, 0, 0), PICTURE, {}),
    ("relief-pitch-40-landmarks", [MASK | BENT | {"relief": {"image": "relief.png", "depth": -0.3, "zero": 0.5}}],
     (10, -40, 15), PICTURE, {"placement": "landmarks"}),
    ("relief-flat-yaw40", [MASK | CARVED | {"lit": 0.3}], (40, 0, 0), PICTURE, {}),
    ("face-multiply", [FACE | {"blend": "multiply"}], (0, 0, 0), SINGLE, {}),
    ("face-lit-yaw60", [FACE | {"lit": 0.7, "opacity": 0.85, "surface": {"type": "face", "holes": ["mouth"]}}],
     (60, 0, 0), PICTURE, {}),
    ("face-landmarks", [FACE | {"lit": 0.7, "blend": "overlay"}], (-40, 20, 0), PICTURE, {"placement": "landmarks"}),
    ("head-crown-yaw40", [HEAD, BACK, RING], (40, 0, 0), PICTURE, {}),
    ("head-crown-landmarks", [BACK, RING | {"lit": 0.5}, HEAD], (-20, 15, 0), PICTURE, {"placement": "landmarks"}),
    ("shared-crossing", [MASK | BENT | CARVED | {"depth": "shared", "opacity": 0.7},
                         RING | {"offset": {"y": 0.2, "z": 0.1}, "rotation": 30, "blend": "screen"},
                         {"name": "hide", "occluder": "face", "push": -1}], (25, 10, -10), PICTURE, {}),
    ("keep-mirrored", [MASK | BENT | CARVED | {"mirror": "keep", "offset": {"x": 0.4}, "rotation": 15, "lit": 0.8},
                       RING | {"depth": "own"}], (30, 0, 10), PICTURE, {"mirror": True}),
    ("two-faces-snap", [HEAD, MASK | BENT | CARVED, RING], (35, 5, 5), PICTURE, {"two": True, "shift": (7, -4)}),
    ("near-camera", [MASK | {"scale": 7.6, "surface": {"type": "curved", "radius": {"x": 12}}}], (60, 0, 0), PICTURE,
     {"distance": 20}),
]


def pose(yaw, pitch, roll, distance=30.0, x=0.0):
    """Degrees: to the subject's left, down, clockwise in the picture. The eyes' middle is so far from the camera."""
    y, p, r = (math.radians(v) for v in (yaw, pitch, -roll))
    turn = (np.array([[math.cos(r), -math.sin(r), 0], [math.sin(r), math.cos(r), 0], [0, 0, 1]])
            @ np.array([[math.cos(y), 0, math.sin(y)], [0, 1, 0], [-math.sin(y), 0, math.cos(y)]])
            @ np.array([[1, 0, 0], [0, math.cos(p), -math.sin(p)], [0, math.sin(p), math.cos(p)]]))
    matrix = np.eye(4)
    matrix[:3, :3] = turn
    matrix[:3, 3] = np.array([x, 1.0, -distance]) - turn @ np.array([0, 2.62, 0])
    return matrix


def face(matrix, size=SIZE, shift=(0, 0), identity=1):
    """The canonical face under a matrix as a tracker writes it."""
    width, height = size
    focal = height / (2 * math.tan(math.radians(31.5)))
    cam = POSITIONS @ matrix[:3, :3].T + matrix[:3, 3]
    middle = cam[list(EYES)].mean(0)[2]
    rows = np.stack(((width / 2 - focal * cam[:, 0] / cam[:, 2] + shift[0]) / width,
                     (height / 2 + focal * cam[:, 1] / cam[:, 2] + shift[1]) / height,
                     (cam[:, 2] - middle) * focal / middle / width), 1)
    return {"id": identity, "landmarks": rows.tolist(), "matrix": matrix.ravel().tolist(), "blendshapes": {}}


def artwork(folder):
    """Pictures with an order of colours that tells left from right, soft edges and two holes; a height map."""
    y, x = np.mgrid[0:480, 0:512].astype(float)
    u, v = (x - 256) / 256, (y - 240) / 240
    waves = [0.5 + 0.42 * np.sin(a * u + b * v + c) for a, b, c in ((9, 3, 0), (4, -11, 1), (-6, 7, 2))]
    r = np.hypot(u, v)
    hole = np.minimum(np.hypot(u - 0.3, (v + 0.1) * 1.4), np.hypot(u + 0.3, (v + 0.1) * 1.4))
    alpha = np.clip((0.93 - r) * 40, 0, 1) * np.clip((hole - 0.13) * 40, 0, 1)
    art = np.dstack(waves + [alpha])
    art[(np.abs(u - 0.45) < 0.12) & (np.abs(v - 0.5) < 0.04), :3] = (1, 1, 0.2)
    write_png(os.path.join(folder, "art.png"), art)
    stripes = np.clip(0.5 + 4 * np.sin(22 * u + 5 * np.sin(5 * v)), 0, 1)
    paint = np.dstack((0.3 + 0.6 * stripes, waves[0], waves[1], 0.25 + 0.75 * waves[2]))
    write_png(os.path.join(folder, "paint.png"), paint)
    snout, brow = u**2 / 0.05 + (v - 0.25)**2 / 0.09, (v + 0.35)**2 / 0.02 + u**2 / 0.3
    bumps = 0.15 + 0.75 * np.exp(-snout) + 0.3 * np.exp(-brow)
    write_png(os.path.join(folder, "relief.png"), np.dstack([np.clip(bumps * np.clip(2 - 2 * r, 0, 1), 0, 1)] * 3))


def make(folder):
    for name, layers, angles, bar, more in CASES:
        package = os.path.join(folder, name, "avatar")
        os.makedirs(package, exist_ok=True)
        artwork(package)
        with open(os.path.join(package, "avatar.json"), "w") as file:
            json.dump({"version": 1, "name": {"en": name}, "author": "-", "licence": "CC0-1.0", "layers": layers}, file)
        distance, shift = more.get("distance", 30), more.get("shift", (0, 0))
        faces = [face(pose(*angles, distance, -7 if more.get("two") else 0), shift=shift)]
        if more.get("two"):
            faces.append(face(pose(-angles[0], *angles[1:], distance + 9, 6), shift=shift, identity=2))
        with open(os.path.join(folder, name, "tracking.jsonl"), "w") as file:
            for line in ({"format": "avatar-tracking/1", "width": SIZE[0], "height": SIZE[1]},
                         {"timestampMs": 0, "faces": faces}):
                file.write(json.dumps(line) + "\n")
        write_png(os.path.join(folder, name, "ground.png"), reference.plain(GROUND, SIZE)[..., :3])


def have_drawn(folder, looks, tool, only):
    os.makedirs(looks, exist_ok=True)
    for name, _, _, _, more in chosen(only):
        at, out = os.path.join(folder, name), os.path.join(looks, name)
        subprocess.run(
            [tool, "snapshot", "--video", at + "/ground.png", "--tracking", at + "/tracking.jsonl", "--avatar",
             at + "/avatar", "--smoothing", "none", "--placement", more.get("placement", "matrix"), "--overwrite",
             "--progress", "none", "--placements", out + ".jsonl", "-o", out + ".png"]
            + (["--mirror"] if more.get("mirror") else []), check=False)


def chosen(only):
    return [case for case in CASES if not only or case[0] in only.split(",")]


def judge(folder, looks, only, sheet):
    failed = False
    print(f"{'case':28s} {'points px':>10s} {'dB':>7s} {'asked':>6s}")
    for name, _, _, bar, more in chosen(only):
        package, tracking = os.path.join(folder, name, "avatar"), os.path.join(folder, name, "tracking.jsonl")
        header, samples = reference.read_tracking(tracking)
        picture, touched, entries = reference.render(
            package, header, samples[0]["faces"], SIZE, reference.plain(GROUND, SIZE), more.get("placement", "matrix"),
            mirror=more.get("mirror", False))
        if not os.path.exists(os.path.join(looks, name + ".png")):
            print(f"{name:28s} no picture")
            failed = True
            continue
        found = png(os.path.join(looks, name + ".png"))
        inside = nd.binary_dilation(touched, iterations=1)
        error = ((found - picture)[inside][:, :3] ** 2).mean()
        decibels = 10 * math.log10(1 / max(error, 1e-12))
        outside = np.abs(found - picture)[~inside].max(initial=0)
        with open(os.path.join(looks, name + ".jsonl")) as file:
            ours = json.loads(file.readline())["placements"]
        worst = points_error(ours, entries)
        good = decibels >= bar and worst <= POINTS and outside < 0.003
        failed |= not good
        print(f"{name:28s} {worst:10.4f} {decibels:7.2f} {bar:6d}  {'' if good else 'MISS'}"
              f"{' outside touched' if outside >= 0.003 else ''}", flush=True)
        if sheet:
            os.makedirs(sheet, exist_ok=True)
            write_png(os.path.join(sheet, name + ".png"), np.concatenate(
                (found[..., :3], picture[..., :3], np.clip(4 * np.abs(found - picture)[..., :3], 0, 1)), 1))
    return failed


def points_error(ours, wanted):
    """The worst distance; infinite where the sidecars name other layers or lack a list of points."""
    if [e["layer"] for e in ours] != [e["layer"] for e in wanted]:
        return math.inf
    worst = 0.0
    for mine, theirs in zip(ours, wanted):
        for key in ("corners", "points"):
            if key == "points" and theirs["surface"] == "flat" and key not in mine:
                continue
            if key in theirs:
                if len(mine.get(key, ())) != len(theirs[key]):
                    return math.inf
                # Beyond a few pictures' widths a corner is nearly in the camera's plane.
                pairs = [(a[:2], b) for a, b in zip(mine[key], theirs[key]) if max(map(abs, b)) < 4 * SIZE[0]]
                worst = max([worst] + [math.dist(a, b) for a, b in pairs])
    return worst


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("verb", choices=("make", "render", "judge"))
    parser.add_argument("folder")
    parser.add_argument("looks", nargs="?")
    parser.add_argument("--tool", default="avatar-overlay")
    parser.add_argument("--only", default="")
    parser.add_argument("--sheet")
    o = parser.parse_args()
    if o.verb == "make":
        make(o.folder)
    elif o.looks is None:
        parser.error("LOOKS is missing")
    elif o.verb == "render":
        have_drawn(o.folder, o.looks, o.tool, o.only)
    else:
        sys.exit(1 if judge(o.folder, o.looks, o.only, o.sheet) else 0)


if __name__ == "__main__":
    main()
