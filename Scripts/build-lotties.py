#!/usr/bin/env python3
"""Rebuilds the Lottie animations of avatars and scenes from their drawings: */lottie/NAME.svg -> NAME.json.

usage: build-lotties.py [NAME...]
  breath  Avatars/dragon: clouds that swell and drift apart
  ring    Avatars/ox: the nose ring, which swings
  rays    Scenes/spring-equinox: the rays of the sun, which lengthen in turn
  pond    Scenes/rain-water: rings of a raindrop, drawn here

The same drawings give the same bytes. Of a drawing its paths are read, with absolute M, C and Z or relative m, c, s, z,
and what fills them.
"""
import json
import math
import os
import re
import sys
import xml.etree.ElementTree as xml

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SVG = "{http://www.w3.org/2000/svg}"


# Paths of SVG, and their forms in Lottie.

def curves(data):
    """The outlines of a path: each a list of (into, point, out), and whether it is closed."""
    words = re.findall(r"[MmCcSsLlHhVvZz]|-?(?:\d+\.\d*|\.\d+|\d+)", data)
    outlines, here, index, command = [], (0.0, 0.0), 0, None
    reflected = None

    def number():
        nonlocal index
        index += 1
        return float(words[index - 1])

    while index < len(words):
        if words[index].isalpha():
            command = words[index]
            index += 1
        relative = command.islower()

        def point():
            x, y = number(), number()
            return (x + here[0], y + here[1]) if relative else (x, y)

        kind = command.upper()
        if kind == "M":
            here = point()
            outlines.append(([[here, here, here]], [False]))
            command = "l" if relative else "L"
            reflected = None
            continue
        points, closed = outlines[-1]
        if kind == "Z":
            closed[0] = True
            here = points[0][1]
            continue
        if kind == "C":
            first, second, end = point(), point(), point()
        elif kind == "S":
            first = reflected or here
            second, end = point(), point()
        elif kind == "L":
            end = point()
            first, second = here, end
        elif kind == "H":
            x = number()
            end = (x + here[0] if relative else x, here[1])
            first, second = here, end
        elif kind == "V":
            y = number()
            end = (here[0], y + here[1] if relative else y)
            first, second = here, end
        else:
            raise ValueError(f"unknown command {command}")
        points[-1][2] = first
        points.append([second, end, end])
        reflected = (2 * end[0] - second[0], 2 * end[1] - second[1])
        here = end
    result = []
    for points, closed in outlines:
        # A last point that lies on the first is the first.
        if closed[0] and len(points) > 1 and math.dist(points[0][1], points[-1][1]) < 0.01:
            points[0][0] = points[-1][0]
            points.pop()
        result.append((points, closed[0]))
    return result


def path(data):
    """A path of SVG as shapes of Lottie."""
    shapes = []
    for points, closed in curves(data):
        shapes.append({"ty": "sh", "ks": {"a": 0, "k": {
            "i": [[n(a[0] - p[0]), n(a[1] - p[1])] for a, p, _ in points],
            "o": [[n(b[0] - p[0]), n(b[1] - p[1])] for _, p, b in points],
            "v": [[n(p[0]), n(p[1])] for _, p, _ in points], "c": closed}}})
    return shapes


def box(data):
    points = [p for outline, _ in curves(data) for _, p, _ in outline]
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return min(xs), min(ys), max(xs), max(ys)


# The parts of a Lottie.

def n(value):
    """A number of at most two places."""
    value = round(value, 2)
    return int(value) if value == int(value) else value


def still(value):
    return {"a": 0, "k": value}


def keys(*moments):
    """A value that goes from key to key, slowly at each: (frame, value) pairs."""
    last = len(moments) - 1
    result = []
    for index, (frame, value) in enumerate(moments):
        key = {"t": frame, "s": value if isinstance(value, list) else [value]}
        if index < last:
            key |= {"i": {"x": [0.63], "y": [1]}, "o": {"x": [0.37], "y": [0]}}
        result.append(key)
    return {"a": 1, "k": result}


def slowing(*moments):
    """A value that goes fast first, and slowly in the end."""
    value = keys(*moments)
    for key in value["k"][:-1]:
        key["i"], key["o"] = {"x": [0.4], "y": [1]}, {"x": [0.1], "y": [0.5]}
    return value


def colour(hexadecimal):
    text = hexadecimal.lstrip("#")
    if len(text) == 3:
        text = "".join(2 * c for c in text)
    return [round(int(text[k:k + 2], 16) / 255, 4) for k in (0, 2, 4)] + [1]


def fill(hexadecimal, opacity=100):
    return {"ty": "fl", "c": still(colour(hexadecimal)), "o": still(n(opacity)), "r": 1}


