#!/usr/bin/env python3
"""Where the items of scenes lie in each frame, computed a second time, from the contract alone.

    reference.py --tracking T.jsonl --scenes DIR --size WxH [--output WxH] [--mirror] [--cues FILE]
                 [--scene NAME=FOLDER] [--still] --times MS[,MS...] | --fps N --frames N
    reference.py --case DIR

Prints the lines of a placements sidecar, one a frame, with the entries of scenes alone. `--size` is
that of the upright scene picture S, `--output` that of the output picture O. `--case` takes a folder
that cases.py has written. It draws nothing and shares no code with the renderer, so that the two can
be held against each other with compare.py.

Not covered: presets of particles, lottie, trails, checks of input, avatars (a scene's `depth`).
Needs numpy.
"""

import argparse
import json
import math
import os
import struct
import sys
from fractions import Fraction

import numpy as np

import reference_particles as particles
from reference_cards import AHEAD, Pose, Tracking, area, convex

CARDS = 8  # so many are drawn
RUNS = 8  # run n + 8 hides run n
STILL_AGE = 2000
GRAIN = 64  # corners of particles lie on 1/64 px of O
BOXED = ("text", "photo")
FADE, GROW = 300, 400  # defaults of `appear`
HOLD, VANISH = 300, 300  # defaults of `vanish`


