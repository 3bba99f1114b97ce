"""Particles: the random numbers, births, places at a time, caps. Part of reference.py.

A particle is a function of seed, card, item, run, its number and the time; nothing is stepped.
"""

import math

import numpy as np

MASK = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
CAP, SCENE_CAP = 400, 1500
THEN = 64  # what a `then` adds to its item's place
NUMBERS = [
    "life",
    "x",
    "y",
    "z",
    "direction",
    "spread",
    "speed",
    "gravity",
    "drag",
    "sway",
    "swayHz",
    "phase",
    "spin",
    "turn",
    "size",
]
UNIT = {"x", "y", "z", "phase", "turn"}  # the drawn number itself


class SplitMix64:
    def __init__(self, state):
        self.state = state & MASK

    def next(self):
        self.state = (self.state + GOLDEN) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def unit(self):
        return (self.next() >> 11) / 2.0**53


def generator(seed, *parts):
    """state = seed; for each part: state = next xor part * GOLDEN."""
    state = seed & MASK
    for part in parts:
        state = SplitMix64(state).next() ^ ((part * GOLDEN) & MASK)
    return SplitMix64(state)


def ends(value):
    return value if isinstance(value, list) else [value, value]


def draw(spec, random):
    """The 15 numbers of a particle."""
    numbers = {}
    for name in NUMBERS:
        u = random.unit()
        if name in UNIT:
            numbers[name] = u
        else:
            a, b = ends(spec.get(name, 0))
            if name == "spread":  # even in its sine
                a, b = math.sin(math.radians(a)), math.sin(math.radians(b))
            numbers[name] = a + (b - a) * u  # of `spread` the sine
    return numbers


def keyed(keys, x):
    """Linear between [x, value] keys, constant outside."""
    return float(np.interp(x, [k[0] for k in keys], [k[1] for k in keys]))


def origin(source, n):
    """Where in `from` a particle is born, about the emitter."""
    if "box" in source:
        return np.array([side * (n[a] - 0.5) for side, a in zip(source["box"], "xyz")])
    if "ellipse" in source:
        r, turn = math.sqrt(n["x"]) / 2, 2 * math.pi * n["y"]
        return np.array(
            [r * source["ellipse"][0] * math.cos(turn), r * source["ellipse"][1] * math.sin(turn), 0]
        )
    return np.zeros(3)


def travelled(spec, n, s, pose):
    """How far a particle is from its birthplace after s seconds."""
    k = n["drag"]
    if k * s < 1e-4:  # the series, exact to double precision
        q = s * (1 - k * s / 2 + (k * s) ** 2 / 6 - (k * s) ** 3 / 24)
        fallen = s * s * (0.5 - k * s / 6 + (k * s) ** 2 / 24 - (k * s) ** 3 / 120)
    else:
        q = -math.expm1(-k * s) / k
        fallen = (s - q) / k
    way = spec.get("down", "card")
    if way == "picture":
        down, right = -pose.up, pose.right
    else:
        down = np.array([0, -1.0, 0]) if way == "card" else np.array([0, 0, -1.0])
        right = np.array([1.0, 0, 0])
    sin_e = n["spread"]
    cos_e = math.sqrt(max(0.0, 1 - sin_e * sin_e))
    d = math.radians(n["direction"])
    v = n["speed"] * np.array([cos_e * math.cos(d), cos_e * math.sin(d), sin_e])
    sway = n["sway"] * math.sin(2 * math.pi * (n["swayHz"] * s + n["phase"]))
    return v * q + n["gravity"] * fallen * down + sway * right


def longest(spec):
    return max(ends(spec.get("life", 0)))


def births(spec, duration, age, oldest):
    """(number, age of the run at birth) of those born by `age`, not before `oldest`."""
    number = 0
    for at, count in spec.get("burst", []):
        if at <= age and at >= oldest and (not duration or at < duration):
            for j in range(count):
                yield number + j, at
        number += count
    rate = spec.get("rate", 0)
    if rate > 0:
        n = max(0, math.floor(oldest * rate / 1000) - 1)
        while 1000 * n / rate <= age and (not duration or 1000 * n / rate < duration):
            yield number + n, 1000 * n / rate
            n += 1


class Particle:
    """One that is alive: its emitter's members, its numbers, age in seconds, place in K."""

    def __init__(self, spec, numbers, age, place, key):
        self.spec, self.n, self.age, self.place, self.key = spec, numbers, age, place, key
        self.part = age / numbers["life"]

    @property
    def size(self):
        return self.n["size"] * (keyed(self.spec["grow"], self.part) if self.spec.get("grow") else 1.0)

    @property
    def opacity(self):
        return keyed(self.spec["fade"], self.part) if self.spec.get("fade") else 1.0

    @property
    def rotation(self):
        return self.n["spin"] * (self.age / 1000 + 10 * self.n["turn"])


def alive(spec, seed, card, item, run, age, at, pose):
    """The living of a run: those of the emitter and those of its `then`, each capped, oldest first.

    `at(age)`: the emitter's place when the run is that old. `age` in ms.
    """
    then = spec.get("then")
    own, later = [], []
    for i, born in births(
        spec, spec.get("duration", 0), age, age - longest(spec) - (longest(then) if then else 0)
    ):
        n = draw(spec, generator(seed, card, item, run, i))
        if n["life"] <= 0:
            continue
        start = at(born) + origin(spec.get("from", {}), n)
        old = age - born
        if old < n["life"]:
            place = start + travelled(spec, n, old / 1000, pose)
            own.append(Particle(spec, n, old, place, (-old, 0, run, i)))
        elif then:
            dead = old - n["life"]
            if dead >= longest(then):
                continue
            end = start + travelled(spec, n, n["life"] / 1000, pose)
            for j in range(then["count"]):
                index = i * then["count"] + j
                m = draw(then, generator(seed, card, item + THEN, run, index))
                if dead < m["life"]:
                    place = end + origin(then.get("from", {}), m) + travelled(then, m, dead / 1000, pose)
                    later.append(Particle(then, m, dead, place, (-dead, 1, run, index)))
    living = []
    for group in (own, later):
        group.sort(key=lambda p: p.key)
        living.append(group[-CAP:])
    return living