def stroke(hexadecimal, width, opacity=100):
    opacity = opacity if isinstance(opacity, dict) else still(n(opacity))
    width = width if isinstance(width, dict) else still(n(width))
    return {"ty": "st", "c": still(colour(hexadecimal)), "o": opacity, "w": width, "lc": 2, "lj": 2}


def gradient(kind, start, end, stops):
    numbers = [part for offset, tone in stops for part in [offset] + colour(tone)[:3]]
    return {"ty": "gf", "t": kind, "s": still([n(v) for v in start]), "e": still([n(v) for v in end]),
            "o": still(100), "g": {"p": len(stops), "k": still(numbers)}, "r": 1}


def group(shapes, **change):
    place = {"ty": "tr", "p": still([0, 0]), "a": still([0, 0]), "s": still([100, 100]), "r": still(0), "o": still(100)}
    return {"ty": "gr", "it": shapes + [place | change]}


def layer(shapes, index, frames, view, **change):
    """A layer of shapes in the drawing's own units."""
    x, y, scale = view
    place = {"a": still([n(x), n(y)]), "p": still([0, 0]), "s": still([n(100 * scale)] * 2), "r": still(0), "o": still(100)}
    return {"ty": 4, "ind": index, "ip": 0, "op": frames, "st": 0, "ks": place | change, "shapes": shapes}


def animation(width, height, rate, frames, layers):
    return {"v": "5.7.0", "fr": rate, "ip": 0, "op": frames, "w": width, "h": height, "ddd": 0, "assets": [],
            "layers": layers}


def drawing(name):
    return xml.parse(os.path.join(ROOT, name)).getroot()


# The animations.

def breath():
    """Each cloud swells about its middle, out of step with its neighbours, and its spiral turns back and forth."""
    root = drawing("Avatars/dragon/lottie/breath.svg")
    outlines = {p.get("id"): p.get("d") for p in root.iter(SVG + "path") if p.get("id")}
    spirals = [p.get("d") for p in root.iter(SVG + "path") if p.get("fill") == "#3f97a8"]
    frames, view = 48, (-246, 20, 620 / 492)
    tones = [(0, "#ffffff"), (0.42, "#dff3f0"), (1, "#8fc3cf")]

    def cloud(name):
        x0, y0, x1, y1 = box(outlines[name])
        middle = (x0 + 0.36 * (x1 - x0), y0 + 0.26 * (y1 - y0))
        reach = (middle[0] + 0.85 * max(x1 - x0, y1 - y0), middle[1])
        return [group(path(outlines[name]) + [gradient(2, middle, reach, tones)]),
                group(path(outlines[name]) + [stroke("#2a1512", 4.8)])]

    layers = []
    for side, sign in (("l", 1), ("r", -1)):
        trail = group(cloud(f"trail-{side}"), p=keys((0, [0, 0]), (24, [4 * sign, -1.5]), (48, [0, 0])))
        layers.append([trail])
        for number, start in ((0, 8), (1, 16), (2, 0)):
            name = f"puff-{side}{number}"
            x0, y0, x1, y1 = box(outlines[name])
            middle = [n((x0 + x1) / 2), n((y0 + y1) / 2)]
            own = [d for d in spirals if x0 < sum(box(d)[::2]) / 2 < x1 and abs(sum(box(d)[::2]) / 2 - middle[0]) < 12]
            spiral = group(
                path(own[0]) + [fill("#3f97a8")], a=still(middle), p=still(middle),
                r=keys((0, 0), (12, 16 * sign), (36, -16 * sign), (48, 0)))

            def swell(frame):
                return 97 + 7 * math.cos(2 * math.pi * (frame + start) / frames)

            def away(frame):
                return [n(middle[0] + sign * (3 - 4 * math.cos(2 * math.pi * (frame + start) / frames))), middle[1]]

            steps = range(0, frames + 1, 12)
            layers.append([group(
                [spiral] + cloud(name), a=still(middle), p=keys(*((f, away(f)) for f in steps)),
                s=keys(*((f, [n(swell(f))] * 2) for f in steps)))])
    # The first layer lies on top.
    return "Avatars/dragon/breath.json", animation(
        620, 164, 24, frames, [layer(shapes, i + 1, frames, view) for i, shapes in enumerate(layers[::-1])])


