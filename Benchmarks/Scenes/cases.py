#!/usr/bin/env python3
"""Makes random, valid cases of scenes on cards: a tracking file, packages, options, cues.

    cases.py OUT [--seed N] [--count N] [--odd]

Case n is the folder OUT/<n>, the same for the same seed and n, however many are made:

    tracking.jsonl         cards moved before a pinhole camera, with hands that show gestures
    Scenes/<id>/           scene.json, card.png and small pictures
    cues.jsonl             in some
    options.json           size (of the clip), output, mirror, cues, fps, frames

An item's name begins with its type and facing, by which compare.py groups. What the contract leaves open
is kept out, unless `--odd` is given (`at` animated in items of several runs, cues far from any card).
Needs numpy.
"""

import argparse
import json
import math
import os
import shutil
import struct
import zlib
from fractions import Fraction

import numpy as np

from reference_cards import MIRROR, area, convex

BLENDS = ["normal", "multiply", "screen", "overlay", "add"]


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(path, pixels):
    """An H x W x 4 array of bytes as PNG, or H x W of 0 and 1 with one bit a pixel."""
    h, w = pixels.shape[:2]
    grey = pixels.ndim == 2
    rows = np.packbits(pixels, axis=1) if grey else pixels.reshape(h, -1)
    data = b"".join(b"\0" + row.tobytes() for row in rows)
    with open(path, "wb") as file:
        file.write(
            b"\x89PNG\r\n\x1a\n"
            + chunk(b"IHDR", struct.pack(">IIBBBBB", w, h, 1 if grey else 8, 0 if grey else 6, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(data, 9))
            + chunk(b"IEND", b"")
        )


def art(path, random, w, h, columns=1, rows=1):
    """Cells of w x h pixels of one colour each, with a transparent border."""
    pixels = np.zeros((h * rows, w * columns, 4), np.uint8)
    for row in range(rows):
        for column in range(columns):
            cell = pixels[row * h + 1 : (row + 1) * h - 1, column * w + 1 : (column + 1) * w - 1]
            cell[..., :3] = random.integers(0, 256, 3)
            cell[..., 3] = 255
    png(path, pixels)


def between(random, a, b, digits=2):
    return round(float(random.uniform(a, b)), digits)


def pick(random, values):
    return values[int(random.integers(len(values)))]


def chance(random, p):
    return bool(random.random() < p)


def keys(random, low, high, longest=3000):
    """Rising keys [age, value]."""
    ages = np.cumsum(random.integers(100, longest // 2, int(random.integers(2, 5))))
    if chance(random, 0.5):
        ages = ages - ages[0]
    return [[int(a), between(random, low, high)] for a in ages]


def part_keys(random, low, high):
    inner = sorted({between(random, 0.1, 0.9) for _ in range(int(random.integers(1, 3)))})
    return [[p, between(random, low, high)] for p in [0, *inner, 1]]


def span(random, a, b):
    """A number or a pair of rising ones."""
    x, y = sorted([between(random, a, b), between(random, a, b)])
    return [x, y] if chance(random, 0.7) else x


def animation(random, name):
    limits = {
        "at.x": (-40, 40),
        "at.y": (-50, 50),
        "at.z": (0, 40),
        "width": (5, 60),
        "rotation": (-180, 180),
        "angle": (0, 90),
        "opacity": (0, 1),
    }[name]
    found = {"property": name, "keys": keys(random, *limits)}
    if chance(random, 0.7):
        found["play"] = pick(random, ["once", "loop", "ping-pong"])
    if chance(random, 0.7):
        found["ease"] = pick(random, ["linear", "sine", "in", "out", "step"])
    return found


def emitter(random, folder, name, many):
    """What particles and their `then` have in common."""
    e = {"life": span(random, 200, 1500 if many else 800), "size": span(random, 2, 9)}
    chosen = {
        "direction": span(random, -180, 360),
        "spread": span(random, -80, 80),
        "speed": span(random, 0, 150),
        "gravity": span(random, -60, 200),
        "drag": span(random, 0, 3),
        "sway": span(random, 0, 8),
        "swayHz": span(random, 0, 2),
        "spin": span(random, -360, 360),
    }
    for key, value in chosen.items():
        if chance(random, 0.75):
            e[key] = value
    if chance(random, 0.6):
        e["from"] = (
            {"box": [between(random, 0, 60), between(random, 0, 60), between(random, 0, 20)]}
            if chance(random, 0.6)
            else {"ellipse": [between(random, 0, 60), between(random, 0, 60)]}
        )
    if chance(random, 0.5):
        e["down"] = pick(random, ["card", "normal", "picture"])
        if e["down"] == "picture":
            e.pop("sway", None)  # which way S's right is on a flipped card
    if chance(random, 0.4):
        e["fade"] = part_keys(random, 0.05, 1)
    if chance(random, 0.4):
        e["grow"] = part_keys(random, 0.4, 1.5)
    shape = pick(random, ["dot", "streak", "spark", "image", "sheet"])
    if shape in ("image", "sheet"):
        e["shape"] = f"{name}.png"
        columns, rows = (3, 2) if shape == "sheet" else (1, 1)
        art(
            os.path.join(folder, e["shape"]),
            random,
            int(random.integers(6, 12)),
            int(random.integers(6, 12)),
            columns,
            rows,
        )
        if shape == "sheet":
            e["sheet"] = {"columns": 3, "rows": 2, "fps": 12}
    else:
        e["shape"] = shape
    return e


def make_item(random, folder, n, before, odd):
    """One item, its files written. `before`: names of earlier items with a duration."""
    kind = pick(random, ["art", "art", "sprite", "text", "photo", "flash", "particles", "particles"])
    facing = pick(random, ["card", "card", "camera", "screen"])
    name = f"{kind}-{n}" if kind in ("flash", "particles") else f"{kind}-{facing}-{n}"
    item = {"name": name, "type": kind}
    several = True
    start = random.random()
    if start < 0.45:
        several = False
        if chance(random, 0.5):
            item["on"] = "seen"
    elif start < 0.6 and before:
        item["on"] = {"after": pick(random, before)}
    elif start < 0.82:
        item["on"] = {"cue": pick(random, ["tap", "boom"])}
    else:
        item["on"] = {"gesture": pick(random, ["Open_Palm", "Victory"])}
        if chance(random, 0.6):
            item["on"]["near"] = chance(random, 0.8)
    if chance(random, 0.4):
        item["delay"] = int(random.integers(0, 800))
    if chance(random, 0.5) or several:
        item["duration"] = int(random.integers(150, 2500))
    if chance(random, 0.7):
        item["at"] = [
            between(random, -45, 45),
            between(random, -60, 60),
            between(random, 0, 40) if chance(random, 0.6) else 0,
        ]
    if chance(random, 0.3):
        item["opacity"] = between(random, 0.05, 1)
    if chance(random, 0.2):
        item["blend"] = pick(random, BLENDS)
    if kind == "flash":
        item["colour"] = "#ffeecc"
        item["area"] = pick(random, ["card", "picture"])
        item["keys"] = [
            [0, 0],
            [int(random.integers(100, 400)), between(random, 0.2, 1)],
            [int(random.integers(500, 900)), 0],
        ]
        for key in ("at", "blend"):
            item.pop(key, None)
        return item
    animations = []
    if kind == "particles":
        item.update(emitter(random, folder, name, True))
        rate = chance(random, 0.7)
        if rate:
            item["rate"] = pick(random, [5, 12, 30, 60.5, 120, 500])
        if not rate or chance(random, 0.3):
            ages = np.cumsum(random.integers(0, 300, int(random.integers(1, 4)))) + np.arange(3)[:1]
            item["burst"] = [[int(a) + i, int(random.integers(1, 60))] for i, a in enumerate(ages)]
        if chance(random, 0.25) and item.get("rate", 0) <= 60:
            item["then"] = {
                **emitter(random, folder, name + "-then", False),
                "count": int(random.integers(1, 8)),
            }
        properties = ["at.x", "at.y", "at.z"]
        item.pop("blend", None)
    else:
        item["facing"] = facing
        if kind in ("text", "photo"):
            item["box"] = [between(random, 8, 60), between(random, 8, 40)]
            if kind == "text":
                item["text"] = "立春 spring"
            else:
                item["image"] = f"{name}.png"
                art(os.path.join(folder, item["image"]), random, 12, 9)
        else:
            item["width"] = between(random, 4, 70)
            item["image"] = f"{name}.png"
            columns, rows = (4, 2) if kind == "sprite" else (1, 1)
            art(
                os.path.join(folder, item["image"]),
                random,
                int(random.integers(6, 16)),
                int(random.integers(6, 16)),
                columns,
                rows,
            )
            if kind == "sprite":
                item["sheet"] = {
                    "columns": 4,
                    "rows": 2,
                    "frames": int(random.integers(5, 9)),
                    "fps": 12,
                    "play": pick(random, ["once", "loop", "ping-pong"]),
                }
        if chance(random, 0.5):
            item["pivot"] = pick(random, [[0.5, 1], [0, 0], [0.2, 0.9], [1.2, 0.5]])
        if chance(random, 0.4):
            item["rotation"] = between(random, -180, 180)
        if facing != "screen" and chance(random, 0.6):
            item["angle"] = pick(random, ["auto", 90, between(random, 0, 90)])
        properties = ["at.x", "at.y", "at.z", "width", "rotation", "opacity"] + (
            ["angle"] if facing != "screen" else []
        )
    if chance(random, 0.3):
        item["mirror"] = pick(random, ["follow", "keep"])
    if several and not odd:
        properties = [p for p in properties if not p.startswith("at.")]
    if properties and chance(random, 0.5):
        for p in random.permutation(properties)[: int(random.integers(1, 4))]:
            animations.append(animation(random, str(p)))
    if animations:
        item["animate"] = animations
    return item


def make_scene(random, folder, name, odd):
    os.makedirs(folder)
    w, h = pick(random, [(320, 448), (448, 320), (320, 320)])
    blocks = random.integers(0, 2, (h // 16, w // 16)).astype(np.uint8)
    png(os.path.join(folder, "card.png"), np.kron(blocks, np.ones((16, 16), np.uint8)))
    width = int(random.integers(80, 160))
    scene = {"version": 1, "name": {"en": name}, "picture": {"image": "card.png", "widthMm": width}}
    if chance(random, 0.5):
        name = scene["picture"]["name"] = f"picture-{name}"
    if chance(random, 0.7):
        scene["seed"] = int(random.integers(0, 2**31))
    if chance(random, 0.5):
        scene["appear"] = {"fade": int(random.integers(0, 500)), "grow": int(random.integers(0, 500))}
    if chance(random, 0.6):
        hold, fade = int(random.integers(0, 500)), int(random.integers(0, 500))
        scene["vanish"] = {"hold": hold, "fade": fade, "after": hold % 3 == 0}
    items, before = [], []
    for n in range(int(random.integers(3, 9))):
        item = make_item(random, folder, n, before, odd)
        if item.get("duration"):
            before.append(item["name"])
        items.append(item)
    scene["items"] = items
    with open(os.path.join(folder, "scene.json"), "w", encoding="utf-8") as file:
        json.dump(scene, file, ensure_ascii=False, indent=1)
    return name, (width, width * h / w)


def euler(x, y, z):
    cx, sx, cy, sy, cz, sz = math.cos(x), math.sin(x), math.cos(y), math.sin(y), math.cos(z), math.sin(z)
    return (
        np.array([[cz, -sz, 0], [sz, cz, 0], [0, 0, 1]])
        @ np.array([[1, 0, 0], [0, cx, -sx], [0, sx, cx]])
        @ np.array([[cy, 0, sy], [0, 1, 0], [-sy, 0, cy]])
    )


class Motion:
    """A card moved smoothly before the camera."""

    def __init__(self, random, size_mm, place):
        far = size_mm[0] / 10 * random.uniform(1.8, 4.5)
        self.middle = np.array([place * far * 0.35, random.uniform(-0.2, 0.2) * far, -far])
        self.swing = random.uniform(0, 0.15, 3) * far
        self.tilt = random.uniform(-0.9, 0.9, 2)
        self.tilt_swing = random.uniform(0, 0.5, 2)
        self.roll = random.uniform(-0.5, 0.5) if random.random() < 0.8 else random.uniform(-3.1, 3.1)
        self.roll_swing = random.uniform(0, 0.4)
        self.rates = random.uniform(0.3, 3, 6)
        self.phases = random.uniform(0, 6.3, 6)

    def pose(self, t):
        wave = np.sin(self.rates * t / 1000 + self.phases)
        matrix = np.eye(4)
        matrix[:3, :3] = 0.1 * euler(
            self.tilt[0] + self.tilt_swing[0] * wave[0],
            self.tilt[1] + self.tilt_swing[1] * wave[1],
            self.roll + self.roll_swing * wave[2],
        )
        matrix[:3, 3] = self.middle + self.swing * wave[3:]
        return matrix


def hand(random, at, category, w, h, rules):
    """A hand whose landmark 9 is at a place in T, in parts; `rules`: told by its points alone."""
    flat = np.zeros((21, 3))  # metres, wrist below, fingers up
    flat[1:5] = [[-0.03, -0.02, 0], [-0.055, -0.05, 0], [-0.075, -0.075, 0], [-0.095, -0.095, 0]]
    for f, x in enumerate([-0.03, -0.008, 0.014, 0.035]):
        out = category == "Open_Palm" or (category == "Victory" and f < 2)
        ys = [-0.09, -0.125, -0.15, -0.17] if out else [-0.09, -0.11, -0.085, -0.07]
        for j, y in enumerate(ys):
            flat[5 + 4 * f + j] = [x, y, 0 if out else -0.03]
    if category != "Open_Palm":
        flat[3:5] = [[0.0, -0.075, -0.02], [0.015, -0.08, -0.03]]
    picture = (flat - flat[9]) * 1500
    points = np.column_stack([at[0] + picture[:, 0] / w, at[1] + picture[:, 1] / h, picture[:, 2] / w])
    found = {
        "handedness": pick(random, ["Left", "Right"]),
        "score": 0.95,
        "landmarks": points.round(6).tolist(),
    }
    if rules:
        found["worldLandmarks"] = flat.tolist()
        return found
    other = {"categoryName": "Closed_Fist", "score": 0.2}
    found["gestures"] = [{"categoryName": category, "score": 0.8}, other]
    if random.random() < 0.2:  # a custom one wins, `None` of it does not
        found["gestures"] = (
            [{"categoryName": "Closed_Fist", "score": 0.9}] if random.random() < 0.5 else found["gestures"]
        )
        custom = category if found["gestures"][0]["categoryName"] == "Closed_Fist" else "None"
        found["customGestures"] = [{"categoryName": custom, "score": 0.6}]
    return found


def gaps(random, length):
    """Times without the card: [from, to]."""
    return [(a, a + random.uniform(100, 900)) for a in random.uniform(300, length, int(random.integers(0, 3)))]


def make_case(folder, random, odd):
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    names, sizes = [], {}
    for n in range(1 if chance(random, 0.6) else 2):
        id = f"scene-{n}"
        name, size = make_scene(random, os.path.join(folder, "Scenes", id), id, odd)
        names.append(name)
        sizes[name] = size
    # The camera.
    upright = pick(random, [(640, 480), (480, 640), (960, 540)])
    turn = pick(random, [0, 0, 0, 90, 180, 270])
    part = pick(random, [1, 1, 0.5])
    tw, th = (int(s * part) for s in (upright[::-1] if turn in (90, 270) else upright))
    mirrored, flipped = chance(random, 0.25), chance(random, 0.3)
    fov = pick(random, [63, between(random, 40, 80), None])
    focal = th / (2 * math.tan(math.radians(fov or 63) / 2))
    fps = pick(random, ["25", "30", "30000/1001", "24"])
    frames = int(random.integers(50, 110))
    rate = float(Fraction(fps)) if chance(random, 0.5) else float(random.uniform(11, 40))
    offset = pick(random, [0, 0, 40, -33.5])
    unit = pick(random, ["ms", "ms", "ms", "s"])
    with_cues, pixels = chance(random, 0.7), chance(random, 0.15)
    with_ids, with_matrix = chance(random, 0.85), pick(random, ["all", "all", "none", "some"])
    noise = pick(random, [0, 0.05, 0.4])
    length = frames * 1000 / float(Fraction(fps))
    cards = []
    count = pick(random, [1, 1, 1, 1, 2, 2, 2, 10]) if with_ids else int(random.integers(1, 3))
    for n in range(count):
        name = names[n % len(names)]
        motion = Motion(random, sizes[name], 0 if count == 1 else 2 * n / (count - 1) - 1)
        cards.append(
            {
                "name": name,
                "id": int(random.integers(1, 5)) + 5 * n,
                "motion": motion,
                "from": random.uniform(0, 400) if chance(random, 0.6) else 0,
                "gaps": gaps(random, length) if with_ids else [],
                "scale": pick(random, [1, 1, between(random, 0.5, 2)]),
                "wide": chance(random, 0.8),
            }
        )
    header = {
        "format": "avatar-tracking/1",
        "width": tw,
        "height": th,
        "rotationDegrees": turn,
        "mirrored": mirrored,
        "timeOffsetMs": offset,
    }
    if fov:
        header["verticalFieldOfViewDegrees"] = fov
    if unit != "ms":
        header["timeUnit"] = unit
    if pixels:
        header["coordinates"] = "pixels"
    # Gestures: spans of time, a category, whether over a card.
    shows = (
        []
        if pixels
        else [
            (
                a,
                a + random.uniform(100, 900),
                pick(random, ["Open_Palm", "Open_Palm", "Victory", "Victory", "Closed_Fist"]),
                chance(random, 0.75),
                chance(random, 0.3),
            )
            for a in random.uniform(0, length, int(random.integers(0, 9)))
        ]
    )
    lines, middles = [header], []
    t = random.uniform(0, 30) if chance(random, 0.5) else 0.0
    while t < length:
        images, here = [], []
        for card in cards:
            if t < card["from"] or any(a < t < b for a, b in card["gaps"]):
                continue
            size = sizes[card["name"]]
            matrix = card["motion"].pose(t)
            w, h = size[0] / 2 * card["scale"], size[1] / 2 * card["scale"]
            flip = -1 if flipped else 1
            points = (
                np.array(
                    [[-w * flip, h, 0, 1], [w * flip, h, 0, 1], [w * flip, -h, 0, 1], [-w * flip, -h, 0, 1]]
                )
                @ matrix.T
            )
            # Not where it is too near, or seen from behind or nearly from the side.
            facing = matrix[:3, 2] @ -matrix[:3, 3] / np.linalg.norm(matrix[:3, 3]) / 0.1
            if (-points[:, 2]).min() < 3 or facing < 0.1:
                continue
            corners = np.stack(
                [tw / 2 + focal * points[:, 0] / -points[:, 2], th / 2 - focal * points[:, 1] / -points[:, 2]],
                -1,
            )
            corners = corners + random.normal(0, noise, (4, 2)) * part
            if not convex(corners) or area(corners) * flip <= 0:
                continue
            here.append(corners.mean(0))
            if mirrored:
                corners = corners * [-1, 1] + [tw, 0]
                matrix = MIRROR @ matrix @ MIRROR
            image = {
                "name": card["name"],
                "corners": (corners if pixels else corners / [tw, th]).tolist(),
                "score": between(random, 0.2, 1),
            }
            if with_ids:
                image["id"] = card["id"]
            has = with_matrix == "all" or (with_matrix == "some" and chance(random, 0.5))
            if card["scale"] != 1 or has or card["wide"]:
                image["widthMm"] = size[0] * card["scale"]
            if has:
                image["matrix"] = matrix.ravel().tolist()
            images.append(image)
        line = {"timestampMs": round((t - offset) / (1000 if unit == "s" else 1), 6), "images": images}
        hands = []
        for a, b, category, over, rules in shows:
            if a <= t < b and (here or not over):
                at = here[0] if over else np.array([tw * 0.5, -th * 3.0])
                at = np.array([tw - at[0], at[1]]) if mirrored else at
                # In rules a hand points up in the upright scene; open hands and fists do not depend on it.
                hands.append(hand(random, at / [tw, th], category, tw, th, rules))
        if hands or chance(random, 0.8):
            line["hands"] = hands
        if chance(random, 0.01):
            line = {"timestampMs": line["timestampMs"], "failed": "no answer"}
            here = []
        lines.append(line)
        middles.append((t, here))
        t += 1000 / rate * (1 if chance(random, 0.8) else random.uniform(0.6, 1.5))
    with open(os.path.join(folder, "tracking.jsonl"), "w", encoding="utf-8") as file:
        file.write("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    options = {
        "size": "%dx%d" % upright,
        "output": None,
        "mirror": chance(random, 0.4),
        "cues": None,
        "fps": fps,
        "frames": frames,
    }
    if chance(random, 0.5):
        factor = pick(random, [0.5, 0.75, 2])
        options["output"] = "%dx%d" % tuple(s * factor for s in upright)
    if with_cues:
        options["cues"] = "cues.jsonl"
        cues = []
        for at in random.uniform(-100, length, int(random.integers(1, 30))):
            cue = {
                "timestampMs": round(float(at) - offset, 3),
                "cue": pick(random, ["tap", "tap", "boom", "other"]),
            }
            choice = random.random()
            near = [m for time, m in middles if abs(time - at) < 60 and m]
            if choice < 0.3 and with_ids:
                cue["image"] = pick(random, cards)["id"]
            elif choice < 0.6 and near:
                x, y = pick(random, near[len(near) // 2])
                x, y = {0: (x, y), 90: (th - y, x), 180: (tw - x, th - y), 270: (y, tw - x)}[turn]
                w, h = (th, tw) if turn in (90, 270) else (tw, th)
                cue["at"] = [round(x / w, 4), round(y / h, 4)]
            elif odd and choice < 0.7:
                cue["at"] = [between(random, 0, 1), between(random, 0, 1)]
            cues.append(cue)
        with open(os.path.join(folder, "cues.jsonl"), "w", encoding="utf-8") as file:
            file.write("".join(json.dumps(cue) + "\n" for cue in cues))
    with open(os.path.join(folder, "options.json"), "w", encoding="utf-8") as file:
        json.dump(options, file)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--odd", action="store_true", help="also what the contract leaves open")
    a = parser.parse_args()
    for n in range(a.count):
        make_case(os.path.join(a.out, str(n)), np.random.default_rng([a.seed, n]), a.odd)


if __name__ == "__main__":
    main()