def png_size(path):
    """(width, height) of a PNG or a baseline or progressive JPEG."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] == b"\x89PNG\r\n\x1a\n":
        return struct.unpack(">II", data[16:24])
    at = 2
    while at + 9 < len(data) and data[at] == 0xFF:
        if 0xC0 <= data[at + 1] <= 0xCF and data[at + 1] not in (0xC4, 0xC8, 0xCC):
            return struct.unpack(">HH", data[at + 5 : at + 9])[::-1]
        at += 2 + struct.unpack(">H", data[at + 2 : at + 4])[0]
    raise ValueError(f"{path}: neither PNG nor JPEG")


# Keys over time


def eased(name, x):
    return {
        "linear": x,
        "sine": (1 - math.cos(math.pi * x)) / 2,
        "in": x**3,
        "out": 1 - (1 - x) ** 3,
        "step": 0.0,
    }[name]


def played(play, age, length):
    if play == "loop":
        return math.fmod(age, length)
    if play == "ping-pong":
        return length - abs(math.fmod(age, 2 * length) - length)
    return min(age, length)


def animated(animation, age):
    keys = animation["keys"]
    t = played(animation.get("play", "once"), age, keys[-1][0])
    if t < keys[0][0]:
        return keys[0][1]
    for (a, from_value), (b, to_value) in zip(keys, keys[1:]):
        if a <= t < b:
            return from_value + (to_value - from_value) * eased(
                animation.get("ease", "linear"), (t - a) / (b - a)
            )
    return keys[-1][1]


class Item:
    def __init__(self, raw, place, folder):
        self.raw, self.place = raw, place
        self.name, self.type = raw["name"], raw["type"]
        self.on = raw.get("on", "seen")
        self.delay, self.duration = raw.get("delay", 0), raw.get("duration", 0)
        self.facing = raw.get("facing", "card")
        self.pivot = raw.get("pivot", [0.5, 0.5])
        self.keep = raw.get("mirror", "keep" if self.type in BOXED else "follow") == "keep"
        self.animations = {a["property"]: a for a in raw.get("animate", [])}
        self.flat = (
            self.type not in ("flash", "particles")
            and self.facing == "card"
            and raw.get("angle", 0) == 0
            and "angle" not in self.animations
        )
        self.ratio = 1.0  # height by width
        if self.type in BOXED:
            self.ratio = raw["box"][1] / raw["box"][0]
        elif self.type != "flash":
            self.ratio = self.cell(raw, folder)
        if self.type == "particles" and "then" in raw:
            self.then_ratio = self.cell(raw["then"], folder)

    @staticmethod
    def cell(raw, folder):
        image = raw.get("image")
        if raw.get("type", "particles") == "particles":  # an emitter or its `then`
            image = raw.get("shape", "dot")
            if image in ("dot", "streak", "spark"):
                return 1.0
            if image in ("image", "sheet"):
                image = raw["image"]
        w, h = png_size(os.path.join(folder, image))
        sheet = raw.get("sheet", {})
        return (h / sheet.get("rows", 1)) / (w / sheet.get("columns", 1))

    def value(self, name, age, default):
        if name in self.animations:
            return animated(self.animations[name], age)
        return self.raw.get(name, default)

    def at(self, age):
        at = self.raw.get("at", [0, 0, 0])
        return np.array(
            [
                animated(self.animations[f"at.{axis}"], age) if f"at.{axis}" in self.animations else at[i]
                for i, axis in enumerate("xyz")
            ],
            float,
        )

    def opacity(self, age):
        return min(max(self.value("opacity", age, 1), 0), 1)


class Scene:
    def __init__(self, folder):
        self.folder = os.path.basename(folder)
        with open(os.path.join(folder, "scene.json"), encoding="utf-8") as file:
            raw = json.load(file)
        picture = raw["picture"]
        self.name = picture.get("name", self.folder)
        w, h = png_size(os.path.join(folder, picture["image"]))
        self.size = picture["widthMm"], picture["widthMm"] * h / w
        self.seed = raw.get("seed", 0)
        appear, vanish = raw.get("appear", {}), raw.get("vanish", {})
        self.fade, self.grow = appear.get("fade", FADE), appear.get("grow", GROW)
        self.hold, self.vanish = vanish.get("hold", HOLD), vanish.get("fade", VANISH)
        self.after = vanish.get("after", False)
        self.items = [Item(item, i, folder) for i, item in enumerate(raw.get("items", []))]


class Reference:
    def __init__(self, tracking, scenes, size, output, mirror=False, cues=None, links=None, still=False, end=None):
        """`end`: when the clip ends, in ms; None where what comes after a time is not known."""
        self.end = end
        self.size, self.output, self.mirror, self.still = size, output or size, mirror, still
        self.scenes = {}
        folders = [os.path.join(scenes, f) for f in sorted(os.listdir(scenes))]
        loaded = [Scene(f) for f in folders if os.path.exists(os.path.join(f, "scene.json"))]
        for scene in loaded:
            self.scenes[scene.name] = scene
        for name, folder in (links or {}).items():
            self.scenes[name] = next(s for s in loaded if s.folder == folder)
        self.tracking = Tracking(tracking, size, {name: s.size for name, s in self.scenes.items()})
        self.cards = {id: card for id, card in self.tracking.cards.items() if card.name in self.scenes}
        self.cues = self.read_cues(cues) if cues else []
        self.runs = {id: self.all_runs(id, self.scenes[card.name]) for id, card in self.cards.items()}

    # Time

    def there(self, id, t):
        return self.state(self.cards[id], t, self.scenes[self.cards[id].name])

    def state(self, card, t, scene):
        if self.end is None:
            return card.at(t, scene.hold, scene.vanish)
        others = [other for other in self.tracking.cards.values() if other is not card]
        return card.within(t, scene, others, self.end)

    def read_cues(self, path):
        """(time, cue, ids of the cards that it is for) by time."""
        found = []
        with open(path, encoding="utf-8") as file:
            for line in filter(str.strip, file):
                raw = json.loads(line)
                if "cue" not in raw:
                    continue
                t = raw["timestampMs"] + self.tracking.offset
                states = {id: self.there(id, t) for id in sorted(self.cards)}
                ids = [id for id in states if states[id] is not None]
                if "image" in raw:
                    ids = [id for id in ids if id == raw["image"]]
                elif "at" in raw and ids:
                    point = np.array(raw["at"]) * self.size
                    ids = [min(ids, key=lambda id: np.linalg.norm(states[id][0].mean(0) - point))]
                found.append((t, raw["cue"], ids))
        return sorted(found, key=lambda c: c[0])

    def all_runs(self, id, scene):
        """Item's name -> when its runs begin."""
        card, runs, items = self.cards[id], {}, {item.name: item for item in scene.items}

        def of(item):
            if item.name in runs:
                return runs[item.name]
            on = item.on
            if on == "seen":
                begins = [card.times[0]]
            elif self.still:
                begins = []
            elif "after" in on:
                first = items[on["after"]]
                begins = [b + first.delay + first.duration for b in of(first)]
            elif "cue" in on:
                begins = [t for t, cue, ids in self.cues if cue == on["cue"] and id in ids]
            else:
                near = (lambda t: self.state(card, t, scene)) if on.get("near", False) else None
                begins = [
                    t for t in self.tracking.gesture_runs(on["gesture"], near) if self.there(id, t) is not None
                ]
            runs[item.name] = sorted(begins)
            return runs[item.name]

        for item in scene.items:
            of(item)
        return runs

    def ages(self, id, item, t):
        """(run, age) of an item's runs that have begun and are not hidden."""
        begins = self.runs[id][item.name]
        begun = sum(1 for b in begins if b <= t + AHEAD)
        for run in range(max(0, begun - RUNS), begun):
            age = STILL_AGE - item.delay if self.still else max(0.0, t - begins[run]) - item.delay
            yield run, math.floor(age * 1000 + 0.5) / 1000

    # Place

    def to_output(self, quads):
        out = quads.copy()
        if self.mirror:
            out[..., 0] = self.size[0] - out[..., 0]
        return out * np.array([self.output[0] / self.size[0], self.output[1] / self.size[1]])

    def quads(self, centres, widths, heights, rotations, item, facing, angle, pose):
        """Corners in S of N items, and whether each is drawn. All inputs are arrays over N."""
        flipped = pose.flip < 0
        k = -1.0 if item.keep and flipped != self.mirror else 1.0
        tilted = np.array([0, math.cos(math.radians(angle)), math.sin(math.radians(angle))])
        if facing == "screen":
            e1, e2 = pose.right, pose.up
        elif facing == "camera":
            across = np.cross(tilted, pose.camera - centres[0])
            length = np.linalg.norm(across)
            e1, e2 = across / (length if length > 0 else 1), tilted
        else:
            e1, e2 = np.array([1.0, 0, 0]), tilted
        u = k * np.outer(widths, np.array([0, 1, 1, 0]) - item.pivot[0])
        v = -np.outer(heights, np.array([0, 0, 1, 1]) - item.pivot[1])
        cos, sin = np.cos(np.radians(rotations))[:, None], np.sin(np.radians(rotations))[:, None]
        u, v = u * cos + v * sin, -u * sin + v * cos
        points = centres[:, None, :] + u[..., None] * e1 + v[..., None] * e2
        corners, seen = pose.place(points)
        drawn = seen.all(-1) & (widths > 0) & (heights > 0)
        drawn &= convex(np.where(drawn[:, None, None], corners, 0.0))
        if item.flat:
            drawn &= area(corners) * k * pose.flip > 0
        return corners, drawn

    def placement(self, item, scene, age, opacity, pose, card):
        """(corners in S, opacity) of a drawn item, or None."""
        if item.type == "flash":
            opacity *= item.opacity(age) * particles.keyed(item.raw["keys"], age)
            w, h = self.size
            corners = (
                np.array([[0, 0], [w, 0], [w, h], [0, h]], float)
                if item.raw.get("area", "card") == "picture"
                else pose.corners
            )
            return (corners, opacity) if opacity > 0 else None
        width = item.value("width", age, item.raw["box"][0] if item.type in BOXED else 0)
        opacity *= item.opacity(age)
        if item.on == "seen" and (self.end is None or card.whole):
            opacity *= min(1.0, age / scene.fade) if scene.fade > 0 else 1.0
            width *= min(1.0, age / scene.grow) if scene.grow > 0 else 1.0
        angle = item.value("angle", age, 0)
        if angle == "auto":
            theta = math.degrees(math.acos(np.clip(pose.unit(pose.camera)[2], -1, 1)))
            angle = min(max(theta + 20, 20), 90)
        corners, drawn = self.quads(
            item.at(age)[None],
            np.array([width]),
            np.array([width * item.ratio]),
            np.array([item.value("rotation", age, 0)], float),
            item,
            item.facing,
            angle,
            pose,
        )
        return (corners[0], opacity) if drawn[0] and opacity > 0 else None

    def swarm(self, item, group, opacity, pose):
        """Corners in O of those of a list of particles that are drawn."""
        group = [p for p in group if p.size > 0 and opacity * p.opacity > 0]
        if not group:
            return np.zeros((0, 4, 2))
        sizes = np.array([p.size for p in group])
        ratios = np.array([item.ratio if p.spec is item.raw else item.then_ratio for p in group])
        corners, drawn = self.quads(
            np.array([p.place for p in group]),
            sizes,
            sizes * ratios,
            np.array([p.rotation for p in group]),
            item,
            "screen",
            0,
            pose,
        )
        return np.floor(self.to_output(corners[drawn]) * GRAIN + 0.5) / GRAIN

    # A frame

    def frame(self, t):
        states = []
        for id in self.cards:
            state = self.there(id, t)
            if state is None or state[1] is None:
                continue
            scene = self.scenes[self.cards[id].name]
            scale = (state[2] or scene.size[0]) / scene.size[0]
            pose = Pose(state[0], state[1], scale, scene.size, self.tracking)
            states.append((pose.shift[2], id, scene, pose, state[3]))
        states.sort(key=lambda s: s[:2])
        placements = []
        for _, id, scene, pose, opacity in states[-CARDS:]:
            placements += self.card(t, id, scene, pose, opacity)
        return placements

    def card(self, t, id, scene, pose, opacity):
        first, rest = [], []
        swarms = {}
        for item in scene.items:
            for run, age in self.ages(id, item, t):
                entry = {"image": id, "scene": scene.folder, "item": item.name}
                distance = -np.linalg.norm(item.at(max(age, 0)) - pose.camera)
                if item.type == "particles":
                    if age >= 0:
                        swarms[item.place, run] = particles.alive(
                            item.raw, scene.seed, id, item.place, run, age, item.at, pose
                        )
                        rest.append((distance, item.place, run, entry, item, age))
                elif 0 <= age and (not item.duration or age < item.duration):
                    found = self.placement(item, scene, age, opacity, pose, self.cards[id])
                    if found:
                        entry["corners"] = rounded(self.to_output(found[0]))
                        entry["opacity"] = round(found[1], 9)
                        if item.flat or item.type == "flash":
                            first.append(entry)
                        else:
                            rest.append((distance, item.place, run, entry, item, age))
        self.cap(swarms)
        placements = first
        for _, place, run, entry, item, age in sorted(rest, key=lambda r: r[:3]):
            if item.type == "particles":
                quads = np.concatenate(
                    [self.swarm(item, group, opacity * item.opacity(age), pose) for group in swarms[place, run]]
                )
                if not len(quads):
                    continue
                entry["count"] = len(quads)
                entry["box"] = [*quads.min((0, 1)).tolist(), *quads.max((0, 1)).tolist()]
            placements.append(entry)
        return placements

    @staticmethod
    def cap(swarms):
        """Without the oldest over 1,500 of a scene."""
        everyone = [
            (p.key[0], place, p.key[1:], p) for (place, _), groups in swarms.items() for g in groups for p in g
        ]
        over = len(everyone) - particles.SCENE_CAP
        if over > 0:
            gone = {id(e[3]) for e in sorted(everyone, key=lambda e: e[:3])[:over]}
            for groups in swarms.values():
                groups[:] = [[p for p in g if id(p) not in gone] for g in groups]

    def lines(self, times):
        for n, t in enumerate(times):
            yield {
                "frame": n,
                "timestampMs": round(t, 6),
                "width": self.output[0],
                "height": self.output[1],
                "placements": self.frame(t),
            }


