#!/usr/bin/env python3
"""Holds what was found on cards, and the light on them, against the truth of make_shots.py.

    python3 Benchmarks/Shot/judge.py CLIPS LOOKS [--only NAME,...] [--worst OUT.png]

CLIPS is the folder that make_shots.py filled. LOOKS has of each clip NAME.look.jsonl, a line a frame: `box` [left,
right, top, bottom] (empty: nothing found), `blur`, `cells` (8 x 11, row by row, [r, g, b] or null), `burnt` (null, or
columns, rows, shares); and NAME.cover, the boxes' bytes one after the other. README.md says what the columns mean.
Needs NumPy, SciPy and ffmpeg.
"""

import argparse
import glob
import json
import os
import subprocess

import numpy as np
from scipy import ndimage as nd

WIDTH, HEIGHT = 1280, 720
COLUMNS, ROWS = 8, 11
BARS = (("free p5", 85, 1), ("free worst", 75, 1), ("pen p5", 75, 1), ("pen worst", 50, 1), ("cut p95", 2.5, -1),
        ("cut worst", 3, -1), ("far", 1, -1), ("nothing", 1, -1), ("shadow", 3, -1), ("flicker", 0.5, -1),
        ("gain p95", 10, -1), ("gain worst", 15, -1), ("white balance", 8, -1))


def frames_of(path, pixels, count):
    """A clip's frames as bytes, one at a time."""
    process = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", pixels, "-"], stdout=subprocess.PIPE)
    size = WIDTH * HEIGHT * (3 if pixels == "rgb24" else 1)
    for _ in range(count):
        data = process.stdout.read(size)
        if len(data) < size:
            break
        yield np.frombuffer(data, np.uint8).reshape(HEIGHT, WIDTH, -1)
    process.stdout.close()
    process.wait()


def inside(corners, margin=0.0):
    """The pixels within an outline, by a margin."""
    y, x = np.mgrid[0:HEIGHT, 0:WIDTH] + 0.5
    p, q = corners, np.roll(corners, -1, 0)
    area = (p[:, 0] * q[:, 1] - q[:, 0] * p[:, 1]).sum()
    mask = np.ones((HEIGHT, WIDTH), bool)
    for a, b in zip(p, q):
        d = (b - a) / np.hypot(*(b - a)) * np.sign(area)
        mask &= d[0] * (y - a[1]) - d[1] * (x - a[0]) >= margin
    return mask


def judge(folder, looks, name, worst=None):
    truth = json.load(open(os.path.join(folder, name + ".truth.json")))
    lines = [json.loads(line) for line in open(os.path.join(looks, name + ".look.jsonl"))]
    data = open(os.path.join(looks, name + ".cover"), "rb").read()
    count, at = min(len(lines), len(truth["corners"])), 0
    r = {"free": [], "cut": [], "far": 0.0, "near": [], "flicker": [], "gain": [], "balance": [], "empty": 0}
    before = None
    for k, mask in zip(range(count), frames_of(os.path.join(folder, name + ".cover.mkv"), "gray", count)):
        found, box = np.zeros((HEIGHT, WIDTH), np.float32), lines[k]["box"]
        if box:
            size = (box[1] - box[0]) * (box[3] - box[2])
            found[box[2]:box[3], box[0]:box[1]] = np.frombuffer(data, np.uint8, size, at).reshape(
                box[3] - box[2], box[1] - box[0]) / 255
            at += size
        corners = np.array(truth["corners"][k])
        left, top = np.maximum(np.floor(corners.min(0)).astype(int) - 20, 0)
        right, bottom = np.minimum(np.ceil(corners.max(0)).astype(int) + 20, (WIDTH, HEIGHT))
        part = np.s_[top:bottom, left:right]
        # A bent print's outline is not that of its corners.
        card = inside(corners, 1 + truth["bend"])[part]
        cover, found = mask[part][..., 0] / 255.0, found[part]
        area = card.sum()
        solid = card & (cover > 0.5)
        if solid.sum() > 0.005 * area:
            r["free"].append(100 * float(found[solid].mean()))
        gap = nd.distance_transform_edt(cover < 0.02) if (cover >= 0.02).any() else np.full(cover.shape, 1e3)
        cut = 100 * float(found[card & (gap > 2)].sum()) / area
        r["cut"].append(cut)
        r["far"] = max(r["far"], 100 * float(found[card & (gap > 10)].sum()) / area)
        # From frame to frame, in the print's own places, where the truth does not change.
        x, y = places(corners)
        at_place = (np.clip((y - top).astype(int), 0, found.shape[0] - 1),
                    np.clip((x - left).astype(int), 0, found.shape[1] - 1))
        place, quiet = found[at_place], gap[at_place]
        if before is not None:
            still = (np.minimum(quiet, before[1]) > 4)
            r["flicker"].append(100 * float((np.abs(place - before[0]) * still).mean()))
        before = place, quiet
        if worst is not None:
            worst.append((cut - (r["free"][-1] - 100 if r["free"] else 0) * 0.1, name, k, found, card, cover, part))
        light(r, lines[k]["cells"], truth["light"][k])
    return truth, r


