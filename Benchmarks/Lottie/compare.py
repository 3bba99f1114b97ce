#!/usr/bin/env python3
"""Draws ten Lottie animations by rlottie and by ThorVG: milliseconds a frame at 512 pixels, and how far they differ.

usage: compare.py [FOLDER]
  Pictures of the frame in the middle are written to FOLDER, as NAME-rlottie.png and NAME-thorvg.png.
  ThorVG is that of the package thorvg-python, where it is installed. Needs python3-pil and python3-numpy.

Four of the files are those of Avatars and Scenes; six are made here, each of a feature of the format.
"""
import ctypes
import json
import math
import os
import sys
import tempfile
import time

import numpy
from PIL import Image

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SIDE = 512
OWN = ["Avatars/dragon/breath.json", "Avatars/ox/ring.json", "Scenes/spring-equinox/rays.json", "Scenes/rain-water/pond.json"]


def still(value):
    return {"a": 0, "k": value}


def moving(start, end, last=60):
    ease = {"i": {"x": [0.5], "y": [1]}, "o": {"x": [0.5], "y": [0]}}
    return {"a": 1, "k": [{"t": 0, "s": start} | ease, {"t": last, "s": end}]}


def place(x=100, y=100, **change):
    return {"p": still([x, y]), "a": still([0, 0]), "s": still([100, 100]), "r": still(0), "o": still(100)} | change


def group(*shapes, **change):
    return {"ty": "gr", "it": list(shapes) + [{"ty": "tr"} | place(0, 0, **change)]}


def layer(number, *shapes, **change):
    members = {key: change.pop(key) for key in ("td", "tt", "hasMask", "masksProperties") if key in change}
    return {"ty": 4, "ind": number, "ip": 0, "op": 60, "st": 0, "ks": place(**change), "shapes": list(shapes)} | members


def fill(*colour):
    return {"ty": "fl", "c": still(list(colour) + [1]), "o": still(100), "r": 1}


def stroke(width, *colour, **more):
    return {"ty": "st", "c": still(list(colour) + [1]), "o": still(100), "w": still(width), "lc": 2, "lj": 2} | more


def ellipse(width, height):
    return {"ty": "el", "p": still([0, 0]), "s": still([width, height])}


def blob(points, radius, turn=0.0):
    """A closed curve whose points lie by turns nearer and farther."""
    vertices, into, out = [], [], []
    for index in range(points):
        angle = turn + 2 * math.pi * index / points
        length = radius * (1 if index % 2 else 0.7)
        vertices.append([round(length * math.cos(angle), 3), round(length * math.sin(angle), 3)])
        bend = radius * 0.25
        into.append([round(bend * math.sin(angle), 3), round(-bend * math.cos(angle), 3)])
        out.append([round(-bend * math.sin(angle), 3), round(bend * math.cos(angle), 3)])
    return {"i": into, "o": out, "v": vertices, "c": True}


def gradient(kind):
    stops = [0, 1, 0.9, 0.3, 0.5, 0.9, 0.3, 0.1, 1, 0.3, 0.1, 0.4]
    return {"ty": "gf", "t": kind, "s": still([0, 0]), "e": still([80, 0]), "o": still(100), "g": {"p": 3, "k": still(stops)}, "r": 1}


def composition(layers, assets=()):
    return {"v": "5.7.0", "fr": 30, "ip": 0, "op": 60, "w": 200, "h": 200, "assets": list(assets), "layers": layers}