def ring():
    """The ring swings about where it hangs, less at its way back, and its light glides."""
    root = drawing("Avatars/ox/lottie/ring.svg")
    parts = list(root.iter(SVG + "path"))
    frames, hang = 60, [0, 95]
    outline, gold, low, high = (p.get("d") for p in parts)
    x0, y0, x1, y1 = box(gold)
    tones = [(0, "#fff0b0"), (0.45, "#e9b040"), (1, "#97591a")]
    shapes = [
        group(path(high) + [fill("#fff8d8", 70)], o=keys((0, 100), (20, 30), (40, 100), (60, 100))),
        group(path(low) + [fill("#fff8d8")],
              a=still([n((x0 + x1) / 2), n((y0 + y1) / 2)]), p=still([n((x0 + x1) / 2), n((y0 + y1) / 2)]),
              r=keys((0, 0), (15, -12), (45, 12), (60, 0))),
        group(path(gold) + [gradient(1, (x0, y0), (x1, y1), tones)]),
        group(path(outline) + [fill("#2a1512")]),
    ]
    swing = keys((0, 0), (10, 7), (25, -6), (40, 4), (52, -2), (60, 0))
    return "Avatars/ox/ring.json", animation(192, 192, 30, frames, [
        layer([group(shapes, a=still(hang), p=still(hang), r=swing)], 1, frames, (-48, 72, 2))])


def rays():
    """Each ray lengthens and shortens once a loop; its neighbours follow, as a wave runs round the sun."""
    root = drawing("Scenes/spring-equinox/lottie/rays.svg")
    frames, middle = 72, (268, 282)
    shapes = []
    for part in root.iter(SVG + "path"):
        x0, y0, x1, y1 = box(part.get("d"))
        turn = math.atan2((y0 + y1) / 2 - middle[1], (x0 + x1) / 2 - middle[0]) / (2 * math.pi)

        def length(frame):
            return n(100 + 9 * math.cos(2 * math.pi * (frame / frames - 3 * turn)))

        shapes.append(group(
            path(part.get("d")) + [fill(part.get("fill"), 100 * float(part.get("opacity", 1)))],
            a=still(list(middle)), p=still(list(middle)),
            s=keys(*((f, [length(f)] * 2) for f in range(0, frames + 1, 18)))))
    scale = still([74, 74])
    return "Scenes/spring-equinox/rays.json", animation(460, 460, 24, frames, [
        layer([group(shapes[::-1], a=still(list(middle)), p=still(list(middle)), s=scale)], 1, frames, (38, 52, 1))])


def pond():
    """A drop splashes, and two rings run out from it and fade."""
    frames = 66

    def ellipse(shapes, start, end, first, last):
        size = slowing((start, [n(2 * first), n(0.8 * first)]), (end, [n(2 * last), n(0.8 * last)]))
        return group([{"ty": "el", "p": still([0, 0]), "s": size}] + shapes)

    def fading(start, end, most):
        moments = [(start, most), (end, 0)]
        return slowing(*([(0, 0), (start, 0)] if start else []), *moments)

    shapes = []
    drop = "M-9 3C-8 -5 -7.8 -12 -8 -20.8C-4.4 -12 -1.4 -5 1 3Z"
    # The outlines are squashed and not the strokes, which are of one width all around.
    squash = slowing((0, [70, 55]), (6, [100, 125]), (12, [80, 20]))

    def squashed(outline, width):
        return group([group(outline, a=still([0, 3]), p=still([0, 3]), s=squash),
                      fill("#f6faf0"), stroke("#1f3d3c", width)])

    drops = group(
        [squashed(path(drop), 1.6),
         squashed([{"ty": "el", "p": still([-10, -29.8]), "s": still([8, 8])}], 1.4),
         squashed([{"ty": "el", "p": still([13, -18]), "s": still([6, 6])}], 1.4)],
        o=keys((0, 100), (9, 100), (13, 0)))
    shapes.append(drops)
    for start, most in ((2, 84), (16, 76)):
        end = start + 42
        shapes.append(ellipse([stroke("#f6faf0", slowing((start, 4.8), (end, 2.2)), fading(start, end, 100))],
                              start, end, 11, most - 4))
        shapes.append(ellipse([stroke("#1f3d3c", slowing((start, 6.5), (end, 3)), fading(start, end, 94))],
                              start, end, 17, most))
    water = ellipse([{"ty": "fl", "c": still(colour("#cfe3d4")), "o": fading(0, 48, 45), "r": 1}], 0, 48, 9.5, 88)
    shapes.append(water)
    return "Scenes/rain-water/pond.json", animation(208, 118, 30, frames, [
        layer(shapes, 1, frames, (-104, -72, 1))])


ANIMATIONS = {"breath": breath, "ring": ring, "rays": rays, "pond": pond}


def main():
    names = sys.argv[1:] or list(ANIMATIONS)
    for name in names:
        if name not in ANIMATIONS:
            sys.exit(f"error: there is no animation \"{name}\"; expected one of {', '.join(ANIMATIONS)}")
        file, made = ANIMATIONS[name]()
        text = json.dumps(made, separators=(",", ":")) + "\n"
        with open(os.path.join(ROOT, file), "w") as output:
            output.write(text)
        print(f"{file:36} {made['w']:4} x {made['h']:<4} {made['op']:4} frames {len(text):7} bytes")


main()