def places(corners, n=120):
    """A grid of places of the print in the frame."""
    u, v = np.meshgrid((np.arange(n) + 0.5) / n, (np.arange(n) + 0.5) / n)
    rows, values = [], []
    for (i, j), (x, y) in zip(((0, 0), (1, 0), (1, 1), (0, 1)), corners):
        rows += [[i, j, 1, 0, 0, 0, -i * x, -j * x], [0, 0, 0, i, j, 1, -i * y, -j * y]]
        values += [x, y]
    h = np.append(np.linalg.solve(np.array(rows, float), values), 1).reshape(3, 3)
    w = h[2, 0] * u + h[2, 1] * v + h[2, 2]
    return (h[0, 0] * u + h[0, 1] * v + h[0, 2]) / w, (h[1, 0] * u + h[1, 1] * v + h[1, 2]) / w


def light(r, cells, wanted):
    """Errors of the light in %, relative to the card's own scale: ink and file differ."""
    pairs = [(c, w) for c, w in zip(cells, wanted) if c is not None and w is not None]
    r["empty"] += sum(1 for c, w in zip(cells, wanted) if c is None and w is not None)
    if len(pairs) < 4:
        return
    found, true = (np.array(v, float) for v in zip(*pairs))
    weights = np.array([0.2126, 0.7152, 0.0722])
    ratio = (found @ weights) / (true @ weights)
    r["gain"] += list(100 * np.abs(ratio - 1))
    balance = (found / (found @ weights)[:, None]) / (true / (true @ weights)[:, None])
    r["balance"] += list(100 * np.abs(np.median(balance, 0) - 1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("clips")
    parser.add_argument("looks")
    parser.add_argument("--only", default="")
    parser.add_argument("--worst")
    options = parser.parse_args()
    names = options.only.split(",") if options.only else sorted(
        os.path.basename(p)[:-len(".truth.json")] for p in glob.glob(os.path.join(options.clips, "*.truth.json")))
    names = [name for name in names if os.path.exists(os.path.join(options.looks, name + ".look.jsonl"))]
    figures = {bar: [] for bar, _, _ in BARS}
    worst = [] if options.worst else None
    print(f"{'clip':16s} {'free p5':>8s} {'worst':>6s} {'cut p95':>8s} {'worst':>6s} {'far':>6s} {'flicker':>7s} "
          f"{'gain p95':>8s} {'worst':>6s} {'balance':>7s} empty")
    for name in names:
        truth, r = judge(options.clips, options.looks, name, worst)
        free = [np.percentile(r["free"], 5), min(r["free"])] if r["free"] else [np.nan] * 2
        cut = [np.percentile(r["cut"], 95), max(r["cut"])]
        gain = [np.percentile(r["gain"], 95), max(r["gain"])] if r["gain"] else [np.nan] * 2
        balance = max(r["balance"], default=np.nan)
        flicker = np.mean(r["flicker"]) if r["flicker"] else np.nan
        print(f"{name:16s} {free[0]:8.1f} {free[1]:6.1f} {cut[0]:8.2f} {cut[1]:6.2f} {r['far']:6.2f} {flicker:7.2f} "
              f"{gain[0]:8.1f} {gain[1]:6.1f} {balance:7.1f} {r['empty']:5d}", flush=True)
        group = "pen" if truth["thing"] in ("pen", "hair") else "free"
        if r["free"]:
            figures[group + " p5"].append(free[0])
            figures[group + " worst"].append(free[1])
        if not truth["thing"]:
            figures["shadow" if truth["loose"] else "nothing"].append(max(r["cut"]))
        figures["cut p95"].append(cut[0])
        figures["cut worst"].append(cut[1])
        figures["far"].append(r["far"])
        figures["flicker"].append(flicker)
        if not (truth["veil"] or truth["glare"] or truth["ink"] or truth["film"]):
            figures["gain p95"].append(gain[0])
            figures["gain worst"].append(gain[1])
            figures["white balance"].append(balance)
    for bar, limit, sense in BARS:
        if figures[bar]:
            value = (min if sense > 0 else max)(figures[bar])
            print(f"{'PASS' if sense * value >= sense * limit else 'MISS'}  {bar:14s} {value:7.2f}  asked {limit}")
    if worst:
        draw(options.clips, sorted(worst, key=lambda w: -w[0])[:12], options.worst)


def draw(folder, worst, path):
    """The worst frames: found red, the truth's cover green."""
    tiles = []
    for cost, name, k, found, card, cover, part in worst:
        for n, frame in enumerate(frames_of(os.path.join(folder, name + ".mp4"), "rgb24", k + 1)):
            pass
        tile = frame[part].astype(float)
        tile[..., 0] = np.maximum(tile[..., 0], 255 * found * card)
        tile[..., 1] = np.maximum(tile[..., 1], 160 * (cover > 0.5))
        canvas = np.zeros((420, 320, 3), np.uint8)
        tile = tile[:420, :320]
        canvas[:tile.shape[0], :tile.shape[1]] = tile
        tiles.append(canvas)
        print(f"{name} {k}: {cost:.2f}")
    rows = [np.concatenate((tiles[i:i + 6] + [np.zeros_like(tiles[0])] * 6)[:6], 1) for i in range(0, len(tiles), 6)]
    sheet = np.concatenate(rows)
    subprocess.run(["ffmpeg", "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s",
                    f"{sheet.shape[1]}x{sheet.shape[0]}", "-i", "-", path], input=sheet.tobytes(), check=True)


if __name__ == "__main__":
    main()