def made():
    """The six, by what they show."""
    morph = {"ty": "sh", "ks": moving([blob(12, 80)], [blob(12, 60, 0.5)])}
    yield "morph", composition([layer(1, group(morph, gradient(2)), group(morph, stroke(5, 0.1, 0.05, 0.2)))])
    yield "trim", composition([
        layer(n + 1, group(ellipse(20 + 22 * n, 20 + 22 * n), stroke(6, n / 8, 0.4, 1 - n / 8), {
            "ty": "tm", "s": still(0), "e": moving([5], [95]), "o": moving([0], [360]), "m": 1})) for n in range(8)])
    copies = {"ty": "rp", "c": still(12), "o": still(0), "tr": place(0, 0, r=still(30), so=still(100), eo=still(20))}
    yield "repeater", composition([layer(1, group(
        {"ty": "rc", "p": still([60, 0]), "s": moving([20, 10], [60, 16]), "r": still(4)}, fill(0.9, 0.2, 0.3), copies))])
    mask = {"mode": "a", "inv": False, "o": still(100), "pt": moving([blob(10, 90)], [blob(10, 40)])}
    yield "mask", composition([layer(1, group(ellipse(180, 180), gradient(1)), hasMask=True, masksProperties=[mask])])
    yield "matte", composition([
        layer(1, group(ellipse(120, 120), fill(1, 1, 1)), td=1),
        layer(2, *[group({"ty": "rc", "p": still([0, 24 * n - 84]), "s": still([180, 12]), "r": still(0)}, fill(0.1, 0.3, 0.9)) for n in range(8)], tt=1)])
    inner = [layer(n + 1, group({"ty": "sr", "sy": 1, "p": still([0, 0]), "pt": still(5), "ir": still(8), "or": still(20),
                                 "is": still(0), "os": still(0), "r": moving([0], [144])}, fill(0.95, 0.7, 0.1)),
                   x=40 + 40 * (n % 4), y=40 + 40 * (n // 4)) for n in range(16)]
    yield "precomposition", composition(
        [{"ty": 0, "ind": n + 1, "refId": "stars", "w": 200, "h": 200, "ip": 0, "op": 60, "st": 0,
          "ks": place(a=still([100, 100]), r=moving([0], [90 * (n + 1)]), o=still(60))} for n in range(3)],
        [{"id": "stars", "layers": inner}])


class RLottie:
    def __init__(self):
        self.library = ctypes.CDLL("librlottie.so.0-1")
        self.library.lottie_animation_from_data.restype = ctypes.c_void_p

    def draw(self, path, frames):
        with open(path, "rb") as file:
            text = file.read()
        animation = ctypes.c_void_p(self.library.lottie_animation_from_data(text, path.encode(), b""))
        pixels = numpy.zeros((SIDE, SIDE, 4), numpy.uint8)
        for frame in frames:
            pixels[:] = 0
            self.library.lottie_animation_render(
                animation, ctypes.c_size_t(frame), pixels.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(SIDE),
                ctypes.c_size_t(SIDE), ctypes.c_size_t(4 * SIDE))
            yield pixels[:, :, [2, 1, 0, 3]]


class ThorVG:
    def __init__(self):
        import thorvg_python
        self.module = thorvg_python
        # With more threads than 0 its pixels differ.
        self.engine = thorvg_python.Engine(threads=0)

    def draw(self, path, frames):
        canvas = self.module.SwCanvas(self.engine)
        canvas.set_target(SIDE, SIDE)
        animation = self.module.LottieAnimation(self.engine)
        picture = animation.get_picture()
        picture.load(path)
        _, width, height = picture.get_size()
        scale = SIDE / max(width, height)
        picture.set_size(width * scale, height * scale)
        picture.translate((SIDE - width * scale) / 2, (SIDE - height * scale) / 2)
        canvas.add(picture)
        for frame in frames:
            animation.set_frame(float(frame))
            canvas.update()
            canvas.draw(True)
            canvas.sync()
            yield numpy.asarray(canvas.get_pillow())


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else tempfile.mkdtemp()
    os.makedirs(folder, exist_ok=True)
    files = [(os.path.splitext(os.path.basename(path))[0], os.path.join(ROOT, path)) for path in OWN]
    for name, text in made():
        path = os.path.join(folder, f"{name}.json")
        with open(path, "w") as file:
            json.dump(text, file)
        files.append((name, path))
    libraries = {"rlottie": RLottie()}
    try:
        libraries["thorvg"] = ThorVG()
    except ImportError:
        print("thorvg-python is not installed: rlottie alone", file=sys.stderr)
    print(f"{'file':16}" + "".join(f"{name + ' ms':>12}" for name in libraries) + f"{'differ by':>12}")
    sums = {name: 0.0 for name in libraries}
    for name, path in files:
        with open(path) as file:
            last = int(json.load(file)["op"])
        middle, line = {}, f"{name:16}"
        for library, drawing in libraries.items():
            best = math.inf
            for _ in range(3):
                begin = time.process_time()
                for frame, pixels in zip(range(last), drawing.draw(path, range(last))):
                    if frame == last // 2:
                        middle[library] = pixels.copy()
                best = min(best, (time.process_time() - begin) * 1000 / last)
            sums[library] += best
            line += f"{best:12.2f}"
            Image.fromarray(middle[library], "RGBA").save(os.path.join(folder, f"{name}-{library}.png"))
        if len(middle) == 2:
            a, b = (numpy.asarray(middle[k], numpy.int16) for k in libraries)
            line += f"{(numpy.abs(a - b).max(axis=2) > 64).mean() * 100:10.2f} %"
        print(line)
    print(f"{'mean':16}" + "".join(f"{total / len(files):12.2f}" for total in sums.values()))


main()