def rounded(quad):
    return [[round(float(x), 6), round(float(y), 6)] for x, y in quad]


def size(text):
    w, h = text.lower().split("x")
    return int(w), int(h)


def frame_times(fps, count):
    return [float(n * 1000 / Fraction(str(fps))) for n in range(count)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--case")
    parser.add_argument("--tracking")
    parser.add_argument("--scenes")
    parser.add_argument("--size", type=size)
    parser.add_argument("--output", type=size)
    parser.add_argument("--mirror", action="store_true")
    parser.add_argument("--cues")
    parser.add_argument("--scene", action="append", default=[])
    parser.add_argument("--still", action="store_true")
    parser.add_argument("--times")
    parser.add_argument("--fps")
    parser.add_argument("--frames", type=int)
    a = parser.parse_args()
    if a.case:
        with open(os.path.join(a.case, "options.json"), encoding="utf-8") as file:
            options = json.load(file)
        a.tracking, a.scenes = os.path.join(a.case, "tracking.jsonl"), os.path.join(a.case, "Scenes")
        a.size = size(options["size"])
        a.output = size(options["output"]) if options.get("output") else None
        a.mirror = options["mirror"]
        a.cues = os.path.join(a.case, options["cues"]) if options.get("cues") else None
        a.fps, a.frames, a.times = options["fps"], options["frames"], None
    if not (a.tracking and a.scenes and a.size and (a.times or (a.fps and a.frames))):
        parser.error("--case, or --tracking, --scenes, --size and --times or --fps with --frames")
    times = [float(t) for t in a.times.split(",")] if a.times else frame_times(a.fps, a.frames)
    links = dict(link.split("=", 1) for link in a.scene)
    end = float(a.frames * 1000 / Fraction(str(a.fps))) if a.fps and not a.still else None
    reference = Reference(a.tracking, a.scenes, a.size, a.output, a.mirror, a.cues, links, a.still, end)
    for line in reference.lines(times):
        print(json.dumps(line, ensure_ascii=False))


if __name__ == "__main__":
    sys.exit(main())
